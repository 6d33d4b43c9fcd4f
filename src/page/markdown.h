/* Markdown as a reader meets it: headings, links, pictures, and what stands before the text for programs. For plain.c. */
#ifndef PAGE_MARKDOWN_H
#define PAGE_MARKDOWN_H

#include "page/plain.h"

/* By its name, or, where the name says nothing else, by links written as Markdown writes them. O(bytes). */
bool markdown_is(const struct plain_source *source);

/* "## Usage" is a heading of the second level; TAG_DIV: the line is no heading. */
uint32_t markdown_tag(struct str line);

/* The text of a line into the element that is open: "[name](address)" is a link, "![name](address)" a picture. O(bytes). */
void markdown_text(struct dom_builder *b, struct str line);

/* The lines from the start of the text to where something else begins: an empty line, a heading, an item. */
struct markdown_paragraph {
    struct str text; /* with the ends of its lines */
    bool wrapped;    /* an end of a line stands inside a link: ends of lines mean nothing in it */
};
/* O(bytes) of the paragraph. */
struct markdown_paragraph markdown_paragraph(struct str text);

/* A line, or a wrapped paragraph, as an element of its own. Three links and more with nothing between them are a list. O(bytes). */
void markdown_block(struct dom_builder *b, uint32_t tag, struct str text);

/* What programs read before the text begins: rows of keys between two lines "---". Empty: there are none. A few lines may stand before
 * them, which some programs put there. A file of YAML has such lines, too, and nothing else. */
struct str markdown_matter(const struct plain_source *source);

/* Whether a row of it is for people: its title, author, date. */
bool markdown_is_read(struct str row);

/* The row without what a program says of the type of its value: "title: !!str 'Fees'" is "title: Fees". */
struct str markdown_row(struct arena *a, struct str row);

#endif
