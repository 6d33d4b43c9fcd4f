/* Shared fragments by an index of shingles: the groups of buckets.c without comparing every pair.
 *
 * In: the classes of a pool. Out: groups, handed to group_judge().
 * Two sets of n numbers that have at least t in common have one in common among the n - t + 1 first of each, whatever the order (prefix
 * filtering: Chaudhuri, Ganti, Kaushik 2006). In the order from rare to frequent those first ones are in few lists, so that a leader meets few
 * that are not like it: texts of one language share many windows, but few rare ones. With match = 1 a class is its own group, and no index
 * is needed.
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
    uint8_t *count;   /* by number, roughly: classes that have it */
    uint64_t mask;
    uint64_t *prefix; /* of the class in question */
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

/* How many of its rarest numbers a class must be found by: partners have at least `near` times as many as it has. */
static uint32_t prefix_of(const struct grouping *g, uint32_t kind)
{
    uint32_t n = g->pool->kind.item[kind].n_shingles;
    return n - (uint32_t)ceil(n * g->options.match * g->options.near - 1e-9) + (n > 0);
}

static uint8_t *count_of(const struct index *x, uint64_t number)
{
    return &x->count[(number * 0x9e3779b97f4a7c15u >> 16) & x->mask];
}

/* The numbers of a class that are in the lists, the rarest first: count and number in one. Returns how many. */
static uint32_t take_prefix(const struct grouping *g, const struct index *x, uint32_t kind, uint64_t *out)
{
    struct shingles s = pool_shingles(g->pool, kind);
    struct smallest rarest = { .item = out, .room = prefix_of(g, kind) };
    for (uint32_t i = 0; i < s.n; i++)
        smallest_add(&rarest, (uint64_t)*count_of(x, s.item[i]) << 56 | s.item[i] >> 8);
    return rarest.n;
}

/* How many classes have each number, up to 255; two numbers may share a count, which is then too high for both. */
static void count_numbers(struct index *x, struct arena *a, const struct pool *p)
{
    uint64_t room = 1024;
    while (room < p->n_shingles)
        room *= 2;
    x->count = NEW_ARRAY(a, uint8_t, room);
    x->mask = room - 1;
    for (uint64_t i = 0; i < p->n_shingles; i++) {
        uint8_t *count = count_of(x, p->shingle[i]);
        *count += *count < UINT8_MAX;
    }
}

static bool is_single(uint64_t number)
{
    return number >> 56 < 2;
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
    uint64_t n = 0, *prefix = x->prefix;

    count_numbers(x, a, p);
    for (uint32_t i = 0; i < p->kind.n; i++)
        for (uint32_t k = take_prefix(g, x, i, prefix); k-- > 0;)
            n += !is_single(prefix[k]);
    if (n >= NONE)
        return err_set(e, E_LIMIT, "more shingles than the index holds; give fewer pages");
    int code = arena_room(a, n * sizeof *x->entry, e);
    if (code)
        return code;
    x->entry = NEW_ARRAY_RAW(a, struct entry, n);
    for (uint32_t i = 0; i < p->kind.n; i++)
        for (uint32_t k = take_prefix(g, x, i, prefix); k-- > 0;)
            if (!is_single(prefix[k]))
                x->entry[x->n++] = (struct entry){ prefix[k], i };
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
    uint32_t room = x->n_met < MEET_ALL ? MEET_MAX : MEET_FEW, was = room, n = x->n ? take_prefix(g, x, kind, x->prefix) : 0;

    *VEC_ADD(g->arena, &g->group) = kind;
    x->met[kind] = kind + 1;
    for (uint32_t k = 0; k < n; k++)
        if (!is_single(x->prefix[k]))
            room -= meet(g, x, x->prefix[k], room);
    x->n_met += was - room;
    group_judge(g);
}

int index_find(struct grouping *g, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = g->arena->budget_bytes };
    struct index x = {
        .met = NEW_ARRAY(&scratch, uint32_t, g->pool->kind.n),
        .prefix = NEW_ARRAY(&scratch, uint64_t, g->pool->options.sample_max + 1),
    };

    order_leaders(&x, &scratch, g->pool);
    int code = g->options.match < 1 ? fill(&x, &scratch, g, e) : 0;
    for (uint32_t i = 0; code == 0 && i < g->pool->kind.n; i++) {
        if (!g->done[x.leader[i]])
            lead(g, &x, x.leader[i]);
    }
    return code;
}
