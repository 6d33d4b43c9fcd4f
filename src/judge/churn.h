/* The parts of a page that are new at nearly every visit: an advert, a counter, the time of day. A change that lies in them alone is noise:
 * `weft importance` weighs it next to nothing. Which changes people are told of is not decided here but by judge/habit.h.
 *
 * They are found in the page's own last versions by the fragments' history (fragment/history.h). Versions are visits only where nearly
 * every visit brought one; who calls sees to that (churn_applies). Pure. */
#ifndef JUDGE_CHURN_H
#define JUDGE_CHURN_H

#include "page/page.h"

enum {
    CHURN_VERSIONS = 8,    /* that are looked at: enough to tell always from often */
    CHURN_VERSIONS_MIN = 4 /* fewer tell nothing */
};

/* Whether versions stand for visits: so many of the last checks brought one. */
bool churn_applies(uint32_t changes, uint32_t checks);

struct churn_version {
    const struct page *page;
    int64_t at_ms;
};

/* Marks the nodes of the newest page that churn: mask[page->dom.n]. `version` in the order of time, the newest last; fewer than
 * CHURN_VERSIONS_MIN mark nothing. O(nodes x shingles) for each version. */
int churn_find(struct arena *a, const struct churn_version *version, uint32_t n, bool *mask, struct err *e) MUST_CHECK;
/* What the words of the last two pages weigh by their history: factor[n_words] each, 1 where a word never changed before, nearly 0 where
 * something else stood in its place at every visit, though all around it stayed ("3 hours ago" in a paragraph). Fewer versions than
 * CHURN_VERSIONS_MIN give 1. O(words x versions) where little changes. */
void churn_words(struct arena *a, const struct churn_version *version, uint32_t n, float *old_factor, float *new_factor);

#endif
