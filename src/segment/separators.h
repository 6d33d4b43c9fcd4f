/* The gaps between the pieces of a region, and how strongly each separates. Private to segment/. */
#ifndef SEGMENT_SEPARATORS_H
#define SEGMENT_SEPARATORS_H

#include "segment/rules.h"

enum axis { AXIS_DOWN, AXIS_ACROSS }; /* a gap between what is above and below; between left and right */

struct separator {
    float from, to;
    uint8_t axis;
    uint8_t weight; /* SEPARATOR_MIN ... */
};

enum { SEPARATOR_MIN = 2, SEPARATOR_SCALE_MAX = 19 };

/* From where to where something reaches along an axis. */
struct span {
    float from, to;
};

struct separators {
    struct arena *arena;
    VEC(struct separator) item;
    VEC(uint64_t) edge; /* while sorting: starts and ends of the pieces */
    VEC(struct span) span;
    VEC(uint64_t) column; /* where a column ends and the next begins, sorted */
};

/* Fills out->item, of each axis in order of place. O(pieces log pieces). */
void separators_find(const struct scene *s, const struct rule_pool *pool, struct separators *out);

/* The degree of coherence of what such a gap cuts: 1 for the widest, 10 for the least. A fixed scale, so that one new gap on a page does
 * not shift all the others. */
unsigned separator_doc(unsigned weight);

#endif
