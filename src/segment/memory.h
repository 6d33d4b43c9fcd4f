/* How a page was cut, kept for its next version: the layout source `cached`.
 *
 *     segment_remember(a, &in, &result, e);                       the first version: blocks and what to keep of them
 *     if (memory_fits(&result.memory, &page))                     the next one
 *         memory_fill(a, &result.memory, &page, &blocks, e);      same form: no layout, no segmentation
 *     else
 *         in.old = &result.memory, segment_remember(...)          only what looks different is cut again
 *
 * What "same" means: the form of a page (segment/form.h) is all that weft's own layout reads; pages of one form have the same blocks with
 * the same boxes, and the remembered ones are exactly those that segment_page() would find. A memory made with a browser's layout trusts
 * that the same form is drawn the same way. */
#ifndef SEGMENT_MEMORY_H
#define SEGMENT_MEMORY_H

#include "segment/block.h"

struct memory_region {
    uint32_t parent, first, next; /* NONE: none */
    uint32_t root, root_end;      /* of memory->root */
    uint64_t key;                 /* of all that decided how it was cut; 0: it was cut as a part of another */
    uint8_t doc;
};

/* It lies in the arena it was made in. */
struct memory {
    uint64_t structure, form; /* of the page */
    unsigned pdoc;
    struct blocks blocks; /* trees, nodes, boxes and degrees count; the page is gone */
    struct memory_region *region;
    uint32_t n_regions;
    uint32_t *root; /* nodes of the regions */
    uint32_t n_roots;
    uint32_t n_page; /* past the last node that the blocks own */
};

struct segment_input {
    const struct page *page;
    const struct layout *layout;
    unsigned pdoc;
    const struct memory *old; /* of an earlier version; NULL: none */
};

struct segment_result {
    struct blocks blocks;
    struct memory memory;
    uint32_t n_cut;    /* regions that were looked at and cut */
    uint32_t n_reused; /* regions that were taken from `old` with all below them */
};

/* Cuts the page and remembers how. What looks as it did when `old` was made is not cut again; the blocks are those of segment_page(). */
int segment_remember(struct arena *a, const struct segment_input *in, struct segment_result *out, struct err *e) MUST_CHECK;

/* Whether the page has the remembered form. O(nodes + bytes of attributes), less where the structure differs. */
bool memory_fits(const struct memory *m, const struct page *page);
/* The blocks of a page that fits, filled from it. Source LAYOUT_CACHED. O(nodes + words). */
int memory_fill(struct arena *a, const struct memory *m, const struct page *page, struct blocks *out, struct err *e) MUST_CHECK;

/* As bytes, and back. E_FORMAT: they are none, or damaged. O(bytes). */
void memory_write(const struct memory *m, struct buf *out);
int memory_read(struct arena *a, struct str bytes, struct memory *out, struct err *e) MUST_CHECK;

#endif
