/* The tree of regions that segment.c cuts a page into, and how it becomes blocks. Private to segment/. */
#ifndef SEGMENT_REGIONS_H
#define SEGMENT_REGIONS_H

#include "base/vec.h"
#include "segment/block.h"
#include "segment/scene.h"

/* A block while the tree grows: children as a list, in order. */
struct region {
    uint32_t parent, first, last, next; /* NONE: none */
    uint32_t root, root_end;            /* of regions.root */
    uint64_t key;                       /* of a region that went through cut_region(), where keys are wanted */
    uint8_t doc, round;
    bool whole; /* nothing more is to be cut */
};

struct regions {
    struct arena *arena;
    VEC(struct region) region;
    VEC(uint32_t) root; /* nodes */
};

/* A new last child of `parent` (NONE: the first region of all); its number. */
uint32_t regions_add(struct regions *r, uint32_t parent, unsigned round);

/* Tree, nodes and boxes of the blocks. O(nodes). */
void regions_write(const struct regions *r, const struct scene *s, struct blocks *out);

#endif
