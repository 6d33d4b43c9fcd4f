/* How many pages have news, for the navigation of every page: counted once in a while, not for every request. For all threads.
 *
 * A count is forgotten when something of the user changes here: a check brought something, or they did something. What other processes
 * change shows within COUNTS_MS. */
#ifndef SERVE_COUNTS_H
#define SERVE_COUNTS_H

#include <pthread.h>

#include "archive/news.h"

enum { COUNTS_USERS = 256, COUNTS_MS = 2000 };

struct counts_cache {
    pthread_mutex_t lock;
    struct counts_entry {
        int64_t user, at;
        struct news_counts n;
    } item[COUNTS_USERS];
};

void counts_open(struct counts_cache *c);
void counts_drop(struct counts_cache *c);
/* `known`: what the page itself has just read; may be NULL. */
int counts_read(struct counts_cache *c, const struct caller *caller, const struct report *known, struct news_counts *out,
                struct err *e) MUST_CHECK;
void counts_forget(struct counts_cache *c, int64_t user);

#endif
