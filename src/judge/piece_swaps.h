/* Which pieces took the place of others: an advert for an advert. A part of judge/pieces.h. Pure. */
#ifndef JUDGE_PIECE_SWAPS_H
#define JUDGE_PIECE_SWAPS_H

#include "judge/piece_same.h"

/* Sets `swapped` of the pieces; their place_key is known. O(pieces), and the words of a few that came where others went. */
void piece_swaps_find(struct arena *a, const struct piece_pair *pair, struct judge_piece *item, uint32_t n);

#endif
