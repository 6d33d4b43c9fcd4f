/* The changes of a version as a person speaks of them: which they mean, and what they are told of it after all. Pure. */
#ifndef JUDGE_TELLING_H
#define JUDGE_TELLING_H

#include "judge/excerpt.h"
#include "judge/held.h"

enum {
    TELLING_PARTS = 1000, /* of one version that have a number: what a person looks through */
    TELLING_CHOSEN = 5,   /* by somebody who names none */
};

/* The changes of a version as a person may speak of them, each by its number in the list, from 1 on; the numbers are the same whatever is
 * done with the version. Those that whoever is told of the version is told of are `told`. `past`: what was known of the page when the
 * change came, by which the pieces are followed as they were then; `taught`: what they had taught of it; NULL: nothing. In the arena. */
struct held_changes telling_parts(struct arena *a, const struct delta *d, const struct past *past, const struct lessons *taught,
                                  struct judge_pieces *pieces);

/* Those that are meant by somebody who wants to be told and names none: the ones nearest to news and no others, else the next counter would
 * be announced with them. Words of the content; else other words and figures; else what was there before; else adverts, links, other
 * capitals or signs; else what changes by itself; codes last. `announced`: the version was, so what was held back of it is meant, if
 * anything was. By part, false before; the first TELLING_CHOSEN. */
void telling_choose(const struct held_changes *all, bool announced, bool *chosen);

struct telling {
    struct str headline, keys; /* what is announced, and where it stands (judge/lessons.h) */
    struct excerpts excerpts;
    uint32_t n_changes, words_inserted, words_deleted;
};

/* What an act of this kind about these parts teaches (judge/lessons.h). In the arena. O(pieces). */
struct str telling_keys(struct arena *a, const struct delta *d, const struct held_change *const *part, uint32_t n,
                        enum lesson_kind kind);

/* In the arena. O(parts). */
struct telling telling_make(struct arena *a, const struct delta *d, const struct held_change *const *part, uint32_t n);
/* Whether such a headline has the words of a part. */
bool telling_says(struct str headline, struct str what);

#endif
