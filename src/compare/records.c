/* Which record stands for which.
 *
 * In: units and records of both pages. Out: segments, owners, moves (steps.h).
 *
 *  1. In a pair of scopes (first the two pages) containers are paired in order: equal ones, then by the words that stand once on each
 *     page, then by tag and class.
 *  2. In a pair of containers records are paired: equal ones by the longest common subsequence, the rest by likeness (likeness.h), the
 *     most alike first. The longest chain of pairs stays in place, the other pairs moved. A record without partner came or went as a whole.
 *  3. Each pair of records that is not equal is a pair of scopes again.
 *
 * Text that flows from one record into another (a heading put into a chapter cuts it in two) shows that these are not records: then their
 * containers are not paired, and HtmlDiff's sentences do it. The same holds for columns of one list, whose items flow from one to the next.
 * Segments: what lies between two pairs, and the inside of each, is compared by itself.
 * Cost: O(words in scopes that differ x their depth). */
#include <stdlib.h>

#include "base/map.h"
#include "compare/likeness.h"
#include "compare/record_pairs.h"

enum {
    SCOPE_DEPTH = 12,       /* scopes within scopes; deeper ones are compared as text */
    FLOW_WORDS = 6,         /* a sentence that long says where it came from */
    CONTAINER_PAIRS = 4096, /* containers old x new of a gap that are all tried */
    OPEN_ROUNDS = 4,        /* levels of containers without partner that are opened to look for partners inside */
    ACROSS_PERCENT = 60,    /* likeness of a record that went from one list and one that came to another */
    ACROSS_WORDS = 4,       /* ... and words that each has at least: a name alone is no sign */
    KEEP_WEIGHT = 64,       /* words that one move more may save: as few moves as possible, then as few words moved as possible */
};

#define MANY (UINT32_MAX - 1)

typedef VEC(uint32_t) container_list;

/* A part of either page, with the outermost containers in it. */
struct scope {
    uint32_t a, a_end, b, b_end; /* words */
    container_list old, new;
};

struct matcher {
    struct compare *c;
    struct likeness likeness;
    uint64_t *old_hash, *new_hash;                         /* by record, 0: not known yet */
    uint32_t *old_first, *old_next, *new_first, *new_next; /* containers by the record they are in: lists from 1 */
    uint32_t *old_only, *new_only;                         /* by symbol: the word, where there is one; MANY */
    uint32_t *old_unit, *new_unit;                         /* by id of a unit: the unit, or MANY */
    uint32_t owner;                                        /* of the scope that is cut now */
};

static void add_segment(struct matcher *m, uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end)
{
    if (a < a_end || b < b_end)
        *VEC_ADD(m->c->scratch, &m->c->segments) = (struct segment){ a, a_end, b, b_end, m->owner };
}

static void set_owner(uint32_t *owner, const struct record *r, uint32_t to)
{
    for (uint32_t w = r->word; w < r->word_end; w++)
        owner[w] = to;
}

static uint64_t hash_of_old(struct matcher *m, uint32_t r)
{
    if (!m->old_hash[r])
        m->old_hash[r] = record_hash(&m->likeness, m->c->delta->old, &m->c->old_records.record[r]);
    return m->old_hash[r];
}

static uint64_t hash_of_new(struct matcher *m, uint32_t r)
{
    if (!m->new_hash[r])
        m->new_hash[r] = record_hash(&m->likeness, m->c->delta->new, &m->c->new_records.record[r]);
    return m->new_hash[r];
}

static uint64_t container_hash(const struct page *p, const struct container *x)
{
    uint64_t hash = 1;

    for (uint32_t w = x->word; w < x->word_end; w++)
        hash = hash_mix(hash, p->symbol[w]);
    return hash;
}

/* Numbers for the hashes of two lists, equal for equal ones, and the longest common subsequence of the two. */
static void match_equal(struct matcher *m, const uint64_t *old, uint32_t n_old, const uint64_t *new, uint32_t n_new,
                        struct runs *out)
{
    struct arena *scratch = m->c->scratch;
    uint32_t *x = NEW_ARRAY_RAW(scratch, uint32_t, n_old + 1), *y = NEW_ARRAY_RAW(scratch, uint32_t, n_new + 1);
    struct map numbers;

