/* Which children of an element stand side by side, and how wide each is. For estimate.c. */
#ifndef SEGMENT_COLUMNS_H
#define SEGMENT_COLUMNS_H

#include "segment/roles.h"
#include "segment/style.h"

enum slot_kind { SLOT_NONE, SLOT_FIRST, SLOT_NEXT }; /* FIRST begins a row */

struct slot {
    float x, w; /* from the left of the parent's content */
    uint8_t kind;
};

struct columns {
    struct arena *arena;
    const struct page *page;
    const struct style_names *names;
    struct roles *roles;
    struct slot *slot; /* by node */
    float *chars;      /* by node, and one past the last: bytes of visible text before it */
};

void columns_open(struct columns *c, struct arena *a, const struct page *p, const struct style_names *names, struct roles *roles);
/* Gives the children of `node`, whose content is `width` wide, their slots; of a table the cells of all rows. O(children), cells of a
 * table. */
void columns_assign(struct columns *c, uint32_t node, const struct style *style, float width);
/* How wide a table is that does not say: what its cells would like, at most `width`. */
float columns_table_width(const struct columns *c, uint32_t table, float width);
/* "col-md-4", "span4": the share of a row that a name asks for; 0 where it asks for none. */
float columns_share(struct str name);

#endif
