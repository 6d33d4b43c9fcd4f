/* In: the old document and a delta. Out: the new document, or words why the delta does not fit.
 *
 * First the tree: what a new block holds is what arrives at a stated place, and in the places left what stays of its old block, in
 * order. Then the contents, by the rule of videlta_list.h. Nothing is believed: every ref must exist, every place must be free, every
 * thing to be taken out must be there, and in the end the document must be the one that the delta speaks of.
 * No recursion: blocks to be made wait on a stack. Cost: O(blocks + items + delta). */
#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "visual/videlta_list.h"

/* A block to be made: of an old one, or by an insert operation. */
struct block_to_make {
    uint32_t parent;    /* new block */
    uint32_t number;    /* among its siblings */
    uint32_t old;       /* block, VIXML_NONE: none */
    uint32_t operation; /* that inserts it */
};

struct patch_job {
    struct arena *arena;
    const struct vixml *old;
    const struct videlta *delta;
    struct err *err;
    struct map old_refs, arrivals, faces, orders;
    uint32_t *next_arrival; /* per structure operation: the next one with the same parent */
    uint8_t *fate;          /* per old block */
    uint32_t n_expected;
    VEC(struct block_to_make) waiting;
    VEC(struct vixml_block) blocks;
    VEC(uint32_t) from;  /* per new block: the old one */
    VEC(uint32_t) depth; /* per new block */
    VEC(struct vixml_item) items;
};

enum fate { STAYS, GONE, AWAY };

static int misfit(const struct patch_job *p, const char *what, struct str ref)
{
    return err_set(p->err, E_FORMAT, "the delta does not fit the document: %s '%.*s'", what, STR_ARG(ref));
}

static uint32_t old_block(const struct patch_job *p, struct str ref)
{
    return vixml_find(p->old, &p->old_refs, ref);
}

static int read_structure(struct patch_job *p)
{
    const struct videlta *d = p->delta;
    p->n_expected = p->old->n;
    for (uint32_t i = 0; i < d->n_structure; i++) {
        const struct vi_structure *s = &d->structure[i];
        p->next_arrival[i] = VIXML_NONE;
        if (s->op == VI_BLOCK_DELETE || s->op == VI_BLOCK_MOVE) {
            uint32_t o = old_block(p, s->from);
            if (o == VIXML_NONE || o == 0 || p->fate[o] != STAYS)
                return misfit(p, "it has no block to delete or move", s->from);
            p->fate[o] = s->op == VI_BLOCK_DELETE ? GONE : AWAY;
            p->n_expected -= s->op == VI_BLOCK_DELETE;
        }
        if (s->op == VI_BLOCK_INSERT || s->op == VI_BLOCK_MOVE) {
            uint32_t *slot = map_slot(&p->arrivals, hash_str(s->to_parent), VIXML_NONE);
            p->next_arrival[i] = *slot;
            *slot = i;
            p->n_expected += s->op == VI_BLOCK_INSERT;
        }
    }
    return 0;
}

static void read_faces(struct patch_job *p)
{
    const struct videlta *d = p->delta;
    for (uint32_t i = 0; i < d->n_faces; i++)
        *map_slot(&p->faces, hash_str(d->face[i].from), i) = i;
    for (uint32_t i = 0; i < d->n_orders; i++)
        if (!d->order[i].back)
            *map_slot(&p->orders, hash_mix(hash_str(d->order[i].ref), d->order[i].kind), i) = i;
}

/* What the delta says of an old block's place and name; NULL: nothing. */
static const struct vi_face *face_of(const struct patch_job *p, uint32_t old)
{
    const uint32_t *found = map_find(&p->faces, hash_str(p->old->block[old].ref));
    const struct vi_face *face = found ? &p->delta->face[*found] : NULL;
    return face && str_eq(face->from, p->old->block[old].ref) ? face : NULL;
}

static struct vixml_face new_face(const struct vixml_face *had, const struct vi_face *change)
{
    struct vixml_face face = change && change->pos ? change->new : *had;
    face.doc = change && change->doc ? change->new.doc : had->doc;
    face.ppm = change && change->share ? change->new.ppm : had->ppm;
    return face;
}

static int make_block(struct patch_job *p, const struct block_to_make *w, uint32_t *made)
{
    uint32_t at = p->blocks.n, depth = p->depth.item[w->parent] + 1;
    struct vixml_block b = { .parent = w->parent, .end = at + 1 };
    const struct vi_face *face = w->old != VIXML_NONE ? face_of(p, w->old) : NULL;

    if (depth > LIMIT_BLOCK_DEPTH || at > LIMIT_BLOCKS)
        return err_set(p->err, E_LIMIT, "the delta makes more than %u blocks, or more than %u in each other", LIMIT_BLOCKS,
                       LIMIT_BLOCK_DEPTH);
    if (w->old == VIXML_NONE) {
        b.ref = p->delta->structure[w->operation].to;
        b.face = p->delta->structure[w->operation].face;
    } else {
        b.ref = face ? face->to : p->old->block[w->old].ref;
        b.face = new_face(&p->old->block[w->old].face, face);
    }
    if (p->delta->positional)
        b.ref = vixml_ref(p->arena, p->blocks.item[w->parent].ref, w->number);
    *VEC_ADD(p->arena, &p->depth) = depth;
    *VEC_ADD(p->arena, &p->from) = w->old;
    *VEC_ADD(p->arena, &p->blocks) = b;
    *made = at;
    return 0;
}

