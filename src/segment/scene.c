/* In: a page and its layout. Out: a record for each node, as VIPS reads it (Cai et al., MSR-TR-2003-79, section 4.1).
 *
 * One walk down for the colour a node stands on, one walk back that folds every node into its parent: what is seen of it, its font,
 * what kinds of children it has. A box is shrunk to what is seen: a paragraph fills its column by the rules of CSS, but a reader sees
 * the words alone, and the gap beside them.
 *
 * Invariants: a valid node's box has size and lies in the union of its atoms and seen own boxes; a valid node's parent is valid.
 * Cost: O(nodes). */
#include "segment/scene.h"

#include <math.h>

#include "base/hash.h"
#include "segment/form.h"
#include "segment/roles.h"

#define ALPHA_SEEN 5u      /* of 255: less does not colour anything */
#define COLUMN_WIDTH 80.0f /* px: what is narrower is an item of a menu or a cell of numbers */
#define COLUMN_LOW 60.0f   /* px: three lines of text */
#define COLUMN_HIGH 120.0f /* px that the higher of two columns has */
#define COLUMN_OVERLAP 3.0f

struct box box_join(struct box a, struct box b)
{
    float right, bottom;

    if (a.w <= 0 || a.h <= 0)
        return b;
    if (b.w <= 0 || b.h <= 0)
        return a;
    right = fmaxf(a.x + a.w, b.x + b.w);
    bottom = fmaxf(a.y + a.h, b.y + b.h);
    a.x = fminf(a.x, b.x);
    a.y = fminf(a.y, b.y);
    return (struct box){ a.x, a.y, right - a.x, bottom - a.y };
}

/* Edges are snapped, not sizes: what touches still touches. */
static struct box snap_box(struct box b)
{
    float x = layout_snap(b.x), y = layout_snap(b.y);

    return (struct box){ x, y, layout_snap(b.x + b.w) - x, layout_snap(b.y + b.h) - y };
}

static struct box box_meet(struct box a, struct box b)
{
    float x = fmaxf(a.x, b.x), y = fmaxf(a.y, b.y);

    return (struct box){ x, y, fmaxf(fminf(a.x + a.w, b.x + b.w) - x, 0), fmaxf(fminf(a.y + a.h, b.y + b.h) - y, 0) };
}

/* By node: what can be seen of it, as far as the elements around it let it be seen. The page itself clips nothing: it scrolls. */
static struct box *find_clips(struct arena *a, const struct page *p, const struct layout *l)
{
    struct box *clip = NEW_ARRAY_RAW(a, struct box, p->dom.n);

    for (uint32_t i = 0; i < p->dom.n; i++) {
        uint32_t tag = p->dom.node[i].tag;

        clip[i] = i ? clip[p->dom.node[i].parent] : (struct box){ 0, 0, l->width, l->height + 1 };
        if ((l->look[i].flags & LOOK_CLIP) && tag != TAG_BODY && tag != TAG_HTML)
            clip[i] = box_meet(clip[i], l->box[i]);
    }
    return clip;
}

static bool is_atom(const struct page *p, uint32_t i)
{
    const struct node *n = &p->dom.node[i];

    if (n->kind == NODE_TEXT)
        return p->first_word[i] < p->first_word[i + 1];
    return n->kind == NODE_ELEMENT && ((node_classes(n) & TAG_ATOM) || n->tag == TAG_SELECT || n->tag == TAG_BUTTON)
           && n->tag != TAG_BR;
}

static uint32_t font_key(const struct look *look)
{
    return (uint32_t)fminf(fmaxf(look->font_size, 0) * 4, 65535) << 16 | look->font_weight;
}

static uint32_t text_chars(const struct page *p, uint32_t i)
{
    uint32_t first = p->first_word[i], end = p->first_word[i + 1];

    return first < end ? (uint32_t)form_text((float)(p->word[end - 1].at + p->word[end - 1].len - p->word[first].at)) : 0;
}

/* The font with most characters, by the majority vote of Boyer and Moore: exact where one has more than half, and then only it matters. */
static void fold_font(struct scene_node *into, const struct scene_node *from)
{
    if (!from->font_chars)
        return;
    if (into->font_chars && into->font != from->font)
        into->flags |= SCENE_FONTS;
    into->flags |= from->flags & SCENE_FONTS;
    if (into->font == from->font) {
        into->font_chars += from->font_chars;
    } else if (into->font_chars >= from->font_chars) {
        into->font_chars = MAX(into->font_chars - from->font_chars, 1);
    } else {
        into->font_chars = MAX(from->font_chars - into->font_chars, 1);
        into->font = from->font;
    }
}

static void fold_child(struct scene_node *parent, const struct scene_node *child)
{
    float area = box_area(child->box);

    parent->box = box_join(parent->box, child->box);
    parent->area_sum += area;
    parent->area_max = fmaxf(parent->area_max, area);
    if (!parent->n_children)
        parent->flags |= SCENE_ALL_TEXT;
    if (!(child->flags & SCENE_TEXT))
        parent->flags &= (uint16_t)~SCENE_ALL_TEXT;
    parent->flags |= SCENE_VALID | (child->flags & SCENE_TEXT ? SCENE_HAS_TEXT : 0)
                     | (child->flags & SCENE_LINE ? SCENE_HAS_LINE : 0) | (child->flags & SCENE_RULE ? SCENE_HAS_RULE : 0)
                     | (child->background != parent->background ? SCENE_HAS_COLOR : 0);
    parent->n_children++;
    fold_font(parent, child);
}

