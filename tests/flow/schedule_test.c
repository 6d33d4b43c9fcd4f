/* The scheduler on simulated time: its invariants, promises, failures, announcements, and what becomes of odd clocks and odd pages. */
#include "flow/schedule.h"

#include <math.h>

#include "tests/base/random.h"
#include "tests/tap.h"

#define SECOND INT64_C(1000)
#define DAY (INT64_C(86400) * SECOND)

/* Pages that change every `every` days by an importance of `e`; each visit is checked against the invariants. */
struct world {
    struct schedule s;
    struct random random;
    int64_t now;
    int64_t *host_at, *page_at, *longest; /* last visits; the longest time between two */
    uint32_t *visits;
    double every, e;
    uint64_t n, early, host_faults;
};

static void open_world(struct world *w, double a_day, uint32_t hosts, int64_t gap_ms, uint32_t pages,
                       const struct schedule_wish *wish)
{
    schedule_open(&w->s, a_day);
    w->random = (struct random){ 9 };
    for (uint32_t h = 0; h < hosts; h++)
        schedule_add_host(&w->s, gap_ms);
    for (uint32_t i = 0; i < pages; i++) {
        struct schedule_wish one = *wish;
        one.host = i % hosts;
        schedule_add(&w->s, &one, w->now);
    }
    w->host_at = NEW_ARRAY(&w->s.arena, int64_t, hosts);
    w->page_at = NEW_ARRAY(&w->s.arena, int64_t, pages);
    w->longest = NEW_ARRAY(&w->s.arena, int64_t, pages);
    w->visits = NEW_ARRAY(&w->s.arena, uint32_t, pages);
    for (uint32_t h = 0; h < hosts; h++)
        w->host_at[h] = w->now - 1000 * DAY;
    for (uint32_t i = 0; i < pages; i++)
        w->page_at[i] = w->now;
}

static void visit(struct world *w, uint32_t page)
{
    const struct schedule_wish *wish = &w->s.page.item[page].wish;
    int64_t since = w->now - w->page_at[page];
    struct schedule_visit seen = { .cost = 1 };
    w->host_faults += w->now - w->host_at[wish->host] < w->s.host.item[wish->host].gap_ms;
    w->early += w->visits[page] > 0 && since < wish->visit.least_s * SECOND;
    w->longest[page] = MAX(w->longest[page], since);
    if (w->every > 0 && (random_below(&w->random, 1000000) / 1e6) < -expm1(-(double)since / (double)DAY / w->every)) {
        seen.importance = w->e;
        seen.changed = true;
    }
    w->host_at[wish->host] = w->page_at[page] = w->now;
    w->visits[page]++;
    w->n++;
    schedule_seen(&w->s, page, w->now, &seen);
}

static void run(struct world *w, double days)
{
    int64_t end = w->now + (int64_t)(days * (double)DAY), plan_at = w->now;
    while (w->now < end) {
        uint32_t page;
        if (w->now >= plan_at) {
            schedule_plan(&w->s);
            plan_at = w->now + DAY;
        }
        while (schedule_next(&w->s, w->now, &page))
            visit(w, page);
        w->now = MIN(plan_at, MIN(end, schedule_wake(&w->s, w->now)));
    }
}

static int64_t longest_of(const struct world *w)
{
    int64_t longest = 0;
    for (uint32_t i = 0; i < w->s.page.n; i++)
        longest = MAX(longest, MAX(w->longest[i], w->now - w->page_at[i]));
    return longest;
}

static void test_invariants(void)
{
    struct world w = { .every = 3, .e = 0.4 };
    open_world(&w, 300, 7, 600 * SECOND, 500, &(struct schedule_wish){ .visit = { .weight = 1, .least_s = 3600 } });
    run(&w, 100);
    ok(w.host_faults == 0, "no host is asked twice within its gap, in %" PRIu64 " visits", w.n);
    ok(w.early == 0, "no page is visited before its least interval is over");
    ok(w.n <= 30001 && w.n >= 29500, "the budget is spent, and no more: %" PRIu64 " visits of 30,000", w.n);
    schedule_drop(&w.s);
}

