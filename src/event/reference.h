/* With which version a new one is compared (section 5.2): pure functions of the number of a version.
 *
 * Versions are counted from 0: the one that stands when the sentinel begins. n = 2:
 *
 *     version           0   1   2   3   4   5   6
 *     PAIRWISE              0   1   2   3   4   5      with the one before
 *     EVERY 2               -   0   -   2   -   4      each n-th, with the n-th before
 *     MOVING 2              -   0   1   2   3   4      each, with the n-th before
 *     NEXT 2                0   0   2   2   4   4      the next n with the same; the last of them is the reference then
 *     FIXED v               v   v   v   v   v   v      all with the same, by its own number */
#ifndef EVENT_REFERENCE_H
#define EVENT_REFERENCE_H

#include "event/sentinel.h"

enum { REFERENCE_NONE = -1 };

/* The reference of version `k`, or REFERENCE_NONE where it is not compared. For FIXED, `n` is the number of the fixed version. */
int64_t reference_of(enum compare_kind kind, uint32_t n, int64_t k);

/* CUMULATIVE n: whether the k-th event (from 1) completes a message, and the first event that is told in it. */
bool cumulative_tells(uint32_t n, int64_t k, int64_t *first);

#endif
