/* The paper's Table 1 word for word, and thresholds from text and back. */
#include "track/thresholds.h"

#include "base/duration.h"
#include "tests/tap.h"

#define H DURATION_HOUR_MS
#define D DURATION_DAY_MS

/* As the paper prints it, long addresses broken by "-" included. */
static const char table_1[] = "# Comments start with a sharp sign.\n"
                              "# perl syntax requires that \".\" be escaped\n"
                              "# Default is equivalent to ending the file with \".*\"\n"
                              "Default\t2d\n"
                              "file:.*\t0\n"
                              "http://www.yahoo.com/*\t7d\n"
                              "http://.*.att.com/*\t0\n"
                              "http://www.ncsa.uiuc.edu/SDG/Software/-\t12h\n"
                              "Mosaic/Docs/whats-new.html\n"
                              "http://snapple.cs.washington.edu:600/-\t1d\n"
                              "mobile/\n"
                              "# this is in my hotlist but will be different every day\n"
                              "http://www.unitedmedia.com/-\tnever\n"
                              "comics/dilbert/\n";

static void test_table_1(void)
{
    static const struct {
        const char *url;
        int64_t ms;
        unsigned line;
    } rows[] = {
        { "http://www.example.org/", 2 * D, 4 },
        { "file:///home/me/notes.html", 0, 5 },
        { "http://www.yahoo.com/Science/", 7 * D, 6 },
        { "http://www.research.att.com/orgs/ssr/", 0, 7 },
        { "http://www.ncsa.uiuc.edu/SDG/Software/Mosaic/Docs/whats-new.html", 12 * H, 8 },
        { "http://www.ncsa.uiuc.edu/SDG/Software/", 2 * D, 4 },
        { "http://snapple.cs.washington.edu:600/mobile/", D, 10 },
        { "http://www.unitedmedia.com/comics/dilbert/", NEVER, 13 },
        { "http://www.unitedmedia.com/comics/peanuts/", 2 * D, 4 },
    };
    AUTO(arena) a = { 0 };
    AUTO(thresholds) t = { 0 };
    struct err e = { 0 };
    if (!ok(thresholds_read(&a, STR("table 1"), str_of(table_1), &t, &e) == 0, "Table 1 is read: %s", e.text))
        return;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct threshold found = { 0 };
        ok(thresholds_find(&t, str_of(rows[i].url), &found, &e) == 0, "%s", rows[i].url);
        eq_int(found.ms, rows[i].ms, "its threshold");
        eq_int(found.line, rows[i].line, "the line that says so");
    }
}

static void test_values(void)
{
    static const struct {
        const char *text;
        int64_t ms;
        const char *again;
    } rows[] = {
        { "0", 0, "0" },
        { "never", NEVER, "never" },
        { "Never", NEVER, "never" },
        { "2d", 2 * D, "2d" },
        { "2d12h", 2 * D + 12 * H, "2d12h" },
        { "2d 12h", 2 * D + 12 * H, "2d12h" },
        { "1w", 7 * D, "1w" },
        { "30m", H / 2, "30min" },
        { "1h30m", H + H / 2, "1h30min" },
        { "30min", H / 2, "30min" },
        { "10s", 10000, "10s" },
    };
    static const char *const wrong[] = { "", "2", "d", "2y", "often", "12h2d", "-1d", "never 2d", "2d never" };
    struct err e = { 0 };
    int64_t ms = -1, again = -2;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(64);
        ok(threshold_read(str_of(rows[i].text), &ms, &e) == 0 && ms == rows[i].ms, "%s", rows[i].text);
        threshold_add(&out, ms);
        eq_str(buf_str(&out), str_of(rows[i].again), "is written");
        ok(threshold_read(buf_str(&out), &again, &e) == 0 && again == ms, "and reads the same again");
    }
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
        ok(threshold_read(str_of(wrong[i]), &ms, &e) == E_FORMAT, "\"%s\": %s", wrong[i], e.text);
}

static void test_edges(void)
{
    AUTO(arena) a = { 0 };
    AUTO(thresholds) t = { 0 };
    struct threshold found = { 0 };
    struct err e = { 0 };
    ok(thresholds_find(&t, STR("http://a.org/"), &found, &e) == 0 && found.ms == 2 * D && found.line == 0, "no file: two days");
    ok(thresholds_read(&a, STR("f"), STR("a 1d\nb 5x\n"), &t, &e) == E_FORMAT && strncmp(e.text, "f:2: ", 5) == 0, "%s", e.text);
    ok(thresholds_read(&a, STR("f"), STR("\nDefault soon\n"), &t, &e) == E_FORMAT && strncmp(e.text, "f:2: ", 5) == 0, "%s",
       e.text);
    ok(thresholds_read(&a, STR("f"), STR("a 1d\na 2d\n"), &t, &e) == 0, "two rules for one address");
    ok(thresholds_find(&t, STR("a"), &found, &e) == 0 && found.ms == D, "the first wins");
    ok(thresholds_find(&t, STR("b"), &found, &e) == 0 && found.ms == THRESHOLD_DEFAULT_MS, "no Default: two days");
}

int main(void)
{
    test_table_1();
    test_values();
    test_edges();
    return tap_done();
}
