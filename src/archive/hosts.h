/* The hosts of what is watched: how each stands, how politely it is asked, and when its pages are visited next. */
#ifndef ARCHIVE_HOSTS_H
#define ARCHIVE_HOSTS_H

#include "archive/caller.h"
#include "store/standing.h"

enum host_state {
    HOST_WELL,
    HOST_PAUSED, /* it asked to be left alone for a while */
    HOST_PARTLY, /* some of its pages cannot be fetched */
    HOST_SILENT  /* none can */
};

struct host_row {
    struct str name; /* empty: files of the machine */
    enum host_state state;
    uint64_t pages, failing;
    int64_t next_at;      /* NEVER: no visit is planned */
    int64_t gap_ms;       /* between two requests */
    bool gap_from_robots; /* it is the host's own wish */
    int64_t paused_until; /* NEVER: it is not */
};

struct host_rows {
    struct host_row *item; /* what is wrong first, then those with the most pages */
    uint32_t n;
    uint64_t hours[STANDING_HOURS]; /* pages that are visited next in each of the coming hours */
    uint64_t pages;
};

/* Of the pages that the caller watches; of an administrator who asks for `all`, that anybody does. O(pages). */
int hosts_list(const struct caller *c, bool all, struct host_rows *out, struct err *e) MUST_CHECK;

/* "well", "does not answer" ... */
const char *host_state_words(enum host_state state);

#endif
