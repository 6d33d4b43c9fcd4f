/* Fragments that pages share (section 4 of the paper): exactly, or so nearly that one copy could stand for all.
 *
 * Nodes are taken from the largest to the smallest. Each is compared with those of about its size; it and those whose shingles overlap by
 * at least `match` are a group. A group on at least `share` pages is a fragment, unless all its nodes lie in one fragment found before:
 * then it is shared only because that one is. Nodes of a fragment, and of a group that was turned down so, are done with.
 * Two ways give the same fragments: the paper's, which compares with every node of the size (SHARED_PAPER), and one that asks an index of
 * shingles whom to compare with (SHARED_INDEX). */
#ifndef FRAGMENT_SHARED_H
#define FRAGMENT_SHARED_H

#include "fragment/pool.h"

enum {
    SHARED_BYTES_MIN = 30, /* MinFragSize: the paper's */
    SHARED_PAGES_MIN = 2,  /* ShareFactor */
};
#define SHARED_MATCH 0.9 /* MinMatchFactor: the middle one of the paper's three */
#define SHARED_NEAR 0.9  /* P: the paper found it right for most sites */

enum shared_way { SHARED_INDEX, SHARED_PAPER };

struct shared_options {
    uint32_t share; /* ShareFactor: pages, at least 2 */
    double match;   /* MinMatchFactor, above 0 to 1; 1: equal values, not only equal samples */
    double near;    /* P: sizes that are compared, the smaller over the larger. 0: SHARED_NEAR, or `match` where that is less */
    enum shared_way way;
};

struct shared_fragment {
    uint32_t bytes; /* of its largest node */
    uint32_t n_pages;
    uint32_t node, node_end; /* of shared->node[], in the order of pages and places */
    uint32_t parent,
        parent_end; /* of shared->parent[]: fragments that hold one of its nodes next; empty: it stands in pages alone */
    bool exact;     /* all its nodes are equal */
};

struct shared {
    const struct pool *pool;
    struct shared_fragment *fragment; /* the largest first; the fragment's id is its number here, from 1 */
    uint32_t n;
    uint32_t *node; /* of the pool */
    uint32_t n_nodes;
    uint32_t *parent; /* numbers of fragments, rising */
    uint32_t n_parents;
    uint32_t *of;           /* by node of the pool: the number of its fragment; NONE: none */
    uint64_t n_comparisons; /* of samples */
};

/* Everything lies in the arena. O(nodes x nodes of a size) by the paper's way; by the index O(nodes + shingles + pairs that share some). */
int shared_find(struct arena *a, const struct pool *pool, const struct shared_options *options, struct shared *out, struct err *e)
    MUST_CHECK;

/* Bytes of text that need not be there again where the fragment is kept once. */
static inline uint64_t shared_saves(const struct shared_fragment *f)
{
    return (uint64_t)f->bytes * (f->node_end - f->node - 1);
}
/* Numbers of all fragments, those that save most first; in the arena. */
uint32_t *shared_by_saving(struct arena *a, const struct shared *s);

/* "100 MB of pages are 70 MB when each fragment is kept once": bytes of all pages, and with each shared fragment once. */
void shared_storage(const struct shared *s, uint64_t *pages, uint64_t *fragments);

#endif
