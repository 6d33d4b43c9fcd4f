/* Pages cut into blocks: shapes that everybody would cut alike, and the laws on random, large and deep pages. */
#include "tests/generate.h"
#include "tests/segment/cuts.h"
#include "tests/tap.h"

static uint32_t leaf_of(const struct cut *c, const char *id)
{
    return block_of_node(&c->blocks, by_id(c->page, id));
}

static void shapes(struct arena *a)
{
    struct cut *c = cut_html(
        a,
        STR("<div id=header><h1 id=h>Site</h1></div><div id=content><p id=p>Some words that make a text.</p><p id=q>More of "
            "them.</p></div><div id=footer><p id=f>The end</p></div>"),
        3);
    ok(!laws_of_blocks(c), "the laws hold");
    ok(leaf_of(c, "h") != leaf_of(c, "p") && leaf_of(c, "p") != leaf_of(c, "f"), "header, content and footer are apart");
    ok(leaf_of(c, "p") == leaf_of(c, "q"), "paragraphs of one content are together");
    c = cut_html(a, STR("<p id=a>one</p><p id=b>two</p>"), 1);
    ok(c->blocks.n == 1 && block_is_leaf(&c->blocks, 0), "nothing is loose enough for PDoC 1");
    c = cut_html(a, STR(""), 7);
    ok(c->blocks.n == 1 && c->blocks.block[0].n_words == 0, "an empty page is one empty block");
    c = cut_html(a, STR("<table><tr><td id=a width=300>left<td width=300>&nbsp;<td id=b>right</table>"), 10);
    ok(leaf_of(c, "a") != leaf_of(c, "b"), "columns with a gap are apart");
}

static struct str repeat(struct arena *a, const char *open, const char *close, unsigned n)
{
    AUTO(buf) b = BUF(1 << 28);
    struct str out;

    for (unsigned i = 0; i < n; i++)
        buf_add(&b, str_of(open));
    for (unsigned i = 0; i < n && *close; i++)
        buf_add(&b, str_of(close));
    if (buf_take(&b, a, &out, NULL))
        abort();
    return out;
}

static void large(const char *open, const char *close, unsigned n, const char *what)
{
    AUTO(arena) a = { 0 };
    struct cut *c = cut_html(&a, repeat(&a, open, close, n), 10);
    const char *broken = laws_of_blocks(c);

    ok(!broken, "%s: %u nodes, %u blocks", what, c->page->dom.n, c->blocks.n);
}

static void limits(void)
{
    AUTO(arena) a = { 0 };
    struct page page = *page_from(&a, STR("<p>x"), STR(""));
    struct layout layout;
    struct blocks blocks;
    struct err e;

    if (layout_estimate(&a, &page, &layout, NULL))
        abort();
    page.dom.n = UINT32_MAX;
    eq_int(segment_page(&a, &page, &layout, 7, &blocks, &e), E_LIMIT, "a page of too many nodes is refused");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { .state = 11 };

    shapes(&a);
    for (unsigned i = 0; i < 60; i++) {
        AUTO(arena) own = { 0 };
        struct str html = sketch_html(&own, random_page(&own, &r, 300));
        const char *broken = NULL;
        uint32_t leaves = 0;

        if (i % 3 == 0)
            html = mangle_bytes(&own, &r, html, 30);
        for (unsigned pdoc = 1; pdoc <= 10 && !broken; pdoc++) {
            struct cut *c = cut_html(&own, html, pdoc);
            broken = laws_of_blocks(c);
            if (!broken && c->blocks.n < leaves)
                broken = "a higher PDoC has fewer blocks";
            leaves = c->blocks.n;
        }
        ok(!broken, "random page %u%s%s", i, broken ? ": " : "", broken ? broken : "");
    }
    large("<p>some words</p>", "", 70000, "a flat page, longer than any page can be");
    large("<p>a<hr>", "", 50000, "rules");
    large("<div>a", "b</div>", 500, "a deep page");
    large("<table><tr><td>a<td>", "", 250, "tables in tables");
    large("<div style='margin:9px;background:#eee'><span>x</span><img width=9 height=9></div>", "", 30000, "boxes");
    limits();
    return tap_done();
}
