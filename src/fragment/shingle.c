/* Windows to hashes, hashes to samples, samples to similarity.
 *
 * In: bytes. Out: sorted samples and numbers from 0 to 1.
 * Invariants: 1. a sample holds different numbers, rising; 2. the sample of a union is the sample of the union of samples, which is what
 * the incremental computation (af.c) rests on.
 * Cost: one multiplication for a window of up to 8 bytes, and O(log S) for the few hashes that are small enough to stay. */
#include "fragment/shingle.h"

#include <math.h>

#include "base/hash.h"

static bool is_full(const struct smallest *s)
{
    return s->n == s->room;
}

void smallest_add(struct smallest *s, uint64_t number)
{
    uint32_t low = 0, high = s->n;

    if (is_full(s) && (s->n == 0 || number >= s->item[s->n - 1]))
        return;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->item[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < s->n && s->item[low] == number)
        return;
    if (is_full(s))
        s->n--;
    memmove(&s->item[low + 1], &s->item[low], (s->n - low) * sizeof *s->item);
    s->item[low] = number;
    s->n++;
}

static void insertion_sort(uint64_t *x, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint64_t number = x[i];
        uint32_t k = i;
        for (; k > 0 && x[k - 1] > number; k--)
            x[k] = x[k - 1];
        x[k] = number;
    }
}

/* Quicksort with Hoare's partition: the numbers are hashes, so the middle one is a fair choice. The smaller side goes first, so that the
 * depth is at most log2(n). */
static void sort_part(uint64_t *x, uint32_t n)
{
    enum { FEW = 24 };

    while (n > FEW) {
        uint64_t pivot = x[n / 2];
        uint32_t i = 0, k = n - 1;
        for (;; i++, k--) {
            while (x[i] < pivot)
                i++;
            while (x[k] > pivot)
                k--;
            if (i >= k)
                break;
            uint64_t swap = x[i];
            x[i] = x[k];
            x[k] = swap;
        }
        uint32_t left = k + 1; /* [0, left) is at most the pivot, the rest at least */
        if (left < n - left) {
            sort_part(x, left);
            x += left;
            n -= left;
        } else {
            sort_part(x + left, n - left);
            n = left;
        }
    }
    insertion_sort(x, n);
}

enum { EVEN_MAX = 1024, CROWDED = 24 };

/* Sorts numbers that are spread evenly below 2^64 / `scale`: each goes where it is likely to stand, and the rest is done by neighbours
 * changing places. What is not spread evenly after all is sorted without that. */
static void sort_even(uint64_t *x, uint32_t n, double scale)
{
    uint64_t before[EVEN_MAX];
    uint16_t start[EVEN_MAX + 1] = { 0 }, place[EVEN_MAX], fullest = 0;
    double step = ldexp(scale * n, -64);

    if (n <= CROWDED || n > EVEN_MAX) {
        sort_part(x, n);
        return;
    }
    memcpy(before, x, n * sizeof *x);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)((double)x[i] * step);
        place[i] = (uint16_t)MIN(at, n - 1);
        uint16_t full = ++start[place[i] + 1];
        fullest = MAX(fullest, full);
    }
    if (fullest > CROWDED) {
        sort_part(x, n);
        return;
    }
    for (uint32_t i = 1; i < n; i++)
        start[i + 1] = (uint16_t)(start[i + 1] + start[i]);
    for (uint32_t i = 0; i < n; i++)
        x[start[place[i]]++] = before[i];
    insertion_sort(x, n);
}

/* The numbers below `limit`, unsorted. Without a branch: which way it goes is as random as the numbers. */
static uint32_t take_below(const uint64_t *number, uint32_t n, uint64_t limit, uint64_t *out)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++) {
        out[kept] = number[i];
        kept += number[i] < limit;
    }
    return kept;
}

static uint32_t leave_equal_out(uint64_t *number, uint32_t n)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++)
        if (kept == 0 || number[i] != number[kept - 1])
            number[kept++] = number[i];
    return kept;
}

