/* Of what a short line is said: what two rows or two items exchange is news of both, and not the same words in another order. Pure. */
#ifndef JUDGE_PIECE_OWNER_H
#define JUDGE_PIECE_OWNER_H

#include "judge/piece_side.h"

/* Whether a sentence of the new page stands in a cell that the table had before: what it says is said of its row, whatever other rows say.
 * Fields of JSON are no such cells: machines count there, too. */
bool piece_is_in_old_cell(const struct delta *d, const struct piece_side *s, uint32_t sentence);
/* Whether it is how an item stands that the other page has under the same name, its first line, and that does not say so there: it is said
 * of this item, whatever others say. O(words of the item). */
bool piece_is_state_of_item(const struct piece_side *s, uint32_t sentence);
/* Whether it is a phrase, which its page has several times, in a row or item of which no word is on the other page in its place, of which
 * something is nowhere on it, and all else is phrases, too: "present" behind the day of a vote. It came or went with its row. O(words of
 * the row). */
bool piece_is_of_other_row(const struct piece_side *s, uint32_t sentence);

#endif
