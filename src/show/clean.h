/* What of a hostile page may be written out again.
 *
 * No script, handler, script address, form action, refresh, base, frame or plug-in survives, and nothing that pretends to be weft's
 * own mark. The policy written into the page (merge.c) stops what a browser might make of the rest. */
#ifndef SHOW_CLEAN_H
#define SHOW_CLEAN_H

#include "base/buf.h"
#include "page/page.h"

enum clean {
    CLEAN_KEEP,
    CLEAN_DROP, /* with all below it */
    CLEAN_NOTE, /* a frame or plug-in: a note stands in its place */
};

enum clean clean_element(const struct page *p, uint32_t node);
/* Whether an attribute may be written; `old`: the element comes from the old page, whose links and ids must not work. */
bool clean_attribute(const struct page *p, uint32_t node, const struct attr *attr, bool old);
/* Whether its value is an address (or a list of them: srcset). */
bool clean_is_address(struct str name);
/* Adds a style sheet, or a style attribute's value, by `add`. In place of script addresses, which old browsers ran, it has "about:". */
void clean_css(struct buf *out, struct str css, void (*add)(struct buf *out, struct str text));

/* Whether declarations end where their attribute does: no string, comment or bracket is left open that would swallow what follows. */
bool clean_css_ends(struct str css);

#endif
