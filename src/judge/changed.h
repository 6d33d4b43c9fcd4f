/* Which words of two rows changed, moved or stayed. */
#ifndef JUDGE_CHANGED_H
#define JUDGE_CHANGED_H

#include "judge/words.h"

enum judge_fate { FATE_STAYS, FATE_CHANGED, FATE_MOVED };

struct judge_changed {
    uint8_t *old, *new; /* enum judge_fate of each word */
    bool any;
};

/* By words in lines that belong together, so that nothing depends on how the page was cut into blocks. Rows with the same words
 * in the same order have no change, wherever their lines break. O(n) expected where little differs, as the sequence engine else. */
void judge_changed_find(struct arena *a, const struct judge_words *old, const struct judge_words *new, struct judge_changed *out);

#endif
