/* The paper's formula. In: two documents, the delta between them, what operations weigh, what is known of single blocks. Out: E and each
 * block's share in it.
 *
 *  1. Weights are those of the new version; of blocks that are gone those of the old. Where no block has one all weigh the same.
 *  2. Factors multiply, then all weights are divided by their sum.
 *  3. Shares add up to E; a block without a share is not told.
 * Cost: O(blocks + changes + shares log shares). */
#include "judge/importance.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/limits.h"

/* I(operation, kind) of the paper's formula; weft's own takes those of inserts, deletes and moves for its words. */
const struct importance_weights importance_weights = { .op = {
#define OPERATION(OP, KIND, weight) [VI_##OP][VI_##KIND] = weight,
#include "judge/importance.def"
#undef OPERATION
                                                       } };

/* Blocks of both versions in one array of rows: the new ones, then the old ones that are gone. */
struct share_builder {
    struct arena *arena;
    const struct importance_input *in;
    struct importance_share *row;
    uint32_t n;
    uint32_t *old_row; /* per old block: the row of what became of it, or its own */
};

/* Only a split or a merge made it. */
static bool is_rearranged(const struct videlta *d, uint32_t cause)
{
    while (cause != VIXML_NONE) {
        unsigned op = d->structure[cause].op;
        if (op == VI_BLOCK_SPLIT || op == VI_BLOCK_MERGE)
            return true;
        cause = d->structure[cause].cause;
    }
    return false;
}

static struct importance_share *open_row(struct share_builder *w, const struct vixml_block *b)
{
    struct importance_share *row = &w->row[w->n++];
    row->weight = b->face.ppm;
    row->factor = 1;
    row->holds = vixml_has_content(b);
    return row;
}

static void open_rows(struct share_builder *w)
{
    const struct vixml *old = w->in->old, *new = w->in->new;
    const struct videlta *d = w->in->delta;
    w->row = NEW_ARRAY(w->arena, struct importance_share, old->n + new->n);
    w->old_row = NEW_ARRAY(w->arena, uint32_t, old->n);
    for (uint32_t n = 0; n < new->n; n++)
        open_row(w, &new->block[n])->ref = new->block[n].ref;
    for (uint32_t o = 0; o < old->n; o++) {
        uint32_t n = d->block_to[o];
        w->old_row[o] = n == VIXML_NONE ? w->n : n;
        struct importance_share *row = n == VIXML_NONE ? open_row(w, &old->block[o]) : &w->row[n];
        row->from = old->block[o].ref;
        row->deleted = n == VIXML_NONE;
        row->holds |= vixml_has_content(&old->block[o]);
        row->total[VI_LINK] = old->block[o].image - old->block[o].link;
        row->total[VI_IMAGE] = old->block[o].item_end - old->block[o].image;
        row->total[VI_TEXT] = old->block[o].text.len > 0;
    }
    for (uint32_t i = 0; i < d->n_structure; i++) {
        const struct vi_structure *s = &d->structure[i];
        if (s->new_block != VIXML_NONE && !is_rearranged(d, s->cause)) {
            w->row[s->new_block].inserted |= s->op == VI_BLOCK_INSERT;
            w->row[s->new_block].moved |= s->op == VI_BLOCK_MOVE && s->cause == VIXML_NONE;
        }
    }
}

/* What became of a split block's text counts in each of its parts that has a text. */
static void count_parts(struct share_builder *w, const struct vi_change *c)
{
    const struct vi_structure *s = &w->in->delta->structure[c->joined];
    for (uint32_t i = 0; i < w->in->new->n; i++) {
        bool part = s->op == VI_BLOCK_MERGE && i == s->new_block;
        for (uint32_t k = 0; !part && s->op == VI_BLOCK_SPLIT && k < s->n_parts; k++)
            part = str_eq(s->part[k], w->in->new->block[i].ref);
        if (part && w->in->new->block[i].text.len) {
            w->row[i].count[c->op][VI_TEXT]++;
            w->row[i].total[VI_TEXT] = 1;
        }
    }
}

static void count_changes(struct share_builder *w)
{
    const struct videlta *d = w->in->delta;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct vi_change *c = &d->change[i];
        uint32_t left = c->op == VI_INSERT ? VIXML_NONE : w->old_row[c->old_block],
                 came = c->op == VI_DELETE ? VIXML_NONE : c->new_block;
        bool counts = !is_rearranged(d, c->cause);
        if (came != VIXML_NONE && came != left) {
            uint32_t *total = &w->row[came].total[c->kind];
            *total = c->kind == VI_TEXT ? 1 : *total + 1; /* a block has one text, whether it is another now or not */
        }
        if (!counts)
            continue;
        if (c->joined != VIXML_NONE) {
            count_parts(w, c);
            continue;
        }
        if (came != VIXML_NONE)
            w->row[came].count[c->op][c->kind]++;
        if (left != VIXML_NONE && left != came && c->op != VI_UPDATE)
            w->row[left].count[c->op][c->kind]++;
    }
    for (uint32_t i = 0; i < w->n; i++)
        for (unsigned kind = 0; kind < VI_KINDS && w->row[i].moved; kind++)
            w->row[i].count[VI_MOVE][kind] = w->row[i].total[kind];
}

static double amount_of(const struct importance_share *s, const struct importance_weights *weights)
{
    unsigned n_kinds = 0, n_ops = 0;
    double sum = 0;
    for (unsigned kind = 0; kind < VI_KINDS; kind++)
        n_kinds += s->total[kind] > 0;
    for (unsigned op = 0; op < VI_OPS; op++) {
        bool any = false;
        for (unsigned kind = 0; kind < VI_KINDS; kind++) {
            if (!s->count[op][kind])
                continue;
            any = true;
            sum += weights->op[op][kind] * s->count[op][kind] / s->total[kind] / n_kinds;
        }
        n_ops += any;
    }
    return n_ops ? sum / n_ops : 0;
}

