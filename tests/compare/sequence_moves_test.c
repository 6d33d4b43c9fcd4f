/* Moved runs: the laws on random leftovers, and a plain twin that takes the heaviest run again and again. */
#include "compare/sequence.h"
#include "tests/compare/sequence_make.h"
#include "tests/tap.h"

enum { MOST = 120 };

struct side {
    uint32_t symbol[MOST], weight[MOST];
    uint8_t taken[MOST];
    uint32_t n;
};

static struct leftover leftover_of(const struct side *s)
{
    return (struct leftover){ s->symbol, s->weight, s->taken, s->n };
}

static bool free_pair(const struct side *old, const struct side *new, uint32_t i, uint32_t j)
{
    return i < old->n && j < new->n && !old->taken[i] && !new->taken[j] && old->symbol[i] == new->symbol[j];
}

/* The maximal run from (i, j) on, where one begins there. */
static uint32_t run_from(const struct side *old, const struct side *new, uint32_t i, uint32_t j, uint64_t *weight)
{
    uint32_t n = 0;
    *weight = 0;
    if (i > 0 && j > 0 && free_pair(old, new, i - 1, j - 1))
        return 0;
    while (free_pair(old, new, i + n, j + n))
        *weight += old->weight[i + n++];
    return n;
}

/* The twin changes its sides: what it gives out is taken. Its runs are in the order of choice. */
static uint32_t plain_moves(struct side *old, struct side *new, uint32_t min_weight, struct run *run)
{
    for (uint32_t n_runs = 0;; n_runs++) {
        struct run best = { 0, 0, 0 };
        uint64_t most = 0;
        for (uint32_t j = 0; j < new->n; j++)
            for (uint32_t i = 0; i < old->n; i++) {
                uint64_t weight;
                uint32_t n = run_from(old, new, i, j, &weight);
                if (n == 0 || weight < min_weight || (best.n > 0 && weight <= most))
                    continue;
                best = (struct run){ i, j, n };
                most = weight;
            }
        if (best.n == 0)
            return n_runs;
        run[n_runs] = best;
        memset(old->taken + best.a, 1, best.n);
        memset(new->taken + best.b, 1, best.n);
    }
}

static bool same_set(const struct runs *runs, const struct run *run, uint32_t n)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < runs->n; i++)
        for (uint32_t k = 0; k < n; k++)
            found += memcmp(&runs->item[i], &run[k], sizeof *run) == 0;
    return runs->n == n && found == n;
}

/* In order of b, of equal symbols, nothing twice, nothing that was taken, heavy enough, none that could be longer. Takes what
 * they hold. */
static bool laws_hold(struct side *old, struct side *new, uint32_t min_weight, const struct runs *runs)
{
    uint32_t end = 0, common = 0;
    for (uint32_t i = 0; i < runs->n; i++) {
        struct run run = runs->item[i];
        uint64_t weight = 0;
        if (run.n == 0 || run.b < end)
            return false;
        for (uint32_t k = 0; k < run.n; k++) {
            if (!free_pair(old, new, run.a + k, run.b + k))
                return false;
            weight += old->weight[run.a + k];
            old->taken[run.a + k] = new->taken[run.b + k] = 1;
        }
        if (weight < min_weight)
            return false;
        end = run.b + run.n;
        common += run.n;
    }
    for (uint32_t i = 0; i < runs->n; i++) {
        struct run run = runs->item[i];
        bool before = run.a > 0 && run.b > 0 && free_pair(old, new, run.a - 1, run.b - 1);
        if (before || free_pair(old, new, run.a + run.n, run.b + run.n))
            return false;
    }
    return common == runs->common;
}

/* Old in pieces that come in another order, with symbols that old repeats up to `repeats` times. */
static void make_sides(struct random *r, uint32_t repeats, struct side *old, struct side *new)
{
    memset(old, 0, sizeof *old);
    memset(new, 0, sizeof *new);
    old->n = 1 + below(r, MOST - 1);
    for (uint32_t i = 0; i < old->n; i++)
        old->symbol[i] = i / repeats;
    for (uint32_t i = 0; i < old->n; i++) {
        uint32_t other = below(r, old->n), symbol = old->symbol[i];
        old->symbol[i] = old->symbol[other];
        old->symbol[other] = symbol;
    }
    while (new->n < MOST) {
        uint32_t from = below(r, old->n), n = 1 + below(r, 12);
        for (uint32_t i = 0; i < n && from + i < old->n && new->n < MOST; i++)
            new->symbol[new->n++] = below(r, 10) ? old->symbol[from + i] : below(r, 50);
    }
    for (uint32_t i = 0; i < MOST; i++) {
        old->weight[i] = 1 + old->symbol[i] % 4;
        old->taken[i] = below(r, 8) == 0;
        new->taken[i] = below(r, 8) == 0;
    }
}

