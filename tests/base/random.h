/* Seeded numbers for property tests: the same in each run (xorshift64*, Vigna 2016). */
#ifndef TESTS_BASE_RANDOM_H
#define TESTS_BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state; /* not 0 */
};

static inline uint64_t random_next(struct random *r)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * 0x2545f4914f6cdd1du;
}

/* A number below n. */
static inline uint32_t random_below(struct random *r, uint32_t n)
{
    return (uint32_t)((random_next(r) >> 32) * n >> 32);
}

#endif
