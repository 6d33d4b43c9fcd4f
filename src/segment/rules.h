/* The thirteen dividing rules of VIPS: which nodes of a region are its blocks in one round. Private to segment/. */
#ifndef SEGMENT_RULES_H
#define SEGMENT_RULES_H

#include "base/vec.h"
#include "segment/scene.h"

struct piece {
    uint32_t node;
    uint8_t doc; /* the rules' own degree of coherence */
};

struct rule_pool {
    struct arena *arena;
    VEC(struct piece) piece;
    VEC(uint64_t) open; /* nodes still to be looked at, with what is known of them */
};

enum { RULES_ROUNDS = 10 };

/* Fills pool->piece with the blocks below the roots, in document order. Round 0 divides down to what is about 350 x 400 px, each later
 * one finer. O(nodes looked at). */
void rules_extract(const struct scene *s, const uint32_t *root, uint32_t n, unsigned round, struct rule_pool *pool);

#endif
