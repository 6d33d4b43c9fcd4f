/* Shared fragments by an index of shingles: the groups of buckets.c without comparing every pair.
 *
 * In: the classes of a pool. Out: groups, handed to group_judge().
 * Two sets of n numbers that have at least t in common have one in common among the n - t + 1 first of each, whatever the order (prefix
 * filtering: Chaudhuri, Ganti, Kaushik 2006). In the order from rare to frequent those first ones are in few classes, so that a leader
 * meets few that are not like it: texts of one language share many windows, but few rare ones. Leaders come from the largest down, and only
 * classes of about their size can be in their group: these are a window that slides over the classes, and the index holds no others. With
 * match = 1 a class is its own group, and no index is needed.
 * Invariants: 1. links of a chain lead to older entries, larger classes; 2. an entry is overwritten only once no leader can want it; 3. a
 * number that only one class has gets no entry.
 * Cost: O(numbers) to count them and choose prefixes, O(numbers in prefixes) for the index, and O(classes met). A class that many groups
 * meet and none takes is met each time; a leader meets at most MEET_MAX, and few once all have met MEET_ALL, so that hostile pages cannot
 * make this quadratic. */
#include <math.h>
#include <stdlib.h>

#include "base/limits.h"
#include "fragment/group.h"

enum { MEET_MAX = 1 << 22, MEET_FEW = 1 << 8, MEET_ALL = 1 << 27 };

/* A number of a class in the window. Entries are numbered from 1 as they come; number i stands at i modulo the room. */
struct entry {
    uint32_t number;
    uint32_t kind;
    uint32_t before; /* the next older entry of the chain; 0, or one that left the window: none */
};

struct index {
    uint32_t *leader; /* classes from the largest down */
    uint32_t *first;  /* by place of leaders: where its numbers begin; n + 1 */
    VEC(uint32_t) number;
    struct entry *entry;
    uint32_t *chain;  /* by number, roughly: its newest entry */
    uint32_t mask;    /* of both */
    uint32_t entered; /* leaders whose numbers are in */
    uint32_t oldest;  /* the first entry of the window */
    uint32_t *met;    /* by class: the leader that met it last, from 1 */
    uint64_t n_met;   /* by all leaders */
    uint8_t *count;   /* by number, roughly: classes that have it; only while numbers are chosen */
    uint64_t mask_count;
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
    for (uint32_t i = 0; i < p->kind.n; i++)
        x->leader[i] = i;
    if (p->kind.n)
        qsort_r(x->leader, p->kind.n, sizeof *x->leader, by_size, (void *)p);
}

/* How many of its rarest numbers a class must be found by. */
static uint32_t prefix_of(const struct grouping *g, uint32_t kind)
{
    uint32_t n = g->pool->kind.item[kind].n_shingles;
    double common = g->options.match * fmax(group_partner_min(g, n), 1);
    return n - MIN(n, (uint32_t)ceil(common - 1e-9)) + (n > 0);
}

static uint8_t *count_of(const struct index *x, uint32_t number)
{
    return &x->count[(number * UINT64_C(0x9e3779b97f4a7c15) >> 16) & x->mask_count];
}

/* How many classes have each number, up to 255; two numbers may share a count, which is then too high for both. */
static void count_numbers(struct index *x, struct arena *a, const struct pool *p)
{
    uint64_t room = 1024;
    while (room < p->n_shingles)
        room *= 2;
    x->count = NEW_ARRAY(a, uint8_t, room);
    x->mask_count = room - 1;
    for (uint64_t i = 0; i < p->n_shingles; i++) {
        uint8_t *count = count_of(x, p->shingle[i]);
        *count += *count < UINT8_MAX;
    }
}

/* The rarest numbers of a class, without those that no other has. */
static void add_prefix(struct index *x, struct arena *a, const struct grouping *g, uint32_t kind, uint64_t *room)
{
    struct short_shingles s = pool_shingles(g->pool, kind);
    struct smallest rarest = { .item = room, .room = prefix_of(g, kind) };

    for (uint32_t i = 0; i < s.n; i++)
        smallest_add(&rarest, (uint64_t)*count_of(x, s.item[i]) << 32 | s.item[i]);
    for (uint32_t i = 0; i < rarest.n; i++)
        if (rarest.item[i] >> 32 > 1)
            *VEC_ADD(a, &x->number) = (uint32_t)rarest.item[i];
}

/* Numbers that are in the window at once, at most. */
static uint32_t widest(const struct index *x, const struct grouping *g)
{
    uint32_t most = 0;
    for (uint32_t i = 0, low = 0, high = 0, n = g->pool->kind.n; i < n; i++) {
        while (high < n && group_near(g, x->leader[i], x->leader[high]))
            high++;
        while (!group_near(g, x->leader[i], x->leader[low]))
            low++;
        most = MAX(most, x->first[high] - x->first[low]);
    }
    return most;
}

