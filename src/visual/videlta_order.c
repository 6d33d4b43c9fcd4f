/* In: a delta with its operations. Out: where the order of items is not that of the rule; and the delta of the way back.
 *
 * The rule is followed for every block whose items differ or stand in another order, as one who applies the delta will, and the result
 * compared with the document. The same is done backwards. O(items of those blocks). */
#include "base/vec.h"
#include "visual/videlta_list.h"

struct delta_order {
    struct arena *arena;
    const struct vixml *from, *to;
    const uint32_t *partner; /* of each block of `to` */
    struct vi_ways ways;
    bool back;
    VEC(struct vi_order) orders;
};

static void order_list(struct delta_order *o, uint32_t block, enum vi_kind kind)
{
    struct vi_list list = { .from = o->partner[block], .to = block, .kind = kind };
    uint32_t n = vi_list_size(o->to, block, kind);
    struct vi_list_item *wanted;
    uint32_t *at;

    if (n == 0 || !vi_list_next(o->arena, &o->ways, o->from, &list) || list.n != n)
        return;
    wanted = NEW_ARRAY(o->arena, struct vi_list_item, n);
    vi_list_of(o->to, block, kind, wanted);
    at = vi_list_places(o->arena, &list, wanted);
    if (at)
        *VEC_ADD(o->arena, &o->orders) = (struct vi_order){ o->to->block[block].ref, kind, o->back, at, n };
}

static void order_all(struct delta_order *o, const struct videlta *d)
{
    uint32_t *old_of = NEW_ARRAY(o->arena, uint32_t, d->n_changes), *new_of = NEW_ARRAY(o->arena, uint32_t, d->n_changes);
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct vi_change *c = &d->change[i];
        old_of[i] = c->op == VI_INSERT || c->joined != VIXML_NONE ? VIXML_NONE : c->old_block;
        new_of[i] = c->op == VI_DELETE || c->joined != VIXML_NONE ? VIXML_NONE : c->new_block;
    }
    o->ways = (struct vi_ways){ .delta = d, .old_of = old_of, .new_of = new_of };
    vi_ways_open(&o->ways, o->arena, o->from->n, o->to->n);
    for (uint32_t i = 0; i < o->to->n; i++) {
        uint32_t was = o->partner[i];
        if (was != VIXML_NONE && o->from->block[was].order == o->to->block[i].order)
            continue;
        order_list(o, i, VI_LINK);
        order_list(o, i, VI_IMAGE);
    }
}

void videlta_set_orders(struct arena *a, const struct vixml *old, const struct vixml *new, const struct vi_match *match,
                        struct videlta *d)
{
    struct delta_order o = { .arena = a, .from = old, .to = new, .partner = match->block_from };
    struct videlta inverse;

    order_all(&o, d);
    videlta_invert(a, d, &inverse);
    o.from = new;
    o.to = old;
    o.partner = match->block_to;
    o.back = true;
    order_all(&o, &inverse);
    d->order = o.orders.item;
    d->n_orders = o.orders.n;
}

static const uint8_t op_back[VI_OPS] = {
    [VI_INSERT] = VI_DELETE, [VI_DELETE] = VI_INSERT, [VI_UPDATE] = VI_UPDATE, [VI_MOVE] = VI_MOVE
};
static const uint8_t structure_back[VI_STRUCTURE_OPS] = {
    [VI_BLOCK_INSERT] = VI_BLOCK_DELETE, [VI_BLOCK_DELETE] = VI_BLOCK_INSERT, [VI_BLOCK_MOVE] = VI_BLOCK_MOVE,
    [VI_BLOCK_SPLIT] = VI_BLOCK_MERGE,   [VI_BLOCK_MERGE] = VI_BLOCK_SPLIT,
};

#define SWAP(x, y) \
    do { \
        __typeof__(x) swap = (x); \
        (x) = (y); \
        (y) = swap; \
    } while (0)

static void invert_changes(struct arena *a, const struct videlta *d, struct videlta *out)
{
    out->change = NEW_ARRAY(a, struct vi_change, d->n_changes);
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct vi_change *c = &d->change[i];
        struct vi_change *to = &out->change[i];
        *to = *c;
        to->op = op_back[c->op];
        SWAP(to->old_block, to->new_block);
        SWAP(to->from, to->to);
        SWAP(to->old, to->new);
        to->home = to->from;
    }
}

static void invert_structure(struct arena *a, const struct videlta *d, struct videlta *out)
{
    out->structure = NEW_ARRAY(a, struct vi_structure, d->n_structure);
    for (uint32_t i = 0; i < d->n_structure; i++) {
        const struct vi_structure *s = &d->structure[i];
        struct vi_structure *to = &out->structure[i];
        *to = *s;
        to->op = structure_back[s->op];
        SWAP(to->old_block, to->new_block);
        SWAP(to->from, to->to);
        SWAP(to->from_parent, to->to_parent);
        SWAP(to->from_at, to->to_at);
    }
}

void videlta_invert(struct arena *a, const struct videlta *d, struct videlta *out)
{
    *out = *d;
    out->old = d->new;
    out->new = d->old;
    out->block_to = NULL;
    out->old_date = d->new_date;
    out->new_date = d->old_date;
    out->old_at = d->new_at;
    out->new_at = d->old_at;
    invert_changes(a, d, out);
    invert_structure(a, d, out);
    out->face = NEW_ARRAY(a, struct vi_face, d->n_faces);
    for (uint32_t i = 0; i < d->n_faces; i++) {
        const struct vi_face *f = &d->face[i];
        out->face[i] = (struct vi_face){ f->to, f->from, f->pos, f->doc, f->share, f->new, f->old };
    }
    out->order = NEW_ARRAY(a, struct vi_order, d->n_orders);
    for (uint32_t i = 0; i < d->n_orders; i++) {
        out->order[i] = d->order[i];
        out->order[i].back = !d->order[i].back;
    }
}
