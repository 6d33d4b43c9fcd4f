/* Lines that only go with what they stand beside: who wrote it, where it is filed, how to share it, whether it helped. Pure. */
#ifndef JUDGE_TRIMMINGS_H
#define JUDGE_TRIMMINGS_H

#include "judge/pieces.h"

/* Marks the pieces that are such lines and nothing else, by their words or by the names of the elements around them. A heading never is,
 * nor is data. O(bytes of short pieces + the names around them). */
void trimmings_find(struct arena *a, const struct delta *d, struct judge_pieces *pieces);

#endif
