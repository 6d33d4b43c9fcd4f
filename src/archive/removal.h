/* The end of a watch: a page that is no longer wanted, the pages that were followed from it, and, where that is asked for, its versions. */
#ifndef ARCHIVE_REMOVAL_H
#define ARCHIVE_REMOVAL_H

#include "archive/target.h"

struct removal {
    bool purge;    /* the page goes with all its versions */
    bool followed; /* pages that are watched because links of this one were followed go too */
};

struct removed {
    uint32_t n_followed; /* pages that were followed from it: removed with it, or still watched */
};

/* Inside the transaction that is open, or one of its own. E_USAGE: the caller does not watch it, or others do and it was to be purged. A
 * page that nobody watches any more is not fetched any more. O(watches of the caller) where links of the page were followed. */
int removal_do(const struct caller *c, const struct target *t, const struct removal *how, struct removed *out, struct err *e)
    MUST_CHECK;

/* All that the caller watches with this tag, at once. *n: how many pages. O(watches of the caller). */
int removal_tagged(const struct caller *c, struct str tag, uint32_t *n, struct err *e) MUST_CHECK;

#endif
