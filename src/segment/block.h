/* A page cut into blocks: what a reader sees as one thing (Vi-DIFF, section 3; VIPS).
 *
 * block[] is in document order of the block tree (preorder), as node[] of the page is: block 0 is the whole page, the blocks inside
 * block i are [i + 1, block[i].end). A leaf block owns nodes of the page, given as whole subtrees; blocks above it own what theirs own. */
#ifndef SEGMENT_BLOCK_H
#define SEGMENT_BLOCK_H

#include "segment/layout.h"

struct block {
    uint32_t parent; /* of the first block: 0 */
    uint32_t end;
    uint32_t number;         /* among the children of its parent, from 1 */
    uint32_t node, node_end; /* of blocks->node[]: roots of its subtrees, in document order; empty where it is no leaf */
    struct box box;          /* shrunk to what is seen of it */
    uint8_t doc;             /* degree of coherence, 1 (loose) to 10 */
    uint8_t level;           /* of importance, 1 (noise) to 4 (what the page is about) */
    float importance;        /* share of the page's: the leaves' sum is 1, a parent's is that of its leaves */
    uint64_t id;             /* of the content; equal for equal words, links and images */
    uint32_t n_links, n_images, n_words;
    float image_area; /* px^2 of the pictures in a leaf */
};

/* The root of one of a leaf's subtrees. */
struct block_root {
    uint32_t node, block;
};

struct blocks {
    const struct page *page;
    enum layout_source source;
    float width, height;
    struct block *block;
    uint32_t n;
    uint32_t *node;
    uint32_t n_nodes;
    struct block_root *root; /* the same nodes in document order, each with its leaf */
};

#define BLOCK_PDOC 7 /* the permitted degree of coherence where none is asked for: notes in docs/design/segment.md */

/* Cuts the page. O(nodes log nodes). */
int segment_page(struct arena *a, const struct page *page, const struct layout *layout, unsigned pdoc, struct blocks *out,
                 struct err *e) MUST_CHECK;

/* Counts, ids and the index of blocks whose tree and nodes are there: for what makes blocks. O(nodes of the roots + links log roots). */
void block_fill(struct arena *a, struct blocks *b);

static inline bool block_is_leaf(const struct blocks *b, uint32_t i)
{
    return b->block[i].end == i + 1;
}

/* As JSON: what `weft segment --format json` prints. */
void blocks_json(struct arena *a, const struct blocks *b, struct buf *out);

/* "1.2.1": the first block is "1", its second child "1.2". */
struct str block_ref(struct arena *a, const struct blocks *b, uint32_t i);
/* The leaf block that owns the node; NONE where none does. O(log blocks). */
uint32_t block_of_node(const struct blocks *b, uint32_t node);
/* The leaf of a link or an image; of one that lies around leaves (<a> around blocks) the first in it. O(log blocks). */
uint32_t block_of_thing(const struct blocks *b, uint32_t node);

#endif
