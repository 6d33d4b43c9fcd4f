/* The archive on simulated time: leases, checks and plans as a run makes them, with pages that change at their own rates. Nothing is
 * fetched; answers are made here. One transaction around all, so that nobody waits for the disk. */
#include "flow/planner.h"
#include "flow/promises.h"

#include <math.h>

#include "base/limits.h"
#include "fetch/robots.h"
#include "tests/flow/archive.h"

enum { FAST = 4, SLOW = 12, PROMISED = 2, PAGES = FAST + SLOW + PROMISED };
#define HOUR DURATION_HOUR_MS
#define DAY DURATION_DAY_MS

struct world {
    struct archive x;
    struct store_tx tx;
    struct visit_plan plan;
    struct subject_rules rules;
    int64_t page[PAGES];
    uint32_t visits[PAGES];
    int64_t last[PAGES], longest[PAGES];
    bool broken;
};

static void world_drop(struct world *w)
{
    store_tx_drop(&w->tx);
    visit_plan_drop(&w->plan);
    archive_drop(&w->x);
}

static void open_world(struct world *w, double requests_a_day)
{
    archive_open(&w->x);
    archive_must(&w->x, store_begin(&w->x.store, &w->tx, &w->x.err), "begin");
    w->x.now = 1000 * DAY;
    w->plan = visit_plan_none();
    w->rules = (struct subject_rules){ .every_ms = DAY,
                                       .least_ms = 15 * DURATION_MINUTE_MS,
                                       .most_ms = 60 * DAY,
                                       .budget = { .requests_a_day = requests_a_day },
                                       .plan = &w->plan };
    for (int i = 0; i < PAGES; i++) {
        struct str url = arena_printf(&w->x.arena, "http://h%d.test/%d", i % 5, i);
        struct store_page row = {
            .url = url, .host = arena_printf(&w->x.arena, "h%d.test", i % 5), .added_at = 1, .next_check_at = w->x.now
        };
        struct store_watch watch = { .user = w->x.user, .added_at = 1, .settings = STR("{}") };
        archive_must(&w->x, store_page_add(&w->x.store, &row, &w->page[i], &w->x.err), "page");
        watch.page = w->page[i];
        if (i >= FAST + SLOW)
            watch.settings = STR("{\"every\":\"8h\"}");
        archive_must(&w->x, store_watch_put(&w->x.store, &watch, &w->x.err), "watch");
        w->last[i] = w->x.now;
    }
}

/* A sentence that was never said before: made-up words, so that none of them comes back. */
static struct str sentence(struct arena *a, int64_t number)
{
    AUTO(buf) b = BUF(256);
    for (int i = 0; i < 8; i++) {
        buf_add_char(&b, i ? ' ' : 'O');
        for (int64_t n = number * 8 + i + 700; n; n /= 35)
            buf_addf(&b, "%c%c", "bdfgklm"[n % 7], "aeiou"[n / 7 % 5]);
    }
    return arena_str(a, buf_str(&b));
}

/* A page that has another entry on top in each of its periods. */
static struct response answer_of(struct world *w, int page)
{
    int64_t period = page < FAST ? 12 * HOUR : 90 * DAY;
    int64_t number = (w->x.now + page * HOUR) / period;
    AUTO(buf) entries = BUF(KIB(4));
    for (int i = 0; i < 5; i++)
        buf_addf(&entries, "<li>%.*s.</li>", STR_ARG(sentence(&w->x.arena, number - i)));
    struct str body =
        arena_printf(&w->x.arena,
                     "<!DOCTYPE html><title>News</title><main><h1>The council</h1><p>The council met and decided about the "
                     "bridge, the school and the new buses.</p><ul>%.*s</ul></main>",
                     STR_ARG(buf_str(&entries)));
    return (struct response){ .state = FETCH_OK,
                              .status = 200,
                              .content_type = STR("text/html"),
                              .body = body,
                              .body_hash = hash_str(body),
                              .fetched_at_ms = w->x.now };
}

static void visit(struct world *w, int64_t id, bool fails)
{
    AUTO(arena) a = { 0 };
    int i = 0;
    while (i < PAGES - 1 && w->page[i] != id)
        i++;
    struct response r = answer_of(w, i);
    struct check check;
    if (fails)
        r = (struct response){ .state = FETCH_HTTP_ERROR, .status = 500, .message = STR("no"), .fetched_at_ms = w->x.now };
    archive_must(&w->x,
                 check_answer(&a, &(struct check_job){ &w->x.store, &w->rules, id, &r, &w->x.templates, NULL }, &check, &w->x.err),
                 "check");
    w->visits[i]++;
    w->longest[i] = MAX(w->longest[i], w->x.now - w->last[i]);
    w->broken |= i >= FAST + SLOW && w->x.now - w->last[i] > 8 * HOUR + DURATION_MINUTE_MS && !fails;
    w->last[i] = w->x.now;
}

