/* In: a remembered segmentation and a page of the same form. Out: the page's blocks.
 *
 * The tree, the nodes, the boxes and the degrees of coherence are copied; words, links, images, ids and importance come from the new page.
 * Nothing is laid out and nothing is cut. Cost: O(nodes + words), most of it for counting and importance. */
#include "segment/memory.h"

#include "segment/form.h"
#include "segment/importance.h"

bool memory_fits(const struct memory *m, const struct page *page)
{
    return m->structure == page->structure[0] && m->n_page <= page->dom.n && m->form == form_of(page);
}

int memory_fill(struct arena *a, const struct memory *m, const struct page *page, struct blocks *out, struct err *e)
{
    const struct blocks *was = &m->blocks;
    struct blocks b = { .page = page, .source = LAYOUT_CACHED, .width = was->width, .height = was->height };

    b.block = NEW_ARRAY(a, struct block, was->n);
    b.node = NEW_ARRAY(a, uint32_t, was->n_nodes);
    memcpy(b.block, was->block, was->n * sizeof *b.block);
    memcpy(b.node, was->node, was->n_nodes * sizeof *b.node);
    b.n = was->n;
    b.n_nodes = was->n_nodes;
    block_fill(a, &b);
    *out = b;
    return importance_rate(a, out, NULL, e);
}
