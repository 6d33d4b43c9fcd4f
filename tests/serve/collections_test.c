/* Collections in the browser and the API: who sees which, what their owner changes, and what is refused. */
#include "tests/serve/site.h"

static struct site s;
static int64_t red, blue;

static struct reply as_nobody(const char *path)
{
    return site_ask(&s, &(struct http_request){ .path = str_of(path) });
}

static void test_empty(void)
{
    struct reply r = site_get(&s, "/collections");
    reply_is(&r, 200, "No collections yet", "at first there are none");
    r = site_get(&s, "/collections/new");
    reply_is(&r, 200, "<h1>New collection</h1>", "a form makes one");
    ok(reply_has(&r, "name=\"tag\" value=\"red\">red") && reply_has(&r, "<span>Red things</span>"),
       "of tags and pages of one's own");
    ok(reply_has(&r, "name=\"public\" value=\"\" checked") && !reply_has(&r, "End this collection"),
       "for oneself, unless one says otherwise");
}

static void test_make(void)
{
    struct reply r = site_post(
        &s, "/collections",
        arena_printf(&s.arena, "name=+law+&title=Law+%%3Cb%%3E&about=Rules&tag=red&page=%lld&page=x", (long long)blue).ptr);
    ok(reply_says(&r, "Saved") && str_eq(reply_header(&r, "Location"), STR("/collections/law")), "a collection is made");
    r = site_get(&s, "/collections");
    reply_is(&r, 200, "<a href=\"/collections/law\">Law &lt;b&gt;</a> <span class=\"chip\">only you</span>",
             "it is listed with who may read it");
    ok(reply_has(&r, "Rules Pages with the tag “red” and 1 chosen page"), "and what is in it");
    r = site_get(&s, "/collections/law");
    reply_is(&r, 200, "Rules What changed on 2 pages, the newest first.", "it shows its pages");
    ok(reply_has(&r, "Only you can read this. Make it public under Change.") && !reply_has(&r, "new.atom"), "to its owner");
    ok(reply_has(&r, "href=\"/collections/law/1/2\""), "with what changed");
    r = as_nobody("/collections/law");
    eq_int(r.status, 404, "nobody else learns that it exists");
}

