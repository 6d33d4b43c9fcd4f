/* In: the detection graph. Out: SVG. A node stands once, however many share it: changes side by side in the order in which the sentinel
 * names them, an operator over the middle of its parts, a page below the middle of its changes. O(nodes below the sentinel). */
#include "serve/sentinel_graph.h"

#include <stdio.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "serve/html.h"

enum { BOX_H = 42, GAP_X = 14, ROW_H = 74, TOP = 10, CHANGES_MAX = 24, FITS_W = 780 };

/* How wide a box is, by how many changes stand side by side, and how much is written into it. */
static const struct graph_box {
    int width;
    size_t label, note; /* bytes; the note is in smaller letters */
} boxes[] = { { 300, 35, 45 }, { 230, 27, 34 }, { 164, 19, 24 } };

struct drawing {
    struct arena *arena;
    const struct sentinel_graph *g;
    struct buf *out;
    const struct graph_box *box;
    double *x;      /* by node: its column, from 1; 0: not placed */
    uint32_t *row;  /* by node: 0 is that of the changes, counted upwards */
    double *page_x; /* by page; 0: not placed */
    VEC(uint32_t) leaves, operators, pages;
};

static uint32_t root_of(const struct sentinel_graph *g)
{
    for (uint32_t i = 0; i < g->graph->n_roots; i++)
        if (str_eq(g->graph->world->item[g->graph->root[i].sentinel].s.name, g->name))
            return g->graph->root[i].node;
    return NONE;
}

/* Parts have lower numbers than what they are parts of, so the depth is that of the language. */
static void place(struct drawing *d, uint32_t node)
{
    const struct detect_node *n = &d->g->graph->node[node];
    double sum = 0;

    if (d->x[node] > 0)
        return;
    if (n->kind == DETECT_CHANGE) {
        d->x[node] = 1 + d->leaves.n;
        *VEC_ADD(d->arena, &d->leaves) = node;
        return;
    }
    for (uint32_t i = 0; i < n->n_parts; i++) {
        place(d, n->part[i]);
        sum += d->x[n->part[i]];
        d->row[node] = MAX(d->row[node], d->row[n->part[i]] + 1);
    }
    d->x[node] = sum / MAX(n->n_parts, 1u);
    *VEC_ADD(d->arena, &d->operators) = node;
}

static void place_pages(struct drawing *d)
{
    const struct detection *g = d->g->graph;
    double taken = 0;

    for (uint32_t i = 0; i < d->leaves.n; i++) {
        uint32_t page = g->node[d->leaves.item[i]].page, n = 0;
        double sum = 0;
        if (d->page_x[page] > 0)
            continue;
        for (uint32_t k = 0; k < d->leaves.n; k++)
            if (g->node[d->leaves.item[k]].page == page) {
                sum += d->x[d->leaves.item[k]];
                n++;
            }
        d->page_x[page] = MAX(sum / MAX(n, 1u), taken);
        taken = d->page_x[page] + 1;
        *VEC_ADD(d->arena, &d->pages) = page;
    }
}

/* ---- Lines and boxes ---- */

static double middle_of(const struct drawing *d, double column)
{
    return GAP_X + d->box->width / 2.0 + (d->box->width + GAP_X) * (column - 1);
}

static void add_line(struct drawing *d, double column, double y, double column2, double y2)
{
    double x = middle_of(d, column), x2 = middle_of(d, column2);

    buf_addf(d->out, "<path class=\"s-2\" d=\"M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f\"/>", x, y, x, (y + y2) / 2, x2,
             (y + y2) / 2, x2, y2);
}

