/* The end of a watch: a page that is no longer wanted, the pages that were followed from it, and, where that is asked for, its versions. */
#ifndef ARCHIVE_REMOVAL_H
#define ARCHIVE_REMOVAL_H

#include "archive/target.h"

struct removal {
    bool purge;    /* the page goes with all its versions */
    bool followed; /* pages that are watched because links of this one were followed go too */
};

/* A watch that was ended, as it was: what brings it back. */
struct ended_watch {
    int64_t page, added_at, seen;
    struct str settings, secrets;
    struct store_lessons lessons;
};

struct ended_watches {
    int64_t user; /* whose they were */
    struct ended_watch *item;
    uint32_t n;
};

struct removed {
    uint32_t n_followed;        /* pages that were followed from it: removed with it, or still watched */
    int64_t n_sentinels;        /* of the caller that stand on it and find nothing there any more */
    struct ended_watches ended; /* in the caller's arena; none where they were purged */
};

/* Inside the transaction that is open, or one of its own. E_USAGE: the caller does not watch it, or others do and it was to be purged. A
 * page that nobody watches any more is not fetched any more. O(watches of the caller) where links of the page were followed. */
int removal_do(const struct caller *c, const struct target *t, const struct removal *how, struct removed *out, struct err *e)
    MUST_CHECK;

/* All that the caller watches with this tag, at once, with what was followed from it. O(watches of the caller). */
int removal_tagged(const struct caller *c, struct str tag, struct removed *out, struct err *e) MUST_CHECK;

/* A copy in another arena: whoever may want it back keeps it. */
struct ended_watches ended_copy(struct arena *a, const struct ended_watches *from);
/* The caller watches them again as they did, with what they had seen and taught; those that they watch again already are left alone.
 * E_DENIED: they were not theirs. */
int removal_undo(const struct caller *c, const struct ended_watches *ended, struct err *e) MUST_CHECK;

#endif
