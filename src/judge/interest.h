/* Which changes of a page somebody asked about: those inside what they selected and outside what they ignore.
 *
 * Both are CSS or XPath (parse/select.h), read against the old page and the new one. A change counts where one of its words, or the element
 * it speaks of, stands in a part that counts on its side. What a reader does not see, and what is not
 * content (compare/delta.h), counts for nobody. Pure. */
#ifndef JUDGE_INTEREST_H
#define JUDGE_INTEREST_H

#include "judge/lessons.h"
#include "judge/wishes.h"

struct interest {
    const struct str *select; /* none: the whole page */
    uint32_t n_select;
    const struct str *ignore;
    uint32_t n_ignore;
    const struct lessons *lessons; /* what they taught of the page; NULL: nothing */
    struct wishes wishes;          /* how much they want to hear */
};

struct interest_found {
    uint32_t n_class[CHANGE_CLASSES];   /* changes that lie where somebody looks, by class; of content as many as count */
    const bool *counts;                 /* by change of the delta: whether it does */
    const bool *inside;                 /* by change: it lies where somebody looks, whatever its class */
    const bool *old_node, *new_node;    /* by node of either page: somebody looks there */
    const uint32_t *inserted, *deleted; /* by change: its words that lie there; of a move none */
};

/* E_USAGE, E_LIMIT: an expression cannot be read, or is too much work. O(nodes + words) and the selecting. */
int interest_find(struct arena *a, const struct delta *d, const struct interest *interest, struct interest_found *out,
                  struct err *e) MUST_CHECK;

/* The expressions of `select` that choose no node of the page, or cannot be read; returns how many. `out` has room for all. */
uint32_t interest_missing(struct arena *a, const struct page *p, const struct interest *interest, struct str *out);

#endif
