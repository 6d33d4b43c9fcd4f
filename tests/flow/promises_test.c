/* Broken promises: which visits come too late, how they are counted and what becomes of the count. */
#include "flow/promises.h"

#include "tests/flow/archive.h"

#define HOUR DURATION_HOUR_MS
#define DAY DURATION_DAY_MS

static struct subject promised(int64_t checked_at, int64_t next_at)
{
    return (struct subject){ .page = { .id = 7, .checked_at = checked_at, .next_check_at = next_at }, .state = page_state_none() };
}

static void test_late(void)
{
    struct subject_threshold t = { .ms = HOUR, .least_ms = HOUR, .most_ms = HOUR };
    struct subject s = promised(100 * HOUR, 101 * HOUR);
    eq_int(promises_late_ms(&s, &t, 101 * HOUR + 30000), 0, "half a minute is in time");
    eq_int(promises_late_ms(&s, &t, 103 * HOUR), 2 * HOUR, "two hours are late");
    s.page.next_check_at = 130 * HOUR;
    eq_int(promises_late_ms(&s, &t, 130 * HOUR), 0, "a watch that was edited was promised nothing before");
    s.state.rule = STR("host");
    eq_int(promises_late_ms(&s, &t, 130 * HOUR), 29 * HOUR, "a page that was put off for its host is late by its interval");
    s = promised(100 * HOUR, 101 * HOUR);
    s.page.best_effort = true;
    eq_int(promises_late_ms(&s, &t, 103 * HOUR), 0, "best effort promises nothing");
    s.page.best_effort = false;
    s.page.errors = 1;
    eq_int(promises_late_ms(&s, &t, 103 * HOUR), 0, "nor is a try after an error late");
    s = promised(NEVER, 101 * HOUR);
    eq_int(promises_late_ms(&s, &t, 103 * HOUR), 0, "nor the first");
}

static void test_count(void)
{
    AUTO(archive) x = { 0 };
    struct promises p;
    archive_open(&x);
    for (int i = 0; i < 12; i++)
        archive_must(&x, promises_broke(&x.store, &(struct broken_promise){ i + 1, 1000 * DAY + i * HOUR, HOUR }, &x.err), "broke");
    archive_must(&x, promises_load(&x.store, 1000 * DAY + 20 * HOUR, &p, &x.err), "load");
    ok(promises_count(&p) == 12 && p.n == PROMISES_LAST && p.last[0].page == 12 && p.last[0].late_ms == HOUR,
       "all are counted, the last are known");
    archive_must(&x, promises_broke(&x.store, &(struct broken_promise){ 99, 1010 * DAY, DAY }, &x.err), "broke");
    archive_must(&x, promises_load(&x.store, 1010 * DAY, &p, &x.err), "load");
    ok(p.count[0] == 1 && p.count[10] == 12, "by day");
    archive_must(&x, promises_load(&x.store, 900 * DAY, &p, &x.err), "load");
    eq_int(promises_count(&p), 13, "a clock that was set back forgets nothing");
    archive_must(&x, promises_load(&x.store, 1035 * DAY, &p, &x.err), "load");
    ok(promises_count(&p) == 1 && p.last[0].page == 99, "after a month they are not counted any more");
    archive_must(&x, store_plan_put(&x.store, STR("promises"), STR("{\"today\":\"x\"}"), &x.err), "put");
    archive_must(&x, promises_load(&x.store, 1035 * DAY, &p, &x.err), "load");
    ok(promises_count(&p) == 0 && p.n == 0, "what cannot be read is none");
}

int main(void)
{
    test_late();
    test_count();
    return tap_done();
}
