/* In: two documents whose blocks with content are matched. Out: which block around them became which; then what is left in its place.
 *
 *  1. A block that holds others is what holds most of what it held, as far as that is still there: of all candidates the one that has the
 *     most in common with it; of equal ones, which hold nothing but each other, that of the same depth, then the outermost.
 *  2. Where all that the old block held is in the new one of the same depth, and nothing from elsewhere, nobody else is asked.
 *  3. What is left between the same neighbours in the same parent, in order and of about the same shape, is the same block with other
 *     content. It never counts as moved.
 * Cost: O(blocks x depth), and x depth again for blocks whose content was mixed. */
#include <stdlib.h>

#include "base/vec.h"
#include "visual/rising.h"
#include "visual/vidiff_steps.h"

/* A new block and an old one that held so much of what it holds. */
struct holder_pair {
    uint32_t old, new;
    double likeness;
    uint32_t shift; /* levels between their depths */
    bool same_sides;
};

struct holders {
    struct vi_step *s;
    bool moved; /* what moved counts too */
    uint32_t *old_depth, *new_depth;
    uint64_t *old_mass, *new_mass; /* per block: of the content in it that both documents have */
    uint64_t *common;              /* per old block, while one new block is looked at */
    VEC(uint32_t) touched;         /* those of them that are not 0 */
    VEC(struct holder_pair) pairs;
};

static uint32_t *depths_of(struct arena *a, const struct vixml *x)
{
    uint32_t *depth = NEW_ARRAY(a, uint32_t, x->n);
    for (uint32_t i = 1; i < x->n; i++)
        depth[i] = depth[x->block[i].parent] + 1;
    return depth;
}

/* What a block with content counts: a link as much as some words. */
static uint64_t mass_of(const struct vixml_block *b)
{
    return 1 + b->item_end - b->link + b->text.len / 16;
}

/* What the new block was, where that counts; VIXML_NONE else. */
static uint32_t witness(const struct holders *h, uint32_t n)
{
    return h->moved || h->s->stayed[n] ? h->s->match->block_from[n] : VIXML_NONE;
}

static void add_masses(struct holders *h)
{
    const struct vixml_block *old = h->s->old->block, *new = h->s->new->block;
    for (uint32_t n = 1; n < h->s->new->n; n++) {
        uint32_t o = witness(h, n);
        if (o == VIXML_NONE || !vixml_has_content(&new[n]))
            continue;
        h->new_mass[n] += mass_of(&old[o]);
        h->old_mass[o] += mass_of(&old[o]);
    }
    for (uint32_t i = h->s->new->n; i-- > 1;)
        h->new_mass[new[i].parent] += h->new_mass[i];
    for (uint32_t i = h->s->old->n; i-- > 1;)
        h->old_mass[old[i].parent] += h->old_mass[i];
}

static bool can_hold(const struct vi_step *s, uint32_t n)
{
    return vi_new_free(s, n) && !vixml_is_leaf(s->new, n) && !vixml_has_content(&s->new->block[n]);
}

static bool was_holder(const struct vi_step *s, uint32_t o)
{
    return o && vi_old_free(s, o) && !vixml_is_leaf(s->old, o) && !vixml_has_content(&s->old->block[o]);
}

static uint32_t ancestor_at(const struct vixml *x, const uint32_t *depth, uint32_t i, uint32_t wanted)
{
    while (depth[i] > wanted)
        i = x->block[i].parent;
    return i;
}

/* Rule 2: the old block of the same depth, where both hold the same. O(blocks in it). */
static bool match_twin(struct holders *h, uint32_t n)
{
    struct vi_step *s = h->s;
    uint32_t twin = VIXML_NONE;
    for (uint32_t c = n + 1; c < s->new->block[n].end; c++) {
        uint32_t o = witness(h, c);
        if (o == VIXML_NONE || !vixml_has_content(&s->new->block[c]))
            continue;
        if (twin == VIXML_NONE)
            twin = ancestor_at(s->old, h->old_depth, o, h->new_depth[n]);
        if (o <= twin || o >= s->old->block[twin].end)
            return false;
    }
    if (twin == VIXML_NONE || h->old_depth[twin] != h->new_depth[n] || h->old_mass[twin] != h->new_mass[n] || !was_holder(s, twin)
        || s->match->block_to[s->old->block[twin].parent] != s->new->block[n].parent)
        return false;
    vi_match_blocks(s, twin, n);
    return true;
}

