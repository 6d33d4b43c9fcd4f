/* Longest common subsequences of 32-bit symbols: the one engine under every comparison.
 *
 * Exact with a trace in linear space. Common head and tail are trimmed, symbols that only one side has are left out; Myers' O(ND)
 * middle snake where the distance is small; Hirschberg's split on bit-parallel rows (Crochemore et al. / Hyyro, 64 cells a step)
 * inside the band of the distance where it is not. Where that band holds more than SEQUENCE_EXACT_CELLS cells, the fallback:
 * anchors on symbols that are rare in both, the heaviest chain of them, the same again between them, and where there is no anchor
 * the best subsequence in as wide a band as the cells allow; `exact` is then false. Always deterministic: nothing but the order
 * of equal symbols counts, not their numbers, and among equal solutions the same one is found in every build.
 * Both sequences together must have fewer than 2^31 symbols. */
#ifndef COMPARE_SEQUENCE_H
#define COMPARE_SEQUENCE_H

#include "base/arena.h"

/* 92,000 x 92,000 symbols of any kind, or a million with 8,000 unmatched: about 0.2 s. */
#define SEQUENCE_EXACT_CELLS (1ull << 33)

/* old[a .. a+n) equals new[b .. b+n) */
struct run {
    uint32_t a, b, n;
};

struct runs {
    struct run *item; /* in order of a and of b, never touching: a run that continues another is one with it */
    uint32_t n;
    uint32_t common; /* symbols in all runs: the length of the subsequence */
    bool exact;      /* no longer one exists */
};

/* The common subsequence of old and new. Memory for the result in `a`; working memory O(n + m) of its own, freed (none but the
 * stack for two sides of at most 64 symbols after trimming). Of equally long ones it is not said which, but what is free is done
 * to have few runs: equal symbols at a box's ends are matched there, and a run whose symbols stand at a neighbour's end as well
 * becomes part of that. */
void sequence_match(struct arena *a, const uint32_t *old, uint32_t n_old, const uint32_t *new, uint32_t n_new, struct runs *out);

/* Its length alone, the `common` that sequence_match() would give: O(d m / 64) at worst, d the distance. No memory where one side
 * has at most 64 symbols after trimming. */
uint32_t sequence_length(const uint32_t *old, uint32_t n_old, const uint32_t *new, uint32_t n_new);

/* A candidate pair with its weight: old item a may stand for new item b. */
struct pair {
    uint32_t a, b;
    uint32_t weight;
};

/* The heaviest chain: the subset of pairs, strictly increasing in both a and b, with the largest sum of weights. Among equal sums
 * its last pair is the first possible in the order given; the pair before that, the first possible that keeps the sum; and so on.
 * Pairs of weight 0 are never chosen. Pairs come sorted by a, then b; the chosen ones are moved to the front of `pair`, in order
 * (what stood behind is overwritten); returns how many. O(n log n) time; scratch memory O(n). This is the weighted LCS of section
 * 5.1 when all matching pairs are given. */
uint32_t sequence_chain(struct arena *scratch, struct pair *pair, uint32_t n);

/* What is left over of one page after the alignment. */
struct leftover {
    const uint32_t *symbol;
    const uint32_t *weight; /* of each item; what a run must reach in sum */
    const uint8_t *taken;   /* non-zero: already matched, no run may hold it */
    uint32_t n;
};

/* Moved runs, found after the alignment: runs of equal symbols among those left over on both sides, heaviest first (of equal ones
 * the first in new, then in old), each item used once, each run at least min_weight heavy (old's weights count; new's may be
 * NULL), each as long as the heavier ones before it allow. They come out in order of b, `exact` true. A symbol left over more
 * than 8 times in old is a starting point only against the one of the same rank in new; the run it lies in is found all the same
 * where any other of its symbols is rarer. O(n + m) expected, by hashing. */
void sequence_moves(struct arena *a, const struct leftover *old, const struct leftover *new, uint32_t min_weight, struct runs *out);

#endif
