/* In: a delta, and the words of both versions. Out: which operations are told.
 *
 *  1. What became of the words is found without the blocks (judge/changed.h). An operation on a link, an image or a text is told where a
 *     word, address or picture of it did not simply stay.
 *  2. A block that came or went is told where most of what is in it did; one that moved, where it changed places with one that did not.
 *     To split and to merge is never seen: what happened inside is told as operations of its own.
 *  3. Nothing that changed is left without an operation that is told: of things that repeat each other it may be another one that the words
 *     call new, and then the operations on those that are alike are told. */
#include "show/vidiff_told.h"

#include <stdlib.h>

#include "base/hash.h"
#include "visual/rising.h"

static void index_side(struct arena *a, struct told_side *s)
{
    uint32_t n = s->document->n;
    s->start = NEW_ARRAY(a, uint32_t, n + 2);
    s->token = NEW_ARRAY(a, uint32_t, s->words->n + 1);
    s->stays = NEW_ARRAY(a, uint32_t, s->words->n + 1);
    for (uint32_t i = 0; i < s->words->n; i++) {
        s->start[s->words->item[i].block + 2]++;
        s->stays[i + 1] = s->stays[i] + !fate_is_seen(s->fate[i]);
    }
    for (uint32_t i = 2; i < n + 2; i++)
        s->start[i] += s->start[i - 1];
    for (uint32_t i = 0; i < s->words->n; i++)
        s->token[s->start[s->words->item[i].block + 1]++] = i;
}

static bool is_kind(const struct judge_word *w, enum vi_kind kind)
{
    return w->kind == kind && (kind != VI_IMAGE || w->thing);
}

/* Whether something of the kind in the block came, went or moved. */
static bool has_changed(const struct told_side *s, uint32_t block, enum vi_kind kind)
{
    for (uint32_t i = s->start[block]; block != VIXML_NONE && i < s->start[block + 1]; i++)
        if (fate_is_seen(s->fate[s->token[i]]) && is_kind(&s->words->item[s->token[i]], kind))
            return true;
    return false;
}

/* Whether most of what is in the block came, went or moved: else it is an old block that is cut otherwise. */
static bool is_mostly_changed(const struct told_side *s, uint32_t block)
{
    uint32_t n = s->start[block + 1] - s->start[block], changed = 0;
    for (uint32_t i = s->start[block]; i < s->start[block + 1]; i++)
        changed += fate_is_seen(s->fate[s->token[i]]);
    return changed && 2 * changed >= n;
}

struct told_builder {
    struct arena *arena;
    const struct told_input *in;
    struct vidiff_told *out;
    struct map old_refs, new_refs;
    uint32_t *block_from;            /* per new block */
    bool *old_covered, *new_covered; /* per block and kind: an operation on such a thing in it is told */
};

static bool is_part(const struct videlta *d, uint32_t cause)
{
    return cause != VIXML_NONE && (d->structure[cause].op == VI_BLOCK_SPLIT || d->structure[cause].op == VI_BLOCK_MERGE);
}

/* ---- Links, images and texts ---- */

/* Whether the thing that is in the block now stays where it was, to a reader. */
static bool stays_in(const struct told_side *s, uint32_t block, const struct vi_change *c)
{
    uint64_t hash = hash_str(c->new.address);
    uint64_t symbol = hash_mix(c->kind == VI_LINK ? hash : hash_mix(hash, hash_str(c->new.name)), c->kind + 1u);
    bool found = false;
    for (uint32_t i = s->start[block]; i < s->start[block + 1]; i++) {
        const struct judge_word *w = &s->words->item[s->token[i]];
        if (!w->thing || w->symbol != (uint32_t)(symbol ^ symbol >> 32))
            continue;
        found = true;
        if (!fate_is_seen(s->fate[s->token[i]]))
            return true;
    }
    return !found && !has_changed(s, block, (enum vi_kind)c->kind);
}

/* What changed in all parts of a split or merge. */
static bool parts_changed(const struct told_builder *t, const struct vi_structure *s)
{
    bool split = s->op == VI_BLOCK_SPLIT;
    const struct told_side *side = split ? &t->out->new : &t->out->old, *other = split ? &t->out->old : &t->out->new;
    if (has_changed(other, split ? s->old_block : s->new_block, VI_TEXT))
        return true;
    for (uint32_t i = 0; i < s->n_parts; i++)
        if (has_changed(side, vixml_find(side->document, split ? &t->new_refs : &t->old_refs, s->part[i]), VI_TEXT))
            return true;
    return false;
}

static bool is_seen(const struct told_builder *t, const struct vi_change *c)
{
    enum vi_kind kind = (enum vi_kind)c->kind;
    if (is_part(t->in->delta, c->cause))
        return false;
    if (!t->in->pages)
        return true;
    if (c->joined != VIXML_NONE)
        return parts_changed(t, &t->in->delta->structure[c->joined]);
    if (c->op == VI_MOVE && kind != VI_TEXT)
        return !stays_in(&t->out->new, c->new_block, c);
    return (c->op != VI_INSERT && has_changed(&t->out->old, c->old_block, kind))
           || (c->op != VI_DELETE && has_changed(&t->out->new, c->new_block, kind));
}

