/* What is not HTML as the tree of a page: lines, tables, JSON. For body.c.
 *
 * Each fills a builder with a whole document, html to body. Texts are slices of the text given. */
#ifndef PAGE_PLAIN_H
#define PAGE_PLAIN_H

#include "parse/dom_build.h"

struct plain_source {
    struct str text; /* UTF-8 without BOM and NUL */
    struct str name; /* of the file or its address; its ending tells Markdown */
};

/* A block for each line inside one pre: indentation is content. Of Markdown headings are headings, links are links, and the rows for
 * programs before the text stand in a header. */
void plain_lines(struct dom_builder *b, const struct plain_source *source);

/* CSV (RFC 4180) and its relatives with tabs, semicolons or bars: a row for each line, a cell for each field. A first row in which nothing
 * is a number names the columns. */
void plain_table(struct dom_builder *b, const struct plain_source *source);

/* Objects as rows of a key and a value, arrays as lists. Keys stand in an order of their own, so that their order in the file is no change:
 * what names a thing first (id, name, title), then by the alphabet. E_FORMAT: it is not JSON; E_LIMIT: over the arena's budget. */
int plain_json(struct dom_builder *b, const struct plain_source *source, struct err *e) MUST_CHECK;

/* Whether a key of JSON is one that names the thing it belongs to: name, title, id ... */
bool plain_names_thing(struct str key);

/* For the three: all before the body's content, with the style of what follows; dom_close() twice ends it. */
void plain_open(struct dom_builder *b, struct str style);
/* An element with one text in it. */
void plain_element(struct dom_builder *b, uint32_t tag, struct str text);

#endif
