/* Pages cut into blocks, for tests: from a literal with the estimate, and the laws that hold of every segmentation. */
#ifndef TESTS_SEGMENT_CUTS_H
#define TESTS_SEGMENT_CUTS_H

#include "segment/block.h"
#include "tests/page/pages.h"

struct cut {
    const struct page *page;
    struct layout layout;
    struct blocks blocks;
};

__attribute__((unused)) static struct cut *cut_page(struct arena *a, const struct page *page, unsigned pdoc)
{
    struct cut *c = NEW(a, struct cut);

    c->page = page;
    if (layout_estimate(a, page, &c->layout, NULL) || segment_page(a, page, &c->layout, pdoc, &c->blocks, NULL))
        abort();
    return c;
}

__attribute__((unused)) static struct cut *cut_html(struct arena *a, struct str html, unsigned pdoc)
{
    return cut_page(a, page_from(a, html, STR("")), pdoc);
}

/* The first element with this id; ends the test where there is none. */
__attribute__((unused)) static uint32_t by_id(const struct page *p, const char *id)
{
    struct str value;

    for (uint32_t i = 0; i < p->dom.n; i++) {
        if (p->dom.node[i].kind == NODE_ELEMENT && dom_attr(&p->dom, i, STR("id"), &value) && str_eq(value, str_of(id)))
            return i;
    }
    abort();
}

static bool box_inside(struct box in, struct box out)
{
    const float slack = 0.5f;

    return in.x >= out.x - slack && in.y >= out.y - slack && in.x + in.w <= out.x + out.w + slack
           && in.y + in.h <= out.y + out.h + slack;
}

static const char *check_block(const struct blocks *b, uint32_t i)
{
    const struct block *block = &b->block[i], *parent = &b->block[block->parent];

    if (block->end <= i || block->end > b->n || (i && (block->parent >= i || block->end > parent->end)))
        return "a block is not in its parent's range";
    if (block->doc < 1 || block->doc > 10 || (i && block->doc < parent->doc))
        return "a degree of coherence is out of range or below the parent's";
    if (block->box.w < 0 || block->box.h < 0 || !(block->box.y >= 0))
        return "a box has no size";
    if (i && block->box.w > 0 && !box_inside(block->box, parent->box))
        return "a box is not in its parent's";
    if (!block_is_leaf(b, i) && block->node != block->node_end)
        return "a block with children owns nodes";
    for (uint32_t k = block->node + 1; k < block->node_end; k++) {
        if (b->node[k] < b->page->dom.node[b->node[k - 1]].end)
            return "a leaf's nodes are not apart and in document order";
    }
    return NULL;
}

/* NULL where the laws of segment.c hold, else the one that does not. */
__attribute__((unused)) static const char *laws_of_blocks(const struct cut *c)
{
    const struct blocks *b = &c->blocks;
    const struct page *p = c->page;

    if (b->n == 0)
        return "there is no block";
    for (uint32_t i = 0; i < b->n; i++) {
        const char *broken = check_block(b, i);
        if (broken)
            return broken;
    }
    for (uint32_t k = 1; k < b->n_nodes; k++) {
        if (b->root[k].node < p->dom.node[b->root[k - 1].node].end)
            return "two leaves share nodes";
    }
    for (uint32_t i = p->body; i < p->dom.n; i++) {
        bool words = p->dom.node[i].kind == NODE_TEXT && p->first_word[i] < p->first_word[i + 1];
        if (words && !(p->flags[i] & NODE_HIDDEN) && block_of_node(b, i) == NONE)
            return "a text with words is in no leaf";
    }
    for (uint32_t i = 0; i < p->n_links; i++) {
        if (p->link[i].node > p->body && !(p->flags[p->link[i].node] & NODE_HIDDEN) && block_of_thing(b, p->link[i].node) == NONE)
            return "a link is in no leaf";
    }
    return NULL;
}

#endif
