/* Where every node of a page stands and how it looks: what a browser draws, or what weft estimates it would.
 *
 * Boxes are in CSS pixels from the top left corner of the page, at a window of LAYOUT_WIDTH x LAYOUT_HEIGHT. Arrays run parallel to
 * the page's nodes. A node that is not drawn has a box of no size. */
#ifndef SEGMENT_LAYOUT_H
#define SEGMENT_LAYOUT_H

#include "page/page.h"

enum { LAYOUT_WIDTH = 1366, LAYOUT_HEIGHT = 768 };

enum layout_source { LAYOUT_ESTIMATE, LAYOUT_BROWSER, LAYOUT_CACHED };

/* "estimate", "browser", "cached" */
const char *layout_source_name(enum layout_source source);

struct box {
    float x, y, w, h;
};

/* Boxes are kept in eighths of a pixel: such numbers add up without a rest, so that a part of a page looks the same wherever it stands. */
static inline float layout_snap(float px)
{
    return (float)(int32_t)(px * 8 + (px < 0 ? -0.5f : 0.5f)) / 8;
}

enum look_flag {
    LOOK_DRAWN = 1 << 0,  /* has a box that a reader can see */
    LOOK_INLINE = 1 << 1, /* flows with the words around it */
    LOOK_FIXED = 1 << 2,  /* stays on the screen: position fixed or sticky */
    LOOK_BORDER = 1 << 3,
    LOOK_IMAGE = 1 << 4, /* a background image */
    LOOK_CLIP = 1 << 5,  /* nothing of what is in it is seen outside its box */
};

struct look {
    float font_size;
    uint16_t font_weight;
    uint16_t flags;      /* enum look_flag */
    uint32_t color;      /* 0xRRGGBBAA */
    uint32_t background; /* own; alpha 0: none */
};

struct layout {
    enum layout_source source;
    float width, height; /* of the whole page */
    struct box *box;     /* one for each node */
    struct look *look;
};

/* No browser: tag defaults, inline style, widths of table, grid and flex containers, length of text for height. O(nodes). */
int layout_estimate(struct arena *a, const struct page *page, struct layout *out, struct err *e) MUST_CHECK;

#endif
