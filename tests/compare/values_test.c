/* Values of attributes as HTML reads them. */
#include "compare/values.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tests/tap.h"

static void test_words(void)
{
    ok(text_alike(STR(" a\n b "), STR("a b")) && !text_alike(STR("a b"), STR("a  c")) && !text_alike(STR("ab"), STR("a b")),
       "texts");
    ok(word_alike(STR(" CENTER"), STR("center")) && !word_alike(STR("left"), STR("center")), "words of a list");
    ok(number_alike(STR("100"), STR(" 100PX ")) && number_alike(STR("+05"), STR("5")) && number_alike(STR("0"), STR("00")),
       "numbers");
    ok(!number_alike(STR("100"), STR("100%")) && !number_alike(STR("1"), STR("2")), "other numbers");
}

static void test_names(void)
{
    ok(names_alike(STR("a b"), STR(" b a  b")) && !names_alike(STR("a b"), STR("a")) && !names_alike(STR("a"), STR("a b")), "sets");
    ok(!names_alike(STR("a"), STR("A")), "names keep their case");
    ok(names_have(STR("a bc"), STR("bc")) && !names_have(STR("a bc"), STR("b")), "one of them");
}

static void test_style(void)
{
    ok(style_alike(STR("color:red;margin:0"), STR(" Margin : 0 ; COLOR: Red; ")), "order, case and gaps do not count");
    ok(style_alike(STR("color:blue;color:red"), STR("color:red")), "the last of a property counts");
    ok(!style_alike(STR("color:red"), STR("color:blue")) && !style_alike(STR("color:red"), STR("")), "other values");
    ok(!style_alike(STR("margin:0 auto"), STR("margin:0auto")), "a gap between two words counts");
    ok(style_alike(STR("font:12px Arial,serif"), STR("font: 12px Arial, serif")), "one behind a comma does not");
    ok(!style_alike(STR("background:url(/A.png)"), STR("background:url(/a.png)")), "addresses keep their case");
    ok(!style_alike(STR("color:red"), STR("color:red!important")), "what is important is");
    eq_str(style_value(STR("a:url(x;y) ; display : none !important"), STR("display")), STR("none"), "one value");
    eq_str(style_value(STR("a:url(x;y);b:c"), STR("a")), STR("url(x;y)"), "a semicolon in brackets ends nothing");
    eq_str(style_value(STR("a:b"), STR("c")), STR(""), "a property that is not there");
}

/* Two values of an attribute and whether a browser makes the same of both; asked both ways round. */
struct value_case {
    const char *name, *was, *now;
    bool alike;
};

static void check_values(bool (*alike)(struct str, struct str), const struct value_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        eq_int(alike(str_of(cases[i].was), str_of(cases[i].now)), cases[i].alike, cases[i].name);
        eq_int(alike(str_of(cases[i].now), str_of(cases[i].was)), cases[i].alike, "and the other way round");
    }
}

static const struct value_case texts[] = {
    { "the same", "a b", "a b", true },         { "tabs and lines are blanks", "a\tb\nc", "a b c", true },
    { "one word more", "a b", "a b c", false }, { "another case", "a B", "a b", false },
    { "empty and blank", "", "  ", true },      { "empty and a word", "", "a", false },
};

static const struct value_case numbers[] = {
    { "pixels are the plain number", "10px", "10", true },
    { "a blank before the unit", "10 px", "10", true },
    { "a plus sign", "+10", "10", true },
    { "zeros in front", "007", "7", true },
    { "one zero stays", "000", "0", true },
    { "a zero before a point is not one in front", "0.5", ".5", false },
    { "a share of the whole is another thing", "10%", "10", false },
    { "the unit alone is no number", "px", "", false },
    { "another number", "10", "100", false },
};

static const struct value_case names[] = {
    { "in another order", "a b c", "c a b", true },
    { "one of them twice", "a a b", "a b", true },
    { "one more", "a b", "a b c", false },
    { "a part of a name is another name", "ab", "a", false },
    { "both empty", "", "", true },
};

static const struct value_case styles[] = {
    { "another order", "a:1;b:2", "b:2;a:1", true },
    { "a semicolon at the end", "a:1", "a:1;", true },
    { "empty declarations", "a:1;;b:2", "a:1;b:2", true },
    { "one more", "a:1", "a:1;b:2", false },
    { "the last of two counts", "a:1;a:2", "a:2", true },
    { "not the first", "a:1;a:2", "a:1", false },
    { "gaps around a comma", "f:a , b", "f:a,b", true },
    { "gaps in brackets", "t:rgb( 1, 2 )", "t:rgb(1,2)", true },
    { "gaps before what is important", "a:1 ! important", "a:1!important", true },
    { "words in another case", "A:Red", "a:red", true },
    { "texts in another case are others", "c:\"A\"", "c:\"a\"", false },
    { "other quotes are other tokens", "c:'a'", "c:\"a\"", false },
    { "an address in another case", "b:url(/A)", "b:url(/a)", false },
    { "a semicolon in quotes ends nothing", "c:\"x;y\";d:1", "d:1;c:\"x;y\"", true },
    { "nor one in brackets", "b:url(data:x;y);d:1", "d:1;b:url(data:x;y)", true },
    { "a bracket that nobody closed takes the rest", "b:url(x;d:1", "b:url(x;d:2", false },
    { "a closing bracket alone closes nothing", "b:x);d:1", "d:1;b:x)", true },
    { "without a colon there is no value", "a", "b", true },
};

static void test_tables(void)
{
    check_values(text_alike, texts, ARRAY_LEN(texts));
    check_values(number_alike, numbers, ARRAY_LEN(numbers));
    check_values(names_alike, names, ARRAY_LEN(names));
    check_values(style_alike, styles, ARRAY_LEN(styles));
}

/* Beyond 256 names, and beyond 8 KiB of style, only equal bytes are equal. */
static void test_limits(void)
{
    AUTO(buf) many = BUF(KIB(16));
    AUTO(buf) turned = BUF(KIB(16));
    AUTO(buf) style = BUF(KIB(32));

    for (unsigned i = 0; i < 257; i++) {
        buf_addf(&many, "n%u ", i);
        buf_addf(&turned, "n%u ", 256 - i);
    }
    ok(!names_alike(buf_str(&many), buf_str(&turned)), "257 names in another order are not looked through");
    ok(names_alike(buf_str(&many), buf_str(&many)), "but they are equal to themselves");
    struct str fewer = str_sub(buf_str(&many), 0, str_find(buf_str(&many), STR("n256"), 0)),
               rest = str_sub(buf_str(&turned), 5, turned.len);
    ok(names_alike(fewer, rest), "256 are");
    for (unsigned i = 0; style.len <= 8192; i++)
        buf_addf(&style, "p%u:1;", i);
    struct str long_style = buf_str(&style), other = str_sub(long_style, 0, long_style.len - 1);
    ok(!style_alike(long_style, other) && style_alike(long_style, long_style), "a very long style is compared by its bytes");
}

static void test_cut(void)
{
    struct str list = STR("  one\ttwo  three ");

    eq_str(names_cut(&list), STR("one"), "the first name");
    eq_str(names_cut(&list), STR("two"), "the next");
    eq_str(names_cut(&list), STR("three"), "the last");
    eq_str(names_cut(&list), STR(""), "and no more");
}

int main(void)
{
    test_words();
    test_names();
    test_style();
    test_tables();
    test_limits();
    test_cut();
    return tap_done();
}
