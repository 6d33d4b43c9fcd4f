/* A new version of a Vi-XML document and the true delta, from a seed (Vi-DIFF, section 7.2).
 *
 * Shares are of the links and of the images of the document, each; of texts only updates are made, as in the paper; `blocks` is the
 * share of leaf blocks for each of insert, delete, move, split and merge. A share above 0 makes one operation at least, where the
 * document has a place for it.
 *
 * Operations that nobody could tell apart from others are not made: what is deleted, updated or moved has a name that no other link (or
 * image) of the document has, and a block that is deleted, moved or merged has content that no other block has. The same seed gives the
 * same version; no clock is asked. */
#ifndef VISUAL_SIMULATE_H
#define VISUAL_SIMULATE_H

#include "visual/videlta.h"

struct simulate_options {
    double insert, delete, update, move, blocks; /* 0 to 1 */
    uint64_t seed;
};

/* O(items + blocks). */
void simulate(struct arena *a, const struct vixml *old, const struct simulate_options *options, struct vixml *new,
              struct videlta *truth);

#endif
