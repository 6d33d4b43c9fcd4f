/* The sequence engine against a plain quadratic twin: every method forced in turn, on random and on made-up shapes. */
#include <stdlib.h>

#include "compare/sequence_impl.h"
#include "tests/compare/sequence_make.h"
#include "tests/tap.h"

/* The twin: the whole table. */
static uint32_t plain_length(const struct sequence_sides *s)
{
    AUTO(arena) a = { 0 };
    uint32_t *row = NEW_ARRAY(&a, uint32_t, (size_t)s->n_new + 1);
    for (uint32_t i = 0; i < s->n_old; i++) {
        uint32_t corner = 0;
        for (uint32_t j = 0; j < s->n_new; j++) {
            uint32_t above = row[j + 1];
            row[j + 1] = s->old[i] == s->new[j] ? corner + 1 : MAX(above, row[j]);
            corner = above;
        }
    }
    return row[s->n_new];
}

/* Runs are equal text, in order, apart from each other, and add up; no run can be made longer where nothing stands in its way. */
static bool runs_hold(const struct sequence_sides *s, const struct runs *r)
{
    uint64_t end_a = 0, end_b = 0;
    uint32_t common = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        struct run run = r->item[i];
        bool touching = i > 0 && run.a == end_a && run.b == end_b;
        if (run.n == 0 || run.a < end_a || run.b < end_b || touching)
            return false;
        if (run.a > end_a && run.b > end_b && s->old[run.a - 1] == s->new[run.b - 1])
            return false;
        end_a = (uint64_t)run.a + run.n;
        end_b = (uint64_t)run.b + run.n;
        if (end_a > s->n_old || end_b > s->n_new || memcmp(s->old + run.a, s->new + run.b, run.n * sizeof *s->old) != 0)
            return false;
        common += run.n;
    }
    return common == r->common;
}

static bool runs_same(const struct runs *one, const struct runs *other)
{
    return one->n == other->n && memcmp(one->item, other->item, one->n * sizeof *one->item) == 0;
}

enum method { USUAL, MYERS, BITS, BITS_LEAF, FALLBACK, N_METHODS };
static const char *method_name[] = { "as usual", "by Myers alone", "by bits alone", "by bits with leaves", "by the fallback" };

static struct sequence_limits limits_of(enum method method, uint64_t cells)
{
    struct sequence_limits usual = SEQUENCE_LIMITS;
    switch (method) {
    case MYERS:
        return (struct sequence_limits){ 1, UINT32_MAX, usual.cells };
    case BITS:
        return (struct sequence_limits){ 1, 0, usual.cells };
    case BITS_LEAF:
        return (struct sequence_limits){ SEQUENCE_LEAF, 0, usual.cells };
    case FALLBACK:
        return (struct sequence_limits){ 4, 0, cells };
    default:
        return usual;
    }
}

struct tally {
    uint32_t n, wrong_length, wrong_runs, wrong_alone, unsteady, found, possible;
};

static void try_one(const struct sequence_sides *s, enum method method, struct tally *t)
{
    AUTO(arena) a = { 0 };
    struct sequence_limits limits = limits_of(method, 4 * ((uint64_t)s->n_old + s->n_new));
    struct runs runs, again;
    uint32_t want = plain_length(s);

    sequence_match_within(&a, s, &limits, &runs);
    sequence_match_within(&a, s, &limits, &again);
    t->n++;
    t->wrong_length += runs.exact ? runs.common != want : method != FALLBACK || runs.common > want;
    t->wrong_runs += !runs_hold(s, &runs);
    t->wrong_alone += sequence_length_within(s, &limits) != runs.common;
    t->unsteady += !runs_same(&runs, &again);
    t->found += runs.common;
    t->possible += want;
}

static void tell(const struct tally *t, const char *what, const char *how)
{
    ok(t->wrong_length == 0, "%s, %s: %u lengths", what, how, t->n);
    ok(t->wrong_runs == 0, "%s, %s: runs are valid", what, how);
    ok(t->wrong_alone == 0, "%s, %s: the length alone is the same", what, how);
    ok(t->unsteady == 0, "%s, %s: the same again", what, how);
}

static void test_random(enum method method)
{
    struct random r = { 7 + method };
    struct tally t = { 0 };
    for (uint32_t i = 0; i < 3000; i++) {
        uint32_t old[200], new[200], alphabet = 1 + below(&r, 50);
        struct sequence_sides s = { old, new, below(&r, 201), below(&r, 201) };
        fill(&r, old, s.n_old, alphabet);
        fill(&r, new, s.n_new, alphabet);
        try_one(&s, method, &t);
    }
    tell(&t, "random pairs", method_name[method]);
}

static void test_shapes(enum method method)
{
    AUTO(arena) a = { 0 };
    struct random r = { 99 + method };
    struct tally t = { 0 };
    for (uint32_t i = 0; i < 1600; i++) {
        struct sequence_sides s = shape(&a, &r, i % N_SHAPES, below(&r, 300), 1 + below(&r, 300));
        try_one(&s, method, &t);
    }
    tell(&t, "shapes", method_name[method]);
    if (method == FALLBACK)
        ok((uint64_t)t.found * 10 >= (uint64_t)t.possible * 8, "the fallback finds %u of %u", t.found, t.possible);
}

/* Larger than a block, so that carries, bands and several blocks count. */
static void test_blocks(enum method method)
{
    AUTO(arena) a = { 0 };
    struct random r = { 5 + method };
    struct tally t = { 0 };
    for (uint32_t i = 0; i < 160; i++) {
        struct sequence_sides s = shape(&a, &r, i % N_SHAPES, 300 + below(&r, 1500), 1 + below(&r, i % 3 ? 1000 : 4));
        try_one(&s, method, &t);
    }
    tell(&t, "shapes of several blocks", method_name[method]);
}

