/* How much the change between two pages matters, from the pages alone: blocks, Vi-DIFF, weft's own importance. Pure. */
#ifndef JUDGE_WEIGH_H
#define JUDGE_WEIGH_H

#include "judge/importance.h"
#include "segment/cutter.h"

struct weighed {
    double importance; /* 0 to 1 */
    struct str why;    /* of the block with the largest share, in words; empty where no block changed */
};

/* What earlier versions tell of the two that are compared (judge/churn.h), and what changed without a word. */
struct weigh_history {
    const bool *noise;                    /* nodes of the new page that change on every visit */
    const float *old_factor, *new_factor; /* per word: what it weighs by its history */
    const struct judge_fact *fact;        /* of the new page; outlive the rows */
    uint32_t n_facts;
};

struct weigh_input {
    const struct page *old, *new;        /* of one symbol table */
    const struct weigh_history *history; /* NULL: nothing is known */
    const struct cutter *cutter;         /* what cuts both; NULL: the estimate */
};

/* O(n log n). E_LIMIT: more blocks than a document may have. */
int weigh_pages(struct arena *a, const struct weigh_input *in, struct weighed *out, struct err *e) MUST_CHECK;

/* The importance alone, the same as above without a cutter: no page is cut. `history` may be NULL. O(n) where little differs. */
double weigh_places(struct arena *a, const struct judge_places *old, const struct judge_places *new,
                    const struct weigh_history *history);

/* The part of both pages that somebody looks at, by node. */
struct weigh_part {
    const bool *old_node, *new_node;
    bool chosen; /* they selected it: it is what the page is about to them. Else they ignore the rest */
};

/* The importance of what changed in it. What stands elsewhere counts nothing. */
double weigh_part(struct arena *a, const struct judge_places *old, const struct judge_places *new,
                  const struct weigh_history *history, const struct weigh_part *part);

/* Lets the words of both rows, and the links and pictures of the new one, weigh by their history. */
void weigh_by_history(const struct weigh_history *history, struct judge_words *old, struct judge_words *new);

/* One version: its blocks, its document and its words. */
struct weigh_version {
    struct blocks blocks;
    struct vixml document;
    struct judge_words words;
};

int weigh_version_of(struct arena *a, const struct cutter *cutter, const struct page *page, struct str name,
                     struct weigh_version *out, struct err *e) MUST_CHECK;

#endif
