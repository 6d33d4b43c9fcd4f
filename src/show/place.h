/* Where on a page something stands, in words that a reader would use: "Fees › Adults", "Navigation", "line 12", "items › Walden".
 *
 * HTML: the headings it stands under, outermost first, then what the card is called that has no heading of its own; in a part of the
 * page without headings the name of that part (navigation, footer).
 * Text: the number of the line. CSV: the number of the row. JSON: the keys and the names of the things around it. */
#ifndef SHOW_PLACE_H
#define SHOW_PLACE_H

#include "base/buf.h"
#include "compare/delta.h"
#include "show/card.h"

struct places {
    const struct page *page;
    uint32_t *outer; /* by heading: the one that it is a part of, or NONE */
    uint32_t n_top;  /* headings of the first level */
    uint32_t *line;  /* of text and tables: the nodes of all lines and rows */
    uint32_t n_lines;
    struct cards cards; /* of marked up pages */
};

/* O(headings + lines), and what cards_open costs. */
void places_open(struct places *p, struct arena *a, const struct page *page);

struct place {
    uint32_t heading;      /* of page->heading; NONE: none */
    uint32_t part;         /* the element of a landmark without heading; NONE: none */
    uint32_t element;      /* of JSON: what its keys lead to; else NONE */
    uint32_t line, to;     /* of text and tables, from 1: the first and the last; else 0 */
    struct card_name card; /* words that name the card it stands in; empty: none */
    uint32_t region;       /* of a page: 0 its top, 1 its middle, 2 its end; 0 where there is a heading or part to name */
};

/* The place of the words [word, end), of an empty range that position. Where they begin with a heading, it is the one around that.
 * O(depth + log headings). */
struct place place_find(const struct places *p, uint32_t word, uint32_t end);
/* The place of a change, of one in a small card that of the card; what is only in the old page has that of the heading it stood under. */
struct place place_of_change(const struct places *p, const struct delta *d, const struct change *c);
/* Whether a reader needs to be told: `now` is not where `before` was, nor the line right behind it. */
bool place_differs(const struct place *before, const struct place *now);
/* Empty where there is nothing to say: no heading is over it; place_nowhere has words for that. */
void place_add(const struct places *p, const struct place *place, struct buf *out);
struct str place_nowhere(const struct page *p, const struct place *place);

#endif
