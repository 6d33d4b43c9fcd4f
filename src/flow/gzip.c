/* In: a file in gzip. Out: what it holds, up to a limit: a thousandth of its size is enough for a bomb. */
#include "flow/gzip.h"

#include <zlib.h>

#include "base/buf.h"
#include "base/limits.h"

enum { PIECE = 65536, GZIP_ALONE = 16 + MAX_WBITS /* to zlib: no raw data, no other form */ };

bool gzip_is(struct str s)
{
    return str_starts(s, STR("\x1f\x8b"));
}

static int damaged(struct err *e)
{
    return err_set(e, E_FORMAT, "the gzip file is damaged");
}

/* Zeros may follow the last member (tapes and disks fill up with them). */
static bool is_next(const z_stream *z)
{
    return z->avail_in && *z->next_in != 0;
}

static int unpack(z_stream *z, struct buf *text, struct err *e)
{
    char piece[PIECE];
    for (;;) {
        z->next_out = (Bytef *)piece;
        z->avail_out = sizeof piece;
        int got = inflate(z, Z_NO_FLUSH);
        buf_add_bytes(text, piece, sizeof piece - z->avail_out);
        if (buf_check(text, e))
            return e->code;
        if (got == Z_STREAM_END && !is_next(z))
            return 0;
        if (got == Z_STREAM_END)
            got = inflateReset(z);
        if (got != Z_OK)
            return damaged(e);
    }
}

int gzip_unpack(struct arena *a, struct str packed, size_t max_bytes, struct str *out, struct err *e)
{
    AUTO(buf) text = BUF(max_bytes);
    z_stream z = { .next_in = (z_const Bytef *)packed.ptr, .avail_in = (uInt)packed.len };
    if (packed.len > UINT32_MAX)
        return err_set(e, E_LIMIT, "the gzip file is too large");
    if (inflateInit2(&z, GZIP_ALONE) != Z_OK)
        return err_set(e, E_SYSTEM, "zlib cannot start");
    int code = unpack(&z, &text, e);
    inflateEnd(&z);
    return code ? code : buf_take(&text, a, out, e);
}
