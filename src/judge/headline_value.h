/* What a piece of a change is worth as a headline. Pure. */
#ifndef JUDGE_HEADLINE_VALUE_H
#define JUDGE_HEADLINE_VALUE_H

#include "judge/headline.h"

/* Writes the value of each: 0: it is not quoted. `item` in the order of the page. O(pieces). */
void headline_values(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n);

#endif