static void test_host_limit(void)
{
    struct world w = { .every = 1, .e = 0.5 };
    open_world(&w, 1e6, 1, 60 * SECOND, 2000, &(struct schedule_wish){ .visit = { .weight = 1 } });
    run(&w, 10);
    ok(w.host_faults == 0 && w.n <= 14401, "one host: 1,440 visits a day, however large the budget");
    ok(w.n > 14000, "and no fewer: %" PRIu64, w.n);
    schedule_drop(&w.s);
}

static void test_no_starving(void)
{
    struct world w = { .every = 0.001, .e = 1 };
    open_world(&w, 50, 50, 0, 100, &(struct schedule_wish){ .visit = { .weight = 1 } });
    run(&w, 200);
    ok(longest_of(&w) < 30 * DAY, "pages that change all the time and a small budget: each is visited within a month");
    schedule_drop(&w.s);
}

/* One page is other whenever it is looked at: it gets what it is worth, and the others theirs. */
static void test_restless(void)
{
    struct schedule s;
    uint32_t page, visits[100] = { 0 };
    schedule_open(&s, 200);
    for (int i = 0; i < 100; i++)
        schedule_add(&s, &(struct schedule_wish){ .host = schedule_add_host(&s, SECOND), .visit = { .weight = 1, .least_s = 60 } },
                     0);
    for (int64_t now = 0, plan_at = 0; now < 60 * DAY; now = MAX(now + 1, MIN(schedule_wake(&s, now), plan_at))) {
        if (now >= plan_at) {
            schedule_plan(&s);
            plan_at = now + DAY;
        }
        while (schedule_next(&s, now, &page)) {
            visits[page]++;
            schedule_seen(&s, page, now, &(struct schedule_visit){ page == 0 ? 1 : 0, page == 0, 1 });
        }
    }
    uint32_t least = UINT32_MAX;
    for (int i = 1; i < 100; i++)
        least = MIN(least, visits[i]);
    ok(visits[0] > 5 * least && least >= 20,
       "a page that changes every second is visited often (%u), and all others are still (%u)", visits[0], least);
    schedule_drop(&s);
}

/* A million pages of one host, which takes a visit a second. */
static void test_many(void)
{
    enum { MANY = 1000000 };
    struct schedule s;
    uint32_t page, n = 0;
    int64_t now = 0;
    schedule_open(&s, 1e9);
    uint32_t host = schedule_add_host(&s, SECOND);
    for (int i = 0; i < ROUNDS(MANY); i++)
        schedule_add(&s, &(struct schedule_wish){ .host = host, .visit = { .weight = 1 } }, 0);
    for (; now < 2000 * SECOND; now = schedule_wake(&s, now))
        if (schedule_next(&s, now, &page)) {
            schedule_seen(&s, page, now, &(struct schedule_visit){ 0, false, 1 });
            n++;
        } else {
            now++;
        }
    ok(n >= 1990 && n <= 2001, "one host with a million pages is asked once a second: %u", n);
    schedule_drop(&s);
}

static void test_promises(void)
{
    struct world w = { .every = 0.01, .e = 1 };
    open_world(&w, 250, 500, 0, 500, &(struct schedule_wish){ .visit = { .weight = 100 } });
    for (uint32_t i = 0; i < 100; i++)
        w.s.page.item[i].wish.visit.most_s = w.s.page.item[i].wish.visit.least_s = 86400;
    run(&w, 60);
    int64_t longest = 0;
    for (uint32_t i = 0; i < 100; i++)
        longest = MAX(longest, w.longest[i]);
    ok(longest <= DAY + DAY / 10 * 7, "a hundred promises among four hundred urgent pages are kept but for the first day's rush");
    run(&w, 60);
    uint64_t broken = w.s.broken;
    run(&w, 60);
    ok(w.s.broken == broken, "and none is broken once the plan stands");
    schedule_drop(&w.s);

    struct world over = { .every = 1, .e = 1 };
    open_world(&over, 50, 100, 0, 100, &(struct schedule_wish){ .visit = { .weight = 1, .least_s = 86400, .most_s = 86400 } });
    run(&over, 30);
    ok(over.s.broken > 1000, "more promises than the budget has: those that broke are counted (%" PRIu64 ")", over.s.broken);
    ok(longest_of(&over) < 3 * DAY, "and shared by all");
    schedule_drop(&over.s);
}

