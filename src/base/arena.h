/* All memory of one job: zeroed, aligned to 16, freed at once, never NULL.
 *
 * The budget bounds what input can make us take. Ask with arena_room() before a size that comes from input, look at arena_over()
 * once per main loop; both lead to E_LIMIT. Real out-of-memory ends the process: the store is crash-safe.
 * With -DARENA_EXACT every object is a malloc of its own, so that AddressSanitizer sees an overrun of one byte.
 * Cost: O(1) for an object, O(blocks) to drop. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/auto.h"
#include "base/err.h"
#include "base/str.h"

struct arena_block;

struct arena {
    size_t budget_bytes; /* 0: no bound */
    size_t used_bytes;   /* handed out so far, less what arena_grow() gave back */
    struct arena_block *block;
    char *at, *end; /* free room of the newest block */
};

/* A scope's own arena: AUTO(arena) a = { .budget_bytes = LIMIT_PAGE_MEMORY }; */
void arena_drop(struct arena *a);

/* Empty, for the next job of the same kind: a newest block of up to 64 KiB stays, and only what was used of it is cleared. */
void arena_clear(struct arena *a);

/* One for small jobs that come often: it begins in an array of the caller's, which is zero, aligned to 16 and lives longer.
 *
 *     ARENA_SPACE(space, 1024);
 *     AUTO(arena) a = ARENA_IN(space); */
#define ARENA_SPACE(name, bytes) _Alignas(16) char name[bytes] = { 0 }
#ifdef ARENA_EXACT
#define ARENA_IN(space) \
    { \
        .budget_bytes = 0 * sizeof(space) \
    }
#else
#define ARENA_IN(space) \
    { \
        .at = (space), .end = (space) + sizeof(space) \
    }
#endif

/* The way for what the newest block has no room for; arena_alloc() is the one to call. */
void *arena_alloc_slow(struct arena *a, size_t bytes);

static inline void *arena_alloc(struct arena *a, size_t bytes)
{
    /* Room is a multiple of 16, so what fits still fits when rounded up. 0 bytes wrap around and go the slow way. */
    if (bytes - 1 < (size_t)(a->end - a->at)) {
        char *object = a->at;
        size_t rounded = (bytes + 15) & ~(size_t)15;
        a->at += rounded;
        a->used_bytes += rounded;
        return object;
    }
    return arena_alloc_slow(a, bytes);
}
/* n objects of `bytes` each; a product that overflows ends the process as out-of-memory does. */
void *arena_array(struct arena *a, size_t n, size_t bytes);
/* Like arena_array without the promise of zeros: for memory that is filled at once. */
void *arena_array_raw(struct arena *a, size_t n, size_t bytes);
/* Moves n_old objects to room for n_new; the new ones are zero. The old place may be given back: it must not be used any more.
 * What lies last grows in place, what is large is remapped without a copy. */
void *arena_grow(struct arena *a, void *old, size_t n_old, size_t n_new, size_t bytes);
/* A copy with a NUL behind it, which is not part of its length. */
struct str arena_str(struct arena *a, struct str s);
struct str arena_printf(struct arena *a, const char *format, ...) PRINTF(2, 3);

#define NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define NEW_ARRAY(a, type, n) ((type *)arena_array((a), (n), sizeof(type)))
#define NEW_ARRAY_RAW(a, type, n) ((type *)arena_array_raw((a), (n), sizeof(type)))

/* 0 where `bytes` more fit the budget, else E_LIMIT with words that name it. */
int arena_room(const struct arena *a, size_t bytes, struct err *e) MUST_CHECK;
bool arena_over(const struct arena *a);

/* Memory outside any arena, for the few things that grow and shrink on their own (struct buf). Never NULL. */
void *heap_grow(void *old, size_t bytes);
void heap_free(void *memory);

#endif
