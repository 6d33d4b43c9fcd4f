/* Lines of which a part is noise: what changes beside it is a piece of its own.
 *
 * In "Phone 01234 5678, page made in 0.23 s" the last number differs on every visit. That is known of the line (judge/traces.h), as its
 * middle: the words between those that stayed each time. Where the telephone number changes, people want to know, though the line is one
 * that always changes; and they want to read of the number alone. Pure. */
#ifndef JUDGE_MIDDLE_H
#define JUDGE_MIDDLE_H

#include "judge/past.h"
#include "judge/pieces.h"

/* Leaves of each piece that reaches beyond the noisy middle of its line only what lies beside it, at the side where more changed. It has
 * names of its own then, of which the past knows nothing. After traces_find(), before anything is asked of the pieces. O(pieces + words of
 * such lines). */
void middle_narrow(struct arena *a, const struct delta *d, const struct past *past, struct judge_pieces *pieces);
/* Moves the middle of the trace of such a piece to where it lies now. Sentence `was` of the old page is `is` on the new one. False: it
 * cannot be said where that is. */
bool middle_keep(struct past_trace *t, const struct delta *d, const struct judge_piece *p, uint32_t was, uint32_t is);

#endif
