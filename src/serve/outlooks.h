/* What budgets are worth, kept for the status page: with many pages that takes half a second to find, and changes slowly. */
#ifndef SERVE_OUTLOOKS_H
#define SERVE_OUTLOOKS_H

#include "archive/outlook.h"
#include "serve/crew.h"

struct server;

enum {
    OUTLOOK_AT_ONCE = 1000, /* pages: with fewer it is found while one waits */
    OUTLOOK_KEPT_MS = 60000 /* then it is found again, and the old one shown meanwhile */
};

struct outlooks {
    struct crew_item item; /* first: the crew's */
    struct server *server;
    pthread_mutex_t lock;
    struct outlook kept;
    int64_t made_at; /* 0: never */
    bool running;
};

void outlooks_open(struct outlooks *x, struct server *s);
void outlooks_drop(struct outlooks *x);
/* Found now, for few pages; else as it was found last. *there: false where that is still to come. Without what lies in an arena. */
int outlooks_read(struct outlooks *x, const struct caller *c, uint64_t pages, struct outlook *out, bool *there, struct err *e)
    MUST_CHECK;

#endif
