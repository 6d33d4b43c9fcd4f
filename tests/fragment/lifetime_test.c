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

/* "2.1 days (1.2 to 4.3)": what so many changes in so many hourly visits come to. */
static void test_figures(void)
{
    static const struct {
        const char *name;
        unsigned n_visits, n_changed;
        double span_s;
        const char *want;
    } cases[] = {
        { "no visit", 0, 0, 3600, "1.1 s, 0.012 to 1.7e+02" },
        { "one visit without a change", 1, 0, 3600, "2.7e+04 s, 2.8e+03 to 3.1e+06" },
        { "one visit with one", 1, 1, 3600, "8.4e+02 s, 7.4 to 1.2e+04" },
        { "ten quiet visits", 10, 0, 3600, "1.7e+05 s, 2e+04 to 1.9e+07" },
        { "a change in ten", 10, 1, 3600, "3.1e+04 s, 9.4e+03 to 2.1e+05" },
        { "five in ten", 10, 5, 3600, "5.4e+03 s, 2.8e+03 to 1.2e+04" },
        { "nine in ten", 10, 9, 3600, "1.6e+03 s, 8.4e+02 to 3.3e+03" },
        { "ten in ten", 10, 10, 3600, "2.9e+02 s, 2.8 to 1.5e+03" },
        { "a change in a hundred", 100, 1, 3600, "3.1e+05 s, 9.3e+04 to 2.1e+06" },
        { "ten in a hundred", 100, 10, 3600, "3.4e+04 s, 2.1e+04 to 6e+04" },
        { "the same by the day", 100, 10, 86400, "8.1e+05 s, 5.1e+05 to 1.4e+06" },
        { "and by the minute", 100, 10, 60, "5.7e+02 s, 3.5e+02 to 9.9e+02" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct lifetime_seen seen = { 0 };
        for (unsigned k = 0; k < cases[i].n_visits; k++)
            lifetime_add(&seen, &a, cases[i].span_s, k < cases[i].n_changed);
        struct lifetime l = lifetime_of(&seen);
        eq_str(arena_printf(&a, "%.2g s, %.2g to %.2g", l.middle_s, l.low_s, l.high_s), str_of(cases[i].want), cases[i].name);
        eq_int(lifetime_visits(&seen), cases[i].n_visits, "on so many visits");
    }
}

int main(void)
{
    test_truth();
    test_ends();
    test_figures();
    return tap_done();
}
