/* Leases of one run. In: hosts that are wanted. Out: those that are the run's. A process that was killed leaves its leases behind; where it
 * ran on this machine that is seen at once, else when they run out. O(1) for a host. */
#include "flow/leases.h"

#include <errno.h>

#include "base/hash.h"
#include "base/vec.h"
#include "flow/worker.h"

void leases_open(struct leases *l, struct store *s, const void *run, int64_t gap_ms)
{
    *l = (struct leases){ .store = s, .gap_ms = gap_ms };
    l->worker = worker_name(&l->arena, run);
    map_open(&l->by_host, &l->arena, 64);
}

static struct store_lease lease_of(struct leases *l, int64_t now)
{
    l->now = now;
    return (struct store_lease){ .worker = l->worker, .now = now, .until = now + LEASE_MS };
}

/* Those that no page is under way at, or all. */
static int give_back(struct leases *l, int64_t now, bool all, struct err *e)
{
    struct store_lease lease = lease_of(l, now);
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < l->n; i++) {
        struct lease_host *h = &l->item[i];
        bool busy = h->n_pages || h->n_requests;
        if (!h->held || (busy && !all))
            continue;
        code = store_lease_return(l->store, &lease, h->host, h->ready_at, e);
        h->held = code || all; /* all: at the end, and where that fails once more */
    }
    return code;
}

static int give_back_all(struct leases *l, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    if (store_begin_unsynced(l->store, &tx, e) || give_back(l, l->now, true, e))
        return e->code;
    return store_commit(&tx, e);
}

void leases_drop(struct leases *l)
{
    struct err lost;
    if (l->n && give_back_all(l, &lost) && give_back_all(l, &lost))
        l->n = 0; /* then they run out, and whoever wants a host waits for that */
    arena_drop(&l->arena);
    *l = (struct leases){ 0 };
}

static int bury(struct leases *l, int64_t now, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_users workers;
    int code = store_lease_workers(&a, l->store, now, &workers, e);
    for (uint32_t i = 0; code == 0 && i < workers.n; i++)
        if (worker_is_dead(&a, workers.item[i].name)) /* it may have asked a moment ago */
            code = store_lease_end(l->store, workers.item[i].name, now + l->gap_ms, e);
    return code;
}

static struct lease_host *entry(struct leases *l, struct str host)
{
    uint32_t *place = map_slot(&l->by_host, hash_str(host), 0);
    if (*place == 0) {
        struct lease_host *new = VEC_ADD(&l->arena, l);
        *new = (struct lease_host){ .host = arena_str(&l->arena, host) };
        *place = l->n;
    }
    return &l->item[*place - 1];
}

int leases_due(struct arena *a, struct leases *l, const struct leases_wish *wish, struct store_pages *out, struct err *e)
{
    struct store_lease lease = lease_of(l, wish->now);
    lease.limit = wish->limit;
    lease.per_host = wish->per_host;
    lease.promised = wish->promised;
    int code = bury(l, wish->now, e);
    if (code == 0)
        code = store_lease(a, l->store, &lease, out, e);
    for (uint32_t i = 0; code == 0 && i < out->n; i++)
        entry(l, out->item[i].host)->held = true;
    return code;
}

int leases_next(struct leases *l, const struct leases_wish *wish, int64_t *at, struct err *e)
{
    struct store_lease lease = lease_of(l, wish->now);
    lease.promised = wish->promised;
    return store_lease_next(l->store, &lease, at, e);
}

/* However many pages wait for a host, it is looked at once in a while: when its own pause is over, or another may have given it back. */
int leases_take(struct leases *l, struct str host, int64_t now, struct lease_host **out, struct err *e)
{
    struct lease_host *h = entry(l, host);
    struct store_lease lease = lease_of(l, now);
    bool looked = now < h->look_at && now >= h->looked_at;
    *out = h;
    if (h->held || looked)
        return 0;
    struct store_lease_answer got;
    if (bury(l, now, e) || store_lease_host(l->store, &lease, host, &got, e))
        return e->code;
    h->held = got.taken;
    h->free_at = got.ready_at;
    h->looked_at = now;
    h->look_at = got.until ? now + LEASE_TRY_MS : got.ready_at;
    return 0;
}

struct lease_host *leases_find(struct leases *l, struct str host)
{
    const uint32_t *place = map_find(&l->by_host, hash_str(host));
    return place ? &l->item[*place - 1] : NULL;
}

int64_t leases_turn(const struct lease_host *h, int64_t now, int64_t gap_ms)
{
    return h->turn_at > now && h->turn_at - now <= gap_ms ? h->turn_at : now;
}

/* A host that is asked seldom: the next moment is stored before this one is used, so that nobody comes early after a crash. */
int leases_ask(struct leases *l, struct lease_host *h, int64_t now, int64_t gap_ms, struct err *e)
{
    struct store_lease lease = lease_of(l, now);
    h->n_requests++;
    if (gap_ms < LEASE_SLOW_MS)
        return 0;
    h->stored_at = h->turn_at = now + gap_ms;
    return store_lease_ready(l->store, &lease, h->host, h->stored_at, e);
}

void leases_answered(struct lease_host *h, int64_t ready_at)
{
    if (h->n_requests)
        h->n_requests--;
    h->ready_at = MAX(h->ready_at, ready_at);
}

/* Pauses that are long enough to matter are stored as they become known. */
static int keep_pauses(struct leases *l, int64_t now, struct err *e)
{
    struct store_lease lease = lease_of(l, now);
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < l->n; i++) {
        struct lease_host *h = &l->item[i];
        if (!h->held || h->ready_at == h->stored_at || h->ready_at - now < LEASE_SLOW_MS)
            continue;
        h->stored_at = h->ready_at;
        code = store_lease_ready(l->store, &lease, h->host, h->ready_at, e);
    }
    return code;
}

int leases_tend(struct leases *l, int64_t now, struct err *e)
{
    struct store_lease lease = lease_of(l, now);
    int code = 0;
    if (now - l->renewed_at >= LEASE_RENEW_MS || now < l->renewed_at) {
        code = store_lease_renew(l->store, &lease, e);
        l->renewed_at = now;
    }
    if (code == 0)
        code = keep_pauses(l, now, e);
    return code ? code : give_back(l, now, false, e);
}
