/* Feeding what is due: each page once, the rest left alone, more pages than are fed at a time. */
#include "flow/due.h"
#include "tests/flow/archive.h"

static void feed_all(struct archive *x, struct due *due, uint32_t *fed)
{
    uint32_t fresh = 0;
    *fed = 0;
    for (unsigned i = 0; i < 1000; i++) {
        archive_must(x, due_feed(due, x->now, &fresh, &x->err), "feed");
        *fed += fresh;
        if (run_left(due->run))
            archive_must(x, run_step(due->run, 100, &x->err), "step");
        else if (!fresh)
            return;
    }
}

static int64_t now_of(void *ctx)
{
    return ((struct archive *)ctx)->now;
}

static uint64_t chance_of(void *ctx)
{
    return ((struct archive *)ctx)->user > 0;
}

/* Three pages that are due in ten days and later, and a budget that was not spent: by so many visits the first comes. */
static uint32_t visit_early(struct archive *x, int64_t least_ms, struct run_totals *totals)
{
    AUTO(due) due = { 0 };
    struct check_run *run = NULL;
    uint32_t fed;
    const int64_t every = 2 * DURATION_DAY_MS, most = 60 * DURATION_DAY_MS;
    struct run_options options = { .store = &x->store,
                                   .fetch = { .clock = { x, now_of, NULL, chance_of } },
                                   .rules = { .every_ms = every, .least_ms = least_ms, .most_ms = most, .budget = { 48, 0, 0, 0 } },
                                   .allow_file = true };
    int64_t page[3] = { 0 };
    for (int i = 0; i < 3; i++) {
        page[i] = archive_watch(x, arena_printf(&x->arena, "file:///no/such/%d", i).ptr, x->user, "{}");
        archive_must(x,
                     store_page_schedule(&x->store,
                                         &(struct store_page){ .id = page[i],
                                                               .checked_at = x->now - DURATION_DAY_MS,
                                                               .next_check_at = x->now + (12 - i) * DURATION_DAY_MS,
                                                               .best_effort = true },
                                         &x->err),
                     "schedule");
    }
    struct visit_plan plan = visit_plan_none(); /* the plan of the day stands */
    plan.made_at = x->now;
    plan.price = 1000;
    plan.budget = plan.cost_a_day = 48;
    plan.last = page[2];
    plan.asked = 48 + (double)(every + least_ms + most) * 1e-9;
    archive_must(x, visit_plan_keep(&x->store, &plan, &x->err), "plan");
    archive_must(x, run_open(&options, &run, &x->err), "open");
    due = (struct due){ .run = run, .store = &x->store, .once = true };
    due_begin(&due);
    feed_all(x, &due, &fed);
    *totals = *run_totals(run);
    run_close(run);
    return fed;
}

static void test_early(void)
{
    AUTO(archive) x = { 0 };
    struct run_totals totals;
    struct allowance spent;
    struct store_page row;
    archive_open(&x);
    x.now = 1000 * DURATION_DAY_MS;
    eq_int(visit_early(&x, 15 * DURATION_MINUTE_MS, &totals), 1, "where the budget has room, a page is visited before its time");
    eq_int(totals.early, 1, "and counted as such");
    archive_must(&x, store_page_find(&x.arena, &x.store, STR("file:///no/such/2"), &row, &x.err), "find");
    ok(row.errors == 1, "the one that is due next");
    archive_must(&x, allowance_load(&x.store, &spent, &x.err), "load");
    ok(spent.early == 1 && spent.requests < 2, "it is taken from the budget");
    eq_int(visit_early(&x, 15 * DURATION_MINUTE_MS, &totals), 0, "which has no more room then");
    AUTO(archive) y = { 0 };
    archive_open(&y);
    y.now = 1000 * DURATION_DAY_MS;
    eq_int(visit_early(&y, 2 * DURATION_DAY_MS, &totals), 0, "but not before its shortest interval is over");
}

int main(void)
{
    enum { N = 700 };
    AUTO(archive) x = { 0 };
    AUTO(due) due = { 0 };
    struct check_run *run = NULL;
    uint32_t fed;
    archive_open(&x);
    x.now = fetch_clock_system().now_ms(NULL);
    struct run_options options = {
        .store = &x.store, .fetch = { .clock = fetch_clock_system() }, .rules = { .every_ms = DURATION_DAY_MS }, .allow_file = true
    };
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    /* None of the files is there: after an error a page is due again, but later. */
    for (unsigned i = 0; i < N; i++)
        archive_watch(&x, arena_printf(&x.arena, "file:///no/such/%u", i).ptr, x.user, "{}");
    int64_t later = archive_watch(&x, "file:///later", x.user, "{}");
    archive_must(
        &x,
        store_page_schedule(&x.store, &(struct store_page){ .id = later, .next_check_at = x.now + 60000, .checked_at = 1 }, &x.err),
        "schedule");
    due = (struct due){ .run = run, .store = &x.store, .once = true };
    due_begin(&due);
    feed_all(&x, &due, &fed);
    eq_int(fed, N, "what is due comes up once");
    eq_int(run_totals(run)->n[CHECK_FAILED], N, "and is checked");
    feed_all(&x, &due, &fed);
    eq_int(fed, 0, "not twice");
    due_begin(&due);
    x.now += 2 * DURATION_DAY_MS;
    feed_all(&x, &due, &fed);
    eq_int(fed, N + 1, "another time, again");
    due_drop(&due);
    due = (struct due){ .run = run, .store = &x.store };
    due_begin(&due);
    archive_must(&x, due_feed(&due, x.now, &fed, &x.err), "feed");
    archive_must(&x, due_feed(&due, x.now, &fed, &x.err), "feed");
    eq_int(fed, 0, "whoever keeps on does not try again what is still due");
    archive_must(
        &x, store_page_schedule(&x.store, &(struct store_page){ .id = later, .next_check_at = 7, .checked_at = NEVER }, &x.err),
        "schedule");
    archive_must(&x, due_feed(&due, x.now, &fed, &x.err), "feed");
    eq_int(fed, 1, "but a page that is due anew, at once: there are no rounds");
    while (run_left(run))
        archive_must(&x, run_step(run, 100, &x.err), "step");
    run_close(run);
    test_early();
    return tap_done();
}
