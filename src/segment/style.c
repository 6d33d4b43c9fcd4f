/* In: an element with its attributes, and what its parent looks like. Out: the look that a browser without style sheets would give it.
 *
 * The margins and sizes of tags are those of the HTML standard's chapter on rendering (15.3), as rows of a table; the declarations of
 * a style attribute that matter to a layout are rows of another, each with the call that reads its value.
 *
 * Invariant: every number is finite and not negative (margins may be), whatever the attribute says.
 * Cost: O(bytes of the attributes). */
#include "segment/style.h"

#include <math.h>

enum { NUMBER_DIGITS = 12 };

/* Past this no length is believed: no page is so large. */
#define LENGTH_MAX 100000.0f

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

static bool read_number(struct str *s, float *out)
{
    size_t at = 0;
    bool negative = s->len && s->ptr[0] == '-', any = false;
    float value = 0, place = 0.1f;

    if (s->len && (s->ptr[0] == '-' || s->ptr[0] == '+'))
        at++;
    for (; at < s->len && at < NUMBER_DIGITS && s->ptr[at] >= '0' && s->ptr[at] <= '9'; at++, any = true)
        value = value * 10 + (float)(s->ptr[at] - '0');
    if (at < s->len && s->ptr[at] == '.') {
        for (at++; at < s->len && s->ptr[at] >= '0' && s->ptr[at] <= '9'; at++, any = true, place /= 10)
            value += place * (float)(s->ptr[at] - '0');
    }
    if (!any)
        return false;
    *s = str_sub(*s, at, s->len);
    *out = negative ? -value : value;
    return true;
}

struct unit {
    struct str name;
    float px; /* 0: in em */
};

static const struct unit units[] = {
    { STR_INIT("px"), 1 },     { STR_INIT("pt"), 4.0f / 3 }, { STR_INIT("em"), 0 },     { STR_INIT("rem"), 16 },
    { STR_INIT("ex"), 8 },     { STR_INIT("vw"), 13.66f },   { STR_INIT("vh"), 7.68f }, { STR_INIT("in"), 96 },
    { STR_INIT("cm"), 37.8f }, { STR_INIT("mm"), 3.78f },    { STR_INIT("ch"), 8 },     { STR_INIT("pc"), 16 },
};

bool style_length(struct str text, float font_size, struct length *out)
{
    struct str rest = str_trim(text);
    float value;

    if (!read_number(&rest, &value))
        return false;
    rest = str_trim(rest);
    if (rest.len && rest.ptr[0] == '%') {
        *out = (struct length){ fminf(fmaxf(value, -1000), 1000), LENGTH_PERCENT };
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if (str_eq_nocase(rest, units[i].name))
            value *= units[i].px > 0 ? units[i].px : font_size;
    }
    if (rest.len && rest.ptr[0] == '*')
        *out = (struct length){ value, LENGTH_SHARE };
    else
        *out = (struct length){ fminf(fmaxf(value, -LENGTH_MAX), LENGTH_MAX), LENGTH_PX };
    return true;
}

struct named_color {
    struct str name;
    uint32_t color;
};

static const struct named_color named_colors[] = {
    { STR_INIT("transparent"), 0 },      { STR_INIT("white"), 0xffffffff },     { STR_INIT("black"), 0x000000ff },
    { STR_INIT("red"), 0xff0000ff },     { STR_INIT("green"), 0x008000ff },     { STR_INIT("blue"), 0x0000ffff },
    { STR_INIT("yellow"), 0xffff00ff },  { STR_INIT("gray"), 0x808080ff },      { STR_INIT("grey"), 0x808080ff },
    { STR_INIT("silver"), 0xc0c0c0ff },  { STR_INIT("maroon"), 0x800000ff },    { STR_INIT("navy"), 0x000080ff },
    { STR_INIT("olive"), 0x808000ff },   { STR_INIT("teal"), 0x008080ff },      { STR_INIT("purple"), 0x800080ff },
    { STR_INIT("orange"), 0xffa500ff },  { STR_INIT("aqua"), 0x00ffffff },      { STR_INIT("lime"), 0x00ff00ff },
    { STR_INIT("fuchsia"), 0xff00ffff }, { STR_INIT("lightgrey"), 0xd3d3d3ff }, { STR_INIT("whitesmoke"), 0xf5f5f5ff },
};

static int hex_digit(char c)
{
    c = byte_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(struct str s, uint32_t *out)
{
    uint32_t color = 0;

    if (s.len != 3 && s.len != 4 && s.len != 6 && s.len != 8)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        int digit = hex_digit(s.ptr[i]);
        if (digit < 0)
            return false;
        color = s.len <= 4 ? color << 8 | (uint32_t)(digit * 17) : color << 4 | (uint32_t)digit;
    }
    *out = s.len == 3 || s.len == 6 ? color << 8 | 0xff : color;
    return true;
}

