/* Sitemaps and feeds that weft asks for on its own: where they are found, when they are asked, and what their words are worth. */
#include "flow/sensors.h"

#include "tests/example.h"
#include "tests/flow/archive.h"

#define DAY DURATION_DAY_MS
#define HOUR DURATION_HOUR_MS

static const struct subject_rules rules = { .every_ms = 2 * DURATION_DAY_MS };

/* A page of host "a" that was visited and is planned. */
static int64_t add_page(struct archive *x, const char *url, const char *settings)
{
    int64_t page;
    struct store_page row = { .url = str_of(url), .canonical = str_of(url), .host = STR("a"), .added_at = 1, .next_check_at = 1 };
    archive_must(x, store_page_add(&x->store, &row, &page, &x->err), "page");
    archive_must(x,
                 store_watch_put(
                     &x->store, &(struct store_watch){ .user = x->user, .page = page, .added_at = 1, .settings = str_of(settings) },
                     &x->err),
                 "watch");
    row = (struct store_page){ .id = page, .checked_at = x->now - DAY, .next_check_at = x->now + DAY };
    archive_must(x, store_page_schedule(&x->store, &row, &x->err), "schedule");
    return page;
}

static void open_site(struct archive *x, unsigned n_pages)
{
    archive_open(x);
    x->now = 20000 * DAY;
    for (unsigned i = 0; i < n_pages; i++)
        add_page(x, arena_printf(&x->arena, "http://a/%u", i).ptr, "{}");
}

static bool sensor(struct archive *x, const char *url, struct store_sensor *out)
{
    return store_sensor_get(&x->arena, &x->store, str_of(url), out, &x->err) == 0;
}

/* How many announcements of a page wait for its next visit. */
static int pending(struct archive *x, const char *url)
{
    struct store_page page;
    struct subject s;
    archive_must(x, store_page_find(&x->arena, &x->store, str_of(url), &page, &x->err), "find");
    archive_must(x, subject_load(&x->arena, &x->store, page.id, &s, &x->err), "subject");
    return (int)(s.memory.signals.pending + 0.5F);
}

/* ---- Where they are ---- */

static void offer_robots(struct archive *x, const char *text, enum robots_state state)
{
    struct host_facts facts = { .origin = STR("http://a"), .robots = str_of(text), .robots_state = state };
    archive_must(x, sensors_offer_robots(&x->store, &facts, x->now, &x->err), "offer");
}

static void test_robots(void)
{
    AUTO(archive) x = { 0 };
    struct store_sensor s;
    open_site(&x, 2);
    offer_robots(&x, "", ROBOTS_READ);
    ok(!sensor(&x, "http://a/sitemap.xml", &s), "two pages are asked themselves");
    add_page(&x, "http://a/third", "{}");
    offer_robots(&x, "", ROBOTS_UNKNOWN);
    ok(!sensor(&x, "http://a/sitemap.xml", &s), "without a robots.txt nothing is asked for");
    offer_robots(&x, "", ROBOTS_READ);
    ok(sensor(&x, "http://a/sitemap.xml", &s) && str_eq(s.host, STR("a")) && s.ask_at == x.now + HOUR,
       "from three on the sitemap is, in an hour, at its usual place");
    offer_robots(&x, "s http://a/one.xml\nd /private\ns http://a/two.xml\ns ftp://a/three.xml\n", ROBOTS_READ);
    ok(sensor(&x, "http://a/one.xml", &s) && sensor(&x, "http://a/two.xml", &s), "or where robots.txt says");
    ok(!sensor(&x, "ftp://a/three.xml", &s), "on the web alone");
}

