/* Spans of time in a line: "within 30 days", "14 Werktage", "2 to 3 weeks". They say how long something takes or may take, where a date
 * says when it is. Pure. */
#ifndef JUDGE_PERIODS_H
#define JUDGE_PERIODS_H

#include "judge/pieces.h"

/* Whether all times of the piece that came, or that went where none came, are of spans: a number with a unit behind it. O(words). */
bool periods_changed(const struct delta *d, const struct judge_piece *p);
/* Whether a time changed that is told in two units, the smaller one of them hours, minutes or such: "20 days and 2 hours". Nobody sets a
 * time limit like that; it counts down, or up. O(words). */
bool periods_count_down(const struct delta *d, const struct judge_piece *p);
/* Whether the sentence is one of the figures of a clock that runs down to something, each with its unit in a box of its own below it:
 * "12", "days", "4", "hours". O(1). */
bool periods_is_clock(const struct page *p, uint32_t sentence);

#endif