static bool is_free(const struct block_to_make *w)
{
    return w->old == VIXML_NONE && w->operation == VIXML_NONE;
}

/* The children of new block `at`, put on the stack, the last first. */
static int add_children(struct patch_job *p, uint32_t at)
{
    const struct vixml_block *block = p->old->block;
    const struct vi_structure *structure = p->delta->structure;
    struct str ref = p->blocks.item[at].ref;
    uint32_t o = p->from.item[at], n = 0, first = p->waiting.n, *slot = map_find(&p->arrivals, hash_str(ref));
    uint32_t arrival = slot ? *slot : VIXML_NONE;

    for (uint32_t c = o + 1; o != VIXML_NONE && c < block[o].end; c = block[c].end)
        n += p->fate[c] == STAYS;
    for (uint32_t i = arrival; i != VIXML_NONE; i = p->next_arrival[i])
        n++;
    if (n > p->n_expected)
        return misfit(p, "too many blocks arrive at", ref);
    if (n == 0)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        *VEC_ADD(p->arena, &p->waiting) = (struct block_to_make){ at, n - i, VIXML_NONE, VIXML_NONE };
    struct block_to_make *place = p->waiting.item + first; /* place[n - k] is the k-th child */
    for (uint32_t i = arrival; i != VIXML_NONE; i = p->next_arrival[i]) {
        uint32_t to = structure[i].to_at;
        if (!str_eq(structure[i].to_parent, ref) || to < 1 || to > n || !is_free(&place[n - to]))
            return misfit(p, "there is no free place for block", structure[i].to);
        place[n - to].operation = i;
        if (structure[i].op == VI_BLOCK_MOVE)
            place[n - to].old = old_block(p, structure[i].from);
    }
    uint32_t k = 1;
    for (uint32_t c = o + 1; o != VIXML_NONE && c < block[o].end; c = block[c].end) {
        if (p->fate[c] != STAYS)
            continue;
        while (!is_free(&place[n - k]))
            k++;
        place[n - k].old = c;
    }
    if (slot)
        *slot = VIXML_NONE; /* two blocks of the same name must not get them twice */
    return 0;
}

static int make_tree(struct patch_job *p)
{
    int failed;
    *VEC_ADD(p->arena, &p->blocks) = (struct vixml_block){
        .end = 1, .face = vixml_same_face(&p->delta->old.page, &p->delta->new.page) ? p->old->block[0].face : p->delta->new.page
    };
    *VEC_ADD(p->arena, &p->from) = 0;
    *VEC_ADD(p->arena, &p->depth) = 0;
    if ((failed = add_children(p, 0)))
        return failed;
    while (p->waiting.n) {
        struct block_to_make next = p->waiting.item[--p->waiting.n];
        uint32_t made = 0;
        if ((failed = make_block(p, &next, &made)) || (failed = add_children(p, made)))
            return failed;
    }
    if (p->blocks.n != p->n_expected)
        return misfit(p, "blocks have no place in the new document, below or beside", STR("a block that is deleted or moved"));
    for (uint32_t i = p->blocks.n; i-- > 1;) {
        struct vixml_block *b = &p->blocks.item[i], *parent = &p->blocks.item[b->parent];
        parent->end = MAX(parent->end, b->end);
    }
    return 0;
}

/* Numbers of the blocks that each change speaks of. */
static int read_changes(struct patch_job *p, const struct vixml *made, struct vi_ways *ways)
{
    const struct videlta *d = p->delta;
    uint32_t *old_of = NEW_ARRAY(p->arena, uint32_t, d->n_changes), *new_of = NEW_ARRAY(p->arena, uint32_t, d->n_changes);
    struct map new_refs;

    vixml_refs(made, p->arena, &new_refs);
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct vi_change *c = &d->change[i];
        old_of[i] = new_of[i] = VIXML_NONE;
        if (c->joined != VIXML_NONE)
            continue;
        old_of[i] = c->op == VI_INSERT ? VIXML_NONE : old_block(p, c->from);
        new_of[i] = c->op == VI_DELETE ? VIXML_NONE : vixml_find(made, &new_refs, c->to);
        if (c->op != VI_INSERT && old_of[i] == VIXML_NONE)
            return misfit(p, "the old document has no block", c->from);
        if (c->op != VI_DELETE && new_of[i] == VIXML_NONE)
            return misfit(p, "the new document would have no block", c->to);
    }
    *ways = (struct vi_ways){ .delta = d, .old_of = old_of, .new_of = new_of };
    vi_ways_open(ways, p->arena, p->old->n, made->n);
    return 0;
}

