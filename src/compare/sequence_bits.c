/* Where a box with a large distance falls in two: Hirschberg's split on bit-parallel rows, inside a band.
 *
 * In: a box, its distance where known. Out: the place where a best path crosses the middle row of b.
 * The idea: Hirschberg 1975 for linear space: common lengths of the upper half from the front, of the lower half from the back,
 * and the column where their sum is largest. The row update is that of sequence_small.c, with a carry from word to word. Columns
 * are taken in blocks of 4 words that stay in registers while all rows of b pass; what a block hands to the next is one carry bit
 * a row. So the masks are those of one block only, and memory stays linear for any alphabet.
 * Ukkonen 1985: a path of distance d never leaves the band of d + 1 diagonals around both corners, so a block meets only the rows
 * of the band. What is found in a band g is a common subsequence in any case; where its distance is at most g, nothing outside
 * can be better. An unknown distance is met by bands that grow fourfold.
 * Invariants: 1. matches outside the band count as none: above the band a block's bits are all ones and let every carry pass,
 * below it they stand still, so neither rows need be visited; 2. the first and last row of a block's band never decrease from
 * block to block.
 * Ties: of the columns with the largest sum, the first that lies inside a run, else the first beside one, else the first.
 * Cost: O(m d / 64) for a split, twice that for the whole trace; O(n + m) memory. */
#include "compare/sequence_impl.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define WORDS 4u              /* of one block: with what else a row takes they fill the 16 registers */
#define COLUMNS (64u * WORDS) /* of one block */
#define CHUNK 1024u           /* rows looked at together */
#define FIRST_BAND 1024u      /* the least to begin with for an unknown distance: a few blocks, */
#define FIRST_SHARE 16u       /* or this part of the shorter side, */
#define FIRST_MOST 16384u     /* but no more, lest the first pass be the dearest */
#define NARROWEST 64u         /* rows above and below the line when cells run out */

struct active {
    uint16_t row, number; /* counted from the chunk's first; of the symbol in the block's masks */
};

struct bits {
    uint32_t *back_a, *back_b; /* the ids reversed */
    uint16_t *local;           /* number of an id in the block's masks, 0 for none; all zero between two blocks */
    uint64_t *mask;            /* WORDS for each symbol of a block; number 0 is empty */
    uint8_t *carry;            /* for each row */
    struct active *active;     /* of the chunk at hand */
    uint64_t *front, *back;    /* the two rows that meet */
};

/* The rows that a block meets: those of the diagonals -inserts .. deletes, or with `around` those around the line between the
 * corners. */
struct band {
    uint32_t inserts, deletes, around;
};

/* One pass: columns x against rows y; m_box is how many rows the whole box has. */
struct pass {
    const uint32_t *x, *y;
    uint32_t n, m, m_box;
    struct band band;
};

static struct bits *bits_of(struct work *w)
{
    if (w->bits)
        return w->bits;
    struct bits *b = w->bits = NEW(w->arena, struct bits);
    b->back_a = NEW_ARRAY_RAW(w->arena, uint32_t, w->n_a);
    b->back_b = NEW_ARRAY_RAW(w->arena, uint32_t, w->n_b);
    for (uint32_t i = 0; i < w->n_a; i++)
        b->back_a[i] = w->a[w->n_a - 1 - i];
    for (uint32_t i = 0; i < w->n_b; i++)
        b->back_b[i] = w->b[w->n_b - 1 - i];
    b->local = NEW_ARRAY(w->arena, uint16_t, w->n_ids);
    b->mask = NEW_ARRAY(w->arena, uint64_t, ((size_t)COLUMNS + 1) * WORDS);
    b->active = NEW_ARRAY_RAW(w->arena, struct active, CHUNK);
    b->carry = NEW_ARRAY_RAW(w->arena, uint8_t, w->n_b);
    b->front = NEW_ARRAY_RAW(w->arena, uint64_t, w->n_a / 64 + WORDS);
    b->back = NEW_ARRAY_RAW(w->arena, uint64_t, w->n_a / 64 + WORDS);
    return b;
}

/* x + y + *carry, and the carry out of it. */
static inline uint64_t add(uint64_t x, uint64_t y, unsigned char *carry)
{
#if defined(__x86_64__)
    unsigned long long sum;
    *carry = _addcarry_u64(*carry, x, y, &sum);
    return sum;
#else
    uint64_t sum;
    bool first = __builtin_add_overflow(x, y, &sum), second = __builtin_add_overflow(sum, *carry, &sum);
    *carry = first | second;
    return sum;
#endif
}

