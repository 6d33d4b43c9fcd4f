/* Which operations of a delta a reader would see.
 *
 * A page that is cut into blocks anew may be cut in other places, though its words are the same. The delta must name every block that is
 * another, or it could not be applied; people are told of what differs on the page. Where documents without a page are compared, their
 * blocks are all there is, and every operation on them is told. */
#ifndef SHOW_VIDIFF_TOLD_H
#define SHOW_VIDIFF_TOLD_H

#include "judge/changed.h"

/* The words of one version by block, in their order. */
struct told_side {
    const struct vixml *document;
    const struct judge_words *words;
    const uint8_t *fate;
    uint32_t *start; /* per block, and one more: its first in token[] */
    uint32_t *token; /* numbers of words */
    uint32_t *stays; /* per word: how many before it stay; equal on both sides for words that stand between the same ones */
};

struct vidiff_told {
    struct told_side old, new;
    bool *change, *structure;             /* by number in the delta */
    uint32_t n;                           /* operations that are told */
    uint32_t regrouped[VI_STRUCTURE_OPS]; /* operations on blocks that are not, though nothing else brought them along */
    uint32_t regrouped_things;            /* links, images and texts that are in another block and in the same place */
};

struct told_input {
    const struct vixml *old, *new;
    const struct videlta *delta; /* of these two, not read from a file */
    const struct judge_words *old_words, *new_words;
    bool pages; /* they were cut from pages */
};

/* O(words + blocks log blocks + operations). */
void vidiff_told_find(struct arena *a, const struct told_input *in, struct vidiff_told *out);

#endif
