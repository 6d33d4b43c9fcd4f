/* What the user has seen in their browser. A visit after a change is as good as `weft seen`: the report, the skip rules and the schedule
 * all go by the version that a user has seen last, and this is how a visit gets there. */
#ifndef ARCHIVE_VISITS_H
#define ARCHIVE_VISITS_H

#include "archive/caller.h"
#include "intake/history.h"

/* Marks what the caller visited after it changed as seen, at the moment of the visit. *n: how many pages. In a transaction of its own, or
 * the one that is open. O(what is new for the caller). */
int visits_mark(const struct caller *c, const struct browser_history *h, uint32_t *n, struct err *e) MUST_CHECK;

/* Whether the page was visited at that moment or later. */
bool visits_since(const struct browser_history *h, struct str url, int64_t at);

#endif
