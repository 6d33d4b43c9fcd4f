/* What is sealed of a channel, for whoever sends: nobody else opens it. */
#ifndef ARCHIVE_CHANNEL_SECRETS_H
#define ARCHIVE_CHANNEL_SECRETS_H

#include "notify/address.h"
#include "store/outbox.h"

#define CHANNEL_SECRET "channel"    /* the whole address, where a part of it is secret */
#define CHANNEL_KEY "channel-key"   /* by which webhooks are signed */
#define CHANNEL_CODE "channel-code" /* that confirms the address */

/* Empty where there is none. */
int channel_secret(struct arena *a, struct store *s, const struct store_channel *channel, const char *what, struct str *out,
                   struct err *e) MUST_CHECK;
int channel_address(struct arena *a, struct store *s, const struct store_channel *channel, struct notify_address *out,
                    struct err *e) MUST_CHECK;

#endif
