/* Rows that are listed again: "Mill Lane" with another day is not what was there before. Pure. */
#ifndef JUDGE_RETURNS_H
#define JUDGE_RETURNS_H

#include "judge/past.h"
#include "judge/pieces.h"

/* By sentence of the new page: it came in a row, item or card of which all is new, and that has a day nobody has seen there; or in a long
 * table or text that came as a whole, and is not known as a whole. NULL: there is none. In the arena of the pieces. O(pieces, and the
 * words of records with a day). */
const bool *returns_renewed(const struct delta *d, const struct past *past, const struct judge_pieces *pieces);

#endif
