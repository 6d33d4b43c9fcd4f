/* In how many pages of an archive each word stands: what COS weighs words by. */
#ifndef CLI_FREQUENCIES_H
#define CLI_FREQUENCIES_H

#include "base/map.h"
#include "compare/metrics.h"

/*     AUTO(frequencies) f = { 0 };
 *     if (frequencies_read(&f, "weft.db", e)) return e->code;
 *     options.corpus = &f.corpus; */
struct frequencies {
    struct corpus corpus;
    struct arena arena;
    struct map count; /* by the hash of a word: pages that have it */
};

/* Counts the newest version of every page that is neither suspect nor lost. Every one is read: O(bytes of all of them). */
int frequencies_read(struct frequencies *f, const char *store, struct err *e) MUST_CHECK;
void frequencies_drop(struct frequencies *f);

#endif
