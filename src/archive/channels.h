/* A person's channels: where they want to be told, when, and of what.
 *
 * What is secret in an address (the path of a webhook, a token) is sealed and comes out of no call. A channel for commands is an
 * administrator's to make. A mail address of somebody who is not an administrator must be confirmed: a code is mailed to it, and nothing
 * else before the code came back. */
#ifndef ARCHIVE_CHANNELS_H
#define ARCHIVE_CHANNELS_H

#include "archive/caller.h"
#include "notify/address.h"
#include "notify/rules.h"
#include "store/outbox.h"

struct channel_row {
    struct store_channel channel;
    enum notify_way way;
    struct notify_rules rules;
    int64_t dead; /* messages that were given up */
};

struct channel_rows {
    struct channel_row *item; /* in the order of names */
    uint32_t n;
};

/* What a person wants of a channel; what is empty stays as it is, or has its default where the channel is new. */
struct channel_wish {
    struct str name;                 /* letters, digits, '-', '_', '.', '@', '+' and ':' */
    struct str address;              /* as in notify/address.h */
    struct str quiet, digest, floor; /* as in notify/rules.h */
    struct str subject, text;        /* templates (notify/template.h); "default": weft's own words */
    const struct str *tag;           /* NULL: as they are */
    uint32_t n_tags;
    struct str secret;  /* by which webhooks are signed; empty: made by chance */
    bool make_default;  /* also where a person has no other that is */
    bool never_default; /* made for one page or sentinel */
    bool ask;           /* the address is to be confirmed, whoever asks */
};

/* What came of it. */
struct channel_made {
    struct channel_row row;
    bool is_new;
    struct str secret; /* a new one of a webhook: shown this once. Else empty */
};

/* It was imported without its secrets: what it is told waits until its address is given again. */
bool channel_lacks_address(const struct store_channel *channel);

int channels_list(const struct caller *c, struct channel_rows *out, struct err *e) MUST_CHECK;
/* E_ABSENT: the caller has no channel of that name. */
int channels_find(const struct caller *c, struct str name, struct channel_row *out, struct err *e) MUST_CHECK;
/* Adds the channel, or changes what is named. A code for the address is put into the outbox where it must be confirmed. E_LIMIT: there
 * were enough codes for today. */
int channels_put(const struct caller *c, const struct channel_wish *wish, struct channel_made *out, struct err *e) MUST_CHECK;
/* A channel for what --notify and BY name: the name of one that is there, or an address. One that was made for the whole address before
 * is found again; else one is made, with what may be shown of the address as its name, and a number where that is taken. */
int channels_need(const struct caller *c, struct str name_or_address, struct str *name, struct err *e) MUST_CHECK;
/* The same, where it is there; else the name is empty, and nothing is made. */
int channels_known(const struct caller *c, struct str name_or_address, struct str *name, struct err *e) MUST_CHECK;
/* With what waits for it. Where it was the default the oldest other one is from now on: `heir` has its name, else is empty. E_USAGE: a page
 * or a sentinel names it; the words say which. */
int channels_remove(const struct caller *c, struct str name, struct str *heir, struct err *e) MUST_CHECK;
/* Puts a test message into the outbox. E_DENIED: the address is not confirmed, and the caller is not an administrator. */
int channels_test(const struct caller *c, struct str name, struct err *e) MUST_CHECK;
/* E_DENIED: it is not the code. An administrator needs none. */
int channels_confirm(const struct caller *c, struct str name, struct str code, struct err *e) MUST_CHECK;

/* As JSON: docs/json.md, channel. */
void channel_json(struct json *j, const struct channel_row *row);

#endif
