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
#include "base/hash.h"
#include "base/map.h"
#include "compare/record_match.h"

enum {
    SCOPE_DEPTH = 12, /* scopes within scopes; deeper ones are compared as text */
    OPEN_ROUNDS = 4,  /* levels of containers without partner that are opened to look for partners inside */
    LONG_LIST = 64,   /* records; for fewer it is not worth while to look at their markup first */
    KEEP_WEIGHT = 64, /* words that one move more may save: as few moves as possible, then as few words moved as possible */
};

/* A part of either page, with the outermost containers in it. */
struct scope {
    uint32_t a, a_end, b, b_end; /* words */
    container_list old, new;
};

static void add_segment(struct matcher *m, uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end)
{
    if (a < a_end || b < b_end)
        *VEC_ADD(m->c->scratch, &m->c->segments) = (struct segment){ a, a_end, b, b_end, m->owner };
}

void set_owner(uint32_t *owner, const struct record *r, uint32_t to)
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

void match_equal(struct matcher *m, const uint64_t *old, uint32_t n_old, const uint64_t *new, uint32_t n_new, struct runs *out)
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

uint32_t *none_list(struct arena *a, uint32_t n)
{
    uint32_t *list = NEW_ARRAY_RAW(a, uint32_t, n + 1);

    memset(list, 0xff, (n + (size_t)1) * sizeof *list);
    return list;
}

/* ---- records of two containers ---- */

static uint64_t content_hash(const struct page *p, const struct record *r)
{
    uint64_t hash = 1;

    for (uint32_t i = r->node; i < r->end; i = p->dom.node[i].end)
        hash = hash_mix(hash, p->content[i]);
    return hash;
}

/* Most records of two long lists are equal in all they have, markup and all: for these the hashes that the page has already will do. The
 * others are hashed by what they say alone. */
static void hash_equal_contents(struct matcher *m, const struct list_match *l)
{
    const struct compare *c = m->c;
    struct map contents;

    if (l->y->record_end - l->y->record < LONG_LIST)
        return;
    map_open(&contents, c->scratch, l->y->record_end - l->y->record);
    for (uint32_t s = l->y->record; s < l->y->record_end; s++)
        *map_slot(&contents, content_hash(c->delta->new, &c->new_records.record[s]), 0) = 1;
    for (uint32_t r = l->x->record; r < l->x->record_end; r++) {
        uint64_t hash = content_hash(c->delta->old, &c->old_records.record[r]);
        uint32_t *found = map_find(&contents, hash);
        if (found)
            *found = 2, m->old_hash[r] = hash;
    }
    for (uint32_t s = l->y->record; s < l->y->record_end; s++) {
        uint64_t hash = content_hash(c->delta->new, &c->new_records.record[s]);
        if (*map_find(&contents, hash) == 2)
            m->new_hash[s] = hash;
    }
}

static void match_equal_records(struct matcher *m, struct list_match *l)
{
    uint32_t n_old = l->x->record_end - l->x->record, n_new = l->y->record_end - l->y->record;
    uint64_t *old = NEW_ARRAY_RAW(m->c->scratch, uint64_t, n_old + 1), *new = NEW_ARRAY_RAW(m->c->scratch, uint64_t, n_new + 1);
    struct runs runs;

    hash_equal_contents(m, l);
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
    return (container_list){ list->n ? list->item + first : NULL, *k - first, *k - first };
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
    list_inside(m, true, i, true, &rest.old);
    list_inside(m, false, j, true, &rest.new);
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
    keep_order(&m);
    for (uint32_t k = 0; k < c->moves.n; k++) { /* moves inside a move are added behind it */
        m.owner = k + 1;
        match_record(&m, c->moves.item[k].old_record, c->moves.item[k].new_record, 1);
    }
}
