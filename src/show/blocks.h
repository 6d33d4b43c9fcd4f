/* Blocks drawn over their page, coloured by importance. */
#ifndef SHOW_BLOCKS_H
#define SHOW_BLOCKS_H

#include "segment/block.h"

/* One SVG file: the picture of the page (PNG bytes; empty: none, then the blocks show their words) with a rectangle for each leaf. */
int blocks_svg(struct arena *a, const struct blocks *b, struct str picture, struct buf *out, struct err *e) MUST_CHECK;
/* A web page with that drawing and the list of blocks, the most important first. It runs nothing and loads nothing. */
int blocks_html(struct arena *a, const struct blocks *b, struct str picture, struct buf *out, struct err *e) MUST_CHECK;

#endif
