/* In: a snapshot and a page model. Out: a box and a look for each node of the page.
 *
 * Styles are strings; each distinct row of them is read once. What a reader cannot see has no box: hidden, transparent with all around it,
 * outside of the page, or clipped to nothing (text for screen readers). An element that makes no box of its own (display: contents) gets
 * that of its children. Cost: O(nodes). */
#include "base/hash.h"
#include "base/map.h"
#include "segment/snapshot.h"

/* A row of styles as it is used. */
struct reader {
    struct look look;
    bool visible;
    bool clear; /* opacity 0: nothing inside is seen either */
    bool clips; /* hides what sticks out */
    bool clip;  /* clipped to nothing by `clip` */
};

struct placer {
    struct arena *arena;
    const struct snapshot *s;
    struct map by_row;
    struct reader *reading;
    uint32_t n_reading;
    uint32_t *row; /* of each box: its reading */
    bool *unseen;  /* of each node */
};

static double read_number(const char **at, const char *end)
{
    double value = 0, unit = 1;
    bool minus = *at < end && **at == '-';
    *at += minus;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        value = value * 10 + (**at - '0');
    if (*at < end && **at == '.')
        for (++*at; *at < end && **at >= '0' && **at <= '9'; ++*at)
            value += (**at - '0') * (unit /= 10);
    if (*at < end && **at == '%') {
        ++*at;
        value /= 100;
    }
    return minus ? -value : value;
}

static double number_of(struct str s)
{
    const char *at = s.ptr;
    return read_number(&at, s.ptr + s.len);
}

/* Numbers in parentheses, whatever stands between them; how many. */
static unsigned read_numbers(struct str s, double *out, unsigned max)
{
    const char *at = s.ptr, *end = s.ptr + s.len;
    unsigned n = 0;
    while (at < end && n < max) {
        bool number = (*at >= '0' && *at <= '9') || *at == '.' || (*at == '-' && end - at > 1 && at[1] <= '9');
        if (number)
            out[n++] = read_number(&at, end);
        else
            at++;
    }
    return n;
}

static uint32_t byte_of(double x)
{
    return x <= 0 ? 0 : x >= 255 ? 255 : (uint32_t)(x + 0.5);
}

/* "rgb(1, 2, 3)", "rgba(1, 2, 3, 0.5)", "color(srgb 0.1 0.2 0.3 / 0.5)"; of other spaces only whether it is seen through. */
static uint32_t read_color(struct str s)
{
    double n[4] = { 0, 0, 0, 1 };
    bool unit = str_starts(s, STR("color(srgb ")), rgb = str_starts(s, STR("rgb"));
    unsigned count = read_numbers(s, n, 4);
    double scale = unit ? 255 : 1, alpha = count == 4 ? n[3] : count == 3 ? 1 : 0;
    if (!rgb && !unit)
        n[0] = n[1] = n[2] = 128;
    return byte_of(n[0] * scale) << 24 | byte_of(n[1] * scale) << 16 | byte_of(n[2] * scale) << 8 | byte_of(alpha * 255);
}

static bool is_inline(struct str display)
{
    return str_eq(display, STR("inline")) || str_eq(display, STR("contents")) || str_starts(display, STR("ruby"));
}

/* "rect(0px, 0px, 0px, 0px)", "rect(1px, 1px, 1px, 1px)": nothing is left. */
static bool clips_all(struct str clip)
{
    double n[4] = { 0 };
    return str_starts(clip, STR("rect(")) && read_numbers(clip, n, 4) == 4 && (n[2] - n[0] <= 1 || n[1] - n[3] <= 1);
}

static struct reader read_row(struct placer *p, const uint32_t *style)
{
    struct str text[STYLES];
    struct reader r = { .visible = false };
    for (unsigned i = 0; i < STYLES; i++)
        text[i] = snapshot_string(p->arena, p->s, style[i]);
    struct str position = text[STYLE_POSITION], overflow = text[STYLE_OVERFLOW];
    bool border =
        number_of(text[STYLE_BORDER_TOP]) > 0 || number_of(text[STYLE_BORDER_LEFT]) > 0 || number_of(text[STYLE_BORDER_BOTTOM]) > 0;
    bool fixed = str_eq(position, STR("fixed")) || str_eq(position, STR("sticky"));
    bool image = text[STYLE_IMAGE].len && !str_eq(text[STYLE_IMAGE], STR("none"));
    r.look.font_size = (float)number_of(text[STYLE_FONT_SIZE]);
    r.look.font_weight = (uint16_t)MIN(MAX(number_of(text[STYLE_FONT_WEIGHT]), 0.0), 1000.0);
    r.look.color = read_color(text[STYLE_COLOR]);
    r.look.background = text[STYLE_BACKGROUND].len ? read_color(text[STYLE_BACKGROUND]) : 0;
    r.look.flags = (uint16_t)((is_inline(text[STYLE_DISPLAY]) ? LOOK_INLINE : 0) | (fixed ? LOOK_FIXED : 0)
                              | (border ? LOOK_BORDER : 0) | (image ? LOOK_IMAGE : 0));
    r.visible = str_eq(text[STYLE_VISIBILITY], STR("visible"));
    r.clear = text[STYLE_OPACITY].len && number_of(text[STYLE_OPACITY]) <= 0;
    r.clips = str_eq(overflow, STR("hidden")) || str_eq(overflow, STR("clip"));
    r.clip = clips_all(text[STYLE_CLIP]);
    r.look.flags |= r.clips && !(r.look.flags & LOOK_INLINE) ? LOOK_CLIP : 0;
    return r;
}

