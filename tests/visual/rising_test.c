/* The longest rising run: sorted, reversed, mixed, and against a slow twin. */
#include "visual/rising.h"

#include "tests/base/random.h"
#include "tests/tap.h"

static uint32_t marked(const uint32_t *value, uint32_t n, bool *rises)
{
    bool stays[64] = { 0 };
    uint32_t count = 0, last = 0;
    rising_mark(value, n, stays);
    *rises = true;
    for (uint32_t i = 0; i < n; i++) {
        if (!stays[i])
            continue;
        *rises &= count == 0 || value[i] > last;
        last = value[i];
        count++;
    }
    return count;
}

/* best[i]: the longest run that ends at i. */
static uint32_t slow(const uint32_t *value, uint32_t n)
{
    uint32_t best[64], most = 0;
    for (uint32_t i = 0; i < n; i++) {
        best[i] = 1;
        for (uint32_t k = 0; k < i; k++)
            best[i] = value[k] < value[i] ? MAX(best[i], best[k] + 1) : best[i];
        most = MAX(most, best[i]);
    }
    return most;
}

int main(void)
{
    static const uint32_t up[] = { 1, 2, 5 }, down[] = { 5, 2, 1 }, moved[] = { 4, 1, 2, 3 };
    bool rises, good = true;
    struct random r = { .state = 3 };
    eq_int(marked(up, 3, &rises), 3, "all stay where all rise");
    eq_int(marked(down, 3, &rises), 1, "one stays where none does");
    eq_int(marked(moved, 4, &rises), 3, "one has moved");
    eq_int(marked(moved, 0, &rises), 0, "nothing");
    for (unsigned turn = 0; turn < 500; turn++) {
        uint32_t value[64], n = random_below(&r, 64);
        for (uint32_t i = 0; i < n; i++)
            value[i] = random_below(&r, 40);
        good &= marked(value, n, &rises) == slow(value, n) && rises;
    }
    ok(good, "as long as the slow twin's, and rising");
    return tap_done();
}
