/* Where the quote of a long sentence or paragraph begins. Private to judge/headline*. Pure. */
#ifndef JUDGE_HEADLINE_BEGIN_H
#define JUDGE_HEADLINE_BEGIN_H

#include "judge/headline_line.h"

/* Adds the first words of the paragraph of a quote that stands deep in it: "We bake bread … ". `room`: characters for them and the quote.
 * O(words of the paragraph). */
void headline_beginning(const struct quote *q, size_t room, struct buf *out);
/* Moves a quote that is new and too long to where its first amount is said, and adds what of its beginning fits, if that would be cut off
 * with its end. Returns how many characters reach from there to the amount; 0: there is none that fits. O(words of the page). */
size_t headline_skip(const struct headline_view *v, bool old, size_t room, struct quote *q, struct buf *out);
/* Between the beginning, up to byte `begin`, and what is quoted behind it words are left out once, not twice: "… …". */
void headline_join(struct buf *out, size_t begin);

#endif