/* Factors, then weights that add up to 1. Blocks that hold nothing themselves weigh nothing: what is in them is weighed. */
static uint32_t set_weights(struct share_builder *w)
{
    const struct importance_input *in = w->in;
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        w->row[i].weight *= w->row[i].holds;
        sum += w->row[i].weight;
        n += w->row[i].holds;
    }
    for (uint32_t i = 0; i < w->n && sum == 0; i++)
        w->row[i].weight = w->row[i].holds;
    for (uint32_t i = 0; i < in->n_factors; i++) {
        const struct importance_factor *f = &in->factor[i];
        uint32_t limit = f->old ? in->old->n : in->new->n;
        if (f->block >= limit)
            continue;
        struct importance_share *row = &w->row[f->old ? w->old_row[f->block] : f->block];
        row->factor *= f->factor;
        row->why = row->why.len ? arena_printf(w->arena, "%.*s; %.*s", STR_ARG(row->why), STR_ARG(f->why)) : f->why;
    }
    sum = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        w->row[i].weight *= w->row[i].factor;
        sum += w->row[i].weight;
    }
    for (uint32_t i = 0; i < w->n && sum > 0; i++)
        w->row[i].weight /= sum;
    return n;
}

static const char *things(unsigned kind, uint32_t n)
{
    static const char *const one[VI_KINDS] = { "link", "image", "text" }, *const many[VI_KINDS] = { "links", "images", "texts" };
    return n == 1 ? one[kind] : many[kind];
}

/* "4 of 6 links inserted, text rewritten; weighs half: rule .ad" */
static struct str words_of(struct arena *a, const struct importance_share *s)
{
    static const char *const done[VI_OPS] = { "inserted", "deleted", "updated", "moved" };
    AUTO(buf) b = BUF(KIB(64));
    struct str out = STR("");
    if (s->inserted || s->deleted || s->moved)
        buf_addf(&b, "the block was %s: ", s->inserted ? "inserted" : s->deleted ? "deleted" : "moved");
    bool first = true;
    for (unsigned op = 0; op < VI_OPS; op++)
        for (unsigned kind = 0; kind < VI_KINDS; kind++) {
            uint32_t count = s->count[op][kind], total = s->total[kind];
            if (!count)
                continue;
            buf_add(&b, first ? STR("") : STR(", "));
            first = false;
            if (kind == VI_TEXT)
                buf_addf(&b, "the text %s", done[op]);
            else
                buf_addf(&b, "%u of %u %s %s", count, total, things(kind, total), done[op]);
        }
    if (s->factor != 1)
        buf_addf(&b, "; weighs %.3g times as much: %.*s", s->factor, STR_ARG(s->why));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static int by_share(const void *left, const void *right)
{
    const struct importance_share *l = left, *r = right;
    if (l->share != r->share)
        return l->share > r->share ? -1 : 1;
    if (l->weight != r->weight)
        return l->weight > r->weight ? -1 : 1;
    struct str a = l->ref.len ? l->ref : l->from, b = r->ref.len ? r->ref : r->from;
    return str_cmp(a, b);
}

void importance_paper(struct arena *a, const struct importance_input *in, struct importance *out)
{
    struct share_builder w = { .arena = a, .in = in };
    *out = (struct importance){ 0 };
    open_rows(&w);
    count_changes(&w);
    out->n_blocks = set_weights(&w);
    for (uint32_t i = 0; i < w.n; i++) {
        struct importance_share *row = &w.row[i];
        row->amount = amount_of(row, in->weights);
        row->share = row->weight * row->amount;
        out->value += row->share;
        if (row->amount == 0)
            continue;
        row->why = words_of(a, row);
        w.row[out->n++] = *row;
    }
    out->value = MIN(out->value, 1.0);
    out->block = w.row;
    if (out->n > 1)
        qsort(out->block, out->n, sizeof *out->block, by_share);
}

/* Sums over the words of one block. */
struct mean {
    double sum;
    uint32_t n, why; /* reasons, a bit each */
};

static void add_means(const struct judge_words *words, struct mean *mean)
{
    for (uint32_t i = 0; i < words->n; i++) {
        mean[words->item[i].block].sum += (double)words->item[i].factor;
        mean[words->item[i].block].n++;
        mean[words->item[i].block].why |= words->item[i].why;
    }
}

void importance_factors(struct arena *a, const struct importance_pair *in, struct importance_input *out)
{
    uint32_t n_old = in->old->n, n_new = in->new->n;
    struct mean *old = NEW_ARRAY(a, struct mean, n_old), *new = NEW_ARRAY(a, struct mean, n_new);
    struct importance_factor *factor = NEW_ARRAY(a, struct importance_factor, n_old + n_new);
    uint32_t n = 0;
    add_means(in->old_words, old);
    add_means(in->new_words, new);
    for (uint32_t i = 0; i < n_new; i++)
        if (new[i].n &&new[i].sum != new[i].n)
            factor[n++] =
                (struct importance_factor){ false, i, new[i].sum / new[i].n, judge_words_why(a, in->new_words, new[i].why) };
    for (uint32_t i = 0; i < n_old; i++)
        if (in->delta->block_to[i] == VIXML_NONE && old[i].n && old[i].sum != old[i].n)
            factor[n++] =
                (struct importance_factor){ true, i, old[i].sum / old[i].n, judge_words_why(a, in->old_words, old[i].why) };
    *out = (struct importance_input){ in->old, in->new, in->delta, in->weights, factor, n };
}
