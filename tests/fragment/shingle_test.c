/* Samples of windows, and what two have in common. */
#include "fragment/shingle.h"

#include "tests/base/random.h"
#include "tests/tap.h"

static void test_smallest(void)
{
    struct random r = { 7 };
    for (unsigned turn = 0; turn < 50; turn++) {
        uint64_t item[40], all[400], plain[40];
        struct smallest s = { .item = item, .room = 1 + random_below(&r, 40) };
        unsigned n = random_below(&r, 400), n_plain = 0;
        for (unsigned i = 0; i < n; i++)
            smallest_add(&s, all[i] = random_below(&r, 300));
        for (uint64_t x = 0; x < 300 && n_plain < s.room; x++) { /* the slow twin: every number in turn */
            for (unsigned i = 0; i < n; i++)
                if (all[i] == x) {
                    plain[n_plain++] = x;
                    break;
                }
        }
        if (!ok(s.n == n_plain && memcmp(item, plain, n_plain * sizeof *plain) == 0, "the %u smallest of %u", s.room, n))
            return;
        /* the same from a list with equal ones, whatever is thought of how they are spread */
        uint64_t least[401];
        struct shingle_options o = { .window = 8, .sample_min = 8, .sample_max = 40, .bits = 9 };
        struct shingle_wish wish = { .windows = turn % 3 ? n : turn % 2 ? 1 : 100000, .want = s.room };
        uint32_t k = shingle_least(&o, all, n, &wish, least);
        ok(k == s.n && memcmp(least, item, s.n * sizeof *item) == 0, "and at once");
    }
}

static void test_similar(void)
{
    struct shingle_options o = SHINGLE_DEFAULT;
    uint64_t a[SHINGLE_SAMPLE_MAX], b[SHINGLE_SAMPLE_MAX];
    struct str one = STR("the quick brown fox jumps over the lazy dog and runs away from it"),
               two = STR("the quick brown fox jumps over the lazy cat and runs away from it"),
               three = STR("nothing of this is in the others");
    struct shingles x = { a, shingle_direct(&o, one, a) }, y = { b, shingle_direct(&o, one, b) };

    ok(shingle_overlap(x, y) == 1 && shingle_similarity(x, y) == 1, "a text is like itself");
    y.n = shingle_direct(&o, two, b);
    double overlap = shingle_overlap(x, y), similarity = shingle_similarity(x, y);
    ok(overlap > 0.5 && overlap < 1 && similarity > 0.3 && similarity < overlap, "one word changed: %.2f, %.2f", overlap,
       similarity);
    y.n = shingle_direct(&o, three, b);
    ok(shingle_overlap(x, y) < 0.1 && shingle_similarity(x, y) < 0.1, "another text is unlike");
    y.n = 0;
    ok(shingle_overlap(x, y) == 0 && shingle_similarity(x, y) == 0, "nothing is like nothing");
    eq_int(shingle_direct(&o, STR("short"), a), 1, "a text shorter than a window is one shingle");
    eq_int(shingle_direct(&o, STR(""), a), 0, "an empty text has none");
    eq_int(shingle_cost(&o, 100), 93, "hashes of a text of 100 bytes");
    eq_int(shingle_sample(&o, 10), SHINGLE_SAMPLE_MIN, "a small text has a small sample");
    eq_int(shingle_sample(&o, 100000), SHINGLE_SAMPLE_MAX, "a large one a large sample");
}

/* The estimate over samples is near what all windows say. */
static void test_estimate(void)
{
    struct shingle_options sampled = SHINGLE_DEFAULT, all = { .window = 8, .sample_min = 20000, .sample_max = 20000, .bits = 64 };
    static char text[2][20000];
    static uint64_t a[20000], b[20000];
    struct random r = { 99 };

    for (unsigned turn = 1; turn < 10; turn++) {
        for (unsigned i = 0; i < sizeof text[0]; i++) {
            text[0][i] = (char)('a' + random_below(&r, 26));
            text[1][i] = i % 2000 < turn * 200 ? (char)('a' + random_below(&r, 26)) : text[0][i];
        }
        struct str x = { text[0], sizeof text[0] }, y = { text[1], sizeof text[1] };
        struct shingles p = { a, shingle_direct(&all, x, a) }, q = { b, shingle_direct(&all, y, b) };
        double exact = shingle_overlap(p, q);
        p.n = shingle_direct(&sampled, x, a);
        q.n = shingle_direct(&sampled, y, b);
        double guess = shingle_overlap(p, q);
        ok(guess - exact < 0.1 && exact - guess < 0.1, "%u0 %% changed: %.3f from the sample, %.3f from all", turn, guess, exact);
    }
}

/* Asking whether an overlap reaches a share is the same as computing it. */
static void test_reaches(void)
{
    struct random r = { 5 };
    bool same = true, both[2] = { false, false };

    for (unsigned turn = 0; turn < 20000; turn++) {
        uint64_t item[2][40];
        uint32_t cut[2][40];
        struct smallest sample[2] = { { item[0], 0, 40 }, { item[1], 0, 40 } };
        unsigned spread = 1 + random_below(&r, 80);
        for (unsigned side = 0; side < 2; side++)
            for (unsigned n = random_below(&r, 60); n > 0; n--)
                smallest_add(&sample[side], random_below(&r, spread));
        struct shingles x = { item[0], sample[0].n }, y = { item[1], sample[1].n };
        double share = (1 + random_below(&r, 20)) / 20.0;
        for (unsigned side = 0; side < 2; side++)
            for (uint32_t i = 0; i < sample[side].n; i++)
                cut[side][i] = (uint32_t)item[side][i];
        bool reaches = shingle_reaches((struct short_shingles){ cut[0], x.n }, (struct short_shingles){ cut[1], y.n }, share);
        same &= reaches == (shingle_overlap(x, y) >= share - 1e-9);
        both[reaches] = true;
    }
    ok(same && both[0] && both[1], "at any share, with samples of any size");
}

static void test_bits(void)
{
    struct shingle_options o = SHINGLE_DEFAULT;
    o.bits = 12;
    bool small = true;
    for (unsigned i = 0; i < 1000; i++)
        small &= shingle_hash(&o, (const char *)&(uint64_t){ i * 77777777 }, 8) < 4096;
    ok(small, "twelve bits are twelve");
}

int main(void)
{
    test_smallest();
    test_similar();
    test_estimate();
    test_reaches();
    test_bits();
    return tap_done();
}
