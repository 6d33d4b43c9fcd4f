/* The API's versions, differences and news: how a version is named, what is sent as what, and what is cut. */
#include "tests/serve/site.h"

static struct site s;

static struct reply get(const char *path)
{
    return site_api(&s, "GET", path, "");
}

static void test_names(void)
{
    static const struct {
        const char *name;
        const char *text; /* NULL: there is none */
    } rows[] = {
        { "1", "10 euro" },          { "2", "12 euro" }, { "3", "15 euro" }, { "first", "10 euro" }, { "previous", "12 euro" },
        { "latest", "15 euro" },     { "0", NULL },      { "4", NULL },      { "x", NULL },          { "-1", NULL },
        { "1794830402", "12 euro" }, /* the second in which it was fetched */
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct reply r = get(arena_printf(&a, "/api/v1/watch/1/history/%s", rows[i].name).ptr);
        if (rows[i].text)
            reply_is(&r, 200, rows[i].text, rows[i].name);
        else
            reply_is(&r, 404, arena_printf(&a, "there is no version %s of this page", rows[i].name).ptr, rows[i].name);
    }
    struct reply r = get("/api/v1/watch/99/history/1");
    eq_int(r.status, 404, "a page that is not watched has no versions");
}

static void test_one_version(void)
{
    site_page(&s, "https://a.example/once", "{}");
    site_version(&s, 2, "<p>once");
    struct reply r = get("/api/v1/watch/2/history/previous");
    eq_int(r.status, 404, "of one version none is the previous");
    r = get("/api/v1/watch/2/history/first");
    eq_int(r.status, 200, "but it is the first");
    site_page(&s, "https://a.example/never", "{}");
    r = get("/api/v1/watch/3/history/latest");
    eq_int(r.status, 404, "a page that was never visited has none");
    r = get("/api/v1/watch/3/history");
    reply_is(&r, 200, "{}", "as its list says");
}

static void test_snapshots(void)
{
    struct reply r = get("/api/v1/watch/1/history/1");
    eq_str(r.type, STR("text/plain; charset=utf-8"), "a version is sent as its text");
    ok(!reply_has(&r, "<p>") && !reply_has(&r, "alert"), "without markup and scripts");
    eq_str(reply_header(&r, "Content-Security-Policy"),
           STR("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
               "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src http://127.0.0.1:8621"),
           "and runs nothing");
    r = get("/api/v1/watch/1/history/1?html=1");
    reply_is(&r, 200, "<title>Prices</title><script>alert(1)</script><p>", "or as the bytes that came");
    eq_str(r.type, STR("application/octet-stream"), "which no browser opens");
    eq_str(reply_header(&r, "Content-Disposition"), STR("attachment; filename=\"page.html\""), "but keeps as a file");
}

static void test_history(void)
{
    struct reply r = get("/api/v1/watch/1/history");
    eq_str(r.body,
           STR("{\"1794830401\":\"/api/v1/watch/1/history/1794830401\",\"1794830402\":\"/api/v1/watch/1/history/1794830402\","
               "\"1794830403\":\"/api/v1/watch/1/history/1794830403\"}"),
           "versions by the second in which they were fetched");
    ok(reply_header(&r, "ETag").len, "which can be asked for again");
}

static unsigned count(struct str body, const char *part)
{
    unsigned n = 0;
    for (size_t at = 0; (at = str_find(body, str_of(part), at)) != SIZE_MAX; at++)
        n++;
    return n;
}

static void test_versions(void)
{
    static const struct {
        const char *query;
        unsigned n;
    } rows[] = { { "", 3 }, { "?after=1", 2 }, { "?after=3", 0 }, { "?limit=1", 1 }, { "?limit=9", 3 }, { "?after=1&limit=1", 1 } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct reply r = get(arena_printf(&a, "/api/v1/watch/1/versions%s", rows[i].query).ptr);
        eq_int(count(r.body, "\"number\":"), rows[i].n, rows[i].query);
    }
    struct reply r = get("/api/v1/watch/1/versions?after=1&limit=1");
    ok(reply_has(&r, "\"number\":2"), "the ones behind come in their order");
}

