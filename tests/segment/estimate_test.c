/* Where things would stand without a browser. */
#include "segment/layout.h"

#include <math.h>

#include "base/limits.h"
#include "tests/generate.h"
#include "tests/segment/cuts.h"
#include "tests/tap.h"

static const struct page *page;
static struct layout layout;

static void lay(struct arena *a, const char *html)
{
    page = page_from(a, str_of(html), STR(""));
    if (layout_estimate(a, page, &layout, NULL))
        abort();
}

static struct box at(const char *id)
{
    return layout.box[by_id(page, id)];
}

static bool drawn(const char *id)
{
    uint32_t node = by_id(page, id);
    return (layout.look[node].flags & LOOK_DRAWN) && layout.box[node].w > 0 && layout.box[node].h > 0;
}

static void pages(struct arena *a)
{
    lay(a, "<!doctype html><p id=a>one</p><p id=b>two</p>");
    ok(at("b").y >= at("a").y + at("a").h + 16, "paragraphs stand below each other with their margin between");
    ok(at("a").w == LAYOUT_WIDTH, "a block is as wide as the page");
    lay(a, "<table><tr><td id=a>one<td id=b>two<tr><td id=c>three</table>");
    ok(at("a").y == at("b").y && at("b").x >= at("a").x + at("a").w, "cells stand beside each other");
    ok(at("c").y >= at("a").y + at("a").h, "rows below");
    lay(a, "<div id=a>short</div><div id=b>"
           "a much longer text that goes on and on, so that it needs more than a single line of the page "
           "a much longer text that goes on and on, so that it needs more than a single line of the page "
           "a much longer text that goes on and on, so that it needs more than a single line of the page </div>");
    ok(at("b").h >= 2 * at("a").h, "more text, more height");
    lay(a, "<img id=a width=200 height=100><img id=b width=1 height=1><span id=c>x <b id=d>y</b></span>");
    ok(at("a").w == 200 && at("a").h == 100, "a picture says its size");
    ok(!drawn("b"), "a counter's pixel is not seen");
    ok(box_inside(at("d"), at("c")), "an inline element is as large as what is in it");
    lay(a, "<p id=a style=display:none>x</p><p id=b hidden>x</p><p id=c style='visibility:hidden'>x</p><p id=d>y</p>");
    ok(!drawn("a") && !drawn("b") && !drawn("c") && drawn("d"), "what is hidden is not drawn");
    lay(a, "<div id=main>text</div><div id=footer>end</div>");
    ok(at("footer").y - at("main").y - at("main").h >= 40, "a footer stands apart");
    lay(a, "<p id=a style='margin-left:99999px'>x</p><p id=b style='position:absolute'>a<br>b<br>c</p>");
    ok(at("a").x < LAYOUT_WIDTH && at("b").y + at("b").h <= layout.height, "nothing stands where nobody can see it");
    lay(a, "");
    ok(layout.height >= LAYOUT_HEIGHT, "an empty page has a window's height");
}

/* "a 0 16 1366x20; b ...": the boxes of all elements with an id, in document order; of what is not drawn "a -". */
static struct str boxes(struct arena *a)
{
    AUTO(buf) out = BUF(KIB(64));
    struct str id;

    for (uint32_t i = 0; i < page->dom.n; i++) {
        struct box b = layout.box[i];
        if (page->dom.node[i].kind != NODE_ELEMENT || !dom_attr(&page->dom, i, STR("id"), &id))
            continue;
        buf_addf(&out, "%s%.*s ", out.len ? "; " : "", STR_ARG(id));
        if (layout.look[i].flags & LOOK_DRAWN && b.w > 0 && b.h > 0)
            buf_addf(&out, "%g %g %gx%g", (double)b.x, (double)b.y, (double)b.w, (double)b.h);
        else
            buf_add_char(&out, '-');
    }
    return arena_str(a, buf_str(&out));
}

#define TEXT "a text of forty letters, which is enough "

