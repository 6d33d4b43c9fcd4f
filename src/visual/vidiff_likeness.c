/* In: blocks that are not equal to any. Out: which are alike, and which were split or merged.
 *
 * A block is a bag of features: its links and images, their names alone, and each two words of its text that follow each other.
 * Features are sorted, and the blocks that share one are counted in pairs. A feature says less the more blocks have it (weight_of). Where
 * many blocks are looked at, one that more than COMMON of a side have is passed over, which bounds the pairs.
 *
 * In a gap, where both sides stand between the same neighbours:
 *  1. Split: two or more new blocks have PART of their features each from one old block, share that block out among themselves, and have
 *     most of it together. Merge: the same backwards. What is more like another block, which is most like it, is not a part.
 *  2. Alike: shared features are at least LIKE of the mean size of both, or PART of one of them, which has grown or shrunk; the most
 *     alike first, and of about equals the nearest. At last LITTLE is enough. In a gap the order stays, unless two are VERY_LIKE.
 * Anywhere: only what is VERY_LIKE, in VERY_SHARED features at least: it has moved, and changed.
 * Cost: O(f log f) for f features of the blocks looked at; O(features) for each possible part of a whole. */
#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "visual/vidiff_steps.h"

enum { COMMON = 8, FEW_BLOCKS = 64, SHARED = 3, VERY_SHARED = 4, BETWEEN = 2 };
static const double LITTLE = 0.2, LIKE = 0.4, VERY_LIKE = 0.5, PART = 0.6, FAR = 0.2;

struct feature {
    uint64_t hash;
    uint32_t block, count;
    double weight; /* what it says of a block that has it */
};

struct features {
    VEC(struct feature) all;
    double *size;       /* per block looked at: what they say */
    uint32_t *by_block; /* numbers of all[], those of one block together, by their hashes */
    uint32_t *first;    /* per block, and one more: where its own begin in by_block[] */
};

struct likeness_pair {
    uint32_t old, new; /* places in the lists of blocks */
    uint32_t shared;   /* how many features */
    double mass;       /* what these say */
    double likeness;
    double rank; /* the same, less where one is far from the other's place */
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
    for (struct str word; (word = vi_next_word(&text)).len;) {
        uint64_t hash = hash_str(word);
        if (before || !text.len)
            *VEC_ADD(a, &f->all) = (struct feature){ .hash = hash_mix(before, hash), .block = block, .count = 1 };
        before = hash;
    }
}

/* Sorted, each once for a block, with how often it is in it. */
static void settle(struct arena *a, struct features *f, uint32_t n_blocks)
{
    uint32_t kept = 0;
    struct feature *item = f->all.item;
    f->size = NEW_ARRAY(a, double, n_blocks);
    if (f->all.n)
        qsort(item, f->all.n, sizeof *item, by_hash);
    for (uint32_t i = 0; i < f->all.n; i++) {
        if (kept && item[i].hash == item[kept - 1].hash && item[i].block == item[kept - 1].block)
            item[kept - 1].count++;
        else
            item[kept++] = item[i];
    }
    f->all.n = kept;
}

static void index_blocks(struct arena *a, struct features *f, uint32_t n_blocks)
{
    f->by_block = NEW_ARRAY_RAW(a, uint32_t, f->all.n + 1);
    f->first = NEW_ARRAY(a, uint32_t, n_blocks + 2);
    for (uint32_t i = 0; i < f->all.n; i++)
        f->first[f->all.item[i].block + 2]++;
    for (uint32_t b = 2; b < n_blocks + 2; b++)
        f->first[b] += f->first[b - 1];
    for (uint32_t i = 0; i < f->all.n; i++)
        f->by_block[f->first[f->all.item[i].block + 1]++] = i;
}

static void add_features(struct arena *a, const struct vixml *x, const uint32_t *block, uint32_t n, struct features *out)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct vixml_block *b = &x->block[block[i]];
        for (uint32_t k = b->link; k < b->item_end; k++) {
            *VEC_ADD(a, &out->all) = (struct feature){ .hash = x->item[k].id, .block = i, .count = 1 };
            *VEC_ADD(a, &out->all) =
                (struct feature){ .hash = hash_mix(hash_str(x->item[k].name), k >= b->image), .block = i, .count = 1 };
        }
        add_words(a, out, i, b->text);
    }
    settle(a, out, n);
    index_blocks(a, out, n);
}

