/* UTF-8 (RFC 3629) and character classes by a table in two stages, made by tools/gen-unicode.
 *
 * Decoding takes the shortest form only, no surrogates, nothing past U+10FFFF; each byte that is no part of a character is one
 * U+FFFD. O(1) for a character. */
#include "base/utf8.h"
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
