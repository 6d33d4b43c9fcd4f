/* Curves as a picture: one SVG file without script, with one panel or several.
 *
 *     metrics of a page over its versions            legend: one line for all panels
 *     1 |      __                                    y runs from 0 to 1 in every panel
 *       |_____/  \____                               colours follow the reader's light or dark scheme
 *     0 +---+---+---+
 *
 * Where a panel has few points each has a mark, and its value as a tooltip. Names are hostile: they cannot leave their place. */
#ifndef SHOW_PLOT_H
#define SHOW_PLOT_H

#include "base/buf.h"

/* Colours that people with any kind of colour blindness tell apart (Okabe, Ito 2008). */
enum plot_color { PLOT_GREY, PLOT_ORANGE, PLOT_GREEN, PLOT_BLUE, PLOT_PINK, PLOT_RED, PLOT_INK, PLOT_COLORS };
enum plot_line { PLOT_SOLID, PLOT_BOLD, PLOT_DASHED, PLOT_DOTTED, PLOT_LINES }; /* the later ones are drawn on top */

struct plot_curve {
    struct str name;
    enum plot_color color;
    enum plot_line line;
    const double *y; /* panel.n of them, 0 to 1 */
};

struct plot_tick {
    double at;
    struct str label;
};

struct plot_panel {
    struct str title, x_name;
    const double *x; /* n of them, rising */
    uint32_t n;
    const struct plot_curve *curve; /* the same names in all panels */
    uint32_t n_curves;
    const struct plot_tick *tick; /* on the x axis, rising; those that have no room are left out */
    uint32_t n_ticks;
    const struct str *point; /* n names for the tooltips; NULL: x itself */
};

/* The whole file. Panels stand in `columns` columns, in their order. O(points). */
void plot_svg(struct str title, const struct plot_panel *panel, uint32_t n_panels, uint32_t columns, struct buf *out);

#endif
