/* Values of attributes as HTML reads them. */
#include "compare/values.h"

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

int main(void)
{
    test_words();
    test_names();
    test_style();
    return tap_done();
}
