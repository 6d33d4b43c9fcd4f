/* The <meta> prescan, step by step as the standard has it. */
#include "base/arena.h"
#include "parse/meta.h"
#include "tests/tap.h"

static void label(const char *what, struct str bytes, const char *want)
{
    eq_str(meta_charset(bytes), str_of(want), what);
}

static void test_meta(void)
{
    label("quotes", STR("<META CHARSET='Shift_JIS' />"), "Shift_JIS");
    label("slash", STR("<meta/charset=big5>"), "big5");
    label("pragma", STR("<meta http-equiv=Content-Type content='text/html; charset=euc-kr'>"), "euc-kr");
    label("pragma reversed", STR("<meta content='text/html; charset=euc-jp' http-equiv=Content-Type>"), "euc-jp");
    label("content without pragma", STR("<meta name=x content='text/html; charset=euc-jp'>"), "");
    label("UTF-16 in ASCII", STR("<meta charset=utf-16>"), "utf-16");
    label("user-defined", STR("<meta charset=x-user-defined>"), "x-user-defined");
    label("in a comment", STR("<!-- <meta charset=big5> --><meta charset=gbk>"), "gbk");
    label("shortest comment", STR("<!--><meta charset=gbk>"), "gbk");
    label("in an attribute", STR("<a title='<meta charset=big5>'><meta charset=gbk>"), "gbk");
    label("other names", STR("<metal charset=big5><meta charset=gbk>"), "gbk");
    label("unknown set first", STR("<meta charset=klingon><meta charset=gbk>"), "gbk");
    label("cut short", STR("<meta charset=gbk"), "gbk");
    label("never closed", STR("<meta charset='gbk"), "");
    label("second attribute of a name", STR("<meta charset=gbk charset=big5>"), "gbk");
    label("bogus comments", STR("<!doctype html><?x <meta charset=big5>?></ x><meta charset=gbk>"), "gbk");
}

static void test_meta_place(void)
{
    AUTO(arena) a = { 0 };
    char *spaces = NEW_ARRAY(&a, char, 1024);
    memset(spaces, ' ', 1024);
    label("past the first 1024 bytes", arena_printf(&a, "%.1024s<meta charset=gbk>", spaces), "");
    label("within them", arena_printf(&a, "%.1000s<meta charset=gbk>", spaces), "gbk");
}

static void test_content(void)
{
    eq_str(meta_content_charset(STR("text/html; charset=x")), STR("x"), "after other things");
    eq_str(meta_content_charset(STR("charset = 'x y' ;")), STR("x y"), "in quotes, blanks around");
    eq_str(meta_content_charset(STR("charset;charset=x;y")), STR("x"), "the second time, up to the semicolon");
    eq_str(meta_content_charset(STR("charset='x")), STR(""), "a quote that never ends");
    eq_str(meta_content_charset(STR("charset=")), STR(""), "nothing after it");
    eq_str(meta_content_charset(STR("text/html")), STR(""), "no charset at all");
    eq_str(meta_content_charset((struct str){ NULL, 0 }), STR(""), "nothing");
}

int main(void)
{
    test_meta();
    test_meta_place();
    test_content();
    return tap_done();
}