static bool read_rgb(struct str s, uint32_t *out)
{
    float part[4] = { 0, 0, 0, 1 };
    uint32_t color = 0;

    for (size_t i = 0; i < 4; i++) {
        while (s.len && (byte_is_space(s.ptr[0]) || s.ptr[0] == ',' || s.ptr[0] == '/'))
            s = str_sub(s, 1, s.len);
        if (!read_number(&s, &part[i])) {
            if (i < 3)
                return false;
            break;
        }
        if (s.len && s.ptr[0] == '%')
            part[i] *= i < 3 ? 2.55f : 0.01f;
    }
    part[3] *= 255;
    for (size_t i = 0; i < 4; i++)
        color = color << 8 | (uint32_t)fminf(fmaxf(part[i], 0), 255);
    *out = color;
    return true;
}

bool style_color(struct str text, uint32_t *out)
{
    text = str_trim(text);
    if (text.len && text.ptr[0] == '#')
        return read_hex(str_sub(text, 1, text.len), out);
    if (str_starts_nocase(text, STR("rgb"))) {
        size_t open = str_find(text, STR("("), 0);
        return open != SIZE_MAX && read_rgb(str_sub(text, open + 1, text.len), out);
    }
    for (size_t i = 0; i < ARRAY_LEN(named_colors); i++) {
        if (str_eq_nocase(text, named_colors[i].name)) {
            *out = named_colors[i].color;
            return true;
        }
    }
    return false;
}

static void set_px(struct str value, float font_size, float *out)
{
    struct length length;

    if (style_length(value, font_size, &length) && length.unit == LENGTH_PX)
        *out = length.value;
}

/* "1px 2px 3px 4px": top, right, bottom, left, with the usual leavings-out. */
static void set_sides(struct str value, float font_size, float *side[4])
{
    static const uint8_t from[4][4] = { { 0, 0, 0, 0 }, { 0, 1, 0, 1 }, { 0, 1, 2, 1 }, { 0, 1, 2, 3 } };
    float part[4] = { 0 };
    size_t n = 0;

    for (struct str rest = str_trim(value); rest.len && n < 4; rest = str_trim(rest))
        set_px(str_cut(&rest, ' '), font_size, &part[n++]);
    for (size_t i = 0; n && i < 4; i++)
        *side[i] = part[from[n - 1][i]];
}

static void read_margin(struct style *s, struct str value)
{
    set_sides(value, s->font_size, (float *[]){ &s->margin_top, &s->margin_right, &s->margin_bottom, &s->margin_left });
}

static void read_padding(struct style *s, struct str value)
{
    set_sides(value, s->font_size, (float *[]){ &s->padding_top, &s->padding_right, &s->padding_bottom, &s->padding_left });
}

static void read_margin_top(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->margin_top);
}

static void read_margin_bottom(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->margin_bottom);
}

static void read_margin_left(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->margin_left);
}

static void read_margin_right(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->margin_right);
}

static void read_padding_top(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->padding_top);
}

static void read_padding_bottom(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->padding_bottom);
}

static void read_width(struct style *s, struct str value)
{
    (void)style_length(value, s->font_size, &s->width);
}

static void read_height(struct style *s, struct str value)
{
    (void)style_length(value, s->font_size, &s->height);
}

static void read_float(struct style *s, struct str value)
{
    s->side = str_eq_nocase(value, STR("left")) ? FLOAT_LEFT : str_eq_nocase(value, STR("right")) ? FLOAT_RIGHT : FLOAT_NONE;
}

static void read_clear(struct style *s, struct str value)
{
    s->clear = !str_eq_nocase(value, STR("none"));
}

static void read_position(struct style *s, struct str value)
{
    s->fixed = str_eq_nocase(value, STR("fixed")) || str_eq_nocase(value, STR("sticky"));
    s->absolute = str_eq_nocase(value, STR("fixed")) || str_eq_nocase(value, STR("absolute"));
}

static void read_visibility(struct style *s, struct str value)
{
    s->unseen = str_eq_nocase(value, STR("hidden")) || str_eq_nocase(value, STR("collapse"));
}

static void read_opacity(struct style *s, struct str value)
{
    float opacity;

    if (read_number(&value, &opacity) && opacity <= 0)
        s->unseen = true;
}

static void read_color(struct style *s, struct str value)
{
    (void)style_color(value, &s->color);
}

static void read_background(struct style *s, struct str value)
{
    if (str_find_nocase(value, STR("url("), 0) != SIZE_MAX || str_find_nocase(value, STR("gradient("), 0) != SIZE_MAX)
        s->image = true;
    if (style_color(value, &s->background))
        return;
    for (struct str rest = value; rest.len;) {
        if (style_color(str_cut(&rest, ' '), &s->background))
            return;
    }
}

static void read_border(struct style *s, struct str value)
{
    float width = 1;

    if (read_number(&value, &width) ? width > 0 : !str_starts_nocase(value, STR("none")))
        s->border = true;
}

static void read_font_size(struct style *s, struct str value)
{
    struct length length;

    if (!style_length(value, s->font_size, &length))
        return;
    s->font_size = length.unit == LENGTH_PERCENT ? s->font_size * length.value / 100 : length.value;
    s->font_size = fminf(fmaxf(s->font_size, 1), 200);
}

