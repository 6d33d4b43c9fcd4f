/* HTML's rules of nesting, as far as the placing of old content needs them. Private to show/. */
#ifndef SHOW_NESTING_H
#define SHOW_NESTING_H

#include "show/tree.h"

/* What a part of a page is to the element it is put in. */
enum part { PART_INLINE, PART_BLOCK, PART_LI, PART_DT, PART_CELL, PART_ROW, PART_ROWS, PART_OPTION };

enum part part_of(const struct page *p, uint32_t node);
/* Which special part an element takes, and nothing else; PART_INLINE for ordinary elements. */
enum part only_part(uint32_t tag);
/* Whether a part may stand in an element of the output tree. */
bool takes(const struct tree *t, uint32_t container, enum part part);
/* Whether the partner of a part's old parent takes it back, even where it should not, as long as the parser lets it: a list in a list. */
bool takes_back(const struct tree *t, uint32_t container, enum part part);
/* The tag of the element that a container wants around text: that of a child it has already, else the usual one. `container` may be
 * NONE. */
uint32_t inner_tag(const struct tree *t, uint32_t container, enum part part);

#endif
