/* Frames by zstd, addresses by BLAKE2b.
 *
 * In: a body and the body it resembles. Out: a frame, mostly a few copies out of the base and the words that are new (zstd's prefix, as in
 * `zstd --patch-from`). The dense level costs 0.25 s a megabyte, so that larger pages get less effort.
 * Invariants: 1. the window spans base and body, so that all of the base can be copied from; 2. what a damaged frame claims is never
 * believed: the length comes from the store, and zstd may not take a window past WINDOW_LOG_MAX. */
#define ZSTD_STATIC_LINKING_ONLY /* for frames without the magic number */
#include <sodium.h>
#include <zstd.h>

#include "base/limits.h"
#include "store/codec.h"

enum {
    WINDOW_LOG_MIN = 10, /* zstd's own least */
    WINDOW_LOG_MAX = 28, /* two bodies of LIMIT_PAGE_BYTES */
    SHORT_BYTES = 512,   /* frames that no effort makes shorter by more than one in a hundred */
};

struct codec {
    ZSTD_CCtx *pack;
    ZSTD_DCtx *unpack;
};

struct codec *codec_open(void)
{
    struct codec *c = heap_grow(NULL, sizeof *c);
    *c = (struct codec){ ZSTD_createCCtx(), ZSTD_createDCtx() };
    return c;
}

void codec_close(struct codec *c)
{
    if (!c)
        return;
    ZSTD_freeCCtx(c->pack);
    ZSTD_freeDCtx(c->unpack);
    heap_free(c);
}

/* Measured on the corpus, bytes of a delta and CPU: level 9: 830 and 0.9 ms, 15: 780 and 9 ms, 19: 759 and 12 ms. */
static int level_of(enum coding coding, size_t body, size_t base)
{
    if (body + base > MIB(32) || (coding == CODING_QUICK && base == 0))
        return 3;
    return coding == CODING_QUICK || body + base > MIB(8) ? 9 : 19;
}

static int window_log(size_t bytes)
{
    int log = WINDOW_LOG_MIN;
    while (log < WINDOW_LOG_MAX && (size_t)1 << log < bytes)
        log++;
    return log;
}

static int failed(size_t got, const char *what, struct err *e)
{
    return err_set(e, E_FORMAT, "cannot %s a body: %s", what, ZSTD_getErrorName(got));
}

static size_t pack(struct codec *c, struct str body, struct str base, struct codec_frame *frame, struct str room)
{
    size_t all = body.len + base.len;
    const struct {
        ZSTD_cParameter name;
        int value;
    } settings[] = {
        { ZSTD_c_compressionLevel, level_of(frame->coding, body.len, base.len) },
        { ZSTD_c_windowLog, window_log(all) },
        { ZSTD_c_format, ZSTD_f_zstd1_magicless },
        { ZSTD_c_enableLongDistanceMatching, all > MIB(8) ? ZSTD_ps_enable : ZSTD_ps_disable },
    };
    size_t got = ZSTD_CCtx_reset(c->pack, ZSTD_reset_session_and_parameters);
    for (size_t i = 0; i < ARRAY_LEN(settings) && !ZSTD_isError(got); i++)
        got = ZSTD_CCtx_setParameter(c->pack, settings[i].name, settings[i].value);
    if (base.len && !ZSTD_isError(got))
        got = ZSTD_CCtx_refPrefix(c->pack, base.ptr, base.len);
    return ZSTD_isError(got) ? got : ZSTD_compress2(c->pack, (char *)room.ptr, room.len, body.ptr, body.len);
}

int codec_pack(struct arena *a, struct codec *c, struct codec_frame *frame, struct str body, struct str base, struct err *e)
{
    struct str room = { .len = ZSTD_compressBound(body.len) };
    int code = arena_room(a, room.len, e);
    if (code)
        return code;
    room.ptr = arena_array_raw(a, room.len, 1);
    size_t got = pack(c, body, base, frame, room);
    if (ZSTD_isError(got))
        return failed(got, "pack", e);
    if (got <= SHORT_BYTES)
        frame->coding = CODING_DENSE;
    *frame = got < body.len ? (struct codec_frame){ frame->coding, { room.ptr, got }, body.len, 0 }
                            : (struct codec_frame){ CODING_RAW, body, body.len, 0 };
    return 0;
}

static size_t unpack(struct codec *c, struct str frame, struct str base, char *to, size_t len)
{
    size_t got = ZSTD_DCtx_reset(c->unpack, ZSTD_reset_session_and_parameters);
    if (!ZSTD_isError(got))
        got = ZSTD_DCtx_setParameter(c->unpack, ZSTD_d_format, ZSTD_f_zstd1_magicless);
    if (!ZSTD_isError(got))
        got = ZSTD_DCtx_setParameter(c->unpack, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
    if (base.len && !ZSTD_isError(got))
        got = ZSTD_DCtx_refPrefix(c->unpack, base.ptr, base.len);
    return ZSTD_isError(got) ? got : ZSTD_decompressDCtx(c->unpack, to, len, frame.ptr, frame.len);
}

int codec_unpack(struct arena *a, struct codec *c, const struct codec_frame *frame, struct str base, struct str *out, struct err *e)
{
    size_t len = frame->body_bytes;
    if (len > LIMIT_PAGE_BYTES || frame->coding > CODING_DENSE || (frame->coding == CODING_RAW && frame->bytes.len != len))
        return err_set(e, E_FORMAT, "a frame is damaged");
    int code = arena_room(a, len + 1, e);
    if (code)
        return code;
    char *to = arena_array_raw(a, len + 1, 1);
    if (frame->coding == CODING_RAW) {
        memcpy(to, frame->bytes.len ? frame->bytes.ptr : "", len);
    } else {
        size_t got = unpack(c, frame->bytes, base, to, len);
        if (ZSTD_isError(got))
            return failed(got, "unpack", e);
        if (got != len)
            return err_set(e, E_FORMAT, "a frame gives %zu bytes instead of %zu", got, len);
    }
    to[len] = '\0';
    *out = (struct str){ to, len };
    return 0;
}

void codec_digest(struct str body, unsigned char out[32])
{
    crypto_generichash(out, 32, (const unsigned char *)body.ptr, body.len, NULL, 0);
}
