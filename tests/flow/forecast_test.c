/* Forecasts of one page: intervals within their bounds, announcements that are worth what they were, and bytes that say the same. */
#include "flow/forecast.h"

#include <math.h>

#include "tests/tap.h"

static struct forecast_memory seen_often(const struct rate_prior *prior)
{
    struct forecast_memory m = { .importance = 3.5F, .squares = 2, .bytes = 40000, .visits = 60 };
    for (int i = 0; i < 60; i++) {
        m.signals.pending = i % 4 == 0 ? 1 : 0;
        forecast_see(&m.forecast, &m.signals, prior, &(struct forecast_visit){ 0.5 + i % 3, i % 4 == 0 ? 0.4 : 0, i % 2 == 0 });
    }
    m.signals.pending = 2;
    m.expiry = (struct forecast_expiry){ { 1, 2, 0, { 3, 4 }, { 5, 6 } }, 7 };
    return m;
}

static void test_bytes(void)
{
    AUTO(arena) a = { 0 };
    struct rate_prior prior = rate_prior_start();
    struct forecast_memory m = seen_often(&prior), none = { 0 };
    struct str bytes = forecast_write(&a, &m);
    struct forecast_memory back = forecast_read(bytes);
    double rate = rate_mean(&m.forecast.rate, &prior), rate_back = rate_mean(&back.forecast.rate, &prior);
    eq_int((long long)bytes.len, FORECAST_BYTES, "a page takes few bytes");
    ok(fabs(rate_back / rate - 1) < 0.01, "the rate comes back: %g, %g", rate, rate_back);
    ok(memcmp(&back.signals, &m.signals, sizeof m.signals) == 0 && memcmp(&back.expiry, &m.expiry, sizeof m.expiry) == 0
           && back.visits == 60 && back.bytes == m.bytes && back.importance == m.importance && back.squares == m.squares
           && back.forecast.byte_days == m.forecast.byte_days,
       "and all counts");
    char older[101]; /* as it was before servers were asked how long an answer holds */
    memcpy(older, bytes.ptr, sizeof older);
    older[0] = 1;
    back = forecast_read((struct str){ older, sizeof older });
    ok(back.visits == 60 && back.expiry.fresh_days == 0 && fabs(rate_mean(&back.forecast.rate, &prior) / rate - 1) < 0.01,
       "what an earlier weft wrote is read");
    back = forecast_read(STR("something else"));
    ok(memcmp(&back, &none, sizeof back) == 0, "what is not ours is as if nothing was seen");
    back = forecast_read(STR(""));
    ok(memcmp(&back, &none, sizeof back) == 0, "nothing likewise");
    char bad[FORECAST_BYTES];
    memset(bad, 0xff, sizeof bad);
    bad[0] = 2;
    back = forecast_read((struct str){ bad, sizeof bad });
    double mean = rate_mean(&back.forecast.rate, &prior);
    ok(isfinite(mean) && mean > 0 && back.signals.all >= 0 && back.bytes >= 0, "damaged bytes make no number that is none");
}

static void test_bounds(void)
{
    struct forecast f = { .byte_days = 0 };
    struct forecast_wish w = { .weight = 1, .least_s = 3600, .most_s = 10 * 86400 };
    struct rate_prior prior = rate_prior_start();
    double a_day = rate_mean(&f.rate, &prior);
    ok(fabs(forecast_interval(&f, &w, a_day, 1e-9) - 1.0 / 24) < 1e-6, "never below the least interval");
    ok(fabs(forecast_interval(&f, &w, a_day, 1e9) - 10) < 1e-6, "never above what was promised");
    double few = forecast_interval(&f, &w, a_day, 1), many = forecast_interval(&f, &w, a_day * 4, 1);
    ok(many < few, "a page that changes more often is visited more often");
    ok(!forecast_is_fixed(&w) && forecast_is_fixed(&(struct forecast_wish){ .least_s = 60, .most_s = 60 }),
       "an interval may be fixed");
}

