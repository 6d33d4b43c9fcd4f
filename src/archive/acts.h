/* What signed links in messages do (notify/act.h): the door shows acts_read() first, asks, and then calls acts_do(). */
#ifndef ARCHIVE_ACTS_H
#define ARCHIVE_ACTS_H

#include "archive/caller.h"
#include "notify/act.h"

struct act_question {
    struct act_link link;
    struct str url, title; /* of the page */
    struct str words;      /* "Dismiss the change of version 13" */
    struct str sentinel;   /* its name, where the act is about one */
};

/* The token is the right; whoever has it need not be logged in. E_DENIED: it is not a right one. E_ABSENT: its page is gone. */
int acts_read(const struct caller *c, struct str token, struct act_question *out, struct err *e) MUST_CHECK;
/* Does it, for the user to whom the message went. Twice is as once. */
int acts_do(const struct caller *c, struct str token, struct act_question *out, struct err *e) MUST_CHECK;

/* The whole address of a link; empty where the setting public-url is. In the arena. */
struct str act_address(struct arena *a, struct store *s, const struct settings *settings, const struct act_link *link);

#endif
