/* Which words of two rows changed, moved or stayed. */
#ifndef JUDGE_CHANGED_H
#define JUDGE_CHANGED_H

#include "judge/words.h"

/* ALIKE: an address or a picture that is written differently and is the same to a reader; a word in other capitals. NEAR: a word in
 * another form or spelling. */
enum judge_fate { FATE_STAYS, FATE_CHANGED, FATE_MOVED, FATE_ALIKE, FATE_NEAR };

/* Whether it came or went, if only as another form of a word. */
static inline bool fate_differs(uint8_t fate)
{
    return fate == FATE_CHANGED || fate == FATE_NEAR;
}

static inline bool fate_is_seen(uint8_t fate)
{
    return fate_differs(fate) || fate == FATE_MOVED;
}

struct judge_changed {
    uint8_t *old, *new; /* enum judge_fate of each word */
    bool any;
};

/* By words in lines that belong together, so that nothing depends on how the page was cut into blocks. Rows with the same words
 * in the same order have no change, wherever their lines break. O(n) expected where little differs, as the sequence engine else. */
void judge_changed_find(struct arena *a, const struct judge_words *old, const struct judge_words *new, struct judge_changed *out);

#endif
