/* In: two documents. Out: which block with content became which (Figure 6, lines 1 to 5; section 8's "handling of changes in the block
 * structure").
 *
 *  1. Blocks of the same content that kept their order are the same: along the diagonal where both documents have one shape and mostly
 *     agree, else by a longest common subsequence. They are the anchors.
 *  2. Blocks of the same content elsewhere have moved.
 *  3. Between two anchors lies a gap: what is in it is compared with what is in it, and nothing else (vidiff_likeness.c).
 *  4. What is left then is looked for anywhere.
 * Cost: O(blocks) where the documents have one shape, O(blocks x blocks / 64) else. */
#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "compare/sequence.h"
#include "visual/vidiff_steps.h"

enum { LOOK_AHEAD = 4 };

/* Blocks with content of one document, in order. */
struct contents {
    uint32_t *block, n;
    uint64_t *key;   /* equal for equal content of their own */
    uint32_t *place; /* equal for equal content, sides and depth, by all odds */
};

static void gather(struct arena *a, const struct vixml *x, struct contents *out)
{
    uint32_t *depth = NEW_ARRAY(a, uint32_t, x->n);
    *out = (struct contents){ NEW_ARRAY_RAW(a, uint32_t, x->n + 1), 0, NEW_ARRAY_RAW(a, uint64_t, x->n + 1),
                              NEW_ARRAY_RAW(a, uint32_t, x->n + 1) };
    for (uint32_t i = 1; i < x->n; i++) {
        const struct vixml_block *b = &x->block[i];
        depth[i] = depth[b->parent] + 1;
        if (!vixml_has_content(b))
            continue;
        out->key[out->n] = hash_mix(hash_mix(b->links_id, b->images_id), b->text_id);
        uint64_t sides =
            hash_mix((uint64_t)(uint32_t)b->face.x << 32 | (uint32_t)b->face.w, (uint64_t)depth[i] << 32 | (uint32_t)b->face.h);
        out->place[out->n] = (uint32_t)hash_mix(out->key[out->n], sides);
        out->block[out->n++] = i;
    }
}

static void match_same(struct vi_step *s, uint32_t o, uint32_t n)
{
    vi_match_blocks(s, o, n);
    s->old_same[o] = s->new_same[n] = true;
}

