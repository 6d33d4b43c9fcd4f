/* Prices that follow an exchange rate: "340 € · 371.20 $ · 292 £", of which the first stays and the others are new on each visit; and
 * prices that are in other currencies now. Pure. */
#ifndef JUDGE_EXCHANGE_H
#define JUDGE_EXCHANGE_H

#include "judge/evidence.h"

/* Whether nothing but prices changed in the piece, each by little, and beside them one in another currency stays. O(words of the sentence,
 * or of the row, item or card around it). */
bool exchange_changed(const struct evidence_context *c, const struct judge_piece *piece);
/* Whether prices came and went, and all that came are in other currencies: what a page shows to visitors from another country.
 * O(words of the sentences). */
bool exchange_is_other_market(const struct delta *d, const struct judge_pieces *pieces);

#endif
