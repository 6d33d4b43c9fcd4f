/* The longest rising run: which of some numbers can stay where they are, so that the fewest others have to move. */
#ifndef VISUAL_RISING_H
#define VISUAL_RISING_H

#include "base/arena.h"

/* Marks in stays[] the members of a longest subsequence of value[] that goes up strictly. O(n) where all do, O(n log n) else. */
void rising_mark(const uint32_t *value, uint32_t n, bool *stays);

#endif