static void test_edges(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { 3 };
    uint32_t side[130];
    struct tally t = { 0 };
    for (uint32_t n_old = 0; n_old <= 130; n_old += n_old < 62 || n_old > 66 ? 13 : 1)
        for (uint32_t n_new = 0; n_new <= 130; n_new += n_new < 62 || n_new > 66 ? 13 : 1) {
            uint32_t other[130];
            fill(&r, side, n_old, 3);
            fill(&r, other, n_new, 3);
            try_one(&(struct sequence_sides){ side, other, n_old, n_new }, USUAL, &t);
        }
    tell(&t, "sides around one word", method_name[USUAL]);

    struct runs runs;
    sequence_match(&a, NULL, 0, NULL, 0, &runs);
    ok(runs.n == 0 && runs.common == 0 && runs.exact, "nothing against nothing");
    ok(sequence_length(NULL, 0, side, 130) == 0, "nothing against something");
    const uint32_t extreme[] = { 0, UINT32_MAX, 0, UINT32_MAX };
    sequence_match(&a, extreme, 4, extreme + 1, 3, &runs);
    ok(runs.n == 1 && runs.common == 3, "the smallest and the largest symbol are symbols like others");
}

static void match_words(struct arena *a, const char *old, const char *new, struct runs *runs)
{
    uint32_t symbol[2][64], n[2] = { (uint32_t)strlen(old), (uint32_t)strlen(new) };
    for (uint32_t i = 0; i < n[0]; i++)
        symbol[0][i] = (uint32_t)old[i];
    for (uint32_t i = 0; i < n[1]; i++)
        symbol[1][i] = (uint32_t) new[i];
    sequence_match(a, symbol[0], n[0], symbol[1], n[1], runs);
}

static void test_few_runs(void)
{
    AUTO(arena) a = { 0 };
    struct runs r;
    match_words(&a, "tc", "tdtc", &r);
    ok(r.n == 1 && r.item[0].b == 2, "words that stand twice in new go with their neighbours behind");
    match_words(&a, "ab", "abxb", &r);
    ok(r.n == 1 && r.item[0].b == 0, "or before");
    match_words(&a, "abxcdab", "ab", &r);
    ok(r.n == 1 && r.common == 2, "a removal leaves one run");
    match_words(&a, "abcdef", "abXdef", &r);
    ok(r.n == 2 && r.item[0].n == 2 && r.item[1].n == 3, "a word in place of another is one change");
}

/* Numbers of symbols must not count, only which are equal. */
static void test_names(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { 12 };
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 200; i++) {
        struct sequence_sides s = shape(&a, &r, i % N_SHAPES, 10 + below(&r, 500), 1 + below(&r, 60));
        struct runs one, other;
        uint32_t *old = NEW_ARRAY(&a, uint32_t, s.n_old), *new = NEW_ARRAY(&a, uint32_t, s.n_new);
        for (uint32_t k = 0; k < s.n_old; k++)
            old[k] = s.old[k] * 2654435761u + 12345;
        for (uint32_t k = 0; k < s.n_new; k++)
            new[k] = s.new[k] * 2654435761u + 12345;
        sequence_match(&a, s.old, s.n_old, s.new, s.n_new, &one);
        sequence_match(&a, old, s.n_old, new, s.n_new, &other);
        wrong += !runs_same(&one, &other);
    }
    ok(wrong == 0, "other numbers for the symbols, the same runs");
}

static void test_large(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { 21 };
    uint32_t n = 100000, *old = NEW_ARRAY(&a, uint32_t, n), *new = NEW_ARRAY(&a, uint32_t, n);
    struct sequence_sides s = { old, new, n, n };
    struct runs runs, twin;
    struct sequence_limits bits = limits_of(BITS_LEAF, 0), tight = SEQUENCE_LIMITS, ample = SEQUENCE_LIMITS;

    fill(&r, old, n, 20000);
    memcpy(new, old, n * sizeof *old);
    for (uint32_t i = 0; i < n / 100; i++)
        new[below(&r, n)] = below(&r, 20000);
    sequence_match(&a, old, n, new, n, &runs);
    ok(runs.exact && runs_hold(&s, &runs), "100,000 words, 1 in 100 changed: %u in common", runs.common);
    sequence_match_within(&a, &s, &bits, &twin);
    ok(twin.common == runs.common && sequence_length(old, n, new, n) == runs.common, "the bits find as much as Myers");

    memmove(new + 30000, new, (n - 30000) * sizeof *new);
    fill(&r, new, 30000, 20000);
    for (uint32_t i = 0; i < n / 10; i++)
        new[below(&r, n)] = below(&r, 20000);
    ample.cells = 1ull << 36;
    sequence_match_within(&a, &s, &ample, &runs);
    tight.cells = 1 << 26;
    sequence_match_within(&a, &s, &tight, &twin);
    ok(runs.exact && runs_hold(&s, &runs), "a third inserted: %u in common", runs.common);
    ok(!twin.exact && runs_hold(&s, &twin) && twin.common * 100ull >= runs.common * 98ull, "anchors alone find %u of it",
       twin.common);

    s.new = old + n / 10;
    s.n_new = n / 10;
    tight.cells = 1 << 20;
    sequence_match_within(&a, &s, &tight, &twin);
    ok(twin.exact && twin.n == 1 && twin.common == s.n_new, "all but a tenth cut away: found by anchors, and known to be all");
}

int main(void)
{
    for (enum method method = USUAL; method < N_METHODS; method++) {
        test_random(method);
        test_shapes(method);
        test_blocks(method);
    }
    test_edges();
    test_few_runs();
    test_names();
    test_large();
    return tap_done();
}