static void count_pair(struct field *f, const struct feature *old, const struct feature *new, double weight)
{
    uint32_t o = old->block, n = new->block;
    uint32_t fresh = f->pairs.n, *slot = map_slot(&f->number, (uint64_t)o << 32 | n, fresh);
    if (*slot == fresh)
        *VEC_ADD(f->s->arena, &f->pairs) = (struct likeness_pair){ .old = o, .new = n };
    f->pairs.item[*slot].shared += MIN(old->count, new->count);
    f->pairs.item[*slot].mass += weight * MIN(old->count, new->count);
}

static uint32_t run_end(const struct features *f, uint32_t i)
{
    uint32_t end = i;
    while (end < f->all.n && f->all.item[end].hash == f->all.item[i].hash)
        end++;
    return end;
}

static void add_sizes(struct features *f, uint32_t from, uint32_t end, double weight)
{
    for (uint32_t i = from; i < end; i++) {
        f->all.item[i].weight = weight;
        f->size[f->all.item[i].block] += weight * f->all.item[i].count;
    }
}

/* What one feature says of a block, where so many blocks of a side have it: what all rows of a table have tells none of them apart. */
static double weight_of(uint32_t n_blocks)
{
    return n_blocks > 1 ? 1 / (1 + log2(n_blocks)) : 1;
}

static void count_pairs(struct field *f)
{
    struct features *old = &f->old, *new = &f->new;
    uint32_t i = 0, k = 0, most = MAX(f->gap.n_old, f->gap.n_new) <= FEW_BLOCKS ? FEW_BLOCKS : COMMON;
    map_open(&f->number, f->s->arena, 0);
    while (i < old->all.n || k < new->all.n) {
        uint64_t left = i < old->all.n ? old->all.item[i].hash : UINT64_MAX,
                 right = k < new->all.n ? new->all.item[k].hash : UINT64_MAX;
        uint32_t i_end = left <= right ? run_end(old, i) : i, k_end = right <= left ? run_end(new, k) : k;
        double weight = weight_of(MAX(i_end - i, k_end - k));
        add_sizes(old, i, i_end, weight);
        add_sizes(new, k, k_end, weight);
        if (i_end - i <= most && k_end - k <= most)
            for (uint32_t o = i; o < i_end; o++)
                for (uint32_t n = k; n < k_end; n++)
                    count_pair(f, &old->all.item[o], &new->all.item[n], weight);
        i = i_end;
        k = k_end;
    }
    for (uint32_t p = 0; p < f->pairs.n; p++) {
        struct likeness_pair *pair = &f->pairs.item[p];
        pair->likeness = 2 * pair->mass / (old->size[pair->old] + new->size[pair->new]);
        double way = fabs((pair->old + 0.5) / f->gap.n_old - (pair->new + 0.5) / f->gap.n_new);
        pair->rank = pair->likeness - FAR * way;
    }
}

static void field_open(struct field *f, struct vi_step *s, const struct vi_gap *gap)
{
    *f = (struct field){ .s = s, .gap = *gap };
    add_features(s->arena, s->old, gap->old, gap->n_old, &f->old);
    add_features(s->arena, s->new, gap->new, gap->n_new, &f->new);
    count_pairs(f);
}

static int by_rank(const void *left, const void *right)
{
    const struct likeness_pair *l = left, *r = right;
    if (l->rank != r->rank)
        return l->rank > r->rank ? -1 : 1;
    if (l->old != r->old)
        return l->old < r->old ? -1 : 1;
    return l->new < r->new ? -1 : l->new > r->new;
}

/* One block that may be a part of a whole on the other side. */
struct vi_part {
    uint32_t whole, part; /* places in the lists of blocks */
    double mass;          /* of what they share */
    double share;         /* of the part's features */
};

/* A whole with its parts: part[first .. first + n). */
struct part_group {
    uint32_t first, n;
    double cover; /* share of the whole's features that they have */
};

/* One direction of looking for parts. */
struct likeness_search {
    struct field *f;
    bool merge; /* the whole is new */
    VEC(struct vi_part) parts;
    VEC(struct part_group) groups;
};

static uint32_t whole_block(const struct likeness_search *l, uint32_t whole)
{
    return (l->merge ? l->f->gap.new : l->f->gap.old)[whole];
}

static uint32_t part_block(const struct likeness_search *l, uint32_t part)
{
    return (l->merge ? l->f->gap.old : l->f->gap.new)[part];
}

static bool whole_is_free(const struct likeness_search *l, uint32_t whole)
{
    uint32_t block = whole_block(l, whole);
    return l->merge ? vi_new_free(l->f->s, block) : vi_old_free(l->f->s, block);
}

static bool part_is_free(const struct likeness_search *l, uint32_t part)
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

/* Per block of a side: the one that it is most alike. */
struct nearest {
    double likeness;
    uint32_t with;
};