static void add_text(struct drawing *d, const char *class, double x, double y, struct str text, size_t most)
{
    struct str shown = utf8_head(text, most);

    buf_addf(d->out, "<text class=\"%s\" x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">", class, x, y);
    buf_add_escaped(d->out, shown);
    buf_add(d->out, shown.len < text.len ? STR("…</text>") : STR("</text>"));
}

/* The whole of what is cut stands in the title. */
static void add_box(struct drawing *d, const char *class, double column, double y, struct str label, struct str note)
{
    double x = middle_of(d, column);

    buf_addf(d->out, "<g><title>");
    buf_add_escaped(d->out, label);
    buf_addf(d->out, "</title><rect class=\"%s s-nod\" x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" rx=\"6\"/>", class,
             x - d->box->width / 2.0, y, d->box->width, BOX_H);
    add_text(d, "tb", x, note.len ? y + 18 : y + 26, label, d->box->label);
    if (note.len)
        add_text(d, "t", x, y + 33, note, d->box->note);
    html_raw(d->out, "</g>");
}

static struct str printed(struct drawing *d, uint32_t node)
{
    AUTO(buf) label = BUF(1 << 16);

    detect_node_print(d->g->graph, node, &label);
    return arena_str(d->arena, buf_str(&label));
}

/* When a change like this last took part in something that was found. */
static struct str found_at(struct drawing *d, uint32_t node, struct str label)
{
    AUTO(buf) words = BUF(256);
    struct str address = d->g->graph->page[d->g->graph->node[node].page].address;

    for (uint32_t i = 0; i < d->g->n_told; i++)
        for (uint32_t k = 0; k < d->g->told[i].n_parts; k++) {
            const struct sentinel_part *part = &d->g->told[i].part[k];
            if (!str_eq(part->finding.type, label) || !str_eq(part->page.url, address))
                continue;
            html_add_moment_text(&words, part->finding.at, d->g->now);
            return arena_printf(d->arena, "✓ %.*s", STR_ARG(buf_str(&words)));
        }
    return STR("");
}

static struct str without_scheme(struct str address)
{
    size_t slashes = str_find(address, STR("://"), 0);

    return slashes == SIZE_MAX ? address : str_sub(address, slashes + 3, address.len);
}

/* The title of a page that took part in something; empty: not known. */
static struct str title_of(struct drawing *d, struct str address)
{
    for (uint32_t i = 0; i < d->g->n_told; i++)
        for (uint32_t k = 0; k < d->g->told[i].n_parts; k++)
            if (str_eq(d->g->told[i].part[k].page.url, address))
                return d->g->told[i].part[k].title;
    return STR("");
}

static double y_of(uint32_t rows, uint32_t row)
{
    return TOP + (double)ROW_H * (rows - row);
}

static void draw(struct drawing *d, uint32_t root)
{
    const struct detection *g = d->g->graph;
    uint32_t rows = d->row[root] + 1; /* the sentinel stands in row `rows` over that of the changes */
    double below = y_of(rows, 0) + ROW_H;

    add_line(d, d->x[root], TOP + BOX_H, d->x[root], y_of(rows, d->row[root]));
    for (uint32_t i = 0; i < d->operators.n; i++) {
        uint32_t node = d->operators.item[i];
        for (uint32_t k = 0; k < g->node[node].n_parts; k++) {
            uint32_t part = g->node[node].part[k];
            add_line(d, d->x[node], y_of(rows, d->row[node]) + BOX_H, d->x[part], y_of(rows, d->row[part]));
        }
    }
    for (uint32_t i = 0; i < d->leaves.n; i++)
        add_line(d, d->x[d->leaves.item[i]], y_of(rows, 0) + BOX_H, d->page_x[g->node[d->leaves.item[i]].page], below);
    add_box(d, "p-soft", d->x[root], TOP, d->g->name, d->g->note);
    for (uint32_t i = 0; i < d->operators.n; i++)
        add_box(d, "p-surf", d->x[d->operators.item[i]], y_of(rows, d->row[d->operators.item[i]]), printed(d, d->operators.item[i]),
                STR(""));
    for (uint32_t i = 0; i < d->leaves.n; i++) {
        struct str label = printed(d, d->leaves.item[i]), note = found_at(d, d->leaves.item[i], label);
        add_box(d, note.len ? "p-lit" : "p-surf", d->x[d->leaves.item[i]], y_of(rows, 0), label, note);
    }
    for (uint32_t i = 0; i < d->pages.n; i++) {
        struct str address = g->page[d->pages.item[i]].address, title = title_of(d, address);
        add_box(d, "p-sunk", d->page_x[d->pages.item[i]], below, title.len ? title : without_scheme(address),
                title.len ? without_scheme(address) : STR(""));
    }
}

bool sentinel_graph_draw(struct arena *a, const struct sentinel_graph *g, struct buf *out)
{
    struct drawing d = { .arena = a, .g = g, .out = out };
    uint32_t root = root_of(g);

    if (root == NONE)
        return false;
    d.x = NEW_ARRAY(a, double, g->graph->n + 1);
    d.row = NEW_ARRAY(a, uint32_t, g->graph->n + 1);
    d.page_x = NEW_ARRAY(a, double, g->graph->n_pages + 1);
    place(&d, root);
    if (d.leaves.n > CHANGES_MAX)
        return false;
    place_pages(&d);
    d.box = &boxes[MIN(MAX(d.leaves.n, 1u), (uint32_t)ARRAY_LEN(boxes)) - 1];
    double columns = MAX(d.leaves.n, 1u);
    for (uint32_t i = 0; i < d.pages.n; i++)
        columns = MAX(columns, d.page_x[d.pages.item[i]]);
    double width = middle_of(&d, columns) + d.box->width / 2.0 + GAP_X;
    uint32_t height = TOP * 2 + ROW_H * (d.row[root] + 2) + BOX_H;
    buf_addf(
        out,
        "<svg class=\"graph%s\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%u\" viewBox=\"0 0 %.0f %u\" role=\"img\" aria-label=\"",
        width > FITS_W ? " wide" : "", width, height, width, height);
    HTML(out, "How the sentinel {} is detected: ", TEXT(g->name));
    html_add_number_of(out, d.leaves.n, "kind");
    html_raw(out, " of change on ");
    html_add_number_of(out, d.pages.n, "page");
    html_raw(out, "\">");
    draw(&d, root);
    html_raw(out, "</svg>");
    return true;
}
