/* What is left of the budget at this moment, shared by all processes through the store: visits and bytes flow in evenly over the day, and
 * no more than an hour's worth is saved up, so that nothing is made up for at once after a downtime. What is promised is not held back,
 * but counts. */
#ifndef FLOW_ALLOWANCE_H
#define FLOW_ALLOWANCE_H

#include "flow/visit_plan.h"

struct allowance {
    int64_t at; /* NEVER: nothing was spent yet */
    double requests, bytes;
    double early; /* visits that came before their time so far, as there was room for them */
};

/* What cannot be read counts as nothing spent. */
int allowance_load(struct store *s, struct allowance *out, struct err *e) MUST_CHECK;

/* What was spent, in the transaction that is open. Nothing happens where the budget has no limit. */
struct allowance_spent {
    double requests, bytes;
    double early; /* of the requests: before their time */
};
int allowance_spend(struct store *s, const struct visit_budget *b, int64_t now, struct allowance_spent spent, struct err *e)
    MUST_CHECK;

struct allowance_left {
    uint32_t visits; /* of best effort that may be made now; UINT32_MAX: any number */
    int64_t at;      /* when there will be one, where there is none; else 0 */
    int64_t full_at; /* when no more can be saved up, and what flows in is lost; NEVER: there is no limit */
};
/* mean_bytes: of one answer; 0: not known. */
int allowance_left(struct store *s, const struct visit_budget *b, double mean_bytes, int64_t now, struct allowance_left *out,
                   struct err *e) MUST_CHECK;

#endif
