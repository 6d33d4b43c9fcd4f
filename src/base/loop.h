/* One place to wait for everything: descriptors, points in time, other threads.
 *
 *     struct loop *l;
 *     if (loop_open(&l, e)) return e->code;
 *     struct loop_watch w = { .fd = fd, .ready = read_more, .owner = me };     lies with its owner and does not move
 *     loop_watch(l, &w, LOOP_READ);
 *     while (busy) loop_step(l, 1000, e);                                      calls read_more(&w, LOOP_READ)
 *     loop_forget(l, &w);                                                      before the descriptor is closed
 *
 * A loop belongs to one thread; only loop_wake() is for others. All that waits in a process joins one loop: transfers, proxy, browser,
 * server. Watches and timers may be set, changed and forgotten in any callback, their own included: what is forgotten is not called
 * again, not even for an event of the same step. Cost of a step: what has happened, and O(log timers) for each timer. */
#ifndef BASE_LOOP_H
#define BASE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct loop;

enum {
    LOOP_READ = 1,
    LOOP_WRITE = 2,
    LOOP_ERROR = 4, /* an error, or the other side has hung up: comes unasked */
};

struct loop_watch {
    int fd; /* -1: none, and loop_watch() does nothing */
    void (*ready)(struct loop_watch *w, unsigned events);
    void *owner;      /* whose it is; the loop does not look at it */
    unsigned waiting; /* the loop's own: what is waited for */
    bool known;       /* the loop's own: epoll has it */
};

struct loop_timer {
    void (*due)(struct loop_timer *t);
    void *owner;
    int64_t at_ms;  /* the loop's own: by clock_steady_ms() */
    uint32_t place; /* the loop's own: in the heap, counted from 1; 0: not set */
};

/* E_SYSTEM: no descriptors left. */
int loop_open(struct loop **out, struct err *e) MUST_CHECK;
/* Forgets all. What is watched is not closed. NULL is fine. */
void loop_close(struct loop *l);

/* Waits for these events from now on, in place of those before; 0: for nothing but LOOP_ERROR. */
void loop_watch(struct loop *l, struct loop_watch *w, unsigned events);
void loop_forget(struct loop *l, struct loop_watch *w);

/* Calls once, at that time of clock_steady_ms() or soon after; a timer that is set already is moved. */
void loop_at(struct loop *l, struct loop_timer *t, int64_t at_ms);
void loop_cancel(struct loop *l, struct loop_timer *t);

/* Waits up to wait_ms for something to happen and calls whom it concerns; returns early where it was woken. */
int loop_step(struct loop *l, int64_t wait_ms, struct err *e) MUST_CHECK;
/* Ends the waiting of loop_step(), this one or the next. For any thread. */
void loop_wake(struct loop *l);

#endif
