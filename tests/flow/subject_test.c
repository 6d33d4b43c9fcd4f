/* A page with all who watch it: how often, who speaks first, what is asked of the server. */
#include "tests/flow/archive.h"

static struct subject load(struct archive *x, int64_t page)
{
    struct subject s = { 0 };
    archive_must(x, subject_load(&x->arena, &x->store, page, &s, &x->err), "load");
    return s;
}

static void test_threshold(void)
{
    AUTO(archive) x = { 0 };
    AUTO(thresholds) t = { 0 };
    struct subject_threshold got;
    archive_open(&x);
    archive_must(&x, thresholds_read(&x.arena, STR("t"), STR("Default 3d\nhttp://h/b.* 5h\n"), &t, &x.err), "thresholds");
    struct subject_rules rules = { .thresholds = &t, .every_ms = DURATION_DAY_MS };
    const struct {
        const char *url, *settings;
        int64_t ms;
    } rows[] = {
        { "http://h/own", "{\"every\":\"12h\"}", DURATION_DAY_MS / 2 },
        { "http://h/busy", "{}", 5 * 3600000 },
        { "http://h/other", "{}", INT64_C(3) * DURATION_DAY_MS },
        { "http://h/paused", "{\"every\":\"1h\",\"paused\":true}", NEVER },
        { "http://h/never", "{\"every\":\"never\"}", NEVER },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct subject s = load(&x, archive_watch(&x, rows[i].url, x.user, rows[i].settings));
        archive_must(&x, subject_threshold(&x.arena, &s, 0, &rules, &got, &x.err), rows[i].url);
        ok(got.ms == rows[i].ms && got.why.len, "%s: %.*s", rows[i].url, STR_ARG(got.why));
    }
    AUTO(thresholds) greedy = { 0 };
    archive_must(&x, thresholds_read(&x.arena, STR("t"), STR("http://h/(a+)+[bd] 5h\n"), &greedy, &x.err), "thresholds");
    rules.thresholds = &greedy;
    struct subject long_one =
        load(&x, archive_watch(&x, "http://h/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", x.user, "{}"));
    struct subject_decision d;
    ok(subject_threshold(&x.arena, &long_one, 0, &rules, &got, &x.err) == 0 && got.ms == DURATION_DAY_MS && got.fault.len,
       "a pattern that takes too much work is left out and told: %.*s", STR_ARG(got.fault));
    ok(subject_decide(&x.arena, &long_one, &rules, &(struct subject_when){ .now = x.now }, &d, &x.err) == 0 && d.decision.check
           && d.fault.len,
       "and the page is looked at all the same");
    struct subject s = load(&x, archive_watch(&x, "http://h/x", x.user, "{}"));
    rules.thresholds = NULL;
    ok(subject_threshold(&x.arena, &s, 0, &rules, &got, &x.err) == 0 && got.ms == DURATION_DAY_MS,
       "without a file the setting counts");
    rules.least_ms = 1000;
    rules.most_ms = 2000;
    ok(subject_threshold(&x.arena, &s, 0, &rules, &got, &x.err) == 0 && got.most_ms == 2000 && got.every_ms == 2000
           && got.ms <= 2000,
       "but within the longest and the shortest time that were set");
}

/* How often the plan looks at a page that changes ten times a day, where nobody says how often. */
static int64_t planned_for(struct archive *x, const char *url, const char *settings, const char *policy)
{
    struct visit_plan plan = visit_plan_none();
    struct subject_rules rules = { .every_ms = 2 * DURATION_DAY_MS, .least_ms = 1000, .policy = str_of(policy), .plan = &plan };
    struct subject s = load(x, archive_watch(x, url, x->user, settings));
    struct subject_threshold got;
    plan.made_at = 1;
    plan.price = 20;
    for (int i = 0; i < 40; i++)
        forecast_see(&s.memory.forecast, NULL, &plan.prior, &(struct forecast_visit){ 0.1, 0.6, true });
    archive_must(x, subject_threshold(&x->arena, &s, 0, &rules, &got, &x->err), url);
    return got.ms;
}

