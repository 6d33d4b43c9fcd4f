/* Events through a detection graph: interval-based composite events (SnoopIB) in four parameter contexts.
 *
 *     detector_open(&d, &graph);                              AUTO(detector) d; empty state
 *     detector_read(&d, bytes, &e);                           ... or as it was written
 *     detector_step(&d, at, primitive, n, &e);                all that happened at one moment; d.found is what that makes
 *     detector_write(&d, &out);
 *
 * An occurrence has a beginning and an end. It is known when it ends, so whatever a step makes ends at the step's moment. Let A be
 * over [s, t]:
 *
 *     A OR B       either, over its own interval
 *     A AND B      both, from the earlier beginning to the later end; ANY(m, ...): m different ones of them
 *     A SEQ B      A ends before B begins
 *     A SEQ NOT B SEQ C   the same of A and C, with no B inside [end of A, beginning of C]
 *     A AND NOT B  A, with no B inside [s, t]
 *     PLUS(A, n)   [t + n, t + n]
 *     WITHIN n     no longer than n from beginning to end; what is too old for that is forgotten
 *
 * Which occurrences make a pair is the context's affair (first: the one that waits; last: the one that completes):
 *
 *     recent       the newest of each waits, and stays until a newer one comes
 *     chronicle    the oldest first with the oldest last; each is used once
 *     continuous   every first that waits with the same last; all of them are used
 *     cumulative   all that wait together with the last, as one; all are used
 *     unrestricted everything with everything; nothing is used (for tests of the semantics)
 *
 * For three parts or more: recent takes the newest of the others; chronicle and cumulative wait until enough parts have something;
 * continuous lets each occurrence begin a group of its own unless it completes one, and every later one join all groups that have none
 * of its part.
 *
 * Moments never go back. A node keeps at most DETECT_KEPT_MAX occurrences a part: the oldest go. Cost of a step: O(nodes reached x
 * what they keep) and a scan of one bit a node. */
#ifndef EVENT_DETECTOR_H
#define EVENT_DETECTOR_H

#include "event/detection.h"

/* What one part of a node remembers. Sentinels that never come to an end must not grow without bound; a thousand is three years of
 * days. */
enum { DETECT_KEPT_MAX = 1000 };
/* Moments lie between minus and plus this: sums of a moment and a length of time fit 64 bits. */
#define DETECT_MOMENT_MAX (INT64_C(1) << 60)

/* An importance that nobody knows, a page that cannot be weighed: it passes every WHEN IMPORTANCE. */
#define IMPORTANCE_UNKNOWN UINT32_MAX

struct occurrence {
    int64_t start, end;
    int64_t since;           /* the earliest moment of all that it is made of: before `start` behind a PLUS */
    uint32_t importance_ppm; /* the largest of its events'; IMPORTANCE_UNKNOWN: that of one is not known */
    uint32_t n;
    uint64_t *event; /* of n primitive events, in the order in which they took part */
};

/* A change that was found: what goes in. */
struct primitive {
    uint32_t node;      /* a leaf of the graph */
    uint64_t event;     /* the caller's number for it */
    int64_t start, end; /* end: the moment of the step */
    uint32_t importance_ppm;
};

/* What a sentinel is told. */
struct detected {
    uint32_t root; /* of the graph's root[] */
    struct occurrence what;
};

struct occurrences {
    struct occurrence *item;
    uint32_t n, room;
};

/* An unfinished group of ANY and AND in the continuous and unrestricted contexts. */
struct partial {
    struct occurrence so_far;
    uint32_t *part; /* which parts are in it: n_parts */
    uint32_t n_parts;
};

struct detect_state {
    struct occurrences *slot; /* by part: what waits. BETWEEN: slot 1 has what must not happen */
    VEC(struct partial) partials;
    int64_t blocked_from;   /* UNLESS: the latest beginning of what must not happen; INT64_MIN: none */
    struct occurrences out; /* what the node made in the step `made_in` */
    uint64_t made_in;
};

struct detector {
    const struct detection *graph;
    struct arena arena, scratch; /* the state; what one step needs */
    size_t live_bytes;           /* of the arena after it was last made new */
    struct detect_state *state;  /* by node */
    uint64_t *dirty;             /* a bit for each node that has something to look at */
    uint32_t *timer;             /* the PLUS nodes */
    uint32_t n_timers;
    uint64_t step;
    int64_t at;                 /* of the last step */
    VEC(struct detected) found; /* of the last call, in the scratch arena: gone with the next */
    uint64_t n_looked_at;       /* nodes, over all steps: what the cost is counted in */
};

void detector_open(struct detector *d, const struct detection *graph);
void detector_drop(struct detector *d);

/* All that happened at `at`, and before it what PLUS nodes waited for. E_USAGE: a moment before the last one, or an event that does
 * not end at `at` or has no leaf. */
int detector_step(struct detector *d, int64_t at, const struct primitive *primitive, uint32_t n, struct err *e) MUST_CHECK;
/* When a PLUS node has something next; NEVER: it has nothing. Then detector_step(d, that, NULL, 0) is due. */
int64_t detector_next_at(const struct detector *d);

/* The state as bytes, by the keys of the nodes: what a graph with the same nodes reads back and goes on with. Nodes that have nothing
 * are not written; nodes that the graph has no more are passed over. E_FORMAT: not such bytes. */
void detector_write(const struct detector *d, struct buf *out);
int detector_read(struct detector *d, struct str bytes, struct err *e) MUST_CHECK;

#endif
