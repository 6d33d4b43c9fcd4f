/* Nodes of a tree by an expression that a person wrote: a CSS selector or an XPath.
 *
 * What begins with '/', '(' or "xpath:" is an XPath, all else a list of CSS selectors. */
#ifndef PARSE_SELECT_H
#define PARSE_SELECT_H

#include "parse/dom.h"

/* The numbers of the nodes chosen, in document order, each once; of an attribute that an XPath chose its element. None is no error.
 * E_USAGE: the expression cannot be read (the words say what and where), or gives no nodes. E_LIMIT: longer than
 * LIMIT_EXPRESSION_BYTES, or too much work. E_SYSTEM: an XPath, and libxml2 is not there.
 * O(nodes x parts) for CSS; for an XPath O(nodes) and what it asks for. */
int select_nodes(struct arena *a, const struct dom *d, struct str expression, uint32_t **node, uint32_t *n, struct err *e)
    MUST_CHECK;

#endif
