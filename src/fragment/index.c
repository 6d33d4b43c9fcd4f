/* Shared fragments by an index of shingles: the groups of buckets.c without comparing every pair.
 *
 * In: the classes of a pool. Out: groups, handed to group_judge().
 * Two samples that have at least m of their k smallest numbers in common have one of their first k - m + 1 in common (prefix filtering:
 * Chaudhuri, Ganti, Kaushik 2006). So each class stands in the lists of its first numbers, and a leader is compared with those it meets in
 * its own. Nothing is missed: the filter is exact. With match = 1 a class is its own group, and no index is needed.
 * Invariants: 1. lists hold classes in the order of leaders; 2. a number that only one class has gets no list.
 * Cost: O(numbers in prefixes x log), and O(classes met). A class that many groups meet and none takes is met each time; a leader meets at
 * most MEET_MAX, and few once all have met MEET_ALL, so that hostile pages cannot make this quadratic. */
#include <math.h>
#include <stdlib.h>

#include "base/limits.h"
#include "fragment/group.h"

enum { MEET_MAX = 1 << 22, MEET_FEW = 1 << 8, MEET_ALL = 1 << 27 };

struct entry {
    uint64_t number;
    uint32_t kind;
};

struct index {
    struct entry *entry; /* by number, then by class in the order of leaders */
    uint32_t n;
    uint32_t *leader; /* classes from the largest down */
    uint32_t *order;  /* by class: its place among the leaders */
    uint32_t *met;    /* by class: the leader that met it last, from 1 */
    uint64_t n_met;   /* by all leaders */
};

static int by_size(const void *a, const void *b, void *pool)
{
    const struct pool *p = pool;
    const struct pool_class *x = &p->kind.item[*(const uint32_t *)a], *y = &p->kind.item[*(const uint32_t *)b];
    return x->bytes != y->bytes ? (x->bytes > y->bytes ? -1 : 1) : x->first < y->first ? -1 : x->first > y->first;
}

static void order_leaders(struct index *x, struct arena *a, const struct pool *p)
{
    x->leader = NEW_ARRAY_RAW(a, uint32_t, p->kind.n);
    x->order = NEW_ARRAY_RAW(a, uint32_t, p->kind.n);
    for (uint32_t i = 0; i < p->kind.n; i++)
        x->leader[i] = i;
    if (p->kind.n)
        qsort_r(x->leader, p->kind.n, sizeof *x->leader, by_size, (void *)p);
    for (uint32_t i = 0; i < p->kind.n; i++)
        x->order[x->leader[i]] = i;
}

static uint32_t prefix_of(const struct grouping *g, uint32_t kind)
{
    uint32_t n = g->pool->kind.item[kind].n_shingles;
    return n - (uint32_t)ceil(n * g->options.match - 1e-9) + (n > 0);
}

/* Numbers that at least two classes have, told by two rows of bits; a few others slip through. */
struct twice {
    uint64_t *once, *again;
    uint64_t mask;
};

static void twice_open(struct twice *t, struct arena *a, uint64_t n)
{
    uint64_t bits = 1024;
    while (bits < n * 8)
        bits *= 2;
    *t = (struct twice){ NEW_ARRAY(a, uint64_t, bits / 64), NEW_ARRAY(a, uint64_t, bits / 64), bits - 1 };
}

static uint64_t twice_place(const struct twice *t, uint64_t number)
{
    return (number * 0x9e3779b97f4a7c15u >> 20) & t->mask;
}

static void twice_add(struct twice *t, uint64_t number)
{
    uint64_t at = twice_place(t, number), bit = UINT64_C(1) << (at & 63);
    t->again[at >> 6] |= t->once[at >> 6] & bit;
    t->once[at >> 6] |= bit;
}

static bool twice_has(const struct twice *t, uint64_t number)
{
    uint64_t at = twice_place(t, number);
    return t->again[at >> 6] >> (at & 63) & 1;
}

static int by_number(const void *a, const void *b, void *order)
{
    const struct entry *x = a, *y = b;
    const uint32_t *place = order;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return place[x->kind] < place[y->kind] ? -1 : place[x->kind] > place[y->kind];
}

static int fill(struct index *x, struct arena *a, const struct grouping *g, struct err *e)
{
    const struct pool *p = g->pool;
    AUTO(arena) scratch = { 0 };
    struct twice twice;
    uint64_t all = 0, n = 0;

    for (uint32_t i = 0; i < p->kind.n; i++)
        all += prefix_of(g, i);
    twice_open(&twice, &scratch, all);
    for (uint32_t i = 0; i < p->kind.n; i++) {
        for (uint32_t k = 0; k < prefix_of(g, i); k++)
            twice_add(&twice, p->shingle[p->kind.item[i].shingle + k]);
    }
    for (uint32_t i = 0; i < p->kind.n; i++) {
        for (uint32_t k = 0; k < prefix_of(g, i); k++)
            n += twice_has(&twice, p->shingle[p->kind.item[i].shingle + k]);
    }
    if (n >= NONE)
        return err_set(e, E_LIMIT, "more shingles than the index holds; give fewer pages");
    int code = arena_room(a, n * sizeof *x->entry, e);
    if (code)
        return code;
    x->entry = NEW_ARRAY_RAW(a, struct entry, n);
    for (uint32_t i = 0; i < p->kind.n; i++) {
        for (uint32_t k = 0; k < prefix_of(g, i); k++) {
            uint64_t number = p->shingle[p->kind.item[i].shingle + k];
            if (twice_has(&twice, number))
                x->entry[x->n++] = (struct entry){ number, i };
        }
    }
    if (x->n)
        qsort_r(x->entry, x->n, sizeof *x->entry, by_number, x->order);
    return 0;
}

/* The first entry with this number; x->n where there is none. */
static uint32_t list_of(const struct index *x, uint64_t number)
{
    uint32_t low = 0, high = x->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (x->entry[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Compares the leader with all classes in one list; returns how many there were. */
static uint32_t meet(struct grouping *g, struct index *x, uint64_t number, uint32_t room)
{
    uint32_t leader = g->group.item[0], n = 0;

    for (uint32_t i = list_of(x, number); i < x->n && x->entry[i].number == number && n < room; i++, n++) {
        uint32_t other = x->entry[i].kind;
        if (x->met[other] == leader + 1 || g->done[other] || !group_near(g, leader, other))
            continue;
        x->met[other] = leader + 1;
        if (group_match(g, leader, other))
            *VEC_ADD(g->arena, &g->group) = other;
    }
    return n;
}

static void lead(struct grouping *g, struct index *x, uint32_t kind)
{
    uint32_t room = x->n_met < MEET_ALL ? MEET_MAX : MEET_FEW, was = room;

    *VEC_ADD(g->arena, &g->group) = kind;
    x->met[kind] = kind + 1;
    for (uint32_t k = 0; k < prefix_of(g, kind) && x->n; k++)
        room -= meet(g, x, g->pool->shingle[g->pool->kind.item[kind].shingle + k], room);
    x->n_met += was - room;
    group_judge(g);
}

int index_find(struct grouping *g, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = g->arena->budget_bytes };
    struct index x = { .met = NEW_ARRAY(&scratch, uint32_t, g->pool->kind.n) };

    order_leaders(&x, &scratch, g->pool);
    int code = g->options.match < 1 ? fill(&x, &scratch, g, e) : 0;
    for (uint32_t i = 0; code == 0 && i < g->pool->kind.n; i++) {
        if (!g->done[x.leader[i]])
            lead(g, &x, x.leader[i]);
    }
    return code;
}
