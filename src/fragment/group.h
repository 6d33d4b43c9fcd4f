/* What both ways of finding shared fragments have in common: the nodes that are left, the group of a leader, the judgement over it. For
 * shared.c, buckets.c and index.c. */
#ifndef FRAGMENT_GROUP_H
#define FRAGMENT_GROUP_H

#include "fragment/shared.h"

struct grouping {
    struct arena *arena; /* of the result */
    const struct pool *pool;
    struct shared_options options;
    bool *done;          /* by class: its nodes are in a fragment, or in a group that was turned down */
    uint32_t *mark;      /* by node: the innermost fragment around it; NONE: none */
    uint32_t *of;        /* by node: its own fragment */
    VEC(uint32_t) group; /* classes of the leader's group, the leader first */
    VEC(struct shared_fragment) fragment;
    VEC(uint32_t) node, parent;
    uint64_t n_comparisons;
};

/* Whether class `b` belongs to the group of leader `a`, whose sizes are near each other. */
bool group_match(struct grouping *g, uint32_t a, uint32_t b);
/* Whether their sizes are. */
bool group_near(const struct grouping *g, uint32_t a, uint32_t b);
/* The fewest shingles that a class may have and still be in a group with one of n: samples are of about one size as their texts are, but
 * for what rounding takes. Where one has far fewer, its text repeats itself or is tiny, and cannot have most of the other's windows. */
static inline double group_partner_min(const struct grouping *g, uint32_t n)
{
    return g->options.near * n - 1;
}
/* Judges the group and empties it. */
void group_judge(struct grouping *g);

/* The paper's way: node buckets. */
void buckets_find(struct grouping *g);
/* By an index. */
int index_find(struct grouping *g, struct err *e) MUST_CHECK;

#endif
