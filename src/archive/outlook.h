/* What the plan for all pages comes to: how fresh they are kept, what is visited next, and what a larger budget would buy. */
#ifndef ARCHIVE_OUTLOOK_H
#define ARCHIVE_OUTLOOK_H

#include "archive/caller.h"
#include "flow/planner.h"
#include "flow/promises.h"

enum { OUTLOOK_POINTS = 9 };

/* What a budget is worth. */
struct outlook_point {
    double factor; /* of the budget there is */
    double visits_a_day;
    double freshness;  /* share of what is known that is still true, 0 to 1 */
    double delay_days; /* until an important change is seen, on average */
};

/* A host that is promised more visits a day than its Crawl-delay, host-requests-a-day or host-gap let it have. */
struct outlook_host {
    struct str name;
    double promised_a_day, most_a_day;
};

struct outlook_hosts {
    struct outlook_host *item;
    uint32_t n, room;
};

struct outlook {
    struct outlook_point now, point[OUTLOOK_POINTS]; /* by factor; one of them is 1 */
    double budget;                                   /* fetches a day */
    double price;                                    /* the urgency that a visit must have */
    uint32_t promised, best_effort;                  /* pages */
    double promised_a_day;                           /* visits that promises take */
    int64_t late;                                    /* promises that are more than a minute late */
    struct promises promises;                        /* that were broken lately */
    struct store_pages broken;                       /* the pages of promises.last; id 0: it is not there any more */
    struct visit_prices hosts;                       /* that cannot take all visits they are worth, and their prices */
    struct outlook_hosts overbooked;                 /* whose promises cannot all be kept */
    uint64_t early;                                  /* visits that came before their time so far: the budget had room */
    uint32_t sensors, disbelieved; /* sitemaps and feeds that are asked for; and those that were too often wrong */
    struct store_pages next;       /* the next visits, the first of them first */
};

/* An administrator's business: it reads everybody's. O(pages), and as much again for each point. Lies in the caller's arena. */
int outlook_make(const struct caller *c, const struct subject_rules *rules, uint32_t n_next, struct outlook *out, struct err *e)
    MUST_CHECK;

#endif
