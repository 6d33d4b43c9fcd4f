/* The dependency graph as dot, JSON and SVG, and the report: what must be in them, and that names cannot break out. */
#include "show/fragments.h"

#include <math.h>

#include "base/json_read.h"
#include "tests/fragment/site.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

#define MENU "<ul><li>Home page of the site<li>News of the <b>whole</b> day<li>Weather in the north</ul>"

static bool has(const struct buf *b, const char *text)
{
    return str_find(buf_str(b), str_of(text), 0) != SIZE_MAX;
}

static void test_spans(void)
{
    static const struct {
        double seconds;
        const char *words;
    } spans[] = {
        { 0.5, "0.5 seconds" }, { 90, "90 seconds" }, { 7200, "2.0 hours" }, { 86400 * 10, "10 days" }, { 1e12, "over 1000 years" }
    };
    for (size_t i = 0; i < ARRAY_LEN(spans); i++) {
        AUTO(buf) span = BUF(100);
        fragments_span(&span, spans[i].seconds);
        eq_str(buf_str(&span), str_of(spans[i].words), "a span");
    }
}

static struct str life_of(struct arena *a, double seconds, bool range, double low)
{
    AUTO(buf) out = BUF(100);
    struct history_fragment f = { .lifetime = { seconds, low, seconds }, .shortest_s = 3600, .watched_s = 9 * 3600 };
    if (range)
        fragments_life_range(&out, &f);
    else
        fragments_life_span(&out, &f, seconds);
    return arena_str(a, buf_str(&out));
}

/* Visits an hour apart, nine hours in all, tell nothing of minutes or months. */
static void test_lives(void)
{
    AUTO(arena) a = { 0 };
    eq_str(life_of(&a, 300, false, 3), STR("under 60 minutes"), "shorter than between two visits");
    eq_str(life_of(&a, 9000, false, 3), STR("2.5 hours"), "seen");
    eq_str(life_of(&a, 1e7, false, 3), STR("over 9.0 hours"), "longer than all of them");
    eq_str(life_of(&a, 9000, true, 2.9), STR("up to 2.5 hours"), "a range that begins before");
    eq_str(life_of(&a, 1e7, true, 7200), STR("2.0 hours to over 9.0 hours"), "and one that ends after");
}

static void test_words_apart(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(100);
    const struct page *p = page_from(&a, STR("<body><div><a href=/n>News</a><b>Read</b><i>!</i></div>"), STR(""));
    fragments_excerpt(p, p->body, p->dom.n, &out);
    eq_str(buf_str(&out), STR("News Read!"), "words of two elements are two words");
}

static void test_report(struct arena *a, const struct page *p, const struct shared *s, struct fragments_names *names)
{
    struct err e;
    struct layout layout;
    struct history_fragment part[2] = { { .path = STR("/html/body/p<"),
                                          .node = 4,
                                          .end = 7,
                                          .bytes = 30,
                                          .status = LP_VALUE,
                                          .class = CLASS_CHURN,
                                          .lifetime = { 60, 30, 90 } },
                                        { .path = STR("/html/body/p[2]"), .node = NONE, .gone_s = 7200 } };
    struct history_result history = { .n_versions = 9, .item = part, .n = 1, .n_there = 1 };
    if (layout_estimate(a, &p[0], &layout, &e))
        abort();
    struct fragments_picture drawing = { names->page[0], &p[0], &layout, NULL, 0 },
                             lives = { names->page[0], &p[0], &layout, &history, NONE };
    struct fragments_report report = { STR("a<site>"), s, names, &drawing, &lives };
    AUTO(buf) out = BUF(1 << 20);
    fragments_report_html(&report, &out);
    ok(has(&out, "a&lt;site&gt;") && !has(&out, "<script") && has(&out, "first&quot;&lt;&amp;.html"), "names are escaped");
    ok(has(&out, "id=\"f1\"") && has(&out, "href=\"#f1\"") && has(&out, "/html/body/ul"), "the shared part is drawn and listed");
    ok(has(&out, "class=\"tag churn\"") && has(&out, "9 versions") && has(&out, "60 seconds"), "and how long parts live");
    ok(has(&out, "<td class=\"what\">Home page of the site<code>/html/body/p&lt;</code>"), "in words of the part");
    ok(has(&out, "<dt>2 pages</dt>") && !has(&out, "<dt>3 pages</dt>"), "no part is on more pages than there are");
    ok(has(&out, "<th>Lives</th>") && has(&out, "<td>2.0 hours</td>"), "in the list of shared parts too");
    layout.height = 40 * layout.width;
    history.n = 2;
    buf_clear(&out);
    fragments_report_html(&report, &out);
    ok(has(&out, "viewBox=\"-1 -1 562 1102\"") && has(&out, "(the top 5 % of the page)"), "a long page is not made a strip");
    ok(has(&out, "1 more part changed in earlier versions and is no longer there; the last one was missing on 1970-01-01"),
       "parts that are gone");
    names->life = NULL;
    buf_clear(&out);
    report.drawing = report.lives = NULL;
    fragments_report_html(&report, &out);
    ok(has(&out, "</html>") && !has(&out, "How long") && !has(&out, "Lives"), "without a page and without a history");

    test_spans();
    test_lives();
    test_words_apart();
}

