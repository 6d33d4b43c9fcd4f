/* Whether words say the same to a reader though their letters or marks differ: other capitals, other quotation marks and dashes, another
 * form of a word, two words written as one. */
#ifndef JUDGE_SPELLING_H
#define JUDGE_SPELLING_H

#include "judge/words.h"

/* What a character stands for: itself, a straight mark, the letter that is as wide as an ideograph here, or 0 for what has no width. */
uint32_t spelling_fold(uint32_t c);

/* The symbol of a word as capitals and typography leave it: equal for "It's" and "it’s", for " and “. Other words keep their own. */
uint32_t spelling_symbol(const struct judge_word *w);

/* One letter more, less or another, or two that changed places, in words of five and more that begin with the same letter: "syntax" and
 * "systax", "judgement" and "judgment". Not "may" and "must". O(bytes). */
bool spelling_is_slip(struct str a, struct str b);

/* "platform" and "platforms", "colour" and "color"; and slips. */
bool spelling_is_near(struct str a, struct str b);

/* Whether the words of two rows have the same letters without digits, however they are parted ("can not" and "cannot", "e-mail" and
 * "email"), or all but those that a wrong character set spoilt ("Rathé" and "Rath√©"). O(bytes). */
bool spelling_is_same_run(const struct judge_word *a, uint32_t n_a, const struct judge_word *b, uint32_t n_b);

#endif
