/* What Chromium's DOMSnapshot.captureSnapshot answers, read by an own scanner: the live tree of a page and where each node stands.
 *
 *     snapshot_read(a, rendered.snapshot, &s, e)        the JSON, at the speed of memory
 *     snapshot_html(a, &s, &html, e)                    the tree as HTML: the page after its scripts
 *     snapshot_layout(a, &s, &page, &layout, e)         boxes and looks for the nodes of a page model
 *
 * The page may be the model of the rendered HTML or of the bytes that were given to the browser: nodes are matched from the root down by
 * tag, id, class and text, so that what scripts have added or taken away costs only itself (docs/design/layout.md). */
#ifndef SEGMENT_SNAPSHOT_H
#define SEGMENT_SNAPSHOT_H

#include "segment/layout.h"

/* The order in which the styles of a box stand. browser/browser.h asks for them by the same list. */
enum snapshot_style {
    STYLE_DISPLAY,
    STYLE_VISIBILITY,
    STYLE_OPACITY,
    STYLE_POSITION,
    STYLE_FONT_SIZE,
    STYLE_FONT_WEIGHT,
    STYLE_COLOR,
    STYLE_BACKGROUND,
    STYLE_IMAGE,
    STYLE_BORDER_TOP,
    STYLE_BORDER_LEFT,
    STYLE_BORDER_BOTTOM,
    STYLE_OVERFLOW,
    STYLE_CLIP,
    STYLES
};

enum snapshot_kind { SNAPSHOT_OTHER, SNAPSHOT_ELEMENT, SNAPSHOT_TEXT, SNAPSHOT_COMMENT, SNAPSHOT_DOCTYPE, SNAPSHOT_PSEUDO };

/* Numbers of strings are NONE where there is none. */
struct snapshot_node {
    uint32_t parent; /* NONE for the document */
    uint32_t end;    /* of its subtree */
    uint32_t kind;   /* enum snapshot_kind */
    uint32_t name, value;
    uint32_t attr, n_attr; /* pairs in attr[]: name, value */
    uint32_t box;          /* in box[]; NONE: not laid out */
};

struct snapshot_box {
    struct box box;
    uint32_t style[STYLES];
};

/* Everything lies in the arena given to snapshot_read(); strings are slices of the JSON, which must live as long. */
struct snapshot {
    struct snapshot_node *node; /* in document order; node 0 is the document */
    uint32_t n;
    uint32_t *attr;
    uint32_t n_attr;
    struct snapshot_box *box;
    uint32_t n_box;
    struct str *string; /* as JSON has them, escapes and all */
    uint32_t n_string;
    float width, height;
    uint32_t url, title, public_id, system_id; /* strings */
};

/* `json` opens with the snapshot's object; what follows it is not read. E_FORMAT: it is none; E_LIMIT: over the arena's budget or
 * LIMIT_NODES. Only the main document is taken: frames are boxes. O(bytes). */
int snapshot_read(struct arena *a, struct str json, struct snapshot *out, struct err *e) MUST_CHECK;

/* A string without its escapes, in UTF-8; empty for NONE. It is a slice of the JSON where it has no escape, else lies in the arena. */
struct str snapshot_string(struct arena *a, const struct snapshot *s, uint32_t number);

/* The tree as UTF-8 HTML that a parser reads back as the same tree. Scripts are left out (they have run), declared character sets say
 * utf-8. E_LIMIT: over LIMIT_PAGE_BYTES. O(bytes). */
int snapshot_html(struct arena *a, const struct snapshot *s, struct str *out, struct err *e) MUST_CHECK;

/* For each node of the page the node of the snapshot that it is, or NONE: match[page->dom.n]. O(nodes) where the trees are equal. */
int snapshot_match(struct arena *a, const struct snapshot *s, const struct page *page, uint32_t *match, struct err *e) MUST_CHECK;

/* Boxes and looks, source LAYOUT_BROWSER. Nodes without a match, or without a box, are not drawn. */
int snapshot_layout(struct arena *a, const struct snapshot *s, const struct page *page, struct layout *out, struct err *e)
    MUST_CHECK;

#endif
