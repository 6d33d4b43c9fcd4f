/* In: two documents. Out: which block became which, by ID, by place, and by what is around (Figure 6, lines 1 to 5; section 8's
 * "handling of changes in the block structure").
 *
 *  1. Equal IDs first where the refs are equal too, then in document order. With a block all blocks below it are matched.
 *  2. At the same place: at least half of the items in common, or half of the text.
 *  3. A block without content of its own is what holds most of what it held.
 *  4. What is left at the same place, between the same neighbours and of about the same shape, is the same block with all its content new.
 * Cost: O(blocks + items). */
#include <stdlib.h>

#include "base/limits.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "visual/vidiff_steps.h"

enum { LOOK_AHEAD = 4 };

static bool is_empty(const struct vixml *x, uint32_t i)
{
    const struct vixml_block *b = &x->block[i];
    uint32_t last = b->end - 1;
    if (b->link < x->block[last].item_end)
        return false;
    for (; i < b->end; i++)
        if (x->block[i].text.len)
            return false;
    return true;
}

/* Equal IDs mean equal trees, so the blocks below go together by their numbers. */
static void match_trees(struct vi_step *s, uint32_t o, uint32_t n)
{
    uint32_t size = s->new->block[n].end - n;
    if (s->old->block[o].end - o != size)
        return;
    for (uint32_t i = 0; i < size; i++) {
        if (!vi_old_free(s, o + i) || !vi_new_free(s, n + i))
            continue;
        vi_match_blocks(s, o + i, n + i);
        s->old_same[o + i] = s->new_same[n + i] = vi_same_content(&s->old->block[o + i], &s->new->block[n + i]);
    }
}

/* The old block of the same name; where both documents have the same shape it has the same number. */
static uint32_t namesake(const struct vi_step *s, const struct map *refs, uint32_t n)
{
    struct str ref = s->new->block[n].ref;
    if (n < s->old->n && str_eq(s->old->block[n].ref, ref))
        return n;
    return vixml_find(s->old, refs, ref);
}

void vi_blocks_by_id(struct vi_step *s)
{
    const struct vixml *old = s->old, *new = s->new;
    struct map refs, ids;
    uint32_t *next = NEW_ARRAY(s->arena, uint32_t, old->n);

    s->old_same[0] = s->new_same[0] = vi_same_content(&old->block[0], &new->block[0]);
    vixml_refs(old, s->arena, &refs);
    for (uint32_t n = 1; n < new->n; n++) {
        uint32_t o = vi_new_free(s, n) ? namesake(s, &refs, n) : VIXML_NONE;
        if (o != VIXML_NONE && vi_old_free(s, o) && old->block[o].id == new->block[n].id)
            match_trees(s, o, n);
    }
    map_open(&ids, s->arena, old->n);
    for (uint32_t o = old->n; o-- > 1;) {
        if (!vi_old_free(s, o) || is_empty(old, o))
            continue;
        uint32_t *slot = map_slot(&ids, old->block[o].id, VIXML_NONE);
        next[o] = *slot;
        *slot = o;
    }
    for (uint32_t n = 1; n < new->n; n++) {
        uint32_t *slot = vi_new_free(s, n) ? map_find(&ids, new->block[n].id) : NULL;
        while (slot && *slot != VIXML_NONE && !vi_old_free(s, *slot))
            *slot = next[*slot];
        if (slot && *slot != VIXML_NONE)
            match_trees(s, *slot, n);
    }
}

/* Pairs equal items that stand in about the same order, looking a little ahead; gives how many. */
static uint32_t walk_items(const struct vi_step *s, uint32_t o, uint32_t n, struct vi_step *mark)
{
    const struct vixml_item *old = s->old->item, *new = s->new->item;
    uint32_t i = s->old->block[o].link, i_end = s->old->block[o].item_end, count = 0;
    uint32_t k = s->new->block[n].link, k_end = s->new->block[n].item_end;
    while (i < i_end && k < k_end) {
        uint32_t ahead = 0, skip_old = 0, skip_new = 0;
        for (; ahead <= LOOK_AHEAD; ahead++) {
            if (i + ahead < i_end && old[i + ahead].id == new[k].id) {
                skip_old = ahead;
                break;
            }
            if (k + ahead < k_end && old[i].id == new[k + ahead].id) {
                skip_new = ahead;
                break;
            }
        }
        i += skip_old;
        k += skip_new;
        if (ahead <= LOOK_AHEAD) {
            if (mark)
                vi_match_items(mark, i, k);
            count++;
        }
        i++;
        k++;
    }
    return count;
}

