/* The words around a change, which tell a reader where it stands. */
#ifndef COMPARE_CONTEXT_H
#define COMPARE_CONTEXT_H

#include "compare/delta.h"

/* The words [from, new_word) and [new_end, to) of the new page that stand around a change in the same block, or where there are none
 * in the same row of a table: at most `n` on each side, and behind the change what touches the last of them, so that no word is cut. */
struct context {
    uint32_t from, to;
    bool more_before, more_after; /* the block goes on */
};
struct context context_around(const struct delta *d, const struct change *c, uint32_t n);

/* Whether word `w` starts a line of its own; past the last word everything does. */
bool context_starts_block(const struct page *p, uint32_t w);

#endif
