/* The merged page: the new page with old text in its place, and what is made from it. */
#ifndef SHOW_MERGE_H
#define SHOW_MERGE_H

#include "compare/delta.h"
#include "show/show.h"

/* SHOW_MERGED, SHOW_NEW (no old text) and SHOW_REVERSED (the old page, with the new text in its place). O(output). */
int show_merged(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

/* One page as it is, without what clean.h leaves out, under a policy that lets nothing run. O(output). */
int show_clean(struct arena *a, const struct page *p, struct buf *out, struct err *e) MUST_CHECK;

/* The same page without banner, map and script, for a frame of a page of ours; `old_side`: the old page with its own marks. */
int show_frame(struct arena *a, const struct delta *d, bool old_side, struct buf *out, struct err *e) MUST_CHECK;

#endif
