/* Whether it is news that something to press can no longer be used, or can be used again. Pure. */
#ifndef JUDGE_PUT_OUT_H
#define JUDGE_PUT_OUT_H

#include "compare/delta.h"

/* Whether the change says so of something that is pressed, or of a card; not of a field or a choice. */
bool put_out_is_pressed(const struct delta *d, const struct change *c);
/* Of a change that says so (TELLS_PUT_OUT, TELLS_PUT_IN): "Add to cart" is; "Next page", and "Send" of a form that waits to be filled
 * in, are not. O(attributes around it + nodes of its form). */
bool put_out_matters(const struct delta *d, uint32_t change);
/* Whether the words on it say that something can be bought, or that it cannot: they need no quoting beside the state. */
bool put_out_is_sale(const struct page *p, uint32_t node);

#endif
