/* The archive as a file that somebody cares for: packed, checked, measured. An administrator's business. */
#ifndef ARCHIVE_CARE_H
#define ARCHIVE_CARE_H

#include "archive/caller.h"

struct care_swept {
    struct store_policy policy; /* by which old versions went: the settings keep-last, thin-after and thin-every */
    struct store_swept swept;
};

/* Removes what the settings do not want kept, and packs the rest; `reclaim`: the file is written anew, and gives its free room back. */
int care_sweep(const struct caller *c, bool reclaim, struct care_swept *out, struct err *e) MUST_CHECK;
/* Looks at everything, and mends what can be mended where that is asked for; calls report->say for each fault. */
int care_verify(const struct caller *c, bool repair, struct store_report *report, struct err *e) MUST_CHECK;
/* How much room it takes on the disk. */
int care_bytes(const struct caller *c, uint64_t *bytes, struct err *e) MUST_CHECK;
/* How much is free where it lies; UINT64_MAX: that cannot be told. */
int care_room(const struct caller *c, uint64_t *bytes, struct err *e) MUST_CHECK;

/* Whether a server makes visits by itself; it stays so when it starts again. Everybody may know. */
int care_pause(const struct caller *c, bool paused, struct err *e) MUST_CHECK;
int care_paused(const struct caller *c, bool *paused, struct err *e) MUST_CHECK;

#endif
