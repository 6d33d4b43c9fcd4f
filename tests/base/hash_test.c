/* Hashes may be stored, so they are checked against XXH3's published values; and hash_mix for order and spread. */
#include "base/arena.h"
#include "base/hash.h"
#include "tests/tap.h"

/* The bytes of XXH3's own sanity test: xxhash repository, tests/sanity_test.c. */
static void fill(unsigned char *to, size_t n)
{
    uint64_t state = 2654435761u;
    for (size_t i = 0; i < n; i++) {
        to[i] = (unsigned char)(state >> 56);
        state *= 11400714785074694797u;
    }
}

int main(void)
{
    static const struct {
        size_t n;
        uint64_t hash;
    } known[] = {
        { 0, 0x2d06800538d394c2u },   { 1, 0xc44bdff4074eecdbu },   { 6, 0x27b56a84cd2d7325u },    { 12, 0xa713daf0dfbb77e7u },
        { 24, 0xa3fe70bf9d3510ebu },  { 48, 0x397da259ecba1f11u },  { 80, 0xbcdefbbb2c47c90au },   { 195, 0xcd94217ee362ec3au },
        { 403, 0xcdeb804d65c6dea4u }, { 512, 0x617e49599013cb6bu }, { 2048, 0xdd59e2c3a5f038e0u }, { 2240, 0x6e73a90539cf2948u },
    };
    unsigned char bytes[2304];
    fill(bytes, sizeof bytes);
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        ok(hash_bytes(bytes, known[i].n) == known[i].hash, "XXH3 of %zu bytes is the published value", known[i].n);
    ok(hash_bytes(NULL, 0) == hash_str(STR("")), "nothing hashes as the empty string");
    ok(hash_str(STR("a\0b")) != hash_str(STR("a\0c")), "bytes behind a NUL count");

    bool ordered = true, spread = true;
    for (uint64_t a = 0; a < 300; a++)
        for (uint64_t b = 0; b < a; b++) {
            ordered = ordered && hash_mix(a, b) != hash_mix(b, a);
            spread = spread && hash_mix(a, b) != hash_mix(a, a) && hash_mix(a, b) != hash_mix(b, b);
        }
    ok(ordered, "the order counts in hash_mix");
    ok(spread, "small numbers do not meet");
    ok(hash_mix(hash_mix(0, 1), 2) != hash_mix(hash_mix(0, 2), 1), "also not in chains");
    return tap_done();
}
