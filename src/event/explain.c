/* The detection graph for people: text, Graphviz, SVG.
 *
 * In: a graph, and perhaps the name of one sentinel. Out: what is below it. A node stands once in a picture however many share it; in
 * the text it stands below each, with how many share it. SVG: pages on the left, sentinels on the right, each node one column behind
 * the last of its parts. Cost: O(nodes), in the text O(paths). */
#include "event/detection.h"

enum { BOX_WIDTH = 230, BOX_HEIGHT = 34, GAP_X = 60, GAP_Y = 14, MARGIN = 20, LABEL_BYTES = 30 };
/* Nodes that a picture shows: more cannot be read. */
enum { PICTURE_MAX = 400 };

void detect_node_print(const struct detection *d, uint32_t node, struct buf *out)
{
    static const char *const names[] = { [DETECT_OR] = "OR",
                                         [DETECT_SEQ] = "SEQ",
                                         [DETECT_BETWEEN] = "SEQ NOT SEQ",
                                         [DETECT_UNLESS] = "AND NOT",
                                         [DETECT_PLUS] = "PLUS" };
    const struct detect_node *n = &d->node[node];
    if (n->kind == DETECT_CHANGE)
        type_print(&n->type, out);
    else if (n->kind == DETECT_ALL && n->count == n->n_parts)
        buf_add(out, STR("AND"));
    else if (n->kind == DETECT_ALL)
        buf_addf(out, "ANY %u of %u", n->count, n->n_parts);
    else
        buf_add(out, str_of(names[n->kind]));
    if (n->kind == DETECT_PLUS) {
        buf_add_char(out, ' ');
        span_print(n->ms, out);
    }
    if (n->within_ms) {
        buf_add(out, STR(" WITHIN "));
        span_print(n->within_ms, out);
    }
    if (n->kind == DETECT_CHANGE && n->compare != COMPARE_PAIRWISE)
        buf_addf(out, " COMPARE %s %u", compare_name(n->compare), n->compare_n);
    if (n->context != CONTEXT_RECENT)
        buf_addf(out, " %s", context_name(n->context));
}

static const struct sentinel *sentinel_of(const struct detection *d, uint32_t root)
{
    return &d->world->item[d->root[root].sentinel].s;
}

static bool is_asked(const struct detection *d, uint32_t root, struct str only)
{
    return only.len == 0 || str_eq(sentinel_of(d, root)->name, only);
}

static void add_tree(const struct detection *d, uint32_t node, unsigned depth, struct buf *out)
{
    const struct detect_node *n = &d->node[node];
    uint32_t shared = n->n_above + n->n_roots;
    for (unsigned i = 0; i < depth; i++)
        buf_add(out, STR("  "));
    detect_node_print(d, node, out);
    if (n->kind == DETECT_CHANGE)
        buf_addf(out, " of %.*s", STR_ARG(d->page[n->page].address));
    if (shared > 1)
        buf_addf(out, " (shared by %u)", shared);
    buf_add_char(out, '\n');
    for (uint32_t i = 0; i < n->n_parts; i++)
        add_tree(d, n->part[i], depth + 1, out);
}

void detection_text(const struct detection *d, struct str only, struct buf *out)
{
    for (uint32_t i = 0; i < d->n_roots; i++) {
        if (!is_asked(d, i, only))
            continue;
        buf_addf(out, "%.*s\n", STR_ARG(sentinel_of(d, i)->name));
        add_tree(d, d->root[i].node, 1, out);
    }
    if (only.len == 0)
        buf_addf(out, "%u sentinel%s, %u page%s, %u node%s\n", d->n_roots, d->n_roots == 1 ? "" : "s", d->n_pages,
                 d->n_pages == 1 ? "" : "s", d->n, d->n == 1 ? "" : "s");
}

/* Which nodes are below the sentinels that are asked for. */
static bool *reached(struct arena *a, const struct detection *d, struct str only)
{
    bool *is_reached = NEW_ARRAY(a, bool, d->n + 1);
    for (uint32_t i = 0; i < d->n_roots; i++)
        is_reached[d->root[i].node] |= is_asked(d, i, only);
    for (uint32_t i = d->n; i-- > 0;)
        for (uint32_t k = 0; is_reached[i] && k < d->node[i].n_parts; k++)
            is_reached[d->node[i].part[k]] = true;
    return is_reached;
}

