/* The hosts that a run has leased: who may be asked, and when they are given back (store/lease.c). */
#ifndef FLOW_LEASES_H
#define FLOW_LEASES_H

#include "base/map.h"
#include "store/store.h"

enum {
    LEASE_MS = 30000,       /* how long others wait for a process that hangs; one that died is noticed at once on its own machine */
    LEASE_RENEW_MS = 10000, /* well before that */
    LEASE_TRY_MS = 250,     /* between two looks at a host that another has */
    LEASE_SLOW_MS = 5000    /* a pause from here on is stored before the request goes out: it holds even where the process dies */
};

struct leases {
    struct store *store;
    struct str worker; /* "machine:process:run" */
    struct arena arena;
    struct map by_host; /* from the hash of a host to its place, counted from 1 */
    struct lease_host *item;
    uint32_t n, room;
    int64_t renewed_at;
    int64_t now;    /* of the last call */
    int64_t gap_ms; /* between two requests to a host, where it asks for no more */
};

struct lease_host {
    struct str host;
    bool held;
    uint32_t n_pages;    /* of the host, under way */
    uint32_t n_requests; /* to it, also of pages of other hosts that were redirected */
    int64_t ready_at;    /* when the host may be asked again */
    int64_t stored_at;   /* ... as the store has it */
    int64_t turn_at; /* when it may by its gap alone, however it is reached: http, https, any port. Hosts that are asked seldom */
    int64_t free_at; /* not ours: until when it is to be left alone, whoever asks; 0: another has it */
    int64_t looked_at, look_at; /* ... and when that was looked at, and will be again */
};

/* `run` makes the name another one than that of any other run in this process. */
void leases_open(struct leases *l, struct store *s, const void *run, int64_t gap_ms);
/* Gives all of them back, each with the pause that it needs. */
void leases_drop(struct leases *l);

/* Pages that are due, of hosts that are the run's from now on; of one host at most per_host. */
struct leases_wish {
    int64_t now;
    uint32_t limit, per_host;
    bool promised; /* best effort is left out */
};
int leases_due(struct arena *a, struct leases *l, const struct leases_wish *wish, struct store_pages *out, struct err *e)
    MUST_CHECK;
/* When something may be due for this run; NEVER: nothing is planned. */
int leases_next(struct leases *l, const struct leases_wish *wish, int64_t *at, struct err *e) MUST_CHECK;
/* One host, due or not: (*out)->held tells whether it is the run's. *out holds until the next host is named. */
int leases_take(struct leases *l, struct str host, int64_t now, struct lease_host **out, struct err *e) MUST_CHECK;
/* One that was asked for before; NULL: never. */
struct lease_host *leases_find(struct leases *l, struct str host);
/* When a host that is the run's may be asked, if at all; now: at once. A clock that was set back makes nobody wait. */
int64_t leases_turn(const struct lease_host *h, int64_t now, int64_t gap_ms);
/* A request goes out to a host that is the run's, and is to be left alone for gap_ms after it. */
int leases_ask(struct leases *l, struct lease_host *h, int64_t now, int64_t gap_ms, struct err *e) MUST_CHECK;
/* Its answer has come, and the host may be asked again at ready_at. */
void leases_answered(struct lease_host *h, int64_t ready_at);
/* Renews what is about to run out, and gives back hosts that no page is under way at. Inside the caller's transaction, where there is
 * one. */
int leases_tend(struct leases *l, int64_t now, struct err *e) MUST_CHECK;

#endif