    map_open(&numbers, scratch, n_old + n_new);
    for (uint32_t k = 0; k < n_old; k++)
        x[k] = *map_slot(&numbers, old[k], numbers.n);
    for (uint32_t k = 0; k < n_new; k++)
        y[k] = *map_slot(&numbers, new[k], numbers.n);
    sequence_match(scratch, x, n_old, y, n_new, out);
    m->c->delta->exact &= out->exact;
}

static const struct container *container_at(const struct compare *c, bool is_old, uint32_t k)
{
    return &(is_old ? &c->old_records : &c->new_records)->container[k];
}

/* Whether a container may be cut out of its page: the row of a data table is one unit and is not taken apart. */
static bool is_cuttable(const struct units *units, const struct container *x)
{
    const struct unit *u = &units->item[units->of_word[x->word]];

    return u->row == NONE || (x->word == u->word && x->word_end >= u->end);
}

/* Adds the outermost containers of a list by record, `first` on. */
static void list_containers(struct matcher *m, bool is_old, uint32_t first, container_list *out)
{
    const struct compare *c = m->c;
    const struct page *p = is_old ? c->delta->old : c->delta->new;
    const uint32_t *next = is_old ? m->old_next : m->new_next;
    uint32_t free_from = 0; /* nodes before that are in the container added last */

    for (uint32_t k = first; k; k = next[k - 1]) {
        const struct container *x = container_at(c, is_old, k - 1);

        if (x->node < free_from || !is_cuttable(is_old ? &c->old : &c->new, x))
            continue;
        *VEC_ADD(c->scratch, out) = k - 1;
        free_from = p->dom.node[x->node].end;
    }
}

/* Adds the outermost containers inside another one, in its records or between them. They follow it in document order. */
static bool list_inside(struct matcher *m, bool is_old, uint32_t number, bool between, container_list *out)
{
    const struct compare *c = m->c;
    const struct page *p = is_old ? c->delta->old : c->delta->new;
    const struct records *records = is_old ? &c->old_records : &c->new_records;
    const struct container *x = &records->container[number];
    uint32_t end = p->dom.node[x->node].end, free_from = 0, before = out->n;

    for (uint32_t k = number + 1; k < records->n_containers && records->container[k].node < end; k++) {
        const struct container *y = &records->container[k];

        if (y->node < free_from || (between && y->inside != x->inside) || !is_cuttable(is_old ? &c->old : &c->new, y))
            continue;
        *VEC_ADD(c->scratch, out) = k;
        free_from = p->dom.node[y->node].end;
    }
    return out->n > before;
}

static void list_between_records(struct matcher *m, bool is_old, uint32_t number, container_list *out)
{
    list_inside(m, is_old, number, true, out);
}

/* ---- records of two containers ---- */

static uint32_t *none_list(struct arena *a, uint32_t n)
{
    uint32_t *list = NEW_ARRAY_RAW(a, uint32_t, n + 1);

    memset(list, 0xff, (n + (size_t)1) * sizeof *list);
    return list;
}

static void match_equal_records(struct matcher *m, struct list_match *l)
{
    uint32_t n_old = l->x->record_end - l->x->record, n_new = l->y->record_end - l->y->record;
    uint64_t *old = NEW_ARRAY_RAW(m->c->scratch, uint64_t, n_old + 1), *new = NEW_ARRAY_RAW(m->c->scratch, uint64_t, n_new + 1);
    struct runs runs;

    for (uint32_t k = 0; k < n_old; k++)
        old[k] = hash_of_old(m, l->x->record + k);
    for (uint32_t k = 0; k < n_new; k++)
        new[k] = hash_of_new(m, l->y->record + k);
    match_equal(m, old, n_old, new, n_new, &runs);
    for (uint32_t r = 0; r < runs.n; r++)
        for (uint32_t k = 0; k < runs.item[r].n; k++) {
            l->old[runs.item[r].a + k] = runs.item[r].b + k;
            l->new[runs.item[r].b + k] = runs.item[r].a + k;
        }
}

