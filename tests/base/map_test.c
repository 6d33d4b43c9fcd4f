/* The map against a plain array, with keys that would meet in a poor table. */
#include "base/map.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static void test_empty(void)
{
    AUTO(arena) a = { 0 };
    struct map m;
    map_open(&m, &a, 0);
    ok(!map_find(&m, 0) && !map_find(&m, 1) && !map_find(&m, MAP_NO_KEY), "an empty map has no key");
    *map_slot(&m, 0, 7) += 1;
    ok(map_find(&m, 0) && *map_find(&m, 0) == 8, "0 is a key like others");
    eq_int(*map_slot(&m, 0, 99), 8, "fresh counts for new keys only");
    eq_int(m.n, 1, "one key");
    *map_slot(&m, MAP_NO_KEY, 5) = 6;
    ok(map_find(&m, MAP_NO_KEY) && *map_find(&m, MAP_NO_KEY) == 6 && map_find(&m, MAP_NO_KEY - 1),
       "the last key stands for the one before");
    eq_int(m.n, 2, "two keys");
}

/* n keys a step apart, among them none that is asked for besides. */
static void test_steps(uint64_t step, const char *what)
{
    AUTO(arena) a = { 0 };
    struct map m;
    bool good = true;
    map_open(&m, &a, 0);
    for (uint32_t i = 0; i < 50000; i++)
        *map_slot(&m, i * step, 0) = i;
    for (uint32_t i = 0; i < 50000; i++) {
        uint32_t *value = map_find(&m, i * step);
        good = good && value && *value == i && !map_find(&m, i * step + step / 2 + 1 + (step == 1) * 60000);
    }
    ok(good && m.n == 50000, "50000 keys %s", what);
    ok(m.n * 3 <= m.room * 2 && (m.room & (m.room - 1)) == 0, "the table is a power of two with room to spare");
}

static void test_random(void)
{
    AUTO(arena) a = { 0 };
    struct map m;
    struct random r = { 3 };
    static uint32_t count[3000];
    bool good = true;
    map_open(&m, &a, 10);
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t k = random_below(&r, ARRAY_LEN(count));
        *map_slot(&m, (uint64_t)k * k, 0) += 1;
        count[k]++;
    }
    for (uint32_t k = 0; k < ARRAY_LEN(count); k++) {
        uint32_t *value = map_find(&m, (uint64_t)k * k);
        good = good && (value ? *value : 0) == count[k];
    }
    ok(good, "counts as an array counts");
}

int main(void)
{
    test_empty();
    test_steps(1, "one after the other");
    test_steps(1 << 20, "that differ in the middle");
    test_steps((uint64_t)1 << 48, "that differ at the top");
    test_random();
    AUTO(arena) a = { 0 };
    struct map m;
    map_open(&m, &a, 1000);
    uint32_t room = m.room;
    for (uint64_t i = 0; i < 1000; i++)
        map_slot(&m, i, 0);
    eq_int(m.room, room, "room that was asked for is there");
    return tap_done();
}
