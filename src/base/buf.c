/* Growing bytes under a ceiling.
 *
 * Invariants: len <= room <= limit_bytes; once `over` is set nothing is written any more. Memory doubles from 256 bytes.
 * buf_add_escaped() looks at 16 bytes at a time for those that need care and adds what lies between in one piece. */
#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/lanes.h"

void buf_clear(struct buf *b)
{
    b->len = 0;
    b->over = false;
}

/* Room for n more bytes, or the mark. */
static bool fits(struct buf *b, size_t n)
{
    if (b->over || n > b->limit_bytes - b->len) {
        b->over = true;
        return false;
    }
    if (n > b->room - b->len) {
        size_t room = MAX(b->len + n, b->room > SIZE_MAX / 2 ? SIZE_MAX : b->room * 2);
        b->room = MIN(MAX(room, (size_t)256), b->limit_bytes);
        b->ptr = heap_grow(b->ptr, b->room);
    }
    return true;
}

void buf_add_slow(struct buf *b, const char *bytes, size_t n)
{
    if (!n || !fits(b, n))
        return;
    memcpy(b->ptr + b->len, bytes, n);
    b->len += n;
}

void buf_add_char_slow(struct buf *b, char c)
{
    buf_add_bytes(b, &c, 1);
}

void buf_add_number(struct buf *b, uint64_t n)
{
    char digits[20], *at = digits + sizeof digits; /* 2^64 has 20 digits */
    do
        *--at = (char)('0' + n % 10);
    while (n /= 10);
    buf_add_bytes(b, at, (size_t)(digits + sizeof digits - at));
}

void buf_addf(struct buf *b, const char *format, ...)
{
    char brief[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(brief, sizeof brief, format, args);
    va_end(args);
    if (n < 0 || (size_t)n < sizeof brief) {
        buf_add_bytes(b, brief, n < 0 ? 0 : (size_t)n);
        return;
    }
    char *text = heap_grow(NULL, (size_t)n + 1);
    va_start(args, format);
    vsnprintf(text, (size_t)n + 1, format, args);
    va_end(args);
    buf_add_bytes(b, text, (size_t)n);
    heap_free(text);
}

/* Bytes that HTML text may not hold as they are; 0xc2 may begin a no-break space. */
static bool needs_care(char c)
{
    return c == '&' || c == '<' || c == '>' || c == '"' || c == '\r' || c == '\xc2';
}

static const char *plain_end(const char *at, const char *end)
{
    for (; end - at >= LANES; at += LANES) {
        lanes v = lanes_load(at);
        if (lanes_any((lanes)((v == '&') | (v == '<') | (v == '>') | (v == '"') | (v == '\r') | (v == 0xc2))))
            break;
    }
    while (at < end && !needs_care(*at))
        at++;
    return at;
}

/* What stands for the character at `at`, and its bytes. A byte that only begins like a no-break space stands for itself, alone. */
static struct str reference(const char *at, const char *end, size_t *bytes)
{
    *bytes = 1;
    switch (*at) {
    case '&':
        return STR("&amp;");
    case '<':
        return STR("&lt;");
    case '>':
        return STR("&gt;");
    case '"':
        return STR("&quot;");
    case '\r':
        return STR("&#13;");
    default:
        if (end - at < 2 || at[1] != '\xa0')
            return (struct str){ at, 1 };
        *bytes = 2;
        return STR("&nbsp;");
    }
}

void buf_add_escaped(struct buf *b, struct str s)
{
    const char *at = s.ptr, *end = s.len ? s.ptr + s.len : s.ptr;
    while (at < end) {
        const char *stop = plain_end(at, end);
        buf_add_bytes(b, at, (size_t)(stop - at));
        if (stop == end)
            return;
        size_t bytes;
        buf_add(b, reference(stop, end, &bytes));
        at = stop + bytes;
    }
}

/* The start of the plain bytes that end at `end`: behind the last & or quote before it, or `from`. */
static size_t plain_start(const char *bytes, size_t from, size_t end)
{
    for (; end - from >= LANES; end -= LANES) {
        lanes v = lanes_load(bytes + end - LANES);
        if (lanes_any((lanes)((v == '&') | (v == '"'))))
            break;
    }
    while (end > from && bytes[end - 1] != '&' && bytes[end - 1] != '"')
        end--;
    return end;
}

/* How many bytes are added where references take the place of & and quotes. */
static size_t quoting_bytes(struct str s)
{
    size_t at = 0, more = 0;

    for (; s.len - at >= LANES; at += LANES) {
        lanes v = lanes_load(s.ptr + at);
        more += (size_t)__builtin_popcount(lanes_mask((lanes)(v == '&'))) * (sizeof "&amp;" - 2);
        more += (size_t)__builtin_popcount(lanes_mask((lanes)(v == '"'))) * (sizeof "&quot;" - 2);
    }
    for (; at < s.len; at++)
        more += s.ptr[at] == '&' ? sizeof "&amp;" - 2 : s.ptr[at] == '"' ? sizeof "&quot;" - 2 : 0;
    return more;
}

void buf_quote_from(struct buf *b, size_t from)
{
    size_t end = b->len, more = quoting_bytes(str_sub(buf_str(b), from, end));

    if (!more || !fits(b, more))
        return;
    b->len += more;
    /* From the end on, so that nothing is written over before it was read: what lies between two signs moves in one piece. */
    for (char *to = b->ptr + b->len; end > from && to > b->ptr + end;) {
        size_t start = plain_start(b->ptr, from, end);
        to -= end - start;
        memmove(to, b->ptr + start, end - start);
        if (start == from)
            return;
        struct str sign = b->ptr[start - 1] == '&' ? STR("&amp;") : STR("&quot;");
        to -= sign.len;
        memcpy(to, sign.ptr, sign.len);
        end = start - 1;
    }
}

int buf_check(const struct buf *b, struct err *e)
{
    if (!b->over)
        return 0;
    if (b->limit_bytes >= 1 << 20)
        return err_set(e, E_LIMIT, "the output is larger than the limit of %zu MB", b->limit_bytes >> 20);
    return err_set(e, E_LIMIT, "the output is larger than the limit of %zu bytes", b->limit_bytes);
}

int buf_take(struct buf *b, struct arena *a, struct str *out, struct err *e)
{
    if (buf_check(b, e) || arena_room(a, b->len, e))
        return E_LIMIT;
    *out = arena_str(a, buf_str(b));
    return 0;
}