static void find_staying(struct matcher *m, struct list_match *l)
{
    uint32_t n = l->x->record_end - l->x->record;
    pair_list pairs = { 0 };

    for (uint32_t k = 0; k < n; k++) {
        const struct record *r = &m->c->old_records.record[l->x->record + k];
        if (l->old[k] != NONE)
            *VEC_ADD(m->c->scratch, &pairs) = (struct pair){ k, l->old[k], KEEP_WEIGHT + r->word_end - r->word };
    }
    l->staying = NEW_ARRAY(m->c->scratch, bool, n + 1);
    uint32_t chosen = sequence_chain(m->c->scratch, pairs.item, pairs.n);
    for (uint32_t k = 0; k < chosen; k++)
        l->staying[pairs.item[k].a] = true;
}

static void index_units_by_id(struct arena *scratch, const struct units *units, uint32_t n_ids, uint32_t **of_id)
{
    *of_id = none_list(scratch, n_ids);
    for (uint32_t i = 0; i < units->n; i++) {
        uint32_t *slot = &(*of_id)[units->item[i].id];
        *slot = *slot == NONE ? i : MANY;
    }
}

/* Makes the index of units by id, once. */
static void need_units(struct matcher *m)
{
    const struct compare *c = m->c;

    if (m->old_unit)
        return;
    index_units_by_id(c->scratch, &c->old, c->n_ids, &m->old_unit);
    index_units_by_id(c->scratch, &c->new, c->n_ids, &m->new_unit);
}

static bool is_in_record(const struct records *records, const struct container *x, uint32_t word)
{
    uint32_t low = x->record, high = x->record_end;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (records->record[middle].word_end <= word)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->record_end && records->record[low].word <= word;
}

/* How many words of a record stand, in whole sentences, elsewhere in the other container: in another record than its partner, or
 * in none. */
struct flow {
    uint32_t to_records, to_text;
};

/* Where a unit that stands once on each page is on the other one; NONE for others, and outside that container or in `partner`. */
static uint32_t flows_to(const struct matcher *m, bool is_old, const struct unit *u, const struct container *other,
                         const struct record *partner)
{
    const struct units *others = is_old ? &m->c->new : &m->c->old;
    uint32_t here = (is_old ? m->old_unit : m->new_unit)[u->id], there = (is_old ? m->new_unit : m->old_unit)[u->id];

    if (here == MANY || there == NONE || there == MANY)
        return NONE;
    uint32_t at = others->item[there].word;
    if (at < other->word || at >= other->word_end || (partner && at >= partner->word && at < partner->word_end))
        return NONE;
    return there;
}

/* Short sentences count where they flow side by side: the names in a list that goes on in the next column. */
static struct flow count_flow(const struct matcher *m, bool is_old, const struct record *r, const struct container *other,
                              const struct record *partner)
{
    const struct units *units = is_old ? &m->c->old : &m->c->new, *others = is_old ? &m->c->new : &m->c->old;
    const struct records *records = is_old ? &m->c->new_records : &m->c->old_records;
    struct flow flow = { 0 };

    for (uint32_t i = units->of_word[r->word], next; i < units->n && units->item[i].word < r->word_end; i = next) {
        uint32_t from = flows_to(m, is_old, &units->item[i], other, partner), to = from;

        for (next = i + 1; from != NONE && next < units->n && units->item[next].word < r->word_end; next++)
            if (flows_to(m, is_old, &units->item[next], other, partner) != ++to)
                break;
        uint32_t words = units->item[next - 1].end - units->item[i].word;
        if (from != NONE && words >= FLOW_WORDS)
            *(is_in_record(records, other, others->item[from].word) ? &flow.to_records : &flow.to_text) += words;
    }
    return flow;
}

/* A record of one page that is text between records on the other: there it is less like its neighbours. */
static bool is_text_there(const struct matcher *m, bool is_old, const struct record *r, const struct container *other)
{
    return 2 * count_flow(m, is_old, r, other, NULL).to_text >= r->word_end - r->word;
}

/* Whether text flows from records into other ones: an eighth or more of the words of those that differ. */
static bool has_flow(struct matcher *m, const struct list_match *l)
{
    const struct compare *c = m->c;
    const struct record *old = &c->old_records.record[l->x->record], *new = &c->new_records.record[l->y->record];
    uint64_t words = 0, flowing = 0;

    need_units(m);
    for (uint32_t k = 0; k < l->x->record_end - l->x->record; k++) {
        const struct record *partner = l->old[k] == NONE ? NULL : &new[l->old[k]];
        if (partner && m->old_hash[l->x->record + k] == m->new_hash[l->y->record + l->old[k]])
            continue;
        words += old[k].word_end - old[k].word;
        flowing += count_flow(m, true, &old[k], l->y, partner).to_records;
    }
    for (uint32_t k = 0; k < l->y->record_end - l->y->record; k++) {
        if (l->new[k] != NONE)
            continue;
        words += new[k].word_end - new[k].word;
        flowing += count_flow(m, false, &new[k], l->x, NULL).to_records;
    }
    return flowing && 8 * flowing >= words;
}

