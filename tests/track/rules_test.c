/* Files of rules: lines, comments, the first that matches, and errors that tell the line. */
#include "track/rules.h"

#include "base/buf.h"
#include "tests/tap.h"

static const char file[] = "\xef\xbb\xbf# a comment\r\n"
                           "Default 1\r\n"
                           "\n"
                           "  ^http://a\\.org/   one\t two  # and a comment\n"
                           "a\\.org\t3\n"
                           "http://b.org/long/- 4\n"
                           "path.html\n"
                           "c#d 5\n"
                           "last 6";

static void test_find(void)
{
    static const struct {
        const char *url, *value;
        unsigned line;
    } rows[] = {
        { "http://a.org/", "one\t two", 4 }, { "https://a.org/", "3", 5 }, { "http://b.org/long/path.html", "4", 6 },
        { "http://b.org/long/-", "1", 2 },   { "http://x/c#d", "5", 8 },   { "at last", "6", 9 },
        { "none of them", "1", 2 },
    };
    AUTO(arena) a = { 0 };
    AUTO(rules) r = { 0 };
    struct err e = { 0 };
    if (!ok(rules_read(&a, STR("file"), str_of(file), &r, &e) == 0, "read: %s", e.text))
        return;
    eq_int(r.n, 5, "five rules beside the default");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct rule *found = NULL;
        ok(rules_find(&r, str_of(rows[i].url), &found, &e) == 0 && found, "%s has a rule", rows[i].url);
        eq_str(found->value, str_of(rows[i].value), "its value");
        eq_int(found->line, rows[i].line, "its line");
    }
}

static void test_wrong(void)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        { "a 1\nb\n", "f:2: a pattern without a value" },
        { "b", "f:1: a pattern without a value" },
        { "a- 1\n\nb\n", "f:3: a pattern without" },
        { "a # 1", "f:1: a pattern without" },
        { "Default 1\nx 2\nDefault 3", "f:3: Default was given in line 1 already" },
        { "x 1\n(y 2\n", "f:2: \"(y\" is not a Perl pattern" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct rules r = { 0 };
        struct err e = { 0 };
        ok(rules_read(&a, STR("f"), str_of(rows[i].text), &r, &e) == E_FORMAT, "refused");
        ok(strncmp(e.text, rows[i].says, strlen(rows[i].says)) == 0, "%s", e.text);
    }
}

static void test_edges(void)
{
    AUTO(arena) a = { 0 };
    AUTO(rules) r = { 0 };
    AUTO(rules) slow = { 0 };
    AUTO(buf) many = BUF(RULES_BYTES_MAX + 10);
    struct err e = { 0 };
    const struct rule *found = &r.fallback;
    ok(rules_read(&a, STR("f"), STR(""), &r, &e) == 0 && r.n == 0, "an empty file has no rules");
    ok(rules_find(&r, STR("x"), &found, &e) == 0 && !found, "and says nothing");
    for (int i = 0; i <= RULES_MAX; i++)
        buf_add(&many, STR("a 1\n"));
    ok(rules_read(&a, STR("f"), buf_str(&many), &r, &e) == E_FORMAT, "%s", e.text);
    while (many.len <= RULES_BYTES_MAX)
        buf_add(&many, STR("# long\n"));
    ok(rules_read(&a, STR("f"), buf_str(&many), &r, &e) == E_LIMIT, "%s", e.text);
    ok(rules_read(&a, STR("f"), STR("\n^(a+)+$ 1"), &slow, &e) == 0, "a slow pattern");
    ok(rules_find(&slow, STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), &found, &e) == E_LIMIT
           && strncmp(e.text, "f:2: ", 5) == 0,
       "tells its line: %s", e.text);
}

int main(void)
{
    test_find();
    test_wrong();
    test_edges();
    return tap_done();
}