static void cover(bool *covered, uint32_t block, unsigned kind)
{
    if (block != VIXML_NONE)
        covered[block * VI_KINDS + kind] = true;
}

static void cover_parts(struct told_builder *t, const struct vi_structure *s)
{
    bool split = s->op == VI_BLOCK_SPLIT;
    cover(split ? t->old_covered : t->new_covered, split ? s->old_block : s->new_block, VI_TEXT);
    for (uint32_t i = 0; i < s->n_parts; i++) {
        uint32_t part = split ? vixml_find(t->in->new, &t->new_refs, s->part[i]) : vixml_find(t->in->old, &t->old_refs, s->part[i]);
        cover(split ? t->new_covered : t->old_covered, part, VI_TEXT);
    }
}

static void tell_changes(struct told_builder *t)
{
    const struct videlta *d = t->in->delta;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct vi_change *c = &d->change[i];
        if (!(t->out->change[i] = is_seen(t, c)))
            continue;
        cover(t->old_covered, c->op == VI_INSERT ? VIXML_NONE : c->old_block, c->kind);
        cover(t->new_covered, c->op == VI_DELETE ? VIXML_NONE : c->new_block, c->kind);
        if (c->joined != VIXML_NONE)
            cover_parts(t, &d->structure[c->joined]);
    }
}

/* Adds words of the kind that came or went in blocks without an operation that is told of them. */
static void add_missing(const struct told_side *s, const bool *covered, enum vi_kind kind, struct map *out)
{
    for (uint32_t i = 0; i < s->words->n; i++) {
        const struct judge_word *w = &s->words->item[i];
        if (fate_differs(s->fate[i]) && is_kind(w, kind) && !covered[w->block * VI_KINDS + kind])
            *map_slot(out, w->symbol + 1ull, 0) = 1;
    }
}

static bool has_any(const struct told_side *s, uint32_t block, enum vi_kind kind, const struct map *symbols)
{
    for (uint32_t i = s->start[block]; i < s->start[block + 1]; i++) {
        const struct judge_word *w = &s->words->item[s->token[i]];
        if (is_kind(w, kind) && map_find(symbols, w->symbol + 1ull))
            return true;
    }
    return false;
}

/* Of things that repeat each other the words may call another one new. */
static void tell_missing(struct told_builder *t, enum vi_kind kind)
{
    const struct videlta *d = t->in->delta;
    struct map missing;
    map_open(&missing, t->arena, 0);
    add_missing(&t->out->old, t->old_covered, kind, &missing);
    add_missing(&t->out->new, t->new_covered, kind, &missing);
    for (uint32_t i = 0; missing.n && i < d->n_changes; i++) {
        const struct vi_change *c = &d->change[i];
        if (t->out->change[i] || c->kind != kind || c->op == VI_MOVE || is_part(d, c->cause) || c->joined != VIXML_NONE)
            continue;
        t->out->change[i] = (c->op != VI_INSERT && has_any(&t->out->old, c->old_block, kind, &missing))
                            || (c->op != VI_DELETE && has_any(&t->out->new, c->new_block, kind, &missing));
    }
}

/* ---- Blocks ---- */

/* A block with words that is in both versions: where it begins in each. */
struct place {
    uint32_t was, is;
    uint32_t structure; /* number of the move it is in; VIXML_NONE: none */
};

static int by_is(const void *left, const void *right)
{
    const struct place *l = left, *r = right;
    return (l->is > r->is) - (l->is < r->is);
}

static int by_number(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return (l > r) - (l < r);
}

/* Per new block: the move that it is in, its own or that of a block around it. */
static uint32_t *moves_around(struct told_builder *t)
{
    const struct videlta *d = t->in->delta;
    uint32_t *move = NEW_ARRAY_RAW(t->arena, uint32_t, t->in->new->n + 1);
    memset(move, 0xff, (t->in->new->n + 1) * sizeof *move);
    for (uint32_t i = 0; i < d->n_structure; i++)
        if (d->structure[i].op == VI_BLOCK_MOVE && d->structure[i].cause == VIXML_NONE)
            move[d->structure[i].new_block] = i;
    for (uint32_t n = 1; n < t->in->new->n; n++)
        if (move[n] == VIXML_NONE)
            move[n] = move[t->in->new->block[n].parent];
    return move;
}

static uint32_t find_places(struct told_builder *t, struct place *out)
{
    const struct told_side *was = &t->out->old, *is = &t->out->new;
    const uint32_t *move = moves_around(t);
    uint32_t n_places = 0;
    for (uint32_t n = 0; n < t->in->new->n; n++) {
        uint32_t o = t->block_from[n];
        if (o == VIXML_NONE || is->start[n] == is->start[n + 1] || was->start[o] == was->start[o + 1])
            continue;
        out[n_places++] = (struct place){ was->token[was->start[o]], is->token[is->start[n]], move[n] };
    }
    if (n_places > 1)
        qsort(out, n_places, sizeof *out, by_is);
    return n_places;
}

