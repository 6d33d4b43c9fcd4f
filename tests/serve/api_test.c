/* The API's watches: what is listed and in which parts, what can be set over the network, and what is refused. */
#include "tests/serve/site.h"

static struct site s;

static struct reply api(const char *method, const char *path, const char *json)
{
    return site_api(&s, method, path, json);
}

/* ---- Adding ---- */

static void test_add(void)
{
    struct reply r =
        api("POST", "/api/v1/watch", "{\"url\":\"https://a.example/new\",\"title\":\"New\",\"tags\":[\"x\",\"\",\"y\"]}");
    reply_is(&r, 201, "{\"uuid\":\"1\",\"id\":1}", "a page is added");
    eq_str(reply_header(&r, "Location"), STR("/api/v1/watch/1"), "and stands there");
    eq_str(r.type, STR("application/json"), "as JSON");
    ok(s.server.scheduler.n_asked == 1 && s.server.scheduler.asked[0] == 0, "what is due is looked for again");
    r = api("POST", "/api/v1/watch", "{\"url\":\"https://a.example/new\"}");
    reply_is(&r, 200, "\"id\":1", "added again it is the same");
    r = api("GET", "/api/v1/watch/1", "");
    reply_is(&r, 200, "\"tags\":[\"x\",\"y\"]", "with its tags");
    ok(reply_has(&r, "\"uuid\":\"1\"") && reply_has(&r, "\"title\":\"New\"") && reply_has(&r, "https://a.example/new"),
       "its title and address");
    ok(reply_has(&r, "\"last_checked\":0,\"last_changed\":0,\"last_error\":false,\"paused\":false,\"viewed\":true"),
       "and, before the first visit, nothing that happened");
}

