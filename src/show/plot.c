/* Curves as SVG.
 *
 * In: panels of curves. Out: one file that is well-formed XML whatever the names hold.
 * The way: head with the style, title and legend; then each panel in a group of its own: grid, axis, curves, marks.
 * Invariants: 1. every text goes through add_text(); 2. numbers have one digit behind the point, so the same input gives the same bytes. */
#include "show/plot.h"

#include <math.h>

#include "base/utf8.h"

enum {
    SIDE = 24,  /* around everything */
    HEAD = 78,  /* title and legend */
    LEFT = 44,  /* of a panel: names of the y axis */
    TOP = 30,   /* its title */
    FOOT = 46,  /* names of the x axis */
    GAP = 18,   /* between panels */
    WIDE = 780, /* one panel alone */
    HIGH = 330,
    WIDE_OF_MANY = 330,
    HIGH_OF_MANY = 210,
    MARKS_MAX = 60, /* points of a panel that get a mark each */
    LABEL_MAX = 24, /* characters of a label */
    LETTER = 7,     /* width of one, about */
};

/* Slanted labels fall by 32 degrees. */
static const double slant_across = 0.85, slant_down = 0.53;

/* Where a panel lies. */
struct frame {
    const struct plot_panel *panel;
    double left, top, wide, high;
    double slant; /* how long the longest label of the x axis is, where they are slanted; else 0 */
};

static const char style[] =
    ":root{color-scheme:light dark;--ground:#fff;--ink:#1f2937;--soft:#57606a;--line:#e3e8ee;"
    "--c0:#8b949e;--c1:#d98a00;--c2:#009e73;--c3:#0072b2;--c4:#c4619a;--c5:#d0440c;--c6:#1f2937}"
    "@media (prefers-color-scheme:dark){:root{--ground:#111418;--ink:#e3e7ec;--soft:#9aa4b0;--line:#2b323b;"
    "--c0:#7d8590;--c1:#e69f00;--c2:#2bc49a;--c3:#56b4e9;--c4:#e08bbd;--c5:#ff7a45;--c6:#e3e7ec}}"
    "text{font:12px system-ui,\"Noto Sans\",\"DejaVu Sans\",sans-serif;fill:var(--soft)}"
    "text.t{font-size:17px;font-weight:600;fill:var(--ink)}text.p{font-size:14px;font-weight:600;fill:var(--ink)}"
    "text.l{font-size:13px;fill:var(--ink)}.g{stroke:var(--line)}.a{stroke:var(--soft)}"
    ".m{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}"
    ".d{stroke-dasharray:7 5}.o{stroke-dasharray:1 5;stroke-width:2.4}.b{stroke-width:3}"
    ".c0{stroke:var(--c0);color:var(--c0)}.c1{stroke:var(--c1);color:var(--c1)}.c2{stroke:var(--c2);color:var(--c2)}"
    ".c3{stroke:var(--c3);color:var(--c3)}.c4{stroke:var(--c4);color:var(--c4)}.c5{stroke:var(--c5);color:var(--c5)}"
    ".c6{stroke:var(--c6);color:var(--c6)}circle{fill:currentColor;stroke:var(--ground);stroke-width:1}";

static const char *const line_class[] = { [PLOT_SOLID] = "m", [PLOT_DASHED] = "m d", [PLOT_DOTTED] = "m o", [PLOT_BOLD] = "m b" };

/* Characters that XML does not have, and bytes that are no characters, become U+FFFD. */
static void add_text(struct buf *out, struct str text)
{
    for (const char *at = text.ptr, *end = text.ptr + text.len; at < end;) {
        uint32_t c;
        unsigned len = utf8_next(at, end, &c);
        if (c == '&' || c == '<' || c == '>' || c == '"')
            buf_addf(out, "&#%u;", (unsigned)c);
        else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffd || c == 0xfffe || c == 0xffff)
            buf_add(out, STR("\xef\xbf\xbd"));
        else
            buf_add_bytes(out, at, len);
        at += len;
    }
}

