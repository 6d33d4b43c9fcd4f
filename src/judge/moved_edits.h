/* Lines that were edited inside a record which moved. The comparison gives the words that stand in both places to the move and knows no
 * partners for them; for a reader they stayed where they are, in their card. Pure. */
#ifndef JUDGE_MOVED_EDITS_H
#define JUDGE_MOVED_EDITS_H

#include "compare/delta.h"

/* By word: its partner on the other page, also in such a line; NONE. */
struct moved_partners {
    const uint32_t *old_to_new, *new_to_old;
};

/* Whether a word came or went, by old_change or new_change: one that moved with its card says what it said. */
static inline bool word_is_other(const struct delta *d, const uint32_t *change, uint32_t word)
{
    return change[word] != NONE && d->change[change[word]].kind != CHANGE_MOVE;
}

/* O(changes), and O(words) where such a line is. */
struct moved_partners moved_partners_of(struct arena *a, const struct delta *d);

#endif
