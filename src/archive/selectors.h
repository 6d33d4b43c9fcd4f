/* Whether what a watch selects is on the page: looked up at once where the selection changes, since the page may not change for a year. */
#ifndef ARCHIVE_SELECTORS_H
#define ARCHIVE_SELECTORS_H

#include "archive/caller.h"
#include "flow/subject.h"

/* Keeps with the page which expressions of its watches choose nothing on its newest version; a page without a version, or one that is
 * not text, has none. Out: those of the caller, in their arena. E_ABSENT where they may not see the page. Inside the transaction that is
 * open. */
int selectors_check(const struct caller *c, int64_t page, struct record_list *missing, struct err *e) MUST_CHECK;

/* Whether each can be read. E_USAGE: one is neither CSS nor XPath; the words name it and say what is wrong. */
int selectors_read(const struct record_list *list, struct err *e) MUST_CHECK;

#endif
