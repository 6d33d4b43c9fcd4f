/* Boxes and looks of a page's nodes out of a snapshot. */
#include "segment/snapshot.h"

#include "tests/segment/sample.h"
#include "tests/tap.h"

static uint32_t find(const struct page *p, const char *tag)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && str_eq(tag_name(p->dom.symbols, p->dom.node[i].tag), str_of(tag)))
            return i;
    return NONE;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct snapshot s;
    struct page page;
    struct layout l;
    symbols_open(&symbols, &a);
    struct parse_source source = { .bytes = STR("<body><p class='a b'>text<b>bold</b></p><i>more</i>"),
                                   .content_type = STR("text/html") };
    if (!ok(snapshot_read(&a, STR(SNAPSHOT_SAMPLE), &s, NULL) == 0 && page_read(&a, &symbols, &source, STR(""), &page, NULL) == 0
                && snapshot_layout(&a, &s, &page, &l, NULL) == 0,
            "a layout is made"))
        return tap_done();
    uint32_t p = find(&page, "p"), b = find(&page, "b"), i = find(&page, "i"), body = find(&page, "body");
    eq_int(l.source, LAYOUT_BROWSER, "its source");
    ok(l.width == 1366 && l.height == 800.25f, "size of the page");
    ok(l.box[p].x == 8 && l.box[p].y == 16.5f && l.box[p].w == 1350 && l.box[p].h == 18, "box of the paragraph");
    eq_int(l.look[p].flags, LOOK_DRAWN, "a block that is drawn");
    ok(l.look[p].font_size == 16 && l.look[p].font_weight == 400, "its font");
    eq_int(l.look[p].color, 0x010203ffu, "its colour");
    eq_int(l.look[p].background, 0, "no background");
    eq_int(l.look[b].flags, LOOK_DRAWN | LOOK_INLINE, "bold flows with the words");
    eq_int(l.look[b].background, 0xff0080ffu, "and has a background");
    eq_int(l.look[b].font_weight, 700, "and is bold");
    ok(l.box[p + 1].w == 100.125f && l.look[p + 1].flags == (LOOK_DRAWN | LOOK_INLINE), "a text has its own box");
    eq_int(l.look[p + 1].background, 0, "a text has no background of its own");
    eq_int(l.look[b + 1].flags & LOOK_DRAWN, 0, "what the browser has not laid out is not drawn");
    ok(l.box[i].w == 0 && l.look[i].flags == 0, "what the browser does not have has no box");
    ok(l.box[body].x == 8 && l.box[body].w == 1350 && l.look[body].flags & LOOK_DRAWN,
       "an element without a box has that of its children");
    return tap_done();
}
