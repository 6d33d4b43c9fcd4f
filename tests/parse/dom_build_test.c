/* A tree made by hand. */
#include "parse/dom_build.h"

#include "tests/tap.h"

int main(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct dom dom = { 0 };
    struct str value;

    symbols_open(&symbols, &a);
    struct dom_builder b = { .arena = &a, .symbols = &symbols };
    dom_open(&b, TAG_HTML, SPACE_HTML);
    dom_open(&b, TAG_P, SPACE_HTML);
    dom_attribute(&b, STR("class"), STR("x"));
    dom_attribute(&b, STR("id"), STR("y"));
    dom_text(&b, STR("Hi "));
    dom_open(&b, TAG_B, SPACE_HTML);
    dom_text(&b, STR(""));
    dom_close(&b);
    dom_comment(&b, STR("no"));
    dom_close(&b);
    dom_close(&b);
    ok(dom_finish(&b, &dom, NULL) == 0, "it ends");
    ok(!dom_check(&dom) && dom.n == 5, "the invariants hold, and an empty text is none");
    ok(dom.node[1].end == 5 && dom.node[3].parent == 1 && dom.node[3].depth == 2, "parents, ends and depths");
    ok(dom_attr(&dom, 1, STR("id"), &value) && str_eq(value, STR("y")) && !dom_attr(&dom, 3, STR("id"), &value), "attributes");

    struct dom_builder copy = { .arena = &a, .symbols = &symbols };
    struct dom copied = { 0 };
    dom_open_copy(&copy, &dom, 1);
    dom_close(&copy);
    ok(dom_finish(&copy, &copied, NULL) == 0 && copied.n == 1 && copied.node[0].tag == TAG_P
           && dom_attr(&copied, 0, STR("id"), &value) && str_eq(value, STR("y")),
       "a copy of an element has its attributes");

    AUTO(arena) small = { .budget_bytes = 1 << 12 };
    struct dom_builder full = { .arena = &small, .symbols = &symbols };
    struct err e = { 0 };
    dom_open(&full, TAG_HTML, SPACE_HTML);
    for (int i = 0; i < 1000 && !dom_is_full(&full); i++)
        dom_comment(&full, STR("no"));
    dom_close(&full);
    ok(dom_is_full(&full) && dom_finish(&full, &dom, &e) == E_LIMIT, "a budget bounds it: %s", e.text);
    return tap_done();
}
