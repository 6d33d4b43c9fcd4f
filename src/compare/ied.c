/* The extended edit distance: add, drop, copy, shrink, replace, move.
 *
 * In: two texts. Out: how often each operation is used (section 4, the five phases, as written).
 *
 *  1. The longest common subsequence is kept: of several the one that sequence_match gives, which is always the same one.
 *     The rest of the old text is A', of the new text B'.
 *  2. Words in both A' and B' moved, each as often as both have it, the first ones first. Where b > 2a, a word that occurs more than once
 *     in both texts is left to phase 3.
 *  3. A word of B' that occurs more than once in the new text may be a copy, a word of A' that occurs more than once in the old text
 *     may be shrunk; where no other occurrence is left, the first one is none, but the one that was added or dropped. Words that may be
 *     both are both. Where a copy and a shrunk word have the same index, they are both if a < 0.5, else a replacement.
 *  4. What is left in A' and B' at the same index was replaced; the rest was dropped and added.
 * (Phase 5 is the sum, in metrics.c.)
 * Cost: O(m + n + symbols) beside the LCS. */
#include "compare/metrics.h"
#include "compare/sequence.h"

/* What became of a word. */
enum fate { FATE_OPEN, FATE_KEPT, FATE_MOVED, FATE_MAYBE /* a copy, or shrunk */, FATE_REPLACED, FATE_DONE };

/* One of the two texts on its way through the phases. */
struct side {
    const uint32_t *symbol;
    uint32_t n;
    uint8_t *fate;       /* by index */
    uint32_t *count;     /* by symbol: occurrences in the text */
    uint32_t *open;      /* by symbol: of those, in A' or B' and not dealt with */
};

static void open_side(struct side *s, struct arena *scratch, struct text text, uint32_t n_symbols)
{
    *s = (struct side){ .symbol = text.symbol, .n = text.n };
    s->fate = NEW_ARRAY(scratch, uint8_t, text.n + 1);
    s->count = NEW_ARRAY(scratch, uint32_t, n_symbols + 1);
    s->open = NEW_ARRAY(scratch, uint32_t, n_symbols + 1);
    for (uint32_t i = 0; i < text.n; i++)
        s->count[text.symbol[i]]++;
}

static void keep(struct side *s, uint32_t from, uint32_t n)
{
    memset(s->fate + from, FATE_KEPT, n);
}

static void count_open(struct side *s)
{
    for (uint32_t i = 0; i < s->n; i++)
        s->open[s->symbol[i]] += s->fate[i] == FATE_OPEN;
}

/* The first quota[w] open occurrences of every word w meet this fate; the quotas are used up. */
static uint32_t settle_first(struct side *s, uint32_t *quota, enum fate from, enum fate to)
{
    uint32_t settled = 0;

    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t w = s->symbol[i];
        if (s->fate[i] != from || quota[w] == 0)
            continue;
        quota[w]--;
        s->fate[i] = (uint8_t)to;
        settled++;
    }
    return settled;
}

/* Quotas are needed once for each side. */
struct quotas {
    uint32_t *a, *b;
};

static void clear(struct quotas *q, uint32_t n_symbols)
{
    memset(q->a, 0, n_symbols * sizeof *q->a);
    memset(q->b, 0, n_symbols * sizeof *q->b);
}

/* Phase 2. */
static uint32_t move_words(struct side *a, struct side *b, struct quotas *q, uint32_t n_symbols, bool spare_repeated)
{
    for (uint32_t w = 0; w < n_symbols; w++) {
        bool spared = spare_repeated && a->count[w] > 1 && b->count[w] > 1;
        q->a[w] = q->b[w] = spared ? 0 : MIN(a->open[w], b->open[w]);
        a->open[w] -= q->a[w];
        b->open[w] -= q->b[w];
    }
    settle_first(b, q->b, FATE_OPEN, FATE_MOVED);
    return settle_first(a, q->a, FATE_OPEN, FATE_MOVED);
}

