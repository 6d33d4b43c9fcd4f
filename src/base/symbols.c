/* Symbols: an open-addressing table of {tag, symbol} over an array of {hash, bytes}.
 *
 * In: bytes. Out: their number, the same for the same bytes.
 * Invariants:
 *   1. symbol 0 is the empty string and stands in no slot, so 0 marks a free one;
 *   2. the table is at most half full, so that a walk ends soon, and always;
 *   3. a match is told by the bytes; tag and length only spare the look at them.
 * This is the hottest call of a comparison (each word of both pages): the hash is inlined, short words are compared as two
 * overlapping integers instead of by a call, and bytes lie packed in chunks.
 * Cost: O(bytes) expected for a call; 24 bytes of item, 16 to 32 bytes of slots and the bytes themselves for a symbol. */
#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/limits.h"
#include "base/symbols.h"

enum { FIRST_ITEMS = 1024, FIRST_SLOTS = 2048 };

void symbols_open(struct symbols *s, struct arena *a)
{
    *s = (struct symbols){ .arena = a, .n = 1, .room = FIRST_ITEMS, .n_slots = FIRST_SLOTS };
    s->item = NEW_ARRAY(a, struct symbol, FIRST_ITEMS);
    s->slot = NEW_ARRAY(a, struct symbol_slot, FIRST_SLOTS);
    s->item[0] = (struct symbol){ .hash = XXH3_64bits("", 0), .ptr = "" };
}

struct symbols symbols_fork(const struct symbols *from, struct arena *a)
{
    struct symbols s = *from;
    s.arena = a;
    s.at = s.end = NULL;
    s.item = NEW_ARRAY_RAW(a, struct symbol, s.room);
    s.slot = NEW_ARRAY_RAW(a, struct symbol_slot, s.n_slots);
    memcpy(s.item, from->item, s.n * sizeof *s.item);
    memcpy(s.slot, from->slot, s.n_slots * sizeof *s.slot);
    return s;
}

static uint64_t load64(const char *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return word;
}

static uint32_t load32(const char *from)
{
    uint32_t word;
    memcpy(&word, from, sizeof word);
    return word;
}

/* The first and the last 8 (or 4) bytes hold all of a word of at most 16. */
static inline bool same_bytes(const char *a, const char *b, size_t n)
{
    if (n > 16)
        return memcmp(a, b, n) == 0;
    if (n >= 8)
        return ((load64(a) ^ load64(b)) | (load64(a + n - 8) ^ load64(b + n - 8))) == 0;
    if (n >= 4)
        return ((load32(a) ^ load32(b)) | (load32(a + n - 4) ^ load32(b + n - 4))) == 0;
    return a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1];
}

/* The slot of the bytes, or the free one where they belong; n > 0. */
static inline struct symbol_slot *probe(const struct symbols *s, struct str bytes, uint64_t hash)
{
    uint32_t mask = s->n_slots - 1, tag = (uint32_t)(hash >> 32);
    for (uint32_t i = (uint32_t)hash & mask;; i = (i + 1) & mask) {
        struct symbol_slot *slot = &s->slot[i];
        if (!slot->symbol)
            return slot;
        if (slot->tag != tag)
            continue;
        const struct symbol *item = &s->item[slot->symbol];
        if (item->len == bytes.len && same_bytes(item->ptr, bytes.ptr, bytes.len))
            return slot;
    }
}

static void grow_slots(struct symbols *s)
{
    uint32_t old = s->n_slots, mask = old * 2 - 1;
    if (old > UINT32_MAX / 4)
        abort(); /* a billion words: no limit of base/limits.h lets that many in */
    s->slot = NEW_ARRAY(s->arena, struct symbol_slot, (size_t)old * 2);
    s->n_slots = old * 2;
    for (uint32_t symbol = 1; symbol < s->n; symbol++) {
        uint64_t hash = s->item[symbol].hash;
        uint32_t i = (uint32_t)hash & mask;
        while (s->slot[i].symbol)
            i = (i + 1) & mask;
        s->slot[i] = (struct symbol_slot){ .tag = (uint32_t)(hash >> 32), .symbol = symbol };
    }
}

static const char *keep(struct symbols *s, struct str bytes)
{
#ifdef ARENA_EXACT
    const size_t chunk = 0, own = 0; /* each string alone, so that the sanitizer sees its end */
#else
    const size_t chunk = KIB(16), own = KIB(4);
#endif
    if (bytes.len > (size_t)(s->end - s->at)) {
        if (bytes.len > own) {
            char *copy = arena_array_raw(s->arena, bytes.len, 1);
            return memcpy(copy, bytes.ptr, bytes.len);
        }
        s->at = arena_array_raw(s->arena, chunk, 1);
        s->end = s->at + chunk;
    }
    char *copy = s->at;
    s->at += bytes.len;
    return memcpy(copy, bytes.ptr, bytes.len);
}

static __attribute__((noinline)) uint32_t add_new(struct symbols *s, struct str bytes, uint64_t hash, struct symbol_slot *slot)
{
    if (bytes.len > UINT32_MAX)
        abort(); /* no page is that large */
    if (s->n == s->room) {
        s->item = arena_grow(s->arena, s->item, s->room, (size_t)s->room * 2, sizeof *s->item);
        s->room *= 2;
    }
    uint32_t symbol = s->n++;
    s->item[symbol] = (struct symbol){ .hash = hash, .ptr = keep(s, bytes), .len = (uint32_t)bytes.len };
    *slot = (struct symbol_slot){ .tag = (uint32_t)(hash >> 32), .symbol = symbol };
    if (s->n > s->n_slots / 2)
        grow_slots(s);
    return symbol;
}

uint32_t symbols_add(struct symbols *s, struct str bytes)
{
    if (!bytes.len)
        return 0;
    uint64_t hash = XXH3_64bits(bytes.ptr, bytes.len);
    struct symbol_slot *slot = probe(s, bytes, hash);
    return slot->symbol ? slot->symbol : add_new(s, bytes, hash, slot);
}

uint32_t symbols_find(const struct symbols *s, struct str bytes)
{
    return bytes.len ? probe(s, bytes, XXH3_64bits(bytes.ptr, bytes.len))->symbol : 0;
}
