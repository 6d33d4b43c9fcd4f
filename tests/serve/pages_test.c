/* Pages, how they are added, and the settings of one: what is listed, found, typed, refused and saved. */
#include "tests/serve/site.h"

#include "archive/watched.h"

static struct site s;

static struct watched watched(int64_t page)
{
    struct caller c = site_caller(&s, s.user, "ann", ROLE_ADMIN);
    struct watched w;
    site_must(&s, watched_page(&c, page, &w, &s.e));
    return w;
}

/* ---- The list ---- */

static void test_empty(void)
{
    struct reply r = site_get(&s, "/pages");
    reply_is(&r, 200, "You do not watch any pages yet.", "at first there are none");
    r = site_get(&s, "/pages?q=x");
    reply_is(&r, 200, "Nothing matches. Try another word.", "and nothing is found");
}

static void test_list(void)
{
    for (unsigned i = 0; i < 51; i++)
        site_page(&s, arena_printf(&s.arena, "https://a.example/%u", i).ptr,
                  i ? "{}" : "{\"title\":\"First <one>\",\"tags\":[\"red\"]}");
    struct reply r = site_get(&s, "/pages");
    reply_is(&r, 200, "<a href=\"/page/1\">First &lt;one&gt;</a><br><span class=\"dim\">https://a.example/0</span>",
             "a page is shown by the name it was given, with its address");
    ok(reply_has(&r, "<a class=\"chip\" href=\"/pages?tag=red\">red</a>"), "and its tags");
    ok(reply_has(&r, "51 pages") && reply_has(&r, "from=50\">More</a>") && !reply_has(&r, ">Earlier</a>"), "fifty stand on a page");
    ok(!reply_has(&r, "a.example/50\""), "the rest on the next");
    r = site_get(&s, "/pages?from=50");
    ok(reply_has(&r, "from=0\">Earlier</a>") && !reply_has(&r, ">More</a>"), "which leads back");
    r = site_get(&s, "/pages?q=%20first%20");
    ok(reply_has(&r, "1 page") && reply_has(&r, "/page/1\"") && !reply_has(&r, "/page/2\""), "a word finds pages");
    r = site_get(&s, "/pages?tag=red");
    ok(reply_has(&r, "1 page") && reply_has(&r, "Stop watching all pages with this tag"),
       "as does a tag, whose pages can be ended together");
}

/* ---- Adding ---- */

static void test_form(void)
{
    static const struct {
        const char *query, *typed;
    } rows[] = {
        { "", "></textarea>" },
        { "?url=https%3A%2F%2Fb.example%2F", ">https://b.example/</textarea>" },
        { "?text=Look+at+https%3A%2F%2Fb.example%2Fx+now", ">https://b.example/x</textarea>" },
        { "?text=nothing", "></textarea>" },
        { "?url=%20https%3A%2F%2Fb.example%20&text=http://other", ">https://b.example</textarea>" },
        { "?url=%3C%2Ftextarea%3E", ">&lt;/textarea&gt;</textarea>" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_get(&s, arena_printf(&s.arena, "/add%s", rows[i].query).ptr);
        reply_is(&r, 200, rows[i].typed, rows[i].query);
    }
}

static bool is_added(const char *url)
{
    struct store_page page;
    return store_page_find(&s.arena, s.store, str_of(url), &page, &s.e) == 0;
}

static void test_add(void)
{
    s.server.scheduler.n_asked = 0;
    struct reply r =
        site_post(&s, "/add", "list=https://c.example/1%2Chttps://c.example/2;%0Ahttps://c.example/a,b&tag=new,+fresh");
    ok(r.status == 303 && str_starts(reply_header(&r, "Location"), STR("/add?")),
       "addresses become watches, and are shown with what weft proposes");
    ok(is_added("https://c.example/1") && is_added("https://c.example/2"), "with commas, semicolons and lines between them");
    ok(is_added("https://c.example/a,b"), "a comma in an address belongs to it");
    ok(s.server.scheduler.n_asked > 0, "they are looked at now");
    struct store_page page;
    site_must(&s, store_page_find(&s.arena, s.store, STR("https://c.example/1"), &page, &s.e));
    struct watched w = watched(page.id);
    ok(w.watch.tags.n == 2 && str_eq(w.watch.tags.item[1], STR("fresh")), "with their tags");
    r = site_post(&s, "/add", "list=");
    reply_is(&r, 400, "Give at least one address.", "nothing is not enough");
    r = site_post(&s, "/add", "list=https://d.example/%0Aftp://d.example/x");
    reply_is(&r, 200, "ftp://d.example/x", "what is wrong stands in the form again");
    ok(is_added("https://d.example/") && !is_added("ftp://d.example/x"), "and what is right is added");
}

/* ---- The settings of one ---- */

static void test_settings(void)
{
    struct reply r = site_get(&s, "/page/1/settings");
    reply_is(&r, 200, "<h1>Settings of this watch</h1>", "a watch has its settings");
    ok(reply_has(&r, "name=\"title\" value=\"First &lt;one&gt;\"") && reply_has(&r, "name=\"tags\" value=\"red\""),
       "with what it is called");
    ok(reply_has(&r, "value=\"default\" checked"), "and how often weft looks");
    r = site_post(&s, "/page/1/settings",
                  "title=+Prices+&tags=a,+b,,&select=%23x%0A%0Amain&ignore=.ad&how=every&every=12h&sensitivity=high");
    ok(reply_says(&r, "Saved"), "which are changed");
    const struct watch w = watched(1).watch;
    ok(str_eq(w.title, STR("Prices")) && w.tags.n == 2 && str_eq(w.tags.item[0], STR("a")), "name and tags, without what is empty");
    ok(w.select.n == 2 && str_eq(w.select.item[1], STR("main")) && w.ignore.n == 1, "what to watch");
    ok(str_eq(w.every, STR("12h")) && !w.paused && str_eq(w.sensitivity, STR("high")), "how often, and how easily it speaks up");
    r = site_post(&s, "/page/1/settings", "how=paused&every=12h");
    ok(watched(1).watch.paused && watched(1).watch.every.len == 0, "or not at all");
    r = site_post(&s, "/page/1/settings", "how=every&every=10s");
    ok(reply_says(&r, "is%20very%20often%3A%20the%20host%20may%20shut%20weft%20out"),
       "an administrator may ask often, and is warned");
}

static void test_wrong_settings(void)
{
    static const struct {
        const char *form, *says;
    } rows[] = {
        { "how=every&every=", "Say how often: 30min, 12h or 2d." },
        { "how=every&every=soon&title=Kept", "soon" },
        { "select=p%5B", "p[" },
        { "sensitivity=loud", "loud" },
    };

    site_post(&s, "/page/1/settings", "how=default&title=Before");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_post(&s, "/page/1/settings", rows[i].form);
        reply_is(&r, 400, rows[i].says, rows[i].form);
        eq_str(watched(1).watch.title, STR("Before"), "and nothing is changed");
    }
    struct reply r = site_post(&s, "/page/1/settings", "how=every&every=soon&title=Kept");
    ok(reply_has(&r, "value=\"Kept\""), "what was typed stands in the form again");
    r = site_get(&s, "/page/999/settings");
    eq_int(r.status, 404, "a page that is not watched has none");
}

