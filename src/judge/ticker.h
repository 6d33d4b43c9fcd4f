/* Boxes that show how markets move: names with a figure and by how much it rose or fell, beside what a page is about. Pure. */
#ifndef JUDGE_TICKER_H
#define JUDGE_TICKER_H

#include "page/page.h"

/* Whether the sentence stands in a small table or list of which several lines say by how many percent something rose or fell, or what a
 * rate of exchange is. O(words of the table x depth, or 1 where it is a large one). */
bool ticker_around(const struct page *p, uint32_t sentence);

#endif
