/* The fallback for boxes that are too large for an exact answer: fixed points first, what lies between them after.
 *
 * In: a box. Out: its runs, by way of sequence_solve() for the gaps.
 * The idea: symbols that are rare on both sides are likely to stand for each other (patience diff takes those that occur once,
 * histogram diff the rarest). Taken are those that occur once on both sides, else those up to 2, 4, 8 times. Each
 * pair of places weighs what matches around it; the heaviest chain of pairs is kept, and the gaps share the cells that are left,
 * by their size.
 * A chain is refused where what remains possible with it is less than what the rows have already shown to be possible: one moved
 * symbol must not tear a page apart.
 * Cost: O((n + m) log (n + m)) for one level, of which there are SEQUENCE_ANCHOR_DEPTH. */
#include "compare/sequence_impl.h"

struct places {
    uint32_t *n_a, *n_b; /* occurrences of each id in the box; all zero between two boxes, like count */
    uint32_t *first_b;   /* of each id: its first place in b, counted from 1 */
    uint32_t *next_b;    /* of each place in b: the next of the same id, likewise */
    uint32_t *count;
};

static struct places *places_of(struct work *w)
{
    if (!w->places) {
        w->places = NEW(w->arena, struct places);
        w->places->n_a = NEW_ARRAY(w->arena, uint32_t, w->n_ids);
        w->places->n_b = NEW_ARRAY(w->arena, uint32_t, w->n_ids);
        w->places->count = NEW_ARRAY(w->arena, uint32_t, w->n_ids);
        w->places->first_b = NEW_ARRAY_RAW(w->arena, uint32_t, w->n_ids);
        w->places->next_b = NEW_ARRAY_RAW(w->arena, uint32_t, w->n_b);
    }
    return w->places;
}

static void places_fill(struct places *p, const struct work *w, const struct sequence_box *box)
{
    for (uint32_t i = box->a; i < box->a_end; i++)
        p->n_a[w->a[i]]++;
    for (uint32_t j = box->b_end; j-- > box->b;) {
        uint32_t id = w->b[j];
        p->next_b[j] = p->n_b[id] ? p->first_b[id] : 0;
        p->first_b[id] = j + 1;
        p->n_b[id]++;
    }
}

static void places_clear(struct places *p, const struct work *w, const struct sequence_box *box)
{
    for (uint32_t i = box->a; i < box->a_end; i++)
        p->n_a[w->a[i]] = 0;
    for (uint32_t j = box->b; j < box->b_end; j++)
        p->n_b[w->b[j]] = 0;
}

static bool rare(const struct places *p, uint32_t id, uint32_t repeats)
{
    return p->n_b[id] > 0 && p->n_a[id] <= repeats && p->n_b[id] <= repeats;
}

/* What matches around (i, j) in the box, the pair itself included. */
static uint32_t weight_of(const struct work *w, const struct sequence_box *box, uint32_t i, uint32_t j)
{
    uint32_t before = 0, after = 1;
    uint32_t most_before = MIN(MIN(i - box->a, j - box->b), SEQUENCE_ANCHOR_REACH);
    uint32_t most_after = MIN(MIN(box->a_end - i, box->b_end - j), SEQUENCE_ANCHOR_REACH);
    while (before < most_before && w->a[i - before - 1] == w->b[j - before - 1])
        before++;
    while (after < most_after && w->a[i + after] == w->b[j + after])
        after++;
    return before + after;
}

struct pairs {
    struct pair *item;
    uint32_t n, room;
};

static struct pairs pairs_of(struct arena *scratch, const struct work *w, const struct sequence_box *box, uint32_t repeats)
{
    const struct places *p = w->places;
    struct pairs pairs = { 0 };
    for (uint32_t i = box->a; i < box->a_end; i++) {
        if (!rare(p, w->a[i], repeats))
            continue;
        for (uint32_t j = p->first_b[w->a[i]]; j; j = p->next_b[j - 1])
            *VEC_ADD(scratch, &pairs) = (struct pair){ i, j - 1, weight_of(w, box, i, j - 1) };
    }
    return pairs;
}

/* The heaviest chain of the rarest symbols. */
static struct pairs chain_of(struct arena *scratch, struct work *w, const struct sequence_box *box)
{
    struct places *p = places_of(w);
    struct pairs chain = { 0 };
    places_fill(p, w, box);
    for (uint32_t repeats = 1; repeats <= SEQUENCE_ANCHOR_REPEATS && chain.n == 0; repeats *= 2)
        chain = pairs_of(scratch, w, box, repeats);
    places_clear(p, w, box);
    chain.n = sequence_chain(scratch, chain.item, chain.n);
    return chain;
}

static struct sequence_box gap_before(const struct sequence_box *box, const struct pairs *chain, uint32_t i)
{
    struct sequence_box gap = *box;
    if (i > 0) {
        gap.a = chain->item[i - 1].a + 1;
        gap.b = chain->item[i - 1].b + 1;
    }
    if (i < chain->n) {
        gap.a_end = chain->item[i].a;
        gap.b_end = chain->item[i].b;
    }
    return gap;
}

/* No common subsequence of the gap is longer than what both sides have of each symbol. `count` is all zero, and is again after. */
static uint32_t possible_in(const struct work *w, const struct sequence_box *gap, uint32_t *count)
{
    uint32_t possible = 0;
    for (uint32_t i = gap->a; i < gap->a_end; i++)
        count[w->a[i]]++;
    for (uint32_t j = gap->b; j < gap->b_end; j++) {
        if (count[w->b[j]] == 0)
            continue;
        count[w->b[j]]--;
        possible++;
    }
    for (uint32_t i = gap->a; i < gap->a_end; i++)
        count[w->a[i]] = 0;
    return possible;
}

static bool worth(const struct work *w, const struct sequence_box *box, const struct pairs *chain, uint32_t common)
{
    uint64_t possible = chain->n;
    for (uint32_t i = 0; i <= chain->n && possible < common; i++) {
        struct sequence_box gap = gap_before(box, chain, i);
        possible += possible_in(w, &gap, w->places->count);
    }
    return possible >= common;
}

static uint64_t size_of(const struct sequence_box *box)
{
    return (uint64_t)(box->a_end - box->a) + (box->b_end - box->b);
}

bool sequence_anchors(struct work *w, const struct sequence_box *box, const struct task *task, uint32_t common)
{
    AUTO(arena) scratch = { 0 };
    if (task->depth >= SEQUENCE_ANCHOR_DEPTH)
        return false;
    struct pairs chain = chain_of(&scratch, w, box);
    if (chain.n == 0 || !worth(w, box, &chain, common))
        return false;
    for (uint32_t i = 0; i <= chain.n; i++) {
        struct sequence_box gap = gap_before(box, &chain, i);
        uint64_t cells = task->cells / 2 / size_of(box) * size_of(&gap);
        sequence_solve(w, gap, (struct task){ SEQUENCE_UNKNOWN, task->depth + 1, cells });
        if (i < chain.n)
            sequence_emit(w, chain.item[i].a, chain.item[i].b, 1);
    }
    return true;
}
