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

#include "base/hash.h"

#define GAP_MIN 3.0f /* px: less is no gap to the eye */
#define OVERLAP 3.0f /* px by which parts of a page may run into each other and still meet */
#define TOUCH 1.0f   /* px: an edge so near is at the gap */
#define STRIPE 64.0f /* px: two lower strips of different colours are lines of a table */

enum {
    WEIGHT_BASE = 3,
    WEIGHT_WIDTH_MAX = 12, /* what width alone can add */
    WEIGHT_RULE = 2,
    WEIGHT_PART = 9,    /* a header, a footer, a sidebar ends or begins */
    WEIGHT_COLUMN = 12, /* a column ends and another begins */
    WEIGHT_EDGE = 2,    /* what touches differs to the eye */
    WEIGHT_COLOUR = 2,
    WEIGHT_HEADING = 4, /* the font below is larger */
    WEIGHT_TEXT = -2,   /* text on both sides, or a heading above what it is the heading of */
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
    uint64_t colours; /* a bit for each colour, by its hash */
    float area;       /* of the largest piece, whose font counts */
    float deep;       /* px that the deepest piece reaches away from the gap */
    uint32_t part;
    bool any, mixed, text, border, parts; /* parts: pieces of several parts of the page */
};

static void look(const struct scene *s, uint32_t node, enum axis axis, struct side *side)
{
    const struct scene_node *n = &s->node[node];

    if (!side->any) {
        side->colour = n->background;
        side->part = s->part[node];
        side->text = true;
    }
    side->deep = fmaxf(side->deep, axis == AXIS_DOWN ? n->box.h : n->box.w);
    side->colours |= (uint64_t)1 << hash_mix(n->background, 1) % 64;
    side->mixed |= side->colour != n->background;
    side->border |= (s->layout->look[node].flags & LOOK_BORDER) != 0;
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
static struct side look_at(const struct scene *s, const struct rule_pool *pool, const uint64_t *edge, uint32_t n, float at,
                           enum axis axis)
{
    struct side side = { 0 };

    for (uint32_t i = first_edge(edge, n, at - TOUCH); i < n && edge_at(edge[i]) <= at + TOUCH; i++)
        look(s, pool->piece.item[(uint32_t)edge[i]].node, axis, &side);
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

/* Whether two areas touch that differ to the eye: another background begins, or one of them has a border. */
static bool areas_meet(const struct side *before, const struct side *after)
{
    return before->any && after->any && fmaxf(before->deep, after->deep) >= STRIPE
           && (!(before->colours & after->colours) || before->border || after->border);
}

/* A heading begins something; what it stands above belongs to it. */
static int weigh_fonts(const struct side *before, const struct side *after)
{
    float above = scene_font_size(before->font), below = scene_font_size(after->font);

    if (before->font && after->font && above < below)
        return WEIGHT_HEADING;
    if (before->text && (after->text || (before->font && after->font && above > below)))
        return WEIGHT_TEXT;
    return 0;
}

static unsigned weigh(const struct separator *gap, const struct side *before, const struct side *after, bool rule, bool column)
{
    int weight = WEIGHT_BASE + width_weight(gap->to - gap->from);

    if (gap->to - gap->from < GAP_MIN && areas_meet(before, after))
        weight += WEIGHT_EDGE;
    if (rule)
        weight += WEIGHT_RULE;
    if (parts_meet(before, after))
        weight += WEIGHT_PART;
    else if (gap->axis == AXIS_DOWN && before->any && after->any)
        weight += weigh_fonts(before, after);
    if (before->any && after->any && (before->mixed || after->mixed || before->colour != after->colour))
        weight += WEIGHT_COLOUR;
    return (unsigned)MAX(weight, column ? WEIGHT_COLUMN : SEPARATOR_MIN);
}

/* Whether one of the sorted edges lies in the gap. */
static bool has_edge(const uint64_t *edge, uint32_t n, const struct separator *gap)
{
    uint32_t at = first_edge(edge, n, fminf(gap->from, gap->to) - TOUCH);

    return at < n && edge_at(edge[at]) <= fmaxf(gap->from, gap->to) + TOUCH;
}

/* Edges along one axis, sorted: pieces by start and by end, rules by start. */
struct edges {
    uint64_t *start, *end, *rule;
    uint32_t n, n_rules;
};

static struct edges sort_edges(const struct scene *s, const struct rule_pool *pool, enum axis axis, struct separators *out)
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
static void add_gap(const struct scene *s, const struct rule_pool *pool, const struct edges *e, struct separator gap,
                    struct separators *out)
{
    struct side before = look_at(s, pool, e->end, e->n, gap.from, gap.axis),
                after = look_at(s, pool, e->start, e->n, gap.to, gap.axis);
    bool column = gap.axis == AXIS_ACROSS && has_edge(out->column.item, out->column.n, &gap);

    if (gap.to - gap.from < GAP_MIN && !column && !parts_meet(&before, &after) && !areas_meet(&before, &after))
        return;
    gap.weight = (uint8_t)weigh(&gap, &before, &after, has_edge(e->rule, e->n_rules, &gap), column);
    *VEC_ADD(out->arena, &out->item) = gap;
}

static void find_along(const struct scene *s, const struct rule_pool *pool, enum axis axis, struct separators *out)
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

static int by_start(const void *a, const void *b)
{
    const struct span *x = a, *y = b;

    return (x->from > y->from) - (x->from < y->from);
}

/* What each child of the row takes across, of those that have pieces in the region. */
static void find_spans(const struct scene *s, const struct rule_pool *pool, uint32_t row, struct separators *out)
{
    const struct node *node = s->page->dom.node;
    uint32_t child = row, end = row + 1;

    out->span.n = 0;
    for (uint32_t i = 0; i < pool->piece.n; i++) {
        uint32_t at = pool->piece.item[i].node;
        struct box box = s->node[at].box;

        if (at >= end) {
            for (child = at; node[child].parent != row;)
                child = node[child].parent;
            end = node[child].end;
            *VEC_ADD(out->arena, &out->span) = (struct span){ box.x, box.x + box.w };
        }
        struct span *span = &out->span.item[out->span.n - 1];
        *span = (struct span){ fminf(span->from, box.x), fmaxf(span->to, box.x + box.w) };
    }
}

/* The lines between the columns of a row, where the region is one: no child of the row stands on both sides of a line. */
static void find_columns(const struct scene *s, const struct rule_pool *pool, struct separators *out)
{
    uint32_t first = pool->piece.item[0].node, last = pool->piece.item[pool->piece.n - 1].node;
    uint32_t row = scene_common(s, first, last);
    float reach = 0;

    if (first == last || !scene_is(s, row, SCENE_ROW))
        return;
    find_spans(s, pool, row, out);
    qsort(out->span.item, out->span.n, sizeof *out->span.item, by_start);
    for (uint32_t i = 0; i < out->span.n; i++) {
        struct span span = out->span.item[i];
        if (i && span.from >= reach - OVERLAP)
            *VEC_ADD(out->arena, &out->column) = edge_key(span.from, 0);
        reach = fmaxf(reach, span.to);
    }
}

void separators_find(const struct scene *s, const struct rule_pool *pool, struct separators *out)
{
    out->item.n = out->column.n = 0;
    if (pool->piece.n)
        find_columns(s, pool, out);
    find_along(s, pool, AXIS_DOWN, out);
    find_along(s, pool, AXIS_ACROSS, out);
}