static uint64_t words_hash(const struct page *p, const struct record *r)
{
    uint64_t hash = 1;

    for (uint32_t w = r->word; w < r->word_end; w++)
        hash = hash_mix(hash, p->symbol[w]);
    return hash;
}

static void count_same(const struct page *p, const struct record *record, uint32_t n, struct map *count)
{
    for (uint32_t k = 0; k < n; k++)
        ++*map_slot(count, words_hash(p, &record[k]), 0);
}

/* Records that say the same are not said to have moved: which of them did, nobody could tell. They came and went. */
static void part_repeated(struct matcher *m, struct list_match *l)
{
    const struct compare *c = m->c;
    const struct page *p = c->delta->old, *q = c->delta->new;
    const struct record *old = &c->old_records.record[l->x->record], *new = &c->new_records.record[l->y->record];
    uint32_t n = l->x->record_end - l->x->record, moved = 0;
    struct map old_count, new_count;

    for (uint32_t k = 0; k < n; k++)
        moved += l->old[k] != NONE && !l->staying[k];
    if (!moved)
        return;
    map_open(&old_count, c->scratch, n);
    map_open(&new_count, c->scratch, n);
    count_same(p, old, n, &old_count);
    count_same(q, new, l->y->record_end - l->y->record, &new_count);
    for (uint32_t k = 0; k < n; k++) {
        if (l->old[k] == NONE || l->staying[k])
            continue;
        if (*map_slot(&old_count, words_hash(p, &old[k]), 0) > 1 || *map_slot(&new_count, words_hash(q, &new[l->old[k]]), 0) > 1)
            l->new[l->old[k]] = NONE, l->old[k] = NONE;
    }
}

/* What is on one side only, and what moved. */
static void take_out(struct matcher *m, const struct list_match *l)
{
    struct compare *c = m->c;

    for (uint32_t k = 0; k < l->y->record_end - l->y->record; k++)
        if (l->new[k] == NONE && !is_text_there(m, false, &c->new_records.record[l->y->record + k], l->x))
            set_owner(c->new_owner, &c->new_records.record[l->y->record + k], (l->y->record + k) | OWNER_LONE);
    for (uint32_t k = 0; k < l->x->record_end - l->x->record; k++) {
        uint32_t r = l->x->record + k, s = l->y->record + l->old[k];

        if (l->old[k] == NONE) {
            if (!is_text_there(m, true, &c->old_records.record[r], l->y))
                set_owner(c->old_owner, &c->old_records.record[r], r | OWNER_LONE);
        } else if (!l->staying[k]) {
            *VEC_ADD(c->scratch, &c->moves) = (struct record_move){ r, s, m->owner };
            set_owner(c->old_owner, &c->old_records.record[r], c->moves.n);
            set_owner(c->new_owner, &c->new_records.record[s], c->moves.n);
        }
    }
}

static void match_scope(struct matcher *m, const struct scope *s, uint32_t depth);

static void match_record(struct matcher *m, uint32_t r, uint32_t s, uint32_t depth)
{
    const struct record *x = &m->c->old_records.record[r], *y = &m->c->new_records.record[s];
    struct scope inner = { x->word, x->word_end, y->word, y->word_end, { 0 }, { 0 } };

    if (hash_of_old(m, r) == hash_of_new(m, s) || depth == SCOPE_DEPTH) {
        add_segment(m, x->word, x->word_end, y->word, y->word_end);
        return;
    }
    list_containers(m, true, m->old_first[r + 1], &inner.old);
    list_containers(m, false, m->new_first[s + 1], &inner.new);
    match_scope(m, &inner, depth + 1);
}

/* The containers of a list that lie in words [from, to), starting with number *k. */
static container_list list_between(const struct matcher *m, bool is_old, const container_list *list, uint32_t *k, uint32_t to)
{
    uint32_t first = *k;

    while (*k < list->n && container_at(m->c, is_old, list->item[*k])->word_end <= to)
        ++*k;
    return (container_list){ list->item + first, *k - first, *k - first };
}

