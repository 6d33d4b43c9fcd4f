/* How marks look in a page, whatever the page's own styles say. Private to show/.
 *
 * A mark's style stands in its style attribute, and every declaration in it is important: no rule of a style sheet can beat that. Line
 * first, colour second: added is underlined, removed struck out, moved dotted, a link dashed. The colours are fixed, as the page around
 * them is not recoloured either. */
#ifndef SHOW_STYLE_H
#define SHOW_STYLE_H

#include "show/tree.h"

/* Where weft's own declarations begin in a style attribute; what stands before is the page's. */
#define STYLE_OWN "--weft:0;"

/* Of words that are gone. */
extern const struct str style_removed;
/* The declarations for a mark, without STYLE_OWN for ins and del, which have no style of the page; empty for what is folded. `removed`:
 * what it shows is gone. */
struct str style_mark(const struct tree *t, const struct out *o, bool removed);
/* The same for an element that carries a state. */
struct str style_state(const struct tree *t, const struct out *o, bool removed);

#endif
