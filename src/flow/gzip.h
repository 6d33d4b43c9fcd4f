/* Files in gzip (RFC 1952), as sitemaps come: what a server packs for the way is unpacked with its answer, a packed file is not.
 *
 *     if (gzip_is(body)) gzip_unpack(a, body, MIB(10), &text, e)
 *
 * Pure; O(bytes of both). */
#ifndef FLOW_GZIP_H
#define FLOW_GZIP_H

#include "base/arena.h"

bool gzip_is(struct str s);
/* All members of the file, one behind the other; the text lies in the arena. E_LIMIT: it would be longer than max_bytes, of which no more
 * is ever unpacked; E_FORMAT: it is damaged or breaks off. */
int gzip_unpack(struct arena *a, struct str packed, size_t max_bytes, struct str *out, struct err *e) MUST_CHECK;

#endif
