/* What a message says: rows of the outbox as a notice (notify/notice.h). */
#ifndef ARCHIVE_NOTICES_H
#define ARCHIVE_NOTICES_H

#include "archive/caller.h"
#include "notify/notice.h"
#include "store/outbox.h"

struct notice_source {
    struct arena *arena; /* everything lies here */
    struct store *store;
    const struct settings *settings;
    int64_t now;
    const struct store_delivery *delivery;
    const struct store_channel *channel;
};

/* E_ABSENT: there is nothing to say any more; the pages are gone, or nobody watches them. */
int notice_make(const struct notice_source *x, struct notice *out, struct err *e) MUST_CHECK;

#endif
