/* The arena: zeros, alignment, growth in each of its ways, the budget, and an end with status 2 when a size cannot be. */
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/limits.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static bool is_filled(const unsigned char *at, size_t n, unsigned char with)
{
    for (size_t i = 0; i < n; i++)
        if (at[i] != with)
            return false;
    return true;
}

static void test_objects(void)
{
    static const size_t sizes[] = { 0,     1,     15,    16,    17,     100,     4096,    65000,
                                    65503, 65504, 65505, 65536, 300000, 1048575, 1048576, 5000000 };
    AUTO(arena) a = { 0 };
    bool aligned = true, zeroed = true, kept = true;
    unsigned char *object[3 * ARRAY_LEN(sizes)];
    for (size_t i = 0; i < ARRAY_LEN(object); i++) {
        size_t n = sizes[i % ARRAY_LEN(sizes)];
        object[i] = arena_alloc(&a, n);
        aligned = aligned && object[i] && (uintptr_t)object[i] % 16 == 0;
        zeroed = zeroed && is_filled(object[i], n, 0);
        memset(object[i], (int)i + 1, n);
    }
    for (size_t i = 0; i < ARRAY_LEN(object); i++)
        kept = kept && is_filled(object[i], sizes[i % ARRAY_LEN(sizes)], (unsigned char)(i + 1));
    ok(aligned, "objects of all sizes, of none too, are aligned to 16 and never NULL");
    ok(zeroed, "they are zero, also beside used ones");
    ok(kept, "no two overlap");
    ok(arena_alloc(&a, 0) != arena_alloc(&a, 0), "objects of 0 bytes have addresses of their own");
}

static void test_random_objects(void)
{
    struct random r = { 11 };
    AUTO(arena) a = { 0 };
    bool zeroed = true;
    size_t sum = 0;
    for (unsigned i = 0; i < 20000; i++) {
        size_t n = random_below(&r, 20) ? random_below(&r, 300) : random_below(&r, 90000);
        unsigned char *at = arena_alloc(&a, n);
        zeroed = zeroed && is_filled(at, n, 0);
        memset(at, 0xff, n);
        sum += n;
    }
    ok(zeroed, "20000 objects of mixed sizes are zero");
    ok(a.used_bytes >= sum && a.used_bytes < sum + 20000 * 64, "used_bytes is what was asked for and little more");
    arena_drop(&a);
    eq_int(a.used_bytes, 0, "a drop leaves nothing used");
    ok(!a.block && !a.at && arena_alloc(&a, 10), "and an arena that can be used again");
}

/* Doubles one array from 1 to n items of 8 bytes, with other objects in between where `busy`. */
static bool grows_well(size_t n_last, bool busy)
{
    AUTO(arena) a = { 0 };
    uint64_t *item = NULL;
    for (size_t n = 0, room = 0; n < n_last; n++) {
        if (n == room) {
            size_t grown = room ? room * 2 : 1;
            item = arena_grow(&a, item, room, grown, sizeof *item);
            if (!is_filled((unsigned char *)(item + room), (grown - room) * sizeof *item, 0))
                return false;
            room = grown;
        }
        item[n] = n * 3;
        if (busy && n % 8 == 0)
            memset(arena_alloc(&a, 24), 0xee, 24);
    }
    for (size_t n = 0; n < n_last; n++)
        if (item[n] != n * 3)
            return false;
    return true;
}

/* Objects of every size around those of the blocks, each grown while others stand behind it. */
static bool grows_among(size_t bytes)
{
    AUTO(arena) a = { 0 };
    for (unsigned i = 0; i < 40; i++)
        memset(arena_alloc(&a, 60000), 0xee, 60000); /* the blocks in use are large now, with room for much */
    for (unsigned i = 0; i < 3; i++) {
        unsigned char *object = arena_alloc(&a, bytes);
        memset(object, 7, bytes);
        memset(arena_alloc(&a, 100), 0xee, 100);
        unsigned char *grown = arena_grow(&a, object, bytes, bytes * 3, 1);
        if (!is_filled(grown, bytes, 7) || !is_filled(grown + bytes, bytes * 2, 0))
            return false;
        memset(grown, 8, bytes * 3);
    }
    return true;
}

static void test_grow(void)
{
    AUTO(arena) a = { 0 };
    bool good = true;
    for (size_t bytes = 1000; bytes < MIB(3); bytes += bytes / 4)
        good = good && grows_among(bytes);
    ok(good, "objects of each size grow with others behind them");
    ok(grows_well(1 << 20, false), "an array grows from 8 bytes to 8 MB and keeps its items; the new ones are zero");
    ok(grows_well(1 << 18, true), "so it does among other objects");
    char *last = arena_alloc(&a, 3);
    memcpy(last, "abc", 3);
    char *grown = arena_grow(&a, last, 3, 1000, 1);
    ok(memcmp(grown, "abc", 3) == 0 && is_filled((unsigned char *)grown + 3, 997, 0), "bytes are moved, the rest is zero");
#ifndef ARENA_EXACT
    ok(grown == last, "what lies last grows in place");
#endif
    ok(arena_grow(&a, grown, 1000, 500, 1) == grown, "growing to less changes nothing");
    char *large = arena_alloc(&a, MIB(2)), *second = arena_alloc(&a, MIB(2));
    memset(large, 1, MIB(2));
    memset(second, 2, MIB(2));
    size_t before = a.used_bytes;
    large = arena_grow(&a, large, MIB(2), MIB(16), 1);
    ok(is_filled((unsigned char *)large, MIB(2), 1) && is_filled((unsigned char *)large + MIB(2), MIB(14), 0),
       "a large object keeps its bytes");
    ok(is_filled((unsigned char *)second, MIB(2), 2), "its neighbour, too");
    ok(a.used_bytes - before <= MIB(14), "the old place of a large object is given back");
}

