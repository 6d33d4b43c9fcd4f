/* What the visits to one page have taught, and when the next is worth its price. Pure; moments are the caller's.
 *
 *     forecast_see(&f, &signals, &prior, &(struct forecast_visit){ .days = 2.5, .importance = 0.3, .changed = true });
 *     double a_day = rate_mean(&f.rate, &prior);
 *     double days = forecast_interval(&f, &wish, a_day, price);                   between two visits
 *     days = forecast_wait(&signals, &of_its_host, days);                         with what was announced since the last
 *
 * The same code chooses visits of the archive (flow/planner.h) and of the simulation (flow/schedule.h). */
#ifndef FLOW_FORECAST_H
#define FLOW_FORECAST_H

#include "base/arena.h"
#include "judge/rate.h"
#include "judge/urgency.h"

/* What is asked for a page. */
struct forecast_wish {
    uint8_t kind;        /* enum urgency_kind */
    bool validators : 1; /* its server tells truly whether it changed: an unchanged visit is cheap */
    bool known : 1;      /* the rate was given (schedule_set_rate), not learnt */
    uint16_t owner;      /* who pays for it, where owners have limits: of schedule_add_owner() */
    float weight;        /* > 0; 1 is usual */
    uint32_t least_s;    /* between two visits */
    uint32_t most_s;     /* the promise; 0: none. Not above least_s: a fixed interval. */
};

bool forecast_is_fixed(const struct forecast_wish *w);

/* All zeros: never visited. */
struct forecast {
    struct rate rate;
    float byte_changes, byte_days; /* changes of any kind, over how long */
};

/* Announcements by others that a page changed. All zeros: there were none. */
struct forecast_signals {
    float all, days; /* how many, over how long */
    float pending;   /* since the last visit */
    float visits[2],
        announced[2]; /* visits that found it unchanged [0] or changed [1], and those of them before which there was one */
};

/* What came of a visit. */
struct forecast_visit {
    double days;       /* since the one before */
    double importance; /* of what is new, in [0,1]; noise is 0 */
    bool changed;      /* any byte */
};

/* x may be NULL: nothing was ever announced. */
void forecast_see(struct forecast *f, struct forecast_signals *x, const struct rate_prior *prior, const struct forecast_visit *v);

/* What a visit after so many days is expected to cost, in whole fetches. */
double forecast_cost(const struct forecast *f, const struct forecast_wish *w, double days);
/* Days between two visits at that price, within the bounds of the wish; INFINITY: it is not worth one. */
double forecast_interval(const struct forecast *f, const struct forecast_wish *w, double a_day, double price);
/* The share of changes that are announced, less what merely happens to fall beside one. */
double forecast_announced(const struct forecast_signals *x);
/* The interval with what was announced since the last visit: shorter, where announcements have been worth something; else a little longer,
 * so that its mean stays. `others`: of the pages of its host together, which speak for a page of which little is known; NULL: nothing. */
double forecast_wait(const struct forecast_signals *x, const struct forecast_signals *others, double days);
/* The share of announcements that were followed by an important change, between 0 and 1; a half where there were none. */
double forecast_precision(const struct forecast_signals *x);
/* What one visit says of announcements, of which `pending` came before it. */
struct forecast_signals forecast_signals_of(const struct rate_prior *prior, const struct forecast_visit *v, float pending);
/* Adds a share of what was counted elsewhere. */
void forecast_signals_join(struct forecast_signals *x, const struct forecast_signals *other, double share);

/* How long the server said that its last answer holds (Cache-Control, Expires, or a tenth of the time since Last-Modified: RFC 9111,
 * 4.2). The end of that time counts as an announcement, so what it is worth is learnt like that of any other. */
struct forecast_expiry {
    struct forecast_signals signals; /* pending is not kept */
    float fresh_days;                /* of the last answer; 0: it did not say */
};

void forecast_see_expiry(struct forecast_expiry *x, const struct rate_prior *prior, const struct forecast_visit *v);
/* The interval with the end of that time in view: a page that changes when its time is over is visited then, and not before. */
double forecast_wait_expiry(const struct forecast_expiry *x, double days);

/* What is kept of a page, in a few bytes. */
struct forecast_memory {
    struct forecast forecast;
    struct forecast_signals signals;
    struct forecast_expiry expiry;
    float importance, squares; /* sums over its visits: the grain of the prior */
    float bytes;               /* of one answer with a body; 0: not known */
    uint32_t visits;
};

enum { FORECAST_BYTES = 1 + 2 * RATE_POINTS + 4 * 20 };

struct str forecast_write(struct arena *a, const struct forecast_memory *m);
/* What cannot be read counts as nothing seen. */
struct forecast_memory forecast_read(struct str bytes);

#endif
