/* News as they come, to browsers that wait for them: server-sent events.
 *
 *     live_tell(&hub, now, user, "news", "{\"page\":7}");        from any thread
 *
 * A browser that waits is a connection that sleeps; telling wakes it. One that is too slow loses events, never others' time. The last
 * events are kept: a page says when it was made, or a browser that was cut off what it heard last, and what came in between is told. */
#ifndef SERVE_LIVE_H
#define SERVE_LIVE_H

#include <pthread.h>

#include "base/buf.h"
#include "serve/microhttpd.h"

enum {
    LIVE_MAX = 1000,          /* that wait at once */
    LIVE_PER_USER = 20,       /* windows of one user */
    LIVE_PENDING_MAX = 16384, /* bytes that one may be behind */
    LIVE_KEPT = 512           /* events, of all users */
};

struct subscriber {
    struct live *live;
    struct subscriber *next;
    int64_t user;
    struct MHD_Connection *connection; /* NULL: not sent yet */
    bool asleep;
    struct buf pending;
};

struct live_event {
    int64_t at; /* its number, too: no two have the same */
    int64_t user;
    struct buf lines;
};

struct live {
    const struct microhttpd *http;
    pthread_mutex_t lock;
    struct subscriber *first;
    uint32_t n;
    bool closing;
    struct live_event kept[LIVE_KEPT]; /* a ring */
    uint32_t next;                     /* place in it */
    int64_t told_at;                   /* the last of them */
};

void live_open(struct live *l, const struct microhttpd *http);
/* Wakes all of them, to end. */
void live_stop(struct live *l);
void live_drop(struct live *l);

/* Told from now on, and what came since then and is still kept; since 0: nothing of that. NULL: too many wait already. */
struct subscriber *live_subscribe(struct live *l, int64_t user, int64_t since);
void live_leave(struct subscriber *s);
/* To all windows of the user. */
void live_tell(struct live *l, int64_t now, int64_t user, const char *event, struct str data);
/* A line that means nothing: whoever has left is noticed. */
void live_beat(struct live *l);

/* For libmicrohttpd: gives what is pending, or puts the connection to sleep. */
ssize_t live_read(void *subscriber, uint64_t at, char *out, size_t room);

#endif