static void test_text(void)
{
    AUTO(arena) a = { 0 };
    struct str copy = arena_str(&a, (struct str){ "a\0b", 3 });
    eq_str(copy, ((struct str){ "a\0b", 3 }), "a copy has all bytes");
    ok(copy.ptr[3] == '\0', "and a NUL behind");
    copy = arena_str(&a, (struct str){ NULL, 0 });
    ok(copy.len == 0 && copy.ptr[0] == '\0', "the copy of nothing is an empty string");
    eq_str(arena_printf(&a, "%d-%s", 7, "x"), STR("7-x"), "printf");
    struct str longer = arena_printf(&a, "%0511d|", 1), wide = arena_printf(&a, "%05000d|", 1);
    ok(longer.len == 512 && longer.ptr[511] == '|' && longer.ptr[512] == '\0', "printf at the edge of its own buffer");
    ok(wide.len == 5001 && wide.ptr[5000] == '|' && wide.ptr[5001] == '\0', "printf past it");
    char *raw = arena_array_raw(&a, 1000, 3);
    memset(raw, 1, 3000);
    ok(is_filled(NEW_ARRAY(&a, unsigned char, 3000), 3000, 0), "an array after a raw one is zero");
}

static void test_budget(void)
{
    struct err e = { 0 };
    AUTO(arena) a = { .budget_bytes = 10000 };
    eq_int(arena_room(&a, 10000, &e), 0, "the whole budget fits");
    eq_int(arena_room(&a, 10001, &e), E_LIMIT, "a byte more does not");
    eq_str(str_of(e.text), STR("this would need more than the 9 KB of memory that one job may take"), "the words name the budget");
    eq_int(arena_room(&a, SIZE_MAX, NULL), E_LIMIT, "nor does all there is");
    arena_alloc(&a, 6000);
    ok(!arena_over(&a) && arena_room(&a, 6000, &e) == E_LIMIT, "what is used counts");
    arena_alloc(&a, 6000);
    ok(arena_over(&a) && arena_room(&a, 0, &e) == E_LIMIT, "past the budget there is no room at all");
    AUTO(arena) b = { 0 };
    ok(arena_room(&b, SIZE_MAX, &e) == 0 && !arena_over(&b), "a budget of 0 bounds nothing");
}

/* The exit status of a child that asks for n * bytes. */
static int status_of(size_t n, size_t bytes)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        AUTO(arena) a = { 0 };
        close(STDERR_FILENO);
        _exit(arena_array(&a, n, bytes) ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_zero(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i])
            return false;
    return true;
}

/* The next job finds zeros, whatever the one before it wrote, and needs no memory of its own. */
static void test_clear(void)
{
    AUTO(arena) a = { .budget_bytes = 100000 };
    static const size_t sizes[] = { 100, 5000, 20000, 30, 90000 };
    bool zero = true;
    for (unsigned job = 0; job < 4; job++) {
        for (size_t i = 0; i < ARRAY_LEN(sizes) - (job % 2); i++) {
            char *bytes = arena_array(&a, sizes[i], 1);
            zero = zero && is_zero(bytes, sizes[i]);
            memset(bytes, 0xee, sizes[i]);
        }
        arena_clear(&a);
        eq_int((int)a.used_bytes, 0, "nothing is used any more");
    }
    ok(zero, "memory that is given out again is zero");
    eq_int((int)a.budget_bytes, 100000, "the budget stays");
    AUTO(arena) none = { 0 };
    arena_clear(&none);
    ok(none.block == NULL, "an empty one stays empty");
}

/* Begins in the caller's array and goes on in blocks of its own. */
static void test_space(void)
{
    ARENA_SPACE(space, 256);
    AUTO(arena) a = ARENA_IN(space);
    char *first = arena_array(&a, 100, 1), *second = arena_array(&a, 200, 1);
    ok(is_zero(first, 100) && is_zero(second, 200), "both are zero");
    memset(first, 1, 100);
    memset(second, 2, 200);
    char *grown = arena_grow(&a, first, 100, 1000, 1);
    ok(grown[99] == 1 && is_zero(grown + 100, 900) && second[0] == 2, "what grows out of the array is moved");
    eq_str(arena_printf(&a, "%d", 42), STR("42"), "text goes on behind it");
}

static void test_out_of_memory(void)
{
    eq_int(status_of(10, 10), 0, "what there is is given");
    eq_int(status_of(SIZE_MAX / 2, 3), 2, "a product that overflows ends the process with status 2");
    eq_int(status_of(SIZE_MAX, 1), 2, "a size that overflows when rounded, too");
    eq_int(status_of(PTRDIFF_MAX, 1), 2, "and one that no machine has");
}

int main(void)
{
    test_objects();
    test_random_objects();
    test_clear();
    test_space();
    test_grow();
    test_text();
    test_budget();
    test_out_of_memory();
    char *memory = heap_grow(NULL, 10);
    memcpy(memory, "123456789", 10);
    memory = heap_grow(memory, 100000);
    eq_str(str_of(memory), STR("123456789"), "heap memory keeps its bytes");
    heap_free(memory);
    heap_free(heap_grow(NULL, 0));
    return tap_done();
}
