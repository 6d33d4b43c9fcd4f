/* JSON as a page: what stands for what, and what is no change. */
#include "page/body.h"

#include "base/limits.h"
#include "tests/page/check.h"
#include "tests/tap.h"

static int read_json(struct arena *a, struct symbols *symbols, struct str text, struct page *out, struct err *e)
{
    return body_read_as(a, symbols, &(struct body){ .bytes = text }, KIND_JSON, out, e);
}

static uint64_t content(struct arena *a, struct symbols *symbols, const char *text)
{
    struct page p;

    return read_json(a, symbols, str_of(text), &p, NULL) || p.kind != KIND_JSON ? 0 : p.content[p.body];
}

static void check_parts(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page p;
    struct err e = { 0 };

    symbols_open(&symbols, &a);
    ok(read_json(&a, &symbols, STR("{\"items\":[{\"price\":3,\"id\":7},{\"id\":8}],\"n\":2}"), &p, &e) == 0, "an object %s",
       e.text);
    eq_str(str_of(page_check(&p)), STR(""), "the model holds");
    ok(p.n_tables == 3 && p.n_lists == 1 && p.n_items == 2, "objects are tables, an array is a list of records");
    ok(p.n_rows == 5 && p.cell[p.row[2].cell].header, "members are rows that begin with their key");
    eq_str(page_word(&p, 1), STR("id"), "what names a thing comes first");
}

static void check_changes(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;

    symbols_open(&symbols, &a);
    uint64_t first = content(&a, &symbols, "{\"a\":1,\"b\":[2,{\"c\":3,\"d\":4}]}");
    ok(first == content(&a, &symbols, " { \"b\" : [ 2, {\"d\":4, \"c\":3} ], \"a\" : 1 }\n"),
       "order of keys and spaces are no change");
    ok(first != content(&a, &symbols, "{\"a\":1,\"b\":[{\"c\":3,\"d\":4},2]}"), "order of items is");
    ok(first != content(&a, &symbols, "{\"a\":1.0,\"b\":[2,{\"c\":3,\"d\":4}]}"), "numbers count as they are written");
    ok(first != content(&a, &symbols, "{\"a\":\"1\",\"b\":[2,{\"c\":3,\"d\":4}]}"), "a text is not a number");
    ok(content(&a, &symbols, "[]") != content(&a, &symbols, "{}"), "empty things differ");
}

/* A text that is HTML has the words that a reader sees, and a paragraph is a line. */
static void check_html(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(1 << 12);
    struct symbols symbols;
    struct page p;

    symbols_open(&symbols, &a);
    ok(read_json(&a, &symbols, STR("{\"html\":\"<p>One &amp; <b>two</b></p><p>Three</p>\",\"text\":\"a < b\"}"), &p, NULL) == 0,
       "a text with markup");
    page_text(&p, &out);
    eq_str(str_of(page_check(&p)), STR(""), "the model holds");
    eq_str(buf_str(&out), STR("html\nOne & two\nThree\ntext\na < b\n"), "its text");
}

/* Deep, wide and broken: text where it is no JSON for us, and never a long wait. */
static void check_limits(void)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) deep = BUF(MIB(1));
    AUTO(buf) wide = BUF(MIB(16));
    struct symbols symbols;
    struct page p;

    symbols_open(&symbols, &a);
    for (int i = 0; i < 64; i++)
        buf_add(&deep, STR("[{\"a\":"));
    ok(read_json(&a, &symbols, buf_str(&deep), &p, NULL) == 0 && p.kind == KIND_TEXT, "what is nested too deep is text");
    for (int i = 0; i < 200000; i++)
        buf_addf(&wide, "%s\"%d\":%d", i ? "," : "{", (i * 7919) % 200000, i);
    buf_add_char(&wide, '}');
    ok(read_json(&a, &symbols, buf_str(&wide), &p, NULL) == 0 && p.kind == KIND_JSON && p.n_rows == 200000,
       "an object of many members");
}

int main(void)
{
    check_parts();
    check_changes();
    check_html();
    check_limits();
    return tap_done();
}