/* Candidates of phase 3 on one side. */
static void find_candidates(struct side *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t w = s->symbol[i];

        if (s->fate[i] != FATE_OPEN || s->count[w] < 2)
            continue;
        if (s->open[w] == s->count[w]) /* no other occurrence stays: this one is the one that came or went */
            s->open[w]--;
        else
            s->fate[i] = FATE_MAYBE;
    }
}

/* Words that may be copied and shrunk are both. */
static uint32_t settle_both(struct side *a, struct side *b, struct quotas *q, uint32_t n_symbols)
{
    clear(q, n_symbols);
    for (uint32_t i = 0; i < a->n; i++)
        q->a[a->symbol[i]] += a->fate[i] == FATE_MAYBE;
    for (uint32_t i = 0; i < b->n; i++)
        q->b[b->symbol[i]] += b->fate[i] == FATE_MAYBE;
    for (uint32_t w = 0; w < n_symbols; w++)
        q->a[w] = q->b[w] = MIN(q->a[w], q->b[w]);
    settle_first(b, q->b, FATE_MAYBE, FATE_DONE);
    return settle_first(a, q->a, FATE_MAYBE, FATE_DONE);
}

static uint32_t count_fate(const struct side *s, enum fate fate)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n; i++)
        n += s->fate[i] == fate;
    return n;
}

/* Phase 3. */
static void copy_and_shrink(struct side *a, struct side *b, struct quotas *q, uint32_t n_symbols, double copy_cost, struct operations *out)
{
    find_candidates(a);
    find_candidates(b);
    uint32_t both = settle_both(a, b, q, n_symbols);
    for (uint32_t i = 0; i < MIN(a->n, b->n); i++) {
        if (a->fate[i] != FATE_MAYBE || b->fate[i] != FATE_MAYBE)
            continue;
        bool cheaper = copy_cost < 0.5;
        a->fate[i] = b->fate[i] = cheaper ? FATE_DONE : FATE_OPEN;
        both += cheaper;
    }
    out->copy = both + count_fate(b, FATE_MAYBE);
    out->shrink = both + count_fate(a, FATE_MAYBE);
}

/* Phase 4. */
static void replace_words(struct side *a, struct side *b, struct operations *out)
{
    for (uint32_t i = 0; i < MIN(a->n, b->n); i++) {
        if (a->fate[i] != FATE_OPEN || b->fate[i] != FATE_OPEN)
            continue;
        a->fate[i] = b->fate[i] = FATE_REPLACED;
        out->replace++;
    }
    out->drop = count_fate(a, FATE_OPEN);
    out->add = count_fate(b, FATE_OPEN);
}

bool metrics_operations(struct text old, struct text new, uint32_t n_symbols, const struct metrics_options *o, struct operations *out,
                        uint32_t *lcs)
{
    AUTO(arena) scratch = { 0 };
    struct side a, b;
    struct runs runs;
    struct quotas q = { NEW_ARRAY(&scratch, uint32_t, n_symbols + 1), NEW_ARRAY(&scratch, uint32_t, n_symbols + 1) };

    *out = (struct operations){ 0 };
    open_side(&a, &scratch, old, n_symbols);
    open_side(&b, &scratch, new, n_symbols);
    sequence_match(&scratch, old.symbol, old.n, new.symbol, new.n, &runs);
    for (uint32_t r = 0; r < runs.n; r++) {
        keep(&a, runs.item[r].a, runs.item[r].n);
        keep(&b, runs.item[r].b, runs.item[r].n);
    }
    count_open(&a);
    count_open(&b);
    out->move = move_words(&a, &b, &q, n_symbols, o->move_cost > 2 * o->copy_cost);
    copy_and_shrink(&a, &b, &q, n_symbols, o->copy_cost, out);
    replace_words(&a, &b, out);
    *lcs = runs.common;
    return runs.exact;
}
