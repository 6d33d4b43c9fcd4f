/* Declarations of CSS: what each that matters to a layout makes of a style, told as what differs from no style at all. */
#include "segment/style_property.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tests/tap.h"

static void add_float(struct buf *out, const char *name, float value, float plain)
{
    if (value != plain)
        buf_addf(out, " %s=%g", name, (double)value);
}

static void add_length(struct buf *out, const char *name, struct length length)
{
    static const char *const unit[] = { "", "px", "%", "fr" };

    if (length.unit != LENGTH_NONE)
        buf_addf(out, " %s=%g%s", name, (double)length.value, unit[length.unit]);
}

static void add_sides(struct buf *out, const struct style *s)
{
    add_float(out, "margin-top", s->margin_top, 0);
    add_float(out, "margin-right", s->margin_right, 0);
    add_float(out, "margin-bottom", s->margin_bottom, 0);
    add_float(out, "margin-left", s->margin_left, 0);
    add_float(out, "padding-top", s->padding_top, 0);
    add_float(out, "padding-right", s->padding_right, 0);
    add_float(out, "padding-bottom", s->padding_bottom, 0);
    add_float(out, "padding-left", s->padding_left, 0);
}

static void add_flags(struct buf *out, const struct style *s)
{
    static const char *const display[] = { "inline", "block", "inline-block", "flex", "grid", "table", "row", "cell", "none" };
    static const char *const side[] = { "", " float=left", " float=right" };

    if (s->display != DISPLAY_INLINE)
        buf_addf(out, " display=%s", display[s->display]);
    buf_addf(out, "%s%s%s%s%s%s%s", side[s->side], s->fixed ? " fixed" : "", s->absolute ? " absolute" : "",
             s->border ? " border" : "", s->image ? " image" : "", s->clear ? " clear" : "", s->unseen ? " unseen" : "");
}

/* A style in words, in one order. */
static void describe(const struct style *s, struct buf *out)
{
    add_flags(out, s);
    add_length(out, "width", s->width);
    add_length(out, "height", s->height);
    add_float(out, "gap", s->gap, 0);
    if (s->n_columns)
        buf_addf(out, " columns=%u", s->n_columns);
    for (unsigned i = 0; i < STYLE_COLUMNS; i++)
        add_length(out, "column", s->column[i]);
    add_sides(out, s);
    add_float(out, "font", s->font_size, 10);
    if (s->font_weight != 400)
        buf_addf(out, " weight=%u", s->font_weight);
    if (s->color != 0xff)
        buf_addf(out, " color=%08x", s->color);
    if (s->background)
        buf_addf(out, " background=%08x", s->background);
}

