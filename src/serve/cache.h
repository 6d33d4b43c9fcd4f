/* Answers that cost much to make, kept by a key until room is needed: the one used longest ago goes first. For all threads.
 *
 * What was found or put is held until it is given back, so that it may be sent while it is thrown out. O(1). */
#ifndef SERVE_CACHE_H
#define SERVE_CACHE_H

#include <pthread.h>

#include "base/str.h"

enum { CACHE_MAX_BYTES = 64 << 20, CACHE_PLACES = 1024 };

struct cached {
    uint64_t key; /* of 64 bits: two comparisons with the same one do not occur */
    struct str bytes;
    uint32_t holders;
    uint64_t used;
    struct cached *next; /* in its place */
};

struct cache {
    pthread_mutex_t lock;
    struct cached *place[CACHE_PLACES];
    size_t bytes;
    uint64_t clock;
    uint64_t hits, misses;
};

void cache_open(struct cache *c);
/* Nothing is held any more. */
void cache_drop(struct cache *c);
/* NULL: it is not there. */
struct cached *cache_find(struct cache *c, uint64_t key);
/* A copy of the bytes, held. */
struct cached *cache_put(struct cache *c, uint64_t key, struct str bytes);
void cache_give(struct cache *c, struct cached *x);

#endif