/* An element with all its children folded in, or an atom. */
static void finish_node(struct scene *s, uint32_t i, struct box clip, uint32_t outside)
{
    const struct page *p = s->page;
    const struct node *n = &p->dom.node[i];
    const struct look *look = &s->layout->look[i];
    struct scene_node *own = &s->node[i];
    struct box seen_box = box_meet(s->layout->box[i], clip);
    bool drawn = (look->flags & LOOK_DRAWN) && seen_box.w > 0 && seen_box.h > 0;

    if (is_atom(p, i)) {
        if (!drawn) {
            own->flags &= (uint16_t)~SCENE_VALID;
            return;
        }
        own->flags |= SCENE_VALID | SCENE_ATOM | (n->kind == NODE_TEXT ? SCENE_TEXT : 0) | (n->tag == TAG_HR ? SCENE_RULE : 0);
        own->box = snap_box(seen_box);
        if (n->kind == NODE_TEXT) {
            own->font = font_key(look);
            own->font_chars = MAX(text_chars(p, i), 1);
        }
    } else if (own->flags & SCENE_VALID) {
        bool seen = (look->flags & (LOOK_BORDER | LOOK_IMAGE)) || own->background != outside;
        if (drawn && seen)
            own->box = box_join(own->box, snap_box(seen_box));
        if ((look->flags & LOOK_INLINE) && (own->flags & SCENE_ALL_TEXT))
            own->flags |= SCENE_TEXT;
    }
    if (n->kind == NODE_ELEMENT && !(look->flags & LOOK_INLINE))
        own->flags |= SCENE_LINE;
}

/* Whether two blocks are columns: side by side, both of several lines, one of many. */
static bool are_columns(const struct scene_node *a, const struct scene_node *b)
{
    float beside = fmaxf(b->box.x - (a->box.x + a->box.w), a->box.x - (b->box.x + b->box.w));
    float shared = fminf(a->box.y + a->box.h, b->box.y + b->box.h) - fmaxf(a->box.y, b->box.y);
    float low = fminf(a->box.h, b->box.h);

    return beside >= -COLUMN_OVERLAP && shared >= low / 2 && low >= COLUMN_LOW && fmaxf(a->box.h, b->box.h) >= COLUMN_HIGH
           && fminf(a->box.w, b->box.w) >= COLUMN_WIDTH && a->font_chars && b->font_chars;
}

static void find_rows(struct arena *a, const struct scene *s)
{
    const struct dom *d = &s->page->dom;
    uint32_t *last = NEW_ARRAY(a, uint32_t, d->n); /* by parent: the block before */

    for (uint32_t i = 1; i < d->n; i++) {
        uint32_t parent = d->node[i].parent;

        if (!scene_is(s, i, SCENE_VALID) || !scene_is(s, i, SCENE_LINE))
            continue;
        if (last[parent] && are_columns(&s->node[last[parent]], &s->node[i]))
            s->node[parent].flags |= SCENE_ROW;
        last[parent] = i;
    }
}

uint32_t scene_common(const struct scene *s, uint32_t a, uint32_t b)
{
    const struct node *node = s->page->dom.node;

    while (b >= node[a].end || b < a)
        a = node[a].parent;
    return a;
}

int scene_build(struct arena *a, const struct page *page, const struct layout *layout, struct scene *out, struct err *e)
{
    const struct dom *d = &page->dom;
    struct roles roles;
    int failed;

    if ((failed = arena_room(a, d->n * (sizeof *out->node + sizeof(struct box) + sizeof(uint32_t)), e)))
        return failed;
    roles_open(&roles, a, page, NULL);
    *out = (struct scene){ page, layout, NEW_ARRAY(a, struct scene_node, d->n), roles_parts(a, &roles) };
    for (uint32_t i = 0; i < d->n; i++) {
        uint32_t own = layout->look[i].background;
        out->node[i].background = (own & 0xff) > ALPHA_SEEN ? own >> 8 : i ? out->node[d->node[i].parent].background : 0xffffff;
    }
    struct box *clip = find_clips(a, page, layout);
    for (uint32_t i = d->n; i-- > 0;) {
        uint32_t parent = d->node[i].parent;
        finish_node(out, i, clip[i], i ? out->node[parent].background : 0xffffff);
        if (i && (out->node[i].flags & SCENE_VALID))
            fold_child(&out->node[parent], &out->node[i]);
    }
    find_rows(a, out);
    return 0;
}

/* One node by itself, without where it stands. */
static uint64_t own_hash(const struct scene *s, uint32_t i)
{
    const struct scene_node *n = &s->node[i];
    const struct node *node = &s->page->dom.node[i];
    const uint64_t field[] = {
        node->tag < TAG_KNOWN ? node->tag : TAG_KNOWN,
        node->kind,
        node->end - i,
        n->flags,
        (uint64_t)(n->box.w * 8),
        (uint64_t)(n->box.h * 8),
        n->background,
        n->font,
        n->font_chars > 0,
        n->n_children,
        s->layout->look[i].flags & LOOK_INLINE,
        i && s->part[i] == i,
    };

    return hash_bytes(field, sizeof field);
}

uint64_t scene_place(struct box from, struct box to)
{
    return (uint64_t)(int64_t)((to.x - from.x) * 8) << 32 ^ (uint64_t)(int64_t)((to.y - from.y) * 8);
}

uint64_t *scene_hashes(struct arena *a, const struct scene *s)
{
    const struct dom *d = &s->page->dom;
    uint64_t *hash = NEW_ARRAY(a, uint64_t, d->n);

    for (uint32_t i = d->n; i-- > 0;) {
        uint32_t parent = d->node[i].parent;

        if (!scene_is(s, i, SCENE_VALID))
            continue;
        hash[i] = hash_mix(hash[i], own_hash(s, i));
        if (i)
            hash[parent] =
                hash_mix(hash[parent] + (i - parent), hash_mix(hash[i], scene_place(s->node[parent].box, s->node[i].box)));
    }
    return hash;
}
