/* The arena: a bump pointer in blocks that double from 4 KiB to 1 MiB: a small job clears little, a large one asks seldom.
 *
 * In: sizes. Out: zeroed memory that lives until arena_drop().
 * Invariants:
 *   1. every byte from `at` to `end` is zero and never was handed out, so arena_alloc() clears nothing;
 *   2. `at` and `end` are multiples of 16;
 *   3. an object of 1 MiB or more (with ARENA_EXACT: every object) is LARGE: a block of its own with the head right before it, so
 *      that arena_grow() finds the block from the object and resizes it alone. No bump block has room for so much;
 *   4. the blocks hang in one double list; the bump block in use is the first, if there is one.
 * An object of 64 KiB or more that does not fit gets a SOLO block, lest the rest of the bump block be wasted.
 * Memory comes from calloc and mmap: pages that nobody touches cost nothing.
 * Cost: O(1) for an object, O(blocks) for a drop. */
#define _GNU_SOURCE 1
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/limits.h"

enum kind { BUMP, SOLO, LARGE };

struct arena_block {
    struct arena_block *next, *prev;
    size_t bytes; /* with this head */
    enum kind kind;
};

_Static_assert(sizeof(struct arena_block) % 16 == 0, "objects behind a block's head must be aligned");

static _Noreturn void out_of_memory(void)
{
    static const char text[] = "weft: out of memory\n";
    ssize_t ignored UNUSED = write(STDERR_FILENO, text, sizeof text - 1);
    _exit(2); /* the status of trouble; atexit handlers may want memory */
}

static void *must(void *memory)
{
    if (!memory)
        out_of_memory();
    return memory;
}

static bool is_large(size_t bytes UNUSED)
{
#ifdef ARENA_EXACT
    return true;
#else
    return bytes >= MIB(1);
#endif
}

static size_t round_up(size_t bytes, size_t step)
{
    if (bytes > PTRDIFF_MAX - step)
        out_of_memory();
    return (bytes + step - 1) & ~(step - 1);
}

static size_t product(size_t n, size_t bytes)
{
    size_t all;
    if (__builtin_mul_overflow(n, bytes, &all))
        out_of_memory();
    return all;
}

/* Large blocks: a mapping of their own, or with ARENA_EXACT a malloc of exactly the size that was asked for. */
#ifdef ARENA_EXACT
enum { RAW_FILL = 0xa5 }; /* shows who takes raw memory for zeroed */

static size_t large_bytes(size_t bytes)
{
    return round_up(bytes, 1) + sizeof(struct arena_block);
}

static struct arena_block *large_open(size_t bytes)
{
    return calloc(1, bytes);
}

static void large_close(struct arena_block *b)
{
    free(b);
}

/* Always moves, so that the sanitizer sees whoever still uses the old place. */
static struct arena_block *large_resize(struct arena_block *old, size_t bytes)
{
    struct arena_block *b = must(calloc(1, bytes));
    memcpy(b, old, MIN(old->bytes, bytes));
    free(old);
    return b;
}
#else
static size_t large_bytes(size_t bytes)
{
    return round_up(round_up(bytes, 16) + sizeof(struct arena_block), KIB(4));
}

static struct arena_block *large_open(size_t bytes)
{
    void *b = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return b == MAP_FAILED ? NULL : b;
}

static void large_close(struct arena_block *b)
{
    munmap(b, b->bytes);
}

static struct arena_block *large_resize(struct arena_block *old, size_t bytes)
{
    void *b = mremap(old, old->bytes, bytes, MREMAP_MAYMOVE);
    return b == MAP_FAILED ? NULL : b;
}
#endif

/* Tells the neighbours (or the arena) where the block lies now. */
static void block_link(struct arena *a, struct arena_block *b)
{
    if (b->prev)
        b->prev->next = b;
    else
        a->block = b;
    if (b->next)
        b->next->prev = b;
}

static void block_add(struct arena *a, struct arena_block *b, size_t bytes, enum kind kind)
{
    struct arena_block *first = a->block;
    *b = (struct arena_block){ .bytes = bytes, .kind = kind };
    if (first && first->kind == BUMP && kind != BUMP) {
        b->prev = first;
        b->next = first->next;
    } else {
        b->next = first;
    }
    block_link(a, b);
}

static void *large_alloc(struct arena *a, size_t bytes)
{
    size_t all = large_bytes(bytes);
    struct arena_block *b = must(large_open(all));
    block_add(a, b, all, LARGE);
    a->used_bytes += all;
    return b + 1;
}

static void *solo_alloc(struct arena *a, size_t rounded)
{
    size_t all = rounded + sizeof(struct arena_block);
    struct arena_block *b = must(calloc(1, all));
    block_add(a, b, all, SOLO);
    a->used_bytes += all;
    return b + 1;
}

static void bump_open(struct arena *a, size_t rounded)
{
    const struct arena_block *last = a->block;
    size_t all = last && last->kind == BUMP ? MIN(last->bytes * 2, MIB(1)) : KIB(4);
    while (all - sizeof(struct arena_block) < rounded)
        all *= 2;
    struct arena_block *b = must(calloc(1, all));
    block_add(a, b, all, BUMP);
    a->at = (char *)(b + 1);
    a->end = (char *)b + all;
}

