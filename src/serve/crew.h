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

struct crew_item {
    struct crew_item *next;
    struct crew_item *behind; /* with the same number */
    uint64_t share;           /* 0: shares nothing */
    void (*run)(struct crew_item *item);
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct crew_item *first, *last;
    struct crew_thread {
        struct crew *crew;
        pthread_t id;
        uint64_t share;           /* of what it does now */
        struct crew_item *behind; /* what it does next */
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

#endif
