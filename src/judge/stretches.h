/* Stretches of sentences that are noted in any order, also one inside another, and then asked for sentence by sentence.
 *
 *     uint32_t *in = NEW_ARRAY(a, uint32_t, n + 1);
 *     stretch_note(in, from, end)                     for each stretch
 *     stretches_close(in, n)                          in[i]: in how many of them sentence i stands
 *
 * So many stretches over the same sentences cost no more than as many short ones. O(1) for each, and O(n) at the end. */
#ifndef JUDGE_STRETCHES_H
#define JUDGE_STRETCHES_H

#include <stdint.h>

static inline void stretch_note(uint32_t *in, uint32_t from, uint32_t end)
{
    if (from < end) {
        in[from]++;
        in[end]--; /* below zero it wraps, and the sum is right again */
    }
}

static inline void stretches_close(uint32_t *in, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        in[i] += in[i - 1];
}

#endif
