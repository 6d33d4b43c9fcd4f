/* Every page that the caller may see, one after the other: for what looks through the whole archive. */
#ifndef ARCHIVE_PAGES_H
#define ARCHIVE_PAGES_H

#include "archive/caller.h"

typedef int pages_call(void *context, const struct store_page *page, struct err *e);

/* Calls for each page in the order of ids, of an administrator all, else those they watch; stops at the first call that is not 0, and
 * answers with it. O(pages). */
int pages_each(const struct caller *c, pages_call *call, void *context, struct err *e) MUST_CHECK;

#endif
