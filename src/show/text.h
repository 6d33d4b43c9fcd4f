/* The changes for a terminal: each changed sentence once, with all its changes in it, under its heading. */
#ifndef SHOW_TEXT_H
#define SHOW_TEXT_H

#include "show/show.h"

int show_text(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

#endif
