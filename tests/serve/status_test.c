/* How all stands: for whoever asks whether the server lives, for Prometheus, and for people; and what hubs and pushes may ask. */
#include "tests/serve/site.h"

#include "notify/push.h"
#include "notify/sign.h"

static struct site s;

static void test_health(void)
{
    struct reply r = site_ask(&s, &(struct http_request){ .path = STR("/healthz") });
    ok(r.status == 200 && str_eq(r.body, STR("ok\n")) && str_eq(r.type, STR("text/plain; charset=utf-8")),
       "anybody may ask whether it lives");
}

static void test_metrics(void)
{
    static const char *const lines[] = {
        "# HELP weft_requests_total HTTP requests answered.\n# TYPE weft_requests_total counter\nweft_requests_total 12\n",
        "# HELP weft_requests_failed_total Answers with a status of 500 or above.\n# TYPE weft_requests_failed_total counter\nweft_requests_failed_total 3\n",
        "# TYPE weft_store_bytes gauge\nweft_store_bytes ",
        "\nweft_checks_under_way 4\n",
        "# TYPE weft_checks_total counter\n",
        "weft_checks_total{outcome=\"changed\"} 7\n",
        "weft_checks_total{outcome=\"same\"} 0\n",
        "\nweft_live_windows 0\n",
        "\nweft_view_cache_misses_total 5\n",
        "\nweft_view_cache_hits_total 6\n",
    };

    s.server.n_requests = 12, s.server.n_failed = 3, s.server.scheduler.under_way = 4, s.server.cache.misses = 5,
    s.server.cache.hits = 6;
    s.server.scheduler.n_checks[CHECK_CHANGED] = 7;
    struct reply r = site_api(&s, "GET", "/metrics", "");
    eq_str(r.type, STR("text/plain; version=0.0.4"), "Prometheus reads it");
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        reply_is(&r, 200, lines[i], lines[i]);
    s.server.scheduler.under_way = 0;
    site_sign_in(&s, site_user(&s, "bob", ROLE_USER));
    r = site_api(&s, "GET", "/metrics", "");
    eq_int(r.status, 403, "it is an administrator's business");
    site_sign_in(&s, s.user);
}

static void test_people(void)
{
    struct scheduler *v = &s.server.scheduler;
    struct reply r = site_get(&s, "/status");
    reply_is(&r, 200, "; all is well.", "people read that all is well");
    ok(reply_has(&r, "Pause all visits"), "and may pause all visits");
    r = site_post(&s, "/pause-all", "paused=1");
    ok(r.status == 303 && str_find(reply_header(&r, "Set-Cookie"), STR("All%20visits%20are%20paused"), 0) != SIZE_MAX && v->paused,
       "which is done");
    r = site_get(&s, "/status");
    reply_is(&r, 200, "All visits are paused until you resume them.", "and said");
    ok(reply_has(&r, "Resume visits") && !reply_has(&r, "all is well"), "with a way back");
    site_post(&s, "/pause-all", "paused=0");
    ok(!v->paused, "by which they go on");
    snprintf(v->trouble, sizeof v->trouble, "no <room>");
    r = site_get(&s, "/status");
    reply_is(&r, 200, "weft cannot visit pages: no &lt;room&gt;. It tries again every few seconds.",
             "what keeps it from visits is said");
    v->trouble[0] = '\0';
    v->totals.network_down = true;
    r = site_get(&s, "/status");
    reply_is(&r, 200, "Nothing answers: the network seems to be down.", "as is that nothing answers");
    v->totals.network_down = false;
}

static void test_users(void)
{
    site_sign_in(&s, site_user(&s, "carl", ROLE_USER));
    struct reply r = site_get(&s, "/status");
    ok(r.status == 200 && !reply_has(&r, "Pause all visits") && !reply_has(&r, "Metrics"), "a user sees how it stands");
    r = site_post(&s, "/pause-all", "paused=1");
    ok(r.status == 403 && !s.server.scheduler.paused, "and stops nothing");
    site_sign_in(&s, s.user);
}

/* ---- From outside ---- */

static void test_hubs(void)
{
    struct reply r = site_ask(&s, &(struct http_request){ .path = STR("/websub/1.0123?hub.mode=subscribe&hub.challenge=x") });
    reply_is(&r, 403, "this is not a subscription of weft", "a hub that was never asked is refused");
    s.server.scheduler.n_asked = 0;
    r = site_ask(&s, &(struct http_request){ .method = STR("POST"), .path = STR("/websub/1.0123"), .body = STR("x") });
    ok(r.status == 403 && s.server.scheduler.n_asked == 0, "and makes weft look at nothing");
}