static void test_policy(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t usual = planned_for(&x, "http://h/usual", "{}", ""),
            early = planned_for(&x, "http://h/early", "{\"policy\":\"delay\"}", "");
    int64_t collected = planned_for(&x, "http://h/kept", "{\"archive\":true}", "");
    ok(early < usual, "a watch that wants to be early is looked at more often: %.1f and %.1f hours", (double)early / 3.6e6,
       (double)usual / 3.6e6);
    ok(collected > usual, "a collection gives up what it cannot follow");
    ok(planned_for(&x, "http://h/both", "{\"archive\":true,\"policy\":\"harmonic\"}", "delay") == usual,
       "unless its watch says otherwise");
    ok(planned_for(&x, "http://h/machine", "{}", "delay") == early
           && planned_for(&x, "http://h/all", "{\"archive\":true}", "delay") == early,
       "the machine's policy holds for watches and collections without their own");
    struct watch odd = { .policy = STR("often") };
    ok(watch_check(&x.arena, &odd, &x.err) == E_USAGE, "what is no policy is refused: %s", x.err.text);
}

static void test_decide(void)
{
    AUTO(archive) x = { 0 };
    struct subject_rules rules = { .every_ms = 2 * DURATION_DAY_MS };
    struct subject_decision d;
    int64_t bob;
    archive_open(&x);
    archive_must(&x, store_user_add(&x.store, STR("bob"), 1, &bob, &x.err), "bob");
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    struct subject s = load(&x, page);
    ok(subject_decide(&x.arena, &s, &rules, &(struct subject_when){ .now = x.now }, &d, &x.err) == 0 && d.decision.check,
       "what was never looked at is due");
    struct response r = archive_page(&x, "<p>a page of some words");
    archive_check(&x, page, r);
    s = load(&x, page);
    ok(subject_decide(&x.arena, &s, &rules, &(struct subject_when){ .now = x.now + 1 }, &d, &x.err) == 0 && !d.decision.check
           && d.decision.next_at == x.now + 2 * DURATION_DAY_MS,
       "what was is not, before the threshold");
    ok(subject_decide(&x.arena, &s, &rules, &(struct subject_when){ .now = x.now + 1, .asked = true }, &d, &x.err) == 0
           && d.decision.check,
       "unless somebody asks");
    archive_watch(&x, "http://h/", bob, "{\"every\":\"1h\"}");
    s = load(&x, page);
    ok(subject_decide(&x.arena, &s, &rules, &(struct subject_when){ .now = x.now + 1 }, &d, &x.err) == 0
           && d.decision.next_at == x.now + 3600000,
       "of two who watch it the more eager one decides");
    archive_must(&x, store_watch_remove(&x.store, bob, page, &x.err), "remove");
    archive_must(&x, store_watch_remove(&x.store, x.user, page, &x.err), "remove");
    s = load(&x, page);
    ok(subject_decide(&x.arena, &s, &rules, &(struct subject_when){ .now = x.now + 1 }, &d, &x.err) == 0 && !d.decision.check
           && d.decision.next_at == NEVER,
       "what nobody watches is never due");
}

static void test_request(void)
{
    AUTO(archive) x = { 0 };
    int64_t bob;
    archive_open(&x);
    archive_must(&x, store_user_add(&x.store, STR("bob"), 1, &bob, &x.err), "bob");
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    ok(!subject_request(&x.arena, &(struct subject){ 0 }).ignore_robots, "a page without watches has a request, too");
    struct subject s = load(&x, page);
    ok(!subject_request(&x.arena, &s).ignore_robots, "robots.txt is obeyed");
    archive_watch(&x, "http://h/", bob, "{\"ignore_robots\":true}");
    s = load(&x, page);
    ok(subject_request(&x.arena, &s).ignore_robots, "unless one of them takes it on themselves");
    s.state.moved_to = STR("http://new/");
    eq_str(subject_request(&x.arena, &s).url, STR("http://new/"), "a page that has moved for good is asked for there");
    static const char *const secrets[] = { "{\"header\":[[\"X-Key\",\"k\"]]}", "{\"user\":\"ann\"}", "{\"bearer\":\"t\"}",
                                           "{\"form\":[[\"a\",\"b\"]]}" };
    for (size_t i = 0; i < ARRAY_LEN(secrets); i++) {
        s = load(&x, archive_watch(&x, arena_printf(&x.arena, "http://h/%zu", i).ptr, x.user, secrets[i]));
        s.state.moved_to = STR("http://new/");
        eq_str(subject_request(&x.arena, &s).url, s.page.url, "but not with what is meant for the first address");
    }
    s = load(&x, archive_watch(&x, "http://ann:pw@h/", x.user, "{}"));
    s.state.moved_to = STR("http://new/");
    eq_str(subject_request(&x.arena, &s).url, s.page.url, "nor is a login in the address forgotten");
}

int main(void)
{
    test_threshold();
    test_policy();
    test_decide();
    test_request();
    return tap_done();
}
