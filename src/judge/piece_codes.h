/* Words that are codes by what they took the place of. A part of judge/pieces.h. Pure. */
#ifndef JUDGE_PIECE_CODES_H
#define JUDGE_PIECE_CODES_H

#include "judge/piece_same.h"

/* Counts such words of the piece as codes, and gives them that shape. O(words of its sentence). */
void piece_codes_find(const struct piece_pair *pair, struct judge_piece *p);

#endif
