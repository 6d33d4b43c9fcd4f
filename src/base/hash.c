/* XXH3, 64 bits, seed 0: https://github.com/Cyan4973/xxHash, fixed since its version 0.8. O(n), memory speed for long input. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/hash.h"

uint64_t hash_bytes(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}
