/* In: an element with its attributes, and what its parent looks like. Out: the look that a browser would give it without the network.
 *
 * The margins and sizes of tags are those of the HTML standard's chapter on rendering (15.3), as rows of a table. Over them go the old
 * attributes, the page's own style sheets (sheet.c) and the style attribute, in this order.
 *
 * Invariant: every number is finite and not negative (margins may be), whatever the attribute says.
 * Cost: O(bytes of the attributes). */
#include "segment/style.h"

#include <math.h>

#include "segment/sheet.h"
#include "segment/style_property.h"

struct tag_style {
    uint8_t tag;
    float margin; /* above and below, in em of its own font */
    float font;   /* size in em of the parent's; 0: the same */
    uint16_t weight;
    float indent; /* px on the left */
};

static const struct tag_style tag_styles[] = {
    { TAG_P, 1, 0, 0, 0 },         { TAG_H1, 0.67f, 2, 700, 0 },     { TAG_H2, 0.83f, 1.5f, 700, 0 },  { TAG_H3, 1, 1.17f, 700, 0 },
    { TAG_H4, 1.33f, 0, 700, 0 },  { TAG_H5, 1.67f, 0.83f, 700, 0 }, { TAG_H6, 2.33f, 0.67f, 700, 0 }, { TAG_UL, 1, 0, 0, 40 },
    { TAG_OL, 1, 0, 0, 40 },       { TAG_DL, 1, 0, 0, 0 },           { TAG_MENU, 1, 0, 0, 40 },        { TAG_DIR, 1, 0, 0, 40 },
    { TAG_DD, 0, 0, 0, 40 },       { TAG_BLOCKQUOTE, 1, 0, 0, 40 },  { TAG_FIGURE, 1, 0, 0, 40 },      { TAG_PRE, 1, 0.81f, 0, 0 },
    { TAG_HR, 0.5f, 0, 0, 0 },     { TAG_B, 0, 0, 700, 0 },          { TAG_STRONG, 0, 0, 700, 0 },     { TAG_TH, 0, 0, 700, 0 },
    { TAG_SMALL, 0, 0.83f, 0, 0 }, { TAG_BIG, 0, 1.2f, 0, 0 },       { TAG_SUB, 0, 0.83f, 0, 0 },      { TAG_SUP, 0, 0.83f, 0, 0 },
};

/* Where tag_styles has the row of a tag, plus one. */
static const struct tag_style *find_tag(uint32_t tag)
{
    for (size_t i = 0; i < ARRAY_LEN(tag_styles); i++) {
        if (tag_styles[i].tag == tag)
            return &tag_styles[i];
    }
    return NULL;
}

static void declare(struct style *s, const char *name, struct str value)
{
    property_read(s, property_find(str_of(name)), value);
}

static void read_style(struct style *s, struct str text)
{
    unsigned property;
    struct str value;

    while (declaration_next(&text, &property, &value))
        property_read(s, property, value);
}

void style_names_open(struct arena *a, struct style_names *names, const struct page *p)
{
    const struct symbols *s = p->dom.symbols;

    *names = (struct style_names){
        .style = symbols_find(s, STR("style")),
        .width = symbols_find(s, STR("width")),
        .height = symbols_find(s, STR("height")),
        .bgcolor = symbols_find(s, STR("bgcolor")),
        .background = symbols_find(s, STR("background")),
        .align = symbols_find(s, STR("align")),
        .size = symbols_find(s, STR("size")),
        .color = symbols_find(s, STR("color")),
        .border = symbols_find(s, STR("border")),
        .sheet = sheet_read(a, p),
    };
}

static enum style_display display_of(const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];

    switch (n->tag) {
    case TAG_TABLE:
        return DISPLAY_TABLE;
    case TAG_TR:
        return DISPLAY_ROW;
    case TAG_TD:
    case TAG_TH:
        return DISPLAY_CELL;
    case TAG_BUTTON:
    case TAG_SELECT:
        return DISPLAY_INLINE_BLOCK;
    default:
        return (node_classes(n) & TAG_BLOCK) || (p->flags[node] & NODE_HAS_BLOCK) ? DISPLAY_BLOCK : DISPLAY_INLINE;
    }
}

/* <font size=5>, and what its seven sizes are in pixels. */
static void read_size(struct style *s, struct str value)
{
    static const float sizes[] = { 10, 13, 16, 18, 24, 32, 48 };
    float size;

    if (!style_number(&value, &size))
        return;
    if (size < 0)
        size += 3;
    s->font_size = sizes[(size_t)fminf(fmaxf(size - 1, 0), 6)];
}

/* The attributes of <font>. */
static void read_font(const struct style_names *names, const struct attr *attr, struct style *s)
{
    if (attr->name == names->size)
        read_size(s, attr_value(attr));
    else if (attr->name == names->color)
        declare(s, "color", attr_value(attr));
}

/* The attributes from before style sheets, for the elements that had them. A name the page does not have is 0, and no attribute's. */
static void read_old_attribute(const struct style_names *names, const struct node *n, const struct attr *attr, struct style *s)
{
    struct str value = attr_value(attr);

    if (attr->name == names->width)
        declare(s, "width", value);
    else if (attr->name == names->height)
        declare(s, "height", value);
    else if (attr->name == names->bgcolor)
        (void)style_color(value, &s->background);
    else if (attr->name == names->background)
        s->image = true;
    else if (attr->name == names->align && (n->tag == TAG_TABLE || n->tag == TAG_IMG))
        declare(s, "float", value);
    else if (attr->name == names->border && n->tag == TAG_TABLE)
        declare(s, "border", value);
    else if (n->tag == TAG_FONT)
        read_font(names, attr, s);
}

struct style style_initial(void)
{
    return (struct style){ .display = DISPLAY_BLOCK, .font_size = 16, .font_weight = 400, .color = 0x000000ff };
}

void style_of(const struct style_names *names, const struct page *p, uint32_t node, const struct style *parent, struct style *out)
{
    const struct node *n = &p->dom.node[node];
    struct style s = {
        .display = display_of(p, node),
        .font_size = parent->font_size,
        .font_weight = parent->font_weight,
        .color = parent->color,
        .unseen = parent->unseen,
    };
    const struct tag_style *row = n->space == SPACE_HTML ? find_tag(n->tag) : NULL;
    struct str own = { 0 };

    if (row) {
        s.font_size = row->font > 0 ? s.font_size * row->font : s.font_size;
        s.font_weight = row->weight ? row->weight : s.font_weight;
        s.margin_top = s.margin_bottom = row->margin * s.font_size;
        s.padding_left = row->indent;
    }
    s.font_size = fminf(fmaxf(s.font_size, 6), 200);
    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &p->dom.attr[n->attr + k];
        if (attr->name == names->style)
            own = attr_value(attr);
        else
            read_old_attribute(names, n, attr, &s);
    }
    if (names->sheet)
        sheet_apply(names->sheet, node, &s);
    read_style(&s, own);
    *out = s;
}
