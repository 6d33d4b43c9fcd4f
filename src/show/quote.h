/* Words of a page as HTML of ours: no markup of the page is in it, every byte of it is escaped. */
#ifndef SHOW_QUOTE_H
#define SHOW_QUOTE_H

#include "base/buf.h"
#include "page/page.h"

/* What stands between word w - 1 and word w: a bar between two cells, the end of a line, a space or nothing. */
void quote_separator(struct buf *out, const struct page *p, uint32_t w);
/* The same on one line: a bar, a point in the middle, a space or nothing. */
void quote_gap(struct buf *out, const struct page *p, uint32_t w);
/* Words [word, end), of a picture its description; lines end where they do in the page. */
void quote_words(struct buf *out, const struct page *p, uint32_t word, uint32_t end);
/* The same on one line, and of more than n words the first n. */
void quote_line(struct buf *out, const struct page *p, uint32_t word, uint32_t end, uint32_t n);

#endif
