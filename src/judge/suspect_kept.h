/* What an answer still has of the page it should be. A part of judge/suspect.h. Pure. */
#ifndef JUDGE_SUSPECT_KEPT_H
#define JUDGE_SUSPECT_KEPT_H

#include "page/page.h"

/* What makes an answer suspect. */
struct suspect_sign {
    struct str text; /* in small letters, as it was found */
    uint32_t node;   /* the element whose markup has it; NONE: people read it */
    bool article;    /* an article may be about it: errors */
};

/* Whether `new` has most of what `old` had, and most of its main part. O(words). */
bool suspect_keeps(const struct page *old, const struct page *new);

/* Whether the sign stands beside a page that has its own text, which may be a new one, and not in the place of it. `old` is NULL for a
 * first answer. O(words). */
bool suspect_is_beside(const struct page *page, const struct page *old, const struct suspect_sign *sign);

#endif
