/* The heaviest chain of candidate pairs: weighted longest increasing subsequence.
 *
 * In: pairs sorted by a, then b. Out: the chosen ones at the front of the array.
 * The idea: pairs in order of a; a Fenwick tree over b gives the heaviest chain that ends below a given b (Fenwick 1994, with the
 * maximum in place of the sum). Pairs of one a are all asked before any of them is entered, so a rises strictly.
 * Invariants: 1. a tree node names the first pair, in the order given, of the heaviest chains that end in its range;
 * 2. best[i] is the sum of the chain that ends with pair i.
 * Cost: O(n log n); memory O(n + span of b), or O(n) where b is sparse. */
#include <stdlib.h>

#include "compare/sequence_impl.h"

#define SPARSE 16u /* room for b beyond this many times n is not worth taking: b is ranked by sorting instead */

struct chain {
    uint64_t *best;
    uint32_t *before; /* the pair before, counted from 1; 0 is none */
    uint32_t *tree;   /* pairs counted from 1 */
    uint32_t *rank;   /* of each pair's b, from 1 */
    uint32_t n_ranks;
};

static int by_value(const void *one, const void *other)
{
    uint32_t x = *(const uint32_t *)one, y = *(const uint32_t *)other;
    return (x > y) - (x < y);
}

static uint32_t place(const uint32_t *sorted, uint32_t n, uint32_t value)
{
    uint32_t low = 0;
    while (n > 0) {
        uint32_t half = n / 2;
        if (sorted[low + half] < value) {
            low += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return low;
}

static void rank_sparse(struct arena *scratch, struct chain *c, const struct pair *pair, uint32_t n)
{
    uint32_t *sorted = NEW_ARRAY_RAW(scratch, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = pair[i].b;
    qsort(sorted, n, sizeof *sorted, by_value);
    for (uint32_t i = 0; i < n; i++)
        c->rank[i] = place(sorted, n, pair[i].b) + 1;
    c->n_ranks = n;
}

static void rank_all(struct arena *scratch, struct chain *c, const struct pair *pair, uint32_t n)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < n; i++) {
        low = MIN(low, pair[i].b);
        high = MAX(high, pair[i].b);
    }
    if (high - low >= (uint64_t)SPARSE * n) {
        rank_sparse(scratch, c, pair, n);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        c->rank[i] = pair[i].b - low + 1;
    c->n_ranks = high - low + 1;
}

/* Of two pairs the one whose chain is heavier, of equal ones the first. */
static uint32_t heavier(const struct chain *c, uint32_t one, uint32_t other)
{
    if (one == 0 || other == 0)
        return one + other;
    if (c->best[one - 1] != c->best[other - 1])
        return c->best[one - 1] > c->best[other - 1] ? one : other;
    return MIN(one, other);
}

static uint32_t heaviest_below(const struct chain *c, uint32_t rank)
{
    uint32_t found = 0;
    for (uint32_t i = rank - 1; i > 0; i &= i - 1)
        found = heavier(c, found, c->tree[i]);
    return found;
}

static void enter(struct chain *c, uint32_t at)
{
    for (uint64_t i = c->rank[at]; i <= c->n_ranks; i += i & -i)
        c->tree[i] = heavier(c, c->tree[i], at + 1);
}

/* Fills best and before; returns the last pair of the heaviest chain, counted from 1. */
static uint32_t grow(struct chain *c, const struct pair *pair, uint32_t n)
{
    uint32_t last = 0;
    for (uint32_t from = 0, to; from < n; from = to) {
        for (to = from; to < n && pair[to].a == pair[from].a; to++) {
            uint32_t before = heaviest_below(c, c->rank[to]);
            c->before[to] = before;
            c->best[to] = pair[to].weight + (before ? c->best[before - 1] : 0);
        }
        for (uint32_t i = from; i < to; i++) {
            if (pair[i].weight == 0)
                continue; /* it adds nothing to any chain */
            enter(c, i);
            last = heavier(c, last, i + 1);
        }
    }
    return last;
}

uint32_t sequence_chain(struct arena *scratch, struct pair *pair, uint32_t n)
{
    struct chain c = { .best = NEW_ARRAY_RAW(scratch, uint64_t, n),
                       .before = NEW_ARRAY_RAW(scratch, uint32_t, n),
                       .rank = NEW_ARRAY_RAW(scratch, uint32_t, n) };
    uint32_t chosen = 0;

    if (n == 0)
        return 0;
    rank_all(scratch, &c, pair, n);
    c.tree = NEW_ARRAY(scratch, uint32_t, (size_t)c.n_ranks + 1);
    uint32_t last = grow(&c, pair, n);
    uint32_t *way = c.rank; /* no longer needed: the chain, last first */
    for (uint32_t at = last; at; at = c.before[at - 1])
        way[chosen++] = at - 1;
    for (uint32_t i = 0; i < chosen; i++)
        pair[i] = pair[way[chosen - 1 - i]];
    return chosen;
}
