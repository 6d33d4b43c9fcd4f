/* Who is next: the queue of each host, and the hosts in the order in which they may be asked. Pure: times are passed in. */
#ifndef FETCH_QUEUE_H
#define FETCH_QUEUE_H

#include "base/map.h"
#include "base/vec.h"
#include "fetch/host.h"
#include "fetch/job.h"

/* A host and the jobs that wait for it. */
struct host_queue {
    struct host host;
    struct job *first, *last;
    uint32_t n;
    uint32_t heap_at; /* its place among those that wait for their time; NO_PLACE: not among them */
    int64_t ready_at_ms;
    int64_t closed_at_ms, closed_until_ms; /* since when the gate is closed, when it is looked at again; 0: it is open */
    uint32_t down_epoch; /* counted among the hosts that cannot be reached, since the network last gave a sign of life */
};

#define NO_PLACE UINT32_MAX

struct host_queues {
    struct arena *arena;
    struct map by_origin;
    VEC(struct host_queue *) all;
    VEC(struct host_queue *) heap; /* the earliest first */
};

void host_queues_open(struct host_queues *l, struct arena *a);
void host_queues_drop(struct host_queues *l);
/* The queue of an origin, made where it is new. */
struct host_queue *host_queues_get(struct host_queues *l, struct str origin);

void host_queue_push(struct host_queue *queue, struct job *j);
void host_queue_push_front(struct host_queue *queue, struct job *j); /* a hop of a request under way goes before new ones */
struct job *host_queue_pop(struct host_queue *queue);

/* Sets when the queue's turn comes; `waiting` false takes it out. O(log queues). */
void host_queues_set(struct host_queues *l, struct host_queue *queue, bool waiting, int64_t ready_at_ms);
/* The queue whose turn comes first; NULL: none waits. */
struct host_queue *host_queues_next(const struct host_queues *l);

#endif
