/* In: a page and a choice of layout. Out: its blocks. */
#include "segment/cutter.h"

int cutter_cut(const struct cutter *c, struct arena *a, const struct page *page, struct blocks *out, struct err *e)
{
    struct layout layout;
    int failed;

    if (c && c->cut)
        return c->cut(c->self, a, page, out, e);
    return (failed = layout_estimate(a, page, &layout, e)) ? failed : segment_page(a, page, &layout, BLOCK_PDOC, out, e);
}
