/* Paths of many nodes of one page: /html/body/div[2]/p, as dom_path() writes them.
 *
 * dom_path() looks at all siblings for each path; here they are counted once: O(nodes) to open, O(depth) a path. */
#ifndef PAGE_PATHS_H
#define PAGE_PATHS_H

#include "base/buf.h"
#include "parse/dom.h"

struct paths {
    const struct dom *dom;
    uint32_t *place; /* by node: its number among the siblings of its name, from 1; 0 where it is the only one */
};

/* The arrays lie in the arena; the dom must live as long. */
void paths_open(struct paths *p, struct arena *a, const struct dom *d);
void paths_add(const struct paths *p, uint32_t node, struct buf *out);

#endif
