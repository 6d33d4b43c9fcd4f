/* Spans of time in a line: "within 30 days", "14 Werktage", "2 to 3 weeks". They say how long something takes or may take, where a date
 * says when it is. Pure. */
#ifndef JUDGE_PERIODS_H
#define JUDGE_PERIODS_H

#include "judge/pieces.h"

/* Whether all times of the piece that came, or that went where none came, are of spans: a number with a unit behind it. O(words). */
bool periods_changed(const struct delta *d, const struct judge_piece *p);
/* Whether it is a value of a table that is a span of days, months, years: what the row names takes or holds so long. Hours and minutes run
 * by themselves there as often. O(words). */
bool periods_are_terms(const struct delta *d, const struct judge_piece *p);
/* Whether a time changed that is told in two units, the smaller one of them hours, minutes or such: "20 days and 2 hours". Nobody sets a
 * time limit like that; it counts down, or up. O(words). */
bool periods_count_down(const struct delta *d, const struct judge_piece *p);

#endif
