/* In: the value of a declaration or an attribute. Out: a number, a length, a colour.
 *
 * Invariant: every number is finite, whatever the text says. Cost: O(bytes). */
#include "segment/style_value.h"

#include <math.h>

#include "base/auto.h"

enum { NUMBER_DIGITS = 12 };

/* Past this no length is believed: no page is so large. */
#define LENGTH_MAX 100000.0f

bool style_number(struct str *s, float *out)
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

    if (!style_number(&rest, &value))
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
    if ((rest.len && rest.ptr[0] == '*') || str_eq_nocase(rest, STR("fr")))
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
        if (!style_number(&s, &part[i])) {
            if (i < 3)
                return false;
            break;
        }
        if (s.len && s.ptr[0] == '%') {
            part[i] *= i < 3 ? 2.55f : 0.01f;
            s = str_sub(s, 1, s.len);
        }
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
