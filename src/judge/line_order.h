/* Lists that stand in one line: "Anna, Bert, Carl". Pure. */
#ifndef JUDGE_LINE_ORDER_H
#define JUDGE_LINE_ORDER_H

#include "page/page.h"

/* Whether two sentences of pages with the same symbols are one list in another order. In other sentences the order is what they say.
 * O(words squared), of a short line. */
bool line_is_shuffled(const struct page *old, const struct sentence *was, const struct page *new, const struct sentence *now);

#endif