/* Where things stand, to the pixel: x, y, width and height of each element that has an id. */
static const struct {
    const char *name, *html, *want;
} estimates[] = {
    { "paragraphs share the margin between them", "<p id=a>one</p><p id=b>two</p><p id=c>three</p>",
      "a 0 16 1366x20; b 0 52 1366x20; c 0 88 1366x20" },
    { "the larger of two margins counts", "<h2 id=a>one</h2><p id=b>two</p>", "a 0 19.875 1366x30; b 0 69.75 1366x20" },
    { "headings by their level", "<h1 id=a>x</h1><h2 id=b>x</h2><h3 id=c>x</h3><h4 id=d>x</h4><h5 id=e>x</h5><h6 id=f>x</h6>",
      "a 0 21.5 1366x40; b 0 83 1366x30; c 0 132.875 1366x23.375; d 0 177.5 1366x20; e 0 219.625 1366x16.625; f 0 261.25 1366x13.375" },
    { "a box without margins", "<div id=a>one</div><div id=b>two</div>", "a 0 0 1366x20; b 0 20 1366x20" },
    { "an empty box has no height", "<div id=a></div><div id=b>two</div>", "a -; b 0 0 1366x20" },
    { "items of a list stand to the right", "<ul id=a><li id=b>one<li id=c>two</ul><p id=d>x",
      "a 0 16 1366x40; b 40 16 1326x20; c 40 36 1326x20; d 0 72 1366x20" },
    { "a list in a list once more", "<ul id=a><li id=b>one<ol id=c><li id=d>two</ol></ul>",
      "a 0 16 1366x56; b 40 16 1326x56; c 40 52 1326x20; d 80 52 1286x20" },
    { "terms and what they mean", "<dl id=a><dt id=b>one<dd id=c>two</dl>", "a 0 16 1366x40; b 0 16 1366x20; c 0 36 1366x20" },
    { "a quotation", "<blockquote id=a><p id=b>one</p></blockquote>", "a 0 16 1366x36; b 40 32 1326x20" },
    { "a figure", "<figure id=a><img id=b width=300 height=200><figcaption id=c>one</figcaption></figure>",
      "a 0 16 1366x220; b 40 16 300x200; c 40 216 1326x20" },
    { "lines of code are smaller", "<pre id=a>one</pre>", "a 0 13 1366x16.25" },
    { "a rule", "<p id=a>one</p><hr id=b><p id=c>two</p>", "a 0 16 1366x20; b 0 52 1366x2; c 0 70 1366x20" },
    { "lines end where the author ends them", "<p id=a>one<br>two<br>three</p>", "a 0 16 1366x60" },
    { "an empty line too", "<div id=a>one<br><br>two</div>", "a 0 0 1366x60" },
    { "a line that is full goes on in the next", "<div id=a style='width:400px'>" TEXT TEXT TEXT "</div>", "a 0 0 400x60" },
    { "bold letters are wider", "<b id=a>some words here</b><br><i id=b>some words here</i>", "a 0 0 68x20; b 0 20 64.125x20" },
    { "small ones are not", "<small id=a>some words here</small><br><big id=b>some words here</big>",
      "a 0 0 53.25x16.625; b 0 16.625 77x24" },
    { "inline things stand in one line", "<p id=a><b id=b>one</b> <i id=c>two</i> <a id=d href=x>three</a></p>",
      "a 0 16 1366x20; b 0 16 68x20; c 68 16 64.125x20; d 132.125 16 64.125x20" },
    { "letters by the old element",
      "<font id=a size=5>word</font><br><font id=b size=1>word</font><br><font id=c size='-1'>word</font>",
      "a 0 0 96.25x30; b 0 30 40.125x12.5; c 0 42.5 52.125x16.25" },
    { "its sizes have an end", "<font id=a size=99>word</font><br><font id=b size=0>word</font>",
      "a 0 0 192.5x60; b 0 60 40.125x12.5" },
    { "a picture without a size", "<img id=a src=x>", "a 0 0 120x90" },
    { "with a width alone", "<img id=a width=50>", "a 0 0 50x90" },
    { "by its style", "<img id=a style='width:30px;height:40px'>", "a 0 0 30x40" },
    { "by a share of what is around it", "<div style='width:400px'><img id=a width='50%'></div>", "a 0 0 200x90" },
    { "no wider than what is around it", "<div style='width:100px'><img id=a width=500 height=20></div>", "a 0 0 100x20" },
    { "pictures in a line, and one too many",
      "<div style='width:300px'><img id=a width=140 height=50><img id=b width=140 height=60><img id=c width=140 height=20></div>",
      "a 0 0 140x50; b 140 0 140x60; c 0 60 140x20" },
    { "fields of a form", "<input id=a><select id=b><option>x</select><textarea id=c></textarea><button id=d>Go</button>",
      "a 0 0 150x22; b 150 0 120x22; c 270 0 300x70; d 570 0 64.125x20" },
    { "a field that nobody sees", "<input id=a type=HIDDEN><input id=b>", "a -; b 0 0 150x22" },
    { "films, sounds, frames, drawings",
      "<video id=a></video><audio id=b></audio><iframe id=c></iframe><canvas id=d></canvas><svg id=e></svg>",
      "a 0 0 480x270; b 480 0 300x54; c 780 0 300x150; d 0 270 300x150; e 300 270 24x24" },
    { "bars", "<progress id=a></progress><meter id=b></meter>", "a 0 0 160x16; b 160 0 80x16" },
    { "padding and margin",
      "<div id=a style='padding:10px 20px 30px 40px'><div id=b>one</div></div><div id=c style='margin:5px 6px 7px 8px'>two</div><div id=d>x</div>",
      "a 0 0 1366x60; b 40 10 1306x20; c 8 65 1352x20; d 0 92 1366x20" },
    { "a width", "<div id=a style='width:300px'>one</div><div id=b style='width:50%'>two</div>", "a 0 0 300x20; b 0 20 683x20" },
    { "a width of more than there is", "<div id=a style='width:3000px'>one</div>", "a 0 0 1366x20" },
    { "a height is the least", "<div id=a style='height:100px'>one</div><div id=b>two</div>", "a 0 0 1366x100; b 0 100 1366x20" },
    { "hidden things take no room", "<p id=a hidden>one</p><p id=b style='display:none'>two</p><p id=c>three</p>",
      "a -; b -; c 0 16 1366x20" },
    { "what is only invisible does", "<p id=a style='visibility:hidden'>one</p><p id=b>three</p>", "a -; b 0 52 1366x20" },
    { "what lies above the page takes none", "<div id=a style='position:absolute'>one</div><div id=b>two</div>",
      "a 0 0 1366x20; b 0 0 1366x20" },
    { "cells by what stands in them", "<table id=t><tr id=r><td id=a>x<td id=b>" TEXT "</table>",
      "t 0 0 300x40; r 0 0 300x40; a 0 0 60x40; b 60 0 240x40" },
    { "cells share what a table has", "<table id=t width=1000><tr><td id=a width=100>x<td id=b>y<td id=c>z</table>",
      "t 0 0 1000x20; a 0 0 100x20; b 100 0 450x20; c 550 0 450x20" },
    { "in shares", "<table width=1000><tr><td id=a width='20%'>x<td id=b>y</table>", "a 0 0 200x20; b 200 0 800x20" },
    { "a cell over two columns", "<table width=600><tr><td id=a>x<td id=b>y<td id=c>z<tr><td id=d colspan=2>x<td id=e>y</table>",
      "a 0 0 200x20; b 200 0 200x20; c 400 0 200x20; d 0 20 400x20; e 400 20 200x20" },
    { "rows stand below each other", "<table id=t><tr><td id=a>one<br>two<td id=b>three<tr><td id=c>four<td id=d>five</table>",
      "t 0 0 180x80; a 0 0 120x40; b 120 0 60x40; c 0 40 120x20; d 120 40 60x40" },
    { "a table in a cell", "<table id=t width=400><tr><td id=a>x<td id=b><table id=u><tr><td id=c>y<td id=d>z</table></table>",
      "t 0 0 400x40; a 0 0 133.375x20; b 133.375 0 266.625x40; u 133.375 0 120x40; c 133.375 0 60x40; d 193.375 0 60x40" },
    { "boxes of a flex container share it", "<div style='display:flex'><div id=a>x</div><div id=b>y</div></div>",
      "a 0 0 683x20; b 683 0 683x20" },
    { "with a gap", "<div style='display:flex;gap:66px'><div id=a>x</div><div id=b>y</div></div>", "a 0 0 650x20; b 716 0 650x20" },
    { "one has a width, the other the rest",
      "<div style='display:flex'><div id=a style='width:366px'>x</div><div id=b>y</div></div>", "a 0 0 366x20; b 366 0 1000x20" },
    { "in a column they do not", "<div style='display:flex;flex-direction:column'><div id=a>x</div><div id=b>y</div></div>",
      "a 0 0 1366x20; b 0 20 1366x20" },
    { "a grid",
      "<div style='display:grid;grid-template-columns:200px 1fr'><div id=a>x</div><div id=b>y</div><div id=c>z</div><div id=d>z</div></div>",
      "a 0 0 200x20; b 200 0 1166x20; c 0 20 200x20; d 200 20 1166x20" },
    { "equal columns of a grid",
      "<div style='display:grid;grid-template-columns:repeat(2, 1fr);gap:6px'><div id=a>x</div><div id=b>y</div><div id=c>z</div><div id=d>z</div></div>",
      "a 0 0 680x20; b 686 0 680x20; c 0 20 680x20; d 686 20 680x20" },
    { "a grid that does not say has three", "<div style='display:grid'><div id=a>x</div><div id=b>y</div><div id=c>z</div></div>",
      "a 0 0 455.375x20; b 455.375 0 455.375x20; c 910.625 0 455.375x20" },
    { "a text flows past a float that is a column",
      "<div id=t><div id=a style='float:left;width:366px'>" TEXT TEXT TEXT "</div><p id=b>" TEXT TEXT TEXT "</p></div>",
      "t 0 0 1366x60; a 0 0 366x60; b 366 0 1000x20" },
    { "but not past a small one",
      "<div id=t><div id=a style='float:left;width:366px'>" TEXT "</div><p id=b>" TEXT TEXT TEXT "</p></div>",
      "t 0 0 1366x56; a 0 0 366x20; b 0 36 1366x20" },
    { "floats stand side by side",
      "<div id=t><div id=a style='float:left;width:300px'>x</div><div id=b style='float:left;width:400px'>y</div></div>",
      "t 0 0 1366x20; a 0 0 300x20; b 300 0 400x20" },
    { "what clears stands below",
      "<div id=t><div id=a style='float:left;width:300px'>x<br>x</div><div id=b style='clear:both'>y</div></div>",
      "t 0 0 1366x60; a 0 0 300x40; b 0 40 1366x20" },
    { "boxes in a line",
      "<div id=t><div id=a style='display:inline-block;width:300px'>x</div><div id=b style='display:inline-block;width:400px'>y</div></div>",
      "t 0 0 1366x20; a 0 0 300x20; b 300 0 400x20" },
    { "a drawn table",
      "<div style='display:table;width:600px'><div style='display:table-row'><div id=a style='display:table-cell'>x</div><div id=b style='display:table-cell'>y</div></div></div>",
      "a 0 0 300x20; b 300 0 300x20" },
    { "a sidebar by its name", "<div id=t><div id=content>x</div><div id=sidebar>y</div></div>",
      "t 0 0 1366x20; content 0 0 1066x20; sidebar 1096 0 240x20" },
    { "columns by their names", "<div class=row><div id=a class=col-md-3>x</div><div id=b class=col-md-9>y</div></div>",
      "a 0 0 341.5x20; b 341.5 0 1024.5x20" },
    { "a header and a footer stand apart", "<header id=a>x</header><main id=b>y</main><footer id=c>z</footer>",
      "a 0 60 1366x20; b 0 140 1366x20; c 0 220 1366x20" },
    { "letters as wide as those around say", "<div id=a style='font-size:32px'><span id=b>some words here</span></div>",
      "a 0 0 1366x40; b 0 0 128.375x40" },
    { "a sheet in the page", "<style>.w{width:500px;padding:9px}</style><div id=a class=w>x</div>", "a 0 0 500x38" },
};

