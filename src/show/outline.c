/* In: what Vi-DIFF found, and the blocks of the new page. Out: for elements of that page, how they are outlined.
 *
 * A block that changed is outlined on the elements it owns: the hue says what happened, the line is deeper and thicker the more of the
 * importance the change has, and dashed where that is little. The first element has a label that says both in words; what the block is
 * about stands on the page itself. Cost: O(nodes + blocks + operations). */
#include "show/outline.h"

#include "base/map.h"
#include "base/share.h"

/* Shares of the largest share from which a change counts as such: halves, as the eye tells lines apart by about that. */
static const double levels[] = { 0, 0.1, 0.25, 0.5 };

static unsigned level_of(double share, double most)
{
    unsigned level = 1;

    while (level < ARRAY_LEN(levels) && most > 0 && share / most >= levels[level])
        level++;
    return level;
}

static const char *const event_name[] = {
    [EVENT_CHANGED] = "changed", [EVENT_NEW] = "new", [EVENT_MOVED] = "moved", [EVENT_SPLIT] = "split", [EVENT_MERGED] = "merged",
};

/* By block of the new document: what happened to it. */
static enum block_event *events_of(struct arena *a, const struct vidiff_view *v, const struct map *refs)
{
    static const enum block_event event_of[] = { [VI_BLOCK_INSERT] = EVENT_NEW, [VI_BLOCK_MOVE] = EVENT_MOVED };
    const struct vixml *x = v->new;
    const struct videlta *d = v->delta;
    enum block_event *event = NEW_ARRAY(a, enum block_event, x->n);

    for (uint32_t i = 0; i < d->n_structure; i++) {
        const struct vi_structure *s = &d->structure[i];
        if (!v->told->structure[i])
            continue;
        if (s->op == VI_BLOCK_SPLIT) {
            for (uint32_t k = 0; k < s->n_parts; k++) {
                uint32_t part = vixml_find(x, refs, s->part[k]);
                if (part != VIXML_NONE)
                    event[part] = EVENT_SPLIT;
            }
        } else if (s->op == VI_BLOCK_MERGE && s->new_block != VIXML_NONE) {
            event[s->new_block] = EVENT_MERGED;
        } else if (s->op != VI_BLOCK_DELETE && s->new_block != VIXML_NONE) {
            event[s->new_block] = event_of[s->op];
        }
    }
    return event;
}

static struct str label_of(struct arena *a, struct str ref, enum block_event event, double share)
{
    return share < 0.005
               ? arena_printf(a, "block %.*s · %s · importance below 0.01", STR_ARG(ref), event_name[event])
               : arena_printf(a, "block %.*s · %s · importance %.*f", STR_ARG(ref), event_name[event], share_digits(share), share);
}

/* By block of the document: the block of the page, or NONE. Leaves have the same order in both. */
static uint32_t *match_leaves(struct arena *a, const struct vixml *x, const struct blocks *b)
{
    uint32_t *leaf = NEW_ARRAY(a, uint32_t, x->n), at = 0;

    for (uint32_t i = 0; i < x->n; i++) {
        leaf[i] = NONE;
        if (!vixml_is_leaf(x, i))
            continue;
        while (at < b->n && !block_is_leaf(b, at))
            at++;
        leaf[i] = at < b->n ? at++ : NONE;
    }
    return leaf;
}

/* The elements that the block owns, the first with the label. */
static void outline_block(struct arena *a, const struct blocks *b, const struct block *block, const struct outline *whole,
                          struct outlines *out)
{
    struct outline *last = NULL;

    for (uint32_t k = block->node; k < block->node_end; k++) {
        uint32_t node = b->node[k];
        if (b->page->dom.node[node].kind != NODE_ELEMENT)
            continue;
        struct outline *o = NEW(a, struct outline);
        *o = *whole;
        o->first = !last;
        o->label = last ? STR("") : whole->label;
        out->node[node] = last = o;
    }
    if (last)
        last->last = true;
}

static struct str summary_of(struct arena *a, const struct importance *i)
{
    uint32_t gone = 0;

    for (uint32_t k = 0; k < i->n; k++)
        gone += i->block[k].deleted;
    if (!i->n)
        return STR("Nothing that a reader sees has changed.");
    struct str head = arena_printf(a, "Importance %.*f of 1. What changed stands in %u of %u block%s, outlined on the page.",
                                   share_digits(i->value), i->value, i->n, i->n_blocks, i->n_blocks == 1 ? "" : "s");
    return gone ? arena_printf(a, "%s %u block%s gone and struck out in place.", head.ptr, gone, gone == 1 ? " is" : "s are")
                : head;
}

void outlines_build(struct arena *a, const struct vidiff_view *v, const struct blocks *b, struct outlines *out)
{
    const struct importance *all = v->importance;
    uint32_t *leaf = match_leaves(a, v->new, b);
    struct map refs;

    *out = (struct outlines){ b->page, NEW_ARRAY(a, const struct outline *, b->page->dom.n), summary_of(a, all) };
    vixml_refs(v->new, a, &refs);
    const enum block_event *event = events_of(a, v, &refs);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct importance_share *s = &all->block[i];
        uint32_t at = s->deleted ? VIXML_NONE : vixml_find(v->new, &refs, s->ref);
        if (at == VIXML_NONE || leaf[at] == NONE)
            continue;
        struct outline whole = { .level = level_of(s->share, all->block[0].share),
                                 .event = event[at],
                                 .label = label_of(a, s->ref, event[at], s->share) };
        outline_block(a, b, &b->block[leaf[at]], &whole, out);
    }
}

void outline_write(const struct outlines *o, const struct page *p, uint32_t node, struct buf *out)
{
    const struct outline *own = o && o->page == p ? o->node[node] : NULL;

    if (!own)
        return;
    buf_addf(out, " data-weft-block=\"%u %s%s%s\"", own->level, event_name[own->event], own->first ? " first" : "",
             own->last ? " last" : "");
    if (own->label.len) {
        buf_add(out, STR(" data-weft-label=\""));
        buf_add_escaped(out, own->label);
        buf_add_char(out, '"');
    }
}