static void approach(struct nearest *n, double likeness, uint32_t with)
{
    if (likeness > n->likeness)
        *n = (struct nearest){ likeness, with };
}

/* Each of two free blocks is what the other one is most alike, and more so than this pair is: neither is a part here. */
static bool is_promised(const struct nearest *own, const struct nearest *others, const struct likeness_pair *p, uint32_t block)
{
    return own[block].likeness > p->likeness && others[own[block].with].with == block;
}

static void find_parts(struct likeness_search *l)
{
    struct field *f = l->f;
    struct nearest *old = NEW_ARRAY(f->s->arena, struct nearest, f->gap.n_old),
                   *new = NEW_ARRAY(f->s->arena, struct nearest, f->gap.n_new);
    for (uint32_t i = 0; i < f->pairs.n; i++) {
        const struct likeness_pair *p = &f->pairs.item[i];
        if (!vi_old_free(f->s, f->gap.old[p->old]) || !vi_new_free(f->s, f->gap.new[p->new]))
            continue;
        approach(&old[p->old], p->likeness, p->new);
        approach(&new[p->new], p->likeness, p->old);
    }
    for (uint32_t i = 0; i < f->pairs.n; i++) {
        const struct likeness_pair *p = &f->pairs.item[i];
        struct vi_part found = { l->merge ? p->new : p->old, l->merge ? p->old : p->new, p->mass, 0 };
        found.share = p->mass / (l->merge ? f->old.size : f->new.size)[found.part];
        if (l->merge ? is_promised(old, new, p, p->old) : is_promised(new, old, p, p->new))
            continue;
        if (p->shared >= SHARED && found.share >= PART && whole_is_free(l, found.whole) && part_is_free(l, found.part))
            *VEC_ADD(f->s->arena, &l->parts) = found;
    }
    if (l->parts.n > 1)
        qsort(l->parts.item, l->parts.n, sizeof *l->parts.item, by_whole);
}

/* Hardly anything stands between the two. */
static bool are_close(const struct likeness_search *l, const struct vi_part *one, const struct vi_part *next)
{
    const struct vixml *x = l->merge ? l->f->s->old : l->f->s->new;
    uint32_t between = 0;
    for (uint32_t b = part_block(l, one->part) + 1; b < part_block(l, next->part) && between <= BETWEEN; b++)
        between += vixml_has_content(&x->block[b]);
    return between <= BETWEEN;
}

/* What the part has of the whole that is still there, which it takes away: left[] is by feature of the whole. */
static double take_part(const struct likeness_search *l, const struct vi_part *part, uint32_t *left)
{
    const struct features *of_whole = l->merge ? &l->f->new : &l->f->old, *of_part = l->merge ? &l->f->old : &l->f->new;
    uint32_t i = of_whole->first[part->whole], i_end = of_whole->first[part->whole + 1];
    uint32_t k = of_part->first[part->part], k_end = of_part->first[part->part + 1];
    double taken = 0;
    for (uint32_t w = 0; w < i_end - i && k < k_end;) {
        const struct feature *one = &of_whole->all.item[of_whole->by_block[i + w]],
                             *other = &of_part->all.item[of_part->by_block[k]];
        if (one->hash == other->hash) {
            uint32_t n = MIN(left[w], other->count);
            left[w] -= n;
            taken += n * one->weight;
        }
        bool step = one->hash <= other->hash;
        k += other->hash <= one->hash;
        w += step;
    }
    return taken;
}

static int by_mass(const void *left, const void *right)
{
    const struct vi_part *l = left, *r = right;
    if (l->share != r->share)
        return l->share > r->share ? -1 : 1;
    return l->part < r->part ? -1 : l->part > r->part;
}

/* Parts share the whole out among themselves: what has only what another one has too, as rows of a table and copies of a menu do, is not a
 * part. */
static void add_group(struct likeness_search *l, uint32_t first, uint32_t n)
{
    const struct features *of_whole = l->merge ? &l->f->new : &l->f->old, *of_part = l->merge ? &l->f->old : &l->f->new;
    struct vi_part *part = l->parts.item + first;
    uint32_t from = of_whole->first[part->whole], size = of_whole->first[part->whole + 1] - from, kept = 0;
    uint32_t *left = NEW_ARRAY_RAW(l->f->s->arena, uint32_t, size + 1);
    double sum = 0, all = of_whole->size[part->whole];
    for (uint32_t i = 0; i < size; i++)
        left[i] = of_whole->all.item[of_whole->by_block[from + i]].count;
    qsort(part, n, sizeof *part, by_mass);
    for (uint32_t i = 0; i < n; i++) {
        part[i].mass = take_part(l, &part[i], left);
        if (part[i].mass < PART * of_part->size[part[i].part])
            continue;
        sum += part[i].mass;
        part[kept++] = part[i];
    }
    if (kept > 1)
        qsort(part, kept, sizeof *part, by_whole);
    if (kept >= 2 && sum >= PART * all)
        *VEC_ADD(l->f->s->arena, &l->groups) = (struct part_group){ first, kept, sum / all };
}

