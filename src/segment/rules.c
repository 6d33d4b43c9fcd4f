/* In: the roots of a region and the round. Out: the region's pieces.
 *
 * Cai et al., MSR-TR-2003-79, section 4.1: a node is divided into its children, kept as a piece or dropped, by the first rule of its
 * class that speaks. Differences: "inline" is what the layout says, not a list of tags; rule 8 (colour) holds for every block, since
 * pages are made of div today; sizes are absolute, as in every implementation.
 *
 * Invariants: every atom that is seen below a root is in exactly one piece; pieces are in document order and do not overlap.
 * Cost: O(nodes looked at): below a piece nobody looks. No recursion: the open nodes are a stack in the arena. */
#include "segment/rules.h"

enum verdict { RULE_NEXT, RULE_DIVIDE, RULE_PIECE, RULE_DROP };

enum { ROOT = 1, KEEP = 2, AFTER_PIECE = 4 }; /* what is known of an open node */

struct question {
    const struct scene *scene;
    const struct scene_node *own;
    uint32_t node;
    unsigned known;
    float size; /* px^2: what is smaller stays whole */
    uint8_t doc;
};

static enum verdict empty(struct question *q)
{
    if (!(q->own->flags & SCENE_VALID))
        return RULE_DROP;
    if (q->own->flags & SCENE_ATOM) {
        q->doc = 10;
        return RULE_PIECE;
    }
    return RULE_NEXT;
}

static uint32_t only_child(const struct question *q)
{
    const struct dom *d = &q->scene->page->dom;

    for (uint32_t i = q->node + 1; i < d->node[q->node].end; i = d->node[i].end) {
        if (scene_is(q->scene, i, SCENE_VALID))
            return i;
    }
    return NONE;
}

static enum verdict one_child(struct question *q)
{
    if (q->own->n_children != 1)
        return RULE_NEXT;
    return q->scene->page->dom.node[only_child(q)].kind == NODE_TEXT ? RULE_NEXT : RULE_DIVIDE;
}

static enum verdict region_root(struct question *q)
{
    return q->known & ROOT ? RULE_DIVIDE : RULE_NEXT;
}

static enum verdict only_text(struct question *q)
{
    if (!(q->own->flags & SCENE_ALL_TEXT))
        return RULE_NEXT;
    q->doc = q->own->flags & SCENE_FONTS ? 9 : 10;
    return RULE_PIECE;
}

static enum verdict line_child(struct question *q)
{
    return q->own->flags & SCENE_HAS_LINE ? RULE_DIVIDE : RULE_NEXT;
}

static enum verdict rule_child(struct question *q)
{
    return q->own->flags & SCENE_HAS_RULE ? RULE_DIVIDE : RULE_NEXT;
}

static enum verdict overfull(struct question *q)
{
    return q->own->area_sum > box_area(q->own->box) * 1.001f ? RULE_DIVIDE : RULE_NEXT;
}

static enum verdict colour_child(struct question *q)
{
    return q->own->flags & SCENE_HAS_COLOR ? RULE_DIVIDE : RULE_NEXT;
}

static enum verdict small_with_text(struct question *q)
{
    uint32_t tag = q->scene->page->dom.node[q->node].tag;

    if (!(q->own->flags & SCENE_HAS_TEXT) || box_area(q->own->box) >= q->size)
        return RULE_NEXT;
    q->doc = tag == TAG_DIV ? 5 : tag == TAG_CODE ? 7 : 8;
    return RULE_PIECE;
}

static enum verdict small_children(struct question *q)
{
    if (q->own->area_max >= q->size)
        return RULE_NEXT;
    q->doc = q->scene->page->dom.node[q->node].tag == TAG_A ? 10 : 8;
    return RULE_PIECE;
}

static enum verdict after_piece(struct question *q)
{
    q->doc = 8;
    return q->known & AFTER_PIECE ? RULE_PIECE : RULE_NEXT;
}

static enum verdict divide(struct question *q UNUSED)
{
    return RULE_DIVIDE;
}

