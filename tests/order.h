/* O: what keeps its order stays. A sentence that stands once on each page, and before and after the same ones of that kind, is neither
 * moved nor deleted and inserted. */
#ifndef TESTS_ORDER_H
#define TESTS_ORDER_H

#include "compare/delta.h"

/* NULL where the law holds of sentences of so many letters and more, else the first one that breaks it. O(words). */
const char *order_check(struct arena *a, const struct delta *d, uint32_t letters);

#endif
