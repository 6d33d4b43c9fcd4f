/* In: an element, its look and the width of its content. Out: a slot for every child that stands beside another.
 *
 * What says "side by side" without style sheets: tables; flex and grid containers by their style attribute; floats and widths by
 * theirs; and the names of neighbours (a sidebar beside a content, col-4 beside col-8). Tables share their width as browsers do, by
 * what the cells ask for: a width that is said, else the length of their text.
 * Cost: O(children) for each element, O(cells) for a table. */
#include "segment/columns.h"

#include <math.h>

#include "segment/form.h"

enum {
    COLUMNS_MAX = 64,  /* of a table whose widths are looked at; past it cells share evenly */
    RUN_MAX = 32,      /* neighbours in one row */
    ROW_LOOK_MAX = 64, /* rows of a table that decide its columns */
};

#define CHAR_PX 7.5f        /* a letter of 16 px type */
#define CELL_MIN 16.0f      /* px */
#define CELL_MAX 600.0f     /* no text asks for more */
#define SIDEBAR_PX 300.0f   /* the width of the common advertisement, which sidebars are made for */
#define COLUMN_CHARS 120.0f /* of a float that is a column rather than a caption */
#define FIT 1.15f           /* widths that sum up to more than this do not stand in one row */

void columns_open(struct columns *c, struct arena *a, const struct page *p, const struct style_names *names, struct roles *roles)
{
    *c = (struct columns){ .arena = a, .page = p, .names = names, .roles = roles };
    c->slot = NEW_ARRAY(a, struct slot, p->dom.n);
    c->chars = NEW_ARRAY_RAW(a, float, p->dom.n + 1);
    c->chars[0] = 0;
    for (uint32_t i = 0; i < p->dom.n; i++) {
        uint32_t first = p->first_word[i], end = p->first_word[i + 1];
        float chars = 0;

        if (p->dom.node[i].kind == NODE_TEXT && first < end && !(p->flags[i] & NODE_HIDDEN))
            chars = (float)(p->word[end - 1].at + p->word[end - 1].len - p->word[first].at);
        c->chars[i + 1] = c->chars[i] + form_text(chars);
    }
}

static float chars_of(const struct columns *c, uint32_t node)
{
    return c->chars[c->page->dom.node[node].end] - c->chars[node];
}

static uint32_t first_child(const struct dom *d, uint32_t node)
{
    return node + 1 < d->node[node].end ? node + 1 : NONE;
}

static uint32_t next_sibling(const struct dom *d, uint32_t node)
{
    uint32_t next = d->node[node].end;

    return next < d->node[d->node[node].parent].end ? next : NONE;
}

static bool is_seen_element(const struct page *p, uint32_t node)
{
    return p->dom.node[node].kind == NODE_ELEMENT && !(p->flags[node] & NODE_HIDDEN);
}

static unsigned span_of(const struct page *p, uint32_t cell)
{
    struct str value;
    uint64_t n;

    if (p->dom.node[cell].n_attr && dom_attr(&p->dom, cell, STR("colspan"), &value) && str_number(str_trim(value), COLUMNS_MAX, &n)
        && n)
        return (unsigned)n;
    return 1;
}

/* The next tr at or after `row`, inside `table` but in none of the tables in it. */
static uint32_t next_row(const struct dom *d, uint32_t table, uint32_t at)
{
    while (at < d->node[table].end) {
        uint32_t tag = d->node[at].tag;
        if (tag == TAG_TR)
            return at;
        at = tag == TAG_TBODY || tag == TAG_THEAD || tag == TAG_TFOOT ? at + 1 : d->node[at].end;
    }
    return NONE;
}

struct table_columns {
    float want[COLUMNS_MAX]; /* px by text */
    float said[COLUMNS_MAX]; /* px by attribute; 0: not said */
    unsigned n;
};

