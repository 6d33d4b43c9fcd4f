/* Growing pauses: most troubles are over in minutes, and who is away for a weekend is back before the last try. */
#include "notify/retry.h"

#include "base/auto.h"
#include "base/duration.h"

static const int64_t pauses[] = {
    DURATION_MINUTE_MS,   5 * DURATION_MINUTE_MS, 30 * DURATION_MINUTE_MS, 2 * DURATION_HOUR_MS,
    6 * DURATION_HOUR_MS, 12 * DURATION_HOUR_MS,  24 * DURATION_HOUR_MS,
};

struct retry_answer retry_after(const struct retry_facts *f)
{
    if (f->taken || f->hopeless || f->tries >= ARRAY_LEN(pauses))
        return (struct retry_answer){ .give_up = !f->taken };
    int64_t pause = MAX(pauses[f->tries], MIN(f->wait_ms, DURATION_DAY_MS));
    return (struct retry_answer){ .next_at = f->now + pause };
}
