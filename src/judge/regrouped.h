/* Entries that moved below another heading: a plan with "In progress" and "Done", a board, a list by kind. Pure. */
#ifndef JUDGE_REGROUPED_H
#define JUDGE_REGROUPED_H

#include "judge/piece_side.h"
#include "judge/pieces.h"

/* Sets `regrouped` of pieces that moved, where they stand and where they stood. O(SECTION_LOOKS x depth) for each of them. */
void regrouped_find(struct arena *a, const struct delta *d, const struct piece_side *old, const struct piece_side *new,
                    struct judge_piece *pieces, uint32_t n);

#endif
