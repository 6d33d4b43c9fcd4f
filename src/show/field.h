/* What a change of an attribute is about, in words: the field of a form, a choice of it, the key of a value of JSON. */
#ifndef SHOW_FIELD_H
#define SHOW_FIELD_H

#include "base/buf.h"
#include "compare/delta.h"

/* `field "Name"`, `choice "Red" of "Colour"`, a key as it is written, or `stop "Westhaven"` of an element of XML without words; nothing for
 * other elements and for NONE. A field is called by its label, else by what it says of itself, else by the text beside it. O(nodes) where a
 * label stands elsewhere on the page. */
void field_add(const struct page *p, uint32_t node, struct buf *out);
/* The note of a change in HTML, with the field it is about before it. */
void field_note(const struct delta *d, const struct change *c, struct buf *out);

#endif
