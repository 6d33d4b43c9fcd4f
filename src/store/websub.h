/* Hubs that pages name, and what became of the subscriptions. The rules are those of store/store.h. */
#ifndef STORE_WEBSUB_H
#define STORE_WEBSUB_H

#include "store/store.h"

struct store_websub {
    int64_t page;
    struct str hub, topic;
    int64_t ask_at; /* when the hub is to be asked, or asked again; NEVER: not */
    int64_t until;  /* the hub has promised messages until then; NEVER: it has not */
};

struct store_websubs {
    struct store_websub *item; /* in the order of pages */
    uint32_t n;
};

/* What the page says now. Another hub or topic than before is asked at `now`; the same changes nothing. */
int store_websub_offer(struct store *s, const struct store_websub *offer, int64_t now, struct err *e) MUST_CHECK;
/* Those to be asked at `now`, at most `limit`. */
int store_websub_due(struct arena *a, struct store *s, int64_t now, uint32_t limit, struct store_websubs *out, struct err *e)
    MUST_CHECK;
int store_websub_get(struct arena *a, struct store *s, int64_t page, struct store_websub *out, struct err *e) MUST_CHECK;
/* Reads page, ask_at, until. */
int store_websub_plan(struct store *s, const struct store_websub *x, struct err *e) MUST_CHECK;

#endif
