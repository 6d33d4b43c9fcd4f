/* Strings as 32-bit symbols: equal strings, equal symbols.
 *
 * Pages that are to be compared share one table, so that comparing two pages is comparing arrays of integers. Symbol 0 is the
 * empty string. The number of a symbol depends on the order of arrival; its hash does not, and is what may be stored.
 * Exact: a table keeps the bytes, and hash collisions are resolved by comparing them. */
#ifndef BASE_SYMBOLS_H
#define BASE_SYMBOLS_H

#include "base/arena.h"
#include "base/hash.h"

struct symbols {
    struct arena *arena;
    struct symbol {
        uint64_t hash; /* hash_bytes() of the bytes */
        const char *ptr;
        uint32_t len;
    } * item;
    uint32_t n, room;
    struct symbol_slot {
        uint32_t tag;    /* the upper half of the hash: a walk over the slots seldom has to look at the item */
        uint32_t symbol; /* 0 where free */
    } * slot;
    uint32_t n_slots; /* a power of two */
    char *at, *end;   /* free room of the newest chunk of bytes */
};

void symbols_open(struct symbols *s, struct arena *a);
/* A table with the same symbols, which stay where they are; what is added to it lies in the arena, and the first one does not have it.
 * O(symbols). */
struct symbols symbols_fork(const struct symbols *from, struct arena *a);
/* The symbol of the bytes; they are copied when new. */
uint32_t symbols_add(struct symbols *s, struct str bytes);
/* The symbol of the bytes if they have one, else 0. */
uint32_t symbols_find(const struct symbols *s, struct str bytes);

static inline struct str symbols_str(const struct symbols *s, uint32_t symbol)
{
    return (struct str){ s->item[symbol].ptr, s->item[symbol].len };
}

static inline uint64_t symbols_hash(const struct symbols *s, uint32_t symbol)
{
    return s->item[symbol].hash;
}

#endif
