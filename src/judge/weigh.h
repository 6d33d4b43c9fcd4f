/* How much the change between two pages matters, from the pages alone: layout by estimate, blocks, Vi-DIFF, E of section 6. Pure. */
#ifndef JUDGE_WEIGH_H
#define JUDGE_WEIGH_H

#include "judge/importance.h"
#include "segment/block.h"

struct weighed {
    double importance; /* E: 0 to 1 */
    struct str why;    /* of the block with the largest share, in words; empty where no block changed */
};

/* Both pages share one symbol table. `noise` marks nodes of the new page that are other at every visit (judge/churn.h): a block weighs the
 * less, the more of its words they have; NULL: none are known. O(n log n). E_LIMIT: more blocks than a document may have. */
int weigh_pages(struct arena *a, const struct page *old, const struct page *new, const bool *noise, struct weighed *out,
                struct err *e) MUST_CHECK;

struct importance_factors {
    struct importance_factor *item;
    uint32_t n, room;
};

/* Adds a factor for each block with words that churn, by the share that they are. `document` was built from `blocks`, `noise` belongs to
 * their page. O(words). */
void weigh_history(struct arena *a, const struct blocks *blocks, const struct vixml *document, const bool *noise,
                   struct importance_factors *out);

#endif