static void test_feeds(void)
{
    static const struct {
        const char *name, *head;
        uint32_t n;
        const char *first;
    } rows[] = {
        { "an Atom feed", "<link rel=alternate type='application/atom+xml' href=/feed>", 1, "http://a/feed" },
        { "an RSS feed", "<link REL='Alternate stylesheet' TYPE='application/RSS+xml; charset=utf-8' href='http://b/rss'>", 1,
          "http://b/rss" },
        { "another language is none", "<link rel=alternate hreflang=de type='text/html' href=/de>", 0, "" },
        { "a style sheet is none", "<link rel=stylesheet type='application/rss+xml' href=/x>", 0, "" },
        { "one without an address is none", "<link rel=alternate type='application/rss+xml'>", 0, "" },
        { "one in the page is none", "<body><link rel=alternate type='application/rss+xml' href=/feed>", 0, "" },
        { "of three the first two count",
          "<link rel=alternate type='application/rss+xml' href=/1><link rel=alternate type='application/rss+xml' href=/2><link rel=alternate "
          "type='application/rss+xml' href=/3>",
          2, "http://a/1" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(example) p = { 0 };
        symbols_open(&p.symbols, &p.arena);
        example_read(&p, str_of(rows[i].head), STR("http://a/page"), &p.new);
        struct record_list got = sensors_find_feeds(&p.arena, &p.new);
        eq_int(got.n, rows[i].n, rows[i].name);
        if (got.n)
            eq_str(got.item[0], str_of(rows[i].first), "by its whole address");
    }
}

static void name_feed(struct archive *x, const char *page_url)
{
    struct store_page page;
    struct subject from;
    struct str feed = STR("http://a/feed");
    archive_must(x, store_page_find(&x->arena, &x->store, str_of(page_url), &page, &x->err), "find");
    archive_must(x, subject_load(&x->arena, &x->store, page.id, &from, &x->err), "subject");
    archive_must(x, sensors_offer_feeds(&x->arena, &x->store, &from, &(struct record_list){ &feed, 1 }, x->now, &x->err), "offer");
}

static uint32_t namers(struct archive *x)
{
    struct store_sensor s;
    return sensor(x, "http://a/feed", &s) ? sensor_facts_read(&x->arena, s.facts).pages.n : 0;
}

static void test_namers(void)
{
    AUTO(archive) x = { 0 };
    struct store_sensor s;
    open_site(&x, SENSOR_NAMED_BY);
    name_feed(&x, "http://a/0");
    ok(namers(&x) == 1 && sensor(&x, "http://a/feed", &s) && s.ask_at == x.now + HOUR,
       "a feed is asked in an hour, and knows who names it");
    name_feed(&x, "http://a/0");
    eq_int(namers(&x), 1, "once");
    for (unsigned i = 1; i < SENSOR_NAMED_BY; i++)
        name_feed(&x, arena_printf(&x.arena, "http://a/%u", i).ptr);
    eq_int(namers(&x), SENSOR_NAMED_BY, "up to sixteen pages");
    int64_t deep = add_page(&x, "http://a/far/down/the/tree", "{}"), top = add_page(&x, "http://a/", "{}");
    name_feed(&x, "http://a/far/down/the/tree");
    sensor(&x, "http://a/feed", &s);
    struct record_list pages = sensor_facts_read(&x.arena, s.facts).pages;
    ok(pages.n == SENSOR_NAMED_BY && !record_list_has(&pages, arena_printf(&x.arena, "%lld", (long long)deep)),
       "one with a longer address takes nobody's place");
    int64_t alike = add_page(&x, "http://a/xx", "{}");
    name_feed(&x, "http://a/xx");
    sensor(&x, "http://a/feed", &s);
    pages = sensor_facts_read(&x.arena, s.facts).pages;
    ok(!record_list_has(&pages, arena_printf(&x.arena, "%lld", (long long)alike)), "nor one with an address as long");
    name_feed(&x, "http://a/");
    sensor(&x, "http://a/feed", &s);
    pages = sensor_facts_read(&x.arena, s.facts).pages;
    ok(pages.n == SENSOR_NAMED_BY && record_list_has(&pages, arena_printf(&x.arena, "%lld", (long long)top)),
       "one with a shorter address does");
}

/* ---- Asking ---- */

static struct request ask(struct archive *x, const char *url)
{
    struct store_sensor s;
    struct request q = { 0 };
    if (!sensor(x, url, &s))
        return q;
    archive_must(x, sensors_ask(&x->arena, &x->store, &s, x->now, &q, &x->err), "ask");
    return q;
}

static void offer_sitemap(struct archive *x, const char *facts)
{
    struct store_sensor s = { .url = STR("http://a/map"), .host = STR("a"), .ask_at = x->now, .facts = str_of(facts) };
    archive_must(x, store_sensor_offer(&x->store, &s, 9, &x->err), "offer");
    archive_must(x, store_sensor_put(&x->store, &s, &x->err), "put");
}

static void test_ask(void)
{
    AUTO(archive) x = { 0 };
    struct store_sensor s, read_before;
    open_site(&x, 3);
    offer_sitemap(&x, "{\"etag\":\"e1\",\"last_modified\":\"Mon\"}");
    sensor(&x, "http://a/map", &read_before);
    struct request q = ask(&x, "http://a/map");
    ok(str_eq(q.url, STR("http://a/map")) && str_eq(q.etag, STR("e1")) && str_eq(q.last_modified, STR("Mon")) && q.body_max,
       "a sitemap is asked whether it is new");
    ok(sensor(&x, "http://a/map", &s) && s.ask_at == x.now + HOUR, "and in an hour by another process, where this one dies");
    archive_must(&x, sensors_ask(&x.arena, &x.store, &read_before, x.now, &q, &x.err), "ask");
    eq_int(q.url.len, 0, "who read it before it was taken does not ask");
    struct store_page page;
    archive_must(&x, store_page_find(&x.arena, &x.store, STR("http://a/2"), &page, &x.err), "find");
    archive_must(&x, store_page_remove(&x.store, page.id, &x.err), "remove");
    eq_int(ask(&x, "http://a/map").url.len, 0, "where too few pages are left it is not asked");
    ok(sensor(&x, "http://a/map", &s) && s.ask_at == x.now + 30 * DAY, "but put off for a month");
    add_page(&x, "http://a/map", "{}");
    eq_int(ask(&x, "http://a/map").url.len, 0, "one that somebody watches is not asked twice");
    ok(!sensor(&x, "http://a/map", &s), "it goes");
}

static void test_proxy(void)
{
    AUTO(archive) x = { 0 };
    struct store_sensor s;
    open_site(&x, 2);
    add_page(&x, "http://a/proxy", "{\"proxy\":\"http://proxy:8080\"}");
    offer_sitemap(&x, "");
    ok(ask(&x, "http://a/map").url.len == 0 && sensor(&x, "http://a/map", &s) && s.ask_at == x.now + 30 * DAY,
       "a host that is reached by a watch's own proxy is not asked without it");
}

/* ---- What they say ---- */

static void hear(struct archive *x, struct response r)
{
    r.fetched_at_ms = x->now;
    archive_must(x, sensors_take(&x->store, &rules, STR("http://a/map"), &r, &x->err), "take");
}

static void hear_text(struct archive *x, const char *body)
{
    hear(x, (struct response){ .state = FETCH_OK, .body = str_of(body), .etag = STR("e2"), .last_modified = STR("Tue") });
}

#define ENTRY(url, date) "<url><loc>" url "</loc><lastmod>" date "</lastmod></url>"

/* 2024-10-04 is day 20,000. */
static void test_news(void)
{
    AUTO(archive) x = { 0 };
    struct store_sensor s;
    open_site(&x, 3);
    offer_sitemap(&x, "");
    hear_text(&x, "<urlset>" ENTRY("http://a/0", "2024-10-01") ENTRY("http://a/1", "2024-10-04") "</urlset>");
    ok(pending(&x, "http://a/0") == 0 && pending(&x, "http://a/1") == 0, "the first reading announces nothing");
    ok(sensor(&x, "http://a/map", &s) && s.seen.len == 8, "but is remembered, a number for each entry");
    struct sensor_facts f = sensor_facts_read(&x.arena, s.facts);
    ok(str_eq(f.etag, STR("e2")) && str_eq(f.last_modified, STR("Tue")) && f.checked_at == x.now,
       "with what the server said of it");
    hear_text(&x, "<urlset>" ENTRY("http://a/0", "2024-10-04") ENTRY("http://a/1", "2024-10-04")
                      ENTRY("http://b/9", "2024-10-04") "</urlset>");
    ok(pending(&x, "http://a/0") == 1 && pending(&x, "http://a/1") == 0, "an entry with another date is news of its page");
    hear_text(&x, "<urlset>" ENTRY("http://a/0", "2024-10-04") ENTRY("http://a/2", "2020-01-01") "</urlset>");
    eq_int(pending(&x, "http://a/2"), 0, "a date from long before the last visit is not");
    eq_int(pending(&x, "http://a/0"), 1, "nor is what was said before");
    sensor(&x, "http://a/map", &s);
    eq_int(sensor_facts_read(&x.arena, s.facts).waiting.n, 1, "whether it was right is seen at the next visit");
}

static void test_feed_speaks_for_its_namers(void)
{
    AUTO(archive) x = { 0 };
    open_site(&x, 3);
    offer_sitemap(&x, "{\"pages\":[\"1\",\"3\"]}");
    hear_text(&x, "<rss><channel><item><link>http://x/1</link></item></channel></rss>");
    hear_text(&x, "<rss><channel><item><link>http://x/1</link></item></channel></rss>");
    eq_int(pending(&x, "http://a/0"), 0, "a feed without anything new announces nothing");
    hear_text(&x, "<rss><channel><item><link>http://x/2</link></item></channel></rss>");
    ok(pending(&x, "http://a/0") == 1 && pending(&x, "http://a/2") == 1 && pending(&x, "http://a/1") == 0,
       "something new announces the pages that name it");
}

static void test_index(void)
{
    AUTO(archive) x = { 0 };
    AUTO(buf) body = BUF(1 << 20);
    struct store_sensor s;
    open_site(&x, 3);
    offer_sitemap(&x, "");
    buf_add(&body, STR("<sitemapindex><sitemap><loc>http://b/other.xml</loc></sitemap>"));
    for (unsigned i = 0; i < 10; i++)
        buf_addf(&body, "<sitemap><loc>http://a/part%u.xml</loc><lastmod>2024-09-%02u</lastmod></sitemap>", i, i + 1);
    buf_add(&body, STR("</sitemapindex>"));
    hear_text(&x, arena_str(&x.arena, buf_str(&body)).ptr);
    ok(sensor(&x, "http://a/part9.xml", &s) && s.ask_at == x.now && sensor(&x, "http://a/part2.xml", &s),
       "the parts of an index that changed last are asked at once");
    ok(!sensor(&x, "http://a/part1.xml", &s) && !sensor(&x, "http://a/part0.xml", &s), "eight of them");
    ok(!sensor(&x, "http://b/other.xml", &s), "none of another host");
}

/* ---- How often ---- */

static void test_intervals(void)
{
    static const struct {
        const char *name;
        struct response r;
        int64_t every_ms, next_ms;
        uint32_t errors;
    } rows[] = {
        { "what has nothing new is asked later", { .state = FETCH_NOT_MODIFIED }, 36 * HOUR, 36 * HOUR, 0 },
        { "what says that it holds for two days is left alone so long",
          { .state = FETCH_NOT_MODIFIED, .head = STR_INIT("Cache-Control: max-age=172800\r\n") },
          36 * HOUR,
          48 * HOUR,
          0 },
        { "but no longer than a week",
          { .state = FETCH_NOT_MODIFIED, .head = STR_INIT("Cache-Control: max-age=31536000\r\n") },
          36 * HOUR,
          7 * DAY,
          0 },
        { "a failure doubles the time", { .state = FETCH_HTTP_ERROR }, 48 * HOUR, 48 * HOUR, 1 },
        { "one that is gone is asked in a month", { .state = FETCH_GONE }, 30 * DAY, 30 * DAY, 1 },
        { "as is one that robots.txt forbids", { .state = FETCH_ROBOTS }, 30 * DAY, 30 * DAY, 1 },
        { "one that has to wait is asked in an hour", { .state = FETCH_LATER }, 24 * HOUR, HOUR, 0 },
        { "as is one that the network kept from us", { .state = FETCH_NETWORK_DOWN }, 24 * HOUR, HOUR, 0 },
    };

    AUTO(archive) x = { 0 };
    open_site(&x, 3);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct store_sensor s;
        offer_sitemap(&x, "");
        hear(&x, rows[i].r);
        sensor(&x, "http://a/map", &s);
        struct sensor_facts f = sensor_facts_read(&x.arena, s.facts);
        ok(f.every_ms == rows[i].every_ms && f.errors == rows[i].errors, "%s", rows[i].name);
        eq_int(s.ask_at - x.now, rows[i].next_ms, "next time");
    }
}

