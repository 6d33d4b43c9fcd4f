/* Bodies to frames and back: zstd without its magic number, against another body or alone.
 *
 * Frames carry no checksum: the body's digest is checked instead. A coding never changes its meaning, so that old stores stay readable
 * for ever; a new way of packing is a new number. */
#ifndef STORE_CODEC_H
#define STORE_CODEC_H

#include "base/arena.h"

enum coding {
    CODING_RAW = 0,   /* the bytes themselves, where packing gains nothing */
    CODING_QUICK = 1, /* zstd, packed in haste: store_gc() packs it again */
    CODING_DENSE = 2, /* zstd, packed for size */
};

struct codec;

struct codec *codec_open(void);
void codec_close(struct codec *c);

struct codec_frame {
    enum coding coding;
    struct str bytes;
    size_t body_bytes;  /* what it unpacks to */
    int64_t dictionary; /* the number of the one it was packed against; 0: none */
};

/* Packs `body` against `base` (len 0: alone). In: frame->coding, quick or dense; out: the frame, CODING_RAW where that is shorter,
 * dense where more effort would gain nothing. It lies in the arena. Only fails where zstd does. O(body + base). */
int codec_pack(struct arena *a, struct codec *c, struct codec_frame *frame, struct str body, struct str base, struct err *e)
    MUST_CHECK;

/* Unpacks to exactly frame->body_bytes (a NUL behind that does not count), in the arena. E_FORMAT: damaged. */
int codec_unpack(struct arena *a, struct codec *c, const struct codec_frame *frame, struct str base, struct str *out, struct err *e)
    MUST_CHECK;

/* The content address of a body: BLAKE2b with 32 bytes, no key. */
void codec_digest(struct str body, unsigned char out[32]);

#endif
