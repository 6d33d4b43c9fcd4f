/* Lines that were edited, followed from version to version by the comparison itself.
 *
 * A line is known again by its words that stay (judge/piece_side.h). Where a visit changes other words of it than the visit before ("fog,
 * wind 6" to "fog, wind 4", then to "rain, wind 5"), other words stay each time, and the line has several names. A trace is known by where
 * the line stands: the comparison says which sentence of the new version is which of the old one. Pure. */
#ifndef JUDGE_TRACES_H
#define JUDGE_TRACES_H

#include "judge/past.h"
#include "judge/pieces.h"

/* Sets `trace` of the pieces that are a line with one. O(pieces). */
void traces_find(const struct delta *d, const struct past *past, struct judge_pieces *pieces);
/* Counts what changed and keeps where the lines stand: in the new page, or after a probe, which leaves the page as it was, in the old one.
 * After traces_find(). O(pieces + traces). */
void traces_keep(const struct delta *d, const struct judge_pieces *pieces, bool probe, struct past *past);
/* The sentence of the old page that a piece was; NONE: it is none that was edited. `last`: see sentence_near(). */
uint32_t trace_line_before(const struct delta *d, const struct judge_piece *p, uint32_t *last);
/* That of a piece; NULL: it has none, or reaches beyond it. */
const struct past_trace *trace_of(const struct past *past, const struct judge_piece *p);
/* That of the line of a piece; NULL: it has none. */
const struct past_trace *trace_of_line(const struct past *past, const struct judge_piece *p);

#endif
