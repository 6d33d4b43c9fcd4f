/* CSS selectors over the flat tree. For select.c. */
#ifndef PARSE_CSS_H
#define PARSE_CSS_H

#include "parse/dom.h"

/* The elements that a list of selectors chooses: one byte for each node of the tree, 1 where it is chosen. E_USAGE says what in the
 * expression cannot be read or is about a living page (:hover). O(nodes x parts of the expression). */
int css_select(struct arena *a, const struct dom *d, struct str expression, uint8_t **chosen, struct err *e) MUST_CHECK;

#endif
