/* Manners towards a host, with a made clock: gaps, pauses, robots.txt's age, trust. */
#include "fetch/host.h"

#include "tests/tap.h"

static void host_init(struct host *h, const char *robots)
{
    *h = (struct host){ 0 };
    host_set(h, &(struct host_facts){ .origin = STR("http://a:80"), .robots = str_of(robots) });
}

static void test_gap(void)
{
    AUTO(host) h;
    host_init(&h, "");
    eq_int(host_ready_at(&h, 1000, 5000), 5000, "the first request goes at once");
    host_started(&h, 5000);
    eq_int(h.n_active, 1, "one is under way");
    host_answered(&h, 200, -1, 5400);
    eq_int(host_ready_at(&h, 1000, 5400), 6000, "the gap counts from start to start");
    eq_int(host_ready_at(&h, 1000, 9000), 9000, "a gap that is over is no wait");
    eq_int(host_ready_at(&h, 1000, 100), 1100, "a clock set back costs one gap");
    host_robots(&h, 200, STR("w 3000\n"), 5400);
    eq_int(host_ready_at(&h, 1000, 5400), 8000, "Crawl-delay where it is longer");
    eq_int(host_ready_at(&h, 4000, 5400), 9000, "the gap where that is");
}

static void test_pause(void)
{
    AUTO(host) h;
    int64_t want = PAUSE_FIRST_MS;
    host_init(&h, "");
    for (int i = 0; i < 5; i++, want *= 2) {
        host_started(&h, 0);
        host_answered(&h, i % 2 ? 429 : 503, -1, 0);
        eq_int(host_ready_at(&h, 1, 0), want, "pauses double");
    }
    for (int i = 0; i < 40; i++) {
        host_started(&h, 0);
        host_answered(&h, 429, -1, 0);
    }
    eq_int(host_ready_at(&h, 1, 0), PAUSE_MAX_MS, "up to a day");
    host_started(&h, 0);
    host_answered(&h, 200, -1, 0);
    ok(host_ready_at(&h, 1, 10) == 10 && h.changed, "an answer ends them");
    host_started(&h, 20);
    host_answered(&h, 429, 3000, 20);
    eq_int(host_ready_at(&h, 1, 20), 3020, "Retry-After at first as it is");
    host_started(&h, 3020);
    host_answered(&h, 429, 3000, 3020);
    eq_int(host_ready_at(&h, 1, 3020), 9020, "a host that is asked too early again waits longer than it said");
    host_started(&h, 9020);
    host_answered(&h, 503, INT64_C(99) * 86400000, 9020);
    eq_int(host_ready_at(&h, 1, 9020), 9020 + PAUSE_MAX_MS, "no pause is longer than a day");
    host_started(&h, 9020);
    host_answered(&h, 0, -1, 9020);
    eq_int(host_ready_at(&h, 1, 9020), 9020 + PAUSE_MAX_MS, "a request that never went out changes nothing");
}

static void test_failure(void)
{
    AUTO(host) h;
    host_init(&h, "");
    for (int i = 1; i <= HOST_BROKEN_MAX; i++) {
        ok(!h.skip, "not yet left alone");
        host_started(&h, i);
        host_failed(&h, false, "broken");
    }
    ok(h.skip && strcmp(h.why, "broken") == 0, "left alone after three broken answers");
    host_run(&h);
    ok(!h.skip && h.why[0] == '\0', "until the next run");
    host_started(&h, 9);
    host_failed(&h, true, "dead");
    ok(h.skip && h.n_active == 0, "or after one that is fatal");
    host_run(&h);
    host_started(&h, 10);
    host_failed(&h, false, "broken");
    host_started(&h, 11);
    host_answered(&h, 200, -1, 11);
    eq_int(h.n_broken, 0, "an answer ends the row");
}

static void test_robots(void)
{
    AUTO(host) h;
    int64_t day = INT64_C(1780000000000);
    host_init(&h, "");
    ok(!host_robots_known(&h, 1000, day), "not known at first");
    host_robots(&h, 200, STR("d /x\n"), day);
    ok(host_robots_known(&h, 1000, day + ROBOTS_AGE_MS - 1) && !host_robots_known(&h, 1000, day + ROBOTS_AGE_MS),
       "known for a day");
    ok(host_robots_known(&h, ROBOTS_AGE_MS, day + 3 * ROBOTS_AGE_MS - 1)
           && !host_robots_known(&h, ROBOTS_AGE_MS, day + 3 * ROBOTS_AGE_MS),
       "a host that may be asked once a day is asked for two pages before it is read again");
    ok(!host_robots_known(&h, 1000, day - 1), "not before it was read");
    host_robots(&h, 503, STR(""), day + ROBOTS_AGE_MS);
    eq_str(h.facts.robots, STR("d /x\n"), "a copy outlives an error of the server");
    ok(host_robots_known(&h, 1000, day + ROBOTS_AGE_MS) && !host_robots_known(&h, 1000, day + ROBOTS_AGE_MS + ROBOTS_RETRY_MS),
       "for an hour");
    host_robots(&h, 404, STR(""), day);
    ok(h.facts.robots.len == 0 && h.facts.robots_state == ROBOTS_READ, "a file that is gone allows all");
    AUTO(host) other;
    host_init(&other, "");
    host_robots(&other, 500, STR("d /y\n"), day);
    ok(other.facts.robots_state == ROBOTS_UNREACHABLE && host_robots_known(&other, 1000, day + 1)
           && !host_robots_known(&other, 1000, day + ROBOTS_RETRY_MS),
       "one that was never read forbids all for an hour");
}

static void test_trust(void)
{
    AUTO(host) h;
    host_init(&h, "");
    ok(host_trusted(&h, 100), "trusted at first");
    host_lied(&h, false, 100);
    ok(host_trusted(&h, 100), "a doubt is no proof");
    host_lied(&h, false, 200);
    ok(!host_trusted(&h, 200), "two are");
    ok(host_trusted(&h, 200 + DISTRUST_MS), "until it is over");
    AUTO(host) other;
    host_init(&other, "");
    host_lied(&other, true, 300);
    ok(!host_trusted(&other, 300) && other.changed, "a lie is at once");
}

int main(void)
{
    test_gap();
    test_pause();
    test_failure();
    test_robots();
    test_trust();
    return tap_done();
}
