/* How much the change between two pages matters, from the pages alone: blocks, Vi-DIFF, E of section 6. Pure. */
#ifndef JUDGE_WEIGH_H
#define JUDGE_WEIGH_H

#include "judge/importance.h"
#include "segment/cutter.h"

struct weighed {
    double importance; /* E: 0 to 1 */
    struct str why;    /* of the block with the largest share, in words; empty where no block changed */
};

struct weigh_input {
    const struct page *old, *new; /* of one symbol table */
    const bool
        *noise; /* nodes of the new page that change on every visit (judge/churn.h): a block weighs the less, the more of its words
                          they have; NULL: none are known */
    const struct cutter *cutter; /* what cuts both; NULL: the estimate */
};

/* O(n log n). E_LIMIT: more blocks than a document may have. */
int weigh_pages(struct arena *a, const struct weigh_input *in, struct weighed *out, struct err *e) MUST_CHECK;

struct importance_factors {
    struct importance_factor *item;
    uint32_t n, room;
};

/* Adds a factor for each block with words that churn, by the share that they are. `document` was built from `blocks`, `noise` belongs to
 * their page. O(words). */
void weigh_history(struct arena *a, const struct blocks *blocks, const struct vixml *document, const bool *noise,
                   struct importance_factors *out);

#endif
