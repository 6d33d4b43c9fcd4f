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

/* "[a b] [c]": the ids of the paragraphs and boxes in each leaf, leaves in their order. */
static struct str leaves(struct arena *a, const struct cut *c)
{
    AUTO(buf) out = BUF(1 << 16);
    uint32_t last = NONE;
    struct str id;

    for (uint32_t i = 0; i < c->page->dom.n; i++) {
        uint32_t leaf = c->page->dom.node[i].kind == NODE_ELEMENT ? block_of_node(&c->blocks, i) : NONE;
        if (leaf == NONE || !dom_attr(&c->page->dom, i, STR("id"), &id))
            continue;
        buf_addf(&out, "%s%.*s", leaf == last ? " " : out.len ? "] [" : "[", STR_ARG(id));
        last = leaf;
    }
    buf_add(&out, out.len ? STR("]") : STR(""));
    return arena_str(a, buf_str(&out));
}

#define LINE "Some words of a text that goes on for a while, so that the line is nearly full with them. "

static const struct {
    const char *name, *html;
    unsigned pdoc;
    const char *want;
} leaf_rows[] = {
    { "three parts", "<header id=a>Site</header><main><p id=b>" LINE "</p></main><footer id=c>End</footer>", 2, "[a] [b] [c]" },
    { "a heading stays with its text", "<h2 id=a>One</h2><p id=b>" LINE "</p><h2 id=c>Two</h2><p id=d>" LINE "</p>", 7,
      "[a b] [c d]" },
    { "and apart from it when one asks for more", "<h2 id=a>One</h2><p id=b>" LINE "</p><h2 id=c>Two</h2><p id=d>" LINE "</p>", 10,
      "[a] [b] [c] [d]" },
    { "paragraphs are together", "<p id=a>" LINE "</p><p id=b>" LINE "</p><p id=c>" LINE "</p>", 6, "[a b c]" },
    { "a wide gap parts them", "<p id=a>" LINE "</p><p id=b style='margin-top:120px'>" LINE "</p>", 5, "[a] [b]" },
    { "a narrow one does not", "<p id=a>" LINE "</p><p id=b style='margin-top:20px'>" LINE "</p>", 5, "[a b]" },
    { "a rule and a gap", "<p id=a>" LINE "</p><hr style='margin:30px'><p id=b>" LINE "</p>", 5, "[a] [b]" },
    { "another colour", "<p id=a>" LINE "</p><div style='background:#ddd;height:90px'><p id=b>" LINE "</p></div>", 6, "[a] [b]" },
    { "a menu above a text", "<nav id=a><a href=1>One</a> <a href=2>Two</a></nav><p id=b>" LINE LINE "</p>", 4, "[a] [b]" },
    { "a sidebar beside a text",
      "<div><div id=content><p id=a>" LINE LINE LINE LINE LINE "</p></div><div id=sidebar><p id=b>" LINE "</p><p id=c>" LINE
      "</p></div></div>",
      4, "[content a] [sidebar b c]" },
    { "items of a list", "<ul><li id=a>one<li id=b>two<li id=c>three</ul>", 7, "[a b c]" },
    { "cards side by side",
      "<div style='display:flex;gap:80px'><div id=a>" LINE LINE "</div><div id=b>" LINE LINE "</div><div id=c>" LINE LINE
      "</div></div>",
      6, "[a] [b] [c]" },
    { "rows of a table of figures", "<table><tr id=a><td>1<td>2<tr id=b><td>3<td>4</table>", 7, "[a b]" },
    { "a picture and what it shows",
      "<figure id=a><img id=i width=400 height=300><figcaption id=b>The harbour</figcaption></figure><p id=c>" LINE "</p>", 6,
      "[a i b c]" },
    { "a form below a text", "<p id=a>" LINE "</p><form id=b style='margin-top:60px'><p id=c>Name <input></p></form>", 5,
      "[a] [b c]" },
};

static void test_leaves(void)
{
    for (size_t i = 0; i < ARRAY_LEN(leaf_rows); i++) {
        AUTO(arena) a = { 0 };
        struct cut *c = cut_html(&a, str_of(leaf_rows[i].html), leaf_rows[i].pdoc);
        eq_str(leaves(&a, c), str_of(leaf_rows[i].want), leaf_rows[i].name);
        ok(!laws_of_blocks(c), "%s: the laws hold", leaf_rows[i].name);
    }
}

/* Two columns that touch, however they are made: %1 is the left one, %2 the right one. */
static const struct {
    const char *html, *what;
} column_rows[] = {
    { "<div style='display:flex'><div style='flex:1;background:#fee'>%1</div><div style='width:300px;background:#eef'>%2</div></div>",
      "flex" },
    { "<div style='display:flex'><div style='flex:1'>%1</div><div style='width:300px'>%2</div></div>", "flex, both on white" },
    { "<div style='display:flex'><div style='flex:1'>%1</div><div style='width:300px;border-left:1px solid'>%2</div></div>",
      "a border between them" },
    { "<div style='display:flex;gap:40px'><div style='flex:1'>%1</div><div style='width:300px'>%2</div></div>", "flex with a gap" },
    { "<div style='float:left;width:70%;background:#fee'>%1</div><div style='float:left;width:30%;background:#eef'>%2</div>",
      "floats" },
    { "<div style='float:left;width:800px;margin-right:40px'>%1</div><div style='float:left;width:300px'>%2</div>",
      "floats with a gap" },
    { "<div style='float:right;width:300px;background:#eef'>%2</div><div style='margin-right:300px'>%1</div>",
      "a float and a margin" },
    { "<table align=left width=300 bgcolor='#eeeeff'><tr><td>%2</table><div>%1</div>", "a table that text flows past" },
    { "<table width='100%' cellspacing=0><tr><td bgcolor='#ffeeee' width='70%'>%1<td bgcolor='#eeeeff'>%2</table>", "cells" },
    { "<table width='100%' cellspacing=0><tr><td width='70%'>%1<td>%2</table>", "cells on white" },
    { "<div style='display:grid;grid-template-columns:1fr 300px'><div>%1</div><div>%2</div></div>", "a grid" },
    { "<div style='display:table-row'><div style='display:table-cell;width:70%'>%1</div><div style='display:table-cell'>%2</div></div>",
      "elements drawn as cells" },
    { "<div><div style='display:inline-block;width:70%'>%1</div><div style='display:inline-block;width:30%'>%2</div></div>",
      "inline blocks" },
    { "<style>/* x */ .a{display:flex} .a > .b{flex:1;background:#fee} @media print{.c{width:100%}} .c{width:300px}</style>"
      "<div class=a><div class=b>%1</div><div class='c d'>%2</div></div>",
      "a style sheet in the page" },
};

