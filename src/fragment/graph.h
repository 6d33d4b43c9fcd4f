/* The object dependency graph (sections 5 and 6 of the paper): which page or fragment holds which fragment. */
#ifndef FRAGMENT_GRAPH_H
#define FRAGMENT_GRAPH_H

#include "fragment/shared.h"

struct graph_edge {
    uint32_t from; /* below n_pages: a page; else n_pages + the number of a fragment */
    uint32_t to;   /* number of a fragment */
    uint32_t n;    /* how often it stands there */
};

struct graph {
    const struct shared *shared;
    uint32_t n_pages;
    struct graph_edge *edge; /* by from, then by to */
    uint32_t n;
    uint32_t *depth; /* by fragment: the longest way from a page, from 1 */
};

/* Everything lies in the arena. O(nodes x depth). */
void graph_of(struct arena *a, const struct shared *shared, struct graph *out);

#endif
