/* Lengths, colours and the look of elements by tag and attribute. */
#include "segment/style.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

static const struct {
    const char *text;
    bool good;
    float value;
    enum length_unit unit;
} lengths[] = {
    { "12px", true, 12, LENGTH_PX },   { " 12 ", true, 12, LENGTH_PX },     { "2em", true, 32, LENGTH_PX },
    { "1.5rem", true, 24, LENGTH_PX }, { "50%", true, 50, LENGTH_PERCENT }, { "-3px", true, -3, LENGTH_PX },
    { "auto", false, 0, LENGTH_NONE }, { "", false, 0, LENGTH_NONE },       { ".", false, 0, LENGTH_NONE },
    { "2*", true, 2, LENGTH_SHARE },   { "9e9px", true, 9, LENGTH_PX },     { "99999999999999999999px", true, 100000, LENGTH_PX },
};

static const struct {
    const char *text;
    bool good;
    uint32_t color;
} colors[] = {
    { "#fff", true, 0xffffffff },
    { "#A0b1C2", true, 0xa0b1c2ff },
    { "rgb(1, 2, 3)", true, 0x010203ff },
    { "rgba(1,2,3,0)", true, 0x01020300 },
    { "White", true, 0xffffffff },
    { "transparent", true, 0 },
    { "#ggg", false, 0 },
    { "rgb(1", false, 0 },
    { "nosuch", false, 0 },
    { "#12345", false, 0 },
    { "rgb(300,-5,0)", true, 0xff0000ff },
};

static struct style style_at(struct arena *a, const char *html)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct style_names names;
    struct style initial = style_initial(), out;

    style_names_open(a, &names, p);
    style_of(&names, p, by_id(p, "x"), &initial, &out);
    return out;
}

static void look(struct arena *a)
{
    struct style s = style_at(a, "<h1 id=x>t</h1>");
    ok(s.display == DISPLAY_BLOCK && s.font_size == 32 && s.font_weight == 700 && s.margin_top > 21, "a heading");
    s = style_at(a, "<b id=x>t</b>");
    ok(s.display == DISPLAY_INLINE && s.font_weight == 700 && s.font_size == 16, "bold text");
    s = style_at(a, "<a id=x><div>t</div></a>");
    ok(s.display == DISPLAY_BLOCK, "a link around a block is one");
    s = style_at(a, "<div id=x style='width: 50%; margin: 1px 2px; FLOAT:right; background: url(a.png) #eee; display:flex'>t");
    ok(s.width.unit == LENGTH_PERCENT && s.margin_top == 1 && s.margin_left == 2 && s.margin_bottom == 1, "width and margins");
    ok(s.side == FLOAT_RIGHT && s.image && s.background == 0xeeeeeeff && s.display == DISPLAY_FLEX, "float, background, display");
    s = style_at(a, "<div id=x style='display:flex;flex-direction:column'>t");
    ok(s.display == DISPLAY_BLOCK, "a flex column is a block");
    s = style_at(a, "<div id=x style='display:grid;grid-template-columns:repeat(4,1fr)'>t");
    ok(s.display == DISPLAY_GRID && s.n_columns == 4, "a grid's columns");
    s = style_at(a, "<div id=x style='position:fixed;opacity:0'>t");
    ok(s.fixed && s.absolute && s.unseen, "out of the flow and unseen");
}

static void old_attributes(struct arena *a)
{
    struct style s = style_at(a, "<table><tr><td id=x width=30 height=20 bgcolor=red>t</table>");
    ok(s.display == DISPLAY_CELL && s.width.value == 30 && s.height.value == 20 && s.background == 0xff0000ff,
       "attributes from before styles");
    s = style_at(a, "<table><tr><td id=x width=30 style='width:40px'>t</table>");
    ok(s.width.value == 40, "a style goes over an attribute");
    s = style_at(a, "<font id=x size=5 color=#010101>t</font>");
    ok(s.font_size == 24 && s.color == 0x010101ff, "font");
    s = style_at(a, "<div id=x style='font-size:1e30px;;:;width:;margin:x y z;background'>t");
    ok(s.font_size >= 1 && s.font_size <= 200 && s.width.unit == LENGTH_NONE, "nonsense stays within bounds");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(lengths); i++) {
        struct length out = { 0 };
        bool good = style_length(str_of(lengths[i].text), 16, &out);
        ok(good == lengths[i].good && (!good || (out.value == lengths[i].value && out.unit == lengths[i].unit)), "length '%s'",
           lengths[i].text);
    }
    for (size_t i = 0; i < ARRAY_LEN(colors); i++) {
        uint32_t out = 0;
        bool good = style_color(str_of(colors[i].text), &out);
        ok(good == colors[i].good && (!good || out == colors[i].color), "colour '%s'", colors[i].text);
    }
    look(&a);
    old_attributes(&a);
    return tap_done();
}