/* The rows of a chunk that change the block at all: those with a carry or a symbol of the block. Without a branch, since nobody
 * could foretell it. */
static uint32_t active_rows(struct bits *b, const uint32_t *y, uint32_t from, uint32_t n)
{
    const uint16_t *local = b->local;
    const uint8_t *carry = b->carry + from;
    struct active *active = b->active;
    uint32_t n_active = 0;
    y += from;
    for (uint32_t j = 0; j < n; j++) {
        uint16_t number = local[y[j]];
        active[n_active] = (struct active){ (uint16_t)j, number };
        n_active += (number | carry[j]) != 0;
    }
    return n_active;
}

/* Sends rows through a block. The words have names, and the empty instruction asks for them in general registers: gcc would put
 * them into vectors, where carries cost twice the time. */
static void block_rows(const struct bits *b, uint8_t *carries, uint32_t n, uint64_t *row)
{
    const struct active *active = b->active;
    uint64_t v0 = row[0], v1 = row[1], v2 = row[2], v3 = row[3];
    for (uint32_t i = 0; i < n; i++) {
        unsigned char carry = carries[active[i].row];
        const uint64_t *mask = b->mask + (size_t)active[i].number * WORDS;
        uint64_t hit0 = v0 & mask[0], hit1 = v1 & mask[1], hit2 = v2 & mask[2], hit3 = v3 & mask[3];
        uint64_t sum0 = add(v0, hit0, &carry), sum1 = add(v1, hit1, &carry);
        uint64_t sum2 = add(v2, hit2, &carry), sum3 = add(v3, hit3, &carry);
        v0 = sum0 | (v0 ^ hit0);
        v1 = sum1 | (v1 ^ hit1);
        v2 = sum2 | (v2 ^ hit2);
        v3 = sum3 | (v3 ^ hit3);
        __asm__("" : "+r"(v0), "+r"(v1), "+r"(v2), "+r"(v3));
        carries[active[i].row] = carry;
    }
    row[0] = v0;
    row[1] = v1;
    row[2] = v2;
    row[3] = v3;
}

/* The masks of columns x .. x+n-1, numbered by first occurrence. */
static void block_masks(struct bits *b, const uint32_t *x, uint32_t n)
{
    uint16_t n_local = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint16_t *local = &b->local[x[i]];
        if (*local == 0) {
            *local = ++n_local;
            memset(b->mask + (size_t)n_local * WORDS, 0, WORDS * sizeof *b->mask);
        }
        b->mask[(size_t)*local * WORDS + i / 64] |= 1ull << (i % 64);
    }
}

static uint32_t clamp(int64_t row, uint32_t m)
{
    return row < 0 ? 0 : row > m ? m : (uint32_t)row;
}

/* The rows of the band that columns at .. at+n-1 meet. */
static void band_rows(const struct pass *p, uint32_t at, uint32_t n, uint32_t *first, uint32_t *last)
{
    const struct band *band = &p->band;
    int64_t from = (int64_t)at - band->deletes, to = (int64_t)at + n + band->inserts;
    if (band->around) {
        from = (int64_t)((uint64_t)at * p->m_box / p->n) - band->around;
        to = (int64_t)((uint64_t)(at + n) * p->m_box / p->n) + band->around;
    }
    *first = clamp(from, p->m);
    *last = clamp(to, p->m);
}

/* One block: columns at .. at+n-1. */
static void block(struct bits *b, const struct pass *p, uint32_t at, uint32_t n, uint64_t *row)
{
    uint32_t from, to;

    band_rows(p, at, n, &from, &to);
    memset(row, 0xff, WORDS * sizeof *row);
    block_masks(b, p->x + at, n);
    for (; from < to; from += CHUNK) {
        uint32_t n_active = active_rows(b, p->y, from, MIN(CHUNK, to - from));
        block_rows(b, b->carry + from, n_active, row);
    }
    for (uint32_t i = 0; i < n; i++)
        b->local[p->x[at + i]] = 0;
}

/* The last row of a pass, one bit a column: 0 where the common length rises. */
static void pass(struct bits *b, const struct pass *p, uint64_t *row)
{
    memset(b->carry, 0, p->m);
    for (uint32_t at = 0; at < p->n; at += COLUMNS)
        block(b, p, at, MIN(COLUMNS, p->n - at), row + at / 64);
}

static bool rises(const uint64_t *row, uint32_t i)
{
    return !(row[i / 64] >> (i % 64) & 1);
}