static void read_styles(struct placer *p)
{
    p->row = NEW_ARRAY_RAW(p->arena, uint32_t, p->s->n_box);
    p->reading = NEW_ARRAY_RAW(p->arena, struct reader, p->s->n_box);
    map_open(&p->by_row, p->arena, 256);
    for (uint32_t i = 0; i < p->s->n_box; i++) {
        const uint32_t *style = p->s->box[i].style;
        uint32_t *row = map_slot(&p->by_row, hash_bytes(style, STYLES * sizeof *style), p->n_reading);
        if (*row == p->n_reading)
            p->reading[p->n_reading++] = read_row(p, style);
        p->row[i] = *row;
    }
}

/* Down the tree: what hides a node hides all below it. */
static void find_unseen(struct placer *p)
{
    p->unseen = NEW_ARRAY(p->arena, bool, p->s->n);
    for (uint32_t i = 1; i < p->s->n; i++) {
        const struct snapshot_node *n = &p->s->node[i];
        p->unseen[i] = p->unseen[n->parent];
        if (n->box == NONE || n->kind != SNAPSHOT_ELEMENT)
            continue;
        const struct reader *r = &p->reading[p->row[n->box]];
        struct box box = p->s->box[n->box].box;
        if (r->clear || r->clip || (r->clips && !(r->look.flags & LOOK_INLINE) && (box.w <= 1 || box.h <= 1)))
            p->unseen[i] = true;
    }
}

static bool meets_page(const struct layout *l, struct box b)
{
    return b.w > 0 && b.h > 0 && b.x < l->width && b.y < l->height && b.x + b.w > 0 && b.y + b.h > 0;
}

static struct box join(struct box a, struct box b)
{
    if (a.w <= 0 || a.h <= 0)
        return b;
    float x = MIN(a.x, b.x), y = MIN(a.y, b.y);
    return (struct box){ x, y, MAX(a.x + a.w, b.x + b.w) - x, MAX(a.y + a.h, b.y + b.h) - y };
}

static void place(struct placer *p, struct layout *l, uint32_t node, uint32_t at)
{
    const struct snapshot_node *n = &p->s->node[at];
    if (n->box == NONE)
        return;
    const struct reader *r = &p->reading[p->row[n->box]];
    struct box box = p->s->box[n->box].box;
    struct look look = r->look;
    if (n->kind == SNAPSHOT_TEXT) {
        /* The styles are those of the element around it; its box is only its letters'. */
        look.background = 0;
        look.flags = LOOK_INLINE;
    }
    bool drawn = r->visible && !p->unseen[at] && meets_page(l, box);
    look.flags |= (l->look[node].flags & LOOK_DRAWN) | (drawn ? LOOK_DRAWN : 0);
    l->look[node] = look;
    if (drawn)
        l->box[node] = join(l->box[node], box);
}

/* A text of the page is all neighbouring texts of the snapshot. */
static void place_text(struct placer *p, struct layout *l, uint32_t node, uint32_t at)
{
    uint32_t end = p->s->node[p->s->node[at].parent].end;
    for (; at < end && (p->s->node[at].kind == SNAPSHOT_TEXT || p->s->node[at].kind == SNAPSHOT_PSEUDO); at = p->s->node[at].end)
        if (p->s->node[at].kind == SNAPSHOT_TEXT)
            place(p, l, node, at);
}

/* Elements without a box of their own, from the leaves up. */
static void fill_contents(struct placer *p, struct layout *l, const struct dom *d, const uint32_t *match)
{
    for (uint32_t i = d->n; i-- > 1;) {
        uint32_t up = d->node[i].parent;
        bool boxless = match[up] != NONE && p->s->node[match[up]].box == NONE;
        if (!boxless || !(l->look[i].flags & LOOK_DRAWN))
            continue;
        l->box[up] = join(l->box[up], l->box[i]);
        l->look[up].flags |= LOOK_DRAWN | LOOK_INLINE;
        if (l->look[up].font_size <= 0) {
            l->look[up].font_size = l->look[i].font_size;
            l->look[up].font_weight = l->look[i].font_weight;
            l->look[up].color = l->look[i].color;
        }
    }
}

int snapshot_layout(struct arena *a, const struct snapshot *s, const struct page *page, struct layout *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct placer p = { .arena = &scratch, .s = s };
    struct layout l = { .source = LAYOUT_BROWSER, .width = MAX(s->width, (float)LAYOUT_WIDTH), .height = s->height };
    const struct dom *d = &page->dom;
    int bad = arena_room(a, d->n * (sizeof *l.box + sizeof *l.look), e);
    if (bad)
        return bad;
    l.box = NEW_ARRAY(a, struct box, d->n);
    l.look = NEW_ARRAY(a, struct look, d->n);
    uint32_t *match = NEW_ARRAY_RAW(&scratch, uint32_t, d->n);
    if ((bad = snapshot_match(&scratch, s, page, match, e)))
        return bad;
    read_styles(&p);
    find_unseen(&p);
    for (uint32_t i = 0; i < d->n; i++) {
        if (match[i] == NONE)
            continue;
        if (d->node[i].kind == NODE_TEXT)
            place_text(&p, &l, i, match[i]);
        else
            place(&p, &l, i, match[i]);
    }
    fill_contents(&p, &l, d, match);
    *out = l;
    return 0;
}
