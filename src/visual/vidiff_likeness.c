/* In: blocks that are not equal to any. Out: which are alike, and which were split or merged.
 *
 * A block is a bag of features: its links and images, their names alone, and each two words of its text that follow each other.
 * Features are sorted, and the blocks that share one are counted in pairs. Where many blocks are looked at, a feature that many of them
 * have says nothing of any: more than COMMON on one side are passed over, which bounds the pairs.
 *
 * In a gap, where both sides stand between the same neighbours:
 *  1. Split: two or more new blocks have PART of their features each from one old block, and together most of that block, and not more
 *     than there was of it. Merge: the same backwards.
 *  2. Alike: shared features are at least LIKE of the mean size of both, or PART of one of them, which has grown or shrunk; the most
 *     alike first. In a gap the order stays, unless two are VERY_LIKE.
 * Anywhere: only what is VERY_LIKE, in VERY_SHARED features at least: it has moved, and changed.
 * Cost: O(f log f) for f features of the blocks looked at. */
#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "visual/vidiff_steps.h"

enum { COMMON = 8, FEW_BLOCKS = 64, SHARED = 3, VERY_SHARED = 4, BETWEEN = 2 };
static const double LIKE = 0.4, VERY_LIKE = 0.5, PART = 0.6;

struct feature {
    uint64_t hash;
    uint32_t block, count;
};

struct features {
    VEC(struct feature) all;
    uint32_t *size; /* per block looked at: how many */
};

struct likeness_pair {
    uint32_t old, new, shared; /* places in the lists of blocks */
    double likeness;
};

/* Blocks of both sides, and which share how many features. */
struct field {
    struct vi_step *s;
    struct vi_gap gap;
    struct features old, new;
    VEC(struct likeness_pair) pairs;
    struct map number; /* from blocks to the pair */
};

static int by_hash(const void *left, const void *right)
{
    const struct feature *l = left, *r = right;
    if (l->hash != r->hash)
        return l->hash < r->hash ? -1 : 1;
    return l->block < r->block ? -1 : l->block > r->block;
}

static void add_words(struct arena *a, struct features *f, uint32_t block, struct str text)
{
    uint64_t before = 0;
    while (text.len) {
        struct str word = str_cut(&text, ' ');
        uint64_t hash = hash_str(word);
        if (before || !text.len)
            *VEC_ADD(a, &f->all) = (struct feature){ hash_mix(before, hash), block, 1 };
        before = hash;
    }
}

/* Sorted, each once for a block, with how often it is in it. */
static void settle(struct arena *a, struct features *f, uint32_t n_blocks)
{
    uint32_t kept = 0;
    struct feature *item = f->all.item;
    f->size = NEW_ARRAY(a, uint32_t, n_blocks);
    if (f->all.n)
        qsort(item, f->all.n, sizeof *item, by_hash);
    for (uint32_t i = 0; i < f->all.n; i++) {
        f->size[item[i].block]++;
        if (kept && item[i].hash == item[kept - 1].hash && item[i].block == item[kept - 1].block)
            item[kept - 1].count++;
        else
            item[kept++] = item[i];
    }
    f->all.n = kept;
}

static void add_features(struct arena *a, const struct vixml *x, const uint32_t *block, uint32_t n, struct features *out)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct vixml_block *b = &x->block[block[i]];
        for (uint32_t k = b->link; k < b->item_end; k++) {
            *VEC_ADD(a, &out->all) = (struct feature){ x->item[k].id, i, 1 };
            *VEC_ADD(a, &out->all) = (struct feature){ hash_mix(hash_str(x->item[k].name), k >= b->image), i, 1 };
        }
        add_words(a, out, i, b->text);
    }
    settle(a, out, n);
}

static void count_pair(struct field *f, const struct feature *old, const struct feature *new)
{
    uint32_t o = old->block, n = new->block;
    uint32_t fresh = f->pairs.n, *slot = map_slot(&f->number, (uint64_t)o << 32 | n, fresh);
    if (*slot == fresh)
        *VEC_ADD(f->s->arena, &f->pairs) = (struct likeness_pair){ .old = o, .new = n };
    f->pairs.item[*slot].shared += MIN(old->count, new->count);
}

