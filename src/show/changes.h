/* A page with the changes alone, each with a little of what stands around it, under the headings of the page. */
#ifndef SHOW_CHANGES_H
#define SHOW_CHANGES_H

#include "show/show.h"

int show_changes(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

#endif
