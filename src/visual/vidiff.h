/* Vi-DIFF: two Vi-XML documents in, what happened between them out (section 5.2, Figure 6; and past it changes of the blocks).
 *
 * Blocks are matched by ID, then by position and similarity; links and images by ID, then by name, address or either; texts by the
 * share of words that they have in common. O(n log n) in blocks and items that differ, O(n) in those that do not. */
#ifndef VISUAL_VIDIFF_H
#define VISUAL_VIDIFF_H

#include "visual/videlta.h"

struct vidiff_options {
    enum vi_same same;
};

/* Never fails: every two documents have a delta. All memory is the arena's; the delta's strings are the documents'. */
void vidiff(struct arena *a, const struct vixml *old, const struct vixml *new, const struct vidiff_options *options,
            struct videlta *out);

#endif
