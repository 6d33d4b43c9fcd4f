/* Lifetimes from visits: the middle is near the truth, the range holds it, and what is unknown stays wide. */
#include "fragment/lifetime.h"

#include <math.h>

#include "tests/base/random.h"
#include "tests/tap.h"

static double random_real(struct random *r)
{
    return ((double)(random_next(r) >> 11) + 0.5) / (double)(UINT64_C(1) << 53);
}

/* Visits at random spans around `visit` of something that lives `life` seconds on average. */
static struct lifetime visit(struct arena *a, struct random *r, double life, double visit_s, unsigned n)
{
    struct lifetime_seen seen = { 0 };
    for (unsigned i = 0; i < n; i++) {
        double span = visit_s * (0.2 + 1.6 * random_real(r));
        lifetime_add(&seen, a, span, random_real(r) < -expm1(-span / life));
    }
    return lifetime_of(&seen);
}

static void test_truth(void)
{
    static const double life[] = { 900, 3600, 86400, 3 * 86400, 7 * 86400 };
    struct random r = { 123 };
    unsigned held = 0, all = 0;

    for (unsigned k = 0; k < ARRAY_LEN(life); k++) {
        double worst = 1;
        for (unsigned turn = 0; turn < 60; turn++) {
            AUTO(arena) a = { 0 };
            struct lifetime l = visit(&a, &r, life[k], 3600 * 6, 200);
            held += l.low_s <= life[k] && life[k] <= l.high_s;
            all++;
            if (life[k] >= 3600)
                worst = fmax(worst, fmax(l.middle_s / life[k], life[k] / l.middle_s));
        }
        ok(worst < 8, "a lifetime of %.0f s: never off by more than %.1f times", life[k], worst);
    }
    ok(held >= all * 85 / 100, "the range holds the truth in %u of %u", held, all);
}

static void test_ends(void)
{
    AUTO(arena) a = { 0 };
    struct lifetime_seen never = { 0 }, always = { 0 }, none = { 0 };
    for (unsigned i = 0; i < 100; i++) {
        lifetime_add(&never, &a, 3600, false);
        lifetime_add(&always, &a, 3600, true);
    }
    struct lifetime n = lifetime_of(&never), y = lifetime_of(&always), x = lifetime_of(&none);
    ok(n.low_s > 3600 * 30 && n.middle_s > n.low_s && n.high_s > n.middle_s && isfinite(n.high_s),
       "never seen to change: over %.0f s", n.low_s);
    ok(y.high_s < 3600 && y.middle_s < y.high_s && y.low_s < y.middle_s && y.low_s > 0, "always changed: under %.0f s", y.high_s);
    ok(x.high_s / x.low_s > 100 && isfinite(x.high_s), "without a visit nothing is known");
    lifetime_add(&none, &a, 0, true);
    lifetime_add(&none, &a, -5, true);
    lifetime_add(&none, &a, NAN, true);
    ok(none.changed_s.n == 0, "visits at one moment tell nothing");
    double before = INFINITY;
    for (unsigned changes = 0; changes <= 100; changes += 10) {
        struct lifetime_seen seen = { 0 };
        for (unsigned i = 0; i < 100; i++)
            lifetime_add(&seen, &a, 3600, i < changes);
        struct lifetime l = lifetime_of(&seen);
        ok(l.middle_s < before && l.low_s <= l.middle_s && l.middle_s <= l.high_s, "%u changes in 100 visits: %.0f s", changes,
           l.middle_s);
        before = l.middle_s;
    }
}

int main(void)
{
    test_truth();
    test_ends();
    return tap_done();
}
