/* Symbols: the same bytes, the same number, for strings of each length and each kind of difference. */
#include "base/symbols.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static void test_first(void)
{
    AUTO(arena) a = { 0 };
    struct symbols s;
    symbols_open(&s, &a);
    eq_int(symbols_add(&s, STR("")), 0, "the empty string is 0");
    eq_int(symbols_add(&s, (struct str){ NULL, 0 }), 0, "nothing is 0, too");
    eq_int(symbols_find(&s, STR("a")), 0, "what is not there is 0");
    char bytes[] = "word";
    uint32_t word = symbols_add(&s, (struct str){ bytes, 4 });
    eq_int(word, 1, "numbers go by arrival");
    bytes[0] = 'x';
    eq_int(symbols_add(&s, STR("word")), 1, "the bytes were copied");
    eq_int(symbols_add(&s, STR("xord")), 2, "other bytes, other symbol");
    eq_int(symbols_find(&s, STR("xord")), 2, "find finds");
    eq_str(symbols_str(&s, word), STR("word"), "a symbol's bytes");
    eq_str(symbols_str(&s, 0), STR(""), "those of 0");
    ok(symbols_hash(&s, word) == hash_str(STR("word")) && symbols_hash(&s, 0) == hash_str(STR("")),
       "hashes are those of the bytes");
    eq_int(s.n, 3, "three symbols with the empty one");
}

/* Two tables that begin alike. */
static void test_fork(void)
{
    AUTO(arena) a = { 0 };
    struct symbols s;
    char text[16];
    bool same = true, apart = true;
    symbols_open(&s, &a);
    uint32_t word = symbols_add(&s, STR("word"));
    AUTO(arena) b = { 0 };
    struct symbols other = symbols_fork(&s, &b);
    size_t used = a.used_bytes;
    for (int i = 0; i < 5000; i++) {
        uint32_t got = symbols_add(&other, (struct str){ text, (size_t)snprintf(text, sizeof text, "%d", i) });
        same = same && got == word + 1 + (uint32_t)i;
        apart = apart && !symbols_find(&s, str_of(text));
    }
    ok(same && symbols_add(&other, STR("word")) == word, "the second one goes on where the first was");
    ok(apart && s.n == 2 && a.used_bytes == used, "which has nothing of what was added");
    eq_int(symbols_add(&s, STR("own")), word + 1, "and goes on by itself");
    eq_str(symbols_str(&other, word + 1), STR("0"), "unseen by the second");
}

/* Strings of each length with one place that differs, twice. */
static void test_lengths(void)
{
    AUTO(arena) a = { 0 };
    struct symbols s;
    char text[80];
    uint32_t want = 0;
    bool fresh = true, found = true;
    symbols_open(&s, &a);
    for (int round = 0; round < 2; round++) {
        want = 0;
        for (size_t n = 1; n <= sizeof text; n++)
            for (size_t at = 0; at <= n; at++) {
                memset(text, 'a', n);
                if (at < n)
                    text[at] = 'b';
                uint32_t got = symbols_add(&s, (struct str){ text, n });
                fresh = fresh && got == ++want;
                found = found && symbols_find(&s, (struct str){ text, n }) == want;
            }
    }
    ok(fresh, "strings that differ in one place are different symbols, twice the same");
    ok(found, "and are found");
    eq_int(s.n, want + 1, "nothing else is there");
}

/* Whether "other" is told from "one" when it meets one's slot first, with its own tag on it: then the bytes must decide. */
static bool told_apart(struct symbols *s, struct str one, struct str other)
{
    uint32_t first = symbols_add(s, one), second = symbols_add(s, other);
    uint64_t hash = symbols_hash(s, second);
    uint32_t mask = s->n_slots - 1, place = (uint32_t)hash & mask, tag = (uint32_t)(hash >> 32);
    memset(s->slot, 0, s->n_slots * sizeof *s->slot);
    s->slot[place] = (struct symbol_slot){ tag, first };
    s->slot[(place + 1) & mask] = (struct symbol_slot){ tag, second };
    bool apart = symbols_find(s, other) == second && symbols_add(s, other) == second;
    memset(s->slot, 0, s->n_slots * sizeof *s->slot);
    return apart;
}

/* Each length, each single place that differs, under one tag: no shortcut of the comparison may pass over a byte. */
static void test_collisions(void)
{
    bool apart = true;
    for (size_t n = 1; n <= 40; n++) {
        AUTO(arena) a = { 0 };
        struct symbols s;
        symbols_open(&s, &a);
        for (size_t at = 0; at < n; at++) {
            char one[40], other[40];
            memset(one, 'a', n);
            memset(other, 'a', n);
            other[at] = 'b';
            apart = apart && told_apart(&s, (struct str){ one, n }, (struct str){ other, n });
        }
        apart = apart
                && told_apart(&s, (struct str){ "cccccccccccccccccccccccccccccccccccccccccc", n + 1 },
                              (struct str){ "cccccccccccccccccccccccccccccccccccccccccc", n });
    }
    ok(apart, "where tags are equal the bytes decide");
}

static void test_many(void)
{
    AUTO(arena) a = { 0 };
    struct symbols s;
    struct random r = { 9 };
    bool good = true, kept = true;
    char text[32];
    symbols_open(&s, &a);
    for (uint32_t i = 1; i <= 100000; i++) {
        int n = snprintf(text, sizeof text, "w%u", i * 7);
        good = good && symbols_add(&s, (struct str){ text, (size_t)n }) == i;
    }
    for (unsigned round = 0; round < 100000; round++) {
        uint32_t i = 1 + random_below(&r, 100000);
        int n = snprintf(text, sizeof text, "w%u", i * 7);
        struct str word = { text, (size_t)n };
        good = good && symbols_add(&s, word) == i;
        kept = kept && str_eq(symbols_str(&s, i), word) && symbols_hash(&s, i) == hash_str(word);
    }
    ok(good, "100000 words keep their numbers");
    ok(kept, "their bytes and hashes, too");
    ok(s.n_slots >= 2 * s.n, "the table is at most half full");
    static char large[100000];
    memset(large, 'x', sizeof large);
    uint32_t n = s.n;
    eq_int(symbols_add(&s, (struct str){ large, sizeof large }), n, "a large string");
    eq_int(symbols_add(&s, STR("small")), n + 1, "a small one behind it");
    large[sizeof large - 1] = 'y';
    eq_int(symbols_add(&s, (struct str){ large, sizeof large }), n + 2, "a large one with another end");
}

int main(void)
{
    test_first();
    test_fork();
    test_lengths();
    test_collisions();
    test_many();
    return tap_done();
}
