/* Data, which is news however often its place changes: versions, values, entries of rows. A part of judge/habit.h. Pure. */
#ifndef JUDGE_HABIT_DATA_H
#define JUDGE_HABIT_DATA_H

#include "judge/evidence.h"

enum { HABIT_ENTRY_WORDS = 3 }; /* a value has no more, without its unit */

/* Whether a version came to a sentence: one of the content, or one around it that speaks of versions. O(words of the sentence). */
bool habit_brings_version(const struct delta *d, const struct judge_piece *piece);
/* Whether it is a number that stands by itself, in a cell or with its label elsewhere. */
bool habit_is_value(const struct delta *d, const struct judge_piece *piece);
/* Whether it is a number or a state in a row of a table, with its unit. O(words of the cell). */
bool habit_is_entry(struct state_lists *lists, const struct delta *d, const struct judge_piece *piece);
/* Whether it is such a number, or one with a label that is no counter. O(words of the sentence). */
bool habit_is_data(const struct evidence_context *c, const struct judge_piece *piece);

#endif
