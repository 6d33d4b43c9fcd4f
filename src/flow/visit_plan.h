/* The plan for all pages of an archive: one price for a visit, prices of hosts and owners that have less room, and how pages change as a
 * whole. Made once a day (flow/planner.h), kept in the store, read by whatever decides when a page is next looked at. */
#ifndef FLOW_VISIT_PLAN_H
#define FLOW_VISIT_PLAN_H

#include "base/map.h"
#include "base/vec.h"
#include "flow/forecast.h"
#include "judge/rhythm.h"
#include "store/store.h"

/* What may be spent; 0: no limit. */
struct visit_budget {
    double requests_a_day;      /* of all pages; without a limit: as many as the setting 'every' comes to */
    double bytes_a_day;         /* of answers */
    double user_requests_a_day; /* for the pages of one user */
    int64_t gap_ms;             /* between two requests to one host */
};

struct visit_price {
    struct str name; /* a host; of an owner the user's number */
    double price;
};

struct visit_prices {
    struct visit_price *item;
    uint32_t n, room;
};

/* A host whose pages change at certain hours. */
struct visit_rhythm {
    struct str host;
    struct rhythm_clock clock;
};

/* What announcements have been worth on a host's pages together. */
struct visit_signals {
    struct str host;
    struct forecast_signals signals;
};

struct visit_plan {
    struct arena arena;
    int64_t made_at;  /* NEVER: there is none yet */
    int64_t begun_at; /* the first plan for these pages was made */
    uint32_t pages;   /* that it was made for */
    int64_t last;     /* the highest number of a page then */
    double budget;    /* fetches a day that it spends, promises among them */
    double asked;     /* what the budget was made from: another one makes another plan */
    double price;
    double mean_bytes; /* of an answer */
    double freshness, delay_days, visits_a_day;
    double cost_a_day; /* of the visits, in whole fetches: more than the budget where promises alone take it */
    struct rate_prior prior;
    struct visit_prices hosts, owners; /* that have a price of their own, above the one of all */
    struct map by_host;                /* from the hash of a name to its place, from 1 */
    VEC(struct visit_rhythm) rhythms;  /* of hosts that have one, */
    struct map by_rhythm;              /* likewise */
    VEC(struct visit_signals) signals; /* of hosts whose pages were ever announced, */
    struct map by_signals;             /* likewise */
};

/* Of an archive without one: what is known of pages before anybody looked. */
struct visit_plan visit_plan_none(void);
void visit_plan_drop(struct visit_plan *p);
/* A plan that is not there or cannot be read is none. */
int visit_plan_load(struct store *s, struct visit_plan *out, struct err *e) MUST_CHECK;
int visit_plan_keep(struct store *s, const struct visit_plan *p, struct err *e) MUST_CHECK;

/* The price of a visit to a page of the host, for that user. */
double visit_plan_price(const struct visit_plan *p, struct str host, int64_t user);

/* NULL: on that host all hours are alike, as far as is known. */
const struct rhythm_clock *visit_plan_clock(const struct visit_plan *p, struct str host);

/* What visits have taught of a host's hours; a row of its own. What cannot be read is nothing. */
int visit_plan_rhythm(struct store *s, struct str host, struct rhythm *out, struct err *e) MUST_CHECK;
int visit_plan_keep_rhythm(struct store *s, struct str host, const struct rhythm *r, struct err *e) MUST_CHECK;

/* NULL: none of its pages was ever announced. */
const struct forecast_signals *visit_plan_signals(const struct visit_plan *p, struct str host);
/* One visit more; a row of its own. Nothing is kept of a host before a page of it was announced. */
int visit_plan_see_signals(struct store *s, struct str host, const struct forecast_signals *visit, struct err *e) MUST_CHECK;

/* The price for whom it is more than for all. */
void visit_plan_add_price(struct arena *a, struct visit_prices *list, struct str name, double price);

#endif