static void test_estimates(void)
{
    for (size_t i = 0; i < ARRAY_LEN(estimates); i++) {
        AUTO(arena) a = { 0 };
        lay(&a, estimates[i].html);
        eq_str(boxes(&a), str_of(estimates[i].want), estimates[i].name);
    }
}

static bool is_sane(void)
{
    for (uint32_t i = 0; i < page->dom.n; i++) {
        struct box b = layout.box[i];
        if (!isfinite(b.x) || !isfinite(b.y) || !isfinite(b.w) || !isfinite(b.h) || b.x < 0 || b.y < 0 || b.w < 0 || b.h < 0)
            return false;
    }
    return isfinite(layout.height);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { .state = 7 };
    unsigned sane = 0, n = 200;

    pages(&a);
    test_estimates();
    for (unsigned i = 0; i < n; i++) {
        AUTO(arena) own = { 0 };
        struct str html = sketch_html(&own, random_page(&own, &r, 200));
        lay(&own, mangle_bytes(&own, &r, html, i % 20).ptr);
        sane += is_sane();
    }
    eq_int(sane, n, "every box of a random page is finite and not negative");
    ok(str_eq(str_of(layout_source_name(LAYOUT_ESTIMATE)), STR("estimate"))
           && str_eq(str_of(layout_source_name(LAYOUT_CACHED)), STR("cached")),
       "sources have names");
    return tap_done();
}