static void test_failures(void)
{
    struct world w = { .every = 1, .e = 0.5 };
    uint32_t page;
    open_world(&w, 1000, 1, 0, 1, &(struct schedule_wish){ .visit = { .weight = 1 } });
    ok(schedule_next(&w.s, w.now, &page), "a new page is due at once");
    ok(!schedule_next(&w.s, w.now + 365 * DAY, &page), "one that is under way is not handed out again, even after a year");
    schedule_failed(&w.s, page, w.now + DAY);
    schedule_plan(&w.s);
    ok(!schedule_next(&w.s, w.now + DAY - 1, &page) && schedule_wake(&w.s, w.now) == w.now + DAY,
       "after a failure it waits as long as was said");
    for (int i = 0; i < 1000; i++) {
        w.now += DAY;
        if (schedule_next(&w.s, w.now, &page))
            schedule_failed(&w.s, page, w.now + DAY);
    }
    ok(schedule_next(&w.s, w.now + DAY, &page), "a thousand failures later it is still tried");
    schedule_drop(&w.s);
}

static void test_clocks(void)
{
    struct world w = { .every = 2, .e = 0.5, .now = 100 * DAY };
    open_world(&w, 100, 10, SECOND, 100, &(struct schedule_wish){ .visit = { .weight = 1, .least_s = 60 } });
    run(&w, 20);
    w.now += 365 * DAY;
    uint64_t before = w.n;
    run(&w, 2);
    ok(w.n - before <= 202, "after a year of silence there is no rush: %" PRIu64 " visits in two days", w.n - before);
    w.now -= 3 * DAY;
    for (uint32_t h = 0; h < 10; h++)
        w.host_at[h] = w.now - DAY;
    before = w.n;
    run(&w, 30);
    ok(w.n - before > 2000, "a clock that was put back three days is caught up with: %" PRIu64 " visits in thirty days",
       w.n - before);
    schedule_drop(&w.s);
}

/* Two pages that are alike, one with announcements that are true. */
static void test_signals(void)
{
    struct schedule s;
    int64_t delay[2] = { 0 }, changed_at[2] = { NEVER, NEVER }, now = 0;
    struct random r = { 21 };
    schedule_open(&s, 0.4);
    for (int i = 0; i < 2; i++)
        schedule_add(&s, &(struct schedule_wish){ .host = schedule_add_host(&s, 0), .visit = { .weight = 1 } }, 0);
    for (; now < 2000 * DAY; now += DAY / 24) {
        uint32_t page;
        if (now % DAY == 0)
            schedule_plan(&s);
        for (uint32_t i = 0; i < 2; i++)
            if (changed_at[i] == NEVER && random_below(&r, 240) == 0) {
                changed_at[i] = now;
                if (i == 1)
                    schedule_signal(&s, i);
            }
        while (schedule_next(&s, now, &page)) {
            bool changed = changed_at[page] != NEVER;
            delay[page] += changed ? now - changed_at[page] : 0;
            changed_at[page] = NEVER;
            schedule_seen(&s, page, now,
                          &(struct schedule_visit){ .importance = changed ? 0.5 : 0, .changed = changed, .cost = 1 });
        }
    }
    ok(delay[1] * 14 < delay[0] * 10, "changes that are announced are seen sooner: %.1f and %.1f days in all",
       (double)delay[1] / (double)DAY, (double)delay[0] / (double)DAY);
    schedule_drop(&s);
}

static void test_pause(void)
{
    struct world w = { .every = 1, .e = 0.5 };
    uint32_t page;
    open_world(&w, 1e6, 2, 0, 20, &(struct schedule_wish){ .visit = { .weight = 1 } });
    schedule_pause(&w.s, 0, 5 * DAY);
    bool other = true;
    for (w.now = DAY; w.now < 2 * DAY && schedule_next(&w.s, w.now, &page); w.now += 60 * SECOND)
        other = other && w.s.page.item[page].wish.host == 1;
    ok(other, "a host that asked for a pause gets it");
    ok(w.now > DAY + 9 * 60 * SECOND, "and holds up nobody else");
    schedule_drop(&w.s);
}

int main(void)
{
    test_invariants();
    test_host_limit();
    test_no_starving();
    test_restless();
    test_many();
    test_promises();
    test_failures();
    test_clocks();
    test_signals();
    test_pause();
    return tap_done();
}
