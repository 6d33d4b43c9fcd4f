/* The merged page as a document: frame, policy, doctype, formats made from it. */
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

/* The document of the frame, as it is written, without the quoting. */
static struct str inner(struct example *x, struct str page)
{
    AUTO(buf) b = BUF(MIB(1));
    size_t from = str_find(page, STR("srcdoc=\""), 0) + 8, to = str_find(page, STR("\"></iframe>"), from);
    struct str out = STR("");

    for (size_t at = from; at < to; at++) {
        struct str rest = str_sub(page, at, to);
        bool quote = str_starts(rest, STR("&quot;")), and = str_starts(rest, STR("&amp;"));
        buf_add_char(&b, quote ? '"' : page.ptr[at]);
        at += quote ? 5 : and? 4 : 0;
    }
    return buf_take(&b, &x->arena, &out, NULL) ? STR("") : out;
}

static void test_frame(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<!doctype html><title>Old</title><p>alpha one beta &amp; x",
                 "<!doctype html><title>New</title><p>alpha two beta &amp; x");
    struct str page = example_show(&x, SHOW_MERGED), bare = example_bare(&x, SHOW_MERGED), framed = inner(&x, page);

    ok(has(page, "<title>New</title>") && has(page, "<del>Old</del> <ins>New</ins>"),
       "the title is new, the list tells of the old one");
    ok(has(page, "<h2>2 changes</h2>") && has(page, "changed</span> <span class=\"n\">2</span>"), "counts, and a switch by kind");
    ok(has(page, "old.html") && has(page, "new.html"), "both names");
    ok(has(page, "script-src 'sha256-") && has(page, "sandbox=\"allow-same-origin\""), "our script may run, and none in the page");
    ok(has(page, "href=\"about:srcdoc#weft-1\" target=\"weft-page\""), "entries lead to the marks, also without the script");
    ok(has(page, "<nav class=\"f-map\"") && has(page, "class=\"tick u\""), "there is a map");
    ok(str_starts(framed, STR("<!DOCTYPE html>")) && has(framed, "script-src 'none'"), "the page has a policy of its own");
    size_t base = str_find(framed, STR("<base target=\"_blank\" data-weft=\"ui\">"), 0);
    ok(base != SIZE_MAX && bare.len + sizeof "<base target=\"_blank\" data-weft=\"ui\">" - 1 == framed.len,
       "but for where links open it is the page that --bare gives");
}

static void test_look(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>some plain words", "<p class=x>some <b>plain</b> words");
    struct str page = example_show(&x, SHOW_MERGED);

    ok(has(page, "The pages say the same") && !has(page, "class=\"chg\""), "look is not counted");
    ok(has(page, "<input type=\"checkbox\" value=\"o\"><span") && has(page, "of look</h3>"), "but can be switched on");
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<!doctype html><title>Old</title><p>alpha one beta", "<!doctype html><title>New</title><p>alpha two beta");

    eq_str(body_of(&x, SHOW_NEW), STR("<p>alpha <ins data-weft=\"update\">two</ins> beta</p>"), "new: no old text");
    eq_str(body_of(&x, SHOW_REVERSED),
           STR("<p>alpha <del data-weft=\"update\">two</del><ins data-weft=\"update\">one</ins> beta</p>"),
           "reversed: old and new exchanged");
    AUTO(example) same = { 0 };
    example_open(&same, "<p>x", "<p>x");
    struct str calm = example_bare(&same, SHOW_MERGED);
    ok(!str_starts(calm, STR("<!DOCTYPE")), "no doctype, none made up");
    ok(has(example_show(&same, SHOW_MERGED), "The pages do not differ") && !has(example_show(&same, SHOW_MERGED), "class=\"tick"),
       "no difference, nothing on the map");
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
    test_frame();
    test_look();
    test_left_out();
    return tap_done();
}
