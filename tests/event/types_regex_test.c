/* What a pattern finds on one side only, where it stands, and patterns that take too much work. */
#include "tests/event/type_pages.h"

static void test_place(void)
{
    AUTO(example) x = { 0 };
    struct type_finder f;
    struct type_found found;
    struct err e;
    example_open(&x, "<p>The price is low.</p>", "<p>The price is EUR 12.50 now.</p>");
    struct change_type type = type_of(&x.arena, "regex /EUR \\d+\\.\\d\\d/");
    type_finder_open(&f, &x.arena, &x.delta);
    if (ok(type_find(&f, &type, &found, &e) == 0 && found.n == 1, "a price is new"))
        eq_str(example_words(&x, &x.new, found.item[0].new_word, found.item[0].new_end), STR("EUR 12.50"), "its words are known");
}

static void test_work(void)
{
    AUTO(example) x = { 0 };
    char page[5000] = "<p>";
    memset(page + 3, 'a', 4000);
    example_open(&x, "<p>b</p>", page);
    struct str got = found_in(&x, "regex /(a+)+$x/");
    ok(str_starts(got, STR("error: the pattern takes too much work")) || got.len == 0, "a pattern without end is bounded (%.*s)",
       STR_ARG(str_sub(got, 0, 60)));
}

int main(void)
{
    eq_found("regex /\\d+ euro/", "<p>10 euro, 12 euro</p>", "<p>12 euro, 14 euro</p>", "insert: 14 euro; delete: 10 euro");
    eq_found("regex /\\d+ euro/", "<p>10 euro</p>", "<p>10 euro, 10 euro</p>", "");
    eq_found("regex /\\d+ euro/", "<p>10 euro, 10 euro</p>", "<p>10 euro</p>", "");
    eq_found("regex /EURO/", "<p>10 euro</p>", "<p>12 euro</p>", "");
    eq_found("regex /\\d+ EURO/i", "<p>10 euro</p>", "<p>12 euro</p>", "insert: 12 euro; delete: 10 euro");
    eq_found("regex /^b.*$/m", "<p>a</p><p>b</p>", "<p>a</p><p>bc</p>", "insert: bc; delete: b");
    eq_found("regex /x*/", "<p>a</p>", "<p>b</p>", "");
    eq_found("regex /a/", "<p>a</p><p>x</p>", "<p>x</p><p>a</p>", "");
    eq_found("regex /a/", "<p>b</p>", "<p>b<span hidden>a</span></p>", "");
    eq_found("regex /(a/", "<p>b</p>", "<p>b</p>",
             "error: \"(a\" is not a Perl pattern: missing closing parenthesis, at character 3");
    test_place();
    test_work();
    return tap_done();
}
