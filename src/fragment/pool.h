/* The nodes of many pages' AF trees, side by side, and nothing else of the pages: what fragments are looked for in.
 *
 * Nodes with equal SubtreeValue are of one class; the class has size and shingles, a node has page, path and parent. Nodes of one page
 * stand together in document order; those smaller than the least fragment are left out. A page may be thrown away once it was added. */
#ifndef FRAGMENT_POOL_H
#define FRAGMENT_POOL_H

#include "base/map.h"
#include "base/vec.h"
#include "fragment/af.h"

struct pool_node {
    uint32_t page;   /* number, in the order of adding */
    uint32_t parent; /* the nearest node above it that is here; NONE: none */
    uint32_t end;    /* its subtree is [i, end) */
    uint32_t kind;   /* of class[] */
    uint32_t path;   /* for pool_path() */
    uint32_t node;   /* of the page */
    uint32_t next;   /* of its class, in the order of adding; NONE: the last */
};

struct pool_class {
    uint64_t value;
    uint64_t shingle; /* first of pool->shingle[] */
    uint32_t n_shingles;
    uint32_t bytes;
    uint32_t first, last; /* its nodes */
    uint32_t n_nodes;
};

/* One step of a path: the element `name`, number `place` of that name below `parent`. */
struct pool_step {
    uint32_t parent; /* NONE: the root */
    uint32_t name;   /* symbol */
    uint32_t place;  /* 0: the only one */
};

/* The nodes [first, end) of a page. */
struct pool_range {
    uint32_t first, end;
};

struct pool {
    struct arena *arena;
    struct shingle_options options;
    uint32_t min_bytes;
    bool exact;        /* shingles are not kept: only equal values will be asked for */
    bool count_hashes; /* n_hashes is wanted in any case */
    VEC(struct pool_range) page;
    VEC(struct pool_node) node;
    VEC(struct pool_class) kind;
    struct map by_value;
    uint32_t *shingle; /* of all classes, cut short (shingle.h) */
    uint64_t n_shingles, room_shingles;
    struct symbols names;
    VEC(struct pool_step) step;
    struct map by_step;
    uint64_t n_hashes, n_hashes_direct; /* over all pages */
};

void pool_open(struct pool *p, struct arena *a, const struct shingle_options *options, uint32_t min_bytes, bool exact);
/* Builds the page's AF tree and takes its nodes in, as the last page. E_LIMIT: over a budget. */
int pool_add(struct pool *p, const struct page *page, struct err *e) MUST_CHECK;

static inline uint32_t pool_bytes(const struct pool *p, uint32_t node)
{
    return p->kind.item[p->node.item[node].kind].bytes;
}

static inline struct short_shingles pool_shingles(const struct pool *p, uint32_t kind)
{
    return (struct short_shingles){ p->shingle + p->kind.item[kind].shingle, p->kind.item[kind].n_shingles };
}

/* The node's path in its page, as dom_path() writes it. */
void pool_path(const struct pool *p, uint32_t node, struct buf *out);

#endif