static void test_twin(uint32_t repeats)
{
    struct random r = { repeats };
    uint32_t wrong = 0, broken = 0, n_runs = 0;
    for (uint32_t i = 0; i < 300; i++) {
        AUTO(arena) a = { 0 };
        struct side old, new, old_copy, new_copy;
        struct run run[MOST];
        struct runs runs;
        uint32_t min_weight = below(&r, 8);
        make_sides(&r, repeats, &old, &new);
        struct leftover left_old = leftover_of(&old), left_new = leftover_of(&new);
        left_new.weight = NULL;
        sequence_moves(&a, &left_old, &left_new, min_weight, &runs);
        old_copy = old;
        new_copy = new;
        broken += !laws_hold(&old_copy, &new_copy, min_weight, &runs);
        n_runs += runs.n;
        if (repeats <= 8)
            wrong += !same_set(&runs, run, plain_moves(&old, &new, min_weight, run));
    }
    ok(broken == 0, "symbols up to %u times: the laws hold for %u runs", repeats, n_runs);
    if (repeats <= 8)
        ok(wrong == 0, "symbols up to %u times: the twin's runs", repeats);
}

static void test_named(void)
{
    AUTO(arena) a = { 0 };
    const uint32_t old_symbol[] = { 1, 2, 3, 4, 5, 6 }, new_symbol[] = { 5, 6, 1, 2, 3, 4 }, weight[] = { 3, 3, 3, 3, 3, 3 };
    const uint8_t old_taken[] = { 1, 1, 1, 1, 0, 0 }, new_taken[] = { 0, 0, 1, 1, 1, 1 };
    struct leftover old = { old_symbol, weight, old_taken, 6 }, new = { new_symbol, weight, new_taken, 6 };
    struct runs runs;

    sequence_moves(&a, &old, &new, 6, &runs);
    ok(runs.n == 1 && runs.item[0].a == 4 && runs.item[0].b == 0 && runs.item[0].n == 2, "a tail that came to the front");
    sequence_moves(&a, &old, &new, 7, &runs);
    eq_int(runs.n, 0, "too light to tell");
    old.n = new.n = 0;
    sequence_moves(&a, &old, &new, 0, &runs);
    eq_int(runs.n, 0, "nothing left over");
}

/* Inputs on which pairing all equal symbols would be quadratic. */
static void test_large(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { 4 };
    uint32_t n = 200000, *symbol[2] = { NEW_ARRAY(&a, uint32_t, n), NEW_ARRAY(&a, uint32_t, n) },
             *weight = NEW_ARRAY(&a, uint32_t, n);
    uint8_t *taken = NEW_ARRAY(&a, uint8_t, n);
    struct leftover old = { symbol[0], weight, taken, n }, new = { symbol[1], weight, taken, n };
    struct runs runs;

    for (uint32_t i = 0; i < n; i++)
        weight[i] = 1;
    sequence_moves(&a, &old, &new, 3, &runs);
    ok(runs.n == 1 && runs.common == n, "one symbol all through is one run");
    fill(&r, symbol[0], n, 2);
    fill(&r, symbol[1], n, 2);
    sequence_moves(&a, &old, &new, 3, &runs);
    ok(runs.n > 0, "two symbols: %u runs", runs.n);
    for (uint32_t i = 0; i < n; i++) {
        symbol[0][i] = i % 1000;
        symbol[1][i] = (i + i / 1001) % 1000;
    }
    sequence_moves(&a, &old, &new, 3, &runs);
    ok(runs.n > 0, "two periods: %u runs", runs.n);
}

int main(void)
{
    test_twin(1);
    test_twin(3);
    test_twin(8);
    test_twin(40);
    test_named();
    test_large();
    return tap_done();
}
