/* In: blocks that ID and place left alone. Out: which are alike, and which were split or merged.
 *
 * A block is a set of features: the names of its links and images, and each two words of its text that follow each other. Features are
 * sorted, and the blocks that share one are counted in pairs. A feature that many blocks have says nothing of any: more than COMMON
 * on one side are passed over, which bounds the pairs.
 *  1. Alike: shared features are at least LIKE of the mean size of both; the most alike first. What shares little goes after blocks
 *     that only stand where they stood: a block of one link that has left is not the block where the link is now.
 *  2. Split: a new block has PART of its features from one old block, whose own successor has lost them. Merge: the same backwards.
 * Cost: O(f log f) for f features of the blocks looked at: only those that are left, and for 2 those that differ. */
#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "visual/vidiff_steps.h"

enum { COMMON = 8, VERY_SHARED = 3 };
static const double LIKE = 0.4, VERY_LIKE = 0.5, PART = 0.6, SLACK = 1.1;

struct feature {
    uint64_t hash;
    uint32_t block;
};

struct features {
    VEC(struct feature) all;
    uint32_t *size; /* per block: how many */
};

struct pair {
    uint32_t old, new, shared;
    double likeness;
};

struct pairs {
    VEC(struct pair) all;
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
            *VEC_ADD(a, &f->all) = (struct feature){ hash_mix(before, hash), block };
        before = hash;
    }
}

static void add_block(struct arena *a, struct features *f, const struct vixml *x, uint32_t i)
{
    const struct vixml_block *b = &x->block[i];
    for (uint32_t k = b->link; k < b->item_end; k++) {
        struct str name = x->item[k].name.len ? x->item[k].name : x->item[k].address;
        *VEC_ADD(a, &f->all) = (struct feature){ hash_mix(hash_str(name), k >= b->image), i };
    }
    add_words(a, f, i, b->text);
}

/* Sorted, each once for a block. */
static void settle(struct arena *a, struct features *f, uint32_t n_blocks)
{
    uint32_t kept = 0;
    struct feature *item = f->all.item;
    f->size = NEW_ARRAY(a, uint32_t, n_blocks);
    if (f->all.n)
        qsort(item, f->all.n, sizeof *item, by_hash);
    for (uint32_t i = 0; i < f->all.n; i++)
        if (i == 0 || item[i].hash != item[kept - 1].hash || item[i].block != item[kept - 1].block) {
            item[kept++] = item[i];
            f->size[item[kept - 1].block]++;
        }
    f->all.n = kept;
}

static void count_pair(struct arena *a, struct pairs *p, uint32_t o, uint32_t n)
{
    uint32_t fresh = p->all.n, *slot = map_slot(&p->number, (uint64_t)o << 32 | n, fresh);
    if (*slot == fresh)
        *VEC_ADD(a, &p->all) = (struct pair){ .old = o, .new = n };
    p->all.item[*slot].shared++;
}

static uint32_t run_end(const struct features *f, uint32_t i)
{
    uint32_t end = i;
    while (end < f->all.n && f->all.item[end].hash == f->all.item[i].hash)
        end++;
    return end;
}

static void count_pairs(struct arena *a, const struct features *old, const struct features *new, struct pairs *out)
{
    uint32_t i = 0, k = 0;
    map_open(&out->number, a, 0);
    while (i < old->all.n && k < new->all.n) {
        uint64_t left = old->all.item[i].hash, right = new->all.item[k].hash;
        uint32_t i_end = run_end(old, i), k_end = run_end(new, k);
        if (left == right && i_end - i <= COMMON && k_end - k <= COMMON)
            for (uint32_t o = i; o < i_end; o++)
                for (uint32_t n = k; n < k_end; n++)
                    count_pair(a, out, old->all.item[o].block, new->all.item[n].block);
        i = left <= right ? i_end : i;
        k = right <= left ? k_end : k;
    }
}

