/* Every page that a user watches, one after the other, with what is known of it. */
#ifndef ARCHIVE_WATCHED_H
#define ARCHIVE_WATCHED_H

#include "archive/caller.h"
#include "flow/state.h"
#include "flow/watch.h"

struct watched {
    struct arena *arena; /* of this page alone: gone when the call returns */
    struct store_page page;
    struct str url; /* for people */
    int64_t added_at;
    int64_t seen; /* the newest version that the user has seen; 0: none */
    struct watch watch;
    struct page_state state;
};

typedef int watched_call(void *context, const struct watched *w, struct err *e);

/* Calls for each page in the order they were added; stops at the first that fails. Nobody's watches where the user is not known. */
int watched_each(const struct caller *c, watched_call *call, void *context, struct err *e) MUST_CHECK;

#endif
