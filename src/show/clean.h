/* What of a hostile page may be written out again: what the tables allow (elements.def, attributes.def, schemes.def), and nothing else.
 *
 * No script, handler, script address, form address, refresh, base, frame or plug-in has a row, nor has what pretends to be weft's own. The
 * tables alone have to hold; the policy written into the page (merge.c) stands behind them. */
#ifndef SHOW_CLEAN_H
#define SHOW_CLEAN_H

#include "base/buf.h"
#include "page/page.h"

enum clean {
    CLEAN_RENAME, /* as a div or span: its own name may not be written */
    CLEAN_KEEP,
    CLEAN_TEXT, /* with its text alone */
    CLEAN_PRE,  /* as a pre */
    CLEAN_NOTE, /* a frame or plug-in: a note stands in its place */
    CLEAN_DROP, /* with all below it */
};

enum clean clean_element(const struct page *p, uint32_t node);
/* The name to write it with, where it is kept. */
struct str clean_name(const struct page *p, uint32_t node);

enum attribute_kind {
    ATTRIBUTE_PLAIN,
    ATTRIBUTE_CLASS,
    ATTRIBUTE_STYLE,
    ATTRIBUTE_ID,
    ATTRIBUTE_NAME,
    ATTRIBUTE_TIE,
    ATTRIBUTE_LINK,
    ATTRIBUTE_LOAD,
    ATTRIBUTE_LIST,
    ATTRIBUTE_SHEET,
    ATTRIBUTE_SHEET_REL,
    ATTRIBUTE_PART,
};

struct clean_attribute {
    enum attribute_kind kind;
    struct str name, value; /* as they are to be written, the value not yet escaped */
};

/* Whether an attribute may be written, and how. Addresses are made absolute first and judged then. O(bytes). */
bool clean_attribute(struct arena *a, const struct page *p, uint32_t node, const struct attr *attr, struct clean_attribute *out);
/* Whether what an attribute of the kind names is out of place in a page beside or after its own: the names and links of an old page. */
bool clean_is_tied(enum attribute_kind kind);

/* What an address is for, as schemes.def has it. */
enum clean_use { CLEAN_FOLLOW = 1, CLEAN_FETCH = 2 };

/* Whether an absolute address, or one that has no scheme, may be written. White space and controls in it deceive nobody. */
bool clean_address(struct str address, enum clean_use use);

/* Adds a style sheet, or declarations, that were cleaned: addresses made absolute on `base` (which may be empty) and judged, weft's own
 * names out of reach, and no '<' anywhere, so that it is read alike as text and as markup. O(bytes). */
void clean_css(struct arena *a, struct str base, struct str css, struct buf *out);
/* Whether declarations end where their attribute does: no string, comment or bracket is left open that would swallow what follows. */
bool clean_css_ends(struct str css);

#endif
