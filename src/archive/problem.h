/* What is wrong with a page that somebody watches, or with their watch of it, in words and as data.
 *
 * A page may have several problems at once, and new versions beside them: a report tells all of it. Pure. */
#ifndef ARCHIVE_PROBLEM_H
#define ARCHIVE_PROBLEM_H

#include "flow/state.h"
#include "flow/watch.h"
#include "store/store.h"

enum problem_kind {
    PROBLEM_FAILED,   /* the last look at it brought no page */
    PROBLEM_SUSPECT,  /* what came may not be the page */
    PROBLEM_BLOCKED,  /* nothing but what may not be the page ever came */
    PROBLEM_MOVED,    /* it has another address now */
    PROBLEM_SELECTOR, /* the watch selects what is not on the page */
    PROBLEM_PUT_OFF,  /* not looked at this time, and never before; the page is not to blame */
    PROBLEM_DAMAGE,   /* something in the archive cannot be read */
};

struct problem {
    enum problem_kind kind;
    struct str message;  /* a sentence or two: what happened, what to do */
    struct str answer;   /* fetch_state_name(); empty: does not matter */
    uint32_t status;     /* of HTTP; 0: none */
    int64_t times;       /* in a row; 0: does not matter */
    int64_t at;          /* NEVER: not known */
    int64_t retry_at;    /* when weft looks again; NEVER: not planned */
    struct str moved_to; /* empty: it has not moved */
};

enum { PROBLEMS_MAX = 5 }; /* that one page has at once */

struct problems {
    struct problem item[PROBLEMS_MAX];
    uint32_t n;
};

/* "failed", "suspect", ... */
const char *problem_kind_name(enum problem_kind kind);

/* The problems of a page as one watch sees them; texts lie in the arena or in what was given. */
struct problems problems_of(struct arena *a, const struct store_page *page, const struct page_state *state,
                            const struct watch *watch);

#endif
