/* Runs of bytes: compare, search, cut. Nothing here allocates or fails. O(n) each; str_find_nocase is O(n * needle). */
#define _GNU_SOURCE 1
#include "base/str.h"
#include "base/auto.h"
#include "base/utf8.h"

struct str str_sub(struct str s, size_t from, size_t to)
{
    to = MIN(to, s.len);
    from = MIN(from, to);
    return (struct str){ s.ptr ? s.ptr + from : s.ptr, to - from };
}

int str_cmp(struct str a, struct str b)
{
    size_t common = MIN(a.len, b.len);
    int order = common ? memcmp(a.ptr, b.ptr, common) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static bool same_nocase(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (byte_lower(a[i]) != byte_lower(b[i]))
            return false;
    return true;
}

bool str_eq_nocase(struct str a, struct str b)
{
    return a.len == b.len && same_nocase(a.ptr, b.ptr, a.len);
}

bool str_starts(struct str s, struct str prefix)
{
    return s.len >= prefix.len && (!prefix.len || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}

bool str_starts_nocase(struct str s, struct str prefix)
{
    return s.len >= prefix.len && same_nocase(s.ptr, prefix.ptr, prefix.len);
}

bool str_ends(struct str s, struct str suffix)
{
    return s.len >= suffix.len && (!suffix.len || memcmp(s.ptr + (s.len - suffix.len), suffix.ptr, suffix.len) == 0);
}

size_t str_find(struct str s, struct str needle, size_t from)
{
    if (from > s.len || needle.len > s.len - from)
        return SIZE_MAX;
    if (!needle.len)
        return from;
    const char *at = memmem(s.ptr + from, s.len - from, needle.ptr, needle.len);
    return at ? (size_t)(at - s.ptr) : SIZE_MAX;
}

size_t str_find_nocase(struct str s, struct str needle, size_t from)
{
    if (from > s.len || needle.len > s.len - from)
        return SIZE_MAX;
    if (!needle.len)
        return from;
    if ((unsigned char)needle.ptr[0] >= 0x80 && !memchr(s.ptr + from, needle.ptr[0], s.len - from))
        return SIZE_MAX;
    unsigned char first = (unsigned char)needle.ptr[0] | 0x20; /* tells letters from most others */
    for (size_t i = from, last = s.len - needle.len; i <= last; i++)
        if (((unsigned char)s.ptr[i] | 0x20) == first && same_nocase(s.ptr + i, needle.ptr, needle.len))
            return i;
    return SIZE_MAX;
}

/* A letter of Latin, Greek or Cyrillic: writing without blanks has none on either side of a border. */
static bool is_letter(uint32_t c)
{
    bool wide = (c >= 0xc0 && c < 0x530) || (c >= 0x1e00 && c < 0x2000);
    return wide ? char_class(c) == CHAR_LETTER : (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

bool str_is_inside_word(struct str s, size_t at)
{
    uint32_t before, behind;
    size_t from = at;
    if (at == 0 || at >= s.len)
        return false;
    while (from > 0 && ((unsigned char)s.ptr[--from] & 0xc0) == 0x80)
        continue;
    utf8_next(s.ptr + from, s.ptr + at, &before);
    utf8_next(s.ptr + at, s.ptr + s.len, &behind);
    return is_letter(before) && is_letter(behind);
}

bool str_has_phrase(struct str s, struct str phrase, bool begins, bool ends)
{
    size_t at = str_find_nocase(s, phrase, 0);
    while (at != SIZE_MAX && ((begins && str_is_inside_word(s, at)) || (ends && str_is_inside_word(s, at + phrase.len))))
        at = str_find_nocase(s, phrase, at + 1);
    return at != SIZE_MAX;
}

void str_pairs_add(struct str_pairs *p, struct str s)
{
    for (size_t i = 1; i < s.len; i++) {
        uint32_t pair = str_pair(s.ptr[i - 1], s.ptr[i]);
        p->bits[pair >> 6] |= UINT64_C(1) << (pair & 63);
    }
}

struct str str_trim(struct str s)
{
    while (s.len && byte_is_space(s.ptr[0])) {
        s.ptr++;
        s.len--;
    }
    while (s.len && byte_is_space(s.ptr[s.len - 1]))
        s.len--;
    return s;
}

struct str str_cut(struct str *rest, char separator)
{
    struct str all = *rest;
    const char *at = all.len ? memchr(all.ptr, separator, all.len) : NULL;
    size_t n = at ? (size_t)(at - all.ptr) : all.len;
    *rest = str_sub(all, at ? n + 1 : n, all.len);
    return str_sub(all, 0, n);
}

bool str_number(struct str s, uint64_t max, uint64_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        unsigned digit = (unsigned)(unsigned char)s.ptr[i] - '0';
        if (digit > 9 || digit > max || n > (max - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    if (!s.len)
        return false;
    *out = n;
    return true;
}

static int hex_digit(char c)
{
    c = byte_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int str_hex_byte(struct str s, size_t at)
{
    int high = at + 1 < s.len ? hex_digit(s.ptr[at]) : -1, low = high >= 0 ? hex_digit(s.ptr[at + 1]) : -1;
    return low < 0 ? -1 : high * 16 + low;
}
