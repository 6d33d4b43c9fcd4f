/* News as they come, to browsers that wait for them: server-sent events.
 *
 *     live_tell(&hub, user, "news", "{\"page\":7}");        from any thread
 *
 * A browser that waits is a connection that sleeps; telling wakes it. One that is too slow loses events, never others' time. */
#ifndef SERVE_LIVE_H
#define SERVE_LIVE_H

#include <pthread.h>

#include "base/buf.h"
#include "serve/microhttpd.h"

enum {
    LIVE_MAX = 1000,         /* that wait at once */
    LIVE_PER_USER = 20,      /* windows of one user */
    LIVE_PENDING_MAX = 16384 /* bytes that one may be behind */
};

struct subscriber {
    struct live *live;
    struct subscriber *next;
    int64_t user;
    struct MHD_Connection *connection; /* NULL: not sent yet */
    bool asleep;
    struct buf pending;
};

struct live {
    const struct microhttpd *http;
    pthread_mutex_t lock;
    struct subscriber *first;
    uint32_t n;
    bool closing;
};

void live_open(struct live *l, const struct microhttpd *http);
/* Wakes all of them, to end. */
void live_stop(struct live *l);
void live_drop(struct live *l);

/* NULL: too many wait already. */
struct subscriber *live_subscribe(struct live *l, int64_t user);
void live_leave(struct subscriber *s);
/* To all windows of the user; user 0: to everybody. */
void live_tell(struct live *l, int64_t user, const char *event, struct str data);
/* A line that means nothing: whoever has left is noticed. */
void live_beat(struct live *l);

/* For libmicrohttpd: gives what is pending, or puts the connection to sleep. */
ssize_t live_read(void *subscriber, uint64_t at, char *out, size_t room);

#endif
