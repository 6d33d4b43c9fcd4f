/* Which container stands for which.
 *
 * In: the containers of two scopes, in order. Out: pairs of them: equal ones first, then by the words that stand once on each page, then by
 * their looks. Where one page has a level that the other does not, containers without partner are opened and those inside them tried.
 * Cost: O(words of the containers); pairs in a gap are all tried, up to a limit. */
#include "base/hash.h"
#include "base/map.h"
#include "compare/record_match.h"

enum {
    CONTAINER_PAIRS = 4096, /* containers old x new of a gap that are all tried */
    EQUAL_RECORDS = 32,     /* of lists that are compared record by record */
};

/* Whether a container may be cut out of its page: the row of a data table is one unit and is not taken apart. */
static bool is_cuttable(const struct units *units, const struct container *x)
{
    const struct unit *u = &units->item[units->of_word[x->word]];

    return u->row == NONE || (x->word == u->word && x->word_end >= u->end);
}

void list_containers(struct matcher *m, bool is_old, uint32_t first, container_list *out)
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

bool list_inside(struct matcher *m, bool is_old, uint32_t number, bool between, container_list *out)
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

static struct str attribute_of(const struct page *p, uint32_t node, const char *name)
{
    struct str value = STR("");

    dom_attr(&p->dom, node, str_of(name), &value);
    return value;
}

bool looks_same(const struct delta *d, uint32_t x, uint32_t y)
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

/* How many records of two short lists say the same, by their words. */
static uint32_t count_equal(const struct compare *c, const struct container *x, const struct container *y)
{
    uint32_t n_old = x->record_end - x->record, n_new = y->record_end - y->record, equal = 0;
    uint64_t hash[EQUAL_RECORDS];

    if (n_old > EQUAL_RECORDS || n_new > EQUAL_RECORDS)
        return 0;
    for (uint32_t i = 0; i < n_old; i++)
        hash[i] = words_hash(c->delta->old, &c->old_records.record[x->record + i]);
    for (uint32_t j = 0; j < n_new; j++) {
        uint64_t here = words_hash(c->delta->new, &c->new_records.record[y->record + j]);
        uint32_t i = 0;
        while (i < n_old && hash[i] != here)
            i++;
        equal += i < n_old;
    }
    return equal > 1 && 3 * equal >= MAX(n_old, n_new) ? equal : 0;
}

static bool is_item(uint32_t tag)
{
    return tag == TAG_LI || tag == TAG_TR || tag == TAG_DT || tag == TAG_A;
}

/* What a pair of containers weighs: the words they share. Two that share none that stands once on each page are a pair if a third of their
 * records say the same, as a menu that is there at the head and at the foot; or if they look the same and the new one's words were not
 * elsewhere before. */
static uint32_t pair_weight(const struct matcher *m, const struct container *x, const struct container *y)
{
    const struct compare *c = m->c;
    const struct dom *was = &c->delta->old->dom, *is = &c->delta->new->dom;
    struct shared shared = count_shared(m, x, y);

    if (is_item(was->node[c->old_records.record[x->record].node].tag)
        != is_item(is->node[c->new_records.record[y->record].node].tag))
        return 0; /* a list of items does not stand for a row of lists */
    uint32_t equal = shared.here ? 0 : count_equal(c, x, y);
    if (equal)
        return equal + 3 * looks_same(c->delta, x->node, y->node);
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

static uint64_t container_hash(const struct page *p, const struct container *x)
{
    uint64_t hash = 1;

    for (uint32_t w = x->word; w < x->word_end; w++)
        hash = hash_mix(hash, p->symbol[w]);
    return hash;
}

void pair_containers(struct matcher *m, const container_list *old, const container_list *new, uint32_t rounds, pair_list *out)
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
