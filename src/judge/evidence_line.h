/* The line that a piece stands in, as far as it says what the piece is about. A part of judge/evidence.h. Pure. */
#ifndef JUDGE_EVIDENCE_LINE_H
#define JUDGE_EVIDENCE_LINE_H

#include "judge/pieces.h"

/* Adds the line of a piece that has a sentence, behind its label unless it says itself what it is about. O(words of both). */
void evidence_line(const struct delta *d, const struct judge_piece *piece, struct buf *out);

#endif
