/* In how many pages of an archive each word stands: what COS weighs words by. */
#ifndef ARCHIVE_FREQUENCIES_H
#define ARCHIVE_FREQUENCIES_H

#include "archive/caller.h"
#include "base/map.h"
#include "compare/metrics.h"

/*     AUTO(frequencies) f = { 0 };
 *     if (frequencies_read(&f, &caller, e)) return e->code;
 *     options.corpus = &f.corpus; */
struct frequencies {
    struct corpus corpus;
    struct arena arena;
    struct map count; /* by the hash of a word: pages that have it */
};

/* Counts, of every page that the caller may see, the newest version that is neither suspect nor lost. Every one is read: O(bytes of all
 * of them). */
int frequencies_read(struct frequencies *f, const struct caller *c, struct err *e) MUST_CHECK;
void frequencies_drop(struct frequencies *f);

#endif
