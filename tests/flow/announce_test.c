/* What sitemaps and feeds say has changed, and what comes of it for a page that is watched. */
#include "flow/announce.h"

#include "base/moment.h"
#include "tests/flow/archive.h"

static const int64_t SINCE = INT64_C(1793491200000); /* 2026-11-01 00:00 UTC */

static void test_forms(void)
{
    static const struct {
        const char *name;
        struct str body, url;
        int64_t at;
    } rows[] = {
        { "a sitemap",
          STR_INIT("<?xml version='1.0'?><urlset xmlns='x'><url><loc>http://a/old</loc><lastmod>2026-10-01</lastmod></url>"
                   "<url>\n <loc> http://a/b?x=1&amp;y=2 </loc>\n <lastmod>2026-11-02T10:00:00+00:00</lastmod></url></urlset>"),
          STR_INIT("http://a/b?x=1&y=2"), SINCE + 34 * DURATION_HOUR_MS },
        { "Atom",
          STR_INIT(
              "<feed><updated>2026-11-09T00:00:00Z</updated><entry><title>x</title><link rel=\"alternate\" href=\"http://a/c\"/>"
              "<updated>2026-11-01T01:00:00Z</updated></entry></feed>"),
          STR_INIT("http://a/c"), SINCE + DURATION_HOUR_MS },
        { "RSS",
          STR_INIT(
              "<rss><channel><item><link><![CDATA[http://a/d]]></link><pubDate>Sun, 01 Nov 2026 03:00:00 +0100</pubDate></item>"
              "</channel></rss>"),
          STR_INIT("http://a/d"), SINCE + 2 * DURATION_HOUR_MS },
    };
    AUTO(arena) a = { 0 };
    struct announcements got;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        announce_read(&a, rows[i].body, SINCE, &got);
        ok(got.n == 1, "%s: what is new alone", rows[i].name);
        ok(str_eq(got.item[0].url, rows[i].url), "%s: its address", rows[i].name);
        ok(got.item[0].at == rows[i].at, "%s: its moment", rows[i].name);
        for (size_t cut = 0; cut < rows[i].body.len; cut++)
            announce_read(&a, str_sub(rows[i].body, 0, cut), SINCE, &got);
        announce_read(&a, rows[i].body, SINCE + DURATION_DAY_MS * 30, &got);
        ok(got.n == 0, "%s: nothing after that", rows[i].name);
    }
    announce_read(&a, STR("<html><item><link>http://a</link><pubDate>Sun, 01 Nov 2026 03:00:00 GMT</pubDate></item>"), SINCE, &got);
    eq_int(got.n, 0, "a page announces nothing");
    announce_read(&a, STR("<urlset><url><loc>x</loc><lastmod>yesterday</lastmod></url><url><lastmod>2026-11-05</lastmod></url>"),
                  SINCE, &got);
    eq_int(got.n, 0, "nor does what has no date, or no address");
}

static struct str feed(struct archive *x, int64_t at)
{
    AUTO(buf) when = BUF(100);
    moment_add_utc(&when, at);
    return arena_printf(
        &x->arena,
        "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>F</title><entry><title>News of %lld</title>"
        "<link href='http://a/page'/><updated>%.*s</updated></entry></feed>",
        (long long)at, STR_ARG(buf_str(&when)));
}

static void test_signal(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    x.now = SINCE;
    int64_t source = archive_watch(&x, "http://a/feed", x.user, "{}"), page = archive_watch(&x, "http://a/page", x.user, "{}");
    struct store_page row;
    archive_check(&x, page, archive_page(&x, "<h1>One</h1><p>Text of a page that is announced.</p>"));
    for (int i = 0; i < 2; i++) {
        x.now += DURATION_DAY_MS;
        struct response r = archive_page(&x, feed(&x, x.now - DURATION_HOUR_MS).ptr);
        r.content_type = STR("application/atom+xml");
        archive_check(&x, source, r);
    }
    archive_must(&x, store_page_get(&x.arena, &x.store, page, &row, &x.err), "page");
    eq_int((int)forecast_read(row.learnt).signals.pending, 1, "a feed that changed announces the page, its first version does not");
    archive_check(&x, page, archive_page(&x, "<h1>Two</h1><p>Other text of a page that was announced by a feed.</p>"));
    archive_must(&x, store_page_get(&x.arena, &x.store, page, &row, &x.err), "page");
    struct forecast_signals s = forecast_read(row.learnt).signals;
    ok(s.pending == 0 && s.all == 1 && s.announced[1] > 0, "the visit learns what that was worth");
}

/* A page that changes once a day, at the end of the time that its server gives each answer: visits before and after that teach it. */
static void test_expiry(void)
{
    AUTO(archive) x = { 0 };
    struct visit_plan plan = visit_plan_none();
    struct subject_rules rules = { .every_ms = DURATION_DAY_MS, .least_ms = 1000, .plan = &plan };
    struct subject_threshold t[2];
    archive_open(&x);
    plan.made_at = 1;
    plan.price = 0.3;
    plan.prior.grain = 0.05F; /* as days of such changes teach */
    int64_t page[2] = { archive_watch(&x, "http://a/honest", x.user, "{}"), archive_watch(&x, "http://b/silent", x.user, "{}") };
    for (int visit = 0; visit < 30; visit++) {
        x.now = SINCE + visit * 14 * DURATION_HOUR_MS;
        int64_t day = x.now / DURATION_DAY_MS, left_s = (DURATION_DAY_MS - x.now % DURATION_DAY_MS) / 1000;
        for (int i = 0; i < 2; i++) {
            struct check check;
            struct response r =
                archive_page(&x, arena_printf(&x.arena, "<h1>Day %lld</h1><p>The council decided %lld things about the bridge.",
                                              (long long)day, (long long)(day * 37 % 101))
                                     .ptr);
            r.head = i ? STR("") : arena_printf(&x.arena, "Cache-Control: max-age=%lld\r\n", (long long)left_s);
            r.fetched_at_ms = x.now;
            archive_must(
                &x,
                check_answer(&x.arena, &(struct check_job){ &x.store, &rules, page[i], &r, &x.templates, NULL }, &check, &x.err),
                "check");
        }
    }
    for (int i = 0; i < 2; i++) {
        struct subject s;
        archive_must(&x, subject_load(&x.arena, &x.store, page[i], &s, &x.err), "load");
        archive_must(&x, subject_threshold(&x.arena, &s, 0, &rules, &t[i], &x.err), "threshold");
        if (i == 0)
            ok(forecast_announced(&s.memory.expiry.signals) > 0.3
                   && t[0].ms >= (int64_t)((double)s.memory.expiry.fresh_days * 86400000) - 1000,
               "the page is not visited before its time is over: %.0f %% of its changes wait for that",
               100 * forecast_announced(&s.memory.expiry.signals));
    }
    ok(t[0].ms != t[1].ms, "and the plan is another one than without: %.1f and %.1f hours", (double)t[0].ms / 3.6e6,
       (double)t[1].ms / 3.6e6);
    visit_plan_drop(&plan);
}

int main(void)
{
    test_forms();
    test_signal();
    test_expiry();
    return tap_done();
}
