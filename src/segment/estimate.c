/* In: a page. Out: where every node would stand, without a browser and without the style sheets that are elsewhere.
 *
 * One walk in document order with a stack of the open blocks. A block is as wide as its parent or its slot (columns.c), stands below
 * what came before it, and is closed as high as what was put into it. Text and inline things fill lines. Then one walk back gives
 * inline elements the union of what is in them.
 *
 * Invariants:
 *  1. A box lies below the top of its parent and is never negative; every number is finite.
 *  2. What is hidden (flags[], display none) has a box of no size and is not drawn.
 *  3. No recursion: the stack is an array as deep as a page may be.
 * Cost: O(nodes + bytes of attributes). */
#include <math.h>

#include "base/limits.h"
#include "segment/columns.h"
#include "segment/layout.h"

#define LINE 1.25f /* height of a line in font sizes */
#define CHAR 0.47f /* width of a letter in font sizes */
#define CHAR_BOLD 0.5f
#define WIDTH_MIN 8.0f   /* no column is narrower */
#define APART 60.0f      /* px around a header, a footer, a sidebar */
#define GUTTER 30.0f     /* px between a sidebar and what it stands beside */
#define TINT 0xf7f7f7ffu /* what such parts are often set off with; the colour itself does not matter */
#define PAGE_MAX 2.0e6f  /* px; what stands lower stands there. Up to here a float has eighths */

/* One open block. */
struct flow {
    uint32_t node, end;
    float x, w;   /* of its content */
    float top;    /* of its box */
    float y;      /* where the next line or block begins */
    float margin; /* below the last block, not yet taken */
    float line_x, line_h;
    float row_top, row_bottom; /* of the children side by side */
    float min_bottom;          /* by a height that is said */
    float margin_below;        /* its own */
    float padding_below;
};

struct estimate {
    const struct page *page;
    struct layout *layout;
    struct style_names names;
    struct roles roles;
    struct columns columns;
    struct style style[LIMIT_DEPTH + 2]; /* of the open elements, by depth + 1 */
    struct flow flow[LIMIT_DEPTH + 2];
    uint32_t n_flows;
    const uint32_t *part; /* by node (roles_parts) */
};

static void break_line(struct flow *f)
{
    if (f->line_x > 0 || f->line_h > 0)
        f->y = fminf(f->y + f->line_h, PAGE_MAX);
    f->line_x = f->line_h = 0;
}

/* The margin below the last block, which does not collapse into a line of text. */
static void take_margin(struct flow *f, float above)
{
    f->y = fminf(f->y + layout_snap(fmaxf(fmaxf(f->margin, above), 0)), PAGE_MAX);
    f->margin = 0;
}

static struct box place_run(struct flow *f, float width, float height)
{
    struct box box;

    width = layout_snap(width);
    height = layout_snap(height);
    if (f->line_x == 0)
        take_margin(f, 0);
    if (f->line_x + width <= f->w || (f->line_x == 0 && width <= f->w)) {
        box = (struct box){ f->x + f->line_x, f->y, width, height };
        f->line_x += width;
        f->line_h = fmaxf(f->line_h, height);
        return box;
    }
    float total = f->line_x + width, lines = ceilf(total / f->w);
    f->line_h = fmaxf(f->line_h, height);
    box = (struct box){ f->x, f->y, f->w, f->line_h + (lines - 1) * height };
    f->y = fminf(f->y + layout_snap(f->line_h + (lines - 2) * height), PAGE_MAX);
    f->line_h = height;
    f->line_x = total - (lines - 1) * f->w;
    return box;
}

/* Something that does not wrap: it begins a line of its own where it does not fit. */
static struct box place_atom(struct flow *f, float width, float height)
{
    width = fminf(width, f->w);
    if (f->line_x > 0 && f->line_x + width > f->w)
        break_line(f);
    return place_run(f, width, height);
}

struct atom_size {
    uint32_t tag;
    float w, h;
};

/* What browsers give an element that does not say its size; of pictures a guess at what pages show. */
static const struct atom_size atom_sizes[] = {
    { TAG_IMG, 120, 90 },     { TAG_PICTURE, 300, 200 }, { TAG_VIDEO, 480, 270 },   { TAG_AUDIO, 300, 54 },
    { TAG_CANVAS, 300, 150 }, { TAG_IFRAME, 300, 150 },  { TAG_OBJECT, 300, 150 },  { TAG_EMBED, 300, 150 },
    { TAG_APPLET, 300, 150 }, { TAG_INPUT, 150, 22 },    { TAG_TEXTAREA, 300, 70 }, { TAG_SELECT, 120, 22 },
    { TAG_SVG, 24, 24 },      { TAG_PROGRESS, 160, 16 }, { TAG_METER, 80, 16 },     { TAG_MATH, 60, 20 },
    { TAG_FRAME, 600, 400 },
};

static struct box atom_size(const struct estimate *s, uint32_t node, const struct style *style, float width)
{
    const struct node *n = &s->page->dom.node[node];
    struct box size = { 0, 0, 20, 20 };
    struct str type;

