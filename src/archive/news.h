/* What is new for the caller, and how everything else they watch stands: what a report, a mail and a feed say.
 *
 * Rows are read and nothing is compared: what a check found is kept with the version (store_verdict, store_event), so everything that
 * speaks of it says the same. */
#ifndef ARCHIVE_NEWS_H
#define ARCHIVE_NEWS_H

#include "archive/visits.h"
#include "show/report.h"
#include "track/priority.h"

struct news_query {
    const struct str *tag; /* only pages that carry one of these; none: all */
    uint32_t n_tags;
    const struct priority *priority;       /* what matters to the caller; NULL: everything alike */
    const struct browser_history *history; /* of the caller's browser: what was visited after it changed is not new; NULL: none */
    bool brief;                            /* pages that have nothing to tell are counted, and have no rows */
};

/* Fills user, now and the rows, in order and in the caller's arena. O(watches of the caller); in brief O(what is new and what is wrong),
 * unless tags are asked for. */
int news_read(const struct caller *c, const struct news_query *query, struct report *out, struct err *e) MUST_CHECK;

/* How many pages have something new for the caller, of how many they watch; how many could not be fetched; how many changes were held back
 * since they looked. Where a report was read just now it has the first of them (NULL: none was). O(watches), and
 * a comparison for up to 20 pages that were marked as seen between two news of theirs. */
struct news_counts {
    uint64_t new, watched, failing, held;
};
int news_count(const struct caller *c, const struct report *known, struct news_counts *out, struct err *e) MUST_CHECK;

/* The same as one JSON document (docs/json.md), which begins and ends with the call; always in brief. */
int news_json(const struct caller *c, const struct news_query *query, struct json *j, struct report *out, struct err *e) MUST_CHECK;

#endif
