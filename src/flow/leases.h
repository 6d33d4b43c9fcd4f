/* The hosts that a run has leased: who may be asked, and when they are given back (store/lease.c). */
#ifndef FLOW_LEASES_H
#define FLOW_LEASES_H

#include "base/map.h"
#include "store/store.h"

enum {
    LEASE_MS = 30000,       /* how long others wait for a process that hangs; one that died is noticed at once on its own machine */
    LEASE_RENEW_MS = 10000, /* well before that */
    LEASE_TRY_MS = 250      /* between two tries for a host that another has */
};

struct leases {
    struct store *store;
    struct str worker; /* "machine:process:run" */
    struct arena arena;
    struct map by_host; /* from the hash of a host to its place, counted from 1 */
    struct lease_host *item;
    uint32_t n, room;
    int64_t renewed_at;
};

struct lease_host {
    struct str host;
    bool held;
    uint32_t n_pages;    /* of the host, under way */
    uint32_t n_requests; /* to it, also of pages of other hosts that were redirected */
    int64_t ready_at;    /* when the host may be asked again */
    int64_t refused_at;  /* another had it then */
};

/* `run` makes the name another one than that of any other run in this process. */
void leases_open(struct leases *l, struct store *s, const void *run);
/* Gives all of them back. */
void leases_drop(struct leases *l);

/* Pages that are due, of hosts that are the run's from now on. */
int leases_due(struct arena *a, struct leases *l, int64_t now, uint32_t limit, struct store_pages *out, struct err *e) MUST_CHECK;
/* One host, due or not; NULL: another has it. */
int leases_take(struct leases *l, struct str host, int64_t now, struct lease_host **out, struct err *e) MUST_CHECK;
/* One that was asked for before; NULL: never. */
struct lease_host *leases_find(struct leases *l, struct str host);
/* Renews what is about to run out, and gives back hosts that no page is under way at. Inside the caller's transaction, where there is
 * one. */
int leases_tend(struct leases *l, int64_t now, struct err *e) MUST_CHECK;

#endif
