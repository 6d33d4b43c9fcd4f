/* What runs by itself: counters, times that pass, what a machine writes. A part of judge/evidence.h. Pure. */
#ifndef JUDGE_EVIDENCE_COUNT_H
#define JUDGE_EVIDENCE_COUNT_H

#include "judge/evidence.h"

/* Whether only a counter counted on, or a time ran: "3 users online", "3 hours ago". */
bool evidence_is_count(const struct evidence_context *c, const struct judge_piece *piece);

#endif
