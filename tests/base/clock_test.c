/* The machine's clocks. */
#include "base/clock.h"

#include <time.h>

#include "tests/tap.h"

int main(void)
{
    int64_t now = clock_now_ms(), steady = clock_steady_ms();
    int64_t by_time = (int64_t)time(NULL) * 1000;
    bool back = false;

    ok(now >= by_time - 2000 && now <= by_time + 1000, "now is told in milliseconds since 1970");
    for (int64_t last = steady; !back && last < steady + 20;) {
        int64_t next = clock_steady_ms();
        back = next < last;
        last = next;
    }
    ok(!back, "the steady one never goes back");
    return tap_done();
}
