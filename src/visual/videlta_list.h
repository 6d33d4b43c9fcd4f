/* The rule by which a list of items becomes the next one, for those who make a delta and those who apply it. */
#ifndef VISUAL_VIDELTA_LIST_H
#define VISUAL_VIDELTA_LIST_H

#include "visual/videlta.h"

struct vi_list_item {
    uint64_t id;
    struct vi_thing thing;
};

/* Changes by block, as two lists of numbers: those that take something out of an old block (or change it there), and those that put
 * something into a new one. */
struct vi_ways {
    const struct videlta *delta;
    const uint32_t *old_of, *new_of; /* per change: the numbers of its blocks, VIXML_NONE for none */
    uint32_t *out_start, *out;       /* of old block i: out[out_start[i]] up to out[out_start[i + 1]] */
    uint32_t *in_start, *in;
};

/* What old block `from` (VIXML_NONE: there was none) had, and new block `to` has. */
struct vi_list {
    uint32_t from, to;
    enum vi_kind kind;
    struct vi_list_item *item;
    uint32_t n;
    uint32_t missing; /* where the rule cannot be followed: the change that wants what is not there */
};

/* The caller has set delta, old_of and new_of. O(changes + blocks). */
void vi_ways_open(struct vi_ways *w, struct arena *a, uint32_t n_old, uint32_t n_new);

/* How many things of one kind a block has, and the things; at most one text. */
uint32_t vi_list_size(const struct vixml *x, uint32_t block, enum vi_kind kind);
void vi_list_of(const struct vixml *x, uint32_t block, enum vi_kind kind, struct vi_list_item *out);

/* Fills item and n by the rule: what is kept, in its order, with updates in place, then what arrives in the order of the delta. False
 * where something that is to be taken out is not there. O(n) expected. */
bool vi_list_next(struct arena *a, const struct vi_ways *w, const struct vixml *old, struct vi_list *list);

/* The places in `list` of the things that `wanted` has, in the order of `wanted`; NULL where the order is the same already. The two hold
 * the same things. O(n) expected. */
uint32_t *vi_list_places(struct arena *a, const struct vi_list *list, const struct vi_list_item *wanted);

#endif
