/* What is new as Atom: of a user, of one page, of a collection; and whose token opens what. */
#include "tests/serve/site.h"

static struct site s;
static struct str key;

static struct reply feed(const char *path)
{
    return site_ask(&s, &(struct http_request){ .path = arena_printf(&s.arena, "/feed/%.*s%s", STR_ARG(key), path) });
}

static unsigned entries(const struct reply *r)
{
    unsigned n = 0;
    for (size_t at = 0; (at = str_find(r->body, STR("<entry>"), at)) != SIZE_MAX; at++)
        n++;
    return n;
}

static void test_all(void)
{
    struct reply r = feed("/new.atom");
    eq_int(r.status, 200, "a feed is read with its token alone");
    eq_str(r.type, STR("application/atom+xml; charset=utf-8"), "as Atom");
    ok(str_starts(
           r.body,
           STR("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">"
               "<id>http://127.0.0.1:8620/feed/ann</id><title>What’s new for ann</title><link href=\"http://127.0.0.1:8620/\"/>"
               "<updated>2026-11-16T12:00:05.000Z</updated>\n")),
       "with a name that has no secret in it, and the moment of its newest entry");
    ok(str_ends(r.body, STR("</feed>\n")), "and an end");
    eq_int(entries(&r), 3, "each change is an entry");
    ok(reply_has(&r, "<entry><id>http://127.0.0.1:8620/page/1/version/3</id><title>"), "by its version");
    ok(reply_has(&r, "<updated>2026-11-16T12:00:03.000Z</updated><author><name>Prices &lt;b&gt;</name></author>"),
       "its moment and its page");
    ok(reply_has(&r, "<link rel=\"via\" href=\"https://a.example/red\"/>"), "with the page itself");
    ok(reply_has(&r, "<category term=\"red\"/>"), "its tags");
    ok(reply_has(&r, "<content type=\"html\">&lt;p&gt;"), "and its words, as text within text");
    ok(!reply_has(&r, "<script"), "of which nothing runs");
}

static void test_tags(void)
{
    struct reply r = feed("/new.atom?tag=red");
    eq_int(entries(&r), 2, "those of one tag");
    ok(reply_has(&r, "<title>What’s new for ann: red</title>"), "are named by it");
    r = feed("/new.atom?tag=none");
    ok(r.status == 200 && entries(&r) == 0, "or none");
    ok(reply_has(&r, "<updated>1970-01-01T00:00:00.000Z</updated>"), "with no moment of its own");
}

static void test_seen(void)
{
    site_post(&s, "/seen-all", "");
    struct reply r = feed("/new.atom");
    eq_int(entries(&r), 3, "what was seen stays: a feed reader keeps its own account");
    struct str tag = reply_header(&r, "ETag");
    r = site_ask(
        &s, &(struct http_request){ .path = arena_printf(&s.arena, "/feed/%.*s/new.atom", STR_ARG(key)), .if_none_match = tag });
    ok(r.status == 304 && r.body.len == 0, "what it has is not sent again");
}

static void test_page(void)
{
    struct reply r = feed("/page/1/new.atom");
    eq_int(entries(&r), 2, "one page has its own feed");
    ok(reply_has(
           &r, "<id>http://127.0.0.1:8620/page/1</id><title>Prices &lt;b&gt;</title><link href=\"http://127.0.0.1:8620/page/1\"/>"),
       "under its title");
    ok(reply_has(&r, "<link href=\"http://127.0.0.1:8620/page/1/diff?b=3"), "whose entries lead to differences");
    r = feed("/page/2/new.atom");
    ok(reply_has(&r, "<title>Blue things</title>"), "under the name that its user gave it");
    r = feed("/page/99/new.atom");
    eq_int(r.status, 404, "a page that is not watched has none");
}

static void test_collections(void)
{
    struct reply r = site_post(&s, "/collections", "name=law&title=Law+%26+order&tag=red&public=1");
    eq_int(r.status, 303, "a collection is made");
    r = site_ask(&s, &(struct http_request){ .path = STR("/collections/law/new.atom") });
    eq_int(entries(&r), 2, "whose feed anybody reads where it is public");
    ok(reply_has(&r, "<id>http://127.0.0.1:8620/collections/law</id><title>Law &amp; order</title>"), "under its title");
    ok(reply_has(&r, "<link href=\"http://127.0.0.1:8620/collections/law/1/3\"/>"), "with addresses that they may read");
    site_post(&s, "/collections", "was=law&name=law&tag=red");
    r = site_ask(&s, &(struct http_request){ .path = STR("/collections/law/new.atom") });
    eq_int(r.status, 404, "where it is not, they do not learn that it exists");
    r = feed("/collection/law/new.atom");
    eq_int(r.status, 200, "its owner reads it with their token");
    ok(reply_has(&r, "<title>law</title>"), "under its name where it has no title");
}

static void test_tokens(void)
{
    struct str was = key;
    key = s.token;
    struct reply r = feed("/new.atom");
    eq_int(r.status, 401, "the token of a program opens no feed");
    key = was;
    r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/watch"), .api_key = key });
    eq_int(r.status, 401, "nor the token of a feed the API");
}

int main(void)
{
    site_open(&s);
    int64_t red = site_page(&s, "https://a.example/red", "{\"tags\":[\"red\"]}");
    int64_t blue = site_page(&s, "https://a.example/blue", "{\"title\":\"Blue things\"}");
    key = site_ticket(&s, s.user, STORE_TICKET_FEED);
    static const char *const texts[] = { "340 euro", "360 euro", "390 euro and <script>x</script> more" };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        site_version(&s, red, arena_printf(&s.arena, "<title>Prices &lt;b></title><p>The oak table is %s.", texts[i]).ptr);
    site_version(&s, blue, "<title>Blue</title><p>The sky is blue today.");
    site_version(&s, blue, "<title>Blue</title><p>The sky is blue today. A storm is expected on Friday.");
    test_all();
    test_tags();
    test_seen();
    test_page();
    test_collections();
    test_tokens();
    site_close(&s);
    return tap_done();
}
