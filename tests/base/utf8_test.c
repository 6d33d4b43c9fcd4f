/* UTF-8 for every character and every wrong beginning, and the classes for all of Unicode's white space and samples of scripts. */
#include "base/auto.h"
#include "base/utf8.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static void test_round_trip(void)
{
    bool same = true;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        char bytes[4];
        uint32_t back = 0;
        bool is_scalar = c < 0xd800 || c > 0xdfff;
        unsigned n = utf8_put(bytes, c), want = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        same = same && n == want && utf8_next(bytes, bytes + n, &back) == n && back == (is_scalar ? c : 0xfffd);
        same = same && utf8_valid((struct str){ bytes, n });
    }
    ok(same, "every character comes back; surrogates come as U+FFFD");
    char bytes[4];
    ok(utf8_put(bytes, 0x110000) == 3 && memcmp(bytes, "\xef\xbf\xbd", 3) == 0, "past the end is U+FFFD");
    ok(utf8_put(bytes, UINT32_MAX) == 3, "far past it, too");
}

static void test_malformed(void)
{
    static const struct str wrong[] = {
        STR_INIT("\x80"),     STR_INIT("\xbf"),         STR_INIT("\xc0\x80"),         STR_INIT("\xc1\xbf"),
        STR_INIT("\xc2"),     STR_INIT("\xc2\x7f"),     STR_INIT("\xc2\xc0"),         STR_INIT("\xe0\x9f\xbf"),
        STR_INIT("\xe1\x80"), STR_INIT("\xe1\x80\x7f"), STR_INIT("\xe1\x7f\x80"),     STR_INIT("\xed\xa0\x80"),
        STR_INIT("\xf0\x9f"), STR_INIT("\xf0\x9f\x98"), STR_INIT("\xf0\x8f\xbf\xbf"), STR_INIT("\xf4\x90\x80\x80"),
        STR_INIT("\xff"),     STR_INIT("\xed\xbf\xbf"), STR_INIT("\xf5\x80\x80\x80"), STR_INIT("\xf1\x80\x80\xc0"),
    };
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        uint32_t c = 0;
        unsigned n = utf8_next(wrong[i].ptr, wrong[i].ptr + wrong[i].len, &c);
        ok(n == 1 && c == 0xfffd && !utf8_valid(wrong[i]), "wrong bytes %zu: one U+FFFD, not valid", i);
    }
    uint32_t c = 1;
    eq_int(utf8_next("", "", &c), 0, "at the end there are no bytes");
    static const struct str whole[] = { STR_INIT("\xc3\xa9"), STR_INIT("\xe2\x82\xac"), STR_INIT("\xf0\x9f\x98\x80") };
    for (size_t i = 0; i < ARRAY_LEN(whole); i++)
        for (size_t n = 1; n < whole[i].len; n++)
            ok(utf8_next(whole[i].ptr, whole[i].ptr + n, &c) == 1 && c == 0xfffd, "%zu of %zu bytes are no character", n,
               whole[i].len);
}

static bool valid_slowly(struct str s)
{
    for (size_t i = 0; i < s.len;) {
        uint32_t c = 0;
        char again[4];
        unsigned n = utf8_next(s.ptr + i, s.ptr + s.len, &c);
        if (utf8_put(again, c) != n || memcmp(again, s.ptr + i, n) != 0)
            return false;
        i += n;
    }
    return true;
}

static void test_valid(void)
{
    struct random r = { 21 };
    bool same = true;
    unsigned n_valid = 0;
    for (unsigned round = 0; round < 20000; round++) {
        char text[96];
        size_t n = 0;
        while (n < sizeof text - 4 && random_below(&r, 60)) {
            uint32_t c = random_below(&r, 4) ? random_below(&r, 128) : random_below(&r, 0x2000);
            n += utf8_put(text + n, c);
        }
        if (n && random_below(&r, 2))
            text[random_below(&r, (uint32_t)n)] ^= (char)(1 << random_below(&r, 8));
        struct str s = { text, n };
        same = same && utf8_valid(s) == valid_slowly(s);
        n_valid += utf8_valid(s);
    }
    ok(same, "validity as told by decoding and coding again");
    ok(n_valid > 5000 && n_valid < 19000, "both kinds were tried");
    ok(utf8_valid((struct str){ NULL, 0 }), "nothing is valid");
}

static void test_space(void)
{
    /* Python's str.isspace() over all characters, and the BOM. */
    static const uint32_t space[] = { 0x9,    0xa,    0xb,    0xc,    0xd,    0x1c,   0x1d,   0x1e,   0x1f,   0x20,
                                      0x85,   0xa0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
                                      0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff };
    size_t n = 0;
    bool same = true;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        bool listed = n < ARRAY_LEN(space) && space[n] == c;
        n += listed;
        same = same && (char_class(c) == CHAR_SPACE) == listed;
    }
    ok(same && n == ARRAY_LEN(space), "white space is Python's, and the BOM");
}

