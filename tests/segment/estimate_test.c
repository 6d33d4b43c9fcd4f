/* Where things would stand without a browser. */
#include "segment/layout.h"

#include <math.h>

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
