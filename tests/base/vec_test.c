/* The growing array. */
#include "base/vec.h"
#include "tests/tap.h"

struct item {
    uint64_t x;
    char c;
};

int main(void)
{
    AUTO(arena) a = { 0 };
    VEC(struct item) v = { 0 };
    bool zeroed = true, kept = true;
    for (uint64_t i = 0; i < 300000; i++) {
        memset(arena_alloc(&a, 8), 0xff, 8);
        struct item *item = VEC_ADD(&a, &v);
        zeroed = zeroed && item->x == 0 && item->c == 0;
        item->x = i;
        item->c = (char)i;
    }
    for (uint64_t i = 0; i < v.n; i++)
        kept = kept && v.item[i].x == i && v.item[i].c == (char)i;
    eq_int(v.n, 300000, "all items are counted");
    ok(zeroed, "each new item is zero");
    ok(kept, "each keeps its value when the array moves");
    ok(v.room >= v.n && v.room < 2 * v.n, "room doubles");
    VEC(char) bytes = { 0 };
    *VEC_ADD(&a, &bytes) = 'x';
    eq_int(bytes.room, 16, "the first room is 16");
    return tap_done();
}