static bool is_page_reached(const struct detection *d, uint32_t page, const bool *is_reached)
{
    for (uint32_t k = 0; k < d->page[page].n_leaves; k++)
        if (is_reached[d->page[page].leaf[k]])
            return true;
    return false;
}

static void add_dot_text(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"' || text.ptr[i] == '\\')
            buf_add_char(out, '\\');
        buf_add_char(out, text.ptr[i]);
    }
}

void detection_dot(const struct detection *d, struct str only, struct buf *out)
{
    AUTO(arena) a = { 0 };
    const bool *is_reached = reached(&a, d, only);
    buf_add(out, STR("digraph sentinels {\n  rankdir=LR;\n  node [shape=box];\n"));
    for (uint32_t i = 0; i < d->n_pages; i++) {
        if (!is_page_reached(d, i, is_reached))
            continue;
        buf_addf(out, "  p%u [shape=note, label=\"", i);
        add_dot_text(out, d->page[i].address);
        buf_add(out, STR("\"];\n"));
    }
    for (uint32_t i = 0; i < d->n; i++) {
        AUTO(buf) label = BUF((size_t)1 << 16);
        if (!is_reached[i])
            continue;
        detect_node_print(d, i, &label);
        buf_addf(out, "  n%u [label=\"", i);
        add_dot_text(out, buf_str(&label));
        buf_add(out, STR("\"];\n"));
        if (d->node[i].kind == DETECT_CHANGE)
            buf_addf(out, "  p%u -> n%u;\n", d->node[i].page, i);
        for (uint32_t k = 0; k < d->node[i].n_parts; k++)
            buf_addf(out, "  n%u -> n%u;\n", d->node[i].part[k], i);
    }
    for (uint32_t i = 0; i < d->n_roots; i++)
        if (is_asked(d, i, only))
            buf_addf(out, "  s%u [shape=ellipse, label=\"%.*s\"];\n  n%u -> s%u;\n", i, STR_ARG(sentinel_of(d, i)->name),
                     d->root[i].node, i);
    buf_add(out, STR("}\n"));
}

/* A picture: things in columns, lines between them. */
struct picture {
    const struct detection *d;
    struct buf *out;
    uint32_t *column; /* by node; pages are in 0, a sentinel one behind its node */
    uint32_t *row;    /* by node, then by page, then by root: from the top of its column */
    uint32_t *filled; /* by column: how many it has */
    uint32_t n_columns, n_rows;
};

static uint32_t left_of(uint32_t column)
{
    return MARGIN + column * (BOX_WIDTH + GAP_X);
}

static uint32_t top_of(uint32_t row)
{
    return MARGIN + row * (BOX_HEIGHT + GAP_Y);
}

static void add_box(struct picture *p, uint32_t column, uint32_t row, const char *class, struct str label)
{
    struct str shown = str_sub(label, 0, LABEL_BYTES);
    while (shown.len < label.len && shown.len && ((unsigned char)label.ptr[shown.len] & 0xc0) == 0x80)
        shown.len--;
    buf_addf(p->out, "<g class=\"%s\"><rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"6\"/><text x=\"%u\" y=\"%u\">", class,
             left_of(column), top_of(row), BOX_WIDTH, BOX_HEIGHT, left_of(column) + 10, top_of(row) + 22);
    buf_add_escaped(p->out, shown);
    buf_add(p->out, shown.len < label.len ? STR("\xe2\x80\xa6</text><title>") : STR("</text><title>"));
    buf_add_escaped(p->out, label);
    buf_add(p->out, STR("</title></g>\n"));
}

static void add_line(struct picture *p, uint32_t from_column, uint32_t from_row, uint32_t to_column, uint32_t to_row)
{
    uint32_t x = left_of(from_column) + BOX_WIDTH, y = top_of(from_row) + BOX_HEIGHT / 2;
    uint32_t x2 = left_of(to_column), y2 = top_of(to_row) + BOX_HEIGHT / 2;
    buf_addf(p->out, "<path d=\"M%u %uC%u %u %u %u %u %u\"/>\n", x, y, x + GAP_X / 2, y, x2 - GAP_X / 2, y2, x2, y2);
}