static void test_push(void)
{
    struct reply r = site_ask(&s, &(struct http_request){ .method = STR("POST"),
                                                          .path = STR("/api/v1/push"),
                                                          .body = STR("{\"user\":\"ann\",\"urls\":[\"https://a.example/\"]}") });
    ok(r.status == 403 && s.server.scheduler.n_asked == 0, "a notice that nobody signed is not believed");
    r = site_ask(&s, &(struct http_request){ .method = STR("POST"), .path = STR("/api/v1/push"), .body = STR("hello") });
    ok(r.status >= 400 && r.status < 500, "nor what is not a notice");
    eq_str(r.type, STR("application/problem+json"), "as programs are told");
}

/* ---- Live news ---- */

static void test_live(void)
{
    struct reply r = site_get(&s, "/live");
    ok(r.status == 200 && r.is_live && str_eq(r.type, STR("text/event-stream")), "a window waits for news");
    eq_str(reply_header(&r, "X-Accel-Buffering"), STR("no"), "which no proxy keeps");
    struct subscriber *window[LIVE_PER_USER];
    for (unsigned i = 0; i < LIVE_PER_USER; i++)
        window[i] = live_subscribe(&s.server.live, s.user, 0);
    ok(window[LIVE_PER_USER - 1] != NULL, "twenty of one user may");
    r = site_get(&s, "/live");
    reply_is(&r, 500, "too many windows wait for news; close some", "and no more");
    struct subscriber *other = live_subscribe(&s.server.live, s.user + 1, 0);
    ok(other != NULL, "another user has their own");
    live_tell(&s.server.live, 1000, s.user, "news", STR("{\"page\":7}"));
    char room[256];
    ssize_t n = live_read(window[0], 0, room, sizeof room);
    struct str told = { room, n > 0 ? (size_t)n : 0 };
    eq_str(told, STR("retry: 3000\n\nid: 1000\nevent: news\ndata: {\"page\":7}\n\n"),
           "they are told, behind how soon a lost connection is to be tried again");
    eq_str(buf_str(&other->pending), STR("retry: 3000\n\n"), "and nobody else");
    for (unsigned i = 0; i < LIVE_PER_USER; i++)
        live_leave(window[i]);
    live_leave(other);
    eq_int(s.server.live.n, 0, "who leaves is forgotten");
}

static void hears(int64_t user, int64_t since, const char *want, const char *what)
{
    struct subscriber *window = live_subscribe(&s.server.live, user, since);
    eq_str(buf_str(&window->pending), arena_printf(&s.arena, "retry: 3000\n\n%s", want), what);
    live_leave(window);
}

static void told_to(struct str last, const char *path, bool want, const char *what)
{
    struct reply reply =
        site_ask(&s, &(struct http_request){ .path = str_of(path), .cookie = site_cookie(&s), .last_event = last });
    ok(reply.is_live && (str_find(reply.live, STR("\"page\":9"), 0) != SIZE_MAX) == want, "%s", what);
}

/* What came between the page and its connection, or while that was lost, is not missed. */
static void test_live_before(void)
{
    struct live *l = &s.server.live;
    live_tell(l, 2000, s.user, "news", STR("{\"page\":8}"));
    live_tell(l, 2000, s.user + 1, "news", STR("{\"page\":1}"));
    live_tell(l, 1500, s.user, "check", STR("{\"page\":9}"));
#define EIGHT "id: 2000\nevent: news\ndata: {\"page\":8}\n\n"
#define NINE "id: 2002\nevent: check\ndata: {\"page\":9}\n\n"
    hears(s.user, 0, "", "who asks for nothing hears what comes from now on");
    hears(s.user, 1001, EIGHT NINE, "who has a page of that time hears what came since");
    hears(s.user, 2000, EIGHT NINE, "also of the same millisecond");
    hears(s.user, 2001, NINE, "each has a number of its own, also where the clock goes back");
    hears(s.user, 2003, "", "and nothing that was before");
    hears(s.user + 1, 1, "id: 2001\nevent: news\ndata: {\"page\":1}\n\n", "others hear their own");
    told_to(STR(""), "/live", false, "a browser says nothing,");
    told_to(STR(""), "/live?since=2002", true, "when its page was made,");
    told_to(STR("2001"), "/live?since=9000", true, "what it heard last: that is what counts,");
    told_to(STR("2002"), "/live?since=1", false, "and is not told again");
    for (unsigned i = 0; i < LIVE_KEPT; i++)
        live_tell(l, 3000, s.user + 1, "check", STR("{}"));
    hears(s.user, 1, "", "what is old is forgotten");
}

int main(void)
{
    site_open(&s);
    test_health();
    test_metrics();
    test_people();
    test_users();
    test_hubs();
    test_push();
    test_live();
    test_live_before();
    site_close(&s);
    return tap_done();
}
