/* What was sent, what is still to be sent, and what was given up. */
#ifndef ARCHIVE_OUTBOX_H
#define ARCHIVE_OUTBOX_H

#include "archive/caller.h"
#include "archive/channels.h"
#include "base/json.h"
#include "store/outbox.h"

struct outbox_row {
    struct store_delivery delivery;
    struct str user, channel, address; /* names; the address as it may be shown */
    struct str headline;               /* of the first thing in it; empty: it is gone */
    uint32_t n;                        /* things in it */
};

/* Events that wait for a channel. */
struct outbox_wait {
    struct store_channel channel;
    int64_t n;
    int64_t due_at; /* of the first: the end of quiet hours, of a sentinel's interval, a digest */
};

struct outbox_list {
    struct outbox_row *item; /* the newest first */
    uint32_t n;
    struct outbox_wait *wait; /* what is in no message yet, by channel */
    uint32_t n_waits;
    int64_t waiting; /* all of it */
};

struct outbox_query {
    int state;      /* enum delivery_state, DELIVERY_ANY or DELIVERY_OPEN */
    bool everybody; /* an administrator's: of all users */
    int64_t before; /* only ids below this; 0: all */
    uint32_t limit; /* 0: all */
};

int outbox_read(const struct caller *c, const struct outbox_query *query, struct outbox_list *out, struct err *e) MUST_CHECK;
/* Sends what was given up again, and what waits for its next try at once; id 0: all of the caller's. *n: how many messages. E_ABSENT: the
 * caller has no such message. */
int outbox_retry(const struct caller *c, int64_t id, uint32_t *n, struct err *e) MUST_CHECK;

/* Forgets a message of the caller's. E_ABSENT: the caller has no such message. */
int outbox_remove(const struct caller *c, int64_t id, struct err *e) MUST_CHECK;

/* What of the caller's news was sent, or is to be, in the order of pages. */
int outbox_of_news(const struct caller *c, struct store_sents *out, struct err *e) MUST_CHECK;

/* As JSON: docs/json.md, delivery and waiting. */
void outbox_wait_json(struct json *j, const struct outbox_wait *wait);
void outbox_row_json(struct json *j, const struct outbox_row *row);

#endif
