/* Time and chance for callers that have none of their own. */
#include <sys/random.h>

#include "base/clock.h"
#include "fetch/fetch.h"

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