static int by_cover(const void *left, const void *right)
{
    const struct part_group *l = left, *r = right;
    if (l->cover != r->cover)
        return l->cover > r->cover ? -1 : 1;
    return l->first < r->first ? -1 : l->first > r->first;
}

/* The largest part is what became of the whole, or what it was. */
static void accept(struct likeness_search *l, const struct part_group *g)
{
    struct vi_step *s = l->f->s;
    struct vi_match *m = s->match;
    const struct vi_part *part = l->parts.item + g->first;
    uint32_t *block = NEW_ARRAY(s->arena, uint32_t, g->n), whole = whole_block(l, part->whole), main = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        if (!part_is_free(l, part[i].part) || !whole_is_free(l, part->whole))
            return;
        block[i] = part_block(l, part[i].part);
        main = part[i].mass > part[main].mass ? i : main;
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
    struct likeness_search l = { .f = f, .merge = merge };
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
    double smaller = MIN(f->old.size[p->old], f->new.size[p->new]);
    return p->likeness >= LIKE || (p->shared >= SHARED && p->mass >= PART * smaller);
}

static bool is_very_alike(const struct likeness_pair *p)
{
    return p->likeness >= VERY_LIKE && p->shared >= VERY_SHARED;
}

/* One of the two is by far most like another block that is free, anywhere: a small copy of a menu that went is not what is left of it. */
static bool is_hinted_elsewhere(const struct vi_step *s, uint32_t o, uint32_t n)
{
    uint32_t to = s->hint_to ? s->hint_to[o] : VIXML_NONE, from = s->hint_to ? s->hint_from[n] : VIXML_NONE;
    return (to != VIXML_NONE && to != n && vi_new_free(s, to)) || (from != VIXML_NONE && from != o && vi_old_free(s, from));
}

static void match_pairs(struct field *f, enum vi_how how)
{
    struct vi_step *s = f->s;
    if (f->pairs.n > 1)
        qsort(f->pairs.item, f->pairs.n, sizeof *f->pairs.item, by_rank);
    for (uint32_t i = 0; i < f->pairs.n; i++) {
        const struct likeness_pair *p = &f->pairs.item[i];
        uint32_t o = f->gap.old[p->old], n = f->gap.new[p->new];
        if (!is_very_alike(p) && is_hinted_elsewhere(s, o, n))
            continue;
        bool fits = is_very_alike(p) || (how == VI_CLEAR && is_alike(f, p) && p->shared >= VERY_SHARED)
                    || (how == VI_UNCLEAR && (is_alike(f, p) || p->likeness >= LITTLE));
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

/* The most that a block is like any, and the second most. */
struct rival {
    double best, second;
    uint32_t with;
};

static void compete(struct rival *r, double likeness, uint32_t with)
{
    if (likeness > r->best) {
        r->second = r->best;
        r->best = likeness;
        r->with = with;
    } else {
        r->second = MAX(r->second, likeness);
    }
}

static uint32_t *no_hints(struct arena *a, uint32_t n)
{
    uint32_t *hint = NEW_ARRAY_RAW(a, uint32_t, n);
    memset(hint, 0xff, n * sizeof *hint);
    return hint;
}

void vi_find_hints(struct vi_step *s)
{
    struct field f;
    s->hint_to = no_hints(s->arena, s->old->n);
    s->hint_from = no_hints(s->arena, s->new->n);
    if (!field_of_all(&f, s))
        return;
    struct rival *old = NEW_ARRAY(s->arena, struct rival, f.gap.n_old), *new = NEW_ARRAY(s->arena, struct rival, f.gap.n_new);
    for (uint32_t i = 0; i < f.pairs.n; i++) {
        const struct likeness_pair *p = &f.pairs.item[i];
        compete(&old[p->old], p->likeness, p->new);
        compete(&new[p->new], p->likeness, p->old);
    }
    for (uint32_t o = 0; o < f.gap.n_old; o++) {
        const struct rival *r = &old[o], *other = &new[r->with];
        if (r->best <= 0 || other->with != o || 2 * r->second > r->best || 2 * other->second > other->best)
            continue;
        s->hint_to[f.gap.old[o]] = f.gap.new[r->with];
        s->hint_from[f.gap.new[r->with]] = f.gap.old[o];
    }
}
