/* Urgency and interval undo each other; the best intervals reach what is published for them. */
#include "judge/urgency.h"

#include <math.h>

#include "base/auto.h"
#include "tests/tap.h"

/* By how much the urgency after the interval misses the price, at most, over prices. */
static double worst_miss(enum urgency_kind kind, double weight, double rate)
{
    double worst = 0;
    for (double price = 1e-6; price < 1e4; price *= 1.9) {
        double days = urgency_interval(kind, weight, rate, price);
        if (isfinite(days) && price * rate / weight < 0.9999)
            worst = fmax(worst, fabs(urgency_of(kind, weight, rate, days) / price - 1));
    }
    return worst;
}

static void test_inverse(void)
{
    static const char *const name[] = { "harmonic", "delay", "fresh" };
    for (int kind = 0; kind < 3; kind++) {
        double worst = 0;
        for (double w = 0.01; w < 100; w *= 3)
            for (double d = 1e-5; d < 50; d *= 1.7)
                worst = fmax(worst, worst_miss((enum urgency_kind)kind, w, d));
        ok(worst < 1e-4, "%s: the urgency after the interval is the price (off by %.1e at most)", name[kind], worst);
    }
    ok(isinf(urgency_interval(URGENCY_FRESH, 1, 10, 1)), "fresh gives up a page that changes too fast for the price");
    ok(isfinite(urgency_interval(URGENCY_HARMONIC, 1, 1e6, 1)), "harmonic never does");
    ok(urgency_interval(URGENCY_HARMONIC, 1, 1e6, 2) > 1.99, "and a rate however high takes no more than its weight's share");
}

static void test_monotone(void)
{
    for (int kind = 0; kind < 3; kind++) {
        bool good = true;
        for (double days = 0.01, before = 0; days < 1000; days *= 1.3) {
            double u = urgency_of((enum urgency_kind)kind, 2, 0.3, days);
            good = good && u >= before;
            before = u;
        }
        ok(good, "urgency %d never falls with time", kind);
    }
    ok(urgency_interval(URGENCY_DELAY, 2, 0.3, 1) < urgency_interval(URGENCY_DELAY, 1, 0.3, 1), "more weight, sooner");
    ok(fabs(urgency_cost(0, 5) - 0.1) < 1e-9 && fabs(urgency_cost(100, 5) - 1) < 1e-9,
       "a visit costs a tenth where nothing changed, all where it surely did");
}

/* Cho and Garcia-Molina, TODS 2003: shares of pages that change every so many days, one visit a page and month. */
static const double share[] = { 0.23, 0.15, 0.16, 0.16, 0.30 }, every[] = { 1, 7, 30, 120, 365 };

static double freshness(const double *days)
{
    double all = 0;
    for (int i = 0; i < 5; i++)
        all += isfinite(days[i]) ? share[i] * -expm1(-days[i] / every[i]) * every[i] / days[i] : 0;
    return all;
}

static void test_published(void)
{
    double uniform[5], proportional[5], best[5], rates = 0, low = -20, high = 20;
    for (int i = 0; i < 5; i++)
        rates += share[i] / every[i];
    for (int i = 0; i < 5; i++) {
        uniform[i] = 30;
        proportional[i] = 30 * rates * every[i];
    }
    for (int step = 0; step < 80; step++) {
        double demand = 0;
        for (int i = 0; i < 5; i++)
            demand += share[i] / (best[i] = urgency_interval(URGENCY_FRESH, 1, 1 / every[i], exp((low + high) / 2)));
        *(demand > 1.0 / 30 ? &low : &high) = (low + high) / 2;
    }
    ok(fabs(freshness(uniform) - 0.57) < 0.01, "uniform visits keep 0.57 fresh: %.3f", freshness(uniform));
    ok(fabs(freshness(proportional) - 0.12) < 0.011, "visits in proportion to change 0.12: %.3f", freshness(proportional));
    ok(fabs(freshness(best) - 0.62) < 0.01, "the best ones 0.62: %.3f", freshness(best));
    ok(isinf(best[0]), "they give up what changes daily");
}

static void test_names(void)
{
    enum urgency_kind kind = URGENCY_FRESH;
    ok(urgency_read(STR("delay"), &kind) && kind == URGENCY_DELAY, "a policy has a name");
    ok(!urgency_read(STR("often"), &kind) && kind == URGENCY_DELAY, "what is none changes nothing");
}

int main(void)
{
    test_names();
    test_inverse();
    test_monotone();
    test_published();
    return tap_done();
}
