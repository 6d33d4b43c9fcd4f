/* Stretches of a page in which one text gives way to another, followed from version to version by the comparison itself.
 *
 * A place is known again by its name (judge/pieces.h): the elements around it, and what stays beside it. Where adverts, counters and
 * notices stand side by side nothing stays beside them for long, and a place has another name on each visit. A spot is known by where it
 * lies: in elements of the same kinds, between the same two sentences that stay.
 *
 *     old   A  [advert 1]           [12 online]  B        A and B stay. The brackets are two spots, by the elements around them;
 *     new   A  [advert 2] [notice]  [15 online]  B        the notice is a third one where its elements are others.
 *
 * Where texts come and none goes, at the top of a list, is no spot: something must have given way there. What is known of a spot is kept
 * like that of any place, under a key of its own (past_spot_key()). Pure. */
#ifndef JUDGE_SPOTS_H
#define JUDGE_SPOTS_H

#include "base/vec.h"
#include "judge/past.h"
#include "judge/pieces.h"

/* The sentences of one path between two that stay, before and now. */
struct spot {
    struct past_spot known;      /* most 0: nothing was known of it */
    uint32_t gap;                /* where it lies, on both sides */
    uint32_t n[2];               /* blocks that hold its text, in the old page and in the new one */
    uint32_t first[2], last[2];  /* sentences */
    uint32_t n_gone, n_returned; /* texts that went; that came and were there before */
    bool touched, gave_way;      /* something came or went there now; something went */
};

struct spots {
    VEC(struct spot) item;
    uint32_t *gap[2]; /* by sentence: 1 + the new sentence that stays before it; 0: none does */
    const struct delta *delta;
    bool probe;
};

/* Finds the spots of a change and sets spot_key of the pieces that lie at one. `probe`: the new page is a second answer of the same moment,
 * so that whatever differs lies at one. O(sentences) where there is a spot, else O(pieces). */
void spots_find(struct arena *a, const struct delta *d, const struct past *past, bool probe, struct judge_pieces *pieces,
                struct spots *out);
/* Keeps where they lie: in the new page, or after a probe, which leaves the page as it was, in the old one. After evidence_learn(). */
void spots_keep(const struct spots *s, struct past *past);

#endif
