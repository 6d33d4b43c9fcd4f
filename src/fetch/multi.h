/* libcurl's transfers as members of a loop: libcurl says which sockets and which time it waits for (its socket interface), and is called
 * when they are there. curl_multi_poll() would look at every transfer at every call; this way a step costs what has happened. */
#ifndef FETCH_MULTI_H
#define FETCH_MULTI_H

#include "base/loop.h"
#include "fetch/curl.h"

struct multi {
    const struct curl *curl;
    struct loop *loop;
    CURLM *handle;
    struct loop_timer timer;
    struct multi_socket *free; /* sockets' watches that are not in use */
    struct multi_socket *used;
    bool failed; /* libcurl cannot go on */
};

/* The loop is the caller's. */
int multi_open(struct multi *m, const struct curl *c, struct loop *l, struct err *e) MUST_CHECK;
void multi_drop(struct multi *m);

#endif
