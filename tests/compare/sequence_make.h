/* Seeded sequences for the tests of the sequence engine. */
#ifndef TESTS_COMPARE_SEQUENCE_MAKE_H
#define TESTS_COMPARE_SEQUENCE_MAKE_H

#include "compare/sequence_impl.h"

struct random {
    uint64_t state;
};

/* splitmix64 */
static inline uint32_t below(struct random *r, uint32_t n)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return n ? (uint32_t)((z ^ z >> 31) >> 32) % n : 0;
}

static inline void fill(struct random *r, uint32_t *symbol, uint32_t n, uint32_t alphabet)
{
    for (uint32_t i = 0; i < n; i++)
        symbol[i] = below(r, alphabet);
}

enum shape { EDITED, ROTATED, REVERSED, BLOCK_MOVED, EQUAL, DIFFERENT, DOUBLED, ONE_SYMBOL, N_SHAPES };

/* Changes, leaves out or adds about 1 in `every`. */
static inline uint32_t edit(struct random *r, const uint32_t *old, uint32_t n, uint32_t every, uint32_t *new)
{
    uint32_t n_new = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t what = below(r, every) ? 3 : below(r, 3);
        if (what == 0 || what == 1)
            new[n_new++] = below(r, 1000);
        if (what == 1 || what == 3)
            new[n_new++] = old[i];
    }
    return n_new;
}

/* A pair of about n symbols each. */
static inline struct sequence_sides shape(struct arena *a, struct random *r, enum shape kind, uint32_t n, uint32_t alphabet)
{
    uint32_t *old = NEW_ARRAY(a, uint32_t, n), *new = NEW_ARRAY(a, uint32_t, 2 * (size_t)n), n_new = n;
    uint32_t from = below(r, n), length = below(r, n - from), to = below(r, n - length);
    fill(r, old, n, alphabet);
    for (uint32_t i = 0; i < n; i++)
        new[i] = kind == ROTATED ? old[(i + from) % n] : kind == REVERSED ? old[n - 1 - i] : old[i];
    switch (kind) {
    case EDITED:
        n_new = edit(r, old, n, 1 + below(r, 30), new);
        break;
    case BLOCK_MOVED:
        memmove(new + from, new + from + length, (n - from - length) * sizeof *new);
        memmove(new + to + length, new + to, (n - length - to) * sizeof *new);
        memcpy(new + to, old + from, length * sizeof *new);
        break;
    case DIFFERENT:
        for (uint32_t i = 0; i < n; i++)
            new[i] += alphabet;
        break;
    case DOUBLED:
        memcpy(new + n, old, n * sizeof *new);
        n_new = 2 * n;
        break;
    case ONE_SYMBOL:
        for (uint32_t i = 0; i < n; i++)
            old[i] = new[i] = 1;
        n_new = from;
        break;
    default:
        break;
    }
    return (struct sequence_sides){ old, new, n, n_new };
}

#endif
