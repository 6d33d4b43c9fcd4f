/* How an element looks by its tag, the style sheets in the page, its own style attribute and the attributes HTML had before styles. For
 * estimate.c.
 *
 * Style sheets that a page only names are not read: the estimate is made without the network. */
#ifndef SEGMENT_STYLE_H
#define SEGMENT_STYLE_H

#include "page/page.h"
#include "segment/style_value.h"

enum style_display {
    DISPLAY_INLINE,
    DISPLAY_BLOCK,
    DISPLAY_INLINE_BLOCK,
    DISPLAY_FLEX, /* children side by side */
    DISPLAY_GRID,
    DISPLAY_TABLE,
    DISPLAY_ROW,
    DISPLAY_CELL,
    DISPLAY_NONE,
};

enum style_float { FLOAT_NONE, FLOAT_LEFT, FLOAT_RIGHT };

enum { STYLE_COLUMNS = 8 };

struct style {
    enum style_display display;
    enum style_float side;
    bool fixed;    /* position fixed or sticky */
    bool absolute; /* out of the flow */
    bool border, image, clear;
    bool unseen; /* visibility hidden, opacity 0 */
    struct length width, height;
    float gap;                           /* px between columns */
    unsigned n_columns;                  /* of a grid; 0: not said */
    struct length column[STYLE_COLUMNS]; /* their widths, as far as they are said one by one */
    float margin_top, margin_bottom, margin_left, margin_right;
    float padding_top, padding_bottom, padding_left, padding_right;
    float font_size;
    uint16_t font_weight;
    uint32_t color, background;
};

struct sheet;

/* What styles are read by: the names of attributes as the page's symbols, looked up once, and the page's own style sheets. */
struct style_names {
    uint32_t style, width, height, bgcolor, background, align, size, color, border;
    struct sheet *sheet; /* NULL: the page holds none */
};

void style_names_open(struct arena *a, struct style_names *names, const struct page *p);

/* `parent` is what an element inherits from. O(bytes of its attributes). */
void style_of(const struct style_names *names, const struct page *p, uint32_t node, const struct style *parent, struct style *out);
/* What is said of the whole page before any tag: 16 px, black on white. */
struct style style_initial(void);

#endif
