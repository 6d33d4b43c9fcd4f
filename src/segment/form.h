/* The form of a page: all that weft's own layout reads of it. Two pages of one form have the same boxes and the same blocks, whatever their
 * words are: a remembered segmentation is keyed by it. */
#ifndef SEGMENT_FORM_H
#define SEGMENT_FORM_H

#include "page/page.h"

/* The length of a text as the layout sees it: one of a few, each four times the one before, so that an edit seldom changes it. */
float form_text(float chars);

/* Tags, the tree's shape, the roles and columns that names give, attributes that make a layout, classes of text lengths; no words, no
 * addresses. O(nodes + bytes of attributes). */
uint64_t form_of(const struct page *p);

#endif
