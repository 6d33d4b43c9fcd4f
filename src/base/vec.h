/* A growing array in an arena: struct { T *item; uint32_t n, room; }.
 *
 *     VEC(struct link) links = { 0 };
 *     *VEC_ADD(a, &links) = (struct link){ ... };
 *
 * The value assigned may not read the vec itself (its n, say): C does not say which side of an assignment comes first.
 * VEC_ADD returns the address of a new, zeroed item (as long as n never goes down). Amortised O(1). Growing moves the items:
 * an address into them holds until the next VEC_ADD. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/arena.h"

#define VEC(type) \
    struct { \
        type *item; \
        uint32_t n, room; \
    }

#define VEC_ADD(a, v) \
    ((v)->n == (v)->room ? (void)((v)->item = vec_grow((a), (v)->item, &(v)->room, sizeof *(v)->item)) : (void)0, \
     &(v)->item[(v)->n++])

/* Doubles the room (16 at first). Ends the process past 2^31 items, as out-of-memory does. */
void *vec_grow(struct arena *a, void *item, uint32_t *room, size_t bytes);

#endif
