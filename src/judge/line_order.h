/* Lists that stand in one line: "Anna, Bert, Carl", or a row of links. Pure. */
#ifndef JUDGE_LINE_ORDER_H
#define JUDGE_LINE_ORDER_H

#include "page/page.h"

/* The words of a list in one line, equal in whatever order they stand, on pages with the same symbols; 0: it is none. In other sentences
 * the order is what they say. O(words), of a short line. */
uint64_t line_list(const struct page *p, const struct sentence *s);

#endif
