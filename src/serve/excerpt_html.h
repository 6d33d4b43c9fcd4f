/* A change in its own words, as HTML: old struck out before new underlined. */
#ifndef SERVE_EXCERPT_HTML_H
#define SERVE_EXCERPT_HTML_H

#include "judge/excerpt.h"

void excerpt_html(struct buf *out, const struct excerpt *x);
/* The first two as the list that stands in a row of news; nothing where there are none. */
void excerpts_html(struct buf *out, const struct excerpts *all);

#endif
