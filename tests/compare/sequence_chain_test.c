/* The heaviest chain against a plain quadratic twin that follows the stated rule for ties to the letter. */
#include "compare/sequence.h"
#include "tests/compare/sequence_make.h"
#include "tests/tap.h"

static bool precedes(const struct pair *one, const struct pair *other)
{
    return one->weight > 0 && one->a < other->a && one->b < other->b;
}

/* The twin: every pair asks all before it. */
static uint32_t plain_chain(struct arena *a, struct pair *pair, uint32_t n)
{
    uint64_t *best = NEW_ARRAY(a, uint64_t, (size_t)n + 1);
    uint32_t *before = NEW_ARRAY(a, uint32_t, n), *way = NEW_ARRAY(a, uint32_t, n), last = n, chosen = 0;
    for (uint32_t i = 0; i < n; i++) {
        before[i] = n;
        for (uint32_t j = 0; j < i; j++)
            if (precedes(&pair[j], &pair[i]) && (before[i] == n || best[j] > best[before[i]]))
                before[i] = j;
        best[i] = pair[i].weight + (before[i] < n ? best[before[i]] : 0);
        if (pair[i].weight > 0 && (last == n || best[i] > best[last]))
            last = i;
    }
    for (uint32_t at = last; at < n; at = before[at])
        way[chosen++] = at;
    struct pair *kept = NEW_ARRAY(a, struct pair, chosen);
    for (uint32_t i = 0; i < chosen; i++)
        kept[i] = pair[way[chosen - 1 - i]];
    memcpy(pair, kept, chosen * sizeof *pair);
    return chosen;
}

struct range {
    uint32_t n, places, weights, spread;
};

/* Each pair of places with the same probability, so that they come sorted; b is spread to make it sparse. */
static uint32_t make_pairs(struct random *r, const struct range *range, struct pair *pair)
{
    uint32_t n = 0;
    for (uint32_t a = 0; a < range->places; a++)
        for (uint32_t b = 0; b < range->places && n < range->n; b++)
            if (below(r, range->places) < 3)
                pair[n++] = (struct pair){ a, b * range->spread, below(r, range->weights) };
    return n;
}

static void test_twin(const char *what, uint32_t spread, uint32_t weights)
{
    struct random r = { spread + weights };
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        AUTO(arena) a = { 0 };
        struct pair pair[200], twin[200];
        struct range range = { 200, 1 + below(&r, 60), weights, spread };
        uint32_t n = make_pairs(&r, &range, pair);
        memcpy(twin, pair, sizeof pair);
        uint32_t chosen = sequence_chain(&a, pair, n), want = plain_chain(&a, twin, n);
        wrong += chosen != want || memcmp(pair, twin, chosen * sizeof *pair) != 0;
    }
    ok(wrong == 0, "2000 sets of pairs, %s: the twin's chain", what);
}

static void test_named(void)
{
    AUTO(arena) a = { 0 };
    struct pair same_a[] = { { 1, 1, 5 }, { 1, 2, 5 } }, same_b[] = { { 1, 1, 5 }, { 2, 1, 6 } };
    struct pair crossing[] = { { 0, 9, 10 }, { 1, 1, 4 }, { 2, 2, 4 }, { 3, 3, 4 } };
    struct pair none[] = { { 0, 0, 0 }, { 1, 1, 0 } };
    struct pair heavy[] = { { 0, 0, UINT32_MAX }, { 1, 1, UINT32_MAX }, { 2, UINT32_MAX, UINT32_MAX } };

    eq_int(sequence_chain(&a, NULL, 0), 0, "no pairs, no chain");
    ok(sequence_chain(&a, same_a, 2) == 1 && same_a[0].b == 1, "one old item stands for one new item, the first of equals");
    ok(sequence_chain(&a, same_b, 2) == 1 && same_b[0].a == 2, "one new item for one old item, the heavier");
    ok(sequence_chain(&a, crossing, 4) == 3 && crossing[0].a == 1, "many light pairs outweigh a heavy one across them");
    eq_int(sequence_chain(&a, none, 2), 0, "pairs without weight are not chosen");
    eq_int(sequence_chain(&a, heavy, 3), 3, "sums beyond 32 bits, b up to the largest");
}

static void test_large(void)
{
    AUTO(arena) a = { 0 };
    uint32_t n = 300000;
    struct pair *pair = NEW_ARRAY(&a, struct pair, n);
    for (uint32_t i = 0; i < n; i++)
        pair[i] = (struct pair){ i / 2, i % 2 ? n - i : i, 1 + i % 2 };
    uint32_t chosen = sequence_chain(&a, pair, n);
    bool rising = true;
    for (uint32_t i = 1; i < chosen; i++)
        rising = rising && pair[i - 1].a < pair[i].a && pair[i - 1].b < pair[i].b;
    ok(rising && chosen == n / 2, "300,000 pairs, two ways crossing: %u chosen", chosen);
}

int main(void)
{
    test_twin("dense", 1, 10);
    test_twin("many ties", 1, 2);
    test_twin("b sparse", 70000000, 10);
    test_named();
    test_large();
    return tap_done();
}
