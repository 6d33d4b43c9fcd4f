/* What would be told nowhere if a channel were gone. */
#ifndef ARCHIVE_CHANNEL_USES_H
#define ARCHIVE_CHANNEL_USES_H

#include "archive/caller.h"

/* E_USAGE where a page or a sentinel of the caller names the channel; the words name them. */
int channel_must_be_unused(const struct caller *c, struct str name, struct err *e) MUST_CHECK;

#endif
