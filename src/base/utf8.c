/* UTF-8 (RFC 3629) and character classes by a table in two stages, made by tools/gen-unicode.
 *
 * Decoding takes the shortest form only, no surrogates, nothing past U+10FFFF; each byte that is no part of a character is one
 * U+FFFD. O(1) for a character. */
#include "base/utf8.h"
#include "base/auto.h"
#include "base/lanes.h"
#include "base/unicode_table.h"

enum { REPLACEMENT = 0xfffd };

static bool follows(unsigned char c)
{
    return (c & 0xc0) == 0x80;
}

/* Three bytes that have the shape of a character: not one that fits two bytes, no surrogate. */
static unsigned next_of_3(const unsigned char *s, uint32_t *character)
{
    uint32_t c = (uint32_t)(s[0] & 0xf) << 12 | (uint32_t)(s[1] & 0x3f) << 6 | (s[2] & 0x3f);
    if (c < 0x800 || (c & 0xf800) == 0xd800)
        return 1;
    *character = c;
    return 3;
}

static unsigned next_of_4(const unsigned char *s, uint32_t *character)
{
    uint32_t c = (uint32_t)(s[0] & 7) << 18 | (uint32_t)(s[1] & 0x3f) << 12 | (uint32_t)(s[2] & 0x3f) << 6 | (s[3] & 0x3f);
    if (c < 0x10000 || c > 0x10ffff)
        return 1;
    *character = c;
    return 4;
}

unsigned utf8_next_wide(const char *from, const char *end, uint32_t *character)
{
    const unsigned char *s = (const unsigned char *)from;
    size_t left = (size_t)(end - from);
    *character = REPLACEMENT;
    if (left < 2)
        return (unsigned)left;
    if (s[0] >= 0xc2 && s[0] < 0xe0 && follows(s[1])) {
        *character = (uint32_t)(s[0] & 0x1f) << 6 | (s[1] & 0x3f);
        return 2;
    }
    if ((s[0] & 0xf0) == 0xe0 && left >= 3 && follows(s[1]) && follows(s[2]))
        return next_of_3(s, character);
    if ((s[0] & 0xf8) == 0xf0 && left >= 4 && follows(s[1]) && follows(s[2]) && follows(s[3]))
        return next_of_4(s, character);
    return 1;
}

unsigned utf8_put(char out[4], uint32_t character)
{
    uint32_t c = character > 0x10ffff || (character & 0xfffff800) == 0xd800 ? REPLACEMENT : character;
    unsigned bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    for (unsigned i = bytes - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(lead[bytes] | c);
    return bytes;
}

struct str utf8_head(struct str s, size_t most)
{
    if (s.len <= most)
        return s;
    while (most && follows((unsigned char)s.ptr[most]))
        most--;
    return str_sub(s, 0, most);
}

bool utf8_valid(struct str s)
{
    const char *at = s.ptr, *end = s.len ? s.ptr + s.len : s.ptr;
    while (at < end) {
        if (end - at >= LANES && !lanes_any(lanes_load(at) & 0x80)) {
            at += LANES;
            continue;
        }
        uint32_t c;
        unsigned n = utf8_next(at, end, &c);
        if (n == 1 && (*at & 0x80))
            return false;
        at += n;
    }
    return true;
}

unsigned char_row_wide(uint32_t character)
{
    if (character > 0x10ffff)
        return CHAR_SYMBOL;
    return char_rows[char_block[character / CHAR_BLOCK]][character % CHAR_BLOCK];
}

/* Runs of capitals: by how much the small letters are further on; 1: capitals and small letters take turns, beginning with a capital. */
static const struct {
    uint32_t from, to, by;
} capitals[] = {
    { 'A', 'Z', 32 },      { 0xc0, 0xd6, 32 },    { 0xd8, 0xde, 32 },   { 0x100, 0x12f, 1 },  { 0x132, 0x137, 1 },
    { 0x139, 0x148, 1 },   { 0x14a, 0x177, 1 },   { 0x179, 0x17e, 1 },  { 0x1cd, 0x1dc, 1 },  { 0x1de, 0x1ef, 1 },
    { 0x1f8, 0x21f, 1 },   { 0x222, 0x233, 1 },   { 0x386, 0x386, 38 }, { 0x388, 0x38a, 37 }, { 0x38c, 0x38c, 64 },
    { 0x38e, 0x38f, 63 },  { 0x391, 0x3a1, 32 },  { 0x3a3, 0x3ab, 32 }, { 0x400, 0x40f, 80 }, { 0x410, 0x42f, 32 },
    { 0x460, 0x481, 1 },   { 0x48a, 0x4bf, 1 },   { 0x4c1, 0x4ce, 1 },  { 0x4d0, 0x52f, 1 },  { 0x531, 0x556, 48 },
    { 0x1e00, 0x1e95, 1 }, { 0x1ea0, 0x1eff, 1 },
};

uint32_t char_small(uint32_t character)
{
    for (size_t i = 0; i < ARRAY_LEN(capitals) && character >= capitals[i].from; i++)
        if (character <= capitals[i].to)
            return capitals[i].by > 1 ? character + capitals[i].by : character + 1 - (character - capitals[i].from) % 2;
    return character;
}

static bool begins_with(struct str text, struct str words)
{
    const char *at = text.ptr, *end = text.ptr + text.len;
    uint32_t has, wants;
    for (const char *w = words.ptr; w < words.ptr + words.len;) {
        w += utf8_next(w, words.ptr + words.len, &wants);
        if (at == end)
            return false;
        at += utf8_next(at, end, &has);
        if (char_small(has) != char_small(wants))
            return false;
    }
    return true;
}

size_t utf8_find_nocase(struct str text, struct str words)
{
    uint32_t character;
    for (size_t at = 0; at <= text.len; at += at < text.len ? utf8_next(text.ptr + at, text.ptr + text.len, &character) : 1)
        if (begins_with(str_sub(text, at, text.len), words))
            return at;
    return SIZE_MAX;
}
