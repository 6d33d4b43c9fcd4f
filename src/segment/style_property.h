/* The declarations of CSS that matter to a layout. For style.c and sheet.c. */
#ifndef SEGMENT_STYLE_PROPERTY_H
#define SEGMENT_STYLE_PROPERTY_H

#include "segment/style.h"

/* The number of a property by its name; 0: it does not matter. O(log properties). */
unsigned property_find(struct str name);
/* Whether it may take an element out of sight. */
bool property_hides(unsigned property);
/* What the value says, written into the style. O(bytes). */
void property_read(struct style *s, unsigned property, struct str value);
/* The next declaration that matters of "NAME: VALUE; NAME: VALUE !important", cut off the text; false at its end. */
bool declaration_next(struct str *text, unsigned *property, struct str *value);

#endif
