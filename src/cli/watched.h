/* Every page that a user watches, one after the other, with what is known of it. */
#ifndef CLI_WATCHED_H
#define CLI_WATCHED_H

#include "cli/session.h"
#include "flow/state.h"
#include "flow/watch.h"

struct watched {
    struct arena *arena; /* of this page alone: gone when the call returns */
    struct store_page page;
    struct str url; /* for people */
    int64_t added_at;
    struct watch watch;
    struct page_state state;
};

typedef int watched_call(void *context, const struct watched *w, struct err *e);

/* Calls for each page in the order they were added; stops at the first that fails. Nobody's watches where the user is not known. */
int watched_each(struct session *s, watched_call *call, void *context, struct err *e) MUST_CHECK;
/* Whether one of the tags that were asked for (args_each() of `option`) is among the watch's; yes where none was. */
bool watched_has_tag(const struct watched *w, const struct args *args, const struct option *option);

#endif
