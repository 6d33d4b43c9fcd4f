/* The changes for a terminal: a line for each, with what stands around it. */
#ifndef SHOW_TEXT_H
#define SHOW_TEXT_H

#include "show/show.h"

int show_text(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

#endif
