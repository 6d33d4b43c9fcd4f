/* What one person taught weft of one page: changes at some places are news to them, or are not, or nothing in a part of the page is.
 *
 *     lessons_open(&lessons, a)
 *     lessons_add(&lessons, LESSON_DISMISSED, keys)      for each act of the person, the oldest first: a later one overrules
 *     lessons_ask(&lessons, delta, piece)                what they taught of such a piece
 *     lessons_keys(a, delta, pieces, kind)               what an act teaches: the keys of the places in a change
 *
 * Places have the names that the page's past gives them (judge/pieces.h), so that a lesson holds for the next visits of a page of any kind.
 * Pure. */
#ifndef JUDGE_LESSONS_H
#define JUDGE_LESSONS_H

#include "base/map.h"
#include "judge/excerpt.h"
#include "judge/past.h"
#include "judge/pieces.h"

enum lesson_kind {
    LESSON_NONE,
    LESSON_TOLD,      /* changes at this place are news */
    LESSON_DISMISSED, /* they are not; new sentences there still are */
    LESSON_PART,      /* nothing in this part of the page is */
};

enum { LESSON_KEYS = 64 }; /* of one act: more places than a person has looked at */

struct lessons {
    struct map kind; /* by key of a place or a part */
    bool parts;      /* some speak of parts */
};

void lessons_open(struct lessons *l, struct arena *a);
/* Keys as lessons_keys() wrote them; what cannot be read teaches nothing. */
void lessons_add(struct lessons *l, enum lesson_kind kind, struct str keys);
/* `lessons` may be NULL: nothing was taught. O(1); O(headings) where parts were dismissed. */
enum lesson_kind lessons_ask(const struct lessons *l, const struct delta *d, const struct judge_piece *piece);

/* How many keys there are in such a text. */
uint32_t lessons_count(struct str keys);

/* The places that an act about this change speaks of, as text. Who wants to be told means the content, where some of it changed. */
struct str lessons_keys(struct arena *a, const struct delta *d, const struct judge_pieces *pieces, enum lesson_kind kind);

/* ---- One change of several ---- */

/* A change of a version, as a person may speak of it. */
struct lesson_part {
    uint32_t number;      /* from 1 on */
    struct str what, why; /* in the page's own words; why it is held back */
    bool constant;        /* it stands in a part that is different on most visits */
    const struct judge_piece *piece;
};

struct lesson_parts {
    struct lesson_part *item; /* what somebody may want after all comes first */
    uint32_t n;
};

enum { LESSON_PARTS = 32 };

/* `past`: what was known of the page when the change came. In the arena. */
struct lesson_parts lessons_parts(struct arena *a, const struct delta *d, const struct past *past,
                                  const struct judge_pieces *pieces);

/* What is announced, and taught, where somebody wants to be told of some parts: these and nothing else. */
struct lesson_told {
    struct str headline, keys;
    struct excerpts excerpts;
    uint32_t n_changes, words_inserted, words_deleted;
};
struct lesson_told lessons_tell(struct arena *a, const struct delta *d, const struct lesson_part *part, uint32_t n);

#endif
