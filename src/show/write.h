/* The output tree as HTML, in one pass. Private to show/. */
#ifndef SHOW_WRITE_H
#define SHOW_WRITE_H

#include "show/outline.h"
#include "show/tree.h"

struct writer {
    struct arena *arena;
    struct tree *tree;
    struct buf *out;
    struct str prefix;               /* of the ids of marks; no id of the page starts with it */
    bool framed;                     /* it stands in weft's frame, which links must not lead away */
    bool beside;                     /* beside the other page: links lose their address, kept elements get anchors to scroll by */
    bool as_old;                     /* the page shown is the old one: its own words are del */
    const struct outlines *outlines; /* NULL: none */
    const struct out *root;          /* of the subtree being written */
    struct str own_style;            /* what a mark adds to the style of the element at hand; empty: nothing */
    unsigned links, forms, buttons;  /* open ones: none of them may nest */
};

/* The body with all below it. */
void write_body(struct writer *w);
/* A page's own style sheets, for the head. */
void write_styles(struct writer *w, const struct page *p);
/* Attributes of an element that may be written, each with a space before. */
void write_attributes(struct writer *w, const struct page *p, uint32_t node, bool old);
/* The id of a mark, as it is written. */
void write_id(struct writer *w, const struct out *o);

#endif
