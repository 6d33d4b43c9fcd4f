/* When to look at which page: the requests that a budget and the hosts allow, spent where they see the most of what matters, earliest.
 *
 *     schedule_open(&s, requests_a_day);
 *     host = schedule_add_host(&s, gap_ms);
 *     page = schedule_add(&s, &(struct schedule_wish){ .host = host, .weight = 1 }, now);
 *     for (;;) {
 *         while (schedule_next(&s, now, &page))                      what to fetch now
 *             ...
 *         schedule_seen(&s, page, now, &(struct schedule_visit){ ... });   what came of it
 *         sleep until schedule_wake(&s, now), and once a day: schedule_plan(&s);
 *     }
 *
 * Each page is due when its urgency (judge/urgency.h, from its learnt rate, judge/rate.h) reaches a price. One price for all, found once a
 * day so that the budget is just spent (where promises take it all, best effort has a tenth of it on top); a host that cannot take all its
 * visits has a higher one of its own. A page with a promise ("every 2 days") comes first once it is late by that. Where the pages of a
 * host change at certain hours, visits come when these are over (judge/rhythm.h). What remains of the budget goes to the page that is due
 * next, even before its time.
 *
 * Invariants: 1. two visits to a host start at least its gap apart. 2. A page is never visited before its least interval is over. 3. No
 * promise waits for a page without one. 4. A page that was handed out is not handed out again before schedule_seen() or schedule_failed().
 * Moments are milliseconds; the caller's clock, which may be a simulated one. Cost: O(log n) for each call, O(n) for schedule_plan(). */
#ifndef FLOW_SCHEDULE_H
#define FLOW_SCHEDULE_H

#include "base/queue.h"
#include "flow/forecast.h"
#include "judge/rhythm.h"

/* What is asked for a page. */
struct schedule_wish {
    uint32_t host;
    struct forecast_wish visit;
};

/* What came of a visit. */
struct schedule_visit {
    double importance; /* of what is new, in [0,1]; noise is 0 */
    bool changed;      /* any byte */
    double cost;       /* in whole fetches */
};

struct schedule_page {
    struct schedule_wish wish;
    struct forecast forecast;
    float a_day;         /* the rate that is reckoned with, since the last visit */
    float expected_cost; /* of the visit that is under way */
    uint32_t signals;    /* in schedule.signals, from 1; 0: there were none */
    int64_t visited_at;
    int64_t not_before; /* after a failure; else long ago */
};

struct schedule_host {
    struct queue promised, free; /* its pages: by the end of their promises, and by their due moments */
    int64_t gap_ms;
    int64_t ready_at;
    double price;
    struct rhythm *rhythm;      /* NULL: nothing important has been seen on it yet */
    struct rhythm_clock *clock; /* of the last plan; NULL: there has been none yet */
    bool uneven;                /* the clock holds; else all hours are alike */
};

struct schedule_owner {
    double a_day; /* whole fetches that their pages may take; INFINITY: any */
    double price;
};

struct schedule {
    struct arena arena;
    double a_day; /* the budget, in whole fetches */
    double price;
    bool even;      /* rhythms of hosts are not looked at: for comparison */
    double surplus; /* by how much more is planned than the budget has: learnt from how early visits come */
    double early_days, visits;
    double importance, squares; /* sums over all visits: the grain of the prior */
    int64_t budget_at;          /* the next visit may start */
    struct rate_prior prior;
    uint64_t broken; /* promises that could not be kept */
    VEC(struct schedule_page) page;
    VEC(struct schedule_host) host;
    VEC(struct schedule_owner) owner; /* the first has no limit */
    VEC(struct forecast_signals) signals;
    uint32_t *page_place[2], page_room; /* of pages in a host's promised [1] and free [0] queue */
    uint32_t *host_place[3], host_room;
    struct queue ready[2]; /* hosts that may be asked, by the first of their free [0] and promised [1] pages */
    struct queue waiting;  /* hosts that may not, by when they may */
};

void schedule_open(struct schedule *s, double fetches_a_day);
void schedule_drop(struct schedule *s);

uint32_t schedule_add_host(struct schedule *s, int64_t gap_ms);
/* Somebody whose pages may take so many fetches a day; the owner 0 is there already and has no limit, and stands for all past 65,535. */
uint16_t schedule_add_owner(struct schedule *s, double a_day);
/* A page that was never visited is due at once. */
uint32_t schedule_add(struct schedule *s, const struct schedule_wish *wish, int64_t now);

/* What is known of it from before: it was last visited then (NEVER: not yet). Part of the next plan. */
void schedule_know(struct schedule *s, uint32_t page, const struct forecast *f, int64_t visited_at);
/* Its rate is known and not to be learnt. */
void schedule_set_rate(struct schedule *s, uint32_t page, double a_day);

/* The page to visit now; false where none may be. */
bool schedule_next(struct schedule *s, int64_t now, uint32_t *page);
/* When schedule_next() may find one again, if nothing comes between; NEVER where there is none. */
int64_t schedule_wake(const struct schedule *s, int64_t now);

void schedule_seen(struct schedule *s, uint32_t page, int64_t now, const struct schedule_visit *visit);
/* Nothing was learnt; it is tried again then, and not before. */
void schedule_failed(struct schedule *s, uint32_t page, int64_t again_at);
/* Somebody says that the page changed: a sitemap, a feed, a hub. How much that is worth is learnt. */
void schedule_signal(struct schedule *s, uint32_t page);
/* The host asks to be left alone. */
void schedule_pause(struct schedule *s, uint32_t host, int64_t until);

/* Once a day: the prior from all pages, the prices, and all due moments. */
void schedule_plan(struct schedule *s);

/* ---- What a plan is worth ---- */

/* Days between two visits to the page, as planned. */
double schedule_interval(const struct schedule *s, uint32_t page);
struct schedule_outlook {
    double visits_a_day, cost_a_day;
    double freshness;  /* share of what is known that is still true, by weight */
    double delay_days; /* until an important change is seen, by weight and rate */
};
/* Visits a day that its gap lets a host have; INFINITY: any. */
double schedule_host_most(const struct schedule *s, uint32_t host);
/* Visits a day that promises to its pages take, for each host; as many numbers as there are hosts, zeroed. */
void schedule_promised(const struct schedule *s, double *a_day);
struct schedule_outlook schedule_outlook(const struct schedule *s);
/* The prices for another budget, from a guess on; nothing else changes. */
void schedule_price(struct schedule *s, double fetches_a_day, double guess);

#endif
