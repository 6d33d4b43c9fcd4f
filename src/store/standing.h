/* How the pages stand, counted: by host, and by the hour in which each is visited next. The rules are those of store/store.h. */
#ifndef STORE_STANDING_H
#define STORE_STANDING_H

#include "store/store.h"

struct store_standing {
    struct str host; /* empty: files */
    uint64_t pages;
    uint64_t failing; /* pages whose last try failed */
    int64_t next_at;  /* the first visit; NEVER: none is planned */
};

struct store_standings {
    struct store_standing *item; /* the host with the most pages first */
    uint32_t n;
};

/* Of the pages that the user watches; user 0: that anybody does. O(pages). */
int store_standing_hosts(struct arena *a, struct store *s, int64_t user, struct store_standings *out, struct err *e) MUST_CHECK;

enum { STANDING_HOURS = 24 };
/* How many of them are visited next in each hour from `now` on; what is late is in the first. O(pages). */
int store_standing_hours(struct store *s, int64_t user, int64_t now, uint64_t hours[STANDING_HOURS], struct err *e) MUST_CHECK;

#endif
