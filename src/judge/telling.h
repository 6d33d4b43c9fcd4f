/* What somebody is told of a version after all: some of its changes and nothing else. Pure. */
#ifndef JUDGE_TELLING_H
#define JUDGE_TELLING_H

#include "judge/excerpt.h"
#include "judge/held.h"

enum {
    TELLING_PARTS = 32, /* that are listed of one version */
    TELLING_CHOSEN = 5, /* by somebody who names none */
};

/* The changes of a version as a person may speak of them, each by its number in the list, from 1 on. `past`: what was known of the page
 * when the change came; `taught`: what they had taught of it; NULL: nothing. `announced`: what speaks for itself, or was asked for, was
 * told already, and is left out where other words are left then. In the arena. */
struct held_changes telling_parts(struct arena *a, const struct delta *d, const struct past *past, const struct lessons *taught,
                                  const struct judge_pieces *pieces, bool announced);

/* Whether somebody to whom the version was announced was told of this part. */
bool telling_was_told(const struct held_change *part);

/* Those that are meant by somebody who names none: the ones nearest to news and no others, else the next counter would be announced with
 * them. Words of the content; else other words and figures; else adverts, links, what was there before; else what changes by itself; codes
 * last. By part, false before; the first TELLING_CHOSEN. */
void telling_choose(const struct held_changes *all, bool *chosen);

struct telling {
    struct str headline, keys; /* what is announced, and where it stands (judge/lessons.h) */
    struct excerpts excerpts;
    uint32_t n_changes, words_inserted, words_deleted;
};

/* In the arena. O(parts). */
struct telling telling_make(struct arena *a, const struct delta *d, const struct held_change *const *part, uint32_t n);

#endif
