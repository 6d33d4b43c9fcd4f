/* Words that say the same in another form: "98.00" is worth what "98" was, and "FEES" is "Fees". Pure. */
#ifndef JUDGE_PIECE_SAME_H
#define JUDGE_PIECE_SAME_H

#include "judge/piece_side.h"
#include "judge/pieces.h"

/* What a piece was found in. */
struct piece_pair {
    const struct delta *delta;
    const struct piece_side *old, *new;
};

/* Whether a word of a side came or went. */
static inline bool piece_is_other(const struct delta *d, const struct piece_side *s, uint32_t w)
{
    return s->partner[w] == NONE && piece_counts(d, s->change[w]);
}

/* Counts such words of the piece as words that stay. O(words of its sentence). */
void piece_same_keep(const struct piece_pair *pair, struct judge_piece *p);
/* Whether a line that came has all words of letters of one that went, at its begin and its end, and some more: "Mill: 3 guests, no boats at
 * night", which was "Mill: 7 guests". O(words of both). */
bool piece_extends(const struct piece_pair *pair, const struct judge_piece *came, const struct judge_piece *gone);

#endif