static int by_likeness(const void *left, const void *right)
{
    const struct pair *l = left, *r = right;
    if (l->likeness != r->likeness)
        return l->likeness > r->likeness ? -1 : 1;
    if (l->old != r->old)
        return l->old < r->old ? -1 : 1;
    return l->new < r->new ? -1 : l->new > r->new;
}

static bool old_left(const struct vi_step *s, uint32_t o)
{
    return vi_old_free(s, o) && vixml_has_content(&s->old->block[o]);
}

static bool new_left(const struct vi_step *s, uint32_t n)
{
    return vi_new_free(s, n) && vixml_has_content(&s->new->block[n]);
}

static void match_alike(struct vi_step *s, const struct pairs *pairs, double like, uint32_t shared)
{
    for (uint32_t i = 0; i < pairs->all.n && pairs->all.item[i].likeness >= like; i++) {
        const struct pair *p = &pairs->all.item[i];
        if (p->shared >= shared && vi_old_free(s, p->old) && vi_new_free(s, p->new))
            vi_match_blocks(s, p->old, p->new);
    }
}

void vi_blocks_by_likeness(struct vi_step *s)
{
    struct features old = { 0 }, new = { 0 };
    struct pairs pairs = { 0 };

    for (uint32_t n = 1; n < s->new->n; n++)
        if (new_left(s, n))
            add_block(s->arena, &new, s->new, n);
    for (uint32_t o = 1; new.all.n &&o < s->old->n; o++)
        if (old_left(s, o))
            add_block(s->arena, &old, s->old, o);
    if (!old.all.n || !new.all.n) {
        vi_blocks_by_face(s);
        return;
    }
    settle(s->arena, &old, s->old->n);
    settle(s->arena, &new, s->new->n);
    count_pairs(s->arena, &old, &new, &pairs);
    for (uint32_t i = 0; i < pairs.all.n; i++) {
        struct pair *p = &pairs.all.item[i];
        p->likeness = 2.0 * p->shared / (old.size[p->old] + new.size[p->new]);
    }
    if (pairs.all.n)
        qsort(pairs.all.item, pairs.all.n, sizeof *pairs.all.item, by_likeness);
    match_alike(s, &pairs, VERY_LIKE, VERY_SHARED);
    vi_blocks_by_face(s);
    match_alike(s, &pairs, LIKE, 1);
}

/* One direction of looking for parts: the whole is on one side, the parts on the other. */
struct looking {
    struct vi_step *s;
    bool merge;
    struct features old, new;
    struct pairs pairs;
    uint32_t *source;     /* per block on the side of parts: the whole it comes from, VIXML_NONE: none */
    double *source_share; /* and how much of it does */
};

static uint32_t shared_by(const struct looking *l, uint32_t o, uint32_t n)
{
    const uint32_t *number = map_find(&l->pairs.number, (uint64_t)o << 32 | n);
    return number ? l->pairs.all.item[*number].shared : 0;
}

static void find_sources(struct looking *l)
{
    uint32_t n_parts = l->merge ? l->s->old->n : l->s->new->n;
    l->source = NEW_ARRAY(l->s->arena, uint32_t, n_parts);
    l->source_share = NEW_ARRAY(l->s->arena, double, n_parts);
    memset(l->source, 0xff, n_parts * sizeof *l->source);
    for (uint32_t i = 0; i < l->pairs.all.n; i++) {
        const struct pair *p = &l->pairs.all.item[i];
        uint32_t part = l->merge ? p->old : p->new, whole = l->merge ? p->new : p->old;
        bool left = l->merge ? old_left(l->s, part) : new_left(l->s, part);
        double share = (double)p->shared / (l->merge ? l->old.size : l->new.size)[part];
        if (left && p->shared >= 2 && share >= PART && share > l->source_share[part]) {
            l->source[part] = whole;
            l->source_share[part] = share;
        }
    }
}

