/* Perl patterns: what they find, what is refused with words, and that no pattern takes for ever. */
#include "track/pattern.h"

#include "tests/tap.h"

static void test_found(void)
{
    static const struct {
        const char *pattern, *subject;
        bool found;
    } rows[] = {
        { "file:.*", "file:///etc/motd", true },
        { "http://.*.att.com/*", "http://www.research.att.com/orgs", true },
        { "http://.*.att.com/*", "http://www.example.org/", false },
        { "http://www.yahoo.com/*", "http://www.yahoo.com", true },
        { "dilbert", "http://www.unitedmedia.com/comics/dilbert/", true },
        { "^dilbert", "http://www.unitedmedia.com/comics/dilbert/", false },
        { "(?i)EXAMPLE", "http://example.org/", true },
        { "\\.(pdf|zip)$", "http://example.org/a.pdf", true },
        { "\\.(pdf|zip)$", "http://example.org/a.pdf?x", false },
        { "^https?://(?!www\\.)", "https://example.org/", true },
        { "^https?://(?!www\\.)", "https://www.example.org/", false },
        { "\\bnews\\b", "http://a.org/news/1", true },
        { "", "anything", true },
        { "ü", "http://a.org/ü", true },
        { "a.c",
          "a\xff"
          "c abc",
          true },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(pattern) p = { 0 };
        struct err e = { 0 };
        bool found = !rows[i].found;
        ok(pattern_open(&p, str_of(rows[i].pattern), &e) == 0, "\"%s\" is a pattern: %s", rows[i].pattern, e.text);
        ok(pattern_find(&p, str_of(rows[i].subject), &found, &e) == 0, "and ends");
        ok(found == rows[i].found, "\"%s\" in %s", rows[i].pattern, rows[i].subject);
    }
}

static void test_refused(void)
{
    static const char *const rows[] = { "(", "a{2,1}", "[z-a]", "(?<n>a)(?<n>b)", "\\", "\\C", "*a" };
    static char deep[1000], wide[PATTERN_BYTES_MAX + 1];
    struct err e = { 0 };
    struct pattern p;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        e = (struct err){ 0 };
        ok(pattern_open(&p, str_of(rows[i]), &e) == E_FORMAT && strstr(e.text, "at character"), "%s: %s", rows[i], e.text);
    }
    memset(deep, '(', 400);
    memset(deep + 400, ')', 400);
    ok(pattern_open(&p, str_of(deep), &e) == E_FORMAT, "400 groups in each other: %.60s", e.text);
    memset(wide, 'a', sizeof wide);
    ok(pattern_open(&p, (struct str){ wide, sizeof wide }, &e) == E_FORMAT, "%s", e.text);
}

/* Steps double with each letter: without a limit these would take years. */
static void test_limit(void)
{
    static const char *const rows[] = { "^(a+)+$", "^(a|aa)+$", "(x+x+)+y", "^(.*?,){40}P" };
    static char subject[4001];
    memset(subject, 'a', 2000);
    memset(subject + 2000, 'x', 1000);
    memset(subject + 3000, ',', 1000);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(pattern) p = { 0 };
        struct err e = { 0 };
        bool found = false;
        ok(pattern_open(&p, str_of(rows[i]), &e) == 0, "%s is a pattern", rows[i]);
        int code = pattern_find(&p, str_of(subject), &found, &e);
        ok(code == E_LIMIT || (code == 0 && !found), "%s ends: %s", rows[i], e.text);
    }
}

/* Every place, one behind the other; what stands before `from` is still seen. */
static void test_next(void)
{
    AUTO(pattern) p = { 0 };
    struct err e = { 0 };
    struct pattern_span span = { 0, 0 };
    struct str subject = STR("ab ab b");
    bool found;
    ok(pattern_open(&p, STR("(?<=a)b"), &e) == 0, "a pattern that looks behind");
    ok(pattern_next(&p, subject, 0, &span, &found, &e) == 0 && found && span.start == 1 && span.end == 2, "the first");
    ok(pattern_next(&p, subject, 4, &span, &found, &e) == 0 && found && span.start == 4 && span.end == 5,
       "the second sees what is before it");
    ok(pattern_next(&p, subject, 5, &span, &found, &e) == 0 && !found, "no third");
}

int main(void)
{
    test_next();
    test_found();
    test_refused();
    test_limit();
    return tap_done();
}