/* As a run does: the plan is tended, what is due is taken, and then nothing happens until the next is due. */
static uint32_t live(struct world *w, int64_t ms, bool fails)
{
    int64_t end = w->x.now + ms, tend_at = 0;
    uint32_t n = 0;
    while (w->x.now < end) {
        AUTO(arena) a = { 0 };
        struct store_lease lease = { STR("test"), w->x.now, w->x.now + 1, 100, 100, false };
        struct store_pages due;
        int64_t next;
        if (w->x.now >= tend_at) {
            archive_must(&w->x, planner_tend(&w->x.store, &w->rules, w->x.now, &w->plan, &w->x.err), "tend");
            tend_at = w->x.now + HOUR;
        }
        archive_must(&w->x, store_lease(&a, &w->x.store, &lease, &due, &w->x.err), "lease");
        for (uint32_t i = 0; i < due.n; i++, n++)
            visit(w, due.item[i].id, fails);
        archive_must(&w->x, store_lease_next(&w->x.store, &lease, &next, &w->x.err), "next");
        w->x.now = MAX(w->x.now + 1000, MIN(MIN(next, tend_at), end));
    }
    return n;
}

static uint32_t sum(const uint32_t *n, int from, int to)
{
    uint32_t all = 0;
    for (int i = from; i < to; i++)
        all += n[i];
    return all;
}

static void test_life(void)
{
    AUTO(world) w = { .broken = false };
    open_world(&w, 0);
    live(&w, 30 * DAY, false);
    memset(w.visits, 0, sizeof w.visits);
    memset(w.longest, 0, sizeof w.longest);
    uint32_t n = live(&w, 30 * DAY, false);
    double fast = (double)sum(w.visits, 0, FAST) / FAST, slow = (double)sum(w.visits, FAST, FAST + SLOW) / SLOW;
    double planned = 30 * (FAST + SLOW + PROMISED * 3);
    ok(fast > 2 * slow, "pages that change twice a day are visited more than those that change four times a year: %.1f, %.1f", fast,
       slow);
    ok(fabs(n / planned - 1) < 0.15, "in all as many visits as 'every' comes to: %u of %.0f", n, planned);
    ok(!w.broken, "a promise is kept");
    int64_t longest = 0;
    for (int i = 0; i < PAGES; i++)
        longest = MAX(longest, w.longest[i]);
    ok(longest < 15 * DAY, "nothing starves: %.1f days at most", (double)longest / (double)DAY);
    struct visit_plan again = visit_plan_none();
    archive_must(&w.x, visit_plan_load(&w.x.store, &again, &w.x.err), "load");
    ok(again.made_at == w.plan.made_at && fabs(again.price / w.plan.price - 1) < 1e-6 && again.pages == PAGES
           && fabs((double)(again.prior.log_share[3] - w.plan.prior.log_share[3])) < 1e-4 && again.freshness > 0.5,
       "the plan outlives the process");
    visit_plan_drop(&again);
}

/* What the first visits teach makes the first plan wrong before a day is over. */
static void test_first_plans(void)
{
    AUTO(world) w = { .broken = false };
    open_world(&w, 0);
    int64_t begun = w.x.now, made[3];
    for (int i = 0; i < 3; i++) {
        static const int64_t after[] = { 0, 4 * 60000, 5 * 60000 };
        archive_must(&w.x, planner_tend(&w.x.store, &w.rules, begun + after[i], &w.plan, &w.x.err), "plan");
        made[i] = w.plan.made_at;
    }
    ok(made[1] == begun && made[2] == begun + 5 * 60000, "a first plan is good for five minutes");
    w.x.now += 40 * DAY;
    archive_must(&w.x, planner_tend(&w.x.store, &w.rules, w.x.now, &w.plan, &w.x.err), "plan");
    archive_must(&w.x, planner_tend(&w.x.store, &w.rules, w.x.now + DAY - 1, &w.plan, &w.x.err), "plan");
    ok(w.plan.made_at == w.x.now, "later ones for a day");
}

