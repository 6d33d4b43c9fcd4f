/* Lines that two rows have in common, in the same order: what stands between two of them is all that may have changed. Pure. */
#ifndef JUDGE_ANCHORS_H
#define JUDGE_ANCHORS_H

#include "base/arena.h"

struct anchor_line {
    uint64_t hash;  /* equal for equal lines */
    uint32_t words; /* that it has */
    bool stays;     /* the first that stays on one side is the first on the other, and so on */
};

/* Finds which lines stay, on both sides. O(n log n). */
void anchors_find(struct arena *a, struct anchor_line *old, uint32_t n_old, struct anchor_line *new, uint32_t n_new);

#endif