static uint32_t run_end(const struct features *f, uint32_t i)
{
    uint32_t end = i;
    while (end < f->all.n && f->all.item[end].hash == f->all.item[i].hash)
        end++;
    return end;
}

static void count_pairs(struct field *f)
{
    const struct features *old = &f->old, *new = &f->new;
    uint32_t i = 0, k = 0, most = MAX(f->gap.n_old, f->gap.n_new) <= FEW_BLOCKS ? FEW_BLOCKS : COMMON;
    map_open(&f->number, f->s->arena, 0);
    while (i < old->all.n && k < new->all.n) {
        uint64_t left = old->all.item[i].hash, right = new->all.item[k].hash;
        uint32_t i_end = run_end(old, i), k_end = run_end(new, k);
        if (left == right && i_end - i <= most && k_end - k <= most)
            for (uint32_t o = i; o < i_end; o++)
                for (uint32_t n = k; n < k_end; n++)
                    count_pair(f, &old->all.item[o], &new->all.item[n]);
        i = left <= right ? i_end : i;
        k = right <= left ? k_end : k;
    }
    for (uint32_t p = 0; p < f->pairs.n; p++) {
        struct likeness_pair *pair = &f->pairs.item[p];
        pair->likeness = 2.0 * pair->shared / (old->size[pair->old] + new->size[pair->new]);
    }
}

static void field_open(struct field *f, struct vi_step *s, const struct vi_gap *gap)
{
    *f = (struct field){ .s = s, .gap = *gap };
    add_features(s->arena, s->old, gap->old, gap->n_old, &f->old);
    add_features(s->arena, s->new, gap->new, gap->n_new, &f->new);
    count_pairs(f);
}

static int by_likeness(const void *left, const void *right)
{
    const struct likeness_pair *l = left, *r = right;
    if (l->likeness != r->likeness)
        return l->likeness > r->likeness ? -1 : 1;
    if (l->old != r->old)
        return l->old < r->old ? -1 : 1;
    return l->new < r->new ? -1 : l->new > r->new;
}

/* One block that may be a part of a whole on the other side. */
struct vi_part {
    uint32_t whole, part; /* places in the lists of blocks */
    uint32_t shared;
    double share; /* of the part's features */
};

/* A whole with its parts: part[first .. first + n). */
struct part_group {
    uint32_t first, n;
    double cover; /* share of the whole's features that they have */
};

/* One direction of looking for parts. */
struct looking {
    struct field *f;
    bool merge; /* the whole is new */
    VEC(struct vi_part) parts;
    VEC(struct part_group) groups;
};

static uint32_t whole_block(const struct looking *l, uint32_t whole)
{
    return (l->merge ? l->f->gap.new : l->f->gap.old)[whole];
}

static uint32_t part_block(const struct looking *l, uint32_t part)
{
    return (l->merge ? l->f->gap.old : l->f->gap.new)[part];
}

static bool whole_is_free(const struct looking *l, uint32_t whole)
{
    uint32_t block = whole_block(l, whole);
    return l->merge ? vi_new_free(l->f->s, block) : vi_old_free(l->f->s, block);
}

static bool part_is_free(const struct looking *l, uint32_t part)
{
    uint32_t block = part_block(l, part);
    return l->merge ? vi_old_free(l->f->s, block) : vi_new_free(l->f->s, block);
}

static int by_whole(const void *left, const void *right)
{
    const struct vi_part *l = left, *r = right;
    if (l->whole != r->whole)
        return l->whole < r->whole ? -1 : 1;
    return l->part < r->part ? -1 : l->part > r->part;
}

static void find_parts(struct looking *l)
{
    struct field *f = l->f;
    for (uint32_t i = 0; i < f->pairs.n; i++) {
        const struct likeness_pair *p = &f->pairs.item[i];
        struct vi_part found = { l->merge ? p->new : p->old, l->merge ? p->old : p->new, p->shared, 0 };
        found.share = (double)p->shared / (l->merge ? f->old.size : f->new.size)[found.part];
        if (p->shared >= SHARED && found.share >= PART && whole_is_free(l, found.whole) && part_is_free(l, found.part))
            *VEC_ADD(f->s->arena, &l->parts) = found;
    }
    if (l->parts.n > 1)
        qsort(l->parts.item, l->parts.n, sizeof *l->parts.item, by_whole);
}