/* ---- Differences ---- */

static void test_differences(void)
{
    int64_t page = site_page(&s, "https://a.example/prices", "{}");
    site_version(&s, page, "<title>Prices</title><p>The oak table is 340 euro.");
    site_version(&s, page, "<title>Prices</title><p>The oak table is 360 euro.");
    struct str diff = arena_printf(&s.arena, "/page/%lld/diff", (long long)page);
    struct reply r = site_get(&s, diff.ptr);
    reply_is(&r, 200, "http://127.0.0.1:8621/view?p=", "a difference stands in a frame of the other origin");
    r = site_get(&s, arena_printf(&s.arena, "%.*s?a=1&b=9", STR_ARG(diff)).ptr);
    reply_is(&r, 404, "there is no version 9 of this page", "of versions that are there");
    r = site_get(&s, arena_printf(&s.arena, "/page/%lld/version/1", (long long)page).ptr);
    reply_is(&r, 200, "The page as it was. Nothing in it runs.", "a version is shown as it was");
    r = site_get(&s, arena_printf(&s.arena, "/page/%lld/as-of?d=2026-11-16", (long long)page).ptr);
    ok(r.status == 303 && str_ends(reply_header(&r, "Location"), STR("/version/2")), "as of a day the last one of it");
    r = site_get(&s, arena_printf(&s.arena, "/page/%lld/as-of?d=2020-01-01", (long long)page).ptr);
    reply_is(&r, 404, "there is no version from that time: weft did not watch the page yet", "before the first there was none");
    r = site_get(&s, arena_printf(&s.arena, "/page/%lld/as-of?d=", (long long)page).ptr);
    reply_is(&r, 400, "choose a day", "without a day nothing is chosen");
    r = site_post(&s, arena_printf(&s.arena, "/page/%lld/share", (long long)page).ptr, "a=1&b=2&view=side");
    reply_is(&r, 200, "Whoever has it sees this difference, and nothing else, for 7 days.", "a difference can be shared");
    size_t at = str_find(r.body, STR("/s/"), 0);
    struct str link = str_sub(r.body, at, r.body.len);
    link = str_cut(&link, '"');
    r = site_ask(&s, &(struct http_request){ .path = link });
    reply_is(&r, 200, "&amp;v=side&amp;h=1", "with whoever has the link");
    s.now += 7 * DURATION_DAY_MS + 1;
    r = site_ask(&s, &(struct http_request){ .path = link });
    reply_is(&r, 404, "This link does not exist, or has expired.", "for seven days");
}

int main(void)
{
    site_open(&s);
    test_empty();
    test_list();
    test_form();
    test_add();
    test_settings();
    test_wrong_settings();
    test_differences();
    site_close(&s);
    return tap_done();
}
