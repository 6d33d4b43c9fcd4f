/* Whether two segmentations are the same: trees, nodes, degrees, boxes, contents, importance. */
#ifndef TESTS_SEGMENT_SAME_H
#define TESTS_SEGMENT_SAME_H

#include "segment/memory.h"

static bool same_block(const struct block *x, const struct block *y)
{
    return x->parent == y->parent && x->end == y->end && x->number == y->number && x->node == y->node && x->node_end == y->node_end
           && x->doc == y->doc && x->level == y->level && x->id == y->id && x->n_words == y->n_words && x->n_links == y->n_links
           && x->n_images == y->n_images && memcmp(&x->box, &y->box, sizeof x->box) == 0
           && memcmp(&x->importance, &y->importance, sizeof x->importance) == 0;
}

/* NULL, or what is not the same. */
__attribute__((unused)) static const char *differ(const struct blocks *x, const struct blocks *y)
{
    if (x->n != y->n || x->n_nodes != y->n_nodes)
        return "not as many blocks or nodes";
    for (uint32_t i = 0; i < x->n; i++) {
        if (!same_block(&x->block[i], &y->block[i]))
            return "a block differs";
    }
    return x->n_nodes && memcmp(x->node, y->node, x->n_nodes * sizeof *x->node) ? "a node differs" : NULL;
}

/* Segments `new` afresh and from what is remembered of `old`; NULL, or how the two differ. *filled tells whether no layout was needed. */
__attribute__((unused)) static const char *check_memory(struct arena *a, const struct page *old, const struct page *new,
                                                        bool *filled, struct segment_result *again)
{
    struct layout was, is;
    struct segment_input in = { .page = old, .layout = &was, .pdoc = BLOCK_PDOC };
    struct segment_result first;
    struct blocks fresh, cached;
    const char *how;

    if (layout_estimate(a, old, &was, NULL) || segment_remember(a, &in, &first, NULL) || layout_estimate(a, new, &is, NULL)
        || segment_page(a, new, &is, BLOCK_PDOC, &fresh, NULL))
        return "it cannot be cut";
    *filled = memory_fits(&first.memory, new);
    if (*filled && (memory_fill(a, &first.memory, new, &cached, NULL) || (how = differ(&cached, &fresh))))
        return "filled from memory, the blocks are not those of a fresh segmentation";
    in = (struct segment_input){ .page = new, .layout = &is, .pdoc = BLOCK_PDOC, .old = &first.memory };
    if (segment_remember(a, &in, again, NULL) || (how = differ(&again->blocks, &fresh)))
        return "cut again in part, the blocks are not those of a fresh segmentation";
    return NULL;
}

#endif