static void look_at_cell(const struct columns *c, uint32_t cell, float width, unsigned at, struct table_columns *t)
{
    unsigned span = span_of(c->page, cell);
    struct style initial = style_initial(), style;
    float want = fminf(fmaxf(chars_of(c, cell) * CHAR_PX, CELL_MIN), CELL_MAX), said = 0;

    if (at + span > COLUMNS_MAX)
        return;
    style_of(c->names, c->page, cell, &initial, &style);
    if (style.width.unit == LENGTH_PX)
        said = style.width.value;
    else if (style.width.unit == LENGTH_PERCENT)
        said = style.width.value / 100 * width;
    for (unsigned k = at; span <= 2 && k < at + span; k++) {
        t->want[k] = fmaxf(t->want[k], want / (float)span);
        if (span == 1 && said > 0)
            t->said[k] = fmaxf(t->said[k], fminf(said, width));
    }
    if (at + span > t->n)
        t->n = at + span;
}

static void look_at_table(const struct columns *c, uint32_t table, float width, struct table_columns *t)
{
    const struct dom *d = &c->page->dom;
    uint32_t row = next_row(d, table, table + 1);

    *t = (struct table_columns){ .n = 0 };
    for (unsigned n = 0; row != NONE && n < ROW_LOOK_MAX; row = next_row(d, table, d->node[row].end), n++) {
        unsigned at = 0;
        for (uint32_t cell = first_child(d, row); cell != NONE; cell = next_sibling(d, cell)) {
            if (d->node[cell].kind != NODE_ELEMENT)
                continue;
            look_at_cell(c, cell, width, at, t);
            at += span_of(c->page, cell);
        }
    }
    for (unsigned k = 0; k < t->n; k++)
        t->want[k] = t->said[k] > 0 ? t->said[k] : fmaxf(t->want[k], CELL_MIN);
}

float columns_table_width(const struct columns *c, uint32_t table, float width)
{
    struct table_columns t;
    float sum = 0;

    look_at_table(c, table, width, &t);
    for (unsigned k = 0; k < t.n; k++)
        sum += t.want[k];
    return fminf(fmaxf(sum, CELL_MIN), width);
}

static void place_row(struct columns *c, uint32_t row, float width, const struct table_columns *t)
{
    const struct dom *d = &c->page->dom;
    unsigned at = 0, n = 0;

    for (uint32_t cell = first_child(d, row); cell != NONE; cell = next_sibling(d, cell))
        n += d->node[cell].kind == NODE_ELEMENT ? span_of(c->page, cell) : 0;
    for (uint32_t cell = first_child(d, row); cell != NONE; cell = next_sibling(d, cell)) {
        unsigned span;
        float x = 0, w = 0;

        if (d->node[cell].kind != NODE_ELEMENT)
            continue;
        span = span_of(c->page, cell);
        if (at + span <= t->n) {
            for (unsigned k = 0; k < at + span; k++)
                *(k < at ? &x : &w) += t->want[k];
        } else {
            x = width * (float)at / (float)n;
            w = width * (float)span / (float)n;
        }
        c->slot[cell] = (struct slot){ x, w, at ? SLOT_NEXT : SLOT_FIRST };
        at += span;
    }
}

static void assign_table(struct columns *c, uint32_t table, float width)
{
    const struct dom *d = &c->page->dom;
    struct table_columns t;
    float sum = 0, open = 0;

    look_at_table(c, table, width, &t);
    for (unsigned k = 0; k < t.n; k++) {
        sum += t.want[k];
        open += t.said[k] > 0 ? 0 : t.want[k];
    }
    for (unsigned k = 0; k < t.n; k++) {
        if (sum > width || open <= 0)
            t.want[k] *= width / sum;
        else if (t.said[k] <= 0)
            t.want[k] *= (width - (sum - open)) / open;
    }
    for (uint32_t row = next_row(d, table, table + 1); row != NONE; row = next_row(d, table, d->node[row].end))
        place_row(c, row, width, &t);
}

float columns_share(struct str name)
{
    while (name.len) {
        struct str word = str_cut(&name, ' ');
        size_t digits = word.len;
        uint64_t n = 0;

        while (digits && word.ptr[digits - 1] >= '0' && word.ptr[digits - 1] <= '9')
            digits--;
        if (digits == word.len || !str_number(str_sub(word, digits, word.len), 12, &n) || n == 0)
            continue;
        word = str_sub(word, 0, digits);
        if (str_starts(word, STR("col-")) || str_eq(word, STR("span")) || str_eq(word, STR("grid_")) || str_eq(word, STR("large-"))
            || str_eq(word, STR("medium-")))
            return (float)n / 12;
    }
    return 0;
}

