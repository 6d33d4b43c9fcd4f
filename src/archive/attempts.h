/* How often somebody tried a password in vain: after some tries a name, and an address on the network, has to wait.
 *
 * In memory, of bounded size, shared by threads. A name that nobody has is counted like one that somebody has, so that nothing is learnt
 * from the counting. Pauses double: one minute, two, four ... up to an hour. All calls O(1). */
#ifndef ARCHIVE_ATTEMPTS_H
#define ARCHIVE_ATTEMPTS_H

#include <pthread.h>

#include "base/str.h"

enum {
    ATTEMPTS_PLACES = 4096,   /* names and addresses that are remembered: the one that waited longest makes room in its set */
    ATTEMPTS_NAME = 5,        /* tries for one name before a pause */
    ATTEMPTS_ADDRESS = 30,    /* tries from one address: an office may share it */
    ATTEMPTS_PAUSE_MS = 60000 /* the first pause */
};

struct attempts {
    pthread_mutex_t lock;
    struct attempt {
        uint64_t key; /* 0: free */
        uint32_t failed, pauses;
        int64_t until; /* a pause, or 0 */
        int64_t at;    /* of the last failure */
    } place[ATTEMPTS_PLACES];
};

void attempts_open(struct attempts *t);
void attempts_drop(struct attempts *t);

/* What is counted together. */
uint64_t attempts_key(const char *kind, struct str what);
/* Milliseconds that a new try has to wait; 0: it may come now. */
int64_t attempts_wait(struct attempts *t, uint64_t key, int64_t now);
/* One more in vain. Returns how many are left before a pause of `allowed`; 0: the pause has begun. */
uint32_t attempts_failed(struct attempts *t, uint64_t key, uint32_t allowed, int64_t now);
/* It was the right one. */
void attempts_forget(struct attempts *t, uint64_t key);

#endif
