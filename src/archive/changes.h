/* The changes of a page that concern somebody, one by one and the newest first, whether they were seen or not: for feeds, collections. */
#ifndef ARCHIVE_CHANGES_H
#define ARCHIVE_CHANGES_H

#include "archive/caller.h"
#include "show/report.h"

struct changes {
    struct report_row *row; /* .seen is the version it was compared with */
    uint32_t n;
};

/* Of a page that the caller watches, at most `limit`. E_ABSENT: they do not. */
int changes_of_page(const struct caller *c, int64_t page, uint32_t limit, struct changes *out, struct err *e) MUST_CHECK;

/* Of all pages that the caller watches, or those with the tag where it is not empty, at most `limit`. */
int changes_of_user(const struct caller *c, struct str tag, uint32_t limit, struct changes *out, struct err *e) MUST_CHECK;

/* One of them as a row; `about` has the page, its address and title. Texts of the event are shared. */
struct report_row changes_row(struct arena *a, const struct report_row *about, const struct store_event *event);

#endif