static void test_differences(void)
{
    struct reply r = get("/api/v1/watch/1/difference/1/2");
    reply_is(&r, 200, "12", "a difference as text");
    eq_str(r.type, STR("text/plain; charset=utf-8"), "for people");
    ok(reply_has(&r, "https://a.example/prices@1") || reply_has(&r, "@1"), "with the names of both sides");
    struct reply j = get("/api/v1/watch/1/difference/first/latest?format=json");
    eq_str(j.type, STR("application/json"), "as JSON for programs");
    ok(str_starts(j.body, STR("{")) && reply_has(&j, "15"), "with what changed");
    ok(reply_header(&j, "ETag").len > 0, "which can be asked for again");
    r = get("/api/v1/watch/1/difference/1/9");
    reply_is(&r, 404, "there is no version 9 of this page", "both sides must be there");
    r = get("/api/v1/watch/1/difference/9/1");
    eq_int(r.status, 404, "the old one too");
}

/* What the watch passes over is not shown, and that is said. */
static void test_left_out(void)
{
    int64_t page = site_page(&s, "https://a.example/ads", "{\"ignore\":[\".ad\"]}");
    site_version(&s, page, "<p>Text that stays.<p class=ad>Buy tea.<p>Price 10.");
    site_version(&s, page, "<p>Text that stays.<p class=ad>Buy coffee now.<p>Price 11.");
    AUTO(arena) a = { 0 };
    struct reply r = get(arena_printf(&a, "/api/v1/watch/%lld/difference/1/2", (long long)page).ptr);
    ok(r.status == 200 && !reply_has(&r, "coffee") && reply_has(&r, "; ?whole=1 shows everything."), "what is ignored is left out");
    struct str said = reply_header(&r, "X-Weft-Left-Out");
    ok(said.len > 0, "and counted: %.*s", STR_ARG(said));
    r = get(arena_printf(&a, "/api/v1/watch/%lld/difference/1/2?format=json", (long long)page).ptr);
    ok(!reply_has(&r, "?whole=1") && reply_header(&r, "X-Weft-Left-Out").len > 0, "in JSON by the header alone");
    r = get(arena_printf(&a, "/api/v1/watch/%lld/difference/1/2?whole=1", (long long)page).ptr);
    ok(reply_has(&r, "coffee") && reply_header(&r, "X-Weft-Left-Out").len == 0, "the whole of it can be had");
}

static void test_news(void)
{
    struct reply r = get("/api/v1/systeminfo");
    ok(!reply_has(&r, "\"new_count\":0") && reply_has(&r, "\"new_count\":"), "pages with news are counted");
    r = get("/api/v1/news");
    reply_is(&r, 200, "a.example/prices", "what is new");
    r = get("/api/v1/news?tag=red");
    reply_is(&r, 200, "a.example/prices", "of a tag");
    r = get("/api/v1/news?tag=blue");
    ok(r.status == 200 && !reply_has(&r, "a.example/prices"), "and of no other");
    site_api(&s, "POST", "/api/v1/watch/1/seen", "{\"version\":3}");
    r = get("/api/v1/news?tag=red");
    ok(!reply_has(&r, "a.example/prices"), "until it was seen");
    r = get("/api/v1/held");
    reply_is(&r, 200, "[]", "nothing was held back");
}

int main(void)
{
    site_open(&s);
    int64_t page = site_page(&s, "https://a.example/prices", "{\"tags\":[\"red\"]}");
    static const char *const prices[] = { "10", "12", "15" };
    for (size_t i = 0; i < ARRAY_LEN(prices); i++)
        site_version(
            &s, page,
            arena_printf(&s.arena, "<title>Prices</title><script>alert(1)</script><p>The oak table is %s euro.", prices[i]).ptr);
    test_names();
    test_one_version();
    test_snapshots();
    test_history();
    test_versions();
    test_differences();
    test_left_out();
    test_news();
    site_close(&s);
    return tap_done();
}
