/* Pictures that people watch a page for: a comic, the plan of the new wing. Pure. */
#ifndef JUDGE_PICTURES_H
#define JUDGE_PICTURES_H

#include "judge/pieces.h"

/* Whether a piece is nothing but pictures, and one of those that came is what the page is about. O(words of the piece), and once for a
 * page O(its runs of text). */
bool picture_matters(const struct delta *d, const struct judge_pieces *pieces, const struct judge_piece *piece);

/* Whether a picture of the main content gave way to a file of another name at its place. When all else is known of the piece.
 * O(words of the piece), and once for a page O(pictures). */
bool picture_is_another(const struct delta *d, const struct judge_pieces *pieces, const struct judge_piece *piece);

#endif
