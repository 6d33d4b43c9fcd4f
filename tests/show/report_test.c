/* The report: order, words, data, web page. Nothing of a page gets into it unescaped. */
#include "show/report.h"

#include <stdlib.h>
#include <time.h>

#include "base/json_read.h"
#include "tests/example.h"
#include "tests/tap.h"

#define DAY INT64_C(86400000)

static bool has(struct str text, const char *part)
{
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

static struct report_row row(enum report_part part, const char *url, double weight, int64_t changed_at)
{
    return (struct report_row){ .part = part,
                                .url = str_of(url),
                                .title = STR(""),
                                .weight = weight,
                                .importance = -1,
                                .newest = 2,
                                .changed_at = changed_at,
                                .checked_at = NEVER,
                                .next_check_at = NEVER };
}

static void test_order(void)
{
    struct report_row rows[] = {
        row(REPORT_SAME, "http://h/", 9, 9),    row(REPORT_NEW, "http://a/", 1, 5),     row(REPORT_NEW, "http://b/", 1, 7),
        row(REPORT_NEW, "http://c/", 2, 1),     row(REPORT_TROUBLE, "http://g/", 5, 5), row(REPORT_NEW, "http://0/", 1, 5),
        row(REPORT_SUSPECT, "http://f/", 0, 0), row(REPORT_SAME, "http://d/", 1, 1),
    };
    static const char *const want[] = { "http://c/", "http://b/", "http://0/", "http://a/",
                                        "http://f/", "http://g/", "http://d/", "http://h/" };
    struct report r = { .row = rows, .n = ARRAY_LEN(rows) };

    report_sort(&r);
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        eq_str(rows[i].url, str_of(want[i]), "by part, weight, time, address");
    ok(r.n_part[REPORT_NEW] == 4 && r.n_part[REPORT_SAME] == 2 && r.n_part[REPORT_WAITING] == 0, "the parts are counted");
    report_sort(&(struct report){ .n = 0 });

    struct report_row weighed[] = { row(REPORT_NEW, "http://a/", 2, 5), row(REPORT_NEW, "http://b/", 1, 5),
                                    row(REPORT_NEW, "http://c/", 1, 9) };
    weighed[0].importance = 0.4;
    weighed[1].importance = 0.9;
    weighed[2].importance = 0.1;
    report_sort(&(struct report){ .row = weighed, .n = 3 });
    eq_str(weighed[0].url, STR("http://b/"), "weight times importance");
    eq_str(weighed[1].url, STR("http://a/"), "the smaller product");
    eq_str(weighed[2].url, STR("http://c/"), "time comes last");
}

static struct excerpt changes[] = {
    { .kind = CHANGE_UPDATE,
      .before = STR_INIT("is"),
      .old = STR_INIT("<ten>"),
      .new = STR_INIT("tw&lve"),
      .after = STR_INIT("euro") },
    { .kind = CHANGE_MOVE, .new = STR_INIT("moved words") },
    { .kind = CHANGE_ATTRIBUTE, .new = STR_INIT("a link"), .note = STR_INIT("leads elsewhere") },
};
static const struct str tags[] = { STR_INIT("wörk"), STR_INIT("a<b") };

/* A report that has one of everything. */
static struct report whole(struct report_row rows[4])
{
    rows[0] = row(REPORT_NEW, "https://example.org/?a=1&b='2'", 2, 3 * DAY);
    rows[0].title = STR("News <script>alert(1)</script>");
    rows[0].seen = 1;
    rows[0].tag = tags;
    rows[0].n_tags = ARRAY_LEN(tags);
    rows[0].compared = true;
    rows[0].words_inserted = 5;
    rows[0].words_deleted = 4;
    rows[0].n_changes = 7;
    rows[0].excerpts = (struct excerpts){ changes, ARRAY_LEN(changes) };
    rows[0].diff_file = STR("r_files/1-diff.html");
    rows[0].history_file = STR("r_files/1-history.html");
    rows[1] = row(REPORT_NEW, "javascript:alert(1)", 1, 2 * DAY);
    rows[1].page_file = STR("r_files/2-page.html");
    rows[2] = row(REPORT_TROUBLE, "https://gone.example/", 1, 0);
    rows[2].message = STR("404: \x1b[31mthe page is <gone>; 'weft remove' ends the watching");
    rows[2].n_errors = 3;
    rows[2].checked_at = DAY;
    rows[3] = row(REPORT_SAME, "https://same.example/", 1, 0);
    rows[3].checked_at = DAY;
    rows[3].next_check_at = 4 * DAY;
    struct report r = { .user = STR("anna & co"), .now = 4 * DAY, .row = rows, .n = 4, .n_muted = 2 };
    report_sort(&r);
    return r;
}

static void test_html(void)
{
    struct report_row rows[4];
    struct report r = whole(rows);
    AUTO(buf) out = BUF(MIB(1));

    report_html(&r, &out);
    struct str page = buf_str(&out);
    ok(has(page, "2 pages are new for anna &amp; co"), "it begins with what is new");
    ok(has(page, "News &lt;script&gt;alert(1)&lt;/script&gt;") && !has(page, "<script>alert"), "titles are escaped");
    ok(has(page, "<del>&lt;ten&gt;</del> <ins>tw&amp;lve</ins>") && has(page, "<ins class=\"moved\">"),
       "changes in their own words");
    ok(has(page, "<em>leads elsewhere</em>") && has(page, "and 4 more"), "notes, and how many more there are");
    ok(has(page, "href=\"r_files/1-diff.html\">Diff</a>") && has(page, "href=\"r_files/1-history.html\">History</a>"),
       "Diff and History");
    ok(has(page, "weft seen 'https://example.org/?a=1&amp;b='\\''2'\\'''"), "Remember, as a command that a shell takes");
    ok(!has(page, "href=\"javascript:"), "only addresses of the web become links");
    ok(has(page, "script-src 'sha256-") && has(page, "default-src 'none'"), "a policy lets nothing else run");
    ok(has(page, "3 times in a row") && has(page, "&lt;gone&gt;"), "trouble is told");
    ok(has(page, "a&lt;b</span>"), "tags are escaped");
    ok(has(page, "2 left out"), "what is left out is counted");
    ok(has(page, "datetime=\"1970-01-04T00:00:00.000Z\">1970-01-04 00:00:00</time>"), "moments are there without script");

    AUTO(buf) named = BUF(MIB(1));
    rows[0].name = STR("https://example.org/#weft-1");
    r.options = STR(" --user anna");
    report_html(&r, &named);
    ok(has(buf_str(&named), ">weft seen 'https://example.org/#weft-1' --user anna<")
           && has(buf_str(&named), ">weft seen --all --user anna<"),
       "commands name the page and the user where that is needed");

    AUTO(buf) none = BUF(MIB(1));
    report_html(&(struct report){ .user = STR("bob") }, &none);
    ok(has(buf_str(&none), "Nothing new for bob"), "nothing new");
}

static void test_text(void)
{
    struct report_row rows[4];
    struct report r = whole(rows);
    AUTO(buf) out = BUF(MIB(1));

    report_text(&r, &(struct report_text_options){ .width = 0 }, &out);
    struct str text = buf_str(&out);
    ok(str_starts(text, STR("New for anna & co: 2 pages\n")), "it begins with what is new");
    ok(has(text, "    ~ is [-<ten>-]{+tw&lve+} euro"), "changes as diff shows them");
    ok(has(text, "version 2 (you saw 1), 7 changes, +5 -4 words"), "the counts");
    ok(has(text, "more: weft diff 'https://example.org/?a=1&b='\\''2'\\''' --format text"), "the command for the rest");
    ok(has(text, "Problems: 1 page\n") && has(text, "(3 times in a row)") && !has(text, "\x1b"), "trouble, and no escape");
    ok(has(text, "Nothing new: 1 page\n") && !has(text, "same.example"), "what is not new is only counted");
    rows[0].n_versions = 3;
    rows[0].compared = false;
    buf_clear(&out);
    report_text(&r, &(struct report_text_options){ .width = 0 }, &out);
    ok(has(buf_str(&out), "version 2, 3 versions since you looked\n")
           || has(buf_str(&out), "version 2, 3 versions since you looked;"),
       "of several versions how many, and no counts of one of them");
    buf_clear(&out);
    report_text(&(struct report){ .user = STR("bob") }, &(struct report_text_options){ .width = 80 }, &out);
    eq_str(buf_str(&out), STR("Nothing is new for bob.\n"), "nothing new");
    buf_clear(&out);
    report_text(&(struct report){ .user = STR("collection:docs") }, &(struct report_text_options){ .width = 80 }, &out);
    eq_str(buf_str(&out), STR("Nothing is new in the collection docs.\n"), "a collection has its own report");
}

static void test_history(void)
{
    const struct report_version versions[] = {
        { .number = 2, .at = 2 * DAY, .bytes = 2048, .diff_file = STR_INIT("1-2.html"), .page_file = STR_INIT("") },
        { .number = 1,
          .at = DAY,
          .bytes = 10,
          .seen = true,
          .kept = true,
          .lost = true,
          .diff_file = STR_INIT(""),
          .page_file = STR_INIT("") },
    };
    struct str url = STR("https://example.org/<x>");
    struct report_history h = { url, STR(""), url, STR(" --user 'a&b'"), STR("../r.html"), versions, 2 };
    AUTO(buf) out = BUF(MIB(1));

    report_history_html(&h, &out);
    struct str page = buf_str(&out);
    ok(has(page, "2 versions") && has(page, "href=\"1-2.html\">Diff</a>") && has(page, "href=\"../r.html\""), "versions and ways");
    ok(has(page, "2.00KB") && has(page, ">kept<") && has(page, ">lost<") && has(page, ">newest<"), "sizes and marks");
    ok(!has(page, "<x>"), "addresses are escaped");
    ok(has(page, "show --text 'https://example.org/&lt;x&gt;@2' --user 'a&amp;b'<") && has(page, "--output diff.html --user"),
       "commands name the user");
}

static void test_quoted(void)
{
    static const struct {
        const char *given, *want;
    } rows[] = {
        { "https://example.org/a-b_c.html", "https://example.org/a-b_c.html" },
        { "https://example.org/?a=1&b=2", "'https://example.org/?a=1&b=2'" },
        { "it's", "'it'\\''s'" },
        { "$(rm -rf x)", "'$(rm -rf x)'" },
        { "", "''" },
        { "a\nb", "'a\nb'" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(256);
        report_quoted(&out, str_of(rows[i].given));
        eq_str(buf_str(&out), str_of(rows[i].want), "an argument for a shell");
    }
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    test_order();
    test_html();
    test_text();
    test_history();
    test_quoted();
    return tap_done();
}
