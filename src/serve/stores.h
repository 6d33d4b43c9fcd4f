/* Open stores for the threads of the server: a store belongs to one thread at a time, and opening one for each request would be dear. */
#ifndef SERVE_STORES_H
#define SERVE_STORES_H

#include <pthread.h>

#include "store/store.h"

struct stores_entry;

struct stores {
    pthread_mutex_t lock;
    struct str path;            /* with a NUL behind it */
    struct stores_entry *spare; /* that nobody uses */
};

void stores_open(struct stores *s, struct str path);
void stores_drop(struct stores *s);

/* One that nobody else has until it is given back; opened where none is spare. */
int stores_take(struct stores *s, struct store **out, struct err *e) MUST_CHECK;
void stores_give(struct stores *s, struct store *store);

#endif
