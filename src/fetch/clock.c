/* The one place of the stage that reads a clock or asks for chance, for callers that have none of their own. */
#include <sys/random.h>
#include <time.h>

#include "fetch/clock.h"
#include "fetch/fetch.h"

static int64_t now_ms(void *ctx)
{
    struct timespec t;
    (void)ctx;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static uint64_t random_bits(void *ctx)
{
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) < 0)
        bits = (uint64_t)now_ms(ctx);
    return bits;
}

struct fetch_clock fetch_clock_system(void)
{
    return (struct fetch_clock){ .now_ms = now_ms, .random = random_bits };
}

int64_t clock_steady_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
