/* A new version of a page: which of the changes that somebody asks for have happened.
 *
 * Every leaf of the page is looked at once, however many sentinels stand on it, and every reference is compared once, however many
 * leaves have it. Pure: the versions are read by the caller. */
#ifndef EVENT_OBSERVE_H
#define EVENT_OBSERVE_H

#include "event/detector.h"
#include "event/types.h"

struct observation {
    const struct detection *graph;
    uint32_t page;                     /* of graph->page */
    const struct page *const *version; /* by number from 0, in the order of time; of one symbol table; NULL: it cannot be read */
    const int64_t *at;                 /* when each was seen */
    uint32_t n;                        /* the last one is the new one */
    uint32_t importance_ppm;           /* of its change, or IMPORTANCE_UNKNOWN */
    uint64_t first_event;              /* the number of the first event that is found */
};

/* An event and what is in it. */
struct observed_event {
    struct primitive primitive;
    uint32_t reference; /* the version that it was compared with */
    const struct delta *delta;
    struct type_found found;
};

struct observed {
    struct observed_event *item;
    struct primitive *primitive; /* the same, for detector_step() */
    uint32_t n;
    uint32_t n_leaves, n_compared; /* looked at, and pairs that were compared: what the work is counted in */
    struct str trouble;            /* of the first leaf that could not be looked at: its table is not there; empty: none */
};

/* E_LIMIT: a comparison is past a limit. A pattern that takes too much work is `trouble` and no error: the others go on. */
int observe(struct arena *a, const struct observation *in, struct observed *out, struct err *e) MUST_CHECK;

/* The version that the newest is compared with for this leaf; NONE: it is not compared. */
uint32_t observe_reference(const struct observation *in, const struct detect_node *leaf);

/* NOTIFY BEST EFFORT: what comes within so long goes out together. */
#define NOTIFY_BEST_MS INT64_C(300000)
/* When an event of `at` is told by a sentinel: at once, or at the end of its interval, which are counted from its beginning. */
int64_t notify_at(const struct world_sentinel *w, int64_t at);

#endif