/* What stands between the records of two containers: a scope of its own. */
static void match_between(struct matcher *m, struct scope *between, struct scope *rest, uint32_t used[2], uint32_t depth)
{
    between->old = list_between(m, true, &rest->old, &used[0], between->a_end);
    between->new = list_between(m, false, &rest->new, &used[1], between->b_end);
    match_scope(m, between, depth);
}

static void match_container(struct matcher *m, uint32_t i, uint32_t j, uint32_t depth)
{
    struct list_match l = { .x = container_at(m->c, true, i), .y = container_at(m->c, false, j) };
    struct scope rest = { l.x->word, l.x->word_end, l.y->word, l.y->word_end, { 0 }, { 0 } }, between = rest;
    uint32_t n = l.x->record_end - l.x->record, used[2] = { 0, 0 };

    l.old = none_list(m->c->scratch, n);
    l.new = none_list(m->c->scratch, l.y->record_end - l.y->record);
    match_equal_records(m, &l);
    record_pairs(m->c, &m->likeness, &l);
    if (has_flow(m, &l)) {
        add_segment(m, l.x->word, l.x->word_end, l.y->word, l.y->word_end);
        return;
    }
    find_staying(m, &l);
    part_repeated(m, &l);
    take_out(m, &l);
    list_between_records(m, true, i, &rest.old);
    list_between_records(m, false, j, &rest.new);
    for (uint32_t k = 0; k < n; k++) {
        if (!l.staying[k])
            continue;
        const struct record *x = &m->c->old_records.record[l.x->record + k], *y = &m->c->new_records.record[l.y->record + l.old[k]];
        between.a_end = x->word, between.b_end = y->word;
        match_between(m, &between, &rest, used, depth);
        match_record(m, l.x->record + k, l.y->record + l.old[k], depth);
        between.a = x->word_end, between.b = y->word_end;
    }
    between.a_end = rest.a_end, between.b_end = rest.b_end;
    match_between(m, &between, &rest, used, depth);
}

/* ---- containers of two scopes ---- */

static struct str attribute_of(const struct page *p, uint32_t node, const char *name)
{
    struct str value = STR("");

    dom_attr(&p->dom, node, str_of(name), &value);
    return value;
}

/* Same tag, class, and tag around it. */
static bool looks_same(const struct delta *d, uint32_t x, uint32_t y)
{
    const struct node *a = &d->old->dom.node[x], *b = &d->new->dom.node[y];

    return a->tag == b->tag
           && d->old->dom.node[a->parent].tag
                  == d->new->dom.node[b->parent].tag &&str_eq(attribute_of(d->old, x, "class"), attribute_of(d->new, y, "class"));
}

/* Words of a new container that stand once on each page: in the old container, and elsewhere. */
struct shared {
    uint32_t here, elsewhere;
};

static struct shared count_shared(const struct matcher *m, const struct container *x, const struct container *y)
{
    const struct page *p = m->c->delta->new;
    struct shared shared = { 0 };

    for (uint32_t w = y->word; w < y->word_end; w++) {
        uint32_t at = m->old_only[p->symbol[w]];
        if (at == NONE || at == MANY || m->new_only[p->symbol[w]] == MANY)
            continue;
        ++*(at >= x->word && at < x->word_end ? &shared.here : &shared.elsewhere);
    }
    return shared;
}

static bool is_item(uint32_t tag)
{
    return tag == TAG_LI || tag == TAG_TR || tag == TAG_DT || tag == TAG_A;
}

/* What a pair of containers weighs: the words they share. Two that share none are a pair if they look the same and the new one's words
 * were not elsewhere before. */
static uint32_t pair_weight(const struct matcher *m, const struct container *x, const struct container *y)
{
    const struct compare *c = m->c;
    const struct dom *was = &c->delta->old->dom, *is = &c->delta->new->dom;
    struct shared shared = count_shared(m, x, y);

    if (is_item(was->node[c->old_records.record[x->record].node].tag)
        != is_item(is->node[c->new_records.record[y->record].node].tag))
        return 0; /* a list of items does not stand for a row of lists */
    if (!shared.here && 4 * shared.elsewhere > y->word_end - y->word)
        return 0;
    return 4 * shared.here + 3 * looks_same(c->delta, x->node, y->node);
}