/* Each node one column behind the last of its parts; the rows in the order of the numbers. */
static void place(struct arena *a, struct picture *p, const bool *is_reached, struct str only)
{
    const struct detection *d = p->d;
    bool *has_page = NEW_ARRAY(a, bool, d->n_pages + 1);
    p->column = NEW_ARRAY(a, uint32_t, d->n + 1);
    p->row = NEW_ARRAY(a, uint32_t, d->n + d->n_pages + d->n_roots + 1);
    p->filled = NEW_ARRAY(a, uint32_t, d->n + 3);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct detect_node *n = &d->node[i];
        p->column[i] = 1;
        if (!is_reached[i])
            continue;
        for (uint32_t k = 0; k < n->n_parts; k++)
            p->column[i] = MAX(p->column[i], p->column[n->part[k]] + 1);
        p->row[i] = p->filled[p->column[i]]++;
        p->n_columns = MAX(p->n_columns, p->column[i] + 2);
        if (n->kind == DETECT_CHANGE && !has_page[n->page]) {
            has_page[n->page] = true;
            p->row[d->n + n->page] = p->filled[0]++;
        }
    }
    for (uint32_t i = 0; i < d->n_roots; i++)
        if (is_asked(d, i, only))
            p->row[d->n + d->n_pages + i] = p->filled[p->column[d->root[i].node] + 1]++;
    for (uint32_t i = 0; i < p->n_columns; i++)
        p->n_rows = MAX(p->n_rows, p->filled[i]);
}

static void draw_lines(struct picture *p, const bool *is_reached, struct str only)
{
    const struct detection *d = p->d;
    for (uint32_t i = 0; i < d->n; i++) {
        const struct detect_node *n = &d->node[i];
        for (uint32_t k = 0; is_reached[i] && k < n->n_parts; k++)
            add_line(p, p->column[n->part[k]], p->row[n->part[k]], p->column[i], p->row[i]);
        if (is_reached[i] && n->kind == DETECT_CHANGE)
            add_line(p, 0, p->row[d->n + n->page], p->column[i], p->row[i]);
    }
    for (uint32_t i = 0; i < d->n_roots; i++) {
        uint32_t node = d->root[i].node;
        if (is_asked(d, i, only))
            add_line(p, p->column[node], p->row[node], p->column[node] + 1, p->row[d->n + d->n_pages + i]);
    }
}

static void draw_boxes(struct picture *p, const bool *is_reached, struct str only)
{
    const struct detection *d = p->d;
    for (uint32_t i = 0; i < d->n; i++) {
        AUTO(buf) label = BUF((size_t)1 << 16);
        if (!is_reached[i])
            continue;
        detect_node_print(d, i, &label);
        add_box(p, p->column[i], p->row[i], d->node[i].kind == DETECT_CHANGE ? "change" : "operator", buf_str(&label));
    }
    for (uint32_t i = 0; i < d->n_pages; i++)
        if (is_page_reached(d, i, is_reached))
            add_box(p, 0, p->row[d->n + i], "page", d->page[i].address);
    for (uint32_t i = 0; i < d->n_roots; i++)
        if (is_asked(d, i, only))
            add_box(p, p->column[d->root[i].node] + 1, p->row[d->n + d->n_pages + i], "sentinel", sentinel_of(d, i)->name);
}

void detection_svg(struct arena *a, const struct detection *d, struct str only, struct buf *out)
{
    struct picture p = { .d = d, .out = out };
    const bool *is_reached = reached(a, d, only);
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n; i++)
        n += is_reached[i];
    place(a, &p, is_reached, only);
    if (n > PICTURE_MAX)
        p.n_columns = p.n_rows = 1;
    buf_addf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" font-family=\"sans-serif\" font-size=\"13\">\n"
        "<style>rect{fill:#f6f8fa;stroke:#57606a}.page rect{fill:#ddf4ff}.change rect{fill:#fff8c5}.sentinel rect{fill:#dafbe1}"
        "path{fill:none;stroke:#57606a}</style>\n",
        left_of(p.n_columns), top_of(p.n_rows) + MARGIN);
    if (n > PICTURE_MAX)
        add_box(&p, 0, 0, "page", STR("too many nodes for a picture"));
    else {
        draw_lines(&p, is_reached, only);
        draw_boxes(&p, is_reached, only);
    }
    buf_add(out, STR("</svg>\n"));
}
