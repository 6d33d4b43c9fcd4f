/* States that changed, and buttons that say the same in other words: "sold out", "Add to bag". A part of judge/evidence.h. Pure. */
#ifndef JUDGE_EVIDENCE_STATES_H
#define JUDGE_EVIDENCE_STATES_H

#include "judge/evidence.h"

/* Whether the piece names a state where its words changed, and not the one that it was. */
bool evidence_is_state(const struct evidence_context *c, const struct judge_piece *piece);
/* Whether it is a button that says the same in other words, and nothing else. */
bool evidence_is_other_button(const struct evidence_context *c, const struct judge_piece *piece);
/* Whether what can be bought says so in other words now, all over the page. O(pieces). */
bool evidence_rewords_buttons(const struct delta *d, const struct judge_pieces *pieces);

#endif
