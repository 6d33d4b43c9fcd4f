/* What turns a page into blocks: weft's own estimate of a layout, or one that comes from elsewhere (flow/render.h has a browser's). So a
 * pure stage can ask for blocks without knowing where layouts come from. */
#ifndef SEGMENT_CUTTER_H
#define SEGMENT_CUTTER_H

#include "segment/block.h"

typedef int cut_page(void *self, struct arena *a, const struct page *page, struct blocks *out, struct err *e);

struct cutter {
    cut_page *cut; /* NULL: the estimate */
    void *self;
};

/* The blocks of the page, as coherent as BLOCK_PDOC says. `c` may be NULL: the estimate. */
int cutter_cut(const struct cutter *c, struct arena *a, const struct page *page, struct blocks *out, struct err *e) MUST_CHECK;

#endif
