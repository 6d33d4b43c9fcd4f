/* What the caller watches, and how each page stands. */
#ifndef ARCHIVE_LISTING_H
#define ARCHIVE_LISTING_H

#include "archive/watched.h"

struct listing_query {
    const struct str *word; /* all of them stand in the address, the title or a tag, in whatever case; none: all pages */
    uint32_t n_words;
    const struct str *tag; /* one of these is carried; none: all */
    uint32_t n_tags;
};

struct listing_row {
    const struct watched *watched;
    struct str state;                /* how the last look ended, in a word or two: "same", "paused", "not checked yet" ... */
    const struct store_event *event; /* the last change that concerned the caller; NULL: none did */
};

typedef int listing_call(void *context, const struct listing_row *row, struct err *e);

/* Calls for each page in the order they were added. Rows are read and nothing is compared. O(watches of the caller). */
int listing_each(const struct caller *c, const struct listing_query *query, listing_call *call, void *context, struct err *e)
    MUST_CHECK;

/* The same for the rows [from, from + n) of those that were asked for, and how many these are in all. Without words and tags O(from + n),
 * and what is read of a page that is passed over is little; else O(watches of the caller). */
struct listing_part {
    uint64_t from;
    uint32_t n;
    uint64_t all; /* out */
};
int listing_some(const struct caller *c, const struct listing_query *query, struct listing_part *part, listing_call *call,
                 void *context, struct err *e) MUST_CHECK;

#endif