/* Hardly anything stands between the two. */
static bool are_close(const struct looking *l, const struct vi_part *one, const struct vi_part *next)
{
    const struct vixml *x = l->merge ? l->f->s->old : l->f->s->new;
    uint32_t between = 0;
    for (uint32_t b = part_block(l, one->part) + 1; b < part_block(l, next->part) && between <= BETWEEN; b++)
        between += vixml_has_content(&x->block[b]);
    return between <= BETWEEN;
}

/* Parts have no more in them than there was: what only resembles the whole, as rows of one table do, is left out. */
static void add_group(struct looking *l, uint32_t first, uint32_t n)
{
    struct vi_part *part = l->parts.item + first;
    uint32_t size = (l->merge ? l->f->new.size : l->f->old.size)[part->whole], sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += part[i].shared;
    while (n >= 2 && sum > size) {
        uint32_t least = 0;
        for (uint32_t i = 1; i < n; i++)
            least = part[i].share < part[least].share ? i : least;
        sum -= part[least].shared;
        memmove(&part[least], &part[least + 1], (--n - least) * sizeof *part);
    }
    if (n >= 2 && sum >= PART * size)
        *VEC_ADD(l->f->s->arena, &l->groups) = (struct part_group){ first, n, (double)sum / size };
}

static int by_cover(const void *left, const void *right)
{
    const struct part_group *l = left, *r = right;
    if (l->cover != r->cover)
        return l->cover > r->cover ? -1 : 1;
    return l->first < r->first ? -1 : l->first > r->first;
}

/* The largest part is what became of the whole, or what it was. */
static void accept(struct looking *l, const struct part_group *g)
{
    struct vi_step *s = l->f->s;
    struct vi_match *m = s->match;
    const struct vi_part *part = l->parts.item + g->first;
    uint32_t *block = NEW_ARRAY(s->arena, uint32_t, g->n), whole = whole_block(l, part->whole), main = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        if (!part_is_free(l, part[i].part) || !whole_is_free(l, part->whole))
            return;
        block[i] = part_block(l, part[i].part);
        main = part[i].shared > part[main].shared ? i : main;
    }
    for (uint32_t i = 0; i < g->n; i++)
        (l->merge ? s->old_part : s->new_part)[block[i]] = 1;
    vi_match_blocks(s, l->merge ? block[main] : whole, l->merge ? whole : block[main]);
    m->parts = arena_grow(s->arena, m->parts, m->n_parts, m->n_parts + 1, sizeof *m->parts);
    m->parts[m->n_parts++] = (struct vi_parts){ .merge = l->merge, .whole = whole, .part = block, .n_parts = g->n };
}

/* Every whole that has parts close to each other; what is explained best goes first. */
static void look(struct field *f, bool merge)
{
    struct looking l = { .f = f, .merge = merge };
    if (f->s->fixed)
        return;
    find_parts(&l);
    for (uint32_t i = 0, end; i < l.parts.n; i = end) {
        const struct vi_part *part = l.parts.item;
        for (end = i + 1; end < l.parts.n && part[end].whole == part[i].whole && are_close(&l, &part[end - 1], &part[end]);)
            end++;
        if (end - i >= 2)
            add_group(&l, i, end - i);
    }
    if (l.groups.n > 1)
        qsort(l.groups.item, l.groups.n, sizeof *l.groups.item, by_cover);
    for (uint32_t i = 0; i < l.groups.n; i++)
        accept(&l, &l.groups.item[i]);
}

/* The pair would not stand in the order of those that are matched. O(gap). */
static bool crosses(const struct field *f, const struct likeness_pair *p)
{
    const struct vi_match *m = f->s->match;
    uint32_t o = f->gap.old[p->old], n = f->gap.new[p->new];
    for (uint32_t i = 0; i < f->gap.n_old; i++) {
        uint32_t to = m->block_to[f->gap.old[i]];
        if (to != VIXML_NONE && (f->gap.old[i] < o) != (to < n))
            return true;
    }
    return false;
}

