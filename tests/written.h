/* The law of writing: parse(write(tree)) = tree.
 *
 * A page that weft wrote is read twice: by its tags alone, as one reads XML (every start tag opens, every end tag closes what is open),
 * which is the tree that was meant; and by the HTML parser, as a browser does. Both must give the same nodes, attributes and texts. */
#ifndef TESTS_WRITTEN_H
#define TESTS_WRITTEN_H

#include "base/arena.h"

/* NULL where the law holds, else words that say where it does not. O(bytes). */
const char *written_check(struct arena *a, struct str html);

/* The same by a reader of another make, libxml2: it finds no element and no attribute that was not written. Part of written_check(). */
const char *written_check_again(struct arena *a, struct str html);

#endif
