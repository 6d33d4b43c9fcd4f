/* Sequences of which one fits a machine word: a row of the table of common lengths is one 64-bit number.
 *
 * In: two sequences, the shorter of at most 64 symbols. Out: the length, or the runs.
 * The idea: neighbours in a row differ by 0 or 1, so a row is kept as one bit a cell, 0 where it rises; the next row is
 * V' = (V + (V & M)) | (V & ~M), M the places of the row's symbol (Crochemore, Iliopoulos, Pinzon and Reid 2001; Hyyro 2004).
 * All rows are kept, and the trace is read off them from the end: equal symbols are matched; else the shorter side's symbol is
 * dropped where that loses nothing; else the longer's.
 * Cost: O(n + m) steps; no memory beyond the stack and, in a box of a larger problem, one word for each symbol. */
#include "compare/sequence_impl.h"

#define SLOTS 256u /* four for each symbol */

struct masks {
    uint8_t slot[SLOTS];
    uint8_t n;
    uint32_t key[SEQUENCE_LEAF + 1]; /* number 0 is none, and its mask empty */
    uint64_t mask[SEQUENCE_LEAF + 1];
};

static inline uint32_t masks_place(const struct masks *m, uint32_t symbol)
{
    uint32_t at = symbol * 0x9e3779b1u >> 24; /* Knuth's multiplicative hashing, as many bits as SLOTS has */
    while (m->slot[at] && m->key[m->slot[at]] != symbol)
        at = (at + 1) & (SLOTS - 1);
    return at;
}

static inline void masks_fill(struct masks *m, const uint32_t *x, uint32_t n)
{
    memset(m->slot, 0, sizeof m->slot);
    m->n = 0;
    m->mask[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = masks_place(m, x[i]);
        if (m->slot[at] == 0) {
            m->slot[at] = ++m->n;
            m->key[m->n] = x[i];
            m->mask[m->n] = 0;
        }
        m->mask[m->slot[at]] |= 1ull << i;
    }
}

static inline uint64_t next_row(uint64_t row, uint64_t mask)
{
    uint64_t hit = row & mask;
    return (row + hit) | (row - hit);
}

/* The shorter side is x, one bit a symbol; the longer is y, one row a symbol. */
struct table {
    const uint32_t *x, *y;
    uint32_t n_x, n_y;
    bool swapped; /* x is the new side */
};

static struct table table_of(const struct sequence_sides *s)
{
    if (s->n_old <= s->n_new)
        return (struct table){ s->old, s->new, s->n_old, s->n_new, false };
    return (struct table){ s->new, s->old, s->n_new, s->n_old, true };
}

/* Reads the trace off the rows; runs come out last first, at most n_x of them. */
static uint32_t trace(const struct table *t, const uint64_t *row, struct run *run)
{
    uint32_t i = t->n_x, j = t->n_y, n = 0;
    while (i && j) {
        if (t->x[i - 1] != t->y[j - 1]) {
            if (row[j - 1] >> (i - 1) & 1)
                i--;
            else
                j--;
            continue;
        }
        uint32_t end = i;
        do {
            i--;
            j--;
        } while (i && j && t->x[i - 1] == t->y[j - 1]);
        run[n++] = t->swapped ? (struct run){ j, i, end - i } : (struct run){ i, j, end - i };
    }
    return n;
}

void sequence_small(const struct sequence_sides *s, uint32_t offset, struct run_list *out)
{
    struct table t = table_of(s);
    struct masks masks;
    uint64_t row[SEQUENCE_LEAF], v = UINT64_MAX;
    struct run run[SEQUENCE_LEAF];

    masks_fill(&masks, t.x, t.n_x);
    for (uint32_t j = 0; j < t.n_y; j++)
        row[j] = v = next_row(v, masks.mask[masks.slot[masks_place(&masks, t.y[j])]]);
    for (uint32_t n = trace(&t, row, run); n > 0; n--)
        run_list_add(out, (struct run){ offset + run[n - 1].a, offset + run[n - 1].b, run[n - 1].n });
}

uint32_t sequence_small_length(const struct sequence_sides *s)
{
    struct table t = table_of(s);
    struct masks masks;
    uint64_t v = UINT64_MAX;

    masks_fill(&masks, t.x, t.n_x);
    for (uint32_t j = 0; j < t.n_y; j++)
        v = next_row(v, masks.mask[masks.slot[masks_place(&masks, t.y[j])]]);
    return (uint32_t)__builtin_popcountll(~v);
}

void sequence_leaf(struct work *w, const struct sequence_box *box)
{
    struct sequence_sides s = { w->a + box->a, w->b + box->b, box->a_end - box->a, box->b_end - box->b };
    struct table t = table_of(&s);
    struct run run[SEQUENCE_LEAF];
    uint64_t v = UINT64_MAX;

    for (uint32_t i = 0; i < t.n_x; i++)
        w->leaf_mask[t.x[i]] |= 1ull << i;
    for (uint32_t j = 0; j < t.n_y; j++)
        w->leaf_row[j] = v = next_row(v, w->leaf_mask[t.y[j]]);
    for (uint32_t i = 0; i < t.n_x; i++)
        w->leaf_mask[t.x[i]] = 0;
    for (uint32_t n = trace(&t, w->leaf_row, run); n > 0; n--)
        sequence_emit(w, box->a + run[n - 1].a, box->b + run[n - 1].b, run[n - 1].n);
}
