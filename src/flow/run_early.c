/* Visits before their time. In: a budget of which as much is saved up as can be kept, and nothing that is due. Out: the pages that are due
 * next, as far as they may be visited already: what flows in now would be lost. O(pages) for a look; half of what is saved up is spent at
 * once, so looks are rare. */
#include "flow/run_inside.h"

enum { LOOKED_AT = 64 };
static const int64_t AGAIN_MS = 300000; /* after a look that found nobody */

int64_t run_early_at(const struct check_run *run, const struct allowance_left *left)
{
    return left->full_at == NEVER ? NEVER : MAX(left->full_at, run->early_at);
}

static bool is_early(const struct store_page *p)
{
    return p->best_effort && p->errors == 0 && p->checked_at != NEVER;
}

int run_early(struct check_run *run, uint32_t *n, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct allowance_left left;
    struct store_pages next;
    int64_t now = run_now(run);
    if (run->open || run_allowance(run, &left, e))
        return run->open ? 0 : e->code;
    bool looked = now < run->early_at && now >= run->early_at - AGAIN_MS; /* not for ever, where a clock was set back */
    if (looked || left.full_at > now)
        return 0;
    uint32_t most = MIN(MAX(left.visits / 2, 1U), (uint32_t)LOOKED_AT), begun = 0;
    int code = store_plan_next(&a, run->options.store, LOOKED_AT, &next, e);
    for (uint32_t i = 0; code == 0 && i < next.n && begun < most; i++) {
        bool queued = false;
        code = is_early(&next.item[i]) ? run_add(run, next.item[i].id, RUN_EARLY, &queued, e) : 0;
        code = code == E_ABSENT ? 0 : code;
        begun += queued;
    }
    if (begun == 0)
        run->early_at = now + AGAIN_MS;
    *n += begun;
    return code;
}
