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
    return tap_done();
}