static void test_bad_adds(void)
{
    static const struct {
        const char *body, *says;
        unsigned status;
    } rows[] = {
        { "", "detail", 400 },
        { "url=https://a.example/", "detail", 400 },
        { "[]", "what is sent must be an object", 400 },
        { "{}", "the field url is missing", 400 },
        { "{\"url\":7}", "the field url must be a text", 400 },
        { "{\"url\":\"\"}", "detail", 400 },
        { "{\"url\":\"ftp://a.example/\"}", "detail", 400 },
        { "{\"url\":\"https://a.example/x\",\"every\":\"soon\"}", "every soon: ", 400 },
        { "{\"url\":\"https://a.example/x\",\"every\":\"2d..1h\"}", "every 2d..1h: ", 400 },
        { "{\"url\":\"https://a.example/x\",\"select\":\"p[\"}", "p[", 400 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = api("POST", "/api/v1/watch", rows[i].body);
        reply_is(&r, rows[i].status, rows[i].says, rows[i].body);
        eq_str(r.type, STR("application/problem+json"), "is refused as programs are");
    }
    struct store_page page;
    eq_int(store_page_find(&s.arena, s.store, STR("https://a.example/x"), &page, &s.e), E_ABSENT, "and nothing is added");
}

/* ---- Changing ---- */

static void test_put(void)
{
    static const struct {
        const char *name, *body, *part;
    } rows[] = {
        { "a title", "{\"title\":\"Prices\"}", "\"title\":\"Prices\"" },
        { "an interval", "{\"every\":\"6h\"}", "\"every\":\"6h\"" },
        { "an interval as changedetection.io has it",
          "{\"time_between_check\":{\"weeks\":1,\"days\":2,\"hours\":3,\"minutes\":4,\"seconds\":5}}",
          "\"every\":\"1w2d3h4min5s\"" },
        { "of which zeroes and others are left out",
          "{\"time_between_check\":{\"hours\":8,\"minutes\":0,\"seconds\":null,\"years\":1}}", "\"every\":\"8h\"" },
        { "one tag by its old name", "{\"tag\":\"one\"}", "\"tags\":[\"one\"]" },
        { "tags go before it", "{\"tag\":\"one\",\"tags\":[\"two\"]}", "\"tags\":[\"two\"]" },
        { "an empty text is no tag", "{\"tags\":[\"\",\"three\"]}", "\"tags\":[\"three\"]" },
        { "selectors", "{\"select\":[\"main\",\"h1\"]}", "\"select\":[\"main\",\"h1\"]" },
        { "selectors by their other name", "{\"include_filters\":\"article\"}", "\"select\":[\"article\"]" },
        { "what is passed over", "{\"ignore\":[\".ad\"]}", "\"ignore\":[\".ad\"]" },
        { "that by its other name", "{\"subtractive_selectors\":[\".nav\"]}", "\"ignore\":[\".nav\"]" },
        { "a pause", "{\"paused\":true}", "\"paused\":true" },
        { "its end", "{\"paused\":false}", "\"paused\":false" },
        { "what is not known is passed over", "{\"colour\":\"red\"}", "\"title\":\"Prices\"" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = api("PUT", "/api/v1/watch/1", rows[i].body);
        reply_is(&r, 200, rows[i].part, rows[i].name);
    }
    struct reply r = api("PUT", "/api/v1/watch/1", "{\"tags\":[]}");
    ok(!reply_has(&r, "\"three\""), "an empty list takes them away");
    r = api("PUT", "/api/v1/watch/1", "{\"tags\":null,\"select\":null}");
    reply_is(&r, 200, "\"select\":[\"article\"]", "null leaves what is there");
    r = api("PUT", "/api/v1/watch/99", "{}");
    eq_int(r.status, 404, "a page that is not watched cannot be changed");
    r = api("PUT", "/api/v1/watch/1", "7");
    reply_is(&r, 400, "what is sent must be an object", "nor one by a number");
    /* Over the network nobody sets where weft connects to, or what it runs. */
    r = api("PUT", "/api/v1/watch/1", "{\"proxy\":\"http://127.0.0.1:1/\",\"browser\":true,\"login\":\"a:b\"}");
    ok(!reply_has(&r, "127.0.0.1:1") && !reply_has(&r, "a:b"), "logins and proxies are for the command line");
}

/* ---- Lists ---- */

static void test_lists(void)
{
    int64_t two = site_page(&s, "https://a.example/two", "{\"tags\":[\"red\"]}"),
            three = site_page(&s, "https://a.example/three", "{\"tags\":[\"red\"]}");
    AUTO(arena) a = { 0 };
    struct reply r = api("GET", "/api/v1/watch", "");
    ok(r.status == 200 && str_starts(r.body, STR("{\"1\":{\"id\":1,\"uuid\":\"1\"")), "watches are keyed by their number");
    ok(reply_has(&r, "\"2\":{") && reply_has(&r, "\"3\":{"), "and all there");
    eq_str(reply_header(&r, "Link"), STR(""), "in one part");
    struct str tag = reply_header(&r, "ETag");
    r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/watch"), .api_key = s.token, .if_none_match = tag });
    ok(r.status == 304 && r.body.len == 0, "what did not change is not sent again");
    r = api("GET", "/api/v1/watch?limit=2", "");
    ok(reply_has(&r, "\"2\":{") && !reply_has(&r, "\"3\":{"), "or in parts of two");
    eq_str(reply_header(&r, "Link"), STR("</api/v1/watch?after=2&limit=2>; rel=\"next\""), "with the address of the next");
    r = api("GET", "/api/v1/watch?after=2&limit=2", "");
    ok(!reply_has(&r, "\"2\":{") && reply_has(&r, "\"3\":{"), "which goes on behind it");
    eq_str(reply_header(&r, "Link"), STR(""), "and is the last");
    r = api("GET", "/api/v1/watch?limit=3", "");
    ok(reply_header(&r, "Link").len > 0, "a part that is full may have another");
    r = api("GET", "/api/v1/watch?tag=red", "");
    ok(!reply_has(&r, "\"1\":{") && reply_has(&r, "\"2\":{") && reply_has(&r, "\"3\":{"), "those with a tag");
    r = api("GET", "/api/v1/watch?tag=blue", "");
    eq_str(r.body, STR("{}"), "or none");
    ok(two == 2 && three == 3, "in the order in which they came");
}

/* ---- Versions seen, and ends ---- */

static void test_seen(void)
{
    site_version(&s, 2, "<title>Two</title><p>The price is 10 euro.");
    site_version(&s, 2, "<title>Two</title><p>The price is 12 euro.");
    struct reply r = api("GET", "/api/v1/watch/2", "");
    reply_is(&r, 200, "\"viewed\":false", "a page with news was not viewed");
    AUTO(arena) a = { 0 };
    struct str at =
        arena_printf(&a, "\"last_checked\":%lld,\"last_changed\":%lld", (long long)(s.now / 1000), (long long)(s.now / 1000));
    ok(reply_has(&r, at.ptr), "and says in seconds when it was visited and when it changed");
    r = api("POST", "/api/v1/watch/2/seen", "{}");
    reply_is(&r, 400, "the field version is missing", "which version was seen must be said");
    r = api("POST", "/api/v1/watch/2/seen", "{\"version\":2}");
    eq_int(r.status, 204, "then it is");
    r = api("GET", "/api/v1/watch/2", "");
    reply_is(&r, 200, "\"viewed\":true", "viewed");
    r = api("POST", "/api/v1/watch/99/seen", "{\"version\":1}");
    eq_int(r.status, 404, "a page that is not watched was not seen");
}

static void test_recheck(void)
{
    s.server.scheduler.n_asked = 0;
    struct reply r = api("POST", "/api/v1/watch/2/recheck", "");
    ok(r.status == 202 && s.server.scheduler.n_asked == 1 && s.server.scheduler.asked[0] == 2, "a page can be looked at now");
    r = api("POST", "/api/v1/watch/99/recheck", "");
    ok(r.status == 404 && s.server.scheduler.n_asked == 1, "one that is watched");
}

static void test_delete(void)
{
    struct reply r = api("DELETE", "/api/v1/watch/3", "");
    ok(r.status == 204 && r.body.len == 0, "a watch can be ended");
    r = api("DELETE", "/api/v1/watch/3", "");
    reply_is(&r, 404, "you do not watch this page", "once");
    r = api("GET", "/api/v1/watch/3", "");
    eq_int(r.status, 404, "it is gone");
}

/* ---- Others ---- */

static void test_others(void)
{
    int64_t bob = site_user(&s, "bob", ROLE_READER);
    site_sign_in(&s, bob);
    struct reply r = api("GET", "/api/v1/watch", "");
    eq_str(r.body, STR("{}"), "another user sees nothing of it");
    r = api("GET", "/api/v1/watch/2", "");
    eq_int(r.status, 404, "not by number either");
    r = api("DELETE", "/api/v1/watch/2", "");
    eq_int(r.status, 404, "and ends nothing");
    r = api("POST", "/api/v1/watch", "{\"url\":\"https://a.example/bob\"}");
    eq_int(r.status, 403, "a reader adds nothing");
    site_sign_in(&s, site_user(&s, "eve", ROLE_USER));
    r = api("POST", "/api/v1/watch", "{\"url\":\"https://a.example/eve\",\"every\":\"10s\"}");
    reply_is(&r, 400, "every 10s is too often; a minute is the shortest, but for an administrator",
             "a user does not wear hosts out");
    r = api("POST", "/api/v1/watch", "{\"url\":\"https://a.example/eve\",\"every\":\"10s..2d\"}");
    reply_is(&r, 400, "every 10s..2d is too often", "not within bounds either");
    site_sign_in(&s, bob);
    r = api("GET", "/api/v1/systeminfo", "");
    reply_is(&r, 200,
             "\"watch_count\":0,\"new_count\":0,\"queue_size\":0,\"uptime\":", "what the server says counts their own pages");
    site_sign_in(&s, s.user);
    r = api("GET", "/api/v1/systeminfo", "");
    reply_is(&r, 200, "\"watch_count\":2,\"new_count\":0", "as hers counts hers");
}

int main(void)
{
    site_open(&s);
    test_add();
    test_bad_adds();
    test_put();
    test_lists();
    test_seen();
    test_recheck();
    test_delete();
    test_others();
    site_close(&s);
    return tap_done();
}
