/* Lines that only go with what they stand beside: who wrote it, where it is filed, how to share it, whether it helped. Pure. */
#ifndef JUDGE_TRIMMINGS_H
#define JUDGE_TRIMMINGS_H

#include "judge/pieces.h"

/* Whether a sentence of the page is such a line and nothing else, by its words or by the names of the elements around it. A heading never
 * is, nor is data. O(bytes of a short sentence + the names around it). */
bool is_trimming(const struct page *p, const struct sentence *s);

/* Marks the pieces that are such lines. O(pieces). */
void trimmings_find(const struct delta *d, struct judge_pieces *pieces);

#endif
