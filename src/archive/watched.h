/* Every page that a user watches, one after the other, with what is known of it. */
#ifndef ARCHIVE_WATCHED_H
#define ARCHIVE_WATCHED_H

#include "archive/caller.h"
#include "archive/problem.h"
#include "judge/wishes.h"

struct watched {
    struct arena *arena; /* of this page and some others: gone after the call */
    struct store_page page;
    struct str url; /* for people */
    int64_t added_at;
    int64_t seen;              /* the highest version they have seen; 0: none */
    int64_t newest, newest_at; /* number of the newest version, and when it came; 0 and NEVER: there is none */
    struct str settings;       /* of the watch, as they are stored: many watches have the same */
    struct watch watch;
    struct page_state state;
    struct str fault; /* what of these two cannot be read, in words, and counts as empty; empty: nothing */
};

/* One row of the store; nothing in it can fail. Both must live while it is used. */
void watched_read(struct arena *a, const struct store_watched *row, struct watched *out);

/* All that is wrong with it; in its arena. */
struct problems watched_problems(const struct watched *w);

/* How much somebody with these settings wants to hear of the page of such a watch. `settings` may be NULL. */
struct wishes watched_wishes(const struct settings *settings, const struct watch *w);

/* One page that the caller watches, in their arena. E_ABSENT: they do not. */
int watched_page(const struct caller *c, int64_t page, struct watched *out, struct err *e) MUST_CHECK;

/* The address of the page that the caller watches longest; empty: they watch none. */
int watched_first(const struct caller *c, struct str *url, struct err *e) MUST_CHECK;

typedef int watched_call(void *context, const struct watched *w, struct err *e);

/* Calls for each page in the order they were added; stops at the first that fails. Nobody's watches where the user is not known. */
int watched_each(const struct caller *c, watched_call *call, void *context, struct err *e) MUST_CHECK;

struct watched_numbers {
    int64_t *page;
    uint32_t n;
};

/* Only the numbers of these pages, in the same order, in the caller's arena. */
int watched_pages(const struct caller *c, struct watched_numbers *out, struct err *e) MUST_CHECK;

#endif
