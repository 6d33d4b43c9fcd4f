/* In: a store with due pages. Out: pages in a run's queue, the longest due first. A page that stays due (the network is down, its answer
 * was put off) comes up again in the store's list, so those tried are remembered until the next beginning. A host has few pages in the
 * queue at a time: one that is slow, or wants to be asked seldom, keeps no room from the others, however many pages it has. Cost: O(log
 * pages) a page, and a look at each host, at most a twentieth of the time. */
#include "flow/due.h"

#include "base/clock.h"

enum {
    LOOK_MS = 250,  /* between two looks while there is something to do, */
    LOOK_SHARE = 20 /* and as many times what the last one took */
};

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
    d->n_tried = 0;
    d->planned = false;
    d->look_at = 0;
}

/* A page that was tried and not scheduled anew is still due: its host failed, or the network did. */
static uint32_t mark_of(const struct due *d, const struct store_page *page)
{
    return d->once ? 1 : (uint32_t)(page->next_check_at ^ page->next_check_at >> 32) | 1;
}

/* One transaction for some of them: a page that is put back is written. */
static int queue_some(struct due *d, const struct store_pages *pages, uint32_t from, uint32_t *fresh, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    if (store_begin_unsynced(d->store, &tx, e))
        return e->code;
    for (uint32_t i = from; i < MIN(pages->n, from + RUN_TOGETHER); i++) {
        uint32_t *tried = map_slot(&d->tried, (uint64_t)pages->item[i].id, 0);
        bool queued = false;
        if (*tried == mark_of(d, &pages->item[i]) || run_has(d->run, pages->item[i].id))
            continue;
        if (pages->item[i].best_effort && d->left == 0)
            continue;
        if (pages->item[i].host.len && run_host_pages(d->run, pages->item[i].host) >= DUE_PER_HOST)
            continue;
        d->n_tried++;
        *tried = mark_of(d, &pages->item[i]);
        ++*fresh;
        d->left -= pages->item[i].best_effort && d->left != UINT32_MAX;
        int code = run_add(d->run, pages->item[i].id, RUN_DUE, &queued, e);
        if (code && code != E_ABSENT)
            return code;
    }
    return store_commit(&tx, e);
}

static int queue(struct due *d, const struct store_pages *pages, uint32_t *fresh, struct err *e)
{
    int code = 0;
    for (uint32_t from = 0; code == 0 && from < pages->n; from += RUN_TOGETHER)
        code = queue_some(d, pages, from, fresh, e);
    return code;
}

/* What was tried and is still due stands before the rest of its host. */
static uint32_t still_due(const struct due *d)
{
    return d->once ? d->n_tried : run_totals(d->run)->n[CHECK_PUT_OFF];
}

int due_feed(struct due *d, int64_t now, uint32_t *fresh, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_pages pages;
    int64_t begun = clock_steady_ms();
    *fresh = 0;
    if (run_left(d->run) > DUE_AHEAD / 2 || (run_left(d->run) >= DUE_PER_HOST / 2 && begun < d->look_at))
        return 0;
    if (!d->planned && run_plan(d->run, e))
        return e->code;
    d->planned = true;
    struct allowance_left left;
    if (run_allowance(d->run, &left, e))
        return e->code;
    /* What is under way is not counted yet. */
    d->left = left.visits == UINT32_MAX ? UINT32_MAX : left.visits - MIN(left.visits, run_left(d->run));
    struct leases_wish wish = { now, DUE_AHEAD + still_due(d), DUE_PER_HOST + still_due(d), d->left == 0 };
    if (run_due(&a, d->run, &wish, &pages, e) || queue(d, &pages, fresh, e) || run_sense(d->run, d->left, e)
        || (*fresh == 0 && run_early(d->run, fresh, e)))
        return e->code;
    d->look_at = begun + MAX((int64_t)LOOK_MS, (clock_steady_ms() - begun) * LOOK_SHARE);
    return 0;
}
