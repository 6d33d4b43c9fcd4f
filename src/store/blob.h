/* Bodies by content address: the newest of a page whole, older ones as deltas against newer ones, every one within a bounded number of
 * steps. */
#ifndef STORE_BLOB_H
#define STORE_BLOB_H

#include "store/codec.h"
#include "store/query.h"

enum {
    STORE_SPAN_MAX = 64,   /* deltas in a row before a key frame; a step costs about 40 us for a page of 40 KB */
    STORE_STEPS_MAX = 128, /* frames from any version to a whole one: the deltas, then the key frames */
};

struct blob {
    int64_t id;
    unsigned char digest[STORE_DIGEST_BYTES];
    int64_t bytes; /* of the body */
    int64_t base;  /* 0: whole */
    enum coding coding;
    int64_t dictionary;  /* that a whole body was packed against; 0: none */
    int64_t height, run; /* longest way from any other blob to this one; how much of it are deltas since a key frame */
    int64_t refs, heads; /* versions that have it; pages whose newest version has it */
    bool lost;
    int64_t frame_bytes;
};

/* A body that was just read, so that the next one of its chain need not unpack it again. Zeros at first. */
struct blob_memo {
    int64_t id;
    struct str body;
    struct arena arena;
};

void blob_memo_drop(struct blob_memo *memo);

/* 1, or 0 where there is none. */
int blob_find(struct store *s, const unsigned char digest[STORE_DIGEST_BYTES], struct blob *out, struct err *e) MUST_CHECK;
int blob_get(struct store *s, int64_t id, struct blob *out, struct err *e) MUST_CHECK;

/* The body, checked against its digest. `memo` may be NULL. E_FORMAT where it cannot be had. The caller has a transaction open: the
 * frames of a chain must be of one state. */
int blob_read(struct arena *a, struct store *s, int64_t id, struct blob_memo *memo, struct str *out, struct err *e) MUST_CHECK;

/* The blob of this body as the newest of v->page: found or made, whole, with one reference and one head more. Mends one that was lost.
 * Reads page and digest of `v`. */
int blob_take(struct store *s, const struct store_version *v, struct str body, int64_t *id, struct err *e) MUST_CHECK;
/* A blob whose body is not there; for import of what was lost before. One reference and one head more. */
int blob_take_lost(struct store *s, const struct store_version *v, int64_t *id, struct err *e) MUST_CHECK;

/* `old` is the newest of the page no more, `new` is, whose body is given: packs the old one against it, or makes it a key frame. */
int blob_demote(struct store *s, int64_t page, int64_t old, int64_t new, struct str body, struct err *e) MUST_CHECK;

/* What blob_demote() would do with the newest of the page: 1 where it becomes a key frame. *earlier: the key frame that is packed against
 * it then, with its id 0 where there is none. */
int blob_foresee(struct store *s, int64_t page, const struct blob *old, struct blob *earlier, struct err *e) MUST_CHECK;

/* Packs the blob's body against `base` (0: alone) and writes it. Its height and run stay what they are. */
int blob_rewrite(struct store *s, const struct blob *b, int64_t base, struct err *e) MUST_CHECK;
/* Writes the frame, unless the blob was packed otherwise since `b` was read. */
int blob_replace(struct store *s, const struct blob *b, const struct codec_frame *frame, struct err *e) MUST_CHECK;

#endif
