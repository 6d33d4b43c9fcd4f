/* What has changed since each user looked. A version that lands behind another that is unseen is held against the version which the user
 * saw last, too: what they read of the page is then true of what stands there now, and nothing is compared when they read it.
 *
 * Not for answers that may not be the page. Where it cannot be made (a body is lost, or too large), nothing is kept. */
#ifndef FLOW_SINCE_H
#define FLOW_SINCE_H

#include "flow/check.h"

/* What is known of the versions that were seen. Costs a query where nobody has anything unseen. */
int since_load(struct check_work *w, struct store *s, struct err *e) MUST_CHECK;
/* `new`: the page of the answer, as it was read to be judged; NULL: it could not be. Costs a parse and a comparison for each version that
 * somebody saw last, where a reader sees a change; else nothing. */
void since_analyse(struct check_work *w, const struct page *new, const struct cutter *cutter, size_t memory_max);
/* Where a reader sees no change, what was kept before it holds for the new version too. */
int since_commit(const struct check_work *w, struct store *s, struct err *e) MUST_CHECK;

#endif
