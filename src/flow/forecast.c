/* In: visits and announcements of a page. Out: costs and intervals.
 *
 * An announcement moves a page's clock forward instead of sending us at once: with r the share of changes that are announced and g the
 * announcements a day, the clock runs at (1 - r) of its speed and jumps by r / g days' worth at each, so its mean speed is the same
 * however many of them are false; a precise one brings the page to the front. */
#include "flow/forecast.h"

#include <math.h>

static const double DAY_S = 86400.0;
/* Counts of what was seen fade: those of the last fifty visits count. */
static const float KEPT = 0.98F;

bool forecast_is_fixed(const struct forecast_wish *w)
{
    return w->most_s && w->least_s >= w->most_s;
}

/* One change of the usual importance is a whole one; less is a part of one, as it may be noise. */
struct forecast_signals forecast_signals_of(const struct rate_prior *prior, const struct forecast_visit *v, float pending)
{
    float changed = (float)fmin(v->importance / (double)prior->grain, 1), said = pending > 0 ? 1 : 0;
    return (struct forecast_signals){ .all = pending,
                                      .days = (float)v->days,
                                      .visits = { 1 - changed, changed },
                                      .announced = { said * (1 - changed), said * changed } };
}

void forecast_signals_join(struct forecast_signals *x, const struct forecast_signals *other, double share)
{
    float part = (float)share;
    x->all += part * other->all;
    x->days += part * other->days;
    for (int changed = 0; changed < 2; changed++) {
        x->visits[changed] += part * other->visits[changed];
        x->announced[changed] += part * other->announced[changed];
    }
}

static void count_signals(struct forecast_signals *x, const struct rate_prior *prior, const struct forecast_visit *v)
{
    struct forecast_signals visit = forecast_signals_of(prior, v, x->pending);
    forecast_signals_join(&visit, x, (double)KEPT);
    *x = visit;
}

/* Changes of any kind a day; a little doubt at first. */
static double byte_rate(const struct forecast *f)
{
    return (f->byte_changes + 0.5) / (f->byte_days + 1);
}

/* How many changes stand behind one that was found, where x were to be expected: a visit shows one of any number. */
static double changes_behind(double x)
{
    return x > 1e-6 ? x / -expm1(-x) : 1;
}

void forecast_see(struct forecast *f, struct forecast_signals *x, const struct rate_prior *prior, const struct forecast_visit *v)
{
    rate_see(&f->rate, prior, v->days, v->importance);
    f->byte_changes = KEPT * f->byte_changes + (v->changed ? (float)changes_behind(byte_rate(f) * v->days) : 0);
    f->byte_days = KEPT * f->byte_days + (float)v->days;
    if (x)
        count_signals(x, prior, v);
}

double forecast_cost(const struct forecast *f, const struct forecast_wish *w, double days)
{
    return w->validators ? urgency_cost(byte_rate(f), days) : 1;
}

/* Cost and interval depend on each other: a few rounds settle them. */
double forecast_interval(const struct forecast *f, const struct forecast_wish *w, double a_day, double price)
{
    double days = urgency_interval((enum urgency_kind)w->kind, w->weight, a_day, price);
    for (int i = 0; i < 3 && w->validators; i++)
        days = urgency_interval((enum urgency_kind)w->kind, w->weight, a_day, price * forecast_cost(f, w, days));
    days = MAX(days, w->least_s / DAY_S);
    return w->most_s ? MIN(days, w->most_s / DAY_S) : days;
}

/* Both shares are drawn to their mean, and count for what is beyond their error: a page that waits for announcements which do not come
 * is seen far too late, while one that is visited without them costs a little. */
double forecast_announced(const struct forecast_signals *x)
{
    const double doubt = 2;
    double n[2] = { x->visits[0] + doubt, x->visits[1] + doubt };
    double mean = (x->announced[0] + x->announced[1]) / (x->visits[0] + x->visits[1] + 1e-9);
    double same = (x->announced[0] + doubt * mean) / n[0], changed = (x->announced[1] + doubt * mean) / n[1];
    double error = sqrt(changed * (1 - changed) / n[1] + same * (1 - same) / n[0]);
    return fmin(fmax((changed - same - error / 2) / (1 - same + 1e-9), 0), 0.95);
}

/* Visits to other pages of the host that count beside the page's own, at most. */
static const float OTHERS = 10;

/* Only what the page itself has shown makes it wait for announcements; that one is believed may come from its neighbours. */
double forecast_wait(const struct forecast_signals *x, const struct forecast_signals *others, double days)
{
    struct forecast_signals all = *x;
    float visits = others ? others->visits[0] + others->visits[1] : 0;
    if (visits > 0)
        forecast_signals_join(&all, others, fminf(1, OTHERS / visits));
    double own = x->all > 0 ? forecast_announced(x) : 0, share = all.all > 0 ? fmax(forecast_announced(&all), own) : 0;
    return share > 0 ? (days - all.pending * share * all.days / all.all) / (1 - own) : days;
}

