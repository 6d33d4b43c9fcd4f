/* What is left of the budget at this moment, shared by all processes through the store: visits and bytes flow in evenly over the day, and
 * no more than an hour's worth is saved up, so that nothing is made up for at once after a downtime. What is promised is not held back,
 * but counts. */
#ifndef FLOW_ALLOWANCE_H
#define FLOW_ALLOWANCE_H

#include "flow/visit_plan.h"

struct allowance {
    int64_t at; /* NEVER: nothing was spent yet */
    double requests, bytes;
};

/* What was spent, in the transaction that is open. Nothing happens where the budget has no limit. */
struct allowance_spent {
    double requests, bytes;
};
int allowance_spend(struct store *s, const struct visit_budget *b, int64_t now, struct allowance_spent spent, struct err *e)
    MUST_CHECK;

struct allowance_left {
    uint32_t visits; /* of best effort that may be made now; UINT32_MAX: any number */
    int64_t at;      /* when there will be one, where there is none; else 0 */
};
/* mean_bytes: of one answer; 0: not known. */
int allowance_left(struct store *s, const struct visit_budget *b, double mean_bytes, int64_t now, struct allowance_left *out,
                   struct err *e) MUST_CHECK;

#endif
