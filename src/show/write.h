/* The output tree as HTML, in one pass. Private to show/. */
#ifndef SHOW_WRITE_H
#define SHOW_WRITE_H

#include "show/outline.h"
#include "show/stack.h"
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
    struct stack stack;              /* what is open */
};

/* The body with all below it. */
void write_body(struct writer *w);
/* A page's own style sheets, for the head. */
void write_styles(struct writer *w, const struct page *p);
/* The id of a mark, as it is written. */
void write_id(struct writer *w, const struct out *o);

/* write_tag.c */

enum written {
    WRITTEN_NOT,   /* no tags: it has none, or a parser would make something else of them */
    WRITTEN_ALONE, /* a start tag that has no end tag */
    WRITTEN_OPEN,  /* an end tag is due */
};

struct write_how {
    struct str style; /* what a mark adds to the element's style; empty: nothing */
    bool old;         /* from the old page: its names and links are left out */
    bool in_table;    /* it may stand between the parts of a table */
};

/* The start tag of a page's element but for its '>', in the place that is open; the parts of a table that it needs are opened before.
 * Where its own name may not be written, or a parser would make something else of it, it is a div or span. */
enum written write_element(struct writer *w, const struct page *p, uint32_t node, struct write_how how);
/* Attributes that may be written, each with a space before. */
void write_attributes(struct writer *w, const struct page *p, uint32_t node, bool old, struct str own_style);
/* A style attribute: the page's declarations, if it has any (.ptr) and they have an end, and behind them weft's own, which so have the last
 * word. The semicolon stands behind an empty style too: with nothing before weft's part the page would have no such attribute. */
void write_own_style(struct writer *w, struct str page, struct str own);
/* The start tag of an element of ours but for its '>'. */
void write_own(struct writer *w, uint32_t tag);
/* Closes the parts of a table that the page left out and that end here; opens those that an element (or text: TAG_NONE) needs. */
void write_room(struct writer *w, uint32_t tag);
/* The end tag of the open element. */
void write_end(struct writer *w);
/* The same of one that the page has, after those that were implied in it. */
void write_close(struct writer *w);

#endif
