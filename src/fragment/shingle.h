/* Shingles: a text as a small set of numbers that changes little where the text changes little (Broder 1997; the paper's section 3.2).
 *
 * Every window of W bytes is hashed; the S smallest different hashes are the sample. Two samples are compared by what they have in common.
 * A text shorter than W has one shingle, its own hash, which is no part of the shingles of a text around it. */
#ifndef FRAGMENT_SHINGLE_H
#define FRAGMENT_SHINGLE_H

#include "base/arena.h"

enum {
    SHINGLE_WINDOW = 8,       /* bytes: the paper's example; about a word and the beginning of the next */
    SHINGLE_WINDOW_MAX = 64,  /* longer ones tell nothing more: one changed byte spoils so many */
    SHINGLE_SAMPLE_MIN = 8,   /* the paper's example; a text of 30 bytes has 23 windows */
    SHINGLE_SAMPLE_MAX = 200, /* the error of a similarity of 0.9 is then 0.02 */
    SHINGLE_SAMPLE_EVERY = 4, /* between the two: one of so many windows */
    SHINGLE_BITS = 64,        /* two of a million windows share a hash once in 40,000 sites */
    SHINGLE_BITS_MIN = 8,
};

struct shingle_options {
    unsigned window;                 /* 1 to SHINGLE_WINDOW_MAX */
    unsigned sample_min, sample_max; /* sizes of samples; both the same: one size for all texts */
    unsigned bits;                   /* of a hash: SHINGLE_BITS_MIN to 64 */
};

#define SHINGLE_DEFAULT \
    { \
        .window = SHINGLE_WINDOW, .sample_min = SHINGLE_SAMPLE_MIN, .sample_max = SHINGLE_SAMPLE_MAX, .bits = SHINGLE_BITS \
    }

/* The smallest `room` different numbers of all that were added, rising. */
struct smallest {
    uint64_t *item;
    uint32_t n, room;
};

void smallest_add(struct smallest *s, uint64_t number);

/* What is wanted of a set of hashes: the `want` smallest of those of `windows` windows. */
struct shingle_wish {
    uint64_t windows;
    uint32_t want;
};

/* The smallest different numbers of n, rising, into `out`, which has room for n + 1; returns how many, at most wish->want. The numbers hold
 * at least that many of the smallest hashes of the windows, or all. O(n) for hashes: few of them are small enough to be sorted. */
uint32_t shingle_least(const struct shingle_options *o, const uint64_t *number, uint32_t n, const struct shingle_wish *wish,
                       uint64_t *out);

/* The hash of one window, or of a text shorter than a window. */
uint64_t shingle_hash(const struct shingle_options *o, const char *bytes, size_t n);
/* Those of the windows that begin at n bytes one after the other; bytes[n + window - 2] is the last that is read. */
void shingle_hashes(const struct shingle_options *o, const char *bytes, size_t n, uint64_t *out);
/* How many numbers the sample of a text of so many bytes has, at most. */
uint32_t shingle_sample(const struct shingle_options *o, size_t bytes);
/* How many hashes it takes to compute the shingles of such a text by itself. */
uint64_t shingle_cost(const struct shingle_options *o, size_t bytes);
/* Shingles of one text, computed directly. `out` has room for sample_max numbers; returns how many there are. */
uint32_t shingle_direct(const struct shingle_options *o, struct str text, uint64_t *out);

/* Two samples, rising. */
struct shingles {
    const uint64_t *item;
    uint32_t n;
};

/* Numbers that both have among their first min(a.n, b.n), as a share of that many: 0 to 1. Estimates common windows over those of the
 * larger text. 0 where one has none. */
double shingle_overlap(struct shingles a, struct shingles b);
/* The paper's ShingleSim: common over all, 0 to 1, estimated from the smallest min(a.n, b.n) of both together where samples are cut. */
double shingle_similarity(struct shingles a, struct shingles b);

/* Samples of very many texts: the upper 32 bits of each number are enough to compare two of them. Different windows of two texts of 40 KB
 * look alike so in one pair of 500. */
struct short_shingles {
    const uint32_t *item;
    uint32_t n;
};

static inline uint32_t shingle_short(const struct shingle_options *o, uint64_t number)
{
    return (uint32_t)(o->bits > 32 ? number >> (o->bits - 32) : number);
}

/* Whether the overlap is at least `share`; known after a few numbers where they are unlike. */
bool shingle_reaches(struct short_shingles a, struct short_shingles b, double share);

#endif