static uint32_t rises_before(const uint64_t *row, uint32_t i)
{
    uint32_t n = 0;
    for (uint32_t word = 0; word < i / 64; word++)
        n += (uint32_t)__builtin_popcountll(~row[word]);
    if (i % 64)
        n += (uint32_t)__builtin_popcountll(~row[i / 64] & ((1ull << (i % 64)) - 1));
    return n;
}

/* The column where both halves together have most in common. */
static uint32_t best_column(const struct work *w, const struct sequence_box *box, uint32_t middle, struct split *out)
{
    const uint64_t *front = w->bits->front, *back = w->bits->back;
    uint32_t n = box->a_end - box->a, m = box->b_end - box->b, most = 0;
    uint32_t before = 0, after = rises_before(back, n);
    int best = -1;
    for (uint32_t i = 0;; i++) {
        uint32_t sum = before + after;
        if (best < 0 || sum >= most) {
            int inside =
                (i > 0 && w->a[box->a + i - 1] == w->b[box->b + middle - 1]) + (i < n && w->a[box->a + i] == w->b[box->b + middle]);
            if (best < 0 || sum > most || inside > best) {
                best = inside;
                most = sum;
                *out =
                    (struct split){ box->a + i, box->b + middle, i + middle - 2 * before, n - i + m - middle - 2 * after, false };
            }
        }
        if (i == n)
            return most;
        before += rises(front, i);
        after -= rises(back, n - 1 - i);
    }
}

/* Splits with what a band shows; returns the distance found. */
static uint32_t split_in(struct work *w, const struct sequence_box *box, struct band band, struct split *out)
{
    struct bits *b = bits_of(w);
    uint32_t n = box->a_end - box->a, m = box->b_end - box->b, middle = m / 2;
    struct pass front = { w->a + box->a, w->b + box->b, n, middle, m, band };
    struct pass back = { b->back_a + (w->n_a - box->a_end), b->back_b + (w->n_b - box->b_end), n, m - middle, m, band };
    pass(b, &front, b->front);
    pass(b, &back, b->back);
    return n + m - 2 * best_column(w, box, middle, out);
}

/* The band of all paths of at most this distance. */
static struct band band_of(uint32_t n, uint32_t m, uint32_t distance)
{
    int64_t more = (int64_t)n - m;
    int64_t deletes = (distance + more + 1) / 2, inserts = (distance - more + 1) / 2;
    return (struct band){ .inserts = clamp(inserts, m), .deletes = clamp(deletes, n) };
}

static bool affords(const struct task *task, uint32_t n, uint32_t m, uint32_t distance)
{
    return (uint64_t)m * MIN((uint64_t)distance + 1, n) <= task->cells;
}

/* Where to begin with an unknown distance; not too narrow to reach the corner. */
static uint32_t first_band(const struct task *task, uint32_t n, uint32_t m)
{
    uint32_t bound = MIN(MAX(FIRST_BAND, MIN(n, m) / FIRST_SHARE), FIRST_MOST);
    while (bound > FIRST_BAND && !affords(task, n, m, bound))
        bound /= 4;
    return MAX(bound, 2 * (n > m ? n - m : m - n));
}

/* The next band for an unknown distance. What has been found is wide enough for certain; four times the last is cheaper where the
 * distance still falls, that is, where a wider band shows a way the narrower did not hold. */
static uint32_t wider(uint32_t bound, uint32_t found, uint32_t found_before)
{
    bool falls = found_before == SEQUENCE_UNKNOWN || found < found_before - found_before / 16;
    return falls && found / 4 > bound ? 4 * bound : found;
}

void sequence_bits(struct work *w, const struct sequence_box *box, const struct task *task, struct split *out)
{
    uint32_t n = box->a_end - box->a, m = box->b_end - box->b;
    uint32_t found = SEQUENCE_UNKNOWN, found_before = SEQUENCE_UNKNOWN;
    uint32_t bound = task->distance != SEQUENCE_UNKNOWN ? task->distance : first_band(task, n, m);
    struct split other;

    while (affords(task, n, m, bound)) {
        found = split_in(w, box, band_of(n, m, bound), out);
        if (found <= bound) {
            out->exact = true;
            return;
        }
        bound = wider(bound, found, found_before);
        found_before = found;
    }
    uint64_t around = task->cells / (2 * (uint64_t)n);
    if (split_in(w, box, (struct band){ .around = (uint32_t)MAX(MIN(around, m), NARROWEST) }, &other) < found)
        *out = other;
}
