/* Every version of a page with what was thought of it and what the caller has seen of it. */
#ifndef ARCHIVE_HISTORY_H
#define ARCHIVE_HISTORY_H

#include "archive/target.h"
#include "store/outbox.h"

struct history_row {
    const struct target_version *version;
    const struct store_seen *seen;       /* NULL: the caller has not seen, kept or dismissed it */
    const struct store_verdict *verdict; /* as the caller's own watch sees it; NULL: none was made, or none of a part they watch */
    struct str held_back;          /* what of it the caller was not told of (archive/held.h), also where there is no verdict */
    const struct store_sent *sent; /* the caller was told of it, or will be, by these channels; n_sent */
    uint32_t n_sent;
};

struct page_history {
    struct history_row *row; /* in the order of numbers */
    uint32_t n;
    bool partial; /* the caller watches a part of the page; `held_back` of the rows is of all of it (history_hold()) */
    bool taught;  /* they taught weft what of it they want to be told */
};

/* The page of the target; a file under version control has no verdicts. In the caller's arena. O(versions). */
int history_read(const struct caller *c, const struct target *t, struct page_history *out, struct err *e) MUST_CHECK;

/* Of who watches a part of the page, or taught something of it: what was held back is what held_read() lists. Else nothing is done. Costs a
 * comparison for each of the newest versions. */
int history_hold(const struct caller *c, const struct target *t, struct page_history *h, struct err *e) MUST_CHECK;

/* What was thought of one version and all that changed in it, whatever the caller's watch selects. E_ABSENT: nothing was. */
int history_verdict(const struct caller *c, const struct target *t, int64_t number, struct store_verdict *out, struct err *e)
    MUST_CHECK;

#endif
