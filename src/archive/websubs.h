/* Subscriptions to the hubs that pages name (notify/websub.h): asked for by whoever sends, answered by the server's door.
 *
 * The hub must be able to reach weft: where the setting public-url is empty nothing is asked. */
#ifndef ARCHIVE_WEBSUBS_H
#define ARCHIVE_WEBSUBS_H

#include "archive/caller.h"
#include "notify/sender.h"
#include "notify/websub.h"

/* Asks the hubs whose time has come, through the sender. An administrator's business. What a hub answers is of no account: it comes back
 * by itself (websubs_verify()), or is asked again after a day. */
int websubs_ask(const struct caller *c, struct sender *sender, struct err *e) MUST_CHECK;
/* Whether a hub is to be asked now. */
int websubs_wait(const struct caller *c, bool *due, struct err *e) MUST_CHECK;

struct websub_intent {
    struct str mode, topic, challenge, lease_seconds;
};

/* GET of the callback: the hub asks whether it was meant. Out: what is answered, the challenge. E_DENIED or E_ABSENT: it was not. */
int websubs_verify(const struct caller *c, struct str token, const struct websub_intent *intent, struct str *out, struct err *e)
    MUST_CHECK;
/* POST of the callback: the page has changed. Out: the page, due at once; 0 where the signature is wrong, which is answered all the
 * same, as the recommendation has it (section 8), and where so many notices brought nothing that this one only moves the plan. */
int websubs_take(const struct caller *c, struct str token, struct str signature, struct str body, int64_t *page, struct err *e)
    MUST_CHECK;

#endif