static void read_font_weight(struct style *s, struct str value)
{
    uint64_t weight;

    if (str_number(value, 1000, &weight))
        s->font_weight = (uint16_t)weight;
    else
        s->font_weight = str_starts_nocase(value, STR("bold")) ? 700 : 400;
}

static void read_columns(struct style *s, struct str value)
{
    size_t at = str_find(value, STR("repeat("), 0);
    uint64_t n = 0;

    if (at != SIZE_MAX) {
        struct str rest = str_sub(value, at + 7, value.len);
        if (str_number(str_trim(str_cut(&rest, ',')), 24, &n))
            s->n_columns = (unsigned)n;
        return;
    }
    for (struct str rest = str_trim(value); rest.len && n < 24; rest = str_trim(rest), n++)
        (void)str_cut(&rest, ' ');
    s->n_columns = (unsigned)n;
}

struct display_name {
    struct str name;
    enum style_display display;
};

static const struct display_name display_names[] = {
    { STR_INIT("none"), DISPLAY_NONE },       { STR_INIT("block"), DISPLAY_BLOCK },
    { STR_INIT("inline"), DISPLAY_INLINE },   { STR_INIT("inline-block"), DISPLAY_INLINE_BLOCK },
    { STR_INIT("flex"), DISPLAY_FLEX },       { STR_INIT("inline-flex"), DISPLAY_FLEX },
    { STR_INIT("grid"), DISPLAY_GRID },       { STR_INIT("table"), DISPLAY_TABLE },
    { STR_INIT("table-row"), DISPLAY_ROW },   { STR_INIT("table-cell"), DISPLAY_CELL },
    { STR_INIT("list-item"), DISPLAY_BLOCK },
};

static void read_display(struct style *s, struct str value)
{
    for (size_t i = 0; i < ARRAY_LEN(display_names); i++) {
        if (str_eq_nocase(value, display_names[i].name))
            s->display = display_names[i].display;
    }
}

static void read_direction(struct style *s, struct str value)
{
    if (s->display == DISPLAY_FLEX && str_starts_nocase(value, STR("column")))
        s->display = DISPLAY_BLOCK;
}

struct declaration {
    struct str name;
    void (*read)(struct style *s, struct str value);
};

static const struct declaration declarations[] = {
    { STR_INIT("width"), read_width },
    { STR_INIT("max-width"), read_width },
    { STR_INIT("height"), read_height },
    { STR_INIT("min-height"), read_height },
    { STR_INIT("display"), read_display },
    { STR_INIT("flex-direction"), read_direction },
    { STR_INIT("grid-template-columns"), read_columns },
    { STR_INIT("float"), read_float },
    { STR_INIT("clear"), read_clear },
    { STR_INIT("position"), read_position },
    { STR_INIT("visibility"), read_visibility },
    { STR_INIT("opacity"), read_opacity },
    { STR_INIT("margin"), read_margin },
    { STR_INIT("margin-top"), read_margin_top },
    { STR_INIT("margin-bottom"), read_margin_bottom },
    { STR_INIT("margin-left"), read_margin_left },
    { STR_INIT("margin-right"), read_margin_right },
    { STR_INIT("padding"), read_padding },
    { STR_INIT("padding-top"), read_padding_top },
    { STR_INIT("padding-bottom"), read_padding_bottom },
    { STR_INIT("color"), read_color },
    { STR_INIT("background"), read_background },
    { STR_INIT("background-color"), read_background },
    { STR_INIT("background-image"), read_background },
    { STR_INIT("border"), read_border },
    { STR_INIT("border-top"), read_border },
    { STR_INIT("border-bottom"), read_border },
    { STR_INIT("font-size"), read_font_size },
    { STR_INIT("font-weight"), read_font_weight },
};

static void read_style(struct style *s, struct str text)
{
    while (text.len) {
        struct str value = str_cut(&text, ';'), name = str_trim(str_cut(&value, ':'));

        value = str_trim(str_cut(&value, '!'));
        for (size_t i = 0; i < ARRAY_LEN(declarations); i++) {
            if (str_eq_nocase(name, declarations[i].name))
                declarations[i].read(s, value);
        }
    }
}

void style_names_open(struct style_names *names, const struct page *p)
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

    if (!read_number(&value, &size))
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
        read_color(s, attr_value(attr));
}

/* The attributes from before style sheets, for the elements that had them. A name the page does not have is 0, and no attribute's. */
static void read_old_attribute(const struct style_names *names, const struct node *n, const struct attr *attr, struct style *s)
{
    struct str value = attr_value(attr);

    if (attr->name == names->width)
        read_width(s, value);
    else if (attr->name == names->height)
        read_height(s, value);
    else if (attr->name == names->bgcolor)
        (void)style_color(value, &s->background);
    else if (attr->name == names->background)
        s->image = true;
    else if (attr->name == names->align && (n->tag == TAG_TABLE || n->tag == TAG_IMG))
        read_float(s, value);
    else if (attr->name == names->border && n->tag == TAG_TABLE)
        read_border(s, value);
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
    read_style(&s, own); /* goes over the old attributes */
    *out = s;
}
