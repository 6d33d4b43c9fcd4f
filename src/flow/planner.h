/* Makes the plan: reads what is known of every page, finds the prices at which the budget is just spent, and moves what is best effort to
 * its new moment. Done once a day by whichever process comes first (planner_tend), and whenever budget or pages have changed much.
 *
 *     planner_tend(store, &rules, now, &plan, e);             before pages are fed into a run
 *
 * The prices come from the same code as those of the simulation (flow/schedule.h). O(pages); what is read of a page is forgotten before the
 * next batch but for 200 bytes. */
#ifndef FLOW_PLANNER_H
#define FLOW_PLANNER_H

#include "flow/schedule.h"
#include "flow/subject.h"

/* All planned pages, as a schedule: for prices, and for questions such as what a larger budget would buy. */
struct planner {
    struct schedule schedule;
    struct arena arena;
    double promised_a_day; /* visits that promises take */
    double free_a_day;     /* visits of best effort, if each came at its user's 'every' */
    uint32_t promised, best_effort;
    double bytes, bytes_pages; /* sum of the means of pages that have one */
    struct map by_host;        /* from the hash of a host to its number + 1 */
    struct visit_prices host;  /* by number */
    struct map delay_ms;       /* from the hash of a host to the Crawl-delay of its robots.txt */
    struct visit_prices owner;
    int64_t last; /* page */
};

void planner_drop(struct planner *p);
/* Into zeros. Reads everything and solves for the prices. */
int planner_load(struct planner *p, struct store *s, const struct subject_rules *rules, struct err *e) MUST_CHECK;
/* Fetches a day that the budget comes to. Where none was given: what promises take, and best effort at its users' 'every'. */
double planner_budget(const struct planner *p, const struct visit_budget *b);

/* Loads the plan; makes a new one where it is a day old, or was made for other pages or another budget. */
int planner_tend(struct store *s, const struct subject_rules *rules, int64_t now, struct visit_plan *plan, struct err *e)
    MUST_CHECK;

#endif
