/* What an answer still has of the page it should be. A part of judge/suspect.h. Pure. */
#ifndef JUDGE_SUSPECT_KEPT_H
#define JUDGE_SUSPECT_KEPT_H

#include "page/page.h"

/* Whether `new` has most of what `old` had, and most of its main part. O(words). */
bool suspect_keeps(const struct page *old, const struct page *new);

#endif
