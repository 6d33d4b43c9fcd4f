/* The posterior of a page's rate: what visits teach, what the other pages teach, and what fades. */
#include "judge/rate.h"

#include <math.h>

#include "tests/base/random.h"
#include "tests/tap.h"

static double uniform(struct random *r)
{
    return (random_below(r, 1000000) + 0.5) / 1000000;
}

/* A page whose changes of one importance come at a rate, and how often it is visited. */
struct habit {
    double a_day, importance, days;
    int visits;
};

static void visit(struct rate *rate, const struct rate_prior *prior, struct random *r, struct habit h)
{
    for (int i = 0; i < h.visits; i++) {
        double fresh = 1, at = -log(uniform(r)) / h.a_day;
        for (; at < h.days; at -= log(uniform(r)) / h.a_day)
            fresh *= 1 - h.importance;
        rate_see(rate, prior, h.days, 1 - fresh);
    }
}

static void test_learning(void)
{
    static const double rates[] = { 0.003, 0.03, 0.3, 3 };
    struct rate_prior prior = rate_prior_start();
    for (uint32_t i = 0; i < 4; i++)
        for (double days = 0.5; days < 5; days *= 3) {
            struct random r = { 11 + i };
            double mean = 0;
            for (int page = 0; page < 40; page++) {
                struct rate rate = { 0 };
                visit(&rate, &prior, &r, (struct habit){ rates[i], 0.5, days, 400 });
                mean += rate_mean(&rate, &prior) / 40;
            }
            /* That it may have become another page since the last visit keeps a slow one from seeming slower than once a year or so. */
            ok(mean > rates[i] * 0.5 * 0.75 && mean < rates[i] * 0.5 * 1.35 + 0.002,
               "%g changes of 0.5 a day, seen every %g days: %.4f", rates[i], days, mean);
        }
}

static void test_order(void)
{
    struct rate_prior prior = rate_prior_start();
    struct rate none = { 0 }, little = { 0 }, much = { 0 }, never = { 0 };
    rate_see(&little, &prior, 1, 0.1);
    rate_see(&much, &prior, 1, 0.9);
    rate_see(&never, &prior, 1, 0);
    ok(rate_mean(&never, &prior) < rate_mean(&none, &prior), "a visit that finds nothing lowers the rate");
    ok(rate_mean(&little, &prior) < rate_mean(&much, &prior), "a more important change raises it more");
    ok(rate_mean(&never, &prior) > 0, "it never is 0");
    for (int i = 0; i < 100000; i++)
        rate_see(&never, &prior, 0.001, 0);
    ok(isfinite(rate_mean(&never, &prior)) && rate_mean(&never, &prior) > 0, "100,000 empty visits leave a number");
    for (int i = 0; i < 100000; i++)
        rate_see(&much, &prior, 1e-5, 1);
    ok(rate_mean(&much, &prior) < 40 && rate_mean(&much, &prior) > 20,
       "a page that changes every second has the largest rate there is");
    rate_see(&much, &prior, 36500, 0);
    ok(isfinite(rate_mean(&much, &prior)), "after a hundred years too");
}

static void test_drift(void)
{
    struct rate_prior prior = rate_prior_start();
    struct random r = { 5 };
    struct rate rate = { 0 };
    visit(&rate, &prior, &r, (struct habit){ 1, 0.5, 1, 300 });
    ok(rate_mean(&rate, &prior) > 0.35, "a page that changes daily");
    for (int i = 0; i < 60; i++)
        rate_see(&rate, &prior, 1, 0);
    ok(rate_mean(&rate, &prior) < 0.1, "and then no more: sixty days later it is known (%.3f)", rate_mean(&rate, &prior));
}

static void test_prior(void)
{
    struct rate_prior prior = rate_prior_start();
    struct random r = { 3 };
    enum { PAGES = 300 };
    static struct rate page[PAGES];
    for (int day = 0; day < 30; day++) {
        struct rate_census census = { .pages = 0 };
        for (int i = 0; i < PAGES; i++) {
            visit(&page[i], &prior, &r, (struct habit){ i % 2 ? 1 : 0.01, 0.2, 1, 1 });
            rate_count(&census, &page[i], &prior);
        }
        prior = rate_prior_of(&census);
    }
    struct rate fresh = { 0 };
    double mean = rate_mean(&fresh, &prior);
    ok(mean > 0.07 && mean < 0.15, "a new page is expected to change as the others do on average: %.3f", mean);
    struct rate nothing = { .log_likelihood = { 0 } };
    struct rate_prior start = rate_prior_start();
    ok(fabs(rate_mean(&nothing, &start) / RATE_UNKNOWN - 1) < 0.001,
       "what is expected of an unknown page stands in the header: %.5f", rate_mean(&nothing, &start));
    double all = 0;
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        all += exp(prior.log_share[g]);
    ok(fabs(all - 1) < 1e-4, "the shares sum to 1");
    struct rate_census coarse = { .importance = 10, .squares = 9 }, fine = { .importance = 10, .squares = 0.5 };
    struct rate_prior few = rate_prior_of(&coarse), many = rate_prior_of(&fine);
    ok(many.grain < few.grain, "where changes are small, a visit says more of their number");
}

int main(void)
{
    test_learning();
    test_order();
    test_drift();
    test_prior();
    return tap_done();
}
