/* A page with the changes alone, each with a little of what stands around it, under the headings of the page. */
#ifndef SHOW_CHANGES_H
#define SHOW_CHANGES_H

#include "show/show.h"

int show_changes(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

enum passage_layout {
    PASSAGES_MERGED, /* old and new in one text */
    PASSAGES_PAIRS,  /* what was, and below it what is now */
};
/* The passages alone, as articles in one element of class "read" or "pairs"; `all`: look and machinery too, not content alone. */
void changes_passages(struct arena *a, const struct delta *d, enum passage_layout how, bool all, struct buf *out);

#endif
