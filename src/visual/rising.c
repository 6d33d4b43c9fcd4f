/* Patience sorting: best[k] is the place of the smallest number that ends a run of k + 1. */
#include "visual/rising.h"

void rising_mark(const uint32_t *value, uint32_t n, bool *stays)
{
    AUTO(arena) room = { 0 };
    uint32_t sorted = 1, size = 0;
    while (sorted < n && value[sorted] > value[sorted - 1])
        sorted++;
    if (sorted >= n) {
        for (uint32_t i = 0; i < n; i++)
            stays[i] = true;
        return;
    }
    uint32_t *best = NEW_ARRAY(&room, uint32_t, n), *before = NEW_ARRAY(&room, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t low = 0, high = size;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (value[best[middle]] < value[i])
                low = middle + 1;
            else
                high = middle;
        }
        best[low] = i;
        before[i] = low ? best[low - 1] : UINT32_MAX;
        size = MAX(size, low + 1);
        stays[i] = false;
    }
    for (uint32_t i = best[size - 1]; i != UINT32_MAX; i = before[i])
        stays[i] = true;
}
