/* In: two pages. Out: E, and the reason that weighs most. One line for each stage of the way. */
#include "judge/weigh.h"

#include "compare/vidiff.h"
#include "judge/importance.h"
#include "segment/block.h"
#include "segment/vixml.h"

static int document_of(struct arena *a, const struct page *page, struct vixml *out, struct err *e)
{
    struct layout layout;
    struct blocks blocks;
    if (layout_estimate(a, page, &layout, e) || segment_page(a, page, &layout, BLOCK_PDOC, &blocks, e)
        || vixml_build(a, &blocks, STR(""), out, e))
        return e->code;
    return 0;
}

int weigh_pages(struct arena *a, const struct page *old, const struct page *new, struct weighed *out, struct err *e)
{
    struct vixml before, after;
    struct videlta delta;
    struct importance found;
    if (document_of(a, old, &before, e) || document_of(a, new, &after, e))
        return e->code;
    vidiff(a, &before, &after, &(struct vidiff_options){ 0 }, &delta);
    importance_of(a, &(struct importance_input){ .old = &before, .new = &after, .delta = &delta, .weights = &importance_weights },
                  &found);
    *out = (struct weighed){ found.value, found.n ? found.block[0].why : STR("") };
    return 0;
}
