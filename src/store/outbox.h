/* Where messages go, what is to be sent, and what became of it.
 *
 *     channel    a user's way to be told: an address, and when they want to hear of what
 *     outbox     one row for one thing that one channel is told of, written in the transaction that found it out
 *     delivery   one message: rows of the outbox that go out together, with its key, its tries and how it ended
 *
 * A row of the outbox is written once for a channel and a thing, however often it is written. A message has the same rows and the same
 * key at every try, so that a receiver who has seen the key passes over the second. The rules are those of store/store.h. */
#ifndef STORE_OUTBOX_H
#define STORE_OUTBOX_H

#include "store/store.h"

/* ---- Channels ---- */

struct store_channel {
    int64_t id, user;
    struct str name;     /* unique for the user */
    struct str address;  /* as it may be shown; what is secret in it is sealed (store_seal(), CHANNEL_SECRET) */
    struct str settings; /* when and of what: the owner's business, JSON by custom */
    int64_t added_at;
    int64_t confirmed_at; /* NEVER: nobody has said yet that the address is theirs */
    bool is_default;      /* for what names no channel */
};

struct store_channels {
    struct store_channel *item; /* in the order of names */
    uint32_t n;
};

/* Adds the channel of that user and name, or replaces all of it. One that is the default takes that from the user's others. */
int store_channel_put(struct store *s, const struct store_channel *channel, int64_t *id, struct err *e) MUST_CHECK;
int store_channel_get(struct arena *a, struct store *s, int64_t id, struct store_channel *out, struct err *e) MUST_CHECK;
int store_channel_find(struct arena *a, struct store *s, int64_t user, struct str name, struct store_channel *out, struct err *e)
    MUST_CHECK;
int store_channel_list(struct arena *a, struct store *s, int64_t user, struct store_channels *out, struct err *e) MUST_CHECK;
/* With what waits for it, and what was sent. */
int store_channel_remove(struct store *s, int64_t id, struct err *e) MUST_CHECK;

/* ---- What is to be sent ---- */

enum outbox_source {
    OUTBOX_EVENT = 1,    /* subject: a row of `event` */
    OUTBOX_SENTINEL = 2, /* subject: a row of `sentinel_event` */
    OUTBOX_TEST = 3,     /* subject: any number of its own */
    OUTBOX_CONFIRM = 4,  /* likewise */
};

struct store_outbox {
    int64_t id, user, channel;
    enum outbox_source source;
    int64_t subject;
    int64_t at;     /* when it was found out */
    int64_t due_at; /* not before this */
    int64_t
        bundle; /* rows of a channel with the same number that are due go out as one message; 0: a message of its own. Above 0 it is
                         the channel's rules, or that it is not confirmed, that the row waits for */
    int64_t delivery; /* 0: in none yet */
};

struct store_outbox_rows {
    struct store_outbox *item; /* in the order of ids */
    uint32_t n;
};

/* A second row of the same channel, source and subject is passed over. */
int store_outbox_add(struct store *s, const struct store_outbox *row, struct err *e) MUST_CHECK;
int store_outbox_rows(struct arena *a, struct store *s, int64_t delivery, struct store_outbox_rows *out, struct err *e) MUST_CHECK;
/* Rows of a channel that are in no message yet. */
struct store_wait {
    int64_t user, channel;
    int64_t n;
    int64_t due_at; /* of the first of them */
};

struct store_waits {
    struct store_wait *item; /* in the order of channels */
    uint32_t n;
};

/* What waits for its time, or for a channel that nobody has confirmed; user 0: of everybody. */
int store_outbox_waiting(struct arena *a, struct store *s, int64_t user, struct store_waits *out, struct err *e) MUST_CHECK;
/* All rows of the channel that wait for its rules go out together, not before `due_at`: the rules are others now. */
int store_outbox_postpone(struct store *s, int64_t channel, int64_t due_at, struct err *e) MUST_CHECK;

/* ---- Messages ---- */