static void index_words(struct arena *scratch, const struct page *p, uint32_t **only)
{
    *only = none_list(scratch, p->dom.symbols->n);
    for (uint32_t w = 0; w < p->n_words; w++) {
        uint32_t *slot = &(*only)[p->symbol[w]];
        *slot = *slot == NONE ? w : MANY;
    }
}

/* Containers between two equal ones: the heaviest chain of pairs. */
static void match_gap(struct matcher *m, const container_list *old, const container_list *new, pair_list *out)
{
    const struct compare *c = m->c;

    if ((uint64_t)old->n * new->n > CONTAINER_PAIRS)
        return;
    if (!m->old_only) {
        index_words(c->scratch, c->delta->old, &m->old_only);
        index_words(c->scratch, c->delta->new, &m->new_only);
    }
    for (uint32_t i = 0; i < old->n; i++) {
        for (uint32_t j = 0; j < new->n; j++) {
            uint32_t weight = pair_weight(m, container_at(c, true, old->item[i]), container_at(c, false, new->item[j]));
            if (weight)
                *VEC_ADD(c->scratch, out) = (struct pair){ i, j, weight };
        }
    }
    out->n = sequence_chain(c->scratch, out->item, out->n);
}

static void pair_containers(struct matcher *m, const container_list *old, const container_list *new, uint32_t rounds,
                            pair_list *out);

/* A list with each container replaced by those inside it. */
static bool open_containers(struct matcher *m, bool is_old, const container_list *list, container_list *out)
{
    bool opened = false;

    for (uint32_t k = 0; k < list->n; k++) {
        if (list_inside(m, is_old, list->item[k], false, out))
            opened = true;
        else
            *VEC_ADD(m->c->scratch, out) = list->item[k];
    }
    return opened;
}

/* What found no partner between two pairs may have partners inside: one page has a level that the other does not. */
static void pair_inside(struct matcher *m, const container_list *old, const container_list *new, uint32_t rounds, pair_list *out)
{
    container_list inner_old = { 0 }, inner_new = { 0 };

    if (!old->n || !new->n || !rounds)
        return;
    bool opened = open_containers(m, true, old, &inner_old);
    opened |= open_containers(m, false, new, &inner_new);
    if (opened)
        pair_containers(m, &inner_old, &inner_new, rounds - 1, out);
}

/* One gap: pairs, and between them what is found by opening. */
static void pair_gap(struct matcher *m, container_list old, container_list new, uint32_t rounds, pair_list *out)
{
    pair_list pairs = { 0 };
    uint32_t i = 0, j = 0;

    if (!old.n || !new.n)
        return;
    match_gap(m, &old, &new, &pairs);
    for (uint32_t k = 0; k <= pairs.n; k++) {
        struct pair p = k < pairs.n ? pairs.item[k] : (struct pair){ old.n, new.n, 0 };
        container_list x = { old.item + i, p.a - i, p.a - i }, y = { new.item + j, p.b - j, p.b - j };

        pair_inside(m, &x, &y, rounds, out);
        if (k < pairs.n)
            *VEC_ADD(m->c->scratch, out) = (struct pair){ old.item[p.a], new.item[p.b], p.weight };
        i = p.a + 1, j = p.b + 1;
    }
}

static void pair_containers(struct matcher *m, const container_list *old, const container_list *new, uint32_t rounds,
                            pair_list *out)
{
    const struct compare *c = m->c;
    uint64_t *x = NEW_ARRAY_RAW(c->scratch, uint64_t, old->n + 1), *y = NEW_ARRAY_RAW(c->scratch, uint64_t, new->n + 1);
    uint32_t i = 0, j = 0;
    struct runs runs;

    for (uint32_t k = 0; k < old->n; k++)
        x[k] = container_hash(c->delta->old, container_at(c, true, old->item[k]));
    for (uint32_t k = 0; k < new->n; k++)
        y[k] = container_hash(c->delta->new, container_at(c, false, new->item[k]));
    match_equal(m, x, old->n, y, new->n, &runs);
    for (uint32_t r = 0; r <= runs.n; r++) {
        struct run run = r < runs.n ? runs.item[r] : (struct run){ old->n, new->n, 0 };

        pair_gap(m, (container_list){ old->item + i, run.a - i, run.a - i },
                 (container_list){ new->item + j, run.b - j, run.b - j }, rounds, out);
        for (uint32_t k = 0; k < run.n; k++)
            *VEC_ADD(c->scratch, out) = (struct pair){ old->item[run.a + k], new->item[run.b + k], 0 };
        i = run.a + run.n, j = run.b + run.n;
    }
}

