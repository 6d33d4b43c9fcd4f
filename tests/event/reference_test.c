/* With which version each is compared: the table of reference.h, row by row. */
#include "event/reference.h"

#include "tests/tap.h"

static void row(enum compare_kind kind, uint32_t n, const char *want)
{
    AUTO(buf) got = BUF(256);
    for (int64_t k = 0; k <= 6; k++) {
        int64_t reference = reference_of(kind, n, k);
        buf_addf(&got, "%s", k ? " " : "");
        if (reference == REFERENCE_NONE)
            buf_add_char(&got, '-');
        else
            buf_addf(&got, "%lld", (long long)reference);
    }
    eq_str(buf_str(&got), str_of(want), compare_name(kind));
}

int main(void)
{
    int64_t first = 0;
    row(COMPARE_PAIRWISE, 0, "- 0 1 2 3 4 5");
    row(COMPARE_EVERY, 2, "- - 0 - 2 - 4");
    row(COMPARE_EVERY, 1, "- 0 1 2 3 4 5");
    row(COMPARE_MOVING, 2, "- - 0 1 2 3 4");
    row(COMPARE_NEXT, 2, "- 0 0 2 2 4 4");
    row(COMPARE_NEXT, 5, "- 0 0 0 0 0 5");
    row(COMPARE_FIXED, 0, "- 0 0 0 0 0 0");
    row(COMPARE_FIXED, 3, "- - - - 3 3 3");
    ok(!cumulative_tells(3, 1, &first) && !cumulative_tells(3, 2, &first), "two of three are not told");
    ok(cumulative_tells(3, 3, &first) && first == 1, "three are, all of them");
    ok(cumulative_tells(3, 6, &first) && first == 4, "and the next three");
    ok(cumulative_tells(0, 1, &first) && first == 1 && cumulative_tells(0, 2, &first) && first == 2, "without a number each is");
    return tap_done();
}
