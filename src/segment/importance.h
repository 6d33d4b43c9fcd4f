/* How much of a page's weight each block carries: I(block) of Vi-DIFF (section 6) by the features of Song et al. (WWW 2004). */
#ifndef SEGMENT_IMPORTANCE_H
#define SEGMENT_IMPORTANCE_H

#include "segment/block.h"

enum { IMPORTANCE_LEVELS = 4 };

enum feature {
#define FEATURE(NAME, w1, w2, w3, w4) FEATURE_##NAME,
#include "segment/importance.def"
#undef FEATURE
    FEATURES
};

/* The features of every leaf, by block; of the others nothing. Shares are of the page's total. O(nodes + words). */
int importance_features(struct arena *a, struct blocks *b, const struct layout *layout, float (**out)[FEATURES], struct err *e)
    MUST_CHECK;

/* Sets level and importance of every block. Rules of the user come after this: they multiply a leaf's importance and sum up again
 * (importance_sum). `layout` may be NULL: then the boxes of the blocks are all that is known of places. */
int importance_rate(struct arena *a, struct blocks *b, const struct layout *layout, struct err *e) MUST_CHECK;
/* Makes the leaves' importance sum up to 1 and gives every parent the sum of its leaves. */
void importance_sum(struct blocks *b);

#endif
