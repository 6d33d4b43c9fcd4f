/* Menus that a page has twice, for wide screens and for narrow ones. A part of judge/pieces.h. Pure. */
#ifndef JUDGE_PIECE_MENUS_H
#define JUDGE_PIECE_MENUS_H

#include "judge/pieces.h"

/* Moves lines beside the main content to the menu that says just the same and was edited alike. O(pieces). */
void piece_menus_join(struct arena *a, const struct delta *d, struct judge_piece *item, uint32_t n);

#endif
