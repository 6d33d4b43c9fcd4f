/* The augmented fragment tree (section 3.2 of the paper) as a view of the page model.
 *
 *     page                                        AF tree
 *     <div><p>One <b>two</b></p>tail <i>x</i></div>    0 div  "One two tail x"
 *                                                       1 p     "One two"
 *                                                       2 run   "tail x"
 *
 * Formatting, links and other inline markup are no nodes; an element that holds just what its child holds is one node with it, the outer
 * of the two. Text between nodes is a leaf of its own, a run. The SubtreeValue of a node is a range of one text: the page's words with
 * single spaces between them, an image or another atom as eight bytes.
 *
 * Nodes are in document order; the subtree of i is [i, node[i].end). Everything lies in the arena given to af_build(); the page must live
 * as long. */
#ifndef FRAGMENT_AF_H
#define FRAGMENT_AF_H

#include "fragment/shingle.h"
#include "page/page.h"

struct af_node {
    uint32_t node;   /* of the page: the element; of a run its first node */
    uint32_t parent; /* of the root: 0 */
    uint32_t end;
    uint32_t from, to; /* SubtreeValue: bytes [from, to) of the text */
    uint32_t place;    /* among the children of its parent, from 0 */
    uint32_t n_children;
    uint32_t stands_for;          /* nodes that the paper's tree has here: itself, wrappers that hold the same, its text */
    bool run;                     /* text between nodes, no element */
    uint64_t id;                  /* NodeID: the places on the way from the root, as one number */
    uint64_t value;               /* SubtreeValue as one number: equal for equal words */
    uint64_t kind;                /* tag, id and classes as one number, names with digits left out: equal for items of one list */
    uint32_t shingle, n_shingles; /* SubtreeShingles: a range of af->shingle[]; none where the node is smaller than asked for */
};

struct af {
    const struct page *page;
    struct str text;
    struct af_node *node; /* none where the page has no words */
    uint32_t n;
    uint64_t *shingle;
    uint64_t n_hashes,
        n_hashes_direct; /* what af_shingle() computed; what it would take for every node of the paper's tree by itself */
};

/* The tree without shingles. O(nodes + words). E_LIMIT: over the arena's budget. */
int af_build(struct arena *a, const struct page *p, struct af *out, struct err *e) MUST_CHECK;

/* Shingles of all nodes of at least min_bytes, hierarchically (HiSh, section 3.3): each window is hashed once, in the lowest node that
 * holds all of it. */
int af_shingle(struct arena *a, struct af *t, const struct shingle_options *o, uint32_t min_bytes, struct err *e) MUST_CHECK;

static inline uint32_t af_bytes(const struct af *t, uint32_t i)
{
    return t->node[i].to - t->node[i].from;
}

static inline struct str af_value(const struct af *t, uint32_t i)
{
    return (struct str){ t->text.ptr + t->node[i].from, af_bytes(t, i) };
}

static inline struct shingles af_shingles(const struct af *t, uint32_t i)
{
    return (struct shingles){ t->shingle + t->node[i].shingle, t->node[i].n_shingles };
}

/* Where the page's nodes of node `i` end. A run goes on to the next node of the tree, or to the end of its parent. */
uint32_t af_node_end(const struct af *t, uint32_t i);

#endif
