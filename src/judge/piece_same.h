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

/* Counts such words of the piece as words that stay. O(words of its sentence). */
void piece_same_keep(const struct piece_pair *pair, struct judge_piece *p);

#endif
