/* What stands beside a text that binds somebody: offers, a form to book, stories of the site. Pure. */
#ifndef JUDGE_BESIDE_TEXT_H
#define JUDGE_BESIDE_TEXT_H

#include "judge/pieces.h"

/* Gives such pieces PLACE_EXTRA: lines at a place of which nothing is known, outside the element with the text, that came, went or have
 * other words, and the version of the site's program there. Not those that name a legal text, lead to a file or further down on the
 * page, nor other figures. Notes whether the new page is such a text, and whether only its order changed. O(pieces + runs of text); of
 * pages of other kinds no more than the headings are read. */
void beside_text_find(const struct delta *d, struct judge_pieces *pieces);

/* Whether a version came with a line that is on the new page, as programs have it: "17.7.11". Those of a text have two parts. O(words). */
bool beside_text_has_program(const struct delta *d, const struct judge_piece *p);

#endif
