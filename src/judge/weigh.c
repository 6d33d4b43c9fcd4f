/* In: two pages. Out: E, and the reason that weighs most. One line for each stage of the way. */
#include "judge/weigh.h"

#include "base/vec.h"
#include "visual/vidiff.h"
#include "judge/churn.h"
#include "judge/importance.h"
#include "segment/block.h"
#include "visual/vixml.h"

/* One version: its blocks and its document. Leaves have the same order in both. */
struct version {
    struct blocks blocks;
    struct vixml document;
};

static int version_of(struct arena *a, const struct cutter *cutter, const struct page *page, struct version *out, struct err *e)
{
    if (cutter_cut(cutter, a, page, &out->blocks, e) || vixml_build(a, &out->blocks, STR(""), &out->document, e))
        return e->code;
    return 0;
}

/* The share of a block's words that churn. */
static double churning(const struct blocks *b, const struct block *block, const bool *noise)
{
    const struct page *p = b->page;
    uint32_t all = 0, churn = 0;
    for (uint32_t k = block->node; k < block->node_end; k++) {
        uint32_t root = b->node[k], end = p->first_word[p->dom.node[root].end];
        for (uint32_t w = p->first_word[root]; w < end; w++)
            churn += noise[p->word[w].node];
        all += end - p->first_word[root];
    }
    return all ? (double)churn / all : 0;
}

/* A block that changes at every visit loses weight (section 6: importance by history). */
void weigh_history(struct arena *a, const struct blocks *blocks, const struct vixml *document, const bool *noise,
                   struct importance_factors *out)
{
    double always = importance_of_history(CHURN_VERSIONS, CHURN_VERSIONS);
    uint32_t leaf = 0;
    for (uint32_t i = 0; i < blocks->n; i++) {
        if (!block_is_leaf(blocks, i))
            continue;
        while (++leaf < document->n && !vixml_is_leaf(document, leaf))
            ;
        double share = churning(blocks, &blocks->block[i], noise);
        if (share > 0)
            *VEC_ADD(a, out) = (struct importance_factor){ .block = leaf,
                                                           .factor = 1 - share * (1 - always),
                                                           .why = STR("it is other at every visit") };
    }
}

int weigh_pages(struct arena *a, const struct weigh_input *pages, struct weighed *out, struct err *e)
{
    struct version before, after;
    struct videlta delta;
    struct importance found;
    if (version_of(a, pages->cutter, pages->old, &before, e) || version_of(a, pages->cutter, pages->new, &after, e))
        return e->code;
    vidiff(a, &before.document, &after.document, &(struct vidiff_options){ 0 }, &delta);
    struct importance_input in = {
        .old = &before.document, .new = &after.document, .delta = &delta, .weights = &importance_weights
    };
    struct importance_factors factors = { 0 };
    if (pages->noise)
        weigh_history(a, &after.blocks, &after.document, pages->noise, &factors);
    in.factor = factors.item;
    in.n_factors = factors.n;
    importance_of(a, &in, &found);
    *out = (struct weighed){ found.value, found.n ? found.block[0].why : STR("") };
    return 0;
}