int main(void)
{
    AUTO(arena) a = { 0 };
    static const struct str html[] = {
        STR_INIT("<body>" MENU "<p>One text that stands alone here</p>"),
        STR_INIT("<body><div>" MENU "</div><p>Two texts, or a second one</p>"),
    };
    static const struct str page[] = { STR_INIT("first\"<&.html"), STR_INIT("second.html") };
    static const struct str excerpt[] = { STR_INIT("Home <script>alert(1)</script>") };
    static const uint64_t accesses[] = { 5, 7 };
    static const struct lifetime life[] = { { 7200, 3600, 86400 } };
    struct fragments_names names = { page, accesses, excerpt, life };
    struct shingle_options shingle = SHINGLE_DEFAULT;
    struct pool pool;
    struct shared s;
    struct graph g;
    struct err e;
    struct page p[2];

    pool_open(&pool, &a, &shingle, 30, false);
    for (unsigned i = 0; i < 2; i++) {
        p[i] = read_page(&a, html[i]);
        if (pool_add(&pool, &p[i], &e))
            abort();
    }
    if (shared_find(&a, &pool, &(struct shared_options){ .share = 2, .match = 0.9 }, &s, &e))
        abort();
    graph_of(&a, &s, &g);

    AUTO(buf) dot = BUF(1 << 20);
    fragments_dot(&g, &names, &dot);
    ok(has(&dot, "digraph") && has(&dot, "p1 -> f1") && has(&dot, "p2 -> f1") && has(&dot, "first\\\"<&.html"), "dot");
    ok(has(&dot, "lives 2.0 hours, 12 hits"), "with how long a part lives and how often it is asked for");
    AUTO(buf) json = BUF(1 << 20);
    struct json_value root;
    fragments_json(&g, &names, &json);
    ok(json_read(&a, buf_str(&json), &root, &e) == 0 && json_get(&root, STR("nodes"))->n == 3
           && json_get(&root, STR("edges"))->n == 2,
       "JSON");
    uint64_t sum = 0;
    ok(json_whole(json_get(&json_get(&root, STR("nodes"))->item[2], STR("accesses")), 100, &sum) && sum == 12,
       "a fragment is asked for with its pages");
    eq_str(json_get(&json_get(&root, STR("nodes"))->item[2], STR("lifetime_s"))->str, STR("7200"), "and how long it lives");
    AUTO(buf) svg = BUF(1 << 20);
    fragments_svg(&g, &names, &svg);
    ok(has(&svg, "<svg ") && has(&svg, "2 pages") && !has(&svg, "<script"), "SVG");
    ok(has(&svg, " on 2 pages, lives 2.0 hours, 12 hits</text>"),
       "that tells how long parts live and how often they are asked for");
    ok(has(&svg, "<title>Home &lt;script&gt;alert(1)&lt;/script&gt;: /html/body/ul in first&quot;&lt;&amp;.html</title>"),
       "what they are and where they stand");
    ok(has(&svg, ">1  Home &lt;script&gt;alert(1)&lt;/...</text>") && has(&svg, ">/html/body/ul</text>"),
       "also for those who only look");
    ok(has(&dot, "label=\"1 Home <script>alert(1)</script>\\n") && has(&dot, "\\n/html/body/ul\""), "so does dot");
    struct str name;
    ok(json_text(json_get(&json_get(&root, STR("nodes"))->item[2], STR("name")), &name) && str_starts(name, STR("Home <script>")),
       "and JSON");
    ok(has(&svg, "viewBox=\"0 0 820 "), "and is wide enough for its words");

    test_report(&a, p, &s, &names);
    return tap_done();
}
