/* XPath over the flat tree: every kind of answer, one expression for many trees, limits. */
#include "parse/xpath.h"

#include "base/buf.h"
#include "base/limits.h"
#include "parse/parse.h"
#include "tests/tap.h"

static struct dom *tree(struct arena *a, struct str bytes)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct dom *d = NEW(a, struct dom);
    struct err e = { 0 };
    struct parse_source source = { .bytes = bytes };

    symbols_open(symbols, a);
    if (parse_page(a, symbols, &source, d, &e))
        printf("# %s\n", e.text);
    return d;
}

static int ask(struct arena *a, struct str bytes, const char *expression, struct xpath_value *out, struct err *e)
{
    AUTO(xpath) x = { 0 };
    int failed = xpath_open(&x, str_of(expression), e);
    return failed ? failed : xpath_eval(&x, a, tree(a, bytes), out, e);
}

#define XML "<?xml version='1.0'?>"

static void test_kinds(void)
{
    AUTO(arena) a = { 0 };
    struct str page = STR(XML "<d n='3'><b r='1'>x<i/></b><!--c--><b r='2'>y&amp;z</b></d>");
    struct xpath_value v;
    struct err e = { 0 };

    eq_int(ask(&a, page, "//b", &v, &e), 0, "nodes");
    ok(v.kind == XPATH_GIVES_NODES && v.n == 2 && v.place[0].node == 1 && v.place[1].node == 5, "numbers of ours, in order");
    ok(v.place[0].attr == UINT32_MAX, "no attribute");
    eq_int(ask(&a, page, "//b[@r='2']/@r", &v, &e), 0, "an attribute");
    ok(v.n == 1 && v.place[0].node == 5 && v.place[0].attr == 2, "its element and its number");
    eq_int(ask(&a, page, "//text() | //comment()", &v, &e), 0, "texts and comments");
    eq_int(v.n, 3, "all of them");
    eq_int(ask(&a, page, "count(//b) + /d/@n", &v, &e), 0, "a sum");
    ok(v.kind == XPATH_GIVES_NUMBER && v.number == 5, "its value");
    eq_int(ask(&a, page, "string(//b[2])", &v, &e), 0, "a string");
    eq_str(v.text, STR("y&z"), "its text");
    eq_int(ask(&a, page, "/d/@n > 2", &v, &e), 0, "a question");
    ok(v.kind == XPATH_GIVES_TRUTH && v.truth, "its answer");
    eq_int(ask(&a, page, "/", &v, &e), 0, "the document is no node of ours");
    eq_int(v.n, 0, "so it is left out");
    eq_int(ask(&a, page, "//nothing", &v, &e), 0, "nothing found is no error");
    eq_int(v.n, 0, "and gives nothing");
}

static void test_many(void)
{
    AUTO(arena) a = { 0 };
    AUTO(xpath) x = { 0 };
    struct xpath_value v;
    struct err e = { 0 };
    uint32_t sum = 0;

    eq_int(xpath_open(&x, STR("//p"), &e), 0, "read once");
    for (unsigned i = 0; i < 5; i++)
        if (!xpath_eval(&x, &a, tree(&a, STR("<p>a<p>b<div>c")), &v, &e))
            sum += v.n;
    eq_int(sum, 10, "asked of five trees");
}

static void test_errors(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) deep = BUF(1 << 20);
    struct xpath_value v;
    struct err e = { 0 };

    eq_int(ask(&a, STR("<p>"), "//p[", &v, &e), E_USAGE, "not an expression");
    ok(strstr(e.text, "the XPath '//p[' cannot be used: ") != NULL, "the words name it: %s", e.text);
    eq_int(ask(&a, STR("<p>"), "nofunction(1)", &v, &e), E_USAGE, "no such function");
    ok(strstr(e.text, "the XPath 'nofunction(1)' cannot be used: ") != NULL, "it is named too: %s", e.text);
    eq_int(ask(&a, STR("<p>"), "$x", &v, &e), E_USAGE, "no variables");
    for (unsigned i = 0; i < 3000; i++)
        buf_add(&deep, STR("<p>x"));
    eq_int(ask(&a, buf_str(&deep), "count(//p[count(//p[count(//p)>0])>0])", &v, &e), E_LIMIT, "work without end is stopped");
    buf_clear(&deep);
    for (unsigned i = 0; i <= LIMIT_EXPRESSION_BYTES; i++)
        buf_add_char(&deep, 'x');
    buf_add_char(&deep, '\0');
    eq_int(ask(&a, STR("<p>"), deep.ptr, &v, &e), E_LIMIT, "so is an expression without end");
    eq_int(ask(&a, STR("<p>"), "((((((((((((((((((((p))))))))))))))))))))", &v, &e), 0, "brackets in each other");
}

int main(void)
{
    test_kinds();
    test_many();
    test_errors();
    return tap_done();
}
