/* What version.c shares with import and care. */
#ifndef STORE_VERSION_H
#define STORE_VERSION_H

#include "store/query.h"

/* The bits of version.marks. */
enum { MARK_SUSPECT = 1 << 0, MARK_QUIET = 1 << 1, MARK_TEMPLATE = 1 << 2 };

/* Adds `v` with the number it has as the newest of its page. `body` NULL: the bytes are lost, and v->digest and v->bytes stand for them.
 * The caller has a writing transaction open. */
int version_append(struct store *s, const struct store_version *v, const struct str *body, struct err *e) MUST_CHECK;

/* E_ABSENT where it does not. */
int version_must_exist(struct store *s, int64_t page, int64_t number, struct err *e) MUST_CHECK;

/* Columns of `version v JOIN blob b LEFT JOIN media m` that version_fill() reads. */
#define VERSION_COLUMNS \
    "v.page, v.number, v.fetched_at, v.server_at, v.etag, v.last_modified, m.name, v.status, v.marks, b.lost, b.bytes, b.digest, b.id"
#define VERSION_TABLES " FROM version v JOIN blob b ON b.id = v.blob LEFT JOIN media m ON m.id = v.media "

void version_fill(struct arena *a, struct query *q, struct store_version *out);

#endif