/* One child that may stand in a row. */
struct part {
    uint32_t node;
    float w;             /* px asked for; 0: none */
    float before, after; /* px left free on both sides */
    enum style_float side;
    bool beside; /* it says so itself */
    bool fills;  /* takes what is left */
    bool cell;
};

static float said_width(const struct style *style, float width)
{
    if (style->width.unit == LENGTH_PX)
        return style->width.value;
    return style->width.unit == LENGTH_PERCENT ? style->width.value / 100 * width : 0;
}

static struct part look_at_part(const struct columns *c, uint32_t node, const struct style *parent, float width)
{
    unsigned roles = roles_of(c->roles, node);
    struct style style;
    struct str name;
    float share = 0;

    style_of(c->names, c->page, node, parent, &style);
    struct part part = { .node = node, .w = said_width(&style, width), .side = style.side, .cell = style.display == DISPLAY_CELL };
    if (dom_attr(&c->page->dom, node, STR("class"), &name))
        share = columns_share(name);
    if (share > 0)
        part.w = share * width;
    part.fills = roles & ROLE_MAIN;
    part.beside = style.side != FLOAT_NONE || share > 0 || (roles & (ROLE_COLUMN | ROLE_ASIDE))
                  || (style.display == DISPLAY_INLINE_BLOCK && part.w > 0);
    if (!(part.w > 0) && (roles & ROLE_ASIDE) && !part.fills)
        part.w = fminf(SIDEBAR_PX, width / 3);
    if (style.display == DISPLAY_INLINE || style.absolute)
        part.beside = part.fills = false;
    part.before = fminf(fmaxf(style.margin_left, 0), width / 4);
    part.after = fminf(fmaxf(style.margin_right, 0), width / 4);
    part.w = fminf(part.w, width);
    return part;
}

/* What stands on the right because it floats there comes after the others, the first of them last. */
static void sort_sides(const struct part *part, unsigned n, unsigned *order)
{
    unsigned left = 0, right = n;

    for (unsigned i = 0; i < n; i++)
        order[part[i].side == FLOAT_RIGHT ? --right : left++] = i;
}

static void place_run(struct columns *c, const struct part *part, unsigned n, float width, float gap)
{
    float sum = n ? gap * (float)(n - 1) : 0, x = 0;
    unsigned open = 0, order[RUN_MAX];

    for (unsigned i = 0; i < n; i++) {
        sum += part[i].w + part[i].before + part[i].after;
        open += !(part[i].w > 0);
    }
    if (n < 2 || (sum > width * FIT && !open))
        return;
    sort_sides(part, n, order);
    for (unsigned i = 0; i < n; i++) {
        const struct part *p = &part[order[i]];
        float w = p->w > 0 ? p->w : fmaxf((width - sum) / (float)open, width / (2 * (float)n));

        x += p->before;
        c->slot[p->node] = (struct slot){ x, fmaxf(w, 1), order[i] ? SLOT_NEXT : SLOT_FIRST };
        x += w + p->after + gap;
    }
    x -= gap;
    for (unsigned i = 0; x > width && i < n; i++) {
        c->slot[part[i].node].x *= width / x;
        c->slot[part[i].node].w *= width / x;
    }
}

/* Whether a run of neighbours is a row: each stands beside another, or fills what they leave. */
static bool is_row(const struct part *part, unsigned n)
{
    unsigned beside = 0;

    for (unsigned i = 0; i < n; i++)
        beside += part[i].beside;
    return n >= 2 && beside && beside + 1 >= n;
}

/* Whether a block stands beside the floats before it: a text that is not much shorter than they are flows past them. */
static bool flows_past(const struct columns *c, const struct part *run, unsigned n, uint32_t node)
{
    float chars = 0, taken = 0;

    for (unsigned i = 0; i < n; i++) {
        if (run[i].side == FLOAT_NONE || !(run[i].w > 0))
            return false;
        chars += chars_of(c, run[i].node);
        taken += run[i].w;
    }
    return n && chars >= COLUMN_CHARS && chars_of(c, node) >= chars / 2 && taken > 0;
}

