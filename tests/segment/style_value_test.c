/* Values of styles: which texts are numbers, lengths and colours, and what they come to. */
#include "segment/style_value.h"

#include "base/auto.h"
#include "tests/tap.h"

/* A number at the start of a text, in thousandths, and what is left behind it. */
static void test_numbers(void)
{
    static const struct {
        const char *name, *text;
        bool good;
        int thousandths;
        const char *rest;
    } cases[] = {
        { "a whole number", "12", true, 12000, "" },
        { "with a unit behind it", "12px", true, 12000, "px" },
        { "with a point", "1.25em", true, 1250, "em" },
        { "that begins with a point", ".5", true, 500, "" },
        { "that ends with one", "5.", true, 5000, "" },
        { "below zero", "-3px", true, -3000, "px" },
        { "with a plus", "+3", true, 3000, "" },
        { "a part below zero", "-.25", true, -250, "" },
        { "a sign alone is none", "-", false, 0, "-" },
        { "a point alone is none", ".", false, 0, "." },
        { "a sign and a point are none", "+.", false, 0, "+." },
        { "letters are none", "px", false, 0, "px" },
        { "nothing is none", "", false, 0, "" },
        { "a second point ends it", "1.2.3", true, 1200, ".3" },
        { "zero", "0", true, 0, "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct str rest = str_of(cases[i].text);
        float value = 0;

        eq_int(style_number(&rest, &value), cases[i].good, cases[i].name);
        eq_int((int)(value * 1000 + (value < 0 ? -0.5f : 0.5f)), cases[i].thousandths, "its value");
        eq_str(rest, str_of(cases[i].rest), "and what is left");
    }
}

/* Lengths in a font of 20 pixels. */
static void test_lengths(void)
{
    static const struct {
        const char *name, *text;
        int hundredths;
        enum length_unit unit;
    } cases[] = {
        { "pixels", "7px", 700, LENGTH_PX },
        { "a bare number is pixels", "7", 700, LENGTH_PX },
        { "points", "3pt", 400, LENGTH_PX },
        { "the size of the font", "2em", 4000, LENGTH_PX },
        { "that of the page", "2rem", 3200, LENGTH_PX },
        { "the height of a small letter", "2ex", 1600, LENGTH_PX },
        { "the width of a figure", "2ch", 1600, LENGTH_PX },
        { "a part of the width of the window", "10vw", 13660, LENGTH_PX },
        { "of its height", "10vh", 7680, LENGTH_PX },
        { "an inch", "1in", 9600, LENGTH_PX },
        { "a centimetre", "1cm", 3780, LENGTH_PX },
        { "a millimetre", "10mm", 3780, LENGTH_PX },
        { "a pica", "1pc", 1600, LENGTH_PX },
        { "units in capitals", "2EM", 4000, LENGTH_PX },
        { "blanks around and between", " 7 px ", 700, LENGTH_PX },
        { "a unit that nobody knows is pixels", "7zz", 700, LENGTH_PX },
        { "a share of what is around", "50%", 5000, LENGTH_PERCENT },
        { "no more than ten times that", "5000%", 100000, LENGTH_PERCENT },
        { "nor less than minus ten times", "-5000%", -100000, LENGTH_PERCENT },
        { "a share of what is left", "2fr", 200, LENGTH_SHARE },
        { "as frames wrote it", "3*", 300, LENGTH_SHARE },
        { "no page is longer than this", "200000px", 10000000, LENGTH_PX },
        { "in either direction", "-200000px", -10000000, LENGTH_PX },
        { "a word is none", "auto", 0, LENGTH_NONE },
        { "nothing is none", "", 0, LENGTH_NONE },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct length length = { 0 };

        eq_int(style_length(str_of(cases[i].text), 20, &length), cases[i].unit != LENGTH_NONE, cases[i].name);
        eq_int((int)(length.value * 100 + (length.value < 0 ? -0.5f : 0.5f)), cases[i].hundredths, "its value");
        eq_int(length.unit, cases[i].unit, "and its unit");
    }
}

static void test_colors(void)
{
    static const struct {
        const char *name, *text;
        bool good;
        uint32_t color;
    } cases[] = {
        { "three figures", "#f80", true, 0xff8800ff },
        { "four: the last says how much shines through", "#f808", true, 0xff880088 },
        { "six", "#102030", true, 0x102030ff },
        { "eight", "#10203040", true, 0x10203040 },
        { "in capitals", "#ABCDEF", true, 0xabcdefff },
        { "five are none", "#12345", false, 0 },
        { "seven are none", "#1234567", false, 0 },
        { "none are none", "#", false, 0 },
        { "a letter that is no figure", "#fffffg", false, 0 },
        { "parts of red, green and blue", "rgb(16, 32, 48)", true, 0x102030ff },
        { "without commas", "rgb(16 32 48)", true, 0x102030ff },
        { "in shares", "rgb(100%, 0%, 0%)", true, 0xff0000ff },
        { "half of it shines through", "rgba(0, 0, 0, 0.5)", true, 0x0000007f },
        { "as a share behind a stroke", "rgb(0 0 0 / 50%)", true, 0x0000007f },
        { "parts are cut to what there is", "rgb(300, -5, 0)", true, 0xff0000ff },
        { "two parts are none", "rgb(1, 2)", false, 0 },
        { "without brackets", "rgb 1 2 3", false, 0 },
        { "a name", "navy", true, 0x000080ff },
        { "in capitals", "NAVY", true, 0x000080ff },
        { "with blanks around it", " teal ", true, 0x008080ff },
        { "both spellings of grey", "grey", true, 0x808080ff },
        { "nothing to be seen", "transparent", true, 0 },
        { "a name that nobody knows", "zork", false, 0 },
        { "nothing", "", false, 0 },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        uint32_t color = 0;

        eq_int(style_color(str_of(cases[i].text), &color), cases[i].good, cases[i].name);
        eq_int(color, cases[i].color, "its colour");
    }
}

int main(void)
{
    test_numbers();
    test_lengths();
    test_colors();
    return tap_done();
}
