/* How a user's sentinels stand now: between which moments, on which pages, and why one can have nothing to say. */
#ifndef ARCHIVE_SENTINEL_STATE_H
#define ARCHIVE_SENTINEL_STATE_H

#include "archive/sentinel_world.h"

struct sentinel_state {
    int64_t sentinel;
    int64_t from_at, to_at; /* to_at NEVER: without end */
    struct str page;        /* the address of the first of its pages */
    uint32_t n_pages;
    uint32_t n_unfetched; /* of them: pages that have no version yet */
    struct str by;   /* "email anna@example.org, webhook": as it was said, without what is secret; empty: the default channel */
    struct str asks; /* "links AND images, every day": what it monitors, and how often it tells */
    struct str
        note; /* a sentence, or several with a semicolon between: it has ended, its table is not on the page; empty: nothing is wrong */
};

struct sentinel_states {
    struct sentinel_state *item; /* in the order in which they were made; sets are not among them */
    uint32_t n;
};

enum { STATE_PAGES_MAX = 50 };

struct state_query {
    struct arena *arena; /* everything lies here */
    struct store *store;
    int64_t user, now;
    /* Sentinels of which the tables, lists, elements and phrases are looked for in the newest versions of their pages: a parse each, of
     * STATE_PAGES_MAX pages at most. */
    const int64_t *look;
    uint32_t n_look;
};

int sentinel_states_read(const struct state_query *query, struct sentinel_states *out, struct err *e) MUST_CHECK;

#endif
