/* Leases of one run. In: hosts that are wanted. Out: those that are the run's. A process that was killed leaves its leases behind; where it
 * ran on this machine that is seen at once, else when they run out. O(1) for a host. */
#include "flow/leases.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/vec.h"

static struct str machine_name(struct arena *a)
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return arena_str(a, str_of(name));
}

void leases_open(struct leases *l, struct store *s, const void *run)
{
    *l = (struct leases){ .store = s };
    l->worker = arena_printf(&l->arena, "%.*s:%ld:%p", STR_ARG(machine_name(&l->arena)), (long)getpid(), run);
    map_open(&l->by_host, &l->arena, 64);
}

void leases_drop(struct leases *l)
{
    struct err lost; /* then they run out */
    if (l->store && l->n && store_lease_end(l->store, l->worker, &lost))
        errno = 0;
    arena_drop(&l->arena);
    *l = (struct leases){ 0 };
}

/* A process of this machine that is gone. */
static bool is_dead(struct arena *a, struct str worker)
{
    struct str machine = str_cut(&worker, ':'), process = str_cut(&worker, ':');
    uint64_t id;
    if (!str_eq(machine, machine_name(a)) || !str_number(process, INT32_MAX, &id) || id == 0)
        return false;
    return kill((pid_t)id, 0) != 0 && errno == ESRCH;
}

static int bury(struct leases *l, int64_t now, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_users workers;
    int code = store_lease_workers(&a, l->store, now, &workers, e);
    for (uint32_t i = 0; code == 0 && i < workers.n; i++)
        if (is_dead(&a, workers.item[i].name))
            code = store_lease_end(l->store, workers.item[i].name, e);
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

int leases_due(struct arena *a, struct leases *l, int64_t now, uint32_t limit, struct store_pages *out, struct err *e)
{
    struct store_lease lease = { l->worker, now, now + LEASE_MS, limit };
    int code = bury(l, now, e);
    if (code == 0)
        code = store_lease(a, l->store, &lease, out, e);
    for (uint32_t i = 0; code == 0 && i < out->n; i++)
        entry(l, out->item[i].host)->held = true;
    return code;
}

int leases_take(struct leases *l, struct str host, int64_t now, struct lease_host **out, struct err *e)
{
    struct lease_host *h = entry(l, host);
    bool taken = h->held;
    int code = 0;
    /* However many pages wait for it, it is asked for once in a while. */
    if (!taken && h->refused_at && now >= h->refused_at && now - h->refused_at < LEASE_TRY_MS) {
        *out = NULL;
        return 0;
    }
    if (!taken) {
        code = bury(l, now, e);
        if (code == 0)
            code = store_lease_host(l->store, &(struct store_lease){ l->worker, now, now + LEASE_MS, 0 }, host, &taken, e);
    }
    if (code)
        return code;
    h->held = taken;
    h->refused_at = taken ? 0 : now;
    *out = taken ? h : NULL;
    return 0;
}

struct lease_host *leases_find(struct leases *l, struct str host)
{
    const uint32_t *place = map_find(&l->by_host, hash_str(host));
    return place ? &l->item[*place - 1] : NULL;
}

int leases_tend(struct leases *l, int64_t now, struct err *e)
{
    int code = 0;
    if (now - l->renewed_at >= LEASE_RENEW_MS || now < l->renewed_at) {
        code = store_lease_renew(l->store, &(struct store_lease){ l->worker, now, now + LEASE_MS, 0 }, e);
        l->renewed_at = now;
    }
    for (uint32_t i = 0; code == 0 && i < l->n; i++) {
        struct lease_host *h = &l->item[i];
        if (!h->held || h->n_pages || h->n_requests)
            continue;
        h->held = false;
        /* A pause that the host asked for stands in its facts: nobody waits for the lease that long, what is asked there is put off. */
        code =
            store_lease_return(l->store, &(struct store_lease){ l->worker, now, MIN(h->ready_at, now + LEASE_MS), 0 }, h->host, e);
    }
    return code;
}