static void test_announcements(void)
{
    struct rate_prior prior = rate_prior_start();
    struct forecast_memory m = seen_often(&prior);
    m.signals.pending = 0;
    double quiet = forecast_wait(&m.signals, NULL, 10);
    m.signals.pending = 1;
    double told = forecast_wait(&m.signals, NULL, 10);
    ok(told < quiet && quiet > 10, "an announcement that was right before brings the page forward: %g, %g", told, quiet);
    struct forecast_signals useless = { .all = 100, .days = 100, .visits = { 90, 10 }, .announced = { 81, 9 }, .pending = 1 };
    ok(fabs(forecast_wait(&useless, NULL, 10) - 10) < 0.5, "one that says nothing changes nothing: %g",
       forecast_wait(&useless, NULL, 10));
    struct forecast_signals always = { .all = 100, .days = 10, .visits = { 5, 20 }, .announced = { 5, 20 } };
    ok(forecast_announced(&always) < 0.01, "what is announced before every visit says nothing: %g", forecast_announced(&always));
    struct forecast_signals none = { .all = 0 }, new = { .pending = 1 };
    ok(forecast_wait(&none, NULL, 10) == 10, "nor none at all");
    struct forecast_signals right = { .all = 50, .days = 500, .visits = { 100, 40 }, .announced = { 4, 38 } };
    ok(forecast_wait(&new, &right, 10) < 5, "what was right on other pages of the host is believed of a new one: %g",
       forecast_wait(&new, &right, 10));
    ok(forecast_wait(&none, &right, 10) == 10, "but no page waits for what was never said of it");
    ok(fabs(forecast_wait(&new, &useless, 10) - 10) < 0.5, "what was wrong on others is not");
    struct forecast_signals wrong = { .visits = { 12, 0 }, .announced = { 12, 0 } };
    ok(forecast_precision(&wrong) < 0.1 && forecast_precision(&right) > 0.8, "how many were right is known");
}

/* A page that changes when the time is over which its server gave it. */
static void test_expiry(void)
{
    struct forecast_expiry honest = { .fresh_days = 1 }, dynamic = { .fresh_days = 0.01F }, silent = { .fresh_days = 0 };
    struct rate_prior prior = rate_prior_start();
    prior.grain = 0.1F;
    for (int i = 0; i < 40; i++) {
        struct forecast_visit v = i % 2 ? (struct forecast_visit){ 0.6, 0, false } : (struct forecast_visit){ 1.2, 0.1, true };
        forecast_see_expiry(&honest, &prior, &v);
        forecast_see_expiry(&dynamic, &prior, &v);
        forecast_see_expiry(&silent, &prior, &v);
    }
    ok(forecast_wait_expiry(&honest, 0.7) >= 0.999 && forecast_wait_expiry(&honest, 0.7) < 1.2, "is visited then: %g",
       forecast_wait_expiry(&honest, 0.7));
    ok(fabs(forecast_wait_expiry(&dynamic, 0.7) - 0.7) < 0.05, "a time that is over before every visit says nothing: %g",
       forecast_wait_expiry(&dynamic, 0.7));
    ok(forecast_wait_expiry(&silent, 0.7) == 0.7, "nor does a server that gives none");
}

/* A visit finds one change where there were many. */
static void test_cost(void)
{
    struct rate_prior prior = rate_prior_start();
    struct forecast f = { .byte_days = 0 };
    struct forecast_wish w = { .weight = 1, .validators = true };
    for (int i = 0; i < 60; i++)
        forecast_see(&f, NULL, &prior, &(struct forecast_visit){ 3, 0, true });
    ok(forecast_cost(&f, &w, 3) > 0.9, "a page whose bytes differ at every visit costs a whole fetch: %.2f",
       forecast_cost(&f, &w, 3));
    f = (struct forecast){ .byte_days = 0 };
    for (int i = 0; i < 60; i++)
        forecast_see(&f, NULL, &prior, &(struct forecast_visit){ 3, 0, false });
    ok(forecast_cost(&f, &w, 3) < 0.2, "one that never changes a tenth: %.2f", forecast_cost(&f, &w, 3));
}

int main(void)
{
    test_cost();
    test_bytes();
    test_bounds();
    test_announcements();
    test_expiry();
    return tap_done();
}