/* ---- columns: one list in several containers side by side ---- */

/* The number of pairs from `first` on whose containers follow each other on both pages with nothing between them, and look the same. */
static uint32_t count_columns(const struct matcher *m, const pair_list *pairs, uint32_t first)
{
    const struct compare *c = m->c;
    uint32_t k = first + 1;

    for (; k < pairs->n; k++) {
        struct pair p = pairs->item[k - 1], q = pairs->item[k];
        const struct container *x = container_at(c, true, q.a), *y = container_at(c, false, q.b);

        if (container_at(c, true, p.a)->word_end != x->word || container_at(c, false, p.b)->word_end != y->word
            || !looks_same(c->delta, x->node, y->node))
            break;
    }
    return k - first;
}

/* Words of an old column in units that its partner does not have. */
static uint32_t count_away(const struct matcher *m, const struct container *x, const struct container *y)
{
    const struct units *old = &m->c->old, *new = &m->c->new;
    uint32_t words = 0;

    for (uint32_t i = old->of_word[x->word]; i < old->n && old->item[i].word < x->word_end; i++) {
        uint32_t there = m->new_unit[old->item[i].id];
        if (there == NONE || (there != MANY && (new->item[there].word < y->word || new->item[there].word >= y->word_end)))
            words += old->item[i].end - old->item[i].word;
    }
    return words;
}

/* Whether a list goes on from column to column: half or more of what left a column stands in another one. */
static bool is_one_list(struct matcher *m, const struct pair *pair, uint32_t n)
{
    const struct compare *c = m->c;
    struct container all = *container_at(c, false, pair[0].b);
    uint64_t away = 0, flowing = 0;

    all.word_end = container_at(c, false, pair[n - 1].b)->word_end;
    need_units(m);
    for (uint32_t k = 0; k < n; k++) {
        const struct container *x = container_at(c, true, pair[k].a), *y = container_at(c, false, pair[k].b);
        struct record old = { .word = x->word, .word_end = x->word_end }, partner = { .word = y->word, .word_end = y->word_end };
        struct flow flow = count_flow(m, true, &old, &all, &partner);

        away += count_away(m, x, y);
        flowing += flow.to_records + flow.to_text;
    }
    return flowing && 2 * flowing >= away;
}

static void match_scope(struct matcher *m, const struct scope *s, uint32_t depth)
{
    const struct compare *c = m->c;
    pair_list pairs = { 0 };
    uint32_t a = s->a, b = s->b, columns = 0; /* pairs from k on that are known to be no columns of one list */

    if (s->old.n && s->new.n)
        pair_containers(m, &s->old, &s->new, OPEN_ROUNDS, &pairs);
    for (uint32_t k = 0; k < pairs.n; k++) {
        const struct container *x = &c->old_records.container[pairs.item[k].a], *y = &c->new_records.container[pairs.item[k].b];

        add_segment(m, a, x->word, b, y->word);
        if (!columns && (columns = count_columns(m, &pairs, k)) > 1 && is_one_list(m, &pairs.item[k], columns)) {
            uint32_t last = k + columns - 1;
            a = x->word, b = y->word;
            x = container_at(c, true, pairs.item[last].a), y = container_at(c, false, pairs.item[last].b);
            add_segment(m, a, x->word_end, b, y->word_end);
            k = last, columns = 1;
        } else if (pairs.item[k].weight == 0) {
            add_segment(m, x->word, x->word_end, y->word, y->word_end);
        } else {
            match_container(m, pairs.item[k].a, pairs.item[k].b, depth);
        }
        columns--;
        a = x->word_end, b = y->word_end;
    }
    add_segment(m, a, s->a_end, b, s->b_end);
}

/* By record (and first of all the page): the containers right inside it, in order. */
static void list_by_record(struct arena *scratch, const struct records *r, uint32_t **first, uint32_t **next)
{
    *first = NEW_ARRAY(scratch, uint32_t, r->n + 1);
    *next = NEW_ARRAY(scratch, uint32_t, r->n_containers + 1);
    for (uint32_t k = r->n_containers; k-- > 0;) {
        uint32_t *head = &(*first)[r->container[k].inside + 1];
        (*next)[k] = *head;
        *head = k + 1;
    }
}

