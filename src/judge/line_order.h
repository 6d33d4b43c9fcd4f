/* Lists that stand in one line: "Anna, Bert, Carl", or a row of links. Pure. */
#ifndef JUDGE_LINE_ORDER_H
#define JUDGE_LINE_ORDER_H

#include "page/page.h"

/* Whether marks or links part the words of a sentence as the items of a list, so that their order says nothing. O(words), of a short
 * line. */
bool line_is_list(const struct page *p, const struct sentence *s);

#endif