static const struct declaration_case {
    const char *name, *css, *want;
} cases[] = {
    { "one margin for all sides", "margin:1px", "margin-top=1 margin-right=1 margin-bottom=1 margin-left=1" },
    { "two: above and below, beside", "margin:1px 2px", "margin-top=1 margin-right=2 margin-bottom=1 margin-left=2" },
    { "three", "margin:1px 2px 3px", "margin-top=1 margin-right=2 margin-bottom=3 margin-left=2" },
    { "four go round", "margin:1px 2px 3px 4px", "margin-top=1 margin-right=2 margin-bottom=3 margin-left=4" },
    { "a fifth is not looked at", "margin:1px 2px 3px 4px 5px", "margin-top=1 margin-right=2 margin-bottom=3 margin-left=4" },
    { "a word among them is nothing", "margin:3px auto", "margin-top=3 margin-bottom=3" },
    { "a share is not known in pixels", "margin:5%", "" },
    { "one side", "margin-top:7px", "margin-top=7" },
    { "another", "margin-right:7px", "margin-right=7" },
    { "the lower one", "margin-bottom:7px", "margin-bottom=7" },
    { "the left one", "margin-left:7px", "margin-left=7" },
    { "paddings", "padding:1px 2px 3px 4px", "padding-top=1 padding-right=2 padding-bottom=3 padding-left=4" },
    { "a padding above", "padding-top:7px", "padding-top=7" },
    { "to the right", "padding-right:7px", "padding-right=7" },
    { "below", "padding-bottom:7px", "padding-bottom=7" },
    { "to the left", "padding-left:7px", "padding-left=7" },
    { "lengths by the font", "margin-top:2em", "margin-top=20" },
    { "a width in pixels", "width:300px", "width=300px" },
    { "a share of the width", "width:50%", "width=50%" },
    { "the most that it may be wide", "max-width:40em", "width=400px" },
    { "a width of its own choice", "width:auto", "" },
    { "a height", "height:20px", "height=20px" },
    { "the least height", "min-height:20px", "height=20px" },
    { "to the left", "float:left", "float=left" },
    { "to the right", "FLOAT:RIGHT", "float=right" },
    { "not at all", "float:none", "" },
    { "below what floats", "clear:both", "clear" },
    { "beside it", "clear:none", "" },
    { "where it is in the window", "position:fixed", "fixed absolute" },
    { "where it sticks", "position:sticky", "fixed" },
    { "out of the flow", "position:absolute", "absolute" },
    { "in the flow", "position:relative", "" },
    { "what is not visible", "visibility:hidden", "unseen" },
    { "a row that is not", "visibility:collapse", "unseen" },
    { "what is", "visibility:visible", "" },
    { "what shines through wholly", "opacity:0", "unseen" },
    { "in part", "opacity:.5", "" },
    { "a colour of letters", "color:#f00", "color=ff0000ff" },
    { "a background", "background:#eee", "background=eeeeeeff" },
    { "a picture behind", "background:url(a.png)", "image" },
    { "a picture and a colour", "background:url(a.png) no-repeat #eee", "image background=eeeeeeff" },
    { "colours that run into each other", "background-image:linear-gradient(red, blue)", "image" },
    { "a background colour", "background-color:rgb(1, 2, 3)", "background=010203ff" },
    { "a line around", "border:1px solid red", "border" },
    { "one side of it", "border-top:1px solid red", "border" },
    { "another side", "border-left:thin solid", "border" },
    { "a line of no width", "border:0", "" },
    { "no line", "border:none", "" },
    { "the size of letters", "font-size:20px", "font=20" },
    { "by those around", "font-size:150%", "font=15" },
    { "never more than 200", "font-size:900px", "font=200" },
    { "nor less than one", "font-size:0", "font=1" },
    { "a size in words says nothing", "font-size:large", "" },
    { "bold", "font-weight:bold", "weight=700" },
    { "bolder", "font-weight:bolder", "weight=700" },
    { "in figures", "font-weight:600", "weight=600" },
    { "plain", "font-weight:normal", "" },
    { "a gap", "gap:12px", "gap=12" },
    { "rows and columns: the columns count", "gap:10px 40px", "gap=40" },
    { "by its old name", "grid-gap:8px", "gap=8" },
    { "between columns", "column-gap:9px", "gap=9" },
    { "what is left", "flex:1", "" },
    { "a width to begin with", "flex:0 0 300px", "width=300px" },
    { "by its own name", "flex-basis:200px", "width=200px" },
    { "columns one by one", "grid-template-columns:100px 1fr 20%", "columns=3 column=100px column=1fr column=20%" },
    { "as many as said", "grid-template-columns:repeat(4, 1fr)", "columns=4" },
    { "as many as fit are not known", "grid-template-columns:repeat(auto-fill, 10px)", "" },
    { "side by side", "display:flex", "display=flex" },
    { "in a line of text", "display:inline-flex", "display=flex" },
    { "in a grid", "display:grid", "display=grid" },
    { "as a table", "display:table", "display=table" },
    { "as a row", "display:table-row", "display=row" },
    { "as a cell", "display:table-cell", "display=cell" },
    { "as an item", "display:list-item", "display=block" },
    { "as a block", "display:block", "display=block" },
    { "as a block in a line", "display:inline-block", "display=inline-block" },
    { "not at all", "display:none", "display=none" },
    { "a display that nobody knows says nothing", "display:zork", "" },
    { "one below the other is a block", "display:flex;flex-direction:column", "display=block" },
    { "side by side again", "display:flex;flex-direction:row", "display=flex" },
    { "a direction without columns says nothing", "flex-direction:column", "" },
    { "the last of two counts", "color:red;color:blue", "color=0000ffff" },
    { "what is important is read like the rest", "width:10px !important", "width=10px" },
    { "what does not matter is passed over", "cursor:pointer;width:10px;zoom:2", "width=10px" },
    { "a declaration without value", "width;height:5px", "height=5px" },
    { "nothing", "", "" },
};

static void test_declarations(void)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(buf) out = BUF(KIB(4));
        struct style s = { .font_size = 10, .font_weight = 400, .color = 0xff };
        struct str rest = str_of(cases[i].css), value;
        unsigned property;

        while (declaration_next(&rest, &property, &value))
            property_read(&s, property, value);
        describe(&s, &out);
        eq_str(str_trim(buf_str(&out)), str_of(cases[i].want), cases[i].name);
    }
}

/* Every property of the table is found by its name, in any case, and no other is. */
static void test_names(void)
{
    static const char *const known[] = { "background", "BORDER-top", "clear",      "display",      "Float",      "gap",
                                         "height",     "margin",     "min-height", "padding-left", "visibility", "width" };
    static const char *const unknown[] = { "", "a", "backgroun", "backgrounds", "widths", "zoom", "margin-", "-width" };

    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        ok(property_find(str_of(known[i])) > 0, "%s matters", known[i]);
    for (size_t i = 0; i < ARRAY_LEN(unknown); i++)
        ok(property_find(str_of(unknown[i])) == 0, "\"%s\" does not", unknown[i]);
}

static void test_hides(void)
{
    static const struct {
        const char *name;
        bool hides;
    } rows[] = { { "visibility", true }, { "opacity", true }, { "position", true },
                 { "display", false },   { "width", false },  { "color", false } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        ok(property_hides(property_find(str_of(rows[i].name))) == rows[i].hides, "%s %s take an element out of sight", rows[i].name,
           rows[i].hides ? "may" : "does not");
}

int main(void)
{
    test_declarations();
    test_names();
    test_hides();
    return tap_done();
}
