/* 64-bit hashes (XXH3) that are the same in every process and may be stored. Not for secrets. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/str.h"

__extension__ typedef unsigned __int128 uint128; /* no part of ISO C, but of every 64-bit gcc and clang */

uint64_t hash_bytes(const void *bytes, size_t n);

static inline uint64_t hash_str(struct str s)
{
    return hash_bytes(s.ptr, s.len);
}

/* Mixes b into a; the order counts: hash_mix(a, b) != hash_mix(b, a). */
static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
    uint128 product = (uint128)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd6e8feb86659fd93u);
    return ((uint64_t)product ^ (uint64_t)(product >> 64)) + a;
}

#endif
