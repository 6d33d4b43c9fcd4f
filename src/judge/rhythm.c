/* In: visits and what they found. Out: how uneven the week is, and the moment of the next visit.
 *
 * With S(t) the clock, what is not yet seen t after a visit at a is S(t) - S(a), and a visit at b, the next being at c, saves
 * (S(b) - S(a)) (c - b): what has piled up, times how much sooner it is seen. The next visit is the best b between the last one and the
 * one after the next; both are first placed where the integral of (t - a) dS reaches the square of the interval over 2, which is the
 * interval itself where all hours are alike. So busy hours have more visits, and a page that is visited once a day is visited when the
 * busy hours are over. */
#include "judge/rhythm.h"

#include <math.h>
#include <stddef.h>

#include "base/auto.h"

static const double DAY_MS = 86400000.0, HOUR_DAYS = 1.0 / 24;
static const int64_t HOUR_MS = 3600000;
/* Evidence counts half after six weeks; visits further apart than this say nothing of hours and weekdays. */
static const double FADE_DAYS = 60, APART_HOURS = 20, APART_DAYS = 3.5;
/* Of intervals longer than a week all but the last days are taken as even. */
static const double NEAR_DAYS = 3.5;
/* Whole changes below which nothing is said. */
static const double ENOUGH = 10;

static int64_t hour_of(int64_t ms)
{
    int64_t hour = ms / HOUR_MS;
    return ms % HOUR_MS < 0 ? hour - 1 : hour;
}

static uint32_t of_week(int64_t hour)
{
    int64_t at = hour % RHYTHM_WEEK;
    return (uint32_t)(at < 0 ? at + RHYTHM_WEEK : at);
}

/* Changes an hour of the week has, against the mean. */
static double speed(const struct rhythm_clock *c, uint32_t hour)
{
    return c ? ((double)c->at[hour + 1] - (double)c->at[hour]) / HOUR_DAYS : 1;
}

/* ---- Learning ---- */

static void fade(struct rhythm *r, int64_t now)
{
    double kept = r->at && now > r->at ? exp(-(double)(now - r->at) / DAY_MS / FADE_DAYS) : 1;
    for (int i = 0; i < RHYTHM_PARTS; i++) {
        r->found[i] *= (float)kept;
        r->expected[i] *= (float)kept;
    }
    r->at = now;
}

void rhythm_see(struct rhythm *r, const struct rhythm_clock *clock, const struct rhythm_visit *v)
{
    double days = (double)(v->to - v->from) / DAY_MS, even = 0;
    if (days <= 0 || days > APART_DAYS)
        return;
    fade(r, v->to);
    int64_t first = hour_of(v->from), last = hour_of(v->to - 1);
    for (int64_t h = first; h <= last; h++)
        even += speed(clock, of_week(h)) * (double)(MIN(v->to, (h + 1) * HOUR_MS) - MAX(v->from, h * HOUR_MS)) / DAY_MS;
    /* A visit finds no more than 1, however much has changed. */
    double x = v->a_day * even, seen = x > 1e-6 ? -expm1(-x) / x : 1;
    for (int64_t h = first; h <= last && even > 0; h++) {
        double part = (double)(MIN(v->to, (h + 1) * HOUR_MS) - MAX(v->from, h * HOUR_MS)) / DAY_MS;
        double share = v->importance * speed(clock, of_week(h)) * part / even, expected = v->a_day * part * seen;
        uint32_t hour = of_week(h) % RHYTHM_HOURS, day = RHYTHM_HOURS + of_week(h) / RHYTHM_HOURS;
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t at = i ? day : hour;
            if (!i && days * 24 > APART_HOURS)
                continue;
            r->found[at] += (float)share;
            r->expected[at] += (float)expected;
        }
    }
}

