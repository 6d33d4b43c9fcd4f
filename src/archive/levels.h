/* What each sensitivity would have announced on a page so far: the consequence beside the choice. */
#ifndef ARCHIVE_LEVELS_H
#define ARCHIVE_LEVELS_H

#include "archive/caller.h"
#include "judge/wishes.h"

struct level_counts {
    uint32_t n[SENSITIVITIES]; /* changes that would have been announced */
    uint32_t all;              /* that were judged; 0: nothing is known yet */
};

/* Of somebody who watches all of the page. E_ABSENT: the caller does not watch it. O(versions). */
int levels_count(const struct caller *c, int64_t page, struct level_counts *out, struct err *e) MUST_CHECK;

#endif
