/* In: a store with due pages. Out: pages in a run's queue, the longest due first. A page that stays due (the network is down, its answer
 * was put off) comes up again in the store's list, so those tried are remembered until the next beginning. Cost: O(log pages) a page. */
#include "flow/due.h"

enum { AT_ONCE = 256 };

void due_begin(struct due *d)
{
    due_drop(d);
    map_open(&d->tried, &d->arena, 256);
}

void due_drop(struct due *d)
{
    arena_drop(&d->arena);
    d->arena = (struct arena){ 0 };
    d->tried = (struct map){ 0 };
}

static int queue(struct due *d, const struct store_pages *pages, uint32_t *fresh, struct err *e)
{
    for (uint32_t i = 0; i < pages->n; i++) {
        uint32_t *tried = map_slot(&d->tried, (uint64_t)pages->item[i].id, 0);
        bool queued = false;
        if (*tried)
            continue;
        *tried = 1;
        ++*fresh;
        int code = run_add(d->run, pages->item[i].id, RUN_DUE, &queued, e);
        if (code && code != E_ABSENT)
            return code;
    }
    return 0;
}

int due_feed(struct due *d, int64_t now, uint32_t *fresh, struct err *e)
{
    *fresh = 0;
    if (run_left(d->run) > DUE_AHEAD / 2)
        return 0;
    /* What was tried and is still due stands before the rest: the window grows past it. */
    for (uint32_t window = AT_ONCE; run_left(d->run) < DUE_AHEAD; window *= 2) {
        AUTO(arena) a = { 0 };
        struct store_pages pages;
        AUTO(store_tx) tx = { 0 }; /* one for all of them: a page that is put back is written */
        if (store_begin(d->store, &tx, e) || store_due(&a, d->store, now, window, &pages, e) || queue(d, &pages, fresh, e)
            || store_commit(&tx, e))
            return e->code;
        if (pages.n < window)
            break;
    }
    return 0;
}
