/* The detection graph (section 4.3, Figure 4): which changes of which pages make which events of which sentinels.
 *
 *     page ---> change (a type and a reference) ---> operators ---> sentinel
 *
 * Equal specifications are one node: a hundred sentinels that ask for the links of a page share one computation for each version of
 * it, and equal combinations share their state. A node's key is a hash of all that it means, the same in every process: state is kept
 * by it.
 *
 * The state of an operator depends on what came before it, so operators are shared only where they have seen the same. In the recent
 * context an occurrence that began before a sentinel did is left out for it and nothing else differs, so those are shared whatever the
 * times; in the other contexts, where events are used up, only by sentinels that begin at the same moment.
 *
 * Invariants: parts have lower numbers than the node that they are parts of; keys are unique. Pure. O(expressions). */
#ifndef EVENT_DETECTION_H
#define EVENT_DETECTION_H

#include "event/world.h"
#include "page/page.h"

enum detect_kind {
    DETECT_CHANGE,  /* a leaf: a change of a page */
    DETECT_OR,      /* any part */
    DETECT_ALL,     /* `count` different parts: AND where it is all of them */
    DETECT_SEQ,     /* part 0 ends before part 1 begins */
    DETECT_BETWEEN, /* the same of parts 0 and 2, with no part 1 between them */
    DETECT_UNLESS,  /* part 0, with no part 1 inside it */
    DETECT_PLUS,    /* `ms` after part 0 ends */
};

struct detect_node {
    enum detect_kind kind;
    uint64_t key;
    uint32_t *part;
    uint32_t n_parts;
    uint32_t *above; /* nodes that it is a part of */
    uint32_t n_above;
    uint32_t *root; /* sentinels whose event it is: numbers of root[] */
    uint32_t n_roots;
    enum event_context context;
    uint32_t count;
    int64_t ms, within_ms; /* within_ms 0: any length */
    /* a leaf: */
    uint32_t page; /* of page[] */
    struct change_type type;
    enum compare_kind compare;
    uint32_t compare_n;
    int64_t
        from_at; /* where it counts: of references that count versions, and of state that is not shared over time; else INT64_MIN */
};

struct detect_page {
    struct str address;
    uint32_t *leaf; /* numbers of nodes */
    uint32_t n_leaves;
};

struct detect_root {
    uint32_t sentinel; /* of world->item */
    uint32_t node;
};

struct detection {
    const struct world *world;
    struct detect_node *node;
    uint32_t n;
    struct detect_page *page;
    uint32_t n_pages;
    struct detect_root *root;
    uint32_t n_roots;
};

/* Nodes of one graph: what 100,000 sentinels of ten words each need. */
#define DETECTION_NODES_MAX 4000000u

/* Of all sentinels that are not disabled; the world has its times. E_LIMIT: too many nodes. */
int detection_build(struct arena *a, const struct world *w, struct detection *out, struct err *e) MUST_CHECK;

/* What a node means, in the language: "links", "AND", "SEQ". */
void detect_node_print(const struct detection *d, uint32_t node, struct buf *out);

/* The graph for people: as text, indented from each sentinel down to its pages; for Graphviz; as a picture. `only` may name one
 * sentinel; empty: all of them. */
void detection_text(const struct detection *d, struct str only, struct buf *out);
void detection_dot(const struct detection *d, struct str only, struct buf *out);
void detection_svg(struct arena *a, const struct detection *d, struct str only, struct buf *out);

#endif