static bool is_alike(const struct field *f, const struct likeness_pair *p)
{
    uint32_t smaller = MIN(f->old.size[p->old], f->new.size[p->new]);
    return p->likeness >= LIKE || (p->shared >= SHARED && p->shared >= PART * smaller);
}

static bool is_very_alike(const struct likeness_pair *p)
{
    return p->likeness >= VERY_LIKE && p->shared >= VERY_SHARED;
}

static void match_pairs(struct field *f, enum vi_how how)
{
    struct vi_step *s = f->s;
    if (f->pairs.n > 1)
        qsort(f->pairs.item, f->pairs.n, sizeof *f->pairs.item, by_likeness);
    for (uint32_t i = 0; i < f->pairs.n; i++) {
        const struct likeness_pair *p = &f->pairs.item[i];
        uint32_t o = f->gap.old[p->old], n = f->gap.new[p->new];
        bool fits = is_very_alike(p) || (how != VI_ANYWHERE && is_alike(f, p) && (how == VI_UNCLEAR || p->shared >= VERY_SHARED));
        if (fits && vi_old_free(s, o) && vi_new_free(s, n) && (is_very_alike(p) || !crosses(f, p)))
            vi_match_blocks(s, o, n);
    }
}

void vi_match_gap(struct vi_step *s, const struct vi_gap *gap, enum vi_how how)
{
    struct field f;
    field_open(&f, s, gap);
    look(&f, false);
    look(&f, true);
    if (how != VI_PARTS)
        match_pairs(&f, how);
}

/* All blocks that nobody knows yet; false where one side has none. */
static bool field_of_all(struct field *f, struct vi_step *s)
{
    uint32_t *old = NEW_ARRAY_RAW(s->arena, uint32_t, s->old->n), *new = NEW_ARRAY_RAW(s->arena, uint32_t, s->new->n);
    struct vi_gap all = { .old = old, .new = new };
    for (uint32_t n = 1; n < s->new->n; n++)
        if (vi_new_free(s, n) && vixml_has_content(&s->new->block[n]))
            new[all.n_new++] = n;
    for (uint32_t o = 1; all.n_new && o < s->old->n; o++)
        if (vi_old_free(s, o) && vixml_has_content(&s->old->block[o]))
            old[all.n_old++] = o;
    if (!all.n_old || !all.n_new)
        return false;
    field_open(f, s, &all);
    return true;
}

void vi_blocks_by_likeness(struct vi_step *s, enum vi_how how)
{
    struct field f;
    if (!field_of_all(&f, s))
        return;
    look(&f, false);
    look(&f, true);
    if (how != VI_PARTS)
        match_pairs(&f, VI_ANYWHERE);
}

/* The most that a block shares with any, and the second most. */
struct rival {
    uint32_t best, second, with;
};

static void compete(struct rival *r, uint32_t shared, uint32_t with)
{
    if (shared > r->best) {
        r->second = r->best;
        r->best = shared;
        r->with = with;
    } else {
        r->second = MAX(r->second, shared);
    }
}

void vi_find_hints(struct vi_step *s, uint32_t *hint)
{
    struct field f;
    if (!field_of_all(&f, s))
        return;
    struct rival *old = NEW_ARRAY(s->arena, struct rival, f.gap.n_old), *new = NEW_ARRAY(s->arena, struct rival, f.gap.n_new);
    for (uint32_t i = 0; i < f.pairs.n; i++) {
        const struct likeness_pair *p = &f.pairs.item[i];
        compete(&old[p->old], p->shared, p->new);
        compete(&new[p->new], p->shared, p->old);
    }
    for (uint32_t o = 0; o < f.gap.n_old; o++) {
        const struct rival *r = &old[o], *other = &new[r->with];
        if (r->best >= VERY_SHARED && other->with == o && 2 * r->second <= r->best && 2 * other->second <= other->best)
            hint[f.gap.old[o]] = f.gap.new[r->with];
    }
}
