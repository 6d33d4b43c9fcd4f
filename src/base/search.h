/* Where a number stands among things that are sorted by one.
 *
 *     uint32_t i = SEARCH_FIRST(p->link, p->n_links, node, limit); the first link whose node is not before `limit`; n_links: none */
#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* `key`: where the uint32_t that they are sorted by lies in each. Returns n where all are below `value`. O(log n). */
static inline uint32_t search_first(const void *item, uint32_t n, size_t bytes, size_t key, uint32_t value)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (*(const uint32_t *)(const void *)((const char *)item + middle * bytes + key) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#define SEARCH_FIRST(item, n, member, value) \
    search_first((item), (n), sizeof *(item), offsetof(__typeof__(*(item)), member), (value))

#endif
