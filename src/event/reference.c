/* In: how a sentinel compares, and the number of a version. Out: the number of its reference. O(1). */
#include "event/reference.h"

int64_t reference_of(enum compare_kind kind, uint32_t n, int64_t k)
{
    int64_t step = n ? n : 1;
    if (k <= 0)
        return REFERENCE_NONE;
    switch (kind) {
    case COMPARE_EVERY:
        return k % step ? REFERENCE_NONE : k - step;
    case COMPARE_MOVING:
        return k < step ? REFERENCE_NONE : k - step;
    case COMPARE_NEXT:
        return (k - 1) / step * step;
    case COMPARE_FIXED:
        return k > (int64_t)n ? (int64_t)n : REFERENCE_NONE;
    default:
        return k - 1;
    }
}

bool cumulative_tells(uint32_t n, int64_t k, int64_t *first)
{
    int64_t step = n ? n : 1;
    if (k <= 0 || k % step)
        return false;
    *first = k - step + 1;
    return true;
}
