/* What was found and what a sentinel makes of it, in the words that are kept and sent: the same for a real run and a trial. */
#ifndef ARCHIVE_SENTINEL_MAKE_H
#define ARCHIVE_SENTINEL_MAKE_H

#include "event/observe.h"
#include "store/sentinel.h"

/* A change as a row; whose page and which versions it is of is the caller's to fill in. */
struct store_finding sentinel_finding(struct arena *a, const struct detection *g, const struct observed_event *event);

/* What a change is, in a line: the foremost in its own words. Of any change against the version before, the verdict that is kept with the
 * version has the better line. */
int sentinel_finding_headline(struct arena *a, struct store *s, const struct store_finding *f, struct str *out, struct err *e)
    MUST_CHECK;

/* An event of a sentinel; `last` is the newest of its findings. Its headline (of that finding), whose it is, what they call it, and the
 * ids of its findings, are the caller's to fill in. */
struct store_sentinel_event sentinel_event_of(const struct sentinel *s, const struct occurrence *what,
                                              const struct store_finding *last);

#endif
