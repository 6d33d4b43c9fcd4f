/* What stands beside a text that binds somebody: offers, a form to book, stories of the site. Pure. */
#ifndef JUDGE_BESIDE_TEXT_H
#define JUDGE_BESIDE_TEXT_H

#include "judge/pieces.h"

/* Gives such pieces PLACE_EXTRA: whole lines that came or went at a place of which nothing is known, outside the element with the text, and
 * the version of the site's program there. Not those that name a legal text, lead to a file or further down on the page. Notes whether the
 * new page is such a text, and whether only its order changed. O(pieces + runs of text); pages of other kinds cost no more than reading their headings. */
void beside_text_find(const struct delta *d, struct judge_pieces *pieces);

/* Whether a version came with a line that is on the new page, as programs have it: "17.7.11". Those of a text have two parts. O(words). */
bool beside_text_has_program(const struct delta *d, const struct judge_piece *p);

#endif
