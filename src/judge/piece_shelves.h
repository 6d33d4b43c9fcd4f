/* Pieces that lie where nearly everything comes and goes: cards of goods, adverts. A part of judge/pieces.h. Pure. */
#ifndef JUDGE_PIECE_SHELVES_H
#define JUDGE_PIECE_SHELVES_H

#include "judge/piece_side.h"
#include "judge/pieces.h"

/* Sets `shelf` of the pieces; their path_key is known. O(pieces + sentences). */
void piece_shelves_find(struct arena *a, const struct piece_side *old_side, const struct piece_side *new_side,
                        struct judge_piece *item, uint32_t n);

#endif