void *arena_alloc_slow(struct arena *a, size_t bytes)
{
    if (is_large(bytes))
        return large_alloc(a, bytes);
    size_t rounded = round_up(MAX(bytes, (size_t)1), 16);
    if (rounded > (size_t)(a->end - a->at)) {
        if (rounded >= KIB(64) - sizeof(struct arena_block))
            return solo_alloc(a, rounded);
        bump_open(a, rounded);
    }
    void *object = a->at;
    a->at += rounded;
    a->used_bytes += rounded;
    return object;
}

void arena_drop(struct arena *a)
{
    for (struct arena_block *b = a->block, *next; b; b = next) {
        next = b->next;
        if (b->kind == LARGE)
            large_close(b);
        else
            free(b);
    }
    *a = (struct arena){ .budget_bytes = a->budget_bytes };
}

void arena_clear(struct arena *a)
{
    struct arena_block *kept = a->block;
    char *used = a->at;
    if (!kept || kept->kind != BUMP || kept->bytes > KIB(64)) {
        arena_drop(a);
        return;
    }
    struct arena rest = { .block = kept->next };
    arena_drop(&rest);
    kept->next = NULL;
    *a = (struct arena){ .budget_bytes = a->budget_bytes, .block = kept, .at = (char *)(kept + 1), .end = a->end };
    memset(a->at, 0, (size_t)(used - a->at));
}

void *arena_array(struct arena *a, size_t n, size_t bytes)
{
    return arena_alloc(a, product(n, bytes));
}

void *arena_array_raw(struct arena *a, size_t n, size_t bytes)
{
    void *array = arena_alloc(a, product(n, bytes));
#ifdef ARENA_EXACT
    memset(array, RAW_FILL, n * bytes);
#endif
    return array;
}

static void *large_grow(struct arena *a, void *old, size_t bytes)
{
    struct arena_block *b = (struct arena_block *)old - 1;
    size_t all = large_bytes(bytes), before = b->bytes;
    if (all <= before)
        return old;
    b = must(large_resize(b, all));
    b->bytes = all;
    block_link(a, b);
    a->used_bytes += all - before;
    return b + 1;
}

void *arena_grow(struct arena *a, void *old, size_t n_old, size_t n_new, size_t bytes)
{
    size_t had = product(n_old, bytes), wants = product(n_new, bytes);
    if (!old)
        return arena_alloc(a, wants);
    if (wants <= had)
        return old;
    if (is_large(had))
        return large_grow(a, old, wants);
    size_t held = round_up(MAX(had, (size_t)1), 16), needs = round_up(wants, 16);
    if (needs <= held)
        return old;
    if (!is_large(wants) && (char *)old + held == a->at && needs - held <= (size_t)(a->end - a->at)) {
        a->at += needs - held;
        a->used_bytes += needs - held;
        return old;
    }
    void *moved = arena_alloc(a, wants);
    memcpy(moved, old, had);
    return moved;
}

struct str arena_str(struct arena *a, struct str s)
{
    if (s.len == SIZE_MAX)
        out_of_memory();
    char *copy = arena_array_raw(a, s.len + 1, 1);
    if (s.len)
        memcpy(copy, s.ptr, s.len);
    copy[s.len] = '\0';
    return (struct str){ copy, s.len };
}

struct str arena_printf(struct arena *a, const char *format, ...)
{
    char brief[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(brief, sizeof brief, format, args);
    va_end(args);
    if (n < 0)
        return (struct str){ "", 0 };
    if ((size_t)n < sizeof brief)
        return arena_str(a, (struct str){ brief, (size_t)n });
    char *text = arena_array_raw(a, (size_t)n + 1, 1);
    va_start(args, format);
    vsnprintf(text, (size_t)n + 1, format, args);
    va_end(args);
    return (struct str){ text, (size_t)n };
}

/* 8 KiB as "8 KB", 3 MiB and a bit as "3 MB": a size for a sentence. */
static unsigned long long readable(size_t bytes, const char **unit)
{
    *unit = bytes >= MIB(1) ? "MB" : bytes >= KIB(1) ? "KB" : "bytes";
    return bytes >= MIB(1) ? bytes >> 20 : bytes >= KIB(1) ? bytes >> 10 : bytes;
}

int arena_room(const struct arena *a, size_t bytes, struct err *e)
{
    const char *unit;
    if (!a->budget_bytes || (a->used_bytes <= a->budget_bytes && bytes <= a->budget_bytes - a->used_bytes))
        return 0;
    unsigned long long budget = readable(a->budget_bytes, &unit);
    return err_set(e, E_LIMIT, "this would need more than the %llu %s of memory that one job may take", budget, unit);
}

bool arena_over(const struct arena *a)
{
    return a->budget_bytes && a->used_bytes > a->budget_bytes;
}

void *heap_grow(void *old, size_t bytes)
{
    return must(realloc(old, bytes ? bytes : 1));
}

void heap_free(void *memory)
{
    free(memory);
}
