/* Side by side: both pages in frames of their own, the same marks in both, scrolling together. */
#ifndef SHOW_SIDE_H
#define SHOW_SIDE_H

#include "show/show.h"

int show_side(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

#endif
