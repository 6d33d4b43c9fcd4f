/* Pages and channels that a user's sentinels need: watched, looked at as often as they ask, and there to be told by. */
#ifndef ARCHIVE_SENTINEL_PAGES_H
#define ARCHIVE_SENTINEL_PAGES_H

#include "archive/sentinel_world.h"
#include "archive/caller.h"

/* After the caller's sentinels have changed, in the same transaction. */
int sentinel_pages_update(const struct caller *c, struct err *e) MUST_CHECK;

/* The name of the caller's channel that `BY kind details` means; empty: nobody is sent anything (interactive), or it is gone. */
int sentinel_channel(const struct caller *c, const struct sentinel_way *way, struct str *name, struct err *e) MUST_CHECK;

#endif