/* How many of the sorted numbers are below the value. */
static uint32_t rank_of(const uint32_t *number, uint32_t n, uint32_t value)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (number[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Tells moves of those places that left the order; of the others it gives back how many are in order. */
static uint32_t tell_unordered(struct told_builder *t, struct place *place, uint32_t n)
{
    uint32_t *was = NEW_ARRAY(t->arena, uint32_t, n + 1), kept = 0;
    bool *stays = NEW_ARRAY(t->arena, bool, n + 1);
    for (uint32_t i = 0; i < n; i++)
        was[i] = place[i].was;
    if (n)
        rising_mark(was, n, stays);
    for (uint32_t i = 0; i < n; i++)
        if (stays[i])
            place[kept++] = place[i];
        else if (place[i].structure != VIXML_NONE)
            t->out->structure[place[i].structure] = true;
    return kept;
}

/* A block that moved in the tree stands where it stood, to a reader, where as many of those that did not move are before it as were. */
static void tell_moves(struct told_builder *t)
{
    struct place *all = NEW_ARRAY(t->arena, struct place, t->in->new->n + 1);
    uint32_t n = find_places(t, all), n_fixed = 0, n_moved = 0;
    struct place *fixed = NEW_ARRAY(t->arena, struct place, n + 1), *moved = NEW_ARRAY(t->arena, struct place, n + 1);
    for (uint32_t i = 0; i < n; i++)
        *(all[i].structure == VIXML_NONE ? &fixed[n_fixed++] : &moved[n_moved++]) = all[i];
    n_fixed = tell_unordered(t, fixed, n_fixed);
    uint32_t *was = NEW_ARRAY(t->arena, uint32_t, n + 1), *is = NEW_ARRAY(t->arena, uint32_t, n + 1), near = 0;
    for (uint32_t i = 0; i < n_fixed; i++) {
        was[i] = fixed[i].was;
        is[i] = fixed[i].is;
    }
    qsort(was, n_fixed, sizeof *was, by_number);
    for (uint32_t i = 0; i < n_moved; i++)
        if (rank_of(was, n_fixed, moved[i].was) == rank_of(is, n_fixed, moved[i].is))
            moved[near++] = moved[i];
        else
            t->out->structure[moved[i].structure] = true;
    tell_unordered(t, moved, near);
}

static void tell_structure(struct told_builder *t)
{
    const struct videlta *d = t->in->delta;
    tell_moves(t);
    for (uint32_t i = 0; i < d->n_structure; i++) {
        const struct vi_structure *s = &d->structure[i];
        if (s->cause != VIXML_NONE)
            t->out->structure[i] = false;
        else if (!t->in->pages)
            t->out->structure[i] = true;
        else if (s->op == VI_BLOCK_INSERT)
            t->out->structure[i] = is_mostly_changed(&t->out->new, s->new_block);
        else if (s->op == VI_BLOCK_DELETE)
            t->out->structure[i] = is_mostly_changed(&t->out->old, s->old_block);
    }
}

static void count(struct told_builder *t)
{
    const struct videlta *d = t->in->delta;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        t->out->n += t->out->change[i] && d->change[i].cause == VIXML_NONE;
        t->out->regrouped_things += !t->out->change[i] && d->change[i].cause == VIXML_NONE;
    }
    for (uint32_t i = 0; i < d->n_structure; i++) {
        t->out->n += t->out->structure[i];
        t->out->regrouped[d->structure[i].op] += !t->out->structure[i] && d->structure[i].cause == VIXML_NONE;
    }
}

void vidiff_told_find(struct arena *a, const struct told_input *in, struct vidiff_told *out)
{
    struct judge_changed changed;
    struct told_builder t = { .arena = a, .in = in, .out = out };
    judge_changed_find(a, in->old_words, in->new_words, &changed);
    *out = (struct vidiff_told){ .old = { in->old, in->old_words, changed.old, NULL, NULL, NULL },
                                 .new = { in->new, in->new_words, changed.new, NULL, NULL, NULL },
                                 .change = NEW_ARRAY(a, bool, in->delta->n_changes + 1),
                                 .structure = NEW_ARRAY(a, bool, in->delta->n_structure + 1) };
    index_side(a, &out->old);
    index_side(a, &out->new);
    vixml_refs(in->old, a, &t.old_refs);
    vixml_refs(in->new, a, &t.new_refs);
    t.block_from = NEW_ARRAY_RAW(a, uint32_t, in->new->n + 1);
    memset(t.block_from, 0xff, (in->new->n + 1) * sizeof *t.block_from);
    for (uint32_t o = 0; o < in->old->n; o++)
        if (in->delta->block_to[o] != VIXML_NONE)
            t.block_from[in->delta->block_to[o]] = o;
    t.old_covered = NEW_ARRAY(a, bool, (size_t)in->old->n *VI_KINDS);
    t.new_covered = NEW_ARRAY(a, bool, (size_t)in->new->n *VI_KINDS);
    tell_changes(&t);
    for (enum vi_kind kind = VI_LINK; kind < VI_KINDS; kind++)
        tell_missing(&t, kind);
    tell_structure(&t);
    count(&t);
}