void forecast_see_expiry(struct forecast_expiry *x, const struct rate_prior *prior, const struct forecast_visit *v)
{
    if (x->fresh_days <= 0)
        return;
    x->signals.pending = v->days >= x->fresh_days ? 1 : 0;
    count_signals(&x->signals, prior, v);
}

/* The one announcement whose moment is known beforehand. */
double forecast_wait_expiry(const struct forecast_expiry *x, double days)
{
    struct forecast_signals told = x->signals;
    told.pending = 0;
    double quiet = forecast_wait(&told, NULL, days);
    if (x->fresh_days <= 0 || quiet <= x->fresh_days)
        return quiet;
    told.pending = 1;
    return fmax(forecast_wait(&told, NULL, days), x->fresh_days);
}

double forecast_precision(const struct forecast_signals *x)
{
    return (x->announced[1] + 1) / (x->announced[0] + x->announced[1] + 2);
}

/* ---- Bytes ---- */

/* The first byte; the second form has what servers said of how long an answer holds. */
enum { FORM_FIRST = 1, FORM = 2, BYTES_FIRST = 1 + 2 * RATE_POINTS + 4 * 13 };
/* A point of the posterior below e^-500 of the largest will not come back. */
static const float LEAST = -500, STEPS = 64;

static void put_float(unsigned char **to, float x)
{
    memcpy(*to, &x, sizeof x);
    *to += sizeof x;
}

static float take_float(const unsigned char **from, float least)
{
    float x;
    memcpy(&x, *from, sizeof x);
    *from += sizeof x;
    return isfinite(x) && x >= least ? x : least;
}

/* The likelihood counts up to a factor: its largest point is 0. */
static void put_rate(unsigned char **to, const struct rate *r)
{
    float most = -INFINITY;
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        most = fmaxf(most, r->log_likelihood[g]);
    for (uint32_t g = 0; g < RATE_POINTS; g++) {
        int16_t steps = (int16_t)lrintf(fmaxf(r->log_likelihood[g] - most, LEAST) * STEPS);
        memcpy(*to, &steps, sizeof steps);
        *to += sizeof steps;
    }
}

struct str forecast_write(struct arena *a, const struct forecast_memory *m)
{
    const struct forecast_signals *x = &m->signals, *y = &m->expiry.signals;
    const float rest[] = { m->forecast.byte_changes,
                           m->forecast.byte_days,
                           x->all,
                           x->days,
                           x->pending,
                           x->visits[0],
                           x->visits[1],
                           x->announced[0],
                           x->announced[1],
                           m->importance,
                           m->squares,
                           m->bytes,
                           (float)m->visits,
                           y->all,
                           y->days,
                           y->visits[0],
                           y->visits[1],
                           y->announced[0],
                           y->announced[1],
                           m->expiry.fresh_days };
    unsigned char *bytes = arena_alloc(a, FORECAST_BYTES), *to = bytes;
    *to++ = FORM;
    put_rate(&to, &m->forecast.rate);
    for (size_t i = 0; i < ARRAY_LEN(rest); i++)
        put_float(&to, rest[i]);
    return (struct str){ (const char *)bytes, FORECAST_BYTES };
}

struct forecast_memory forecast_read(struct str text)
{
    struct forecast_memory m = { .visits = 0 };
    const unsigned char *from = (const unsigned char *)text.ptr;
    struct forecast_signals *x = &m.signals, *y = &m.expiry.signals;
    float visits, *const rest[] = { &m.forecast.byte_changes,
                                    &m.forecast.byte_days,
                                    &x->all,
                                    &x->days,
                                    &x->pending,
                                    &x->visits[0],
                                    &x->visits[1],
                                    &x->announced[0],
                                    &x->announced[1],
                                    &m.importance,
                                    &m.squares,
                                    &m.bytes,
                                    &visits,
                                    &y->all,
                                    &y->days,
                                    &y->visits[0],
                                    &y->visits[1],
                                    &y->announced[0],
                                    &y->announced[1],
                                    &m.expiry.fresh_days };
    bool first = text.len == BYTES_FIRST && *from == FORM_FIRST;
    if (!first && (text.len != FORECAST_BYTES || *from != FORM))
        return m;
    from++;
    for (uint32_t g = 0; g < RATE_POINTS; g++, from += 2) {
        int16_t steps;
        memcpy(&steps, from, sizeof steps);
        m.forecast.rate.log_likelihood[g] = MIN(steps, 0) / STEPS;
    }
    for (size_t i = 0; i < (first ? 13 : ARRAY_LEN(rest)); i++)
        *rest[i] = take_float(&from, 0);
    m.visits = (uint32_t)fminf(visits, 1e9F);
    return m;
}
