/* In: two documents and what became of what. Out: the operations, in the order in which they are written.
 *
 *  1. First the changes told of a block, by new block, then by operation and kind; then moves; then what structure operations bring
 *     along, by operation. Within each the order is that of the documents. Reading a delta gives the same order again.
 *  2. A block has moved where what is around it and in both documents is not the same, or where it has left the order of its siblings:
 *     those of the longest run that kept their order stay. Blocks around it that came or went do not move it: it comes along with them.
 *  3. Blocks and texts of a split or a merge belong to it, and so do links and images that went from one of its blocks to another. What
 *     was inserted, deleted or updated in them is told as anywhere; the text is told over all parts.
 * Cost: O(blocks log blocks + items of blocks that differ). */
#include "visual/videlta.h"

#include <stdlib.h>

#include "base/vec.h"
#include "visual/rising.h"
#include "visual/vidiff_steps.h"

const char *const vi_op_name[VI_OPS] = { "insert", "delete", "update", "move" };
const char *const vi_kind_name[VI_KINDS] = { "link", "image", "text" };
const char *const vi_structure_name[VI_STRUCTURE_OPS] = { "insert", "delete", "move", "split", "merge" };
const char *const vi_same_name[] = { "name", "address", "either" };

struct delta_builder {
    struct arena *arena;
    const struct vixml *old, *new;
    const struct vi_match *match;
    VEC(struct vi_change) told, moved, caused;
    VEC(struct vi_structure) structure;
    VEC(struct vi_face) faces;
    uint32_t *old_cause, *new_cause; /* per block: the structure operation that made or ended it, VIXML_NONE: none */
    uint32_t *split_of, *merge_of;   /* per old, per new block: the split or merge it belongs to */
    uint32_t *new_split, *new_merge;
    uint32_t *old_number, *new_number; /* place among siblings, from 1 on */
};

static uint32_t *filled(struct arena *a, uint32_t n)
{
    uint32_t *array = NEW_ARRAY_RAW(a, uint32_t, n + 1);
    memset(array, 0xff, (n + 1) * sizeof *array);
    return array;
}

struct vi_match *vi_match_new(struct arena *a, const struct vixml *old, const struct vixml *new)
{
    struct vi_match *m = NEW(a, struct vi_match);
    m->block_to = filled(a, old->n);
    m->text_to = filled(a, old->n);
    m->item_to = filled(a, old->n_items);
    m->block_from = filled(a, new->n);
    m->text_from = filled(a, new->n);
    m->item_from = filled(a, new->n_items);
    m->block_to[0] = m->block_from[0] = 0;
    return m;
}

/* The split or merge that made new block n out of old block o; VIXML_NONE: none did. */
static uint32_t parts_between(const struct delta_builder *m, uint32_t o, uint32_t n)
{
    if (m->split_of[o] != VIXML_NONE && m->split_of[o] == m->new_split[n])
        return m->split_of[o];
    return m->merge_of[o] != VIXML_NONE && m->merge_of[o] == m->new_merge[n] ? m->merge_of[o] : VIXML_NONE;
}

/* Something that came into a part of a split, or went out of a part of a merge. */
static bool is_in_parts(const struct delta_builder *m, const struct vi_change *c)
{
    if (c->op == VI_INSERT)
        return m->new_split[c->new_block] != VIXML_NONE;
    if (c->op == VI_DELETE)
        return m->merge_of[c->old_block] != VIXML_NONE;
    return parts_between(m, c->old_block, c->new_block) != VIXML_NONE;
}

/* The operation on blocks that brought the change along. */
static uint32_t cause_of_change(const struct delta_builder *m, const struct vi_change *c)
{
    if (c->kind != VI_TEXT && is_in_parts(m, c))
        return c->op == VI_MOVE ? parts_between(m, c->old_block, c->new_block) : VIXML_NONE;
    uint32_t o = c->old_block, n = c->new_block, cause = VIXML_NONE;
    if (c->op == VI_INSERT)
        cause = m->new_cause[n];
    else if (c->op == VI_DELETE)
        cause = m->old_cause[o];
    else
        cause = parts_between(m, o, n);
    /* Words that a split took away or a merge brought along. */
    if (cause == VIXML_NONE && c->kind == VI_TEXT && c->op != VI_MOVE && n != VIXML_NONE)
        cause = m->new_split[n] != VIXML_NONE ? m->new_split[n] : m->new_merge[n];
    if (cause == VIXML_NONE && c->kind == VI_TEXT && c->op == VI_DELETE)
        cause = m->split_of[o] != VIXML_NONE ? m->split_of[o] : m->merge_of[o];
    return cause;
}

