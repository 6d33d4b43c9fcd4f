/* What Vi-DIFF found, for people: a page with a map of the blocks and what happened in each, or lines for a terminal. */
#ifndef SHOW_VIDIFF_H
#define SHOW_VIDIFF_H

#include "judge/importance.h"
#include "show/vidiff_told.h"

struct vidiff_view {
    const struct vixml *old, *new;
    const struct videlta *delta;         /* of these two, not read from a file */
    const struct importance *importance; /* of that delta */
    const struct vidiff_told *told;      /* of that delta: which operations are told */
    bool weigh;                          /* show it */
    struct str old_name, new_name;
};

/* A page that stands alone: nothing loads, nothing runs. O(blocks + bytes of the changes). */
void vidiff_html(struct arena *a, const struct vidiff_view *v, struct buf *out);
/* A line for each operation that is told, one for the others; nothing in it can do anything to a terminal. */
void vidiff_text(struct arena *a, const struct vidiff_view *v, struct buf *out);
/* How important the change is, and a line for each block that has a share in it, with the reason. */
void vidiff_importance_text(struct arena *a, const struct vidiff_view *v, struct buf *out);

#endif