/* The numbers that each leader is found by. */
static int choose_numbers(struct index *x, struct arena *a, const struct grouping *g, struct err *e)
{
    AUTO(arena) scratch = { 0 }; /* the counts are large, and no longer needed afterwards */
    const struct pool *p = g->pool;
    uint64_t *room = NEW_ARRAY_RAW(&scratch, uint64_t, p->options.sample_max + 1);

    count_numbers(x, &scratch, p);
    x->first = NEW_ARRAY_RAW(a, uint32_t, p->kind.n + 1);
    for (uint32_t i = 0; i < p->kind.n; i++) {
        x->first[i] = x->number.n;
        add_prefix(x, a, g, x->leader[i], room);
        if (arena_over(a) || x->number.n >= UINT32_MAX / 4)
            return err_set(e, E_LIMIT, "more shingles than the index holds; give fewer pages");
    }
    x->first[p->kind.n] = x->number.n;
    x->count = NULL;
    return 0;
}

static int fill(struct index *x, struct arena *a, const struct grouping *g, struct err *e)
{
    uint32_t n = 1024;
    int code = choose_numbers(x, a, g, e);

    if (code)
        return code;
    for (uint32_t most = widest(x, g); n <= most;)
        n *= 2;
    code = arena_room(a, (size_t)n * (sizeof *x->entry + sizeof *x->chain), e);
    if (code)
        return code;
    x->entry = NEW_ARRAY(a, struct entry, n);
    x->chain = NEW_ARRAY(a, uint32_t, n);
    x->mask = n - 1;
    return 0;
}

static uint32_t *chain_of(const struct index *x, uint32_t number)
{
    return &x->chain[number & x->mask];
}

/* Moves the window to the leader at place `at`. */
static void slide(struct index *x, const struct grouping *g, uint32_t at, uint32_t *low)
{
    for (; x->entered < g->pool->kind.n && group_near(g, x->leader[at], x->leader[x->entered]); x->entered++) {
        for (uint32_t i = x->first[x->entered]; i < x->first[x->entered + 1]; i++) {
            uint32_t *chain = chain_of(x, x->number.item[i]);
            x->entry[(i + 1) & x->mask] = (struct entry){ x->number.item[i], x->leader[x->entered], *chain };
            *chain = i + 1;
        }
    }
    while (!group_near(g, x->leader[at], x->leader[*low]))
        ++*low;
    x->oldest = x->first[*low] + 1;
}

/* Compares the leader with all classes of the window that have the number; returns how many there were. */
static uint32_t meet(struct grouping *g, struct index *x, uint32_t number, uint32_t room)
{
    uint32_t leader = g->group.item[0], n = 0, *link = chain_of(x, number);

    for (uint32_t i = *link; i >= x->oldest && n < room; i = *link, n++) {
        struct entry *entry = &x->entry[i & x->mask];
        if (g->done[entry->kind]) { /* nobody will want it any more */
            *link = entry->before;
            continue;
        }
        link = &entry->before;
        if (entry->number != number || x->met[entry->kind] == leader + 1)
            continue;
        x->met[entry->kind] = leader + 1;
        if (group_match(g, leader, entry->kind))
            *VEC_ADD(g->arena, &g->group) = entry->kind;
    }
    return n;
}

static void lead(struct grouping *g, struct index *x, uint32_t at)
{
    uint32_t room = x->n_met < MEET_ALL ? MEET_MAX : MEET_FEW, was = room, kind = x->leader[at];

    *VEC_ADD(g->arena, &g->group) = kind;
    x->met[kind] = kind + 1;
    for (uint32_t i = x->first ? x->first[at] : 0; x->first && i < x->first[at + 1] && room; i++)
        room -= meet(g, x, x->number.item[i], room);
    x->n_met += was - room;
    group_judge(g);
}

int index_find(struct grouping *g, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = g->arena->budget_bytes };
    struct index x = { .met = NEW_ARRAY(&scratch, uint32_t, g->pool->kind.n) };
    uint32_t low = 0;

    order_leaders(&x, &scratch, g->pool);
    int code = g->options.match < 1 ? fill(&x, &scratch, g, e) : 0;
    for (uint32_t i = 0; code == 0 && i < g->pool->kind.n; i++) {
        if (g->done[x.leader[i]])
            continue;
        if (x.first)
            slide(&x, g, i, &low);
        lead(g, &x, i);
    }
    return code;
}