static void test_classes(void)
{
    static const struct {
        uint32_t character;
        enum char_class class;
    } want[] = {
        { 'a', CHAR_LETTER },        { '_', CHAR_LETTER },        { '7', CHAR_DIGIT },         { '$', CHAR_SYMBOL },
        { '+', CHAR_SYMBOL },        { '-', CHAR_PUNCT },         { '\'', CHAR_PUNCT },        { 0, CHAR_SYMBOL },
        { 0x7f, CHAR_SYMBOL },       { 0xad, CHAR_MARK },         { 0xb2, CHAR_DIGIT },        { 0xe9, CHAR_LETTER },
        { 0x301, CHAR_MARK },        { 0x3b1, CHAR_LETTER },      { 0x5d0, CHAR_LETTER },      { 0x660, CHAR_DIGIT },
        { 0x915, CHAR_LETTER },      { 0x93f, CHAR_MARK },        { 0xe01, CHAR_IDEOGRAPH },   { 0xe31, CHAR_MARK },
        { 0xe50, CHAR_DIGIT },       { 0xe81, CHAR_IDEOGRAPH },   { 0x1000, CHAR_IDEOGRAPH },  { 0x1780, CHAR_IDEOGRAPH },
        { 0x1950, CHAR_IDEOGRAPH },  { 0x1980, CHAR_IDEOGRAPH },  { 0x1a20, CHAR_IDEOGRAPH },  { 0xaa80, CHAR_IDEOGRAPH },
        { 0x200b, CHAR_MARK },       { 0x200d, CHAR_MARK },       { 0x2014, CHAR_PUNCT },      { 0x20ac, CHAR_SYMBOL },
        { 0x2160, CHAR_DIGIT },      { 0x2192, CHAR_SYMBOL },     { 0x3001, CHAR_PUNCT },      { 0x3005, CHAR_IDEOGRAPH },
        { 0x3007, CHAR_IDEOGRAPH },  { 0x3042, CHAR_IDEOGRAPH },  { 0x30a2, CHAR_KATAKANA },   { 0x30fb, CHAR_PUNCT },
        { 0x30fc, CHAR_KATAKANA },   { 0x3105, CHAR_IDEOGRAPH },  { 0x31f0, CHAR_KATAKANA },   { 0x4e00, CHAR_IDEOGRAPH },
        { 0x9fff, CHAR_IDEOGRAPH },  { 0xa000, CHAR_IDEOGRAPH },  { 0xac00, CHAR_LETTER },     { 0xd7a3, CHAR_LETTER },
        { 0xd800, CHAR_SYMBOL },     { 0xe000, CHAR_SYMBOL },     { 0xf900, CHAR_IDEOGRAPH },  { 0xfe0f, CHAR_MARK },
        { 0xff71, CHAR_KATAKANA },   { 0xff9f, CHAR_KATAKANA },   { 0xfffd, CHAR_SYMBOL },     { 0x1f600, CHAR_SYMBOL },
        { 0x20000, CHAR_IDEOGRAPH }, { 0x2fffd, CHAR_IDEOGRAPH }, { 0x31350, CHAR_IDEOGRAPH }, { 0xe0100, CHAR_MARK },
        { 0x10ffff, CHAR_SYMBOL },   { 0x110000, CHAR_SYMBOL },   { UINT32_MAX, CHAR_SYMBOL }, { 0x203f, CHAR_LETTER },
    };
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        ok(char_class(want[i].character) == want[i].class, "U+%04X is of class %d", (unsigned)want[i].character,
           (int)want[i].class);
}

static void test_head(void)
{
    struct str s = STR("a\xc3\xa4\xe2\x82\xac");

    eq_str(utf8_head(s, 6), s, "what fits stays");
    eq_str(utf8_head(s, 5), STR("a\xc3\xa4"), "half a character goes");
    eq_str(utf8_head(s, 4), STR("a\xc3\xa4"), "whatever is left of it");
    eq_str(utf8_head(s, 3), STR("a\xc3\xa4"), "a cut between two");
    eq_str(utf8_head(s, 2), STR("a"), "another half");
    eq_str(utf8_head(s, 0), STR(""), "nothing");
    eq_str(utf8_head(STR("\x80\x80\x80"), 2), STR(""), "bytes that are no characters");
}

static void test_upper(void)
{
    ok(char_is_upper('A') && char_is_upper('Z') && !char_is_upper('a') && !char_is_upper('@'), "capitals of ASCII");
    ok(char_is_upper(0xc4) && !char_is_upper(0xe4) && !char_is_upper(0xd7) && !char_is_upper(0xdf), "of Latin-1");
    ok(char_is_upper(0x416) && !char_is_upper(0x436) && char_is_upper(0x1c5) && char_is_upper(0x10400), "of other scripts");
    ok(!char_is_upper(0x4e00) && !char_is_upper(0xac00) && !char_is_upper(0x110000), "none where there is no case");
}

static void test_small(void)
{
    static const struct {
        const char *text, *words;
        size_t at;
    } row[] = {
        { "Die ÄRZTE", "ärzte", 4 },
        { "die ärzte", "ÄRZTE", 4 },
        { "ТЕСТ", "тест", 0 },
        { "Ёлка", "ёЛКА", 0 },
        { "Ψυχή", "ΨΥΧΉ", 0 },
        { "ŁÓDŹ", "łódź", 0 },
        { "Straße", "STRASSE", SIZE_MAX },
        { "Žižkov", "žIŽ", 0 },
        { "東京", "京", 3 },
        { "plain Text", "TEXT", 6 },
        { "a", "", 0 },
        { "", "a", SIZE_MAX },
        { "÷×", "×", 2 },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(utf8_find_nocase(str_of(row[i].text), str_of(row[i].words)) == row[i].at, "%s in %s", row[i].words, row[i].text);
    for (uint32_t c = 0; c < 0x3000; c++)
        if (char_small(c) != c && (!char_is_upper(c) || char_is_upper(char_small(c))))
            ok(false, "U+%04X is no capital of U+%04X", c, char_small(c));
}

int main(void)
{
    test_round_trip();
    test_malformed();
    test_valid();
    test_space();
    test_classes();
    test_head();
    test_upper();
    test_small();
    return tap_done();
}
