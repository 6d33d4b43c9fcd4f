/* A few threads for what takes long: comparisons, pictures of pages, passwords. Items wait in a queue of bounded length.
 *
 * Items with the same number are done one after the other, by the same thread: of many who ask for the same comparison at once the first
 * makes it, and the others find it in the cache. */
#ifndef SERVE_CREW_H
#define SERVE_CREW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum { CREW_THREADS = 3, CREW_WAITING_MAX = 256 };

/* How far something is, and whether it is still wanted. It belongs to the thread that does it. */
struct crew_progress {
    uint64_t share;
    int64_t owner;
    int64_t since;     /* when it was begun; 0: nothing is done */
    const char *stage; /* a literal, for people: set by whoever does it (crew_step) */
    bool stop;         /* nobody wants it any more: it ends before its next step */
};

struct crew_item {
    struct crew_item *next;
    struct crew_item *behind;       /* with the same number */
    uint64_t share;                 /* 0: shares nothing */
    int64_t owner;                  /* who asked, and may stop it */
    bool stopped;                   /* before it was begun */
    struct crew_progress *progress; /* while it runs */
    void (*run)(struct crew_item *item);
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct crew_item *first, *last;
    struct crew_thread {
        struct crew *crew;
        pthread_t id;
        struct crew_progress progress; /* of what it does now */
        struct crew_item *behind;      /* what it does next */
    } thread[CREW_THREADS];
    unsigned n_threads;
    uint32_t n_waiting;
    bool stopping;
};

int crew_open(struct crew *p, struct err *e) MUST_CHECK;
/* Finishes what was pushed. */
void crew_close(struct crew *p);
/* False: too much is waiting already. */
bool crew_push(struct crew *p, struct crew_item *item);

/* The next step of something long: says what is done now. E_USAGE: it was stopped, and is not to go on. `x` may be NULL. */
int crew_step(struct crew_progress *x, const char *stage, struct err *e) MUST_CHECK;
/* What the owner asked for under the number is not wanted any more: it ends soon, or is not begun. How many there were. */
unsigned crew_stop(struct crew *p, uint64_t share, int64_t owner);

struct crew_state {
    bool known;        /* it waits, or is done now */
    uint32_t before;   /* how many are done before it; 0: it is done now */
    int64_t ms;        /* since it was begun */
    const char *stage; /* may be NULL */
};
struct crew_state crew_look(struct crew *p, uint64_t share, int64_t owner);

#endif
