/* A change in its own words, as HTML: old struck out before new underlined. */
#ifndef SERVE_EXCERPT_HTML_H
#define SERVE_EXCERPT_HTML_H

#include "judge/excerpt.h"

void excerpt_html(struct buf *out, const struct excerpt *x);

#endif