static uint32_t shift_of(const struct holders *h, uint32_t o, uint32_t n)
{
    uint32_t was = h->old_depth[o], is = h->new_depth[n];
    return was > is ? was - is : is - was;
}

/* Every old block around what new block n holds, with how much of it. */
static void add_pairs(struct holders *h, uint32_t n)
{
    struct vi_step *s = h->s;
    const struct vixml_block *old = s->old->block;
    h->touched.n = 0;
    for (uint32_t c = n + 1; c < s->new->block[n].end; c++) {
        uint32_t o = witness(h, c);
        if (o == VIXML_NONE || !vixml_has_content(&s->new->block[c]))
            continue;
        uint64_t mass = mass_of(&old[o]);
        for (uint32_t p = old[o].parent; p; p = old[p].parent) {
            if (!h->common[p])
                *VEC_ADD(s->arena, &h->touched) = p;
            h->common[p] += mass;
        }
    }
    for (uint32_t i = 0; i < h->touched.n; i++) {
        uint32_t p = h->touched.item[i];
        double common = (double)h->common[p];
        if (was_holder(s, p) && 2 * h->common[p] >= h->old_mass[p])
            *VEC_ADD(s->arena, &h->pairs) =
                (struct holder_pair){ p, n, 2 * common / (double)(h->old_mass[p] + h->new_mass[n]), shift_of(h, p, n),
                                      vi_same_sides(&old[p].face, &s->new->block[n].face) };
        h->common[p] = 0;
    }
}

/* Blocks are numbered from the root on, so of equal pairs the outermost comes first. */
static int by_likeness(const void *left, const void *right)
{
    const struct holder_pair *l = left, *r = right;
    if (l->same_sides != r->same_sides)
        return l->same_sides ? -1 : 1;
    if (l->likeness != r->likeness)
        return l->likeness > r->likeness ? -1 : 1;
    if (l->shift != r->shift)
        return l->shift < r->shift ? -1 : 1;
    if (l->new != r->new)
        return l->new < r->new ? -1 : 1;
    return l->old < r->old ? -1 : l->old > r->old;
}

static bool near_block(const struct vi_step *s, uint32_t o, uint32_t n)
{
    const struct vixml_face *a = &s->old->block[o].face, *b = &s->new->block[n].face;
    return vixml_is_leaf(s->old, o) == vixml_is_leaf(s->new, n) && vi_near(a->x, b->x) && vi_near(a->w, b->w)
           && vi_near(a->h, b->h);
}

static bool same_block(const struct vi_step *s, uint32_t o, uint32_t n)
{
    return vixml_is_leaf(s->old, o) == vixml_is_leaf(s->new, n) && vi_same_sides(&s->old->block[o].face, &s->new->block[n].face);
}

static bool same_holder(const struct vi_step *s, uint32_t o, uint32_t n)
{
    return !vixml_is_leaf(s->old, o) && same_block(s, o, n);
}

/* Children of two blocks that nobody knows, between the same neighbours: [i, i_end) and [k, k_end). */
struct unknown {
    uint32_t i, i_end, k, k_end;
};

static void match_unknown(struct vi_step *s, struct unknown u, bool (*fits)(const struct vi_step *, uint32_t, uint32_t))
{
    const struct vixml_block *old = s->old->block, *new = s->new->block;
    uint32_t i = u.i;
    for (uint32_t k = u.k; k < u.k_end; k = new[k].end) {
        uint32_t was = s->match->block_from[k];
        if (was >= i && was < u.i_end) { /* by the stricter question: what stood before it is passed */
            i = old[was].end;
            continue;
        }
        for (uint32_t o = vi_new_free(s, k) ? i : u.i_end; o < u.i_end; o = old[o].end) {
            if (s->match->block_to[o] > k && s->match->block_to[o] < u.k_end)
                break;
            if (!vi_old_free(s, o) || !fits(s, o, k))
                continue;
            vi_match_blocks(s, o, k);
            i = old[o].end;
            break;
        }
    }
}