/* Puts the change where it is to be written. The block is new where there is one. */
static void add_change(struct delta_builder *m, struct vi_change c)
{
    uint32_t o = c.old_block, n = c.new_block;
    if (o != VIXML_NONE)
        c.from = m->old->block[o].ref;
    if (n != VIXML_NONE) {
        c.to = m->new->block[n].ref;
        if (m->match->block_from[n] != VIXML_NONE)
            c.home = m->old->block[m->match->block_from[n]].ref;
    }
    c.ppm = n != VIXML_NONE ? m->new->block[n].face.ppm : m->old->block[o].face.ppm;
    uint32_t cause = c.joined == VIXML_NONE ? cause_of_change(m, &c) : VIXML_NONE;
    c.cause = cause;
    if (cause != VIXML_NONE)
        *VEC_ADD(m->arena, &m->caused) = c;
    else if (c.op == VI_MOVE)
        *VEC_ADD(m->arena, &m->moved) = c;
    else
        *VEC_ADD(m->arena, &m->told) = c;
}

static struct vi_thing thing_of(const struct vixml *x, uint32_t item)
{
    return (struct vi_thing){ x->item[item].name, x->item[item].address };
}

static uint32_t owner_of(const struct vixml *x, uint32_t item)
{
    uint32_t low = 0, high = x->n;
    while (high - low > 1) { /* the last block that begins at or before the item: items follow each other without gaps */
        uint32_t middle = low + (high - low) / 2;
        if (x->block[middle].link <= item)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void add_arrivals(struct delta_builder *m, uint32_t n, enum vi_kind kind)
{
    const struct vixml_block *b = &m->new->block[n];
    uint32_t from = kind == VI_LINK ? b->link : b->image, to = kind == VI_LINK ? b->image : b->item_end;
    for (uint32_t i = from; i < to; i++) {
        uint32_t was = m->match->item_from[i];
        struct vi_change c = {
            .op = VI_INSERT, .kind = kind, .old_block = VIXML_NONE, .new_block = n, .new = thing_of(m->new, i), .joined = VIXML_NONE
        };
        if (was != VIXML_NONE) {
            bool same = m->old->item[was].id == m->new->item[i].id;
            c.old_block = m->match->block_from[n];
            if (c.old_block == VIXML_NONE || was < m->old->block[c.old_block].link || was >= m->old->block[c.old_block].item_end)
                c.old_block = owner_of(m->old, was);
            if (same && c.old_block == m->match->block_from[n])
                continue;
            c.op = same ? VI_MOVE : VI_UPDATE;
            c.old = thing_of(m->old, was);
        }
        add_change(m, c);
    }
}

/* The new block that a thing of old block o went out of; VIXML_NONE where that is gone. */
static uint32_t told_in(const struct delta_builder *m, uint32_t o)
{
    uint32_t merge = m->match->block_to[o] == VIXML_NONE ? m->merge_of[o] : VIXML_NONE;
    return merge == VIXML_NONE ? m->match->block_to[o] : m->structure.item[merge].new_block;
}

static void add_departures(struct delta_builder *m, uint32_t o, enum vi_kind kind)
{
    const struct vixml_block *b = &m->old->block[o];
    uint32_t from = kind == VI_LINK ? b->link : b->image, to = kind == VI_LINK ? b->image : b->item_end;
    for (uint32_t i = from; i < to; i++)
        if (m->match->item_to[i] == VIXML_NONE)
            add_change(m, (struct vi_change){
                              .op = VI_DELETE,
                              .kind = kind,
                              .old_block = o,
                              .new_block = told_in(m, o),
                              .old = thing_of(m->old, i),
                              .joined = VIXML_NONE,
                          });
}

static void add_text_arrival(struct delta_builder *m, uint32_t n)
{
    uint32_t was = m->match->text_from[n];
    struct vi_change c = { .op = VI_INSERT, .kind = VI_TEXT, .old_block = VIXML_NONE, .new_block = n, .joined = VIXML_NONE };
    if (!m->new->block[n].text.len)
        return;
    c.new.name = m->new->block[n].text;
    if (was != VIXML_NONE) {
        bool same = m->old->block[was].text_id == m->new->block[n].text_id;
        if (same && was == m->match->block_from[n])
            return;
        c.op = same ? VI_MOVE : VI_UPDATE;
        c.old_block = was;
        c.old.name = m->old->block[was].text;
    }
    add_change(m, c);
}

static void add_text_departure(struct delta_builder *m, uint32_t o)
{
    if (m->old->block[o].text.len && m->match->text_to[o] == VIXML_NONE)
        add_change(m, (struct vi_change){
                          .op = VI_DELETE,
                          .kind = VI_TEXT,
                          .old_block = o,
                          .new_block = m->match->block_to[o],
                          .old.name = m->old->block[o].text,
                          .joined = VIXML_NONE,
                      });
}

static struct str join_texts(struct arena *a, const struct vixml *x, const uint32_t *block, uint32_t n)
{
    struct str all = STR("");
    for (uint32_t i = 0; i < n; i++) {
        struct str text = x->block[block[i]].text;
        all = !text.len ? all : !all.len ? text : arena_printf(a, "%.*s %.*s", STR_ARG(all), STR_ARG(text));
    }
    return all;
}

/* Whether the texts have the same words, in whatever order: parts may have changed places. */
static bool same_words(struct arena *a, struct str old, struct str new)
{
    return str_eq(old, new) || (old.len == new.len &&vi_text_distance(a, old, new) == 0);
}

/* What became of the text of a split or merge as a whole; told of the block that is in both documents. */
static void add_joined(struct delta_builder *m, uint32_t number)
{
    const struct vi_parts *p = &m->match->parts[number];
    struct str whole = (p->merge ? m->new : m->old)->block[p->whole].text;
    struct str parts = join_texts(m->arena, p->merge ? m->old : m->new, p->part, p->n_parts);
    struct vi_change c = {
        .kind = VI_TEXT,
        .old_block = p->merge ? m->match->block_from[p->whole] : p->whole,
        .new_block = p->merge ? p->whole : m->match->block_to[p->whole],
        .old.name = p->merge ? parts : whole,
        .new.name = p->merge ? whole : parts,
        .joined = number,
    };
    if (same_words(m->arena, whole, parts))
        return;
    c.op = !c.old.name.len ? VI_INSERT : !c.new.name.len ? VI_DELETE : VI_UPDATE;
    c.old_block = c.op == VI_INSERT ? VIXML_NONE : c.old_block;
    add_change(m, c);
}

static bool differs(const struct delta_builder *m, uint32_t o, uint32_t n)
{
    return !vi_same_content(&m->old->block[o], &m->new->block[n]);
}

/* What went out of the parts of a merge that are gone, and what became of their text. */
static void add_merged(struct delta_builder *m, uint32_t number)
{
    const struct vi_parts *p = &m->match->parts[number];
    for (uint32_t i = 0; i < p->n_parts; i++)
        for (enum vi_kind kind = VI_LINK; m->match->block_to[p->part[i]] == VIXML_NONE && kind <= VI_IMAGE; kind++)
            add_departures(m, p->part[i], kind);
    add_joined(m, number);
}

static void add_changes(struct delta_builder *m)
{
    for (uint32_t n = 0; n < m->new->n; n++) {
        uint32_t o = m->match->block_from[n];
        if (o != VIXML_NONE && !differs(m, o, n))
            continue;
        for (enum vi_kind kind = VI_LINK; kind <= VI_IMAGE; kind++)
            add_arrivals(m, n, kind);
        add_text_arrival(m, n);
        for (enum vi_kind kind = VI_LINK; o != VIXML_NONE && kind <= VI_IMAGE; kind++)
            add_departures(m, o, kind);
        if (o != VIXML_NONE)
            add_text_departure(m, o);
        if (m->new_merge[n] != VIXML_NONE)
            add_merged(m, m->new_merge[n]);
        if (o != VIXML_NONE && m->split_of[o] != VIXML_NONE)
            add_joined(m, m->split_of[o]);
    }
    for (uint32_t o = 0; o < m->old->n; o++) {
        if (m->match->block_to[o] != VIXML_NONE)
            continue;
        for (enum vi_kind kind = VI_LINK; told_in(m, o) == VIXML_NONE && kind <= VI_IMAGE; kind++)
            add_departures(m, o, kind);
        add_text_departure(m, o);
    }
}

static int by_place(const struct vi_change *l, const struct vi_change *r)
{
    if (l->new_block != r->new_block)
        return l->new_block < r->new_block ? -1 : 1;
    if (l->op != r->op)
        return l->op < r->op ? -1 : 1;
    return l->kind < r->kind ? -1 : l->kind > r->kind;
}

/* What is told of one block lies together already, and has few kinds of operation: one pass for each, which keeps the order of equals. */
static void sort_told(struct vi_change *item, uint32_t n, struct vi_change *room)
{
    for (uint32_t first = 0, end; first < n; first = end) {
        uint32_t at = first;
        for (end = first; end < n && item[end].new_block == item[first].new_block; end++)
            room[end] = item[end];
        for (unsigned key = 0; key < VI_OPS * VI_KINDS && at < end; key++)
            for (uint32_t i = first; i < end; i++)
                if (room[i].op * VI_KINDS + room[i].kind == (int)key)
                    item[at++] = room[i];
    }
}

/* Causes in their order, each in the order of blocks, operations and kinds. */
static int by_cause(const void *left, const void *right, void *changes)
{
    uint32_t first = *(const uint32_t *)left, second = *(const uint32_t *)right;
    const struct vi_change *l = (const struct vi_change *)changes + first, *r = (const struct vi_change *)changes + second;
    if (l->cause != r->cause)
        return l->cause < r->cause ? -1 : 1;
    bool l_moves = l->op == VI_MOVE, r_moves = r->op == VI_MOVE;
    if (l_moves != r_moves)
        return l_moves ? 1 : -1;
    int order = by_place(l, r);
    if (order)
        return order;
    return first < second ? -1 : 1;
}

static void add_caused(struct delta_builder *m, struct vi_change *out)
{
    AUTO(arena) room = { 0 };
    uint32_t n = m->caused.n, *order = NEW_ARRAY(&room, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    if (n > 1)
        qsort_r(order, n, sizeof *order, by_cause, m->caused.item);
    for (uint32_t i = 0; i < n; i++)
        out[i] = m->caused.item[order[i]];
}

static uint32_t *numbers_of(struct arena *a, const struct vixml *x)
{
    uint32_t *number = NEW_ARRAY(a, uint32_t, x->n), *count = NEW_ARRAY(a, uint32_t, x->n);
    for (uint32_t i = 1; i < x->n; i++)
        number[i] = ++count[x->block[i].parent];
    return number;
}

/* The nearest block around that is in both documents. */
static uint32_t *known_around(struct arena *a, const struct vixml *x, const uint32_t *partner)
{
    uint32_t *around = NEW_ARRAY(a, uint32_t, x->n);
    for (uint32_t i = 1; i < x->n; i++) {
        uint32_t parent = x->block[i].parent;
        around[i] = partner[parent] != VIXML_NONE ? parent : around[parent];
    }
    return around;
}

/* Marks new blocks that stay: in the same known block, and of those in it a longest run that kept their order. */
static void mark_staying(struct delta_builder *m, bool *stays)
{
    AUTO(arena) room = { 0 };
    uint32_t n_new = m->new->n, *start = NEW_ARRAY(&room, uint32_t, n_new + 2), *member = NEW_ARRAY(&room, uint32_t, n_new);
    uint32_t *was_in = known_around(&room, m->old, m->match->block_to), *is_in = known_around(&room, m->new, m->match->block_from);
    uint32_t *old = NEW_ARRAY(&room, uint32_t, n_new);
    bool *in_run = NEW_ARRAY(&room, bool, n_new);

    for (uint32_t n = 1; n < n_new; n++) {
        uint32_t o = m->match->block_from[n];
        stays[n] = o != VIXML_NONE && m->match->block_to[was_in[o]] == is_in[n];
        start[is_in[n] + 2] += stays[n];
    }
    for (uint32_t i = 2; i < n_new + 2; i++)
        start[i] += start[i - 1];
    for (uint32_t n = 1; n < n_new; n++)
        if (stays[n]) {
            uint32_t at = start[is_in[n] + 1]++;
            member[at] = n;
            old[at] = m->match->block_from[n];
        }
    for (uint32_t i = 0; i < n_new; i++) {
        uint32_t first = start[i], size = start[i + 1] - first;
        if (size == 0)
            continue;
        rising_mark(old + first, size, in_run + first);
        for (uint32_t k = first; k < first + size; k++)
            stays[member[k]] = in_run[k];
    }
}

/* The split or merge that all leaves below the block belong to, for blocks that were made to hold them. */
static void spread_parts(const struct vixml *x, uint32_t *of)
{
    for (uint32_t i = x->n; i-- > 1;) {
        if (vixml_is_leaf(x, i) || vixml_has_content(&x->block[i]))
            continue;
        uint32_t all = of[i + 1];
        for (uint32_t c = i + 1; c < x->block[i].end; c = x->block[c].end)
            all = of[c] == all ? all : VIXML_NONE;
        of[i] = all;
    }
}

static void add_parts(struct delta_builder *m)
{
    for (uint32_t i = 0; i < m->match->n_parts; i++) {
        const struct vi_parts *p = &m->match->parts[i];
        const struct vixml *whole = p->merge ? m->new : m->old, *part = p->merge ? m->old : m->new;
        uint32_t number = m->structure.n, *whole_of = p->merge ? m->new_merge : m->split_of;
        uint32_t *part_of = p->merge ? m->merge_of : m->new_split;
        struct str *refs = NEW_ARRAY(m->arena, struct str, p->n_parts), ref = whole->block[p->whole].ref;
        for (uint32_t k = 0; k < p->n_parts; k++) {
            refs[k] = part->block[p->part[k]].ref;
            part_of[p->part[k]] = number;
        }
        whole_of[p->whole] = number;
        *VEC_ADD(m->arena, &m->structure) = (struct vi_structure){
            .op = p->merge ? VI_BLOCK_MERGE : VI_BLOCK_SPLIT,
            .old_block = p->merge ? VIXML_NONE : p->whole,
            .new_block = p->merge ? p->whole : VIXML_NONE,
            .from = p->merge ? STR("") : ref,
            .to = p->merge ? ref : STR(""),
            .part = refs,
            .n_parts = p->n_parts,
            .cause = VIXML_NONE,
        };
    }
    spread_parts(m->new, m->new_split);
    spread_parts(m->old, m->merge_of);
}

/* The new container that a split put its parts into stands where the old block stood; likewise the old one of a merge. */
static uint32_t cause_of(const struct delta_builder *m, uint32_t o, uint32_t n)
{
    uint32_t cause = n != VIXML_NONE ? m->new_split[n] : VIXML_NONE;
    if (cause == VIXML_NONE && o != VIXML_NONE)
        cause = m->merge_of[o];
    if (cause == VIXML_NONE && n != VIXML_NONE && m->new_merge[n] != VIXML_NONE && o != VIXML_NONE
        && m->merge_of[o] == m->new_merge[n])
        cause = m->new_merge[n];
    return cause;
}

static void add_structure(struct delta_builder *m, enum vi_structure_op op, uint32_t o, uint32_t n)
{
    struct vi_structure s = { .op = op, .old_block = o, .new_block = n, .cause = cause_of(m, o, n) };
    uint32_t number = m->structure.n;
    if (o != VIXML_NONE) {
        s.from = m->old->block[o].ref;
        s.from_parent = m->old->block[m->old->block[o].parent].ref;
        s.from_at = m->old_number[o];
        s.face = m->old->block[o].face;
    }
    if (n != VIXML_NONE) {
        s.to = m->new->block[n].ref;
        s.to_parent = m->new->block[m->new->block[n].parent].ref;
        s.to_at = m->new_number[n];
        s.face = m->new->block[n].face;
    }
    if (op == VI_BLOCK_INSERT)
        m->new_cause[n] = number;
    if (op == VI_BLOCK_DELETE)
        m->old_cause[o] = number;
    *VEC_ADD(m->arena, &m->structure) = s;
}

/* A block that stays, and whose parent came or went, comes along with that. */
static void add_move(struct delta_builder *m, uint32_t o, uint32_t n, bool stays)
{
    uint32_t from = m->old->block[o].parent, to = m->new->block[n].parent;
    if (stays && m->match->block_to[from] == to)
        return;
    add_structure(m, VI_BLOCK_MOVE, o, n);
    struct vi_structure *s = &m->structure.item[m->structure.n - 1];
    if (stays && s->cause == VIXML_NONE)
        s->cause = m->match->block_from[to] == VIXML_NONE ? m->new_cause[to] : m->old_cause[from];
}

/* Splits and merges, what came, what went, what moved: each may be the cause of those that follow. */
static void add_structures(struct delta_builder *m)
{
    bool *stays = NEW_ARRAY(m->arena, bool, m->new->n);
    add_parts(m);
    mark_staying(m, stays);
    for (uint32_t n = 1; n < m->new->n; n++)
        if (m->match->block_from[n] == VIXML_NONE)
            add_structure(m, VI_BLOCK_INSERT, VIXML_NONE, n);
    for (uint32_t o = 1; o < m->old->n; o++)
        if (m->match->block_to[o] == VIXML_NONE)
            add_structure(m, VI_BLOCK_DELETE, o, VIXML_NONE);
    for (uint32_t n = 1; n < m->new->n; n++)
        if (m->match->block_from[n] != VIXML_NONE)
            add_move(m, m->match->block_from[n], n, stays[n]);
}

static struct vi_face face_change(const struct vixml_block *old, const struct vixml_block *new)
{
    const struct vixml_face *o = &old->face, *n = &new->face;
    return (struct vi_face){
        .from = old->ref,
        .to = new->ref,
        .pos = o->x != n->x || o->y != n->y || o->w != n->w || o->h != n->h,
        .doc = o->doc != n->doc,
        .share = o->ppm != n->ppm,
        .old = *o,
        .new = *n,
    };
}

static void add_faces(struct delta_builder *m, bool positional)
{
    for (uint32_t n = 1; n < m->new->n; n++) {
        uint32_t o = m->match->block_from[n];
        if (o == VIXML_NONE)
            continue;
        const struct vixml_block *old = &m->old->block[o], *new = &m->new->block[n];
        if (!vixml_same_face(&old->face, &new->face) || (!positional && !str_eq(old->ref, new->ref)))
            *VEC_ADD(m->arena, &m->faces) = face_change(old, new);
    }
}

static struct vi_about about_of(const struct vixml *x)
{
    return (struct vi_about){ x->url, x->title, x->version, x->layout, x->block[0].face, vixml_state(x) };
}

void videlta_make(struct arena *a, const struct vixml *old, const struct vixml *new, const struct vi_match *match,
                  struct videlta *out)
{
    struct delta_builder m = {
        .arena = a,
        .old = old,
        .new = new,
        .match = match,
        .old_cause = filled(a, old->n),
        .new_cause = filled(a, new->n),
        .split_of = filled(a, old->n),
        .merge_of = filled(a, old->n),
        .new_split = filled(a, new->n),
        .new_merge = filled(a, new->n),
        .old_number = numbers_of(a, old),
        .new_number = numbers_of(a, new),
    };
    *out = (struct videlta){ .old = about_of(old), .new = about_of(new), .positional = old->positional &&new->positional };
    out->block_to = match->block_to;
    add_structures(&m);
    add_changes(&m);
    add_faces(&m, out->positional);
    out->n_changes = m.told.n + m.moved.n + m.caused.n;
    out->change = NEW_ARRAY(a, struct vi_change, out->n_changes);
    sort_told(m.told.item, m.told.n, out->change); /* as room */
    struct vi_change *at = out->change;
    for (uint32_t i = 0; i < m.told.n; i++)
        *at++ = m.told.item[i];
    for (uint32_t i = 0; i < m.moved.n; i++)
        *at++ = m.moved.item[i];
    add_caused(&m, at);
    out->structure = m.structure.item;
    out->n_structure = m.structure.n;
    out->face = m.faces.item;
    out->n_faces = m.faces.n;
    videlta_set_orders(a, old, new, match, out);
}

uint32_t videlta_count(const struct videlta *d)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_changes; i++)
        n += d->change[i].cause == VIXML_NONE;
    for (uint32_t i = 0; i < d->n_structure; i++)
        n += d->structure[i].cause == VIXML_NONE;
    return n;
}
