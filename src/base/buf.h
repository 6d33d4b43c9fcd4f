/* Growing bytes with a mandatory ceiling.
 *
 * The first write that does not fit marks the buf; later ones are ignored; buf_take() or buf_check() is the one check at the end.
 * Amortised O(1) a byte. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/arena.h"

struct buf {
    size_t limit_bytes;
    size_t len;
    size_t room;
    char *ptr;
    bool over;
};

#define BUF(limit) \
    { \
        .limit_bytes = (limit) \
    }

static inline void buf_drop(struct buf *b)
{
    if (b->ptr) /* many are never written */
        heap_free(b->ptr);
    *b = (struct buf)BUF(b->limit_bytes);
}
void buf_clear(struct buf *b); /* empty again, keeps its memory */

void buf_add_slow(struct buf *b, const char *bytes, size_t n);
static inline void buf_add_bytes(struct buf *b, const char *bytes, size_t n)
{
    if (n > b->room - b->len || b->over || !n) {
        buf_add_slow(b, bytes, n);
        return;
    }
    memcpy(b->ptr + b->len, bytes, n);
    b->len += n;
}
static inline void buf_add(struct buf *b, struct str s)
{
    buf_add_bytes(b, s.ptr, s.len);
}
void buf_add_char_slow(struct buf *b, char c);
static inline void buf_add_char(struct buf *b, char c)
{
    if (b->len < b->room && !b->over)
        b->ptr[b->len++] = c;
    else
        buf_add_char_slow(b, c);
}
void buf_add_number(struct buf *b, uint64_t n);
void buf_addf(struct buf *b, const char *format, ...) PRINTF(2, 3);
/* Text for HTML content or a double-quoted attribute: & < > " and NBSP as references, CR as &#13;. */
void buf_add_escaped(struct buf *b, struct str s);
/* Makes the bytes from `from` on the value of a double-quoted attribute, in their place: & and " as references. One pass, no copy. */
void buf_quote_from(struct buf *b, size_t from);

static inline struct str buf_str(const struct buf *b)
{
    return (struct str){ b->ptr ? b->ptr : "", b->len };
}

/* 0, or E_LIMIT when a write did not fit. */
int buf_check(const struct buf *b, struct err *e) MUST_CHECK;
/* The check, then a copy of the bytes in the arena (a NUL behind them that does not count); *out is written on success only. */
int buf_take(struct buf *b, struct arena *a, struct str *out, struct err *e) MUST_CHECK;

#endif
