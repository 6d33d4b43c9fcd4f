/* A time that is said by how far away it is, and said differently when a day has passed: "yesterday" becomes "on Sunday", then "last week".
 * Pure. */
#ifndef JUDGE_RELATIVE_H
#define JUDGE_RELATIVE_H

#include "judge/pieces.h"

/* Whether a sentence of which words stay tells nothing but the same day in other words. One weekday for another is an event put off; so
 * is a day that is further ahead than it was. Which day the visit is on, and whether doors are open on it, is said of that day alone.
 * O(words that changed x phrases of events.def). */
bool relative_retold(const struct delta *d, const struct judge_piece *p);

#endif