static bool alike_in_place(const struct vi_step *s, uint32_t o, uint32_t n)
{
    const struct vixml_block *old = &s->old->block[o], *new = &s->new->block[n];
    uint32_t larger = MAX(old->item_end - old->link, new->item_end - new->link);
    if (old->text_id && old->text_id == new->text_id)
        return true;
    if (larger && 2 * walk_items(s, o, n, NULL) >= larger)
        return true;
    return old->text_id && new->text_id && 2 * vi_text_common(old->text, new->text) >= MAX(old->text.len, new->text.len);
}

void vi_blocks_by_place(struct vi_step *s)
{
    struct map refs;
    vixml_refs(s->old, s->arena, &refs);
    for (uint32_t n = 1; n < s->new->n; n++) {
        uint32_t o = vi_new_free(s, n) && vixml_has_content(&s->new->block[n]) ? namesake(s, &refs, n) : VIXML_NONE;
        if (o != VIXML_NONE && vi_old_free(s, o) && alike_in_place(s, o, n)) {
            vi_match_blocks(s, o, n);
            walk_items(s, o, n, s);
        }
    }
}

void vi_blocks_by_face(struct vi_step *s)
{
    struct map refs;
    vixml_refs(s->old, s->arena, &refs);
    for (uint32_t n = 1; n < s->new->n; n++) {
        uint32_t o = vi_new_free(s, n) && vixml_is_leaf(s->new, n) ? namesake(s, &refs, n) : VIXML_NONE;
        if (o == VIXML_NONE || !vi_old_free(s, o) || !vixml_is_leaf(s->old, o))
            continue;
        const struct vixml_face *old = &s->old->block[o].face, *new = &s->new->block[n].face;
        if (old->x == new->x && old->w == new->w && old->h == new->h)
            vi_match_blocks(s, o, n);
    }
}

/* A new block without content and an old one that held so many of the blocks that it holds. */
struct vote {
    uint32_t old, new, weight;
    bool namesakes;
};

static int by_weight(const void *left, const void *right)
{
    const struct vote *l = left, *r = right;
    if (l->weight != r->weight)
        return l->weight > r->weight ? -1 : 1;
    if (l->namesakes != r->namesakes)
        return l->namesakes ? -1 : 1;
    if (l->old != r->old)
        return l->old < r->old ? -1 : 1;
    return l->new < r->new ? -1 : l->new > r->new;
}

static bool can_hold(const struct vi_step *s, uint32_t n)
{
    return n && vi_new_free(s, n) && !vixml_is_leaf(s->new, n) && !vixml_has_content(&s->new->block[n]);
}

/* Votes of the children of n; `number` is where each old parent's vote stands, VIXML_NONE again at the end. */
static uint32_t add_votes(const struct vi_step *s, uint32_t n, uint32_t *number, struct vote *vote, uint32_t n_votes)
{
    const struct vixml_block *new = s->new->block, *old = s->old->block;
    uint32_t first = n_votes;
    for (uint32_t c = n + 1; c < new[n].end; c = new[c].end) {
        uint32_t o = s->match->block_from[c], parent = o == VIXML_NONE ? 0 : old[o].parent;
        if (parent == 0 || !vi_old_free(s, parent) || vixml_has_content(&old[parent]))
            continue;
        if (number[parent] == VIXML_NONE) {
            number[parent] = n_votes;
            vote[n_votes++] = (struct vote){ parent, n, 0, str_eq(old[parent].ref, new[n].ref) };
        }
        vote[number[parent]].weight += new[c].end - c;
    }
    for (uint32_t i = first; i < n_votes; i++)
        number[vote[i].old] = VIXML_NONE;
    return n_votes;
}

/* New blocks by depth, the deepest first. */
static uint32_t *by_depth(struct arena *a, const struct vixml *x, uint32_t *depth)
{
    uint32_t *start = NEW_ARRAY(a, uint32_t, LIMIT_BLOCK_DEPTH + 2), *out = NEW_ARRAY(a, uint32_t, x->n);
    for (uint32_t i = 0; i < x->n; i++) {
        depth[i] = i ? depth[x->block[i].parent] + 1 : 0;
        start[LIMIT_BLOCK_DEPTH - depth[i] + 1]++;
    }
    for (uint32_t i = 1; i < LIMIT_BLOCK_DEPTH + 2; i++)
        start[i] += start[i - 1];
    for (uint32_t i = 0; i < x->n; i++)
        out[start[LIMIT_BLOCK_DEPTH - depth[i]]++] = i;
    return out;
}

