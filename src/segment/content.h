/* What a page is about: its main content, without what stands around it on every page of the site. */
#ifndef SEGMENT_CONTENT_H
#define SEGMENT_CONTENT_H

#include "page/page.h"

struct roles;

/* One run of text without a block's border in it: what a reader takes for a paragraph, a heading, an item, a line. */
struct content_unit {
    uint32_t node;      /* the block element it stands in */
    uint32_t word, end; /* its words */
    float chars;        /* of its words, with the spaces between them */
    float link_chars;   /* of them in links and buttons */
    float gain;         /* what it adds to the element it is in, as main content; below 0: takes away */
    bool main;          /* part of the main content */
};

/* Characters of text, with the spaces between words, and those of them in links and buttons. */
struct content_chars {
    uint64_t all, links;
};

struct content {
    const struct page *page;
    uint32_t root;             /* the element that holds the main content; NONE: there is none */
    struct content_unit *unit; /* all of the page's, in document order */
    uint32_t n;
    const uint32_t *begun;              /* by node, and at last for its end: units that begin before it */
    const struct content_chars *before; /* by unit, and at last for all: of the units before it */
};

/* Fails with E_LIMIT where the page has more nodes than the calls below take; they fail in no other way. */
int content_check(const struct page *page, struct err *e) MUST_CHECK;
/* Reads the page alone: no layout is needed. O(nodes + words). */
int content_find(struct arena *a, const struct page *page, struct content *out, struct err *e) MUST_CHECK;
/* The same, where the roles of the page's elements were opened already. */
int content_find_by(struct arena *a, struct roles *roles, struct content *out, struct err *e) MUST_CHECK;

/* The same for people who ask what a page says: where prose is only a small part of what they see, tables and lists of links are its
 * content too. What changes are weighed by is content_find(): there a list of links has no main content, and every place counts for
 * itself. */
int content_read(struct arena *a, const struct page *page, struct content *out, struct err *e) MUST_CHECK;
/* Of the units that begin in an element, and the one that goes on in it. O(1). */
struct content_chars content_chars(const struct content *c, uint32_t node);
/* The row of a table that the unit is a cell of; NONE: it is none. */
uint32_t content_row(const struct page *p, const struct content_unit *u);

/* The main content as plain text, a paragraph a line with an empty line between; the cells of a row stand in one line, with bars between
 * them. */
void content_text(const struct content *c, struct buf *out);

#endif
