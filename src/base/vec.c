/* The one part of a growing array that is not a macro. */
#include "base/vec.h"

void *vec_grow(struct arena *a, void *item, uint32_t *room, size_t bytes)
{
    enum { FIRST = 16 };
    uint32_t was = *room, grown = was ? was * 2 : FIRST;
    if (was > UINT32_MAX / 4)
        return arena_array(a, SIZE_MAX, SIZE_MAX); /* ends the process */
    item = arena_grow(a, item, was, grown, bytes);
    *room = grown;
    return item;
}
