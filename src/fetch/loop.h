/* Waiting for thousands of sockets: libcurl's socket interface over epoll. No clock is read here: libcurl says how long it can wait. */
#ifndef FETCH_LOOP_H
#define FETCH_LOOP_H

#include "fetch/curl.h"

struct loop {
    const struct curl *curl;
    CURLM *multi;
    int epoll_fd;
    int wake_fd;   /* an eventfd: other threads end the waiting with it */
    long timer_ms; /* what libcurl asked for last; -1: nothing to wait for but sockets */
};

int loop_open(struct loop *l, const struct curl *c, struct err *e) MUST_CHECK;
void loop_drop(struct loop *l);
/* Waits up to wait_ms for something to happen and lets libcurl work. O(events). */
int loop_step(struct loop *l, int wait_ms, struct err *e) MUST_CHECK;

/* Ends the waiting of loop_step(), now or the next. For any thread. */
void loop_wake(struct loop *l);

#endif
