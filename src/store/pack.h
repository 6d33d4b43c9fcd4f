/* The costly half of adding a version, outside any transaction: the new body packed, and the old one packed against it.
 *
 *     struct store_pack pack = { .page = page };
 *     store_pack_load(a, store, &pack, e)                  reads, in a transaction for reading
 *     store_pack_make(a, codec, &pack, body, e)            on any thread: no store is touched
 *     store_version_add_packed(store, &v, body, &pack, ..) writes; what the pack does not fit is packed there and then
 *
 * So others wait for rows to be written, never for compression. */
#ifndef STORE_PACK_H
#define STORE_PACK_H

#include "store/codec.h"
#include "store/store.h"

struct store_pack {
    int64_t page;
    int64_t dictionary; /* of the page's host; 0: none */
    struct str dictionary_bytes;
    struct str old; /* body of the newest version; empty where there is none, or it cannot be read */
    unsigned char old_digest[STORE_DIGEST_BYTES];
    bool old_stays; /* whole, as a key frame */
    struct str key; /* the key frame before, where `old` becomes the next one and it is packed against that; else empty */
    unsigned char key_digest[STORE_DIGEST_BYTES];
    bool made;
    unsigned char digest[STORE_DIGEST_BYTES];
    struct codec_frame whole,
        delta; /* delta: of `old` against the new body; without bytes where there is no old one, or it stays whole */
    struct codec_frame earlier; /* of `key` against `old`; without bytes where there is none */
};

int store_pack_load(struct arena *a, struct store *s, struct store_pack *pack, struct err *e) MUST_CHECK;
/* Each thread has a codec of its own. O(both bodies). */
int store_pack_make(struct arena *a, struct codec *c, struct store_pack *pack, struct str body, struct err *e) MUST_CHECK;
/* As store_version_add(). `pack` NULL: all is done here. */
int store_version_add_packed(struct store *s, struct store_version *v, struct str body, const struct store_pack *pack, bool *is_new,
                             struct err *e) MUST_CHECK;

#endif
