/* The extended edit distance: how often a text was changed by add, drop, copy, shrink, replace and move.
 *
 * Kwon, Lee, Kim, section 4, phases 2 to 4; phase 1, the common subsequence, comes in, and phase 5 is the sum, ied_distance(). */
#ifndef COMPARE_IED_H
#define COMPARE_IED_H

#include "compare/sequence.h"

/* A text as words: symbols of one table. */
struct text {
    const uint32_t *symbol;
    uint32_t n;
};

/* How often a word stands in the old text and in the new one. */
struct tally {
    uint32_t count[2];
};

struct text_pair {
    struct text text[2];       /* old, new */
    const struct tally *tally; /* by symbol */
    uint32_t n_symbols;
};

/* What an operation costs; the others cost 1. Both lie between 0 and 1. */
struct costs {
    double copy; /* a: of "copy" and "shrink" */
    double move; /* b */
};

/* How often each operation is used. */
struct operations {
    uint32_t add, drop, copy, shrink, replace, move;
};

/* By symbol, in the arena. O(words + symbols). */
struct tally *ied_tally(struct arena *a, struct text old, struct text new, uint32_t n_symbols);

/* The operations beside a common subsequence that is kept. Of equal words left over, the first ones move first. What they cost is not
 * always the least, and depends on the subsequence: docs/design/metrics.md. O(words left over + symbols). */
void ied_operations(const struct text_pair *pair, const struct runs *kept, struct costs cost, struct operations *out);

static inline double ied_distance(const struct operations *o, struct costs cost)
{
    return (double)o->add + o->drop + o->replace + cost.copy * ((double)o->copy + o->shrink) + cost.move * o->move;
}

#endif
