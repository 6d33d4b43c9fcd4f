/* What changed between two versions of a page, as the L-P algorithm sees it (section 5, phases 1 and 2): which nodes of the new AF tree are
 * as they were, elsewhere, or other than before. Both trees need shingles of all nodes, with samples of one size (LP_SHINGLE). */
#ifndef FRAGMENT_LP_H
#define FRAGMENT_LP_H

#include "fragment/af.h"

enum lp_status { LP_UNCHANGED, LP_POSITION, LP_VALUE };

struct lp_options {
    double similar;      /* OvlpThrsld: what a node must have in common with another to be compared with it */
    double child_change; /* ChildChangeThreshold: the share of children whose change is a change of their parent */
    uint32_t min_bytes;  /* MinFragSize */
};

#define LP_DEFAULT \
    { \
        .similar = 0.3, .child_change = 0.5, .min_bytes = 30 \
    }
/* Samples as large as similarity needs them: small nodes whole. */
#define LP_SHINGLE \
    { \
        .window = SHINGLE_WINDOW, .sample_min = SHINGLE_SAMPLE_MAX, .sample_max = SHINGLE_SAMPLE_MAX, .bits = SHINGLE_BITS \
    }

struct lp {
    const struct af *old, *new;
    uint8_t *status; /* by node of the new tree: enum lp_status */
    uint32_t *match; /* by node of the new tree: the node of the old one it was compared with; NONE: it is new */
    uint32_t *from;  /* by node of the old tree: the node that was matched with it; NONE: it is gone */
    bool drastic;    /* the page changed as a whole, or has little in common with the old one: a new base is due */
};

/* Everything lies in the arena. O(nodes x shingles x nodes that share one), rare shingles first. */
void lp_compare(struct arena *a, const struct af *old, const struct af *new, const struct lp_options *options, struct lp *out);

/* Matches what was replaced by something that is not similar, by place: a new node with the old one that is gone from the same place under
 * the same parent, counted from the first child, else from the last: an advert below a list stays the advert when the list grows. Their
 * status stays. */
void lp_match_places(struct lp *lp);

/* The same for places that hold one thing after another, as a list does: of what was replaced, things of one kind (tag, id, classes) go
 * together, at the same place or in their order; of other kinds only what stands among things that stayed. The new item on top of a list
 * has the slot of the one that fell off at its end. Where it cannot be told which of two came instead, neither did: what is new must not
 * pass for what changes all the time. */
void lp_match_slots(struct lp *lp);

/* Phase 2: the nodes of the new tree that are fragments, in document order: the highest ones below the page itself that changed in value,
 * and those that changed in position, of at least min_bytes. */
uint32_t *lp_fragments(struct arena *a, const struct lp *lp, uint32_t min_bytes, uint32_t *n);

#endif
