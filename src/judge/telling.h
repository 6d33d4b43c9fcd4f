/* What somebody is told of a version after all: some of its changes and nothing else. Pure. */
#ifndef JUDGE_TELLING_H
#define JUDGE_TELLING_H

#include "judge/excerpt.h"
#include "judge/held.h"

enum { TELLING_PARTS = 32 }; /* that are listed of one version */

/* The changes of a version as a person may speak of them, each by its number in the list, from 1 on. `past`: what was known of the page
 * when the change came. `announced`: what speaks for itself was told already, and is left out unless that is all. In the arena. */
struct held_changes telling_parts(struct arena *a, const struct delta *d, const struct past *past,
                                  const struct judge_pieces *pieces, bool announced);

struct telling {
    struct str headline, keys; /* what is announced, and where it stands (judge/lessons.h) */
    struct excerpts excerpts;
    uint32_t n_changes, words_inserted, words_deleted;
};

/* In the arena. O(parts). */
struct telling telling_make(struct arena *a, const struct delta *d, const struct held_change *const *part, uint32_t n);

#endif
