/* Who is next: the queue of each host, and the hosts in the order in which they may be asked. Pure: times are passed in. */
#ifndef FETCH_LANE_H
#define FETCH_LANE_H

#include "base/map.h"
#include "base/vec.h"
#include "fetch/host.h"
#include "fetch/job.h"

/* A host and the jobs that wait for it. */
struct lane {
    struct host host;
    struct job *first, *last;
    uint32_t n;
    uint32_t heap_at; /* its place among those that wait for their time; NO_PLACE: not among them */
    int64_t ready_at_ms;
    int64_t closed_at_ms, closed_until_ms; /* since when the gate is closed, when it is looked at again; 0: it is open */
    uint32_t down_epoch; /* counted among the hosts that cannot be reached, since the network last gave a sign of life */
};

#define NO_PLACE UINT32_MAX

struct lanes {
    struct arena *arena;
    struct map by_origin;
    VEC(struct lane *) all;
    VEC(struct lane *) heap; /* the earliest first */
};

void lanes_open(struct lanes *l, struct arena *a);
void lanes_drop(struct lanes *l);
/* The lane of an origin, made where it is new. */
struct lane *lanes_get(struct lanes *l, struct str origin);

void lane_push(struct lane *lane, struct job *j);
void lane_push_front(struct lane *lane, struct job *j); /* a hop of a request under way goes before new ones */
struct job *lane_pop(struct lane *lane);

/* Sets when the lane's turn comes; `waiting` false takes it out. O(log lanes). */
void lanes_set(struct lanes *l, struct lane *lane, bool waiting, int64_t ready_at_ms);
/* The lane whose turn comes first; NULL: none waits. */
struct lane *lanes_next(const struct lanes *l);

#endif