uint32_t shingle_least(const struct shingle_options *o, const uint64_t *number, uint32_t n, const struct shingle_wish *wish,
                       uint64_t *out)
{
    /* three deviations more than are wanted, so that once is nearly always enough */
    double some = wish->want + 3 * sqrt(wish->want) + 8, part = wish->windows ? some / (double)wish->windows : 1;

    for (;; part *= 2) {
        bool all = part >= 0.5 || some >= n;
        uint32_t k = all ? n : take_below(number, n, (uint64_t)ldexp(part, (int)o->bits), out);
        if (all && n)
            memcpy(out, number, n * sizeof *out);
        sort_even(out, k, ldexp(all ? 1 : 1 / part, 64 - (int)o->bits));
        k = leave_equal_out(out, k);
        if (all || k >= wish->want)
            return MIN(k, wish->want);
    }
}

static uint64_t hash_eight(const char *bytes)
{
    uint64_t hash;

    memcpy(&hash, bytes, sizeof hash);
    hash = hash_mix(hash, sizeof hash);
    hash ^= hash >> 32; /* low bits of a product know little of high ones */
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

uint64_t shingle_hash(const struct shingle_options *o, const char *bytes, size_t n)
{
    return (n == sizeof(uint64_t) ? hash_eight(bytes) : hash_bytes(bytes, n)) >> (64 - o->bits);
}

void shingle_hashes(const struct shingle_options *o, const char *bytes, size_t n, uint64_t *out)
{
    unsigned shift = 64 - o->bits;

    if (o->window == sizeof(uint64_t)) {
        for (size_t i = 0; i < n; i++)
            out[i] = hash_eight(bytes + i) >> shift;
        return;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = hash_bytes(bytes + i, o->window) >> shift;
}

static size_t windows_of(const struct shingle_options *o, size_t bytes)
{
    return bytes < o->window ? bytes > 0 : bytes - o->window + 1;
}

uint32_t shingle_sample(const struct shingle_options *o, size_t bytes)
{
    size_t wanted = windows_of(o, bytes) / SHINGLE_SAMPLE_EVERY;

    return (uint32_t)(wanted < o->sample_min ? o->sample_min : wanted > o->sample_max ? o->sample_max : wanted);
}

uint64_t shingle_cost(const struct shingle_options *o, size_t bytes)
{
    return windows_of(o, bytes);
}

uint32_t shingle_direct(const struct shingle_options *o, struct str text, uint64_t *out)
{
    struct smallest s = { .item = out, .room = shingle_sample(o, text.len) };

    if (text.len && text.len < o->window)
        smallest_add(&s, shingle_hash(o, text.ptr, text.len));
    for (size_t i = 0; i + o->window <= text.len; i++)
        smallest_add(&s, shingle_hash(o, text.ptr + i, o->window));
    return s.n;
}

double shingle_overlap(struct shingles a, struct shingles b)
{
    uint32_t k = MIN(a.n, b.n), i = 0, j = 0, common = 0;

    while (i < k && j < k) {
        common += a.item[i] == b.item[j];
        uint32_t step = a.item[i] <= b.item[j];
        j += b.item[j] <= a.item[i];
        i += step;
    }
    return k ? (double)common / k : 0;
}

double shingle_similarity(struct shingles a, struct shingles b)
{
    uint32_t i = 0, j = 0, common = 0, all = 0;
    /* Where neither sample is cut, k covers the union; where one is, what lies above its last number is unknown. */
    uint64_t last = a.n && b.n ? MIN(a.item[a.n - 1], b.item[b.n - 1]) : 0;
    bool cut = a.n >= SHINGLE_SAMPLE_MAX || b.n >= SHINGLE_SAMPLE_MAX;

    if (a.n == 0 || b.n == 0)
        return 0;
    while (i < a.n || j < b.n) {
        uint64_t x = i < a.n ? a.item[i] : UINT64_MAX, y = j < b.n ? b.item[j] : UINT64_MAX;
        if (cut && MIN(x, y) > last)
            break;
        all++;
        common += x == y;
        i += x <= y;
        j += y <= x;
    }
    return (double)common / all;
}

bool shingle_reaches(struct short_shingles a, struct short_shingles b, double share)
{
    uint32_t k = MIN(a.n, b.n), i = 0, j = 0, common = 0;
    uint32_t needed = (uint32_t)ceil(share * k - 1e-9); /* a share of whole numbers: 0.9 of 10 must not fail for the last bit */

    while (i < k && j < k && MAX(i, j) - common + needed <= k) {
        common += a.item[i] == b.item[j];
        uint32_t step = a.item[i] <= b.item[j];
        j += b.item[j] <= a.item[i];
        i += step;
    }
    return k && common >= needed;
}