static uint32_t letters(struct str text)
{
    uint32_t n = 0, c;

    for (const char *at = text.ptr, *end = text.ptr + text.len; at < end; n++)
        at += utf8_next(at, end, &c);
    return n;
}

/* A label; of a long one the end, where names of versions differ. */
static void add_label(struct buf *out, struct str text)
{
    uint32_t n = letters(text), c;

    if (n > LABEL_MAX) {
        buf_add(out, STR("…"));
        for (; n >= LABEL_MAX; n--)
            text = str_sub(text, utf8_next(text.ptr, text.ptr + text.len, &c), text.len);
    }
    add_text(out, text);
}

static double x_of(const struct frame *f, double x)
{
    const struct plot_panel *p = f->panel;
    double from = p->n ? p->x[0] : 0, to = p->n ? p->x[p->n - 1] : 1;

    return f->left + (to > from ? (x - from) / (to - from) : 0.5) * f->wide;
}

static double y_of(const struct frame *f, double y)
{
    return f->top + (1 - y) * f->high;
}

static double label_width(struct str label)
{
    return LETTER * (double)MIN(letters(label), (uint32_t)LABEL_MAX) + LETTER;
}

/* The longest label where they must be slanted: where most of them would have no room, and they are long. Else 0. */
static double slant_of(const struct frame *f)
{
    const struct plot_panel *p = f->panel;
    double all = 0, most = 0;

    for (uint32_t i = 0; i < p->n_ticks; i++) {
        double width = label_width(p->tick[i].label);
        all += width;
        most = MAX(most, width);
    }
    return all > f->wide && all / p->n_ticks > 5 * LETTER ? most : 0;
}

