/* The one place that reads a clock. O(1). */
#include "base/clock.h"

#include <time.h>

static int64_t read_ms(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_now_ms(void)
{
    return read_ms(CLOCK_REALTIME);
}

int64_t clock_steady_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}
