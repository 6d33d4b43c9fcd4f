/* The checks inside the server: one thread that does what `weft watch` does, and lets browsers know. */
#ifndef SERVE_SCHEDULER_H
#define SERVE_SCHEDULER_H

#include <pthread.h>

#include "base/loop.h"
#include "flow/run.h"

struct server;

enum { SCHEDULER_ASKED_MAX = 4096 };

struct scheduler {
    struct server *server;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* of what follows */
    struct loop *loop;
    int64_t asked[SCHEDULER_ASKED_MAX]; /* pages that somebody wants looked at now */
    uint32_t n_asked;
    bool stopping;
    bool paused;                       /* nothing is begun but what somebody asks for */
    bool stale;                        /* settings of users changed: the rules are read again */
    struct run_totals totals;          /* as of the last step, since the run began anew */
    uint64_t n_checks[CHECK_OUTCOMES]; /* since the server started, by outcome */
    uint32_t under_way;
    int64_t next_at;   /* when something is due; NEVER: nothing is planned */
    char trouble[256]; /* why it does not run, in words; empty: it does */
};

int scheduler_start(struct scheduler *s, struct server *server, struct err *e) MUST_CHECK;
/* Stores what was answered, and ends. */
void scheduler_stop(struct scheduler *s);

/* Looks at the page as soon as its host allows; 0: something new may be due. For any thread. */
void scheduler_ask(struct scheduler *s, int64_t page);
/* No visits until they go on; what somebody asks for is looked at all the same. */
void scheduler_pause(struct scheduler *s, bool paused);
/* A user's settings changed. */
void scheduler_refresh(struct scheduler *s);
/* How it stands. */
struct scheduler_state {
    struct run_totals totals;
    uint64_t n_checks[CHECK_OUTCOMES];
    uint32_t under_way;
    int64_t next_at;
    char trouble[256];
    bool paused;
};
struct scheduler_state scheduler_state(struct scheduler *s);

#endif