/* ---- from one list to another ---- */

/* The records that are on one side only. */
static struct list_records list_lone(struct arena *scratch, const struct records *records, const uint32_t *owner)
{
    uint32_t *list = NEW_ARRAY_RAW(scratch, uint32_t, records->n + 1), n = 0;

    for (uint32_t r = 0; r < records->n; r++)
        if (owner[records->record[r].word] == (r | OWNER_LONE))
            list[n++] = r;
    return (struct list_records){ list, n };
}

/* Text that stands on a page more than once is not said to have moved. */
static bool is_only(const struct page *p, const struct records *records, uint32_t r, struct map *count)
{
    if (!count->n)
        count_same(p, records->record, records->n, count);
    return *map_slot(count, words_hash(p, &records->record[r]), 0) == 1;
}

static int by_likeness(const void *left, const void *right)
{
    const struct likely *p = left, *q = right;

    if (p->percent != q->percent)
        return p->percent > q->percent ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return p->a < q->a ? -1 : p->a > q->a;
}

/* What went from one list and came to another, nearly as it was, has moved. The most alike first. */
static void match_across(struct matcher *m)
{
    struct compare *c = m->c;
    struct list_records old = list_lone(c->scratch, &c->old_records, c->old_owner);
    struct list_records new = list_lone(c->scratch, &c->new_records, c->new_owner);
    const struct container all_old = { .record_end = c->old_records.n }, all_new = { .record_end = c->new_records.n };
    struct map old_count, new_count;
    likely_list found = { 0 };

    if (!old.n || !new.n)
        return;
    map_open(&old_count, c->scratch, 64);
    map_open(&new_count, c->scratch, 64);
    likeness_pairs(&m->likeness, &all_old, old, &all_new, new, &found);
    if (found.n)
        qsort(found.item, found.n, sizeof *found.item, by_likeness);
    for (uint32_t k = 0; k < found.n && found.item[k].percent >= ACROSS_PERCENT; k++) {
        struct likely p = found.item[k];
        const struct record *x = &c->old_records.record[p.a], *y = &c->new_records.record[p.b];

        if (c->old_owner[x->word] != (p.a | OWNER_LONE) || c->new_owner[y->word] != (p.b | OWNER_LONE) || p.plain < ACROSS_PERCENT
            || MIN(x->word_end - x->word, y->word_end - y->word) < ACROSS_WORDS
            || !is_only(c->delta->old, &c->old_records, p.a, &old_count)
            || !is_only(c->delta->new, &c->new_records, p.b, &new_count))
            continue;
        *VEC_ADD(c->scratch, &c->moves) = (struct record_move){ p.a, p.b, OWNER_PLACE };
        set_owner(c->old_owner, x, c->moves.n);
        set_owner(c->new_owner, y, c->moves.n);
    }
}

void compare_records(struct compare *c)
{
    const struct page *old = c->delta->old, *new = c->delta->new;
    struct matcher m = { .c = c, .likeness = { .c = c } };
    struct scope page = { 0, old->n_words, 0, new->n_words, { 0 }, { 0 } };

    c->old_owner = NEW_ARRAY(c->scratch, uint32_t, old->n_words + 1);
    c->new_owner = NEW_ARRAY(c->scratch, uint32_t, new->n_words + 1);
    m.old_hash = NEW_ARRAY(c->scratch, uint64_t, c->old_records.n + 1);
    m.new_hash = NEW_ARRAY(c->scratch, uint64_t, c->new_records.n + 1);
    list_by_record(c->scratch, &c->old_records, &m.old_first, &m.old_next);
    list_by_record(c->scratch, &c->new_records, &m.new_first, &m.new_next);
    list_containers(&m, true, m.old_first[0], &page.old);
    list_containers(&m, false, m.new_first[0], &page.new);
    match_scope(&m, &page, 0);
    match_across(&m);
    for (uint32_t k = 0; k < c->moves.n; k++) { /* moves inside a move are added behind it */
        m.owner = k + 1;
        match_record(&m, c->moves.item[k].old_record, c->moves.item[k].new_record, 1);
    }
}