/* Puts the list into the order that the delta gives, where it gives one. */
static int set_order(struct patch_job *p, struct str ref, struct vi_list *list)
{
    const uint32_t *found = map_find(&p->orders, hash_mix(hash_str(ref), list->kind));
    const struct vi_order *order = found ? &p->delta->order[*found] : NULL;
    if (!order || !str_eq(order->ref, ref))
        return 0;
    struct vi_list_item *sorted = NEW_ARRAY(p->arena, struct vi_list_item, list->n);
    bool *used = NEW_ARRAY(p->arena, bool, list->n);
    if (order->n != list->n)
        return misfit(p, "an order of items has another length than the list in block", ref);
    for (uint32_t i = 0; i < list->n; i++) {
        if (order->at[i] >= list->n || used[order->at[i]])
            return misfit(p, "an order of items names one twice, or one that is not there, in block", ref);
        used[order->at[i]] = true;
        sorted[i] = list->item[order->at[i]];
    }
    list->item = sorted;
    return 0;
}

static int make_list(struct patch_job *p, const struct vi_ways *ways, uint32_t block, enum vi_kind kind, struct vi_list *out)
{
    *out = (struct vi_list){ .from = p->from.item[block], .to = block, .kind = kind };
    if (!vi_list_next(p->arena, ways, p->old, out)) {
        const struct vi_change *c = &p->delta->change[out->missing];
        struct str name = c->old.name.len ? c->old.name : c->old.address, head = utf8_head(name, 80);
        return err_set(p->err, E_FORMAT, "the delta does not fit the document: block '%.*s' has no %s '%.*s'%s", STR_ARG(c->from),
                       vi_kind_name[c->kind], STR_ARG(head), head.len < name.len ? "..." : "");
    }
    return kind == VI_TEXT ? 0 : set_order(p, p->blocks.item[block].ref, out);
}

static int make_content(struct patch_job *p, const struct vi_ways *ways, uint32_t i)
{
    struct vixml_block *b = &p->blocks.item[i];
    struct vi_list list;
    int failed;
    b->link = p->items.n;
    for (enum vi_kind kind = VI_LINK; kind <= VI_IMAGE; kind++) {
        b->image = kind == VI_IMAGE ? p->items.n : b->image;
        if ((failed = make_list(p, ways, i, kind, &list)))
            return failed;
        for (uint32_t k = 0; k < list.n; k++)
            *VEC_ADD(p->arena, &p->items) =
                (struct vixml_item){ list.item[k].thing.name, list.item[k].thing.address, list.item[k].id };
    }
    b->item_end = p->items.n;
    if ((failed = make_list(p, ways, i, VI_TEXT, &list)))
        return failed;
    if (list.n > 1)
        return misfit(p, "two texts come into block", b->ref);
    b->text = list.n ? list.item[0].thing.name : STR("");
    return arena_over(p->arena) ? arena_room(p->arena, 1, p->err) : 0;
}

static int check_start(const struct patch_job *p)
{
    uint64_t state = vixml_state(p->old);
    if (p->delta->old.state && p->delta->old.state != state)
        return err_set(
            p->err, E_FORMAT,
            "the delta is for another document: it begins at %016llx, this is %016llx; is it the other version, or another page?",
            (unsigned long long)p->delta->old.state, (unsigned long long)state);
    return 0;
}

/* What the delta says of itself twice in the same words it need not have said at all. */
static struct str told(struct str had, struct str old, struct str new)
{
    return str_eq(old, new) ? had : new;
}

int videlta_apply(struct arena *a, const struct vixml *old, const struct videlta *d, struct vixml *out, struct err *e)
{
    struct patch_job p = { .arena = a, .old = old, .delta = d, .err = e };
    const struct vi_about *about = &d->new;
    struct vixml made = {
        .url = told(old->url, d->old.url, about->url),
        .title = told(old->title, d->old.title, about->title),
        .version = about->version,
        .layout = told(old->layout, d->old.layout, about->layout),
    };
    struct vi_ways ways;
    const char *wrong;
    int failed;

    if ((failed = check_start(&p)))
        return failed;
    vixml_refs(old, a, &p.old_refs);
    map_open(&p.arrivals, a, d->n_structure);
    map_open(&p.faces, a, d->n_faces);
    map_open(&p.orders, a, d->n_orders);
    p.fate = NEW_ARRAY(a, uint8_t, old->n);
    p.next_arrival = NEW_ARRAY(a, uint32_t, d->n_structure);
    read_faces(&p);
    if ((failed = read_structure(&p)) || (failed = make_tree(&p)))
        return failed;
    made.block = p.blocks.item;
    made.n = p.blocks.n;
    if ((failed = read_changes(&p, &made, &ways)))
        return failed;
    for (uint32_t i = 0; i < made.n; i++)
        if ((failed = make_content(&p, &ways, i)))
            return failed;
    made.item = p.items.item;
    made.n_items = p.items.n;
    if ((wrong = vixml_check(&made)))
        return misfit(&p, "what it makes is not Vi-XML:", str_of(wrong));
    vixml_seal(a, &made);
    if (about->state && about->state != vixml_state(&made))
        return misfit(&p, "the result is not the document that it speaks of,", about->version);
    *out = made;
    return 0;
}
