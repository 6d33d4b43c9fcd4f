/* What is hidden, and what has a block inside. */
#include "page/page.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

static const struct {
    const char *html;
    bool hidden;
    const char *what;
} row[] = {
    { "<p class=x>", false, "a paragraph" },
    { "<p class=x hidden>", true, "hidden" },
    { "<p class=x HIDDEN=until-found>", true, "... with a value" },
    { "<div hidden><p class=x>", true, "inside of something hidden" },
    { "<div hidden></div><p class=x>", false, "after something hidden" },
    { "<p class=x style=display:none>", true, "display:none" },
    { "<p class=x style='color: red; Display :\tNONE !important'>", true, "... in any way of writing" },
    { "<p class=x style=display:block>", false, "display:block" },
    { "<p class=x style='display:nonesuch'>", false, "a word that only starts with none" },
    { "<p class=x style='x-display:none'>", false, "a property that only ends with display" },
    { "<p class=x style='display;none'>", false, "no colon" },
    { "<p class=x style='display'>", false, "no value" },
    { "<p class=x style='display:block;display:none'>", true, "the last declaration, none," },
    { "<p class=x style='display:none;display:block'>", false, "the last declaration, block," },
    { "<p class=x style=';;:;display:none'>", true, "after empty declarations it" },
    { "<script class=x></script>", true, "script" },
    { "<body><style class=x></style>", true, "style" },
    { "<template><b class=x></template>", true, "inside of a template" },
    { "<noscript class=x></noscript>", true, "noscript, as in a browser with scripts" },
    { "<svg><style class=x></style></svg>", false, "an svg's own elements go with the svg" },
    { "<title class=x></title>", true, "title" },
};

static void test_blocks(struct arena *a)
{
    const struct page *p = page_from(a, STR("<a href=x><b><div>y</div></b></a><i>z<br></i><u><script></script></u>"), STR(""));

    ok(p->flags[node_of(p, TAG_A)] & NODE_HAS_BLOCK, "a block two levels down");
    ok(p->flags[p->body] & NODE_HAS_BLOCK, "and from the body");
    ok(!(p->flags[node_of(p, TAG_DIV)] & NODE_HAS_BLOCK), "a block does not lie in itself");
    ok(!(p->flags[node_of(p, TAG_I)] & NODE_HAS_BLOCK), "br is no block");
    ok(!(p->flags[node_of(p, TAG_U)] & NODE_HAS_BLOCK), "nor is what nobody sees");
}

static bool keeps(struct arena *a, const char *html)
{
    const struct page *p = page_from(a, str_of(html), STR(""));

    return p->flags[p->word[0].node] & NODE_KEEPS;
}

static void test_spaces(struct arena *a)
{
    ok(keeps(a, "<pre><b>x</b></pre>") && keeps(a, "<p style='white-space:pre-wrap'><i>x"), "white space that is kept, below too");
    ok(!keeps(a, "<p>x") && !keeps(a, "<p style='white-space:nowrap'>x"), "and such that is not");
    ok(!keeps(a, "<pre style='white-space:normal'>x</pre>") && keeps(a, "<pre style='color:red'>x</pre>"), "a style can end it");
}

static void test_comments(struct arena *a)
{
    const struct page *p = page_from(a, STR("<p>a<!-- b -->"), STR(""));
    uint32_t last = p->dom.n - 1;

    ok(p->dom.node[last].kind == NODE_COMMENT && p->flags[last] & NODE_HIDDEN, "comments are hidden");
    ok(!(p->flags[last - 1] & NODE_HIDDEN), "the text before is not");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(hides(&a, row[i].html) == row[i].hidden, "%s is %s", row[i].what, row[i].hidden ? "hidden" : "shown");
    test_blocks(&a);
    test_spaces(&a);
    test_comments(&a);
    return tap_done();
}