/* Multipliers of mean 1. False: they are no more uneven than chance makes them, and all are 1. */
static bool multipliers(const float *found, const float *expected, int n, double *out)
{
    double all[2] = { 0, 0 }, beyond = 0, squares = 0, mean = 0;
    for (int i = 0; i < n; i++) {
        all[0] += (double)found[i];
        all[1] += (double)expected[i];
        out[i] = 1;
    }
    if (all[0] < ENOUGH || all[1] <= 0)
        return false;
    double scale = all[0] / all[1];
    for (int i = 0; i < n; i++) {
        double e = scale * (double)expected[i], off = (double)found[i] - e;
        beyond += off * off - e;
        squares += e * e;
    }
    if (beyond < 3 * sqrt(2 * squares))
        return false;
    double doubt = squares / beyond;
    for (int i = 0; i < n; i++)
        mean += out[i] = ((double)found[i] + doubt) / (scale * (double)expected[i] + doubt) / n;
    for (int i = 0; i < n; i++)
        out[i] *= 1 / mean;
    return true;
}

bool rhythm_clock_of(const struct rhythm *r, struct rhythm_clock *out)
{
    double hour[RHYTHM_HOURS], day[RHYTHM_WEEKDAYS], at = 0;
    bool hours = multipliers(r->found, r->expected, RHYTHM_HOURS, hour);
    multipliers(r->found + RHYTHM_HOURS, r->expected + RHYTHM_HOURS, RHYTHM_WEEKDAYS, day);
    if (!hours)
        return false;
    double scale = 0;
    for (uint32_t h = 0; h < RHYTHM_WEEK; h++)
        scale += hour[h % RHYTHM_HOURS] * day[h / RHYTHM_HOURS] * HOUR_DAYS / RHYTHM_WEEKDAYS;
    for (uint32_t h = 0; h < RHYTHM_WEEK; h++) {
        out->at[h] = (float)at;
        at += hour[h % RHYTHM_HOURS] * day[h / RHYTHM_HOURS] * HOUR_DAYS / scale;
    }
    out->at[RHYTHM_WEEK] = RHYTHM_WEEKDAYS;
    return true;
}

/* ---- The clock ---- */

static double clock_at(const struct rhythm_clock *c, int64_t ms)
{
    int64_t hour = hour_of(ms);
    uint32_t at = of_week(hour);
    return (double)(hour - at) / RHYTHM_HOURS + (double)c->at[at] + speed(c, at) * (double)(ms - hour * HOUR_MS) / DAY_MS;
}

double rhythm_days(const struct rhythm_clock *c, int64_t from, int64_t to)
{
    return clock_at(c, to) - clock_at(c, from);
}

/* Where the integral of (t - from) dS reaches days^2 / 2. */
static int64_t reach(const struct rhythm_clock *c, int64_t from, double days)
{
    double skipped = MAX(days - NEAR_DAYS, 0), left = (days * days - skipped * skipped) / 2, t = skipped;
    int64_t hour = hour_of(from + (int64_t)(skipped * DAY_MS)), end = hour + (int64_t)(4 * NEAR_DAYS * RHYTHM_HOURS);
    for (; hour < end; hour++) {
        double next = (double)((hour + 1) * HOUR_MS - from) / DAY_MS, m = speed(c, of_week(hour));
        double more = m * (next * next - t * t) / 2;
        if (more >= left)
            return from + (int64_t)(sqrt(t * t + 2 * left / m) * DAY_MS);
        left -= more;
        t = next;
    }
    return from + (int64_t)(MAX(days, t) * DAY_MS);
}

int64_t rhythm_next(const struct rhythm_clock *c, int64_t from, double days)
{
    int64_t middle = reach(c, from, days), end = reach(c, middle, days), near = (int64_t)(NEAR_DAYS * DAY_MS), best = middle;
    int64_t first = MAX(from, middle - near), last = MIN(end, middle + near);
    double start = clock_at(c, from), most = -1;
    for (int64_t at = first; at < last;) {
        int64_t hour = hour_of(at), until = MIN((hour + 1) * HOUR_MS, last);
        double m = speed(c, of_week(hour)), piled = clock_at(c, at) - start, left = (double)(end - at) / DAY_MS;
        /* Inside an hour it is a parabola. */
        double top = m > 0 ? (left - piled / m) / 2 : 0, step = fmin(fmax(top, 0), (double)(until - at) / DAY_MS);
        double worth = (piled + m * step) * (left - step);
        if (worth > most * (1 + 1e-9)) {
            most = worth;
            best = at + (int64_t)(step * DAY_MS);
        }
        at = until;
    }
    return best;
}