static void test_wrong(void)
{
    static const struct {
        const char *form, *says;
    } rows[] = {
        { "name=law", "law" },           { "name=", "name" }, { "name=new", "new" }, { "name=a/b&title=Kept", "value=\"Kept\"" },
        { "name=%3Cb%3E", "&lt;b&gt;" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_post(&s, "/collections", rows[i].form);
        reply_is(&r, 400, rows[i].says, rows[i].form);
    }
}

static void test_change(void)
{
    struct reply r = site_get(&s, "/collections/law/edit");
    reply_is(&r, 200, "<h1>Change a collection</h1>", "its owner changes it");
    ok(reply_has(&r, "value=\"red\" checked>red") && reply_has(&r, "End this collection"), "from what it is");
    r = site_post(&s, "/collections", "was=law&name=rules&title=Rules&tag=red&tag=gone&public=1");
    ok(reply_says(&r, "Saved") && str_eq(reply_header(&r, "Location"), STR("/collections/rules")), "it can be renamed");
    r = site_get(&s, "/collections/rules/edit");
    ok(reply_has(&r, "value=\"gone\" checked>gone"), "a tag that no page has stays");
    r = as_nobody("/collections/rules");
    reply_is(&r, 200, "<a class=\"btn\" href=\"/collections/rules/new.atom\">Feed</a>", "a public one is read by anybody");
    ok(reply_has(&r, "What changed on 1 page,") && !reply_has(&r, "Change</a>") && reply_has(&r, "Sign in</a>"),
       "and changed by nobody");
    r = as_nobody("/collections/rules/1/2");
    reply_is(&r, 200, "/view?p=1", "its changes too");
    r = as_nobody("/collections/rules/2/2");
    eq_int(r.status, 404, "but no page that is not in it");
    r = as_nobody("/collections/rules/edit");
    eq_int(r.status, 303, "to change it one signs in");
}

static void test_others(void)
{
    site_sign_in(&s, site_user(&s, "bob", ROLE_USER));
    struct reply r = site_get(&s, "/collections");
    reply_is(&r, 200, "<h2>Of others</h2>", "other users find what is public");
    ok(!reply_has(&r, "<h2>Yours</h2>") && !reply_has(&r, "with the tag"), "without what it is made of");
    r = site_get(&s, "/collections/rules/edit");
    reply_is(&r, 404, "there is no such collection of yours", "and do not change it");
    r = site_post(&s, "/collections/rules/drop", "");
    ok(r.status >= 400, "or end it");
    r = site_post(&s, "/collections", "was=rules&name=mine");
    ok(r.status >= 400, "or take it over");
    site_sign_in(&s, s.user);
}

/* ---- The API ---- */

static void test_api(void)
{
    struct reply r =
        site_api(&s, "POST", "/api/v1/collection",
                 "{\"name\":\"api\",\"title\":\"T\",\"about\":\"A\",\"tags\":[\"red\",\"\"],\"pages\":[2],\"public\":true}");
    reply_is(&r, 201, "\"name\":\"api\"", "a program makes one");
    eq_str(reply_header(&r, "Location"), STR("/api/v1/collection/api"), "and is told where it is");
    ok(reply_has(&r, "\"title\":\"T\"") && reply_has(&r, "\"about\":\"A\"") && reply_has(&r, "\"tags\":[\"red\"]")
           && reply_has(&r, "\"public\":true"),
       "with what it said");
    r = site_api(&s, "POST", "/api/v1/collection", "{\"title\":\"T\"}");
    reply_is(&r, 400, "the field name is missing", "a name is needed");
    r = site_api(&s, "POST", "/api/v1/collection", "[]");
    reply_is(&r, 400, "what is sent must be an object", "in an object");
    r = site_api(&s, "PUT", "/api/v1/collection/api", "{\"public\":false,\"tags\":[]}");
    ok(r.status == 200 && reply_has(&r, "\"public\":false") && reply_has(&r, "\"tags\":[]") && reply_has(&r, "\"title\":\"T\""),
       "what is given is changed, the rest stays");
    r = site_api(&s, "PUT", "/api/v1/collection/api", "{\"name\":\"other\",\"public\":\"yes\"}");
    reply_is(&r, 400, "the field public must be true or false", "unless something is of another kind");
    r = site_api(&s, "PUT", "/api/v1/collection/api", "{\"name\":\"other\"}");
    ok(r.status == 200 && reply_has(&r, "\"name\":\"other\"") && reply_has(&r, "\"public\":false"), "the name can change too");
    r = site_api(&s, "GET", "/api/v1/collection", "");
    ok(r.status == 200 && reply_has(&r, "\"name\":\"other\"") && reply_has(&r, "\"name\":\"rules\"")
           && reply_header(&r, "ETag").len,
       "all are listed");
    r = site_api(&s, "GET", "/api/v1/collection/other", "");
    reply_is(&r, 200, "{\"collection\":{", "one is read with its news");
    r = site_api(&s, "DELETE", "/api/v1/collection/other", "");
    ok(r.status == 204 && r.body.len == 0, "and ended");
    r = site_api(&s, "GET", "/api/v1/collection/other", "");
    eq_int(r.status, 404, "once and for all");
}

static void test_drop(void)
{
    struct reply r = site_post(&s, "/collections/rules/drop", "");
    ok(reply_says(&r, "The%20collection%20is%20gone.") && str_eq(reply_header(&r, "Location"), STR("/collections")),
       "its owner ends it");
    r = as_nobody("/collections/rules");
    eq_int(r.status, 404, "then its address leads nowhere");
    r = site_get(&s, "/page/1");
    eq_int(r.status, 200, "its pages are still watched");
}

int main(void)
{
    site_open(&s);
    red = site_page(&s, "https://a.example/red", "{\"title\":\"Red things\",\"tags\":[\"red\"]}");
    blue = site_page(&s, "https://a.example/blue", "{}");
    site_version(&s, red, "<title>Prices</title><p>The oak table is 340 euro.");
    site_version(&s, red, "<title>Prices</title><p>The oak table is 360 euro.");
    test_empty();
    test_make();
    test_wrong();
    test_change();
    test_others();
    test_api();
    test_drop();
    site_close(&s);
    return tap_done();
}