    for (size_t i = 0; i < ARRAY_LEN(atom_sizes); i++) {
        if (atom_sizes[i].tag == n->tag)
            size = (struct box){ 0, 0, atom_sizes[i].w, atom_sizes[i].h };
    }
    if (n->tag == TAG_INPUT && dom_attr(&s->page->dom, node, STR("type"), &type) && str_eq_nocase(type, STR("hidden")))
        return (struct box){ 0 };
    if (style->width.unit == LENGTH_PX)
        size.w = fmaxf(style->width.value, 0);
    else if (style->width.unit == LENGTH_PERCENT)
        size.w = fmaxf(style->width.value / 100 * width, 0);
    if (style->height.unit == LENGTH_PX)
        size.h = fmaxf(style->height.value, 0);
    return size;
}

static void set_look(struct estimate *s, uint32_t node, const struct style *style, unsigned flags)
{
    flags |= (style->border ? LOOK_BORDER : 0) | (style->image ? LOOK_IMAGE : 0) | (style->fixed ? LOOK_FIXED : 0);
    if (!style->unseen)
        flags |= LOOK_DRAWN;
    s->layout->look[node] = (struct look){
        .font_size = style->font_size,
        .font_weight = style->font_weight,
        .flags = (uint16_t)flags,
        .color = style->color,
        .background = style->background,
    };
}

static void lay_text(struct estimate *s, uint32_t node)
{
    const struct style *style = &s->style[s->page->dom.node[node].depth];
    float chars = s->columns.chars[node + 1] - s->columns.chars[node];
    float width = chars * style->font_size * (style->font_weight >= 600 ? CHAR_BOLD : CHAR);
    struct style plain = {
        .font_size = style->font_size, .font_weight = style->font_weight, .color = style->color, .unseen = style->unseen
    };

    if (chars <= 0)
        return;
    s->layout->box[node] = place_run(&s->flow[s->n_flows - 1], width + style->font_size * 0.25f, style->font_size * LINE);
    set_look(s, node, &plain, LOOK_INLINE);
}

static void lay_rule(struct estimate *s, uint32_t node, const struct style *style)
{
    struct flow *f = &s->flow[s->n_flows - 1];

    break_line(f);
    take_margin(f, style->margin_top);
    s->layout->box[node] = (struct box){ f->x, f->y, f->w, 2 };
    f->y += 2;
    f->margin = style->margin_bottom;
    set_look(s, node, style, 0);
}

static void lay_atom(struct estimate *s, uint32_t node, const struct style *style)
{
    struct flow *f = &s->flow[s->n_flows - 1];
    uint32_t tag = s->page->dom.node[node].tag;

    if (tag == TAG_BR) {
        if (f->line_x == 0)
            f->line_h = layout_snap(style->font_size * LINE);
        break_line(f);
    } else if (tag == TAG_HR) {
        lay_rule(s, node, style);
    } else {
        struct box size = atom_size(s, node, style, f->w);
        if (size.w < 2 || size.h < 2) /* a counter's picture */
            return;
        s->layout->box[node] = place_atom(f, size.w, size.h);
        set_look(s, node, style, LOOK_INLINE);
    }
}

static float said_width(const struct style *style, float width)
{
    if (style->width.unit == LENGTH_PX && style->width.value > 0)
        return fminf(style->width.value, width);
    if (style->width.unit == LENGTH_PERCENT && style->width.value > 0)
        return fminf(style->width.value / 100, 1) * width;
    return width;
}

/* The parts of a page get the distance that style sheets give them. */
static void set_apart(const struct estimate *s, uint32_t node, struct style *style)
{
    if (!node || s->part[node] != node)
        return;
    style->margin_top = fmaxf(style->margin_top, APART);
    style->margin_bottom = fmaxf(style->margin_bottom, APART);
    if (!style->background)
        style->background = TINT;
}

static void open_block(struct estimate *s, uint32_t node, const struct style *style)
{
    const struct slot *slot = &s->columns.slot[node];
    struct flow *f = &s->flow[s->n_flows - 1], *own = &s->flow[s->n_flows++];
    float x = f->x + style->margin_left, w = f->w - style->margin_left - style->margin_right;

    break_line(f);
    if (slot->kind == SLOT_NEXT) {
        f->y = f->row_top;
    } else {
        take_margin(f, style->margin_top);
        f->row_top = f->row_bottom = f->y;
    }
    if (slot->kind != SLOT_NONE) {
        float gutter = style->margin_top >= APART ? fminf(GUTTER, slot->w / 4) : 0;
        x = f->x + slot->x + gutter;
        w = slot->w - 2 * gutter;
    } else if (style->display == DISPLAY_TABLE && style->width.unit == LENGTH_NONE) {
        w = columns_table_width(&s->columns, node, fmaxf(w, WIDTH_MIN));
    } else {
        w = said_width(style, w);
    }
    x = layout_snap(fminf(fmaxf(x, 0), LAYOUT_WIDTH - WIDTH_MIN)); /* nothing stands where nobody can see it */
    w = layout_snap(fminf(fmaxf(w, WIDTH_MIN), PAGE_MAX));
    s->layout->box[node] = (struct box){ x, f->y, w, 0 };
    *own = (struct flow){
        .node = node,
        .end = s->page->dom.node[node].end,
        .x = x + layout_snap(fminf(style->padding_left, w / 2)),
        .w = layout_snap(fmaxf(w - style->padding_left - style->padding_right, WIDTH_MIN)),
        .top = f->y,
        .y = f->y + layout_snap(fmaxf(style->padding_top, 0)),
        .margin_below = style->margin_bottom,
        .padding_below = layout_snap(fmaxf(style->padding_bottom, 0)),
        .min_bottom = style->height.unit == LENGTH_PX ? f->y + layout_snap(style->height.value) : 0,
    };
    columns_assign(&s->columns, node, style, own->w);
}

