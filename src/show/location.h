/* Where a change stands, in words for people and as a path for programs: what the listing views share. */
#ifndef SHOW_LOCATION_H
#define SHOW_LOCATION_H

#include "base/buf.h"
#include "compare/context.h"
#include "page/paths.h"

/* What a change speaks of. */
enum about { ABOUT_WORDS, ABOUT_MARKUP, ABOUT_TITLE, ABOUT_DESCRIPTION };
enum about location_about(const struct delta *d, const struct change *c);
/* Whether its words came and went; of a change of markup alone they were kept. */
bool location_owns_words(const struct delta *d, const struct change *c);

/* The deepest element that holds the words [word, end); of an empty range the deepest around that position. */
uint32_t location_element(const struct page *p, uint32_t word, uint32_t end);

/* The heading a change stands under in the new page, as a number of heading[]; NONE above the first. */
uint32_t location_heading(const struct delta *d, const struct change *c);
/* The last heading with words of its own that begins before word number `limit`; NONE above the first. O(log headings). */
uint32_t location_heading_before(const struct page *p, uint32_t limit);
/* The first of a heading and those above it that is not the title of a thing beside the one which a word stands in: of another card. */
uint32_t location_heading_over(const struct page *p, uint32_t heading, uint32_t word);
/* The heading that moved words stood under in the old page, where it is another one than they stand under now; else NONE. */
uint32_t location_heading_left(const struct delta *d, const struct change *c);
/* The first word of the name of a heading (a node): a picture before the words is not part of it. */
uint32_t location_heading_start(const struct page *p, uint32_t node);
/* A heading's words on one line; of one that is very long the start. */
struct str location_heading_text(struct arena *a, const struct page *p, uint32_t heading);

/* Whether word `w` starts a line of its own; past the last word everything does. */
bool location_starts_block(const struct page *p, uint32_t w);

/* Whether word `w` starts a cell that stands beside another one in its row. */
bool location_starts_cell(const struct page *p, uint32_t w);

/* Whether word `w` starts a row of several cells. */
bool location_starts_row(const struct page *p, uint32_t w);

/* Whether a reader sees a gap before word `w` of a line: a space, or the edge of a button. */
bool location_has_gap(const struct page *p, uint32_t w);

/* Whether word `w` is a line break or a rule: it parts what stands around it, as the border of a block does, and says nothing itself. */
bool location_is_divider(const struct page *p, uint32_t w);

/* What a reader is told of an atom: "[img A disk]", and where there are no words for it "[img disk.png]"; "[line break]", "[rule]". */
void location_atom_text(const struct page *p, uint32_t word, struct buf *out);

/* What a limit left out of either page, a paragraph each; nothing where both were read whole. */
void location_left_out(const struct delta *d, struct buf *out);

/* Whether an element is one of several that each stand for a thing: an item, an article, a box that looks like the one beside it. */
bool location_is_card(const struct page *p, uint32_t node);

#endif
