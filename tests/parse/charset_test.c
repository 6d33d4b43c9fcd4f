/* Character sets: what is declared is believed in the standard's order, and any bytes become valid UTF-8. */
#include "base/utf8.h"
#include "parse/charset.h"
#include "tests/tap.h"

static void declared(const char *what, struct str bytes, struct str type, const char *name, const char *source)
{
    struct charset charset = charset_of(bytes, type);
    ok(strcmp(charset.name, name) == 0 && strcmp(charset.source, source) == 0, "%s: %s from %s", what, charset.name,
       charset.source);
}

static void test_order(void)
{
    struct str none = { "", 0 }, koi = STR("<meta charset=koi8-r>"), html = STR("text/html"),
               latin = STR("text/html; charset=latin1");
    declared("nothing", none, none, "UTF-8", "default");
    declared("ASCII", STR("plain"), html, "UTF-8", "default");
    declared("BOM before header", STR("\xef\xbb\xbf<meta charset=koi8-r>"), latin, "UTF-8", "bom");
    declared("BOM of UTF-16", STR("\xff\xfe<\0"), latin, "UTF-16LE", "bom");
    declared("BOM of UTF-16 the other way", STR("\xfe\xff\0<"), none, "UTF-16BE", "bom");
    declared("header before meta", koi, latin, "windows-1252", "header");
    declared("header with quotes", koi, STR("text/html; charset=\"utf-8\""), "UTF-8", "header");
    declared("header with no such set", koi, STR("text/html; charset=klingon"), "KOI8-R", "meta");
    declared("meta", koi, none, "KOI8-R", "meta");
}

static void decodes(const char *what, struct str bytes, const char *name, struct str want)
{
    AUTO(arena) a = { 0 };
    struct str got = { "", 0 };
    ok(charset_decode(&a, bytes, (struct charset){ .name = name, .source = "meta" }, &got, NULL) == 0, "%s decodes", what);
    eq_str(got, want, what);
}

static void test_decode(void)
{
    decodes("empty", (struct str){ "", 0 }, "UTF-8", (struct str){ "", 0 });
    decodes("BOM goes", STR("\xef\xbb\xbfx"), "UTF-8", STR("x"));
    decodes("BOM goes from UTF-16", STR("\xff\xfex\0"), "UTF-16LE", STR("x"));
    decodes("a lone byte",
            STR("a\xff"
                "b"),
            "UTF-8", STR("a\ufffdb"));
    decodes("a lone surrogate in UTF-8",
            STR("a\xed\xa0\x80"
                "b"),
            "UTF-8", STR("a\ufffd\ufffd\ufffdb"));
    decodes("a lone surrogate in UTF-16", STR("\x00\xd8x\0"), "UTF-16LE", STR("\ufffdx"));
    decodes("a sequence cut at the end", STR("a\xe2\x82"), "UTF-8", STR("a\ufffd"));
    decodes("half a pair at the end", STR("a\x81"), "Shift_JIS", STR("a\ufffd"));
    decodes("bytes at the end that the set has not", STR("a\xdb\xff\xff"), "windows-874", STR("a\ufffd\ufffd\ufffd"));
    decodes("NUL", STR("a\0b"), "windows-1252", STR("a\0b"));
    decodes("four bytes", STR("\x94\x39\xda\x33"), "gb18030", STR("\U0001f4a9"));
    decodes("replacement set", STR("<p>x"), "replacement", STR("\ufffd"));
    AUTO(arena) a = { 0 };
    struct str got, valid = STR("grüß");
    ok(charset_decode(&a, valid, (struct charset){ .name = "UTF-8" }, &got, NULL) == 0 && got.ptr == valid.ptr,
       "valid UTF-8 is not copied");
    ok(charset_decode(&a, valid, (struct charset){ .name = "klingon" }, &got, NULL) == E_USAGE, "no such set");
}

static void test_random(void)
{
    static const char *const name[] = { "UTF-8",  "UTF-16LE", "UTF-16BE",  "Shift_JIS",      "EUC-JP",       "ISO-2022-JP",
                                        "EUC-KR", "Big5",     "GBK",       "gb18030",        "windows-1252", "windows-874",
                                        "KOI8-U", "IBM866",   "macintosh", "x-user-defined", "replacement" };
    AUTO(arena) a = { 0 };
    unsigned char *bytes = NEW_ARRAY(&a, unsigned char, 10000);
    uint32_t seed = 1;
    for (size_t i = 0; i < 10000; i++)
        bytes[i] = (unsigned char)((seed = seed * 1664525 + 1013904223) >> 24);
    for (size_t i = 0; i < ARRAY_LEN(name); i++) {
        struct str out = { "", 0 };
        int code = charset_decode(&a, (struct str){ (const char *)bytes, 10000 }, (struct charset){ .name = name[i] }, &out, NULL);
        ok(code == 0 && out.len && utf8_valid(out), "10,000 random bytes as %s become valid UTF-8", name[i]);
    }
}

static void test_budget(void)
{
    AUTO(arena) a = { .budget_bytes = 1000 };
    struct err e = { 0 };
    char bytes[1000];
    struct str out;
    memset(bytes, 0xe9, sizeof bytes);
    eq_int(charset_decode(&a, (struct str){ bytes, sizeof bytes }, (struct charset){ .name = "windows-1252" }, &out, &e), E_LIMIT,
           "a budget that is too small is said");
}

static void test_names(void)
{
    ok(strcmp(charset_name(STR("latin1")), "windows-1252") == 0, "a label has a name");
    ok(strcmp(charset_name(STR(" UTF8 ")), "UTF-8") == 0, "blanks and case do not count");
    ok(charset_name(STR("klingon")) == NULL && charset_name(STR("")) == NULL, "no such label");
}

int main(void)
{
    test_order();
    test_decode();
    test_random();
    test_budget();
    test_names();
    return tap_done();
}
