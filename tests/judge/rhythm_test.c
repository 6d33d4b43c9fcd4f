/* Rhythms of hosts: what is learnt from visits, that chance is no rhythm, and when the next visit comes. */
#include "judge/rhythm.h"

#include <math.h>

#include "base/auto.h"
#include "tests/base/random.h"
#include "tests/tap.h"

#define HOUR INT64_C(3600000)
#define DAY (24 * HOUR)

/* Visits every three hours for some weeks; changes between 9 and 17 where there is a rhythm, else at any hour. */
static struct rhythm seen(bool office, int weeks, uint64_t seed)
{
    struct rhythm r = { .at = 0 };
    struct random random = { seed };
    for (int64_t at = 0; at < weeks * 7 * DAY; at += 3 * HOUR) {
        bool busy = at % DAY >= 9 * HOUR && at % DAY < 18 * HOUR;
        bool changed = random_below(&random, 1000) < (office ? busy ? 400u : 15u : 160u);
        rhythm_see(&r, NULL, &(struct rhythm_visit){ at, at + 3 * HOUR, 0.8, changed ? 0.6 : 0 });
    }
    return r;
}

static void test_learning(void)
{
    struct rhythm_clock c;
    struct rhythm none = { .at = 0 }, little = seen(true, 1, 3), much = seen(true, 20, 3);
    ok(!rhythm_clock_of(&none, &c), "nothing seen: no rhythm");
    ok(!rhythm_clock_of(&little, &c), "a week is too little");
    int wrong = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct rhythm even = seen(false, 12, seed * 77);
        wrong += rhythm_clock_of(&even, &c);
    }
    ok(wrong <= 2, "chance is no rhythm: taken for one %d times of 40", wrong);
    ok(rhythm_clock_of(&much, &c), "twenty weeks of office hours are one");
    double day = rhythm_days(&c, 9 * HOUR, 18 * HOUR), night = rhythm_days(&c, 18 * HOUR, 33 * HOUR);
    ok(day > 0.7 && night < 0.3 && fabs(day + night - 1) < 0.05, "most of a day's changes are between 9 and 18: %.2f, %.2f", day,
       night);
    ok(fabs(rhythm_days(&c, 5 * HOUR + 17, 14 * DAY + 5 * HOUR + 17) - 14) < 1e-3, "whole weeks are as long as they were");
    ok(rhythm_days(&c, -20 * DAY, -19 * DAY) > 0.5, "and there was time before 1970");
}

static struct rhythm_clock office(void)
{
    struct rhythm_clock c;
    double at = 0;
    for (int h = 0; h < RHYTHM_WEEK; h++) {
        c.at[h] = (float)at;
        at += h % 24 >= 9 && h % 24 < 17 ? 1.0 / 8 : 0;
    }
    c.at[RHYTHM_WEEK] = 7;
    return c;
}

/* Mean days until a change is seen, over ten weeks. */
static double delay_of(const struct rhythm_clock *c, double days, bool uses, int *visits)
{
    double late = 0;
    int64_t last = 0;
    *visits = 0;
    for (int64_t at = 0; at < 70 * DAY; last = at, ++*visits) {
        at = uses ? rhythm_next(c, last, days) : last + (int64_t)(days * (double)DAY);
        for (int64_t t = last; t < at; t += HOUR / 4)
            late += rhythm_days(c, t, t + HOUR / 4) * (double)(at - t - HOUR / 8) / (double)DAY;
        if (at <= last)
            return INFINITY;
    }
    return late / 70;
}

static void test_next(void)
{
    struct rhythm_clock c = office(), even;
    for (int h = 0; h <= RHYTHM_WEEK; h++)
        even.at[h] = (float)h / 24;
    for (int i = 0; i < 7; i++) {
        double days = (const double[]){ 0.05, 0.2, 0.5, 1, 2, 6, 40 }[i];
        double off = (double)(rhythm_next(&even, 5 * DAY + 7 * HOUR, days) - 5 * DAY - 7 * HOUR) / (double)DAY / days - 1;
        ok(fabs(off) < 0.02, "where all hours are alike the interval stays: %g days, off by %.4f", days, off);
    }
    int64_t at = rhythm_next(&c, 3 * DAY + 16 * HOUR, 1);
    ok((at % DAY + DAY) % DAY >= 16 * HOUR && at % DAY <= 18 * HOUR,
       "a page that is seen daily is seen when the day's work is over: %.1f h", (double)(at % DAY) / (double)HOUR);
    at = rhythm_next(&c, 3 * DAY + 17 * HOUR, 0.1);
    ok(at > 4 * DAY + 9 * HOUR && at < 4 * DAY + 13 * HOUR, "nobody looks at night: %.1f h", (double)(at - 4 * DAY) / (double)HOUR);
    for (int i = 0; i < 4; i++) {
        double days = (const double[]){ 0.15, 0.5, 1, 3 }[i];
        int with, without;
        double delay[2] = { delay_of(&c, days, false, &without), delay_of(&c, days, true, &with) };
        ok(delay[1] * with < delay[0] * without * 0.9, "every %.2f days: %.3f days late with %d visits, not %.3f with %d", days,
           delay[1], with, delay[0], without);
    }
}

int main(void)
{
    test_learning();
    test_next();
    return tap_done();
}
