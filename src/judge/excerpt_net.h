/* What stands after several changes of one page, by their excerpts.
 *
 * A step that a later one undid is gone; of words that changed twice the first and the last are left. Words are the same where they stand
 * in the same place with the same words before them, so what was cut off or not quoted is kept as it is. */
#ifndef JUDGE_EXCERPT_NET_H
#define JUDGE_EXCERPT_NET_H

#include "judge/excerpt.h"

/* `step` by time, the oldest first; each loses what does not stand any more. O(excerpts). */
void excerpts_net(struct arena *a, struct excerpts *step, uint32_t n);

#endif
