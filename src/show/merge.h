/* The merged page: the new page with old text in its place, and what is made from it. */
#ifndef SHOW_MERGE_H
#define SHOW_MERGE_H

#include "compare/delta.h"
#include "show/listing.h"
#include "show/show.h"
#include "show/write.h"

/* SHOW_MERGED, SHOW_NEW (no old text) and SHOW_REVERSED (the old page, with the new text in its place). O(output). */
int show_merged(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

/* One page as it is, without what clean.h leaves out, under a policy that lets nothing run. O(output). */
int show_clean(struct arena *a, const struct page *p, struct buf *out, struct err *e) MUST_CHECK;

/* One of the two pages with its own marks and without the other's text. It is not moved: its parts point at each other. */
struct merge_side {
    struct delta delta;
    struct tree tree;
    struct writer writer;
};
void merge_open_side(struct arena *a, const struct delta *d, bool old_side, struct merge_side *out);
/* Its document. */
void merge_write_side(struct merge_side *side, struct buf *out);

/* By change of the delta of a tree: the address of its stop in the iframe of that name; empty where it has none. */
struct listing_target *merge_targets(struct writer *w, const char *frame);

#endif