/* Level by level from below, since what a block holds must be matched first; in a level the clearest first. */
static void match_holders(struct vi_step *s)
{
    uint32_t *depth = NEW_ARRAY(s->arena, uint32_t, s->new->n), *order = by_depth(s->arena, s->new, depth);
    uint32_t *number = NEW_ARRAY(s->arena, uint32_t, s->old->n);
    struct vote *vote = NEW_ARRAY(s->arena, struct vote, s->new->n);
    memset(number, 0xff, s->old->n * sizeof *number);
    for (uint32_t i = 0, end; i < s->new->n; i = end) {
        uint32_t n_votes = 0;
        for (end = i; end < s->new->n &&depth[order[end]] == depth[order[i]]; end++)
            if (can_hold(s, order[end]))
                n_votes = add_votes(s, order[end], number, vote, n_votes);
        if (n_votes > 1)
            qsort(vote, n_votes, sizeof *vote, by_weight);
        for (uint32_t k = 0; k < n_votes; k++)
            if (vi_old_free(s, vote[k].old) && vi_new_free(s, vote[k].new))
                vi_match_blocks(s, vote[k].old, vote[k].new);
    }
}

/* The sides differ by a fifth at most, or by what a line of text takes. */
static bool near(int32_t a, int32_t b)
{
    int64_t difference = a > b ? (int64_t)a - b : (int64_t)b - a;
    return difference <= 16 || 5 * difference <= MAX(a, b);
}

static bool same_shape(const struct vixml_face *a, const struct vixml_face *b)
{
    return near(a->x, b->x) && near(a->w, b->w) && near(a->h, b->h);
}

static uint64_t sides(const struct vixml_block *b, bool leaf)
{
    return hash_mix(hash_mix((uint64_t)(uint32_t)b->face.x << 32 | (uint32_t)b->face.w, (uint32_t)b->face.h), leaf);
}

/* What is left in the same parent with exactly the same sides, the first with the first; `next` is room, one for each old block. */
static void match_sides(struct vi_step *s, uint32_t o, uint32_t n, uint32_t *next)
{
    AUTO(arena) room = { 0 };
    const struct vixml_block *old = s->old->block, *new = s->new->block;
    struct map first;
    uint32_t n_free = 0;

    for (uint32_t k = n + 1; k < new[n].end && !n_free; k = new[k].end)
        n_free += vi_new_free(s, k) && !s->new_part[k];
    if (!n_free)
        return;
    map_open(&first, &room, 0);
    VEC(uint32_t) left = { 0 };
    for (uint32_t i = o + 1; i < old[o].end; i = old[i].end)
        if (vi_old_free(s, i) && !s->old_part[i])
            *VEC_ADD(&room, &left) = i;
    for (uint32_t at = left.n; at-- > 0;) {
        uint32_t i = left.item[at], *slot = map_slot(&first, sides(&old[i], vixml_is_leaf(s->old, i)), VIXML_NONE);
        next[i] = *slot;
        *slot = i;
    }
    for (uint32_t k = n + 1; k < new[n].end; k = new[k].end) {
        bool wanted = vi_new_free(s, k) && !s->new_part[k];
        uint32_t *slot = wanted ? map_find(&first, sides(&new[k], vixml_is_leaf(s->new, k))) : NULL;
        if (!slot || *slot == VIXML_NONE)
            continue;
        vi_match_blocks(s, *slot, k);
        *slot = next[*slot];
    }
}

/* What is left between the same neighbours, in order, where the number and the shapes agree. */
static void match_gaps(struct vi_step *s, uint32_t o, uint32_t n)
{
    const struct vixml_block *old = s->old->block, *new = s->new->block;
    uint32_t i = o + 1, k = n + 1;
    while (i < old[o].end && k < new[n].end) {
        if (vi_old_free(s, i) && vi_new_free(s, k)) {
            bool part = s->old_part[i] || s->new_part[k];
            if (!part && vixml_is_leaf(s->old, i) == vixml_is_leaf(s->new, k) && same_shape(&old[i].face, &new[k].face))
                vi_match_blocks(s, i, k);
            i = old[i].end;
            k = new[k].end;
        } else if (vi_old_free(s, i) || s->match->block_to[i] != k) {
            /* One side has what the other has not here: the side that is free goes on alone, else both. */
            bool old_free = vi_old_free(s, i), new_free = vi_new_free(s, k);
            i = old_free || !new_free ? old[i].end : i;
            k = new_free || !old_free ? new[k].end : k;
        } else {
            i = old[i].end;
            k = new[k].end;
        }
    }
}

void vi_blocks_around(struct vi_step *s)
{
    uint32_t *next = NEW_ARRAY(s->arena, uint32_t, s->old->n);
    match_holders(s);
    for (uint32_t n = 0; n < s->new->n; n++) {
        uint32_t o = s->match->block_from[n];
        if (o == VIXML_NONE || s->old->block[o].id == s->new->block[n].id)
            continue;
        match_sides(s, o, n, next);
        match_gaps(s, o, n);
    }
}
