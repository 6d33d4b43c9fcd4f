/* What the source of a site's pages has in common, byte for byte: the markup, styles and scripts that several pages repeat, as one text
 * that shows each once. It is what a site's dictionary is made of (store/dictionary.h). */
#ifndef FRAGMENT_RUNS_H
#define FRAGMENT_RUNS_H

#include "base/arena.h"

/* At most limit_bytes, in the arena; what more pages have goes first where not all fits. Empty where the pages share nothing. With `fill`,
 * room that is left goes to the rest of the pages: words that only one of them has, but the next may have again. O(bytes of all pages). */
struct str runs_shared(struct arena *a, const struct str *page, uint32_t n, size_t limit_bytes, bool fill);

#endif