/* A host that asks for a long pause between two requests takes no more visits, whatever is promised. */
static void test_crawl_delay(void)
{
    AUTO(world) w = { .broken = false };
    AUTO(planner) p = { .promised = 0 };
    open_world(&w, 0);
    struct host_facts facts = { .origin = STR("http://h1.test:80"), .robots_state = ROBOTS_READ };
    AUTO(buf) rules = BUF(KIB(1));
    robots_read(STR("User-agent: *\nCrawl-delay: 3600\n"), STR("weft"), &rules);
    facts.robots = buf_str(&rules);
    struct store_host row = { facts.origin, host_facts_write(&w.x.arena, &facts) };
    archive_must(&w.x, store_host_put(&w.x.store, &row, &w.x.err), "host");
    archive_must(&w.x, planner_load(&p, &w.x.store, &w.rules, &w.x.err), "load");
    for (uint32_t h = 0; h < p.host.n; h++)
        if (str_eq(p.host.item[h].name, STR("h1.test")))
            ok(schedule_host_most(&p.schedule, h) == 24, "Crawl-delay is part of the plan: %.1f visits a day",
               schedule_host_most(&p.schedule, h));
}

static void test_budget(void)
{
    AUTO(world) w = { .broken = false };
    open_world(&w, 40);
    live(&w, 20 * DAY, false);
    uint32_t n = live(&w, 20 * DAY, false);
    ok(fabs(n / 800.0 - 1) < 0.15, "a budget is spent: %u of 800", n);
    w.rules.budget.requests_a_day = 8;
    live(&w, 20 * DAY, false);
    n = live(&w, 20 * DAY, false);
    ok(n < 200 && !w.broken, "a smaller one holds from then on, and promises are kept (%u of 160)", n);
}

static void test_trouble(void)
{
    AUTO(world) w = { .broken = false };
    open_world(&w, 0);
    live(&w, 10 * DAY, false);
    uint32_t n = live(&w, 2 * DAY, true);
    ok(n < PAGES * 2 * 14, "when every visit fails, pages are tried again less and less often: %u tries", n);
    live(&w, 5 * DAY, false);
    w.x.now += 365 * DAY;
    memset(w.visits, 0, sizeof w.visits);
    live(&w, DAY, false);
    uint32_t seen = 0;
    for (int i = 0; i < PAGES; i++)
        seen += w.visits[i] > 0;
    eq_int(seen, PAGES, "after a year of downtime each page is seen within a day");
    struct promises promises;
    archive_must(&w.x, promises_load(&w.x.store, w.x.now, &promises, &w.x.err), "promises");
    ok(promises_count(&promises) >= PROMISED && promises.last[promises.n - 1].late_ms > 300 * DAY,
       "promises that were broken meanwhile are told: %u", promises_count(&promises));
    ok(sum(w.visits, 0, PAGES) < 4 * PAGES, "and not again and again: %u visits", sum(w.visits, 0, PAGES));
    w.x.now -= 200 * DAY;
    for (int i = 0; i < PAGES; i++)
        w.last[i] = w.x.now;
    memset(w.visits, 0, sizeof w.visits);
    live(&w, 10 * DAY, false);
    archive_must(&w.x, planner_tend(&w.x.store, &w.rules, w.x.now, &w.plan, &w.x.err), "tend");
    ok(w.plan.made_at <= w.x.now, "a clock that was set back makes another plan");
}

/* A host whose pages change at nine in the morning: what visits teach is kept, and moves the visits. */
static void test_hours(void)
{
    AUTO(world) w = { .broken = false };
    open_world(&w, 0);
    struct rhythm r = { .at = 0 }, back;
    for (int64_t at = 900 * DAY; at < 1000 * DAY; at += 4 * HOUR)
        rhythm_see(&r, NULL, &(struct rhythm_visit){ at, at + 4 * HOUR, 0.8, at % DAY == 8 * HOUR ? 0.8 : 0 });
    archive_must(&w.x, visit_plan_keep_rhythm(&w.x.store, STR("h0.test"), &r, &w.x.err), "keep");
    archive_must(&w.x, visit_plan_rhythm(&w.x.store, STR("h0.test"), &back, &w.x.err), "read");
    ok(back.at == r.at && fabs((double)(back.found[9] - r.found[9])) < 1e-3, "the hours of a host are kept");
    archive_must(&w.x, planner_tend(&w.x.store, &w.rules, w.x.now, &w.plan, &w.x.err), "tend");
    const struct rhythm_clock *clock = visit_plan_clock(&w.plan, STR("h0.test"));
    ok(clock && rhythm_days(clock, 8 * HOUR, 12 * HOUR) > 0.5 && !visit_plan_clock(&w.plan, STR("h1.test")), "the plan knows them");
    live(&w, 10 * DAY, false);
    uint32_t soon = 0, all = 0;
    for (int i = 0; i < FAST + SLOW; i += 5) {
        all++;
        soon += w.last[i] % DAY >= 11 * HOUR && w.last[i] % DAY <= 14 * HOUR;
    }
    ok(soon * 2 > all, "its pages are visited when these hours are over: %u of %u", soon, all);
    archive_must(&w.x, store_plan_put(&w.x.store, STR("rhythm h0.test"), STR("[1,2]"), &w.x.err), "put");
    archive_must(&w.x, visit_plan_rhythm(&w.x.store, STR("h0.test"), &back, &w.x.err), "read");
    eq_int(back.at, 0, "what cannot be read is nothing");
}