static void add_parts(struct looking *l, uint32_t whole, const uint32_t *part, uint32_t n)
{
    struct vi_match *m = l->s->match;
    uint32_t *copy = NEW_ARRAY(l->s->arena, uint32_t, n);
    memcpy(copy, part, n * sizeof *part);
    m->parts = arena_grow(l->s->arena, m->parts, m->n_parts, m->n_parts + 1, sizeof *m->parts);
    m->parts[m->n_parts++] = (struct vi_parts){ .merge = l->merge, .whole = whole, .part = copy, .n_parts = n };
}

static int by_number(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return l < r ? -1 : l > r;
}

/* The parts of one whole, its successor among them. */
static void judge_whole(struct looking *l, uint32_t whole, uint32_t *part, uint32_t n)
{
    const uint32_t *size = l->merge ? l->new.size : l->old.size;
    uint32_t successor = l->merge ? l->s->match->block_from[whole] : l->s->match->block_to[whole], sum = 0, most = 0, largest = 0;
    if (successor != VIXML_NONE)
        part[n++] = successor;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t shared = l->merge ? shared_by(l, part[i], whole) : shared_by(l, whole, part[i]);
        sum += shared;
        if (shared > most) {
            most = shared;
            largest = i;
        }
    }
    if (n < 2 || sum > SLACK * size[whole] + 1)
        return;
    if (successor == VIXML_NONE) {
        uint32_t main = part[largest];
        vi_match_blocks(l->s, l->merge ? main : whole, l->merge ? whole : main);
    }
    qsort(part, n, sizeof *part, by_number);
    add_parts(l, whole, part, n);
}

static void judge_wholes(struct looking *l)
{
    uint32_t n_parts = l->merge ? l->s->old->n : l->s->new->n, n_wholes = l->merge ? l->s->new->n : l->s->old->n;
    uint32_t *first = NEW_ARRAY(l->s->arena, uint32_t, n_wholes), *next = NEW_ARRAY(l->s->arena, uint32_t, n_parts);
    uint32_t *part = NEW_ARRAY(l->s->arena, uint32_t, n_parts + 1);
    memset(first, 0xff, n_wholes * sizeof *first);
    for (uint32_t i = n_parts; i-- > 0;)
        if (l->source[i] != VIXML_NONE) {
            next[i] = first[l->source[i]];
            first[l->source[i]] = i;
        }
    for (uint32_t whole = 1; whole < n_wholes; whole++) {
        uint32_t n = 0;
        for (uint32_t i = first[whole]; i != VIXML_NONE; i = next[i])
            part[n++] = i;
        if (n)
            judge_whole(l, whole, part, n);
    }
}

/* All blocks that differ take part, since a whole keeps a successor, and that one must have lost what the others got. */
static void look(struct vi_step *s, bool merge)
{
    struct looking l = { .s = s, .merge = merge };
    bool any = false;
    for (uint32_t i = 1; i < (merge ? s->old : s->new)->n && !any; i++)
        any = merge ? old_left(s, i) : new_left(s, i);
    if (!any)
        return;
    for (uint32_t o = 1; o < s->old->n; o++)
        if (vixml_has_content(&s->old->block[o]) && !s->old_same[o])
            add_block(s->arena, &l.old, s->old, o);
    for (uint32_t n = 1; n < s->new->n; n++)
        if (vixml_has_content(&s->new->block[n]) && !s->new_same[n])
            add_block(s->arena, &l.new, s->new, n);
    settle(s->arena, &l.old, s->old->n);
    settle(s->arena, &l.new, s->new->n);
    count_pairs(s->arena, &l.old, &l.new, &l.pairs);
    find_sources(&l);
    judge_wholes(&l);
}

void vi_find_parts(struct vi_step *s)
{
    look(s, false);
    look(s, true);
    for (uint32_t i = 0; i < s->match->n_parts; i++) {
        const struct vi_parts *p = &s->match->parts[i];
        for (uint32_t k = 0; k < p->n_parts; k++)
            (p->merge ? s->old_part : s->new_part)[p->part[k]] = 1;
    }
}
