/* Runs of bytes: empty ones, ones with NULs in them, edges of searches and of numbers. */
#include "base/str.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static const struct str none = { NULL, 0 };

static void test_order(void)
{
    ok(str_cmp(STR("a"), STR("b")) < 0 && str_cmp(STR("b"), STR("a")) > 0, "bytes come first");
    ok(str_cmp(STR("ab"), STR("abc")) < 0 && str_cmp(STR("abc"), STR("ab")) > 0, "then the length");
    ok(str_cmp(STR("\x7f"), STR("\xc3")) < 0, "bytes are unsigned");
    eq_int(str_cmp(none, STR("")), 0, "nothing equals the empty string");
    ok(str_eq(none, STR("")) && !str_eq(none, STR("a")) && !str_eq(STR("a\0b"), STR("a\0c")), "equality sees bytes behind a NUL");
    ok(str_eq_nocase(STR("Ab[\xc3"), STR("aB[\xc3")), "letters without case");
    ok(!str_eq_nocase(STR("["), STR("{")) && !str_eq_nocase(STR("@"), STR("`")), "only letters");
    ok(!str_eq_nocase(STR("\xc3\x84"), STR("\xc3\xa4")), "only ASCII letters");
    ok(str_eq_nocase(none, STR("")) && !str_eq_nocase(STR("a"), STR("ab")), "and the length counts");
}

static void test_parts(void)
{
    struct str s = STR("abcdef");
    eq_str(str_sub(s, 2, 4), STR("cd"), "a part");
    eq_str(str_sub(s, 4, 99), STR("ef"), "a part past the end is held inside");
    eq_str(str_sub(s, 9, 99), STR(""), "a part behind the end is empty");
    eq_str(str_sub(s, 4, 2), STR(""), "a part from right to left is empty");
    eq_str(str_sub(none, 0, 5), STR(""), "a part of nothing is nothing");
    ok(str_starts(s, STR("abc")) && str_starts(s, STR("")) && str_starts(s, s) && !str_starts(s, STR("abd")), "starts");
    ok(!str_starts(STR("ab"), s) && str_starts(none, none), "a prefix longer than the string is none");
    ok(str_ends(s, STR("def")) && str_ends(s, none) && str_ends(s, s) && !str_ends(s, STR("de")), "ends");
    ok(!str_ends(STR("ef"), s), "a suffix longer than the string is none");
    ok(str_starts_nocase(STR("HTTPS://x"), STR("https:")) && !str_starts_nocase(STR("http"), STR("https")), "starts without case");
    eq_str(str_trim(STR("\t\n\f\r a b \r\n")), STR("a b"), "trim takes HTML's white space");
    eq_str(str_trim(STR("\v a\xc2\xa0")), STR("\v a\xc2\xa0"), "and no other");
    eq_str(str_trim(STR(" \n ")), STR(""), "blanks alone are nothing");
    eq_str(str_trim(none), STR(""), "trim of nothing");
    ok(str_hex_byte(STR("x4F"), 1) == 0x4f && str_hex_byte(STR("a0"), 0) == 0xa0, "two hexadecimal digits are a byte");
    ok(str_hex_byte(STR("4g"), 0) < 0 && str_hex_byte(STR("4"), 0) < 0 && str_hex_byte(none, 0) < 0, "others are none");
    eq_str(str_span(s.ptr + 1, s.ptr + 3), STR("bc"), "a span");
    eq_str(str_of(NULL), STR(""), "the str of NULL is empty");
}

static void test_cut(void)
{
    struct str rest = STR("a,,b");
    eq_str(str_cut(&rest, ','), STR("a"), "cut: the first");
    eq_str(str_cut(&rest, ','), STR(""), "cut: an empty one");
    eq_str(rest, STR("b"), "cut: the rest");
    eq_str(str_cut(&rest, ','), STR("b"), "cut: the last");
    eq_int(rest.len, 0, "cut: nothing is left");
    eq_str(str_cut(&rest, ','), STR(""), "cut of nothing is nothing");
    rest = STR("x,");
    str_cut(&rest, ',');
    ok(rest.len == 0 && rest.ptr, "cut: a separator at the end leaves nothing");
}

