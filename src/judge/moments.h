/* Elements that have a full day or moment in an attribute, and say in words how long ago that is: <time datetime="2031-05-03">4d</time>.
 * Those words run by the clock, in any language. Pure. */
#ifndef JUDGE_MOMENTS_H
#define JUDGE_MOMENTS_H

#include "judge/ago.h"

/* Whether all words that came and went stand in such elements: of the same moment on both pages, or, where nothing stands in the place of
 * the other, in one that holds a number and a unit of time alone. Dates and times of day are somebody's words. O(attributes around the
 * words). */
bool moments_retold(struct ago_lists *l, const struct delta *d, const struct judge_piece *p);

#endif