static struct str fill(struct arena *a, const char *html, const char *left, const char *right)
{
    AUTO(buf) out = BUF(1 << 20);
    struct str text;

    for (; *html; html++) {
        if (*html == '%' && (html[1] == '1' || html[1] == '2'))
            buf_add(&out, str_of(*++html == '1' ? left : right));
        else
            buf_add_char(&out, *html);
    }
    if (buf_take(&out, a, &text, NULL))
        abort();
    return text;
}

#define TEXT "some words that make a text of several lines as articles have it, "
#define PARAGRAPH "<p>" TEXT TEXT TEXT TEXT "</p>"

static const char left_text[] = "<h2 id=l>One</h2>" PARAGRAPH PARAGRAPH PARAGRAPH PARAGRAPH "<p id=le>" TEXT;
static const char right_text[] = "<h3 id=r>Two</h3><p>" TEXT "</p>" PARAGRAPH "<p>" TEXT TEXT "<p id=re>" TEXT;

static void columns(struct arena *a)
{
    for (size_t i = 0; i < ARRAY_LEN(column_rows); i++) {
        struct cut *c = cut_html(a, fill(a, column_rows[i].html, left_text, right_text), BLOCK_PDOC);
        const struct blocks *b = &c->blocks;
        uint32_t l = leaf_of(c, "le"), r = leaf_of(c, "re");
        struct box left = b->block[l].box, right = b->block[r].box;

        ok(!laws_of_blocks(c) && l != r && leaf_of(c, "l") != leaf_of(c, "r")
               && (left.x + left.w <= right.x + 1 || right.x + right.w <= left.x + 1),
           "columns come apart: %s", column_rows[i].what);
    }
    struct cut *c =
        cut_html(a,
                 fill(a,
                      "<div style='background:#234;color:#fff' id=top>The Valley Times, news from the river since "
                      "1890.</div><div style='display:flex'><div style='flex:1;background:#fee'>%1</div><div "
                      "style='width:300px;background:#eef'>%2</div></div><div style='background:#ddd' id=end>Copyright</div>",
                      left_text, right_text),
                 BLOCK_PDOC);
    ok(leaf_of(c, "top") != NONE && leaf_of(c, "end") != NONE && leaf_of(c, "top") != leaf_of(c, "end")
           && leaf_of(c, "top") != leaf_of(c, "l") && leaf_of(c, "end") != leaf_of(c, "le") && leaf_of(c, "end") != leaf_of(c, "re")
           && leaf_of(c, "le") != leaf_of(c, "re"),
       "a banner, two coloured columns and a footer that touch");
}

/* What is not drawn belongs to the block it stands in. */
static void unseen(struct arena *a)
{
    struct cut *c =
        cut_html(a,
                 STR("<div id=header><p id=h>Menu</p><p id=o style='visibility:hidden'>opens</p></div><div id=content><p id=p>Some "
                     "words that make a text.</p></div>"),
                 3);
    ok(!laws_of_blocks(c) && leaf_of(c, "o") == leaf_of(c, "h") && leaf_of(c, "o") != leaf_of(c, "p"),
       "a text that is not drawn is in the block beside it");
}

/* Pieces that do not stand in the order of the page: floats to the right are drawn from the right, cells come apart by columns. */
static void backwards(struct arena *a)
{
    unsigned broken = 0;
    for (unsigned gap = 0; gap < 60; gap += 2)
        for (unsigned pdoc = 1; pdoc <= 10; pdoc++) {
            struct str html = arena_printf(
                a,
                "<p>Some words before.<div><div style='float:right;width:90px;margin-left:%upx'>56.4k Shares</div><div "
                "style='float:right;width:90px;margin-left:%upx'><img width=20 height=20> Share</div><div "
                "style='float:right;width:90px;margin-left:%upx'>Tweet</div></div><p style='clear:both'>And some more words after.",
                gap, gap, gap / 2);
            broken += laws_of_blocks(cut_html(a, html, pdoc)) != NULL;
        }
    eq_int(broken, 0, "every word has a block, whatever the order things are drawn in");
    struct cut *c = cut_html(a, STR("<p id=p>Some words. <a id=i href=/x class=icon></a>"), 7);
    ok(block_of_thing(&c->blocks, by_id(c->page, "i")) == leaf_of(c, "p"), "a link without words is in the block beside it");
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

    test_leaves();
    shapes(&a);
    columns(&a);
    unseen(&a);
    backwards(&a);
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
