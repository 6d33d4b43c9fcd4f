/* What two strings of bytes have in common, as the source of a patch wants it. */
#ifndef SHOW_EDITS_H
#define SHOW_EDITS_H

#include "base/arena.h"

/* old[a .. a+n) equals new[b .. b+n), in bytes */
struct kept_bytes {
    size_t a, b, n;
};

struct edits {
    struct kept_bytes *item; /* in order, never touching on both sides; the last is the end of both: n = 0 */
    uint32_t n;
};

/* Tags, words and runs of white space are compared as wholes, so that what is kept reads well and no UTF-8 character is cut. Pieces too
 * short to be worth an own entry are left out. O(bytes) and the sequence engine. */
int edits_find(struct arena *a, struct str old, struct str new, struct edits *out, struct err *e) MUST_CHECK;

#endif