static void test_belief(void)
{
    static const struct {
        uint32_t told, right;
        bool believed;
    } rows[] = { { 0, 0, true },  { 9, 0, true },   { 10, 0, false }, { 10, 1, true },
                 { 38, 3, true }, { 39, 3, false }, { 64, 64, true } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct sensor_facts f = { .told = rows[i].told, .right = rows[i].right };
        ok(sensor_is_believed(&f) == rows[i].believed, "%u right of %u: %s", rows[i].right, rows[i].told,
           rows[i].believed ? "believed" : "not believed");
    }
    AUTO(archive) x = { 0 };
    struct store_sensor s;
    open_site(&x, 3);
    offer_sitemap(&x, "{\"told\":20,\"right\":0}");
    hear_text(&x, "<urlset>" ENTRY("http://a/0", "2024-10-03") "</urlset>");
    hear_text(&x, "<urlset>" ENTRY("http://a/0", "2024-10-04") "</urlset>");
    eq_int(pending(&x, "http://a/0"), 0, "what is not believed announces nothing");
    sensor(&x, "http://a/map", &s);
    struct sensor_facts f = sensor_facts_read(&x.arena, s.facts);
    ok(f.waiting.n == 1 && f.every_ms == 7 * DAY, "but is listened to once a week, and may win trust back");
}

/* ---- What is kept ---- */

static void test_unreadable(void)
{
    AUTO(arena) a = { 0 };
    struct sensor_facts f = sensor_facts_read(&a, STR("{\"told\":"));
    ok(f.checked_at == NEVER && f.every_ms == DAY && f.told == 0, "what cannot be read counts as nothing learnt");
    f = sensor_facts_read(&a, STR(""));
    ok(f.checked_at == NEVER && f.every_ms == DAY, "as does nothing");
}

int main(void)
{
    test_robots();
    test_feeds();
    test_namers();
    test_ask();
    test_proxy();
    test_news();
    test_feed_speaks_for_its_namers();
    test_index();
    test_intervals();
    test_belief();
    test_unreadable();
    return tap_done();
}