static void close_block(struct estimate *s)
{
    struct flow *own = &s->flow[--s->n_flows], *f = &s->flow[s->n_flows - 1];
    struct box *box = &s->layout->box[own->node];
    float bottom;

    break_line(own);
    bottom = fmaxf(fmaxf(own->y, own->row_bottom) + own->padding_below, own->min_bottom);
    box->h = fmaxf(bottom - own->top, 0);
    if (s->style[s->page->dom.node[own->node].depth + 1].absolute)
        return; /* takes no room in the flow */
    f->row_bottom = fmaxf(f->row_bottom, bottom);
    f->y = fmaxf(f->row_bottom, f->y);
    /* the last child's margin and its own are one */
    f->margin = box->h > 0 ? fmaxf(own->margin_below, own->margin) : fmaxf(f->margin, own->margin_below);
}

/* One node; returns the node to go on with. */
static uint32_t lay_node(struct estimate *s, uint32_t node)
{
    const struct node *n = &s->page->dom.node[node];
    struct style *style = &s->style[n->depth + 1];
    unsigned classes = node_classes(n);

    if (s->page->flags[node] & NODE_HIDDEN)
        return n->end;
    if (n->kind == NODE_TEXT) {
        lay_text(s, node);
        return n->end;
    }
    if (n->kind != NODE_ELEMENT)
        return n->end;
    style_of(&s->names, s->page, node, &s->style[n->depth], style);
    if (style->display == DISPLAY_NONE)
        return n->end;
    if ((classes & TAG_ATOM) || n->tag == TAG_SELECT) {
        lay_atom(s, node, style);
        return n->end;
    }
    if (style->display == DISPLAY_INLINE || (style->display == DISPLAY_INLINE_BLOCK && s->columns.slot[node].kind == SLOT_NONE)) {
        set_look(s, node, style, LOOK_INLINE);
        return node + 1;
    }
    set_apart(s, node, style);
    set_look(s, node, style, 0);
    open_block(s, node, style);
    return node + 1;
}

static struct box join(struct box a, struct box b)
{
    float right = fmaxf(a.x + a.w, b.x + b.w), bottom = fmaxf(a.y + a.h, b.y + b.h);

    if (a.w <= 0 || a.h <= 0)
        return b;
    if (b.w <= 0 || b.h <= 0)
        return a;
    a.x = fminf(a.x, b.x);
    a.y = fminf(a.y, b.y);
    return (struct box){ a.x, a.y, right - a.x, bottom - a.y };
}

int layout_estimate(struct arena *a, const struct page *page, struct layout *out, struct err *e)
{
    const struct dom *d = &page->dom;
    struct estimate *s;
    int failed;

    if ((failed =
             arena_room(a, sizeof *s + d->n * (sizeof *out->box + sizeof *out->look + sizeof(struct slot) + sizeof(float)), e)))
        return failed;
    *out = (struct layout){ .source = LAYOUT_ESTIMATE, .width = LAYOUT_WIDTH };
    out->box = NEW_ARRAY(a, struct box, d->n);
    out->look = NEW_ARRAY(a, struct look, d->n);
    s = NEW(a, struct estimate);
    s->page = page;
    s->layout = out;
    style_names_open(a, &s->names, page);
    roles_open(&s->roles, a, page, NULL);
    s->part = roles_parts(a, &s->roles);
    columns_open(&s->columns, a, page, &s->names, &s->roles);
    s->style[0] = style_initial();
    s->flow[0] = (struct flow){ .end = d->n, .w = LAYOUT_WIDTH };
    s->n_flows = 1;
    for (uint32_t i = 0; i < d->n;) {
        while (s->n_flows > 1 && s->flow[s->n_flows - 1].end <= i)
            close_block(s);
        i = lay_node(s, i);
    }
    while (s->n_flows > 1)
        close_block(s);
    break_line(&s->flow[0]);
    out->height = fmaxf(s->flow[0].y, LAYOUT_HEIGHT);
    for (uint32_t i = d->n; i-- > 1;) {
        out->height = fmaxf(out->height, out->box[i].y + out->box[i].h);
        if (out->look[d->node[i].parent].flags & LOOK_INLINE)
            out->box[d->node[i].parent] = join(out->box[d->node[i].parent], out->box[i]);
    }
    return 0;
}
