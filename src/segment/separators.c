/* In: the pieces of a region. Out: the gaps that go through between them, each with a weight.
 *
 * Cai et al., section 4.2, with a sweep instead of a list that is split, shortened and joined: pieces are sorted by where they begin
 * along an axis, and where the next begins past the end of all before, there is a gap. A gap weighs more where it is wide, touches a
 * rule, or where colour or font differ across it; the numbers are those of notes measured on hand-marked pages
 * (docs/design/segment.md).
 * Cost: O(pieces log pieces). */
#include "segment/separators.h"

#include <math.h>
#include <stdlib.h>

#define GAP_MIN 3.0f /* px: less is no gap to the eye */
#define OVERLAP 3.0f /* px by which parts of a page may run into each other and still meet */
#define TOUCH 1.0f   /* px: an edge so near is at the gap */

enum {
    WEIGHT_BASE = 3,
    WEIGHT_WIDTH_MAX = 12, /* what width alone can add */
    WEIGHT_RULE = 2,
    WEIGHT_PART = 9, /* a header, a footer, a sidebar ends or begins */
    WEIGHT_COLOUR = 2,
    WEIGHT_FONT = 2,
    WEIGHT_HEADING = 2, /* the font below is larger */
    WEIGHT_TEXT = -2,   /* text on both sides */
};

unsigned separator_doc(unsigned weight)
{
    int scaled = (int)ceilf(1 + 9 * ((float)weight - SEPARATOR_MIN) / (SEPARATOR_SCALE_MAX - SEPARATOR_MIN));

    return (unsigned)MAX(1, MIN(10, 11 - scaled));
}

static float start_of(struct box b, enum axis axis)
{
    return axis == AXIS_DOWN ? b.y : b.x;
}

static float end_of(struct box b, enum axis axis)
{
    return axis == AXIS_DOWN ? b.y + b.h : b.x + b.w;
}

/* A float that is not negative and a number in one key that sorts as the float does. */
static uint64_t edge_key(float at, uint32_t number)
{
    uint32_t bits;

    at = fmaxf(at, 0);
    memcpy(&bits, &at, sizeof bits);
    return (uint64_t)bits << 32 | number;
}