static void add_tick(struct buf *out, const struct frame *f, double x, struct str label)
{
    double y = f->top + f->high + 18;

    buf_addf(out, "<path class=\"a\" d=\"M%.1f %.1fv5\"/>\n", x, f->top + f->high);
    if (f->slant > 0)
        buf_addf(out, "<text text-anchor=\"end\" transform=\"translate(%.1f %.1f) rotate(-32)\">", x + 4, y);
    else
        buf_addf(out, "<text text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">", x, y);
    add_label(out, label);
    buf_add(out, STR("</text>\n"));
}

static void add_axes(struct buf *out, const struct frame *f)
{
    const struct plot_panel *p = f->panel;
    double free_from = -INFINITY;

    for (int i = 0; i <= 4; i++) {
        double y = y_of(f, i / 4.0);
        buf_addf(out, "<path class=\"%s\" d=\"M%.1f %.1fh%.1f\"/>", i ? "g" : "a", f->left, y, f->wide);
        buf_addf(out, "<text text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">%g</text>\n", f->left - 8, y + 4, i / 4.0);
    }
    for (uint32_t i = 0; i < p->n_ticks; i++) {
        double x = x_of(f, p->tick[i].at), half = f->slant > 0 ? 9 : label_width(p->tick[i].label) / 2;
        if (x - half < free_from)
            continue;
        add_tick(out, f, x, p->tick[i].label);
        free_from = x + half;
    }
    buf_addf(out, "<text text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">", f->left + f->wide,
             f->top + f->high + FOOT - 10 + slant_down * f->slant);
    add_text(out, p->x_name);
    buf_add(out, STR("</text>\n"));
}

static void add_marks(struct buf *out, const struct frame *f, const struct plot_curve *curve)
{
    const struct plot_panel *p = f->panel;

    for (uint32_t i = 0; i < p->n; i++) {
        buf_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"><title>", x_of(f, p->x[i]), y_of(f, curve->y[i]),
                 curve->line == PLOT_BOLD ? "4" : "3");
        if (p->point)
            add_text(out, p->point[i]);
        else
            buf_addf(out, "%g", p->x[i]);
        buf_add(out, STR(": "));
        add_text(out, curve->name);
        buf_addf(out, " %.4f</title></circle>", curve->y[i]);
    }
}

static void add_curve(struct buf *out, const struct frame *f, const struct plot_curve *curve)
{
    const struct plot_panel *p = f->panel;

    buf_addf(out, "<g class=\"c%u\"><path class=\"%s\" d=\"", (unsigned)curve->color, line_class[curve->line]);
    for (uint32_t i = 0; i < p->n; i++)
        buf_addf(out, "%c%.1f %.1f", i ? 'L' : 'M', x_of(f, p->x[i]), y_of(f, curve->y[i]));
    buf_add(out, STR("\"/>"));
    if (p->n <= MARKS_MAX)
        add_marks(out, f, curve);
    buf_add(out, STR("</g>\n"));
}

static void add_panel(struct buf *out, const struct frame *f)
{
    const struct plot_panel *p = f->panel;

    if (p->title.len) {
        buf_addf(out, "<text class=\"p\" x=\"%.1f\" y=\"%.1f\">", f->left, f->top - 12);
        add_text(out, p->title);
        buf_add(out, STR("</text>\n"));
    }
    add_axes(out, f);
    for (unsigned line = 0; line < PLOT_LINES; line++)
        for (uint32_t i = 0; i < p->n_curves; i++)
            if (p->curve[i].line == (enum plot_line)line)
                add_curve(out, f, &p->curve[i]);
}

static void add_legend(struct buf *out, const struct plot_panel *p)
{
    double x = SIDE + LEFT;

    for (uint32_t i = 0; i < p->n_curves; i++) {
        const struct plot_curve *curve = &p->curve[i];
        buf_addf(out, "<g class=\"c%u\"><path class=\"%s\" d=\"M%.1f 57h26\"/></g><text class=\"l\" x=\"%.1f\" y=\"61\">",
                 (unsigned)curve->color, line_class[curve->line], x, x + 34);
        add_text(out, curve->name);
        buf_add(out, STR("</text>\n"));
        x += 34 + 20 + LETTER * 1.15 * letters(curve->name);
    }
}

static void add_head(struct buf *out, struct str title, double wide, double high)
{
    buf_addf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n",
             wide, high, wide, high);
    buf_add(out, STR("<title>"));
    add_text(out, title);
    buf_addf(out, "</title>\n<style>%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"var(--ground)\"/>\n", style);
    buf_addf(out, "<text class=\"t\" x=\"%d\" y=\"36\">", SIDE + LEFT);
    add_text(out, title);
    buf_add(out, STR("</text>\n"));
}

void plot_svg(struct str title, const struct plot_panel *panel, uint32_t n_panels, uint32_t columns, struct buf *out)
{
    struct frame f = { .wide = n_panels > 1 ? WIDE_OF_MANY : WIDE, .high = n_panels > 1 ? HIGH_OF_MANY : HIGH };
    double slant = 0;

    columns = MAX(MIN(columns, n_panels), 1u);
    for (uint32_t i = 0; i < n_panels; i++) {
        f.panel = &panel[i];
        slant = MAX(slant, slant_of(&f));
    }
    double left = MAX(LEFT, slant_across * slant - SIDE);
    uint32_t lines = (n_panels + columns - 1) / columns;
    double cell_wide = left + f.wide + GAP, cell_high = TOP + f.high + FOOT + slant_down * slant;
    add_head(out, title, 2 * SIDE + columns * cell_wide, HEAD + SIDE + lines * cell_high);
    if (n_panels)
        add_legend(out, &panel[0]);
    for (uint32_t i = 0; i < n_panels; i++) {
        f.panel = &panel[i];
        f.slant = slant_of(&f);
        uint32_t line = i / columns;
        f.left = SIDE + (i - line * columns) * cell_wide + left;
        f.top = HEAD + line * cell_high + TOP;
        add_panel(out, &f);
    }
    buf_add(out, STR("</svg>\n"));
}
