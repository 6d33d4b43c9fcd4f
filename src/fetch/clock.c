/* The one place that reads a clock, and the one of the stage that asks for chance. */
#include <sys/random.h>
#include <time.h>

#include "fetch/clock.h"
#include "fetch/fetch.h"

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

static int64_t system_ms(void *ctx)
{
    (void)ctx;
    return clock_now_ms();
}

static uint64_t random_bits(void *ctx)
{
    uint64_t bits = 0;
    (void)ctx;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) < 0)
        bits = (uint64_t)clock_now_ms();
    return bits;
}

struct fetch_clock fetch_clock_system(void)
{
    return (struct fetch_clock){ .now_ms = system_ms, .random = random_bits };
}