static bool same_shape(const struct vixml *old, const struct vixml *new)
{
    bool same = old->n == new->n;
    for (uint32_t i = 0; same && i < old->n; i++)
        same = old->block[i].parent == new->block[i].parent;
    return same;
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

/* Two documents of one shape, most blocks of which are as they were or still much alike; alike[] is by block. */
static bool match_diagonal(struct vi_step *s, bool *alike)
{
    const struct vixml_block *old = s->old->block, *new = s->new->block;
    uint32_t known = 0, all = 0;
    if (!same_shape(s->old, s->new))
        return false;
    for (uint32_t i = 1; i < s->new->n; i++) {
        bool both = vixml_has_content(&old[i]) && vixml_has_content(&new[i]);
        alike[i] = both && (vi_same_content(&old[i], &new[i]) || alike_in_place(s, i, i));
        known += alike[i] && vi_near(old[i].face.x, new[i].face.x) && vi_near(old[i].face.w, new[i].face.w);
        all += vixml_has_content(&old[i]) || vixml_has_content(&new[i]);
    }
    if (3 * known < 2 * all)
        return false;
    for (uint32_t i = 1; i < s->new->n; i++)
        if (alike[i] && vi_same_content(&old[i], &new[i]))
            match_same(s, i, i);
    return true;
}

/* After those that are equal anywhere, so that a block that changed places with a like one is not taken for it. */
static void match_in_place(struct vi_step *s, const bool *alike)
{
    for (uint32_t i = 1; i < s->new->n; i++)
        if (alike[i] && vi_old_free(s, i) && vi_new_free(s, i)) {
            vi_match_blocks(s, i, i);
            walk_items(s, i, i, s);
        }
}

/* Blocks [a, a_end) and [b, b_end), by one of their symbols; gives the runs that they have in common. */
struct stretch {
    uint32_t a, a_end, b, b_end;
};

static struct runs match_stretch(struct vi_step *s, const struct contents *was, const struct contents *is, const uint32_t *old,
                                 const uint32_t *new, struct stretch r)
{
    struct runs runs;
    sequence_match(s->arena, old + r.a, r.a_end - r.a, new + r.b, r.b_end - r.b, &runs);
    for (uint32_t i = 0; i < runs.n; i++)
        for (uint32_t k = 0; k < runs.item[i].n; k++) {
            uint32_t o = r.a + runs.item[i].a + k, n = r.b + runs.item[i].b + k;
            if (was->key[o] == is->key[n]) /* else half of a key has met another by chance */
                match_same(s, was->block[o], is->block[n]);
        }
    return runs;
}

/* First what also has the same sides, since pages repeat themselves; between these the rest. */
static void match_in_order(struct vi_step *s, const struct contents *was, const struct contents *is)
{
    uint32_t *old = NEW_ARRAY_RAW(s->arena, uint32_t, was->n + 1), *new = NEW_ARRAY_RAW(s->arena, uint32_t, is->n + 1);
    struct stretch rest = { 0, was->n, 0, is->n };
    struct runs runs = match_stretch(s, was, is, was->place, is->place, rest);
    for (uint32_t i = 0; i < was->n; i++)
        old[i] = (uint32_t)(was->key[i] >> 32);
    for (uint32_t i = 0; i < is->n; i++)
        new[i] = (uint32_t)(is->key[i] >> 32);
    for (uint32_t i = 0; i <= runs.n; i++) {
        struct run next = i < runs.n ? runs.item[i] : (struct run){ was->n, is->n, 0 };
        rest.a_end = next.a;
        rest.b_end = next.b;
        if (rest.a < rest.a_end && rest.b < rest.b_end)
            match_stretch(s, was, is, old, new, rest);
        rest.a = next.a + next.n;
        rest.b = next.b + next.n;
    }
}

/* What is equal and stands elsewhere; with `sole` only what has no second on either side. */
static void match_elsewhere(struct vi_step *s, const struct contents *was, const struct contents *is, bool sole)
{
    struct map first, count;
    uint32_t *next = NEW_ARRAY_RAW(s->arena, uint32_t, was->n + 1), n_left = 0;
    map_open(&first, s->arena, 0);
    for (uint32_t i = was->n; i-- > 0;) {
        if (!vi_old_free(s, was->block[i]))
            continue;
        uint32_t *slot = map_slot(&first, was->key[i], VIXML_NONE);
        next[i] = *slot;
        *slot = i;
        n_left++;
    }
    map_open(&count, s->arena, 0);
    for (uint32_t i = 0; sole && n_left && i < is->n; i++)
        if (vi_new_free(s, is->block[i]))
            ++*map_slot(&count, is->key[i], 0);
    for (uint32_t i = 0; n_left && i < is->n; i++) {
        uint32_t *slot = vi_new_free(s, is->block[i]) ? map_find(&first, is->key[i]) : NULL;
        if (!slot || *slot == VIXML_NONE || (sole && (next[*slot] != VIXML_NONE || *map_find(&count, is->key[i]) > 1)))
            continue;
        match_same(s, was->block[*slot], is->block[i]);
        *slot = next[*slot];
        n_left--;
    }
}

/* Those that keep their order: as many as can be, and of two rather the one with more in it. What is only likely to be the same block says
 * which of the others kept their order, and is no anchor itself. */
static uint32_t find_anchors(struct vi_step *s, const struct contents *was, const uint32_t *hint_to, struct pair **out)
{
    struct pair *pair = NEW_ARRAY_RAW(s->arena, struct pair, was->n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < was->n; i++) {
        const struct vixml_block *b = &s->old->block[was->block[i]];
        uint32_t o = was->block[i], to = s->match->block_to[o] != VIXML_NONE ? s->match->block_to[o]
                                         : hint_to                           ? hint_to[o]
                                                                             : VIXML_NONE;
        uint32_t mass = (uint32_t)MIN(b->item_end - b->link + b->text.len / 16, 4u);
        if (to != VIXML_NONE)
            pair[n++] = (struct pair){ o, to, 4 + mass };
    }
    *out = pair;
    n = sequence_chain(s->arena, pair, n);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (s->match->block_to[pair[i].a] == pair[i].b)
            pair[kept++] = pair[i];
    return kept;
}

static void match_gaps(struct vi_step *s, const struct contents *was, const struct contents *is, const uint32_t *hint_to,
                       enum vi_how how)
{
    uint32_t *old = NEW_ARRAY_RAW(s->arena, uint32_t, was->n + 1), *new = NEW_ARRAY_RAW(s->arena, uint32_t, is->n + 1);
    struct pair *anchor;
    uint32_t n_anchors = find_anchors(s, was, hint_to, &anchor), at_old = 0, at_new = 0;
    for (uint32_t i = 0; i <= n_anchors; i++) {
        struct pair end = i < n_anchors ? anchor[i] : (struct pair){ s->old->n, s->new->n, 0 };
        struct vi_gap gap = { .old = old, .new = new };
        for (; at_old < was->n && was->block[at_old] < end.a; at_old++)
            if (vi_old_free(s, was->block[at_old]))
                old[gap.n_old++] = was->block[at_old];
        for (; at_new < is->n && is->block[at_new] < end.b; at_new++)
            if (vi_new_free(s, is->block[at_new]))
                new[gap.n_new++] = is->block[at_new];
        if (gap.n_old && gap.n_new)
            vi_match_gap(s, &gap, how);
    }
}

void vi_match_contents(struct vi_step *s)
{
    struct contents was, is;
    s->old_same[0] = s->new_same[0] = vi_same_content(&s->old->block[0], &s->new->block[0]);
    gather(s->arena, s->old, &was);
    gather(s->arena, s->new, &is);
    bool *alike = NEW_ARRAY_RAW(s->arena, bool, s->new->n);
    s->fixed = match_diagonal(s, alike);
    if (!s->fixed)
        match_in_order(s, &was, &is);
    match_elsewhere(s, &was, &is, true);
    if (s->fixed)
        match_in_place(s, alike);
    if (!s->fixed) {
        vi_find_hints(s);
        match_gaps(s, &was, &is, s->hint_to, VI_PARTS);
        vi_blocks_by_likeness(s, VI_PARTS);
    }
    match_gaps(s, &was, &is, s->hint_to, VI_CLEAR);
    match_elsewhere(s, &was, &is, false);
    vi_blocks_by_likeness(s, VI_ANYWHERE);
    match_gaps(s, &was, &is, NULL, VI_CLEAR);
    struct pair *anchor;
    for (uint32_t i = find_anchors(s, &was, NULL, &anchor); i-- > 0;)
        s->stayed[anchor[i].b] = true;
}

void vi_match_rest(struct vi_step *s)
{
    struct contents was, is;
    gather(s->arena, s->old, &was);
    gather(s->arena, s->new, &is);
    vi_find_hints(s);
    match_gaps(s, &was, &is, s->hint_to, VI_UNCLEAR);
}
