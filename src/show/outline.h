/* The blocks of a page outlined on the page itself, by what happened in each and how much it weighs. */
#ifndef SHOW_OUTLINE_H
#define SHOW_OUTLINE_H

#include "segment/block.h"
#include "show/vidiff.h"

/* What happened to a block: the word says it, and is what the style sheet knows it by. */
enum block_event { EVENT_CHANGED, EVENT_NEW, EVENT_MOVED, EVENT_SPLIT, EVENT_MERGED };

/* What an element of the page carries. */
struct outline {
    unsigned level; /* 1 (dashed: little happened) to 4 (what weighs most) */
    enum block_event event;
    bool first, last; /* element of its block: both where it is all of it, and framed; else a bracket runs along them */
    struct str label; /* on the first; else empty */
};

struct outlines {
    const struct page *page;
    const struct outline **node; /* by node of the page; NULL: none */
    struct str summary;          /* one sentence for all of it */
};

/* Outlines for the new page of the view, whose blocks these are. O(nodes + blocks). */
void outlines_build(struct arena *a, const struct vidiff_view *v, const struct blocks *blocks, struct outlines *out);

/* The attributes of an element, each with a space before; nothing where it carries none. `o` may be NULL. */
void outline_write(const struct outlines *o, const struct page *p, uint32_t node, struct buf *out);

#endif
