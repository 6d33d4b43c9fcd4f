/* The lines of a page, as the rows of judge/words.h have them: words, and the links and pictures between them. Pure. */
#ifndef JUDGE_PAGE_LINES_H
#define JUDGE_PAGE_LINES_H

#include "judge/anchors.h"
#include "page/page.h"

struct page_line {
    uint32_t word, end;   /* of the page */
    uint32_t link, image; /* the first that do not stand before it */
};

struct page_lines {
    struct page_line *item; /* [n] is behind all that the page has */
    struct anchor_line *anchor;
    uint32_t n;
};

/* O(sentences + links + images). */
void page_lines_find(struct arena *a, const struct page *p, struct page_lines *out);

#endif
