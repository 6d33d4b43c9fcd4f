/* When a page is visited next for the caller, and what weft reckons with: the answer to "how often?" in words and numbers. */
#ifndef ARCHIVE_PAGE_FORECAST_H
#define ARCHIVE_PAGE_FORECAST_H

#include "archive/caller.h"

struct page_forecast {
    int64_t next_at;      /* NEVER: no visit is planned */
    bool best_effort;     /* else somebody asked for the interval: a promise */
    int64_t interval_ms;  /* between two visits, as planned; NEVER: none */
    struct str why;       /* where that comes from, in words */
    uint32_t visits;      /* that taught something */
    double changes_a_day; /* important ones that are expected; 0: nothing is known yet */
};

/* Of the caller's own watch. E_ABSENT: they do not watch the page. O(users with rules of their own). */
int page_forecast_read(const struct caller *c, int64_t page, struct page_forecast *out, struct err *e) MUST_CHECK;

#endif
