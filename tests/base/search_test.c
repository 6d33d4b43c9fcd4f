/* The first of sorted things, against a look at all of them. */
#include "base/search.h"

#include "tests/base/random.h"
#include "tests/tap.h"

int main(void)
{
    struct random r = { 3 };
    bool same = true;

    for (unsigned turn = 0; turn < 2000; turn++) {
        struct thing {
            char other;
            uint32_t at;
        } thing[20];
        uint32_t n = random_below(&r, 20), last = 0, value = random_below(&r, 40), want = 0;
        for (uint32_t i = 0; i < n; i++)
            thing[i] = (struct thing){ 'x', last += random_below(&r, 4) };
        while (want < n && thing[want].at < value)
            want++;
        same &= SEARCH_FIRST(thing, n, at, value) == want;
    }
    ok(same, "the first that is not below");
    eq_int(SEARCH_FIRST((struct { uint32_t at; } *)NULL, 0, at, 5), 0, "of nothing");
    return tap_done();
}
