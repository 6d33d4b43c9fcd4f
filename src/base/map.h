/* From a 64-bit key to a 32-bit value: open addressing, linear probing, in an arena.
 *
 * Keys are hashes or small numbers. MAP_NO_KEY marks a free place; asked for as a key it stands for MAP_NO_KEY - 1. Iteration is
 * not offered, so no result can depend on the order of a table. O(1) expected. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/arena.h"

#define MAP_NO_KEY UINT64_MAX

struct map {
    struct arena *arena;
    uint64_t *key;
    uint32_t *value;
    uint32_t n, room; /* room is a power of two, or 0 */
};

/* Room for about n keys without growing. */
void map_open(struct map *m, struct arena *a, uint32_t n);
/* The address of the key's value, or NULL. It holds until the next map_slot(). */
uint32_t *map_find(const struct map *m, uint64_t key);
/* The address of the key's value, made with `fresh` where the key is new. */
uint32_t *map_slot(struct map *m, uint64_t key, uint32_t fresh);

#endif