static void test_damage(void)
{
    AUTO(world) w = { .broken = false };
    open_world(&w, 0);
    archive_must(&w.x, store_plan_put(&w.x.store, STR("all"), STR("{\"made_at\":5,\"price\":-1}"), &w.x.err), "put");
    archive_must(&w.x, visit_plan_load(&w.x.store, &w.plan, &w.x.err), "load");
    eq_int(w.plan.made_at, NEVER, "a plan that cannot be read is none");
    archive_must(&w.x, planner_tend(&w.x.store, &w.rules, w.x.now, &w.plan, &w.x.err), "tend");
    eq_int(w.plan.made_at, w.x.now, "and is made again");
}

/* Two users, one with a limit of their own. */
static void test_owner(void)
{
    AUTO(world) w = { .broken = false };
    AUTO(planner) p = { .promised = 0 };
    open_world(&w, 100);
    w.rules.budget.user_requests_a_day = 10;
    archive_must(&w.x, planner_load(&p, &w.x.store, &w.rules, &w.x.err), "load");
    struct schedule_outlook x = schedule_outlook(&p.schedule);
    ok(x.visits_a_day < 11, "a user takes no more than their share: %.1f visits a day", x.visits_a_day);
    ok(p.promised == PROMISED && p.best_effort == FAST + SLOW, "and what is promised is counted apart");
}

/* Days until the page of best effort that waits longest comes. */
static double longest_wait(const struct planner *p)
{
    double days = 0;
    for (uint32_t i = 0; i < FAST + SLOW; i++)
        days = MAX(days, schedule_interval(&p->schedule, i));
    return days;
}

/* A page that is promised every minute leaves the others what they had. */
static void test_promise(struct str settings, double requests_a_day, double most_days)
{
    AUTO(world) w = { .broken = false };
    AUTO(planner) p = { .promised = 0 };
    open_world(&w, requests_a_day);
    live(&w, 2 * DAY, false);
    struct store_watch watch = { .user = w.x.user, .page = w.page[PAGES - 1], .added_at = 1, .settings = settings };
    archive_must(&w.x, store_watch_put(&w.x.store, &watch, &w.x.err), "watch");
    archive_must(&w.x, planner_load(&p, &w.x.store, &w.rules, &w.x.err), "load");
    ok(p.promised == PROMISED && p.best_effort == FAST + SLOW, "%.*s is a promise", STR_ARG(settings));
    double all = schedule_outlook(&p.schedule).visits_a_day, free = all - p.promised_a_day;
    ok(longest_wait(&p) < most_days, "best effort does not starve for it: %.1f days at most", longest_wait(&p));
    ok(free < 1.05 * (requests_a_day > 0 ? requests_a_day / 10 + 16 / 60.0 : FAST + SLOW), "nor does it gain: %.2f visits a day",
       free);
}

/* Pages that a plan without room put to their longest interval. */
static void test_return(void)
{
    AUTO(world) w = { .broken = false };
    open_world(&w, 0.01);
    live(&w, 3 * DAY, false);
    memset(w.visits, 0, sizeof w.visits);
    w.rules.budget.requests_a_day = 40;
    live(&w, 20 * DAY, false);
    uint32_t seen = 0;
    for (int i = 0; i < FAST + SLOW; i++)
        seen += w.visits[i] > 0;
    eq_int(seen, FAST + SLOW, "they come back once there is room");
}

int main(void)
{
    test_life();
    test_first_plans();
    test_crawl_delay();
    test_budget();
    test_trouble();
    test_hours();
    test_damage();
    test_owner();
    test_promise(STR("{\"fetch\":\"1m\"}"), 0, 10);
    test_promise(STR("{\"every\":\"1m\"}"), 0, 10);
    test_promise(STR("{\"fetch\":\"1m\"}"), 20, 40);
    test_promise(STR("{\"every\":\"1m\"}"), 20, 40);
    test_return();
    return tap_done();
}
