/* In: a block's items and the changes of a delta. Out: the items of the block that it becomes, in the order of the rule.
 *
 * Things are known by their IDs. Of equal things the first is taken, always: so whoever makes a delta and whoever applies it agree on
 * the list, and the delta need only tell where the real order is another one. O(items + changes) expected. */
#include "visual/videlta_list.h"

#include "base/map.h"

enum { FEW = 1024 }; /* comparisons that cost less than a table */

/* Counting sort of change numbers by block, order kept. */
static void sort_by(struct arena *a, const uint32_t *block, uint32_t n_changes, uint32_t n_blocks, uint32_t **start, uint32_t **out)
{
    uint32_t *at = NEW_ARRAY(a, uint32_t, n_blocks + 2);
    *out = NEW_ARRAY(a, uint32_t, n_changes);
    for (uint32_t i = 0; i < n_changes; i++)
        if (block[i] != VIXML_NONE)
            at[block[i] + 2]++;
    for (uint32_t i = 2; i < n_blocks + 2; i++)
        at[i] += at[i - 1];
    for (uint32_t i = 0; i < n_changes; i++)
        if (block[i] != VIXML_NONE)
            (*out)[at[block[i] + 1]++] = i;
    *start = at;
}

void vi_ways_open(struct vi_ways *w, struct arena *a, uint32_t n_old, uint32_t n_new)
{
    sort_by(a, w->old_of, w->delta->n_changes, n_old, &w->out_start, &w->out);
    sort_by(a, w->new_of, w->delta->n_changes, n_new, &w->in_start, &w->in);
}

static uint64_t thing_id(enum vi_kind kind, const struct vi_thing *thing)
{
    return kind == VI_TEXT ? vixml_text_id(thing->name) : vixml_item_id(kind == VI_IMAGE, thing->name, thing->address);
}

uint32_t vi_list_size(const struct vixml *x, uint32_t block, enum vi_kind kind)
{
    const struct vixml_block *b = &x->block[block];
    if (kind == VI_TEXT)
        return b->text.len > 0;
    return kind == VI_LINK ? b->image - b->link : b->item_end - b->image;
}

void vi_list_of(const struct vixml *x, uint32_t block, enum vi_kind kind, struct vi_list_item *out)
{
    const struct vixml_block *b = &x->block[block];
    uint32_t from = kind == VI_LINK ? b->link : b->image, to = kind == VI_LINK ? b->image : b->item_end;
    if (kind == VI_TEXT) {
        if (b->text.len)
            out[0] = (struct vi_list_item){ b->text_id, { b->text, STR("") } };
        return;
    }
    for (uint32_t i = from; i < to; i++)
        out[i - from] = (struct vi_list_item){ x->item[i].id, { x->item[i].name, x->item[i].address } };
}

/* Finds the first thing with an ID that has not been taken yet, many times. */
struct finder {
    const struct vi_list_item *item;
    uint32_t n;
    bool *taken;
    bool use_map;
    struct map first; /* from IDs to places */
    uint32_t *next;   /* the next place with the same ID */
};

static void finder_open(struct finder *f, struct arena *a, const struct vi_list_item *item, uint32_t n, uint32_t n_asked)
{
    *f = (struct finder){ .item = item, .n = n, .taken = NEW_ARRAY(a, bool, n), .use_map = (uint64_t)n * n_asked > FEW };
    if (!f->use_map)
        return;
    map_open(&f->first, a, n);
    f->next = NEW_ARRAY(a, uint32_t, n);
    for (uint32_t i = n; i-- > 0;) {
        uint32_t *slot = map_slot(&f->first, item[i].id, VIXML_NONE);
        f->next[i] = *slot;
        *slot = i;
    }
}

static uint32_t finder_take(struct finder *f, uint64_t id)
{
    if (f->use_map) {
        uint32_t *slot = map_find(&f->first, id), found = slot ? *slot : VIXML_NONE;
        if (found != VIXML_NONE) {
            *slot = f->next[found];
            f->taken[found] = true;
        }
        return found;
    }
    for (uint32_t i = 0; i < f->n; i++)
        if (!f->taken[i] && f->item[i].id == id) {
            f->taken[i] = true;
            return i;
        }
    return VIXML_NONE;
}

static bool in_place(const struct vi_ways *w, uint32_t change, const struct vi_list *list)
{
    return w->delta->change[change].op == VI_UPDATE && w->old_of[change] == list->from && w->new_of[change] == list->to;
}

/* What goes is marked as taken, what is updated stands in its place. */
static bool take_out(struct arena *a, const struct vi_ways *w, struct vi_list *list, struct vi_list_item *had, bool *gone)
{
    struct finder f;
    uint32_t first = w->out_start[list->from], end = w->out_start[list->from + 1];
    finder_open(&f, a, had, list->n, end - first);
    for (uint32_t i = first; i < end; i++) {
        const struct vi_change *c = &w->delta->change[w->out[i]];
        if (c->kind != list->kind)
            continue;
        uint32_t at = finder_take(&f, thing_id(c->kind, &c->old));
        if (at == VIXML_NONE) {
            list->missing = w->out[i];
            return false;
        }
        gone[at] = !in_place(w, w->out[i], list);
        if (!gone[at])
            list->item[at] = (struct vi_list_item){ thing_id(c->kind, &c->new), c->new };
    }
    return true;
}

bool vi_list_next(struct arena *a, const struct vi_ways *w, const struct vixml *old, struct vi_list *list)
{
    uint32_t n_had = list->from == VIXML_NONE ? 0 : vi_list_size(old, list->from, list->kind), n = 0;
    uint32_t n_in = w->in_start[list->to + 1] - w->in_start[list->to];
    struct vi_list_item *had = NEW_ARRAY(a, struct vi_list_item, n_had);
    bool *gone = NEW_ARRAY(a, bool, n_had);

    list->item = NEW_ARRAY(a, struct vi_list_item, n_had + n_in);
    list->n = n_had;
    if (n_had) {
        vi_list_of(old, list->from, list->kind, had);
        memcpy(list->item, had, n_had * sizeof *had);
    }
    if (list->from != VIXML_NONE && !take_out(a, w, list, had, gone))
        return false;
    for (uint32_t i = 0; i < n_had; i++)
        if (!gone[i])
            list->item[n++] = list->item[i];
    for (uint32_t i = w->in_start[list->to]; i < w->in_start[list->to + 1]; i++) {
        const struct vi_change *c = &w->delta->change[w->in[i]];
        if (c->kind == list->kind && !in_place(w, w->in[i], list))
            list->item[n++] = (struct vi_list_item){ thing_id(c->kind, &c->new), c->new };
    }
    list->n = n;
    return true;
}

uint32_t *vi_list_places(struct arena *a, const struct vi_list *list, const struct vi_list_item *wanted)
{
    uint32_t same = 0, *at;
    struct finder f;
    while (same < list->n && list->item[same].id == wanted[same].id)
        same++;
    if (same == list->n)
        return NULL;
    finder_open(&f, a, list->item, list->n, list->n);
    at = NEW_ARRAY(a, uint32_t, list->n);
    for (uint32_t i = 0; i < list->n; i++)
        at[i] = finder_take(&f, wanted[i].id);
    return at;
}
