/* What the files of the sequence engine share; nobody else includes it (its tests do, to force each method).
 *
 * The engine works on a `struct work`: both sequences without the symbols that only one of them has, renamed to ids 0 .. n_ids-1.
 * A task is a box of that grid: a[a .. a_end) against b[b .. b_end). It is trimmed, split in two by one of the methods, and so on
 * down to boxes with a side of one machine word, which are traced at once. A distance is the number of unmatched symbols of a
 * box, n + m - 2 x the common length. */
#ifndef COMPARE_SEQUENCE_IMPL_H
#define COMPARE_SEQUENCE_IMPL_H

#include "base/vec.h"
#include "compare/sequence.h"

/* A side of at most this many symbols fits one machine word and is traced without a split. */
#define SEQUENCE_LEAF 64u
/* Myers may take about this many steps along diagonals for each symbol of a box, that is, go up to distances of sqrt(16 (n + m)).
 * One costs 2 to 3 ns, so a vain search is linear and cheap, and beyond that the bits are faster (4, 8, 16 and 32 were tried). */
#define SEQUENCE_MYERS_STEPS 16u
/* Symbols that occur up to this often on both sides may be anchors. */
#define SEQUENCE_ANCHOR_REPEATS 8u
/* An anchor weighs what matches around it, counted this far each way. */
#define SEQUENCE_ANCHOR_REACH 32u
/* Anchors are looked for inside the gaps of anchors, this deep. */
#define SEQUENCE_ANCHOR_DEPTH 8u
/* An unknown distance. */
#define SEQUENCE_UNKNOWN UINT32_MAX

struct sequence_limits {
    uint32_t leaf; /* 1 .. SEQUENCE_LEAF */
    uint32_t myers_steps;
    uint64_t cells;
};

#define SEQUENCE_LIMITS ((struct sequence_limits){ SEQUENCE_LEAF, SEQUENCE_MYERS_STEPS, SEQUENCE_EXACT_CELLS })

struct sequence_sides {
    const uint32_t *old, *new;
    uint32_t n_old, n_new;
};

struct sequence_box {
    uint32_t a, a_end, b, b_end;
};

struct task {
    uint32_t distance; /* one that can be had, the least unless exactness is lost; or SEQUENCE_UNKNOWN */
    uint32_t depth;    /* of anchors inside anchors */
    uint64_t cells;    /* that may be computed */
};

/* Where a box falls in two: a path of least distance, as far as is known, goes through (a, b). */
struct split {
    uint32_t a, b;
    uint32_t left, right; /* distances of the two boxes */
    bool exact;
};

struct run_list {
    struct arena *arena;
    struct run *item;
    uint32_t n, room;
};

struct work {
    struct arena *arena;
    struct sequence_limits limits;
    const uint32_t *a, *b; /* ids */
    uint32_t n_a, n_b, n_ids;
    const uint32_t *from_a, *from_b; /* where each stood */
    uint64_t *leaf_mask;             /* for each id; all zero between two leaves */
    uint64_t *leaf_row;              /* one for each symbol of the longer side */
    int32_t *forward, *backward;     /* Myers: the end of the furthest path on each diagonal */
    struct bits *bits;               /* made when first needed, */
    struct places *places;           /* and so are these */
    struct run_list runs;            /* in places of the caller's sequences */
    uint32_t common;                 /* symbols emitted */
    bool exact;
};

/* Symbols numbered in order of arrival; numbers start at 1, 0 is none. Where the symbols are small numbers, which those of a
 * table are, each has its own place; else places come by multiplicative hashing (Knuth 6.4) and linear probing. */
struct ids {
    struct id {
        uint32_t symbol, number;
    } * item;
    uint32_t n, mask;
    uint64_t factor;
    int shift;
};

/* For up to n symbols, the largest of which is `largest`. */
static inline void ids_open(struct ids *t, struct arena *a, uint32_t n, uint32_t largest)
{
    int log = 4;
    while (log < 31 && (1u << log) < 2 * (uint64_t)n)
        log++;
    bool direct = largest < (1u << log);
    *t = (struct ids){ .mask = (1u << log) - 1, .factor = direct ? 1 : 0x9e3779b97f4a7c15u, .shift = direct ? 0 : 64 - log };
    t->item = NEW_ARRAY(a, struct id, (size_t)t->mask + 1);
}

static inline struct id *ids_place(const struct ids *t, uint32_t symbol)
{
    uint32_t at = (uint32_t)(symbol * t->factor >> t->shift);
    while (t->item[at].number && t->item[at].symbol != symbol)
        at = (at + 1) & t->mask;
    return &t->item[at];
}

static inline uint32_t ids_find(const struct ids *t, uint32_t symbol)
{
    return ids_place(t, symbol)->number;
}

static inline uint32_t ids_add(struct ids *t, uint32_t symbol)
{
    struct id *id = ids_place(t, symbol);
    if (id->number == 0)
        *id = (struct id){ symbol, ++t->n };
    return id->number;
}

static inline uint32_t largest_of(const uint32_t *symbol, uint32_t n)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < n; i++)
        largest = MAX(largest, symbol[i]);
    return largest;
}

/* sequence.c */
void sequence_match_within(struct arena *a, const struct sequence_sides *s, const struct sequence_limits *limits, struct runs *out);
uint32_t sequence_length_within(const struct sequence_sides *s, const struct sequence_limits *limits);
void sequence_solve(struct work *w, struct sequence_box box, struct task task);

/* sequence_runs.c */
void run_list_add(struct run_list *l, struct run run);
/* Adds a run of the work's ids, in places of the caller's sequences. */
void sequence_emit(struct work *w, uint32_t a, uint32_t b, uint32_t n);
/* Lets each run swallow a neighbour whole where that is free: then one change shows where there were two. */
void sequence_swallow(struct run_list *l, const struct sequence_sides *s);
void sequence_runs_out(struct arena *a, const struct run_list *l, bool exact, struct runs *out);

/* sequence_small.c: one side of at most 64 symbols */
/* both sides of at most 64; `offset` is added to the places; no memory but the list's */
void sequence_small(const struct sequence_sides *s, uint32_t offset, struct run_list *out);
uint32_t sequence_small_length(const struct sequence_sides *s); /* the shorter side of at most 64; no memory */
void sequence_leaf(struct work *w, const struct sequence_box *box);

/* sequence_myers.c: false where the distance is over `bound` */
bool sequence_myers(struct work *w, const struct sequence_box *box, uint32_t bound, struct split *out);
size_t sequence_myers_room(uint32_t bound); /* entries of work's forward and backward */

/* sequence_bits.c: the best split found with the task's cells */
void sequence_bits(struct work *w, const struct sequence_box *box, const struct task *task, struct split *out);

/* sequence_anchors.c: solves the box between anchors; false, with nothing done, where there are none or `common` symbols, known
 * to be possible, cannot be reached with them */
bool sequence_anchors(struct work *w, const struct sequence_box *box, const struct task *task, uint32_t common);

#endif
