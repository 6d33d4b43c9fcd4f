/* Counters in tables, in any language: a whole number that each visit finds higher, alone among rows that stay. Pure. */
#ifndef JUDGE_COUNTING_H
#define JUDGE_COUNTING_H

#include "judge/evidence.h"

/* Where the past keeps that the number of a place did not only rise. */
uint64_t counting_fell_key(const struct judge_piece *p);
/* Notes of what changed whether a number of a table did anything but rise. O(words of such a row). */
void counting_learn(struct past *past, const struct judge_pieces *pieces);
/* Whether a piece is such a counter as far as some visits can tell; `changed`: how many found something else there. O(pieces). */
bool counting_goes_on(const struct evidence_context *c, const struct judge_piece *p, uint32_t changed);

#endif
