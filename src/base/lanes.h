/* Sixteen bytes at a time, in the vector form that gcc and clang give every machine: for loops that look for rare bytes. */
#ifndef BASE_LANES_H
#define BASE_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { LANES = 16 };
typedef unsigned char lanes __attribute__((vector_size(LANES)));

static inline lanes lanes_load(const void *from)
{
    lanes v;
    memcpy(&v, from, LANES);
    return v;
}

/* Whether any byte of a comparison's result is set. */
static inline bool lanes_any(lanes v)
{
    uint64_t half[2];
    memcpy(half, &v, LANES);
    return (half[0] | half[1]) != 0;
}

/* One bit for each lane of a comparison's result, the first lane's the lowest. */
static inline unsigned lanes_mask(lanes v)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_epi8((__m128i)v);
#else
    unsigned mask = 0;
    for (unsigned i = 0; i < LANES; i++)
        mask |= (unsigned)(v[i] >> 7) << i;
    return mask;
#endif
}

#endif