static enum verdict whole(struct question *q)
{
    q->doc = 8;
    return RULE_PIECE;
}

typedef enum verdict rule(struct question *q);

/* The rules of each class, in the order they are asked; numbered 1 to 13 in the paper as they stand here above. */
static rule *const inline_rules[] = { empty,    one_child,       region_root,    only_text, line_child, rule_child,
                                      overfull, small_with_text, small_children, divide,    NULL };
static rule *const table_rules[] = { empty, one_child, region_root, colour_child, small_children, whole, NULL };
static rule *const row_rules[] = { empty, one_child, region_root, overfull, colour_child, small_children, whole, NULL };
static rule *const cell_rules[] = { empty,           one_child,      region_root, only_text, colour_child,
                                    small_with_text, small_children, after_piece, whole,     NULL };
static rule *const other_rules[] = { empty,        one_child,       region_root,    only_text, rule_child, overfull,
                                     colour_child, small_with_text, small_children, divide,    NULL };

static rule *const *rules_of(const struct scene *s, uint32_t node)
{
    const struct node *n = &s->page->dom.node[node];

    switch (n->tag) {
    case TAG_TABLE:
        return table_rules;
    case TAG_TR:
        return row_rules;
    case TAG_TD:
    case TAG_TH:
        return cell_rules;
    case TAG_P:
        return inline_rules;
    default:
        return s->layout->look[node].flags & LOOK_INLINE ? inline_rules : other_rules;
    }
}

/* Widths and heights of the rounds, as the known implementations have them. */
static const float sizes[RULES_ROUNDS] = { 350 * 400, 300 * 350, 250 * 300, 200 * 250, 150 * 200,
                                           100 * 150, 100 * 100, 80 * 80,   40 * 10,   1 };

static void push(struct rule_pool *pool, uint32_t node, unsigned known)
{
    *VEC_ADD(pool->arena, &pool->open) = (uint64_t)known << 32 | node;
}

/* The valid children, the last first: the first is then looked at next. */
static void push_children(const struct scene *s, uint32_t node, bool colours, struct rule_pool *pool)
{
    const struct dom *d = &s->page->dom;
    uint32_t first = pool->open.n;

    for (uint32_t i = node + 1; i < d->node[node].end; i = d->node[i].end) {
        if (scene_is(s, i, SCENE_VALID))
            push(pool, i, colours && s->node[i].background != s->node[node].background ? KEEP : 0);
    }
    for (uint32_t low = first, high = pool->open.n; low + 1 < high; low++, high--) {
        uint64_t swap = pool->open.item[low];
        pool->open.item[low] = pool->open.item[high - 1];
        pool->open.item[high - 1] = swap;
    }
}

void rules_extract(const struct scene *s, const uint32_t *root, uint32_t n, unsigned round, struct rule_pool *pool)
{
    bool after = false;

    pool->piece.n = pool->open.n = 0;
    for (uint32_t i = n; i-- > 0;)
        push(pool, root[i], n == 1 ? ROOT : 0);
    while (pool->open.n) {
        uint64_t top = pool->open.item[--pool->open.n];
        struct question q = {
            .scene = s,
            .node = (uint32_t)top,
            .own = &s->node[(uint32_t)top],
            .known = (unsigned)(top >> 32) | (after ? AFTER_PIECE : 0),
            .size = sizes[round],
            .doc = 7,
        };
        rule *const *rules = rules_of(s, q.node), *speaks = NULL;
        enum verdict v = q.known & KEEP ? RULE_PIECE : RULE_NEXT;

        for (; v == RULE_NEXT && *rules; rules++) {
            speaks = *rules;
            v = speaks(&q);
        }
        if (v == RULE_DIVIDE)
            push_children(s, q.node, speaks == colour_child, pool);
        if (v == RULE_PIECE)
            *VEC_ADD(pool->arena, &pool->piece) = (struct piece){ q.node, q.doc };
        after = v == RULE_PIECE;
    }
}
