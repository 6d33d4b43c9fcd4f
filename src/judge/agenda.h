/* Calendars: lists of dates in order, of which the first are over. Pure. */
#ifndef JUDGE_AGENDA_H
#define JUDGE_AGENDA_H

#include "judge/piece_side.h"
#include "judge/pieces.h"

/* Sets `over` of pieces of the old page that stood at the begin of such a list and went. O(pieces + sentences of the lists that lost
 * any). */
void agenda_find(struct arena *a, const struct delta *d, const struct piece_side *old, const struct piece_side *new,
                 struct judge_piece *pieces, uint32_t n);

#endif
