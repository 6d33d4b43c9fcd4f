/* When a message is tried again: a table of pauses, and who may lengthen or end them. */
#include "notify/retry.h"

#include "base/auto.h"
#include "base/duration.h"
#include "tests/tap.h"

enum { NOW = 1000000 };

static const int64_t pauses[] = {
    DURATION_MINUTE_MS,   5 * DURATION_MINUTE_MS, 30 * DURATION_MINUTE_MS, 2 * DURATION_HOUR_MS,
    6 * DURATION_HOUR_MS, 12 * DURATION_HOUR_MS,  DURATION_DAY_MS,
};

static void test_pauses(void)
{
    for (uint32_t n = 0; n < ARRAY_LEN(pauses); n++) {
        struct retry_answer x = retry_after(&(struct retry_facts){ .now = NOW, .tries = n });
        ok(!x.give_up && x.next_at == NOW + pauses[n], "after try %u there is a pause of %lld s", n + 1,
           (long long)(pauses[n] / 1000));
    }
    ok(retry_after(&(struct retry_facts){ .now = NOW, .tries = 7 }).give_up, "after the eighth it is given up");
    ok(retry_after(&(struct retry_facts){ .now = NOW, .tries = UINT32_MAX }).give_up, "and stays so");
}

static void test_ends(void)
{
    struct retry_answer taken = retry_after(&(struct retry_facts){ .now = NOW, .taken = true });
    ok(!taken.give_up && taken.next_at == 0, "what was taken is neither given up nor tried again");
    ok(!retry_after(&(struct retry_facts){ .now = NOW, .taken = true, .tries = 7 }).give_up, "not at its last try either");
    ok(retry_after(&(struct retry_facts){ .now = NOW, .hopeless = true }).give_up, "what is refused for good is given up at once");
}

static void test_wishes(void)
{
    static const struct {
        const char *name;
        uint32_t tries;
        int64_t wait_ms, pause_ms;
    } rows[] = {
        { "a receiver that asks for nothing gets the pause of the table", 1, 0, 5 * DURATION_MINUTE_MS },
        { "a shorter wish does not shorten it", 1, DURATION_MINUTE_MS, 5 * DURATION_MINUTE_MS },
        { "a longer one lengthens it", 1, DURATION_HOUR_MS, DURATION_HOUR_MS },
        { "to a day at most", 0, DURATION_DAY_MS + 1, DURATION_DAY_MS },
        { "however long it is", 0, INT64_MAX, DURATION_DAY_MS },
        { "a wish from the past is none", 0, -5, DURATION_MINUTE_MS },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct retry_facts f = { .now = NOW, .tries = rows[i].tries, .wait_ms = rows[i].wait_ms };
        eq_int(retry_after(&f).next_at, NOW + rows[i].pause_ms, rows[i].name);
    }
}

int main(void)
{
    test_pauses();
    test_ends();
    test_wishes();
    return tap_done();
}
