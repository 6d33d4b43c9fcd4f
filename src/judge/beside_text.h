/* What stands beside a text that binds somebody: offers, a form to book, stories of the site. Pure. */
#ifndef JUDGE_BESIDE_TEXT_H
#define JUDGE_BESIDE_TEXT_H

#include "judge/pieces.h"

/* Gives such pieces PLACE_EXTRA: whole lines that came or went at a place of which nothing is known, outside the element with the text. Not
 * those that name a legal text, lead to a file or further down on the page. O(pieces + runs of text); pages of other kinds cost nothing. */
void beside_text_find(struct judge_pieces *pieces);

#endif
