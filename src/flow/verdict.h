/* What a new body of a page means: whether it is the page at all, what changed in it, and for whom that counts.
 *
 * Pages and text are compared by their words (page/body.h), anything else by its bytes alone. Pure. */
#ifndef FLOW_VERDICT_H
#define FLOW_VERDICT_H

#include "flow/watch.h"
#include "page/body.h"

struct verdict_facts {
    struct str final_url; /* after redirects; empty: the page's own address */
    struct body new;
    const struct body *old;    /* the newest that was not suspect; NULL: there is none */
    const struct watch *watch; /* all that there are of the page */
    uint32_t n_watches;
    const struct body *earlier; /* versions before `old`, in the order of time: for what churns; may be none */
    const int64_t *earlier_at;  /* of each, and of `old` and the new one behind them */
    uint32_t n_earlier;
};

struct verdict {
    struct str suspect;      /* the reason in words; empty: it is the page */
    bool *counts;            /* for each watch: something it asks about has changed */
    bool any;                /* ... for one of them */
    bool readable;           /* as a page: `page` is there */
    struct page page;        /* the new one */
    uint32_t words_inserted; /* of the first watch for which it counts */
    uint32_t words_deleted;
    uint32_t n_changes;
    double importance; /* of all that changed, E of Vi-DIFF: 0 to 1; -1: not known */
    uint64_t change; /* what the change is, for comparing it with those of other pages (judge/template.h); 0: nothing to compare */
    struct str excerpt; /* the first change in its own words, cut short; may be empty */
    struct str note;    /* what the user should know: a selector that chooses nothing; may be empty */
};

/* `old` NULL: only looks whether the page is suspect. A body that is past a limit is judged by its bytes. */
int verdict_make(struct arena *a, const struct verdict_facts *facts, struct verdict *out, struct err *e) MUST_CHECK;

#endif
