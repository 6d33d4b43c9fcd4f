/* The merged page as a document: banner, policy, doctype, formats made from it. */
#include "tests/show/body.h"
#include "tests/tap.h"

static bool has(struct str page, const char *part)
{
    return str_find(page, str_of(part), 0) != SIZE_MAX;
}

static void test_left_out(void)
{
    static const enum show_format pages[] = { SHOW_MERGED, SHOW_SIDE, SHOW_CHANGES, SHOW_NEW };
    AUTO(example) x = { 0 };
    AUTO(buf) deep = BUF(KIB(64));
    struct err e;
    struct str html;

    for (unsigned i = 0; i < 2 * LIMIT_DEPTH; i++)
        buf_add(&deep, STR("<div>"));
    buf_add(&deep, STR("x\0"));
    if (buf_take(&deep, &x.arena, &html, &e))
        abort();
    example_open(&x, "<p>y", html.ptr);
    for (size_t i = 0; i < ARRAY_LEN(pages); i++)
        ok(has(example_show(&x, pages[i]), "<p>Left out of the new page: "), "format %d tells what a limit left out", pages[i]);
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<!doctype html><title>Old</title><p>alpha one beta", "<!doctype html><title>New</title><p>alpha two beta");
    struct str page = example_show(&x, SHOW_MERGED);

    ok(str_starts(page, STR("<!DOCTYPE html>")), "the doctype is the new page's");
    ok(has(page, "<title>New</title>") && has(page, "<s>Old</s>"), "the title is new, the banner tells of the old one");
    ok(has(page, "2 differences on this page."), "the banner counts");
    ok(has(page, "default-src 'none'") && has(page, "script-src 'sha256-"), "a policy lets our script run, and no other");
    ok(has(page, "class=\"weft-map\""), "there is a map");
    eq_str(body_of(&x, SHOW_NEW), STR("<p>alpha <ins data-weft=\"update\">two</ins> beta</p>"), "new: no old text");
    eq_str(body_of(&x, SHOW_REVERSED),
           STR("<p>alpha <del data-weft=\"update\">two</del><ins data-weft=\"update\">one</ins> beta</p>"),
           "reversed: old and new exchanged");
    AUTO(example) same = { 0 };
    example_open(&same, "<p>x", "<p>x");
    struct str calm = example_show(&same, SHOW_MERGED);
    ok(!str_starts(calm, STR("<!DOCTYPE")), "no doctype, none made up");
    ok(has(calm, "The pages do not differ.") && !has(calm, "<nav data-weft"), "no difference, no map");
    AUTO(example) other = { 0 };
    example_open(&other, "<p>one two three four five six", "<p>eins zwei drei vier");
    ok(has(example_show(&other, SHOW_MERGED), "little in common"), "the page says when there is little in common");
    size_t metas = 0, ours = 0;
    for (size_t at = str_find(calm, STR("<meta "), 0); at != SIZE_MAX; at = str_find(calm, STR("<meta "), at + 1)) {
        struct str tag = str_sub(calm, at, str_find(calm, STR(">"), at));
        ours += has(tag, "data-weft=\"ui\"");
        metas++;
    }
    ok(metas > 0 && metas == ours, "what weft puts into the head is known as weft's: %zu of %zu", ours, metas);
    test_left_out();
    return tap_done();
}