enum delivery_state {
    DELIVERY_WAITING = 0, /* to be sent, now or at a later try */
    DELIVERY_SENT = 1,
    DELIVERY_DEAD = 2, /* given up; a person may send it again */
};

struct store_delivery {
    int64_t id, user, channel;
    struct str key; /* no other message has it */
    enum delivery_state state;
    int64_t made_at;
    int64_t next_at; /* of the next try; while a worker has it: when it is free again */
    int64_t done_at; /* sent, or given up; NEVER: neither */
    uint32_t tries;
    struct str worker; /* who sends it now; empty: nobody */
    struct str error;  /* of the last try; empty: none */
};

struct store_deliveries {
    struct store_delivery *item;
    uint32_t n;
};

/* Makes messages of rows that are due at `now`; at most `limit` of them. */
int store_outbox_gather(struct store *s, int64_t now, uint32_t limit, struct err *e) MUST_CHECK;

struct delivery_claim {
    struct str worker; /* a name that no other has */
    int64_t now, until;
    uint32_t limit;
};

/* Takes messages that are due, one at most for each channel: one receiver that hangs must not take the place of others. Nobody else
 * gets them before `until`. */
int store_delivery_claim(struct arena *a, struct store *s, const struct delivery_claim *claim, struct store_deliveries *out,
                         struct err *e) MUST_CHECK;
/* Of the worker whose name this is: free for others at once. */
int store_delivery_release(struct store *s, struct str worker, int64_t now, struct err *e) MUST_CHECK;
/* Names of workers that have messages; `item[].name`. */
int store_delivery_workers(struct arena *a, struct store *s, struct store_users *out, struct err *e) MUST_CHECK;
/* How a try ended: reads id, state, next_at, done_at, tries, error. It has no worker from then on. */
int store_delivery_end(struct store *s, const struct store_delivery *d, struct err *e) MUST_CHECK;
/* There is nothing to say any more: the message and its rows go. */
int store_delivery_remove(struct store *s, int64_t id, struct err *e) MUST_CHECK;

/* Messages that were sent before `before` go, with their rows. */
int store_delivery_forget(struct store *s, int64_t before, struct err *e) MUST_CHECK;

/* Of a query: any state, and all but what was sent. */
enum { DELIVERY_ANY = -1, DELIVERY_OPEN = -2 };

struct delivery_query {
    int64_t user;   /* 0: everybody's */
    int64_t id;     /* 0: any */
    int state;      /* enum delivery_state, DELIVERY_ANY or DELIVERY_OPEN */
    int64_t before; /* only ids below this; 0: all */
    uint32_t limit; /* 0: all */
};

/* The newest first. */
int store_delivery_list(struct arena *a, struct store *s, const struct delivery_query *query, struct store_deliveries *out,
                        struct err *e) MUST_CHECK;
/* What was sent of one version, by one channel. */
struct store_sent {
    int64_t page, number; /* of the version */
    struct str channel, address;
    struct str sentinel; /* whose event it was; empty: the page's own */
    int state;           /* enum delivery_state; -1: its time has not come */
    int64_t at;          /* when it was sent or given up, else NEVER */
    int64_t due_at;      /* when it was to be sent */
};

struct store_sents {
    struct store_sent *item; /* in the order of versions */
    uint32_t n;
};

/* What the user was sent of a page, as long as it is remembered. */
int store_sent_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_sents *out, struct err *e)
    MUST_CHECK;
/* What of the user's news was sent, or is to be: versions above the one that they saw last. In the order of pages. O(rows of the user's
 * outbox that are remembered). */
int store_sent_news(struct arena *a, struct store *s, int64_t user, struct store_sents *out, struct err *e) MUST_CHECK;
/* Remembers the id of something that must not happen twice, and forgets those from before `forget`. E_USAGE: it was there. */
int store_once(struct store *s, struct str id, int64_t now, int64_t forget, struct err *e) MUST_CHECK;
/* When the next row or message is due; NEVER: nothing waits. */
int store_outbox_next(struct store *s, int64_t *at, struct err *e) MUST_CHECK;

#endif
