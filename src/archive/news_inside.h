/* What news.c and news_json.c share: rows of a report while they are read. */
#ifndef ARCHIVE_NEWS_INSIDE_H
#define ARCHIVE_NEWS_INSIDE_H

#include "archive/news.h"
#include "archive/watched.h"
#include "base/map.h"
#include "base/vec.h"

/* The JSON of one page, written while its rows are at hand; a report of all pages puts these together in its own order. */
struct news_thing {
    struct str new;   /* with what is new on it; empty: nothing is */
    struct str plain; /* the page alone; empty: it is not listed so */
};

struct news_things {
    unsigned indent;
    VEC(struct news_thing) list;
    struct map place; /* from a page to its number in the list */
};

/* One page of the report. */
struct news_page {
    const struct report_row *row;
    const struct watched *watched;
    const struct store_new *new;   /* its events; NULL: nothing is new on it */
    const struct store_event *sum; /* what they come to: importance, headline, reasons, counts, and the version these are of */
};

int news_things_add(struct arena *a, struct news_things *things, const struct news_page *page, struct err *e) MUST_CHECK;

/* news_read(), with the JSON of each page; `things` may be NULL. */
int news_gather(const struct caller *c, const struct news_query *query, struct news_things *things, struct report *out,
                struct err *e) MUST_CHECK;

#endif
