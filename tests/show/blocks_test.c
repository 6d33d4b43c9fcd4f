/* Blocks as SVG and as a web page: all leaves are there, and nothing of the page gets out. */
#include "show/blocks.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

static const char html[] =
    "<title>T &lt;i&gt;</title><div id=header><h1>Top &amp; <b>more</b></h1></div><div id=content><p>Some words &lt;script&gt;alert(1)&lt;/script&gt; "
    "that are long enough to be a paragraph.</p></div><div id=footer><p>End\x01\x7f</p></div>";

static unsigned count(struct str text, const char *part)
{
    unsigned n = 0;

    for (size_t at = 0; (at = str_find(text, str_of(part), at)) != SIZE_MAX; at++)
        n++;
    return n;
}

/* What is not well-formed is read as HTML. */
static bool is_xml(struct arena *a, struct str text)
{
    struct parse_source source = { .bytes = text, .content_type = STR("image/svg+xml") };
    struct symbols symbols;
    struct dom dom;

    symbols_open(&symbols, a);
    return !parse_page(a, &symbols, &source, &dom, NULL) && dom.xml;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct cut *c = cut_html(&a, str_of(html), 4);
    AUTO(buf) svg = BUF(1 << 20);
    AUTO(buf) page = BUF(1 << 20);
    AUTO(buf) over = BUF(1 << 20);
    unsigned leaves = 0;

    for (uint32_t i = 0; i < c->blocks.n; i++)
        leaves += block_is_leaf(&c->blocks, i);
    ok(!blocks_svg(&a, &c->blocks, STR(""), &svg, NULL), "a drawing");
    eq_int(count(buf_str(&svg), "class=\"leaf\""), leaves, "with every leaf");
    ok(is_xml(&a, buf_str(&svg)), "that is XML");
    ok(count(buf_str(&svg), "Top") == 1 && !count(buf_str(&svg), "<script") && !count(buf_str(&svg), "<image"),
       "with its words, escaped, and no picture");
    ok(!blocks_svg(&a, &c->blocks, STR("png"), &over, NULL) && count(buf_str(&over), "data:image/png;base64,cG5n") == 1,
       "over a picture");
    ok(!count(buf_str(&over), "class=\"w\""), "the words are left to the picture");
    AUTO(buf) one = BUF(1 << 20);
    ok(!blocks_html(&a, &cut_html(&a, STR("<p>word"), 7)->blocks, STR(""), &one, NULL)
           && count(buf_str(&one), "<p>1 block, 1 word, 0 links, 0 images;") == 1,
       "one block is not called '1 blocks'");
    ok(!blocks_html(&a, &c->blocks, STR(""), &page, NULL), "a web page");
    eq_int(count(buf_str(&page), "<li><a href=\"#b"), leaves, "with a list of the leaves");
    ok(count(buf_str(&page), "T &lt;i&gt;") == 2 && !count(buf_str(&page), "<script"), "and nothing of the page as markup");
    return tap_done();
}