static void test_find(void)
{
    struct str s = STR("abcabc\0abd");
    eq_int(str_find(s, STR("abc"), 0), 0, "find at the start");
    eq_int(str_find(s, STR("abc"), 1), 3, "find from 1");
    eq_int(str_find(s, STR("abd"), 0), 7, "find behind a NUL");
    ok(str_find(s, STR("abe"), 0) == SIZE_MAX && str_find(s, STR("abc"), 4) == SIZE_MAX, "not found");
    eq_int(str_find(s, STR(""), 4), 4, "the empty string is everywhere");
    eq_int(str_find(s, STR(""), s.len), (int64_t)s.len, "at the end, too");
    ok(str_find(s, STR(""), s.len + 1) == SIZE_MAX && str_find(s, STR("a"), 99) == SIZE_MAX, "but not behind it");
    ok(str_find(none, STR("a"), 0) == SIZE_MAX && str_find(none, none, 0) == 0, "in nothing is nothing");
    eq_int(str_find_nocase(STR("<META CharSet=x"), STR("charset"), 0), 6, "find without case");
    ok(str_find_nocase(STR("abc"), STR("C"), 3) == SIZE_MAX && str_find_nocase(STR("abc"), STR("abcd"), 0) == SIZE_MAX,
       "nothing past the end");
    ok(str_has_phrase(STR("Prevented, then an EVENT"), STR("event"), true, true)
           && !str_has_phrase(STR("prevented"), STR("event"), true, false)
           && str_has_phrase(STR("prevented"), STR("event"), false, false)
           && !str_has_phrase(STR("eventful"), STR("event"), true, true)
           && str_has_phrase(STR("eventful"), STR("event"), true, false),
       "a phrase stands where a word begins, and where one ends");
    ok(str_has_phrase(STR("\xe6\x9c\xac"
                          "OK"),
                      STR("ok"), true, true),
       "beside writing without blanks too");
    ok(!str_has_phrase(STR("Он не забудет"), STR("буде"), true, false) && str_has_phrase(STR("Он будет"), STR("буде"), true, false)
           && str_has_phrase(STR("会議は2日前"), STR("日前"), true, false),
       "letters of words with blanks go on before it in other scripts, too");
    ok(!str_has_phrase(STR("les heures prévues"), STR("vues"), true, false)
           && str_has_phrase(STR("12 vues"), STR("vues"), true, false) && !str_has_phrase(STR("naïve"), STR("ïve"), true, false)
           && !str_has_phrase(STR("Café"), STR("caf"), true, true) && !str_has_phrase(STR("Он будет"), STR("буде"), true, true)
           && str_has_phrase(STR("le café."), STR("café"), true, true)
           && str_has_phrase(STR("été, prévues; vues"), STR("vues"), true, true),
       "also where only one of the letters at the border has an accent");
}

/* Fast search against the plain one, on words of two letters in both cases. */
static void test_find_twin(void)
{
    struct random r = { 5 };
    bool same = true, may = true;
    for (unsigned round = 0; round < 20000; round++) {
        char text[24], needle[4];
        size_t n = random_below(&r, sizeof text), m = random_below(&r, sizeof needle), from = random_below(&r, 26);
        for (size_t i = 0; i < n; i++)
            text[i] = "abAB"[random_below(&r, 4)];
        for (size_t i = 0; i < m; i++)
            needle[i] = "abAB"[random_below(&r, 4)];
        size_t want = SIZE_MAX, want_nocase = SIZE_MAX;
        for (size_t i = n + 1; i-- > from;) {
            struct str part = str_sub((struct str){ text, n }, i, i + m);
            want = str_eq(part, (struct str){ needle, m }) ? i : want;
            want_nocase = str_eq_nocase(part, (struct str){ needle, m }) ? i : want_nocase;
        }
        same = same && str_find((struct str){ text, n }, (struct str){ needle, m }, from) == want;
        same = same && str_find_nocase((struct str){ text, n }, (struct str){ needle, m }, from) == want_nocase;
        struct str_pairs pairs = { 0 };
        str_pairs_add(&pairs, (struct str){ text, n });
        may = may && (want_nocase == SIZE_MAX || str_may_have(&pairs, (struct str){ needle, m }));
    }
    struct str_pairs sold = { 0 };
    str_pairs_add(&sold, STR("SOLD OUT"));
    ok(same, "both searches find what a plain loop finds");
    ok(may && !str_may_have(&sold, STR("cancelled")),
       "a look at pairs rules out nothing that stands there, and most of what does not");
}

static void test_number(void)
{
    uint64_t n = 42;
    ok(str_number(STR("0"), 9, &n) && n == 0, "0");
    ok(str_number(STR("007"), 9, &n) && n == 7, "zeros in front");
    ok(str_number(STR("18446744073709551615"), UINT64_MAX, &n) && n == UINT64_MAX, "the largest number");
    n = 42;
    ok(!str_number(STR("18446744073709551616"), UINT64_MAX, &n) && n == 42, "one more is none, and leaves the out alone");
    ok(!str_number(STR("99999999999999999999999"), UINT64_MAX, &n), "far more is none");
    ok(str_number(STR("100"), 100, &n) && n == 100 && !str_number(STR("101"), 100, &n), "the bound is allowed");
    ok(!str_number(STR("5"), 3, &n) && !str_number(STR("1"), 0, &n) && str_number(STR("0"), 0, &n), "bounds of one digit");
    ok(!str_number(none, 9, &n) && !str_number(STR("-1"), 9, &n) && !str_number(STR("+1"), 9, &n), "no digits, signs");
    ok(!str_number(STR(" 1"), 9, &n) && !str_number(STR("1 "), 9, &n) && !str_number(STR("1x"), 9, &n), "nothing around it");
}

static void test_digits(void)
{
    ok(byte_is_digit('0') && byte_is_digit('9') && !byte_is_digit('/') && !byte_is_digit(':') && !byte_is_digit('a'), "a digit");
    ok(str_has_digit(STR("a4")) && str_has_digit(STR("7")) && !str_has_digit(STR("four")) && !str_has_digit(none),
       "and one in a text");
}

int main(void)
{
    test_digits();
    test_order();
    test_parts();
    test_cut();
    test_find();
    test_find_twin();
    test_number();
    ok(byte_is_space('\f') && !byte_is_space('\v') && !byte_is_space('\0'), "HTML's white space");
    ok(byte_lower('Z') == 'z' && byte_lower('[') == '[' && byte_lower('\xc4') == '\xc4', "lower case");
    return tap_done();
}
