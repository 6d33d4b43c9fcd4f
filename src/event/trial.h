/* A run of sentinels over changes that are known already: which messages they would have sent, and when.
 *
 *     trial_open(&t, &a, &graph);
 *     trial_step(&t, at, observed.primitive, observed.n, &e);     for each version, in the order of time
 *     trial_end(&t, until, &e);                                    what PLUS waits for, and the messages
 *     trial_drop(&t);
 *
 * Messages are made as the outbox makes them: NOTIFY EVERY and BEST EFFORT put what comes in one interval into one, CUMULATIVE n waits
 * for n events. Pure; everything lies in the arena. */
#ifndef EVENT_TRIAL_H
#define EVENT_TRIAL_H

#include "base/vec.h"
#include "event/detector.h"

/* An event of a sentinel, with the primitive events that it is made of. */
struct trial_event {
    uint32_t root; /* of the graph's root[] */
    struct occurrence what;
};

struct trial_message {
    int64_t at;
    uint32_t root;
    VEC(uint32_t) event; /* numbers of events.item */
};

struct trial {
    struct arena *arena;
    const struct detection *graph;
    struct detector detector;
    VEC(struct trial_event) events;
    VEC(struct trial_message) messages; /* in the order of time, after trial_end() */
};

void trial_open(struct trial *t, struct arena *a, const struct detection *graph);
void trial_drop(struct trial *t);
/* Moments never go back: detector_step(). */
int trial_step(struct trial *t, int64_t at, const struct primitive *primitive, uint32_t n, struct err *e) MUST_CHECK;
/* Lets time go on until `until`, NEVER for as long as something waits for it, and makes the messages. */
int trial_end(struct trial *t, int64_t until, struct err *e) MUST_CHECK;

#endif
