/* Lists that show the latest of something: a feed, the last fifteen days of a status page. What falls off their end is not news, what
 * comes at their beginning is. Pure. */
#ifndef JUDGE_WINDOW_H
#define JUDGE_WINDOW_H

#include "judge/piece_side.h"
#include "judge/pieces.h"

/* Sets `end` of pieces of the old page that made room for others, and `latest` of those that came. O(sentences log
 * sentences) where something went. */
void window_find(struct arena *a, const struct piece_side *old, const struct piece_side *new, struct judge_piece *pieces,
                 uint32_t n);

#endif
