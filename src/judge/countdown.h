/* Clocks that count down to something, as pages show them: figures in boxes of their own with the units of time beside them, "12 days", "04
 * hours", "31 minutes". Pure. */
#ifndef JUDGE_COUNTDOWN_H
#define JUDGE_COUNTDOWN_H

#include "judge/pieces.h"

/* Whether all that the piece says anew, or does not say any more, stands in such a clock. O(words of the piece). */
bool countdown_changed(const struct delta *d, const struct judge_piece *p);

#endif
