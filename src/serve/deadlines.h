/* Until when each connection must have said what it wants: whoever sends a letter now and then keeps a connection no longer than others.
 *
 * A connection that is silent is closed by libmicrohttpd; this is for those that are not. Each has one moment, set anew when a request's
 * head, its body and its answer begin; once it has passed, both directions of the socket are shut down, and libmicrohttpd closes it. */
#ifndef SERVE_DEADLINES_H
#define SERVE_DEADLINES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
    DEADLINE_HEAD_MS = 30000,   /* from the connection, or the last answer, to the end of a head */
    DEADLINE_BODY_MS = 120000,  /* of a form or a list: 4 MB at 300 kbit/s */
    DEADLINE_ANSWER_MS = 600000 /* to take an answer, which is held in memory meanwhile */
};

struct deadline {
    struct deadline *next, **before;
    int fd;
    int64_t until; /* of the steady clock; NEVER: as long as it likes. Read and written atomically */
};

struct deadlines {
    pthread_mutex_t lock; /* of the list: who is in it has an open socket */
    pthread_cond_t wake;
    struct deadline *first;
    pthread_t thread;
    bool running, stopping;
};

void deadlines_open(struct deadlines *all);
/* Looks every second. */
int deadlines_start(struct deadlines *all, struct err *e) MUST_CHECK;
void deadlines_stop(struct deadlines *all);
void deadlines_drop(struct deadlines *all);

/* A connection has come; from its socket's end on it must not be in the list. */
struct deadline *deadline_begin(struct deadlines *all, int fd, int64_t until);
void deadline_set(struct deadline *d, int64_t until);
void deadline_end(struct deadlines *all, struct deadline *d);

/* Shuts down those whose moment has passed; how many. O(connections). */
unsigned deadlines_sweep(struct deadlines *all, int64_t now);

#endif
