/* Where the elements of a page stand in its bytes: for what must cut pages byte for byte, where the parsed tree does not do. */
#ifndef FRAGMENT_SOURCE_H
#define FRAGMENT_SOURCE_H

#include "page/page.h"

struct source_range {
    uint32_t from, to; /* bytes of page->bytes, from '<' of the start tag to behind the end tag; to 0: unknown */
};

/* One range for each node of the page. Only elements have one, and only where the bytes say plainly where the element begins and ends: both
 * tags are there, all elements inside it lie between them and the next one outside behind them. An element that the parser made up, moved
 * or closed by itself has none. O(bytes). */
struct source_range *source_ranges(struct arena *a, const struct page *p);

#endif
