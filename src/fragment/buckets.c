/* The paper's way (section 4, steps 1 and 2): nodes in buckets by size, each leader against all nodes of about its size.
 *
 * In: the nodes of a pool. Out: groups, handed to group_judge().
 * Buckets cover ranges of sizes that grow: the first ranges are narrow, because small nodes are many. One that holds too many is split in
 * the middle of its sizes; neighbours that hold few are merged. Then each is sorted, and the nodes are taken from the largest down.
 * Invariants: 1. ranges of buckets rise and do not overlap; 2. every node is in the bucket of its size; 3. only a bucket with a single
 * size holds more than BUCKET_MAX.
 * Cost: O(n log n) and the comparisons, n times the nodes of a size. This is the reference; index.c gives the same in less. */
#include <stdlib.h>

#include "fragment/group.h"

enum { BUCKET_MAX = 1024, BUCKET_MIN = 128 };

struct bucket {
    uint32_t min, max; /* sizes: [min, max] */
    VEC(uint32_t) node;
};

struct buckets {
    const struct pool *pool;
    struct arena *arena;
    VEC(struct bucket *) item; /* sizes rise */
};

/* Ranges that double: 1, 2-3, 4-7 ... */
static void open_buckets(struct buckets *b)
{
    for (unsigned bit = 0; bit < 32; bit++) {
        struct bucket *one = NEW(b->arena, struct bucket);
        one->min = (uint32_t)1 << bit;
        one->max = bit == 31 ? UINT32_MAX : ((uint32_t)1 << (bit + 1)) - 1;
        *VEC_ADD(b->arena, &b->item) = one;
    }
}

static uint32_t place_of(const struct buckets *b, uint32_t size)
{
    uint32_t low = 0, high = b->item.n - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (b->item.item[middle]->max < size)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The middle of the range goes to a bucket of its own behind this one. */
static void split(struct buckets *b, uint32_t place)
{
    struct bucket *low = b->item.item[place], *high = NEW(b->arena, struct bucket);
    uint32_t middle = low->min + (low->max - low->min) / 2, kept = 0;

    high->min = middle + 1;
    high->max = low->max;
    low->max = middle;
    for (uint32_t i = 0; i < low->node.n; i++) {
        uint32_t node = low->node.item[i];
        if (pool_bytes(b->pool, node) > middle)
            *VEC_ADD(b->arena, &high->node) = node;
        else
            low->node.item[kept++] = node;
    }
    low->node.n = kept;
    *VEC_ADD(b->arena, &b->item) = NULL;
    memmove(&b->item.item[place + 2], &b->item.item[place + 1], (b->item.n - place - 2) * sizeof *b->item.item);
    b->item.item[place + 1] = high;
}

static void put(struct buckets *b, uint32_t node)
{
    uint32_t size = pool_bytes(b->pool, node), place = place_of(b, size);
    struct bucket *at = b->item.item[place];

    *VEC_ADD(b->arena, &at->node) = node;
    while (at->node.n > BUCKET_MAX && at->min < at->max) {
        split(b, place);
        place = place_of(b, size);
        at = b->item.item[place];
    }
}

static void merge(struct buckets *b)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i < b->item.n; i++) {
        struct bucket *into = b->item.item[kept], *from = b->item.item[i];
        if (into->node.n + from->node.n > BUCKET_MIN) {
            b->item.item[++kept] = from;
            continue;
        }
        for (uint32_t k = 0; k < from->node.n; k++)
            *VEC_ADD(b->arena, &into->node) = from->node.item[k];
        into->max = from->max;
    }
    b->item.n = kept + 1;
}

/* Sizes fall; of equal ones the first node of the pool comes first. */
static int by_size(const void *a, const void *b, void *pool)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    uint32_t size_x = pool_bytes(pool, x), size_y = pool_bytes(pool, y);
    return size_x != size_y ? (size_x > size_y ? -1 : 1) : x < y ? -1 : x > y;
}

static uint32_t *sorted(struct buckets *b, struct arena *a)
{
    uint32_t *all = NEW_ARRAY_RAW(a, uint32_t, b->pool->node.n), n = 0;
    for (uint32_t i = b->item.n; i-- > 0;) {
        struct bucket *at = b->item.item[i];
        if (at->node.n == 0)
            continue;
        qsort_r(at->node.item, at->node.n, sizeof *at->node.item, by_size, (void *)b->pool);
        memcpy(all + n, at->node.item, at->node.n * sizeof *all);
        n += at->node.n;
    }
    return all;
}

/* The leader's CSet: from the first node that is near enough in size, larger ones too, since they are still in their buckets. */
static void lead(struct grouping *g, const uint32_t *node, uint32_t at, uint32_t first, bool *taken)
{
    const struct pool *p = g->pool;
    uint32_t kind = p->node.item[node[at]].kind;

    *VEC_ADD(g->arena, &g->group) = kind;
    taken[kind] = true;
    for (uint32_t i = first; i < p->node.n; i++) {
        uint32_t other = p->node.item[node[i]].kind;
        if (g->done[other] || taken[other])
            continue;
        if (!group_near(g, kind, other)) {
            if (i > at)
                break;
            continue;
        }
        if (group_match(g, kind, other)) {
            *VEC_ADD(g->arena, &g->group) = other;
            taken[other] = true;
        }
    }
    for (uint32_t i = 0; i < g->group.n; i++)
        taken[g->group.item[i]] = false;
    group_judge(g);
}

void buckets_find(struct grouping *g)
{
    AUTO(arena) scratch = { 0 };
    struct buckets b = { .pool = g->pool, .arena = &scratch };
    bool *taken = NEW_ARRAY(&scratch, bool, g->pool->kind.n), *led = NEW_ARRAY(&scratch, bool, g->pool->kind.n);

    open_buckets(&b);
    for (uint32_t i = 0; i < g->pool->node.n; i++)
        put(&b, i);
    merge(&b);
    uint32_t *node = sorted(&b, &scratch), first = 0;
    for (uint32_t i = 0; i < g->pool->node.n; i++) {
        uint32_t kind = g->pool->node.item[node[i]].kind;
        while (!group_near(g, g->pool->node.item[node[first]].kind, kind))
            first++;
        if (!g->done[kind] && !led[kind]) /* nodes of one class have one group */
            lead(g, node, i, first, taken);
        led[kind] = true;
    }
}