/* Children of n whose old block is a child of o and kept its order. */
static uint32_t *known_children(struct vi_step *s, uint32_t o, uint32_t n, uint32_t *n_known)
{
    const struct vixml_block *new = s->new->block;
    uint32_t size = new[n].end - n, count = 0, kept = 0;
    uint32_t *child = NEW_ARRAY_RAW(s->arena, uint32_t, size), *from = NEW_ARRAY_RAW(s->arena, uint32_t, size);
    bool *stays = NEW_ARRAY_RAW(s->arena, bool, size);
    for (uint32_t c = n + 1; c < new[n].end; c = new[c].end) {
        from[count] = s->match->block_from[c];
        child[count] = c;
        count += from[count] != VIXML_NONE && s->old->block[from[count]].parent == o;
    }
    rising_mark(from, count, stays);
    for (uint32_t i = 0; i < count; i++)
        if (stays[i])
            child[kept++] = child[i];
    *n_known = kept;
    return child;
}

static bool has_free_holder(const struct vi_step *s, uint32_t n)
{
    const struct vixml_block *new = s->new->block;
    for (uint32_t c = n + 1; c < new[n].end; c = new[c].end)
        if (can_hold(s, c))
            return true;
    return false;
}

static bool has_free_child(const struct vi_step *s, uint32_t n)
{
    const struct vixml_block *new = s->new->block;
    for (uint32_t c = n + 1; c < new[n].end; c = new[c].end)
        if (vi_new_free(s, c))
            return true;
    return false;
}

/* With `strict` only blocks that hold others, and have exactly the same sides. */
static void match_children(struct vi_step *s, uint32_t o, uint32_t n, bool strict)
{
    const struct vixml_block *old = s->old->block, *new = s->new->block;
    uint32_t n_known, *known = known_children(s, o, n, &n_known);
    struct unknown u = { .i = o + 1, .k = n + 1 };
    for (uint32_t i = 0; i <= n_known; i++) {
        uint32_t last = i < n_known ? known[i] : VIXML_NONE, from = i < n_known ? s->match->block_from[last] : VIXML_NONE;
        u.i_end = i < n_known ? from : old[o].end;
        u.k_end = i < n_known ? last : new[n].end;
        match_unknown(s, u, strict ? same_holder : same_block);
        if (!strict)
            match_unknown(s, u, near_block);
        if (i < n_known) {
            u.i = old[from].end;
            u.k = new[last].end;
        }
    }
}

static void accept_pairs(struct vi_step *s, struct holder_pair *pair, uint32_t n)
{
    if (n > 1)
        qsort(pair, n, sizeof *pair, by_likeness);
    for (uint32_t i = 0; i < n; i++)
        if (vi_old_free(s, pair[i].old) && vi_new_free(s, pair[i].new))
            vi_match_blocks(s, pair[i].old, pair[i].new);
}

/* Blocks in new block n, by what the blocks held that were in the same parent. */
static void match_inner(struct holders *h, uint32_t n)
{
    struct vi_step *s = h->s;
    uint32_t o = s->match->block_from[n], first = h->pairs.n, kept = first;
    for (uint32_t c = n + 1; c < s->new->block[n].end; c = s->new->block[c].end)
        if (can_hold(s, c) && h->new_mass[c] && !match_twin(h, c))
            add_pairs(h, c);
    for (uint32_t i = first; i < h->pairs.n; i++)
        if (s->old->block[h->pairs.item[i].old].parent == o)
            h->pairs.item[kept++] = h->pairs.item[i];
    if (kept > first)
        accept_pairs(s, h->pairs.item + first, kept - first);
    h->pairs.n = first;
    match_children(s, o, n, true);
}

void vi_match_holders(struct vi_step *s, bool moved)
{
    struct holders h = {
        .s = s,
        .moved = moved,
        .old_depth = depths_of(s->arena, s->old),
        .new_depth = depths_of(s->arena, s->new),
        .old_mass = NEW_ARRAY(s->arena, uint64_t, s->old->n),
        .new_mass = NEW_ARRAY(s->arena, uint64_t, s->new->n),
        .common = NEW_ARRAY(s->arena, uint64_t, s->old->n),
    };
    add_masses(&h);
    for (uint32_t n = 0; n < s->new->n; n++)
        if (s->match->block_from[n] != VIXML_NONE && has_free_holder(s, n))
            match_inner(&h, n);
    for (uint32_t n = 1; n < s->new->n; n++)
        if (can_hold(s, n) && h.new_mass[n])
            add_pairs(&h, n);
    accept_pairs(s, h.pairs.item, h.pairs.n);
}

void vi_match_places(struct vi_step *s)
{
    for (uint32_t n = 0; n < s->new->n; n++) {
        uint32_t o = s->match->block_from[n];
        if (o != VIXML_NONE && has_free_child(s, n))
            match_children(s, o, n, false);
    }
}
