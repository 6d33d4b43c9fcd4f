/* In: a declaration of CSS. Out: what it says, in a style.
 *
 * The properties that matter to a layout are rows of a table, sorted by name, each with the call that reads its value. What a value cannot
 * be read as says nothing. Cost: O(bytes). */
#include "segment/style_property.h"

#include <math.h>

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

    if (style_number(&value, &opacity) && opacity <= 0)
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

    if (style_number(&value, &width) ? width > 0 : !str_starts_nocase(value, STR("none")))
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

static void read_padding_left(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->padding_left);
}

static void read_padding_right(struct style *s, struct str value)
{
    set_px(value, s->font_size, &s->padding_right);
}

/* "40px", or rows and columns: "10px 40px". */
static void read_gap(struct style *s, struct str value)
{
    for (struct str rest = str_trim(value); rest.len; rest = str_trim(rest))
        set_px(str_cut(&rest, ' '), s->font_size, &s->gap);
}

/* "1": takes what is left; "0 0 300px": what it is wide. */
static void read_flex(struct style *s, struct str value)
{
    for (struct str rest = str_trim(value); rest.len; rest = str_trim(rest)) {
        struct str word = str_cut(&rest, ' ');
        bool number = word.len && word.ptr[word.len - 1] >= '0' && word.ptr[word.len - 1] <= '9';
        if (!number)
            read_width(s, word);
    }
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
    for (struct str rest = str_trim(value); rest.len && n < 24; rest = str_trim(rest), n++) {
        struct length one = { 0 };
        if (style_length(str_cut(&rest, ' '), s->font_size, &one) && n < STYLE_COLUMNS)
            s->column[n] = one;
    }
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

struct property {
    struct str name;
    void (*read)(struct style *s, struct str value);
};

/* Sorted by name. */
static const struct property properties[] = {
    { STR_INIT("background"), read_background },
    { STR_INIT("background-color"), read_background },
    { STR_INIT("background-image"), read_background },
    { STR_INIT("border"), read_border },
    { STR_INIT("border-bottom"), read_border },
    { STR_INIT("border-left"), read_border },
    { STR_INIT("border-right"), read_border },
    { STR_INIT("border-top"), read_border },
    { STR_INIT("clear"), read_clear },
    { STR_INIT("color"), read_color },
    { STR_INIT("column-gap"), read_gap },
    { STR_INIT("display"), read_display },
    { STR_INIT("flex"), read_flex },
    { STR_INIT("flex-basis"), read_width },
    { STR_INIT("flex-direction"), read_direction },
    { STR_INIT("float"), read_float },
    { STR_INIT("font-size"), read_font_size },
    { STR_INIT("font-weight"), read_font_weight },
    { STR_INIT("gap"), read_gap },
    { STR_INIT("grid-gap"), read_gap },
    { STR_INIT("grid-template-columns"), read_columns },
    { STR_INIT("height"), read_height },
    { STR_INIT("margin"), read_margin },
    { STR_INIT("margin-bottom"), read_margin_bottom },
    { STR_INIT("margin-left"), read_margin_left },
    { STR_INIT("margin-right"), read_margin_right },
    { STR_INIT("margin-top"), read_margin_top },
    { STR_INIT("max-width"), read_width },
    { STR_INIT("min-height"), read_height },
    { STR_INIT("opacity"), read_opacity },
    { STR_INIT("padding"), read_padding },
    { STR_INIT("padding-bottom"), read_padding_bottom },
    { STR_INIT("padding-left"), read_padding_left },
    { STR_INIT("padding-right"), read_padding_right },
    { STR_INIT("padding-top"), read_padding_top },
    { STR_INIT("position"), read_position },
    { STR_INIT("visibility"), read_visibility },
    { STR_INIT("width"), read_width },
};

static int order_nocase(struct str a, struct str b)
{
    for (size_t i = 0; i < a.len && i < b.len; i++) {
        int order = byte_lower(a.ptr[i]) - b.ptr[i];
        if (order)
            return order;
    }
    return (a.len > b.len) - (a.len < b.len);
}

unsigned property_find(struct str name)
{
    size_t low = 0, high = ARRAY_LEN(properties);

    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = order_nocase(name, properties[middle].name);

        if (order == 0)
            return (unsigned)middle + 1;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

bool property_hides(unsigned property)
{
    void (*read)(struct style * s, struct str value) = properties[property - 1].read;

    return read == read_visibility || read == read_opacity || read == read_position;
}

void property_read(struct style *s, unsigned property, struct str value)
{
    properties[property - 1].read(s, value);
}

bool declaration_next(struct str *text, unsigned *property, struct str *value)
{
    while (text->len) {
        *value = str_cut(text, ';');
        *property = property_find(str_trim(str_cut(value, ':')));
        *value = str_trim(str_cut(value, '!'));
        if (*property)
            return true;
    }
    return false;
}