static void assign_runs(struct columns *c, uint32_t node, const struct style *style, float width)
{
    const struct dom *d = &c->page->dom;
    struct part run[RUN_MAX];
    unsigned n = 0;
    float sum = 0;

    for (uint32_t child = first_child(d, node);; child = next_sibling(d, child)) {
        struct part part = { 0 };

        if (child != NONE) {
            if (!is_seen_element(c->page, child))
                continue;
            part = look_at_part(c, child, style, width);
            if (!part.beside && !part.fills && flows_past(c, run, n, child))
                part = (struct part){ .node = child, .fills = true };
        }
        if (child == NONE || !(part.beside || part.fills) || n == RUN_MAX || (n && sum + part.w > width * FIT)) {
            if (is_row(run, n))
                place_run(c, run, n, width, 0);
            n = 0;
            sum = 0;
        }
        if (child == NONE)
            return;
        if (part.beside || part.fills) {
            run[n++] = part;
            sum += part.w;
        }
    }
}

/* What the columns of a grid say they are wide: px, or shares of what the others leave. */
static void widen_tracks(const struct style *style, struct part *run, unsigned n, float width)
{
    float left = width - style->gap * (float)(n ? n - 1 : 0), shares = 0;

    for (unsigned i = 0; i < n && i < STYLE_COLUMNS; i++) {
        const struct length *track = &style->column[i];
        float w = track->unit == LENGTH_PX ? track->value : track->unit == LENGTH_PERCENT ? track->value / 100 * width : 0;

        run[i].w = fminf(fmaxf(w, 0), width);
        left -= run[i].w;
        shares += track->unit == LENGTH_SHARE ? fmaxf(track->value, 0) : 0;
    }
    for (unsigned i = 0; i < n && i < STYLE_COLUMNS && shares > 0 && left > 0; i++) {
        if (style->column[i].unit == LENGTH_SHARE)
            run[i].w = left * fmaxf(style->column[i].value, 0) / shares;
    }
}

static void place_boxes(struct columns *c, const struct style *style, struct part *run, unsigned n, float width)
{
    if (style->display == DISPLAY_GRID && style->column[0].unit != LENGTH_NONE)
        widen_tracks(style, run, n, width);
    place_run(c, run, n, width, fminf(fmaxf(style->gap, 0), width / (float)(n + 1)));
}

/* Flex containers and rows of cells: all children in one row; grids: as many as they say, else as fit. */
static void assign_boxes(struct columns *c, uint32_t node, const struct style *style, float width)
{
    const struct dom *d = &c->page->dom;
    bool cells = style->display == DISPLAY_TABLE || style->display == DISPLAY_ROW;
    struct part run[RUN_MAX];
    unsigned n = 0, room = RUN_MAX;

    if (style->display == DISPLAY_GRID)
        room = style->n_columns ? MIN(style->n_columns, RUN_MAX) : 3;
    for (uint32_t child = first_child(d, node); child != NONE; child = next_sibling(d, child)) {
        if (!is_seen_element(c->page, child))
            continue;
        run[n] = look_at_part(c, child, style, width);
        n += !cells || run[n].cell;
        if (n == room) {
            place_boxes(c, style, run, n, width);
            n = 0;
        }
    }
    place_boxes(c, style, run, n, width);
}

/* Tables and rows that are not made of HTML's elements for them. */
static bool is_drawn_table(const struct columns *c, uint32_t node, const struct style *style)
{
    uint32_t tag = c->page->dom.node[node].tag;

    return (style->display == DISPLAY_TABLE && tag != TAG_TABLE) || (style->display == DISPLAY_ROW && tag != TAG_TR);
}

void columns_assign(struct columns *c, uint32_t node, const struct style *style, float width)
{
    if (style->display == DISPLAY_TABLE && c->page->dom.node[node].tag == TAG_TABLE)
        assign_table(c, node, width);
    else if (style->display == DISPLAY_FLEX || style->display == DISPLAY_GRID || is_drawn_table(c, node, style))
        assign_boxes(c, node, style, width);
    else if (style->display == DISPLAY_BLOCK || style->display == DISPLAY_CELL)
        assign_runs(c, node, style, width);
}