static float edge_at(uint64_t key)
{
    uint32_t bits = (uint32_t)(key >> 32);
    float at;

    memcpy(&at, &bits, sizeof at);
    return at;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* What stands at one side of a gap. */
struct side {
    uint32_t colour, font;
    float area; /* of the largest piece, whose font counts */
    uint32_t part;
    bool any, mixed, text, parts; /* parts: pieces of several parts of the page */
};

static void look(const struct scene *s, uint32_t node, struct side *side)
{
    const struct scene_node *n = &s->node[node];

    if (!side->any) {
        side->colour = n->background;
        side->part = s->part[node];
        side->text = true;
    }
    side->mixed |= side->colour != n->background;
    side->parts |= side->part != s->part[node];
    side->text &= (n->flags & (SCENE_TEXT | SCENE_ALL_TEXT)) != 0;
    if (!side->any || box_area(n->box) > side->area) {
        side->area = box_area(n->box);
        side->font = n->font_chars ? n->font : 0;
    }
    side->any = true;
}

/* The first edge that is not before `at`. */
static uint32_t first_edge(const uint64_t *edge, uint32_t n, float at)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (edge_at(edge[middle]) < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The pieces whose edges lie within TOUCH of `at`, among sorted edges. */
static struct side look_at(const struct scene *s, const struct pool *pool, const uint64_t *edge, uint32_t n, float at)
{
    struct side side = { 0 };

    for (uint32_t i = first_edge(edge, n, at - TOUCH); i < n && edge_at(edge[i]) <= at + TOUCH; i++)
        look(s, pool->piece.item[(uint32_t)edge[i]].node, &side);
    return side;
}

static int width_weight(float width)
{
    if (width <= 8)
        return 1;
    if (width < 16)
        return 2;
    return (int)fminf(WEIGHT_WIDTH_MAX, 2 * (floorf((width - 16) / 10) + 1) + 2);
}

/* Whether a part of the page ends here and another begins. */
static bool parts_meet(const struct side *before, const struct side *after)
{
    return before->any && after->any && !before->parts && !after->parts && before->part != after->part;
}

static unsigned weigh(const struct separator *gap, const struct side *before, const struct side *after, bool rule)
{
    int weight = WEIGHT_BASE + width_weight(gap->to - gap->from);

    if (rule)
        weight += WEIGHT_RULE;
    if (parts_meet(before, after))
        weight += WEIGHT_PART;
    if (before->any && after->any && (before->mixed || after->mixed || before->colour != after->colour))
        weight += WEIGHT_COLOUR;
    if (gap->axis == AXIS_DOWN && before->any && after->any) {
        if (before->font && after->font && before->font != after->font) {
            weight += WEIGHT_FONT;
            if (scene_font_size(before->font) < scene_font_size(after->font))
                weight += WEIGHT_HEADING;
        } else if (before->text && after->text) {
            weight += WEIGHT_TEXT;
        }
    }
    return (unsigned)MAX(weight, SEPARATOR_MIN);
}

/* Whether a rule is drawn in the gap. */
static bool has_rule(const uint64_t *rule, uint32_t n, const struct separator *gap)
{
    uint32_t at = first_edge(rule, n, gap->from - TOUCH);

    return at < n && edge_at(rule[at]) <= gap->to + TOUCH;
}

/* Edges along one axis, sorted: pieces by start and by end, rules by start. */
struct edges {
    uint64_t *start, *end, *rule;
    uint32_t n, n_rules;
};

static struct edges sort_edges(const struct scene *s, const struct pool *pool, enum axis axis, struct separators *out)
{
    struct edges e = { 0 };

    out->edge.n = 0;
    for (uint32_t i = 0; i < 3 * pool->piece.n; i++)
        *VEC_ADD(out->arena, &out->edge) = 0;
    e.start = out->edge.item;
    e.end = e.start + pool->piece.n;
    e.rule = e.end + pool->piece.n;
    for (uint32_t i = 0; i < pool->piece.n; i++) {
        const struct scene_node *node = &s->node[pool->piece.item[i].node];
        if (node->flags & SCENE_RULE) {
            e.rule[e.n_rules++] = edge_key(start_of(node->box, axis), i);
        } else {
            e.start[e.n] = edge_key(start_of(node->box, axis), i);
            e.end[e.n++] = edge_key(end_of(node->box, axis), i);
        }
    }
    if (pool->piece.n == 0)
        return e;
    qsort(e.start, e.n, sizeof *e.start, by_key);
    qsort(e.end, e.n, sizeof *e.end, by_key);
    qsort(e.rule, e.n_rules, sizeof *e.rule, by_key);
    return e;
}

/* A gap, where it is one: wide enough to the eye, or where two parts of the page meet, which need no gap to be told apart. */
static void add_gap(const struct scene *s, const struct pool *pool, const struct edges *e, struct separator gap,
                    struct separators *out)
{
    struct side before = look_at(s, pool, e->end, e->n, gap.from), after = look_at(s, pool, e->start, e->n, gap.to);

    if (gap.to - gap.from < GAP_MIN && !parts_meet(&before, &after))
        return;
    gap.weight = (uint8_t)weigh(&gap, &before, &after, has_rule(e->rule, e->n_rules, &gap));
    *VEC_ADD(out->arena, &out->item) = gap;
}

static void find_along(const struct scene *s, const struct pool *pool, enum axis axis, struct separators *out)
{
    struct edges e = sort_edges(s, pool, axis, out);
    float reach = e.n ? edge_at(e.start[0]) : 0;

    for (uint32_t i = 0; i < e.n; i++) {
        struct separator gap = { .from = reach, .to = edge_at(e.start[i]), .axis = (uint8_t)axis };

        /* of pieces that begin at one place the first has told all */
        if (i && edge_at(e.start[i - 1]) < gap.to && gap.to - gap.from >= -OVERLAP)
            add_gap(s, pool, &e, gap, out);
        reach = fmaxf(reach, end_of(s->node[pool->piece.item[(uint32_t)e.start[i]].node].box, axis));
    }
}

void separators_find(const struct scene *s, const struct pool *pool, struct separators *out)
{
    out->item.n = 0;
    find_along(s, pool, AXIS_DOWN, out);
    find_along(s, pool, AXIS_ACROSS, out);
}
