/* What stands around every page: the state of the visits, the counts, the line about the last act; and how failures are told. */
#include "tests/serve/site.h"

#include "serve/routes.h"

static struct site s;

static void test_state(void)
{
    static const struct {
        const char *name, *words;
        bool down, paused;
        const char *trouble;
        uint32_t under_way;
        int64_t next_ms; /* from now; 0: nothing is planned */
    } rows[] = {
        { "nothing is planned", "<span class=\"dot \"></span>All well</a>", false, false, "", 0, 0 },
        { "a visit is planned", "All well, next visit in 2 minutes</a>", false, false, "", 0, 120000 },
        { "a visit is due", "All well, next visit just now</a>", false, false, "", 0, -5000 },
        { "pages are being fetched", "Looking at 3 now</a>", false, false, "", 3, 0 },
        { "visits are paused", "<span class=\"dot warn\"></span>Visits are paused</a>", false, true, "", 0, 0 },
        { "the network is down", "<span class=\"dot warn\"></span>The network is down</a>", true, true, "", 3, 0 },
        { "something broke", "<span class=\"dot bad\"></span>Visits have stopped</a>", true, false, "no room", 0, 0 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct scheduler *v = &s.server.scheduler;
        v->totals.network_down = rows[i].down, v->paused = rows[i].paused, v->under_way = rows[i].under_way;
        snprintf(v->trouble, sizeof v->trouble, "%s", rows[i].trouble);
        v->next_at = rows[i].next_ms ? s.now + rows[i].next_ms : NEVER;
        struct reply r = site_get(&s, "/held");
        reply_is(&r, 200, rows[i].words, rows[i].name);
    }
    s.server.scheduler.totals.network_down = s.server.scheduler.paused = false;
    s.server.scheduler.trouble[0] = '\0';
    s.server.scheduler.next_at = NEVER;
}

static void test_failing(void)
{
    struct store_page page;
    int64_t id = site_page(&s, "https://a.example/bad", "{}");
    site_must(&s, store_page_get(&s.arena, s.store, id, &page, &s.e));
    page.errors = 2;
    site_must(&s, store_page_schedule(s.store, &page, &s.e));
    s.now += COUNTS_MS;
    struct reply r = site_get(&s, "/held");
    reply_is(&r, 200, "1 page could not be fetched</a>", "a page that fails is said on every page");
    site_must(&s, store_page_remove(s.store, id, &s.e));
    r = site_get(&s, "/held");
    ok(reply_has(&r, "could not be fetched"), "counts are kept for a moment");
    s.now += COUNTS_MS;
    r = site_get(&s, "/held");
    ok(reply_has(&r, "All well"), "and counted again then");
}

/* ---- The last act ---- */

static struct reply with_done(const char *cookie)
{
    return site_ask(
        &s, &(struct http_request){ .path = STR("/held"),
                                    .cookie = arena_printf(&s.arena, "weft=%.*s; weft-done=%s", STR_ARG(s.session), cookie) });
}

static void test_notice(void)
{
    struct reply r = with_done("77%3ASaved%20%3Cb%3E");
    reply_is(&r, 200, "<div class=\"toast\" role=\"status\"><span>Saved &lt;b&gt;</span>", "what the last act did is said once");
    ok(reply_has(&r, "<button name=\"id\" value=\"77\">Undo</button>"), "with a way back");
    eq_str(reply_header(&r, "Set-Cookie"), STR("weft-done=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"), "then it is forgotten");
    r = with_done("0%3ASaved");
    ok(reply_has(&r, "<span>Saved</span></div>"), "where there is none, without");
    r = with_done("");
    ok(!reply_has(&r, "toast"), "without an act nothing is said");
}

static void test_readers(void)
{
    site_sign_in(&s, site_user(&s, "eve", ROLE_READER));
    struct reply r = site_get(&s, "/held");
    reply_is(&r, 200, "You may look, but not add or change anything.", "a reader is told that they may look");
    ok(reply_has(&r, "<div class=\"col look\">"), "and sees no forms");
    site_sign_in(&s, s.user);
    r = site_get(&s, "/held");
    ok(!reply_has(&r, "You may look"), "others do not");
    ok(reply_has(&r, "Settings<span class=\"n\">ann</span>"), "but their name");
}

/* ---- Failures ---- */

static int route_failing(struct http_request *r, struct err *e)
{
    r->answer.bytes = STR("half an answer");
    return err_set(e, (int)-form_number(&r->query, "code"), "it <failed>");
}

static void test_failures(void)
{
    static const struct {
        int code;
        unsigned status;
        const char *title;
    } rows[] = {
        { E_USAGE, 400, "That did not work" }, { E_FORMAT, 400, "That did not work" }, { E_DENIED, 403, "Not allowed" },
        { E_ABSENT, 404, "Not found" },        { E_LIMIT, 413, "Too large" },          { E_SYSTEM, 500, "Something failed" },
    };
    const struct route route = { "GET", "/fail", NEEDS_NOTHING, false, 0, route_failing };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        eq_int(answer_status(rows[i].code), rows[i].status, rows[i].title);
        AUTO(arena) a = { 0 };
        struct http_request r = {
            .server = &s.server, .arena = &a, .method = STR("GET"), .path = STR("/fail"), .host = STR("localhost"), .route = &route
        };
        r.query_text = arena_printf(&a, "code=%d", -rows[i].code);
        r.caller = (struct caller){ .store = s.store, .settings = &s.settings, .arena = &a, .now = s.now };
        r.answer = (struct http_answer){ .body = BUF(ANSWER_MAX_BYTES), .fd = -1 };
        request_answer(&r);
        struct reply reply = site_take(&s, &r);
        struct str head = arena_printf(&s.arena, "<h1>%s</h1>\n<p class=\"lede\">it &lt;failed&gt;</p>", rows[i].title);
        reply_is(&reply, rows[i].status, head.ptr, "is a page with the words");
        ok(!reply_has(&reply, "half an answer"), "and nothing of what was begun");
    }
}

static void test_problem(void)
{
    struct reply r = site_ask(
        &s, &(struct http_request){ .path = STR("/page/99"), .cookie = site_cookie(&s), .accept = STR("application/json, */*") });
    reply_is(&r, 404, "{\"title\":\"Not found\",\"status\":404,\"detail\":\"", "a script is told in JSON");
    eq_str(r.type, STR("application/problem+json"), "as RFC 9457 has it");
}

/* ---- Cookies ---- */

static void test_secure(void)
{
    struct reply r = site_post(&s, "/sign-out", "");
    ok(str_find(reply_header(&r, "Set-Cookie"), STR("Secure"), 0) == SIZE_MAX, "without TLS a cookie goes without");
    site_sign_in(&s, s.user);
    s.options.certificate = STR("cert.pem");
    r = site_post(&s, "/sign-out", "");
    ok(str_ends(reply_header(&r, "Set-Cookie"), STR("; Secure")), "with TLS it goes with it alone");
    s.options.certificate = STR("");
    site_sign_in(&s, s.user);
}

int main(void)
{
    site_open(&s);
    test_state();
    test_failing();
    test_notice();
    test_readers();
    test_failures();
    test_problem();
    test_secure();
    site_close(&s);
    return tap_done();
}
