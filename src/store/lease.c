/* Leases of hosts, so that several processes share the work, each host meets one of them, and all leave it alone for as long as it needs.
 *
 * In: a worker that looks for work. Out: pages that are its own until the lease ends.
 * The idea: one row for a host; whoever writes its name into a row that is free or has run out has the host. The writing decides, not a
 * look before it, so it holds with SQLite's one writer and with PostgreSQL's many alike.
 * Nothing here waits for the disk: after a power cut nobody is left who had a lease.
 * Invariants: 1. a host has one worker at a time; 2. no worker but the one that has the host takes it before its ready_at: the pause
 * between two requests, or one that the host asked for, holds whoever asks next. */
#include <stdlib.h>

#include "base/vec.h"
#include "store/page.h"
#include "store/query.h"

/* No host is left alone for longer. A moment further away was written while a clock was wrong, and counts as past. */
#define PAUSE_MAX_MS INT64_C(86400000)

/* Free, run out, or the worker's own; $5 is the last moment that is believed. */
#define TAKE \
    " ON CONFLICT(host) DO UPDATE SET worker = excluded.worker, until = excluded.until" \
    " WHERE lease.worker = excluded.worker OR ((lease.worker = '' OR lease.until <= $4)" \
    " AND (lease.ready_at <= $4 OR lease.ready_at > $5))"

static int take(struct store *s, const struct store_lease *l, struct str host, struct err *e)
{
    return query_run(s, "INSERT INTO lease(host, worker, until) VALUES($1, $2, $3)" TAKE,
                     VALUES(text(host), text(l->worker), num(l->until), num(l->now), num(l->now + PAUSE_MAX_MS)), e);
}

/* What a row says to the worker: columns worker, until, ready_at from `column` on. */
static struct store_lease_answer read_lease(const struct store_lease *l, struct query *q, unsigned column)
{
    struct str worker = query_bytes(q, column);
    int64_t until = query_number(q, column + 1), ready_at = query_number(q, column + 2);
    if (worker.len && str_eq(worker, l->worker))
        return (struct store_lease_answer){ .taken = true };
    return (struct store_lease_answer){ .ready_at = ready_at > l->now + PAUSE_MAX_MS ? 0 : ready_at,
                                        .until = worker.len && until > l->now ? until : 0 };
}

static int64_t free_at(struct store_lease_answer x)
{
    return MAX(x.ready_at, x.until);
}

/* ---- Hosts that have something to do ---- */

/* One row for each host: its first page that is promised, its first that is not, its lease. Hosts are found by jumps in the index, so one
 * costs the same however many pages it has. */
#define FIRST(best_effort) \
    "(SELECT p.next_check_at FROM page p WHERE p.host = h.host AND p.best_effort = " best_effort \
    " AND p.next_check_at IS NOT NULL ORDER BY p.next_check_at LIMIT 1)"
static const char all_hosts[] =
    "WITH RECURSIVE h(host) AS (SELECT min(host) FROM page UNION ALL"
    " SELECT (SELECT min(p.host) FROM page p WHERE p.host > h.host) FROM h WHERE h.host IS NOT NULL)"
    " SELECT h.host, " FIRST("0") ", " FIRST("1") ", l.worker, l.until, l.ready_at"
                                                  " FROM h LEFT JOIN lease l ON l.host = h.host WHERE h.host IS NOT NULL";

struct due_host {
    struct str host;
    int64_t due_at; /* its first page */
};

struct due_hosts {
    struct due_host *item;
    uint32_t n, room;
};

static int by_due(const void *one, const void *other)
{
    const struct due_host *x = one, *y = other;
    return x->due_at != y->due_at ? (x->due_at < y->due_at ? -1 : 1) : str_cmp(x->host, y->host);
}

/* Hosts that are due and free, the longest due first. *next: when another one will be; NEVER: none is planned. */
static int list_hosts(struct arena *a, struct store *s, const struct store_lease *l, struct due_hosts *out, int64_t *next,
                      struct err *e)
{
    AUTO(query) q = { 0 };
    *next = NEVER;
    int got = query_one(&q, s, all_hosts, NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        int64_t due_at = l->promised ? query_moment(&q, 1) : MIN(query_moment(&q, 1), query_moment(&q, 2)),
                at = MAX(due_at, free_at(read_lease(l, &q, 3)));
        if (at <= l->now)
            *VEC_ADD(a, out) = (struct due_host){ query_str(a, &q, 0), due_at };
        else
            *next = MIN(*next, at);
    }
    if (out->n)
        qsort(out->item, out->n, sizeof *out->item, by_due);
    return got;
}

int store_lease_next(struct store *s, const struct store_lease *l, int64_t *at, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct due_hosts now = { 0 };
    int64_t later;
    int code = list_hosts(&a, s, l, &now, &later, e);
    if (code == 0)
        *at = now.n ? l->now : later;
    return code;
}

/* ---- Taking ---- */

static int take_host(struct store *s, const struct store_lease *l, struct str host, bool *taken, struct err *e)
{
    int64_t n = 0;
    int code = take(s, l, host, e);
    if (code == 0)
        code = query_count(s, "SELECT count(*) FROM lease WHERE host = $1 AND worker = $2", VALUES(text(host), text(l->worker)), &n,
                           e);
    *taken = n > 0;
    return code;
}

/* Those that another was faster to take are left out of the list. */
static int take_hosts(struct store *s, const struct store_lease *l, struct due_hosts *hosts, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    uint32_t n = 0;
    int code = store_begin_unsynced(s, &tx, e);
    for (uint32_t i = 0; code == 0 && i < hosts->n; i++) {
        bool taken;
        code = take_host(s, l, hosts->item[i].host, &taken, e);
        if (code == 0 && taken)
            hosts->item[n++] = hosts->item[i];
    }
    hosts->n = n;
    return code ? code : store_commit(&tx, e);
}

struct page_rows {
    struct store_page *item;
    uint32_t n, room;
};

/* What is due of one host, promises first, at most as many as the lease lets a host have. */
static int add_pages(struct arena *a, struct store *s, const struct store_lease *l, struct str host, struct page_rows *out,
                     struct err *e)
{
    uint32_t most = out->n + l->per_host;
    int code = 0;
    for (int best_effort = 0; code == 0 && best_effort < (l->promised ? 1 : 2) && out->n < most; best_effort++) {
        AUTO(query) q = { 0 };
        code = query_one(&q, s,
                         "SELECT " PAGE_COLUMNS " FROM page p WHERE p.host = $1 AND p.best_effort = $2 AND p.next_check_at <= $3"
                         " ORDER BY p.next_check_at, p.id LIMIT $4",
                         VALUES(text(host), num(best_effort), num(l->now), num(most - out->n)), e);
        for (; code > 0; code = query_next(&q, e))
            page_fill(a, &q, VEC_ADD(a, out));
    }
    return code;
}

/* Hosts are looked for before anything is locked; the taking decides. Each gets an even share of the pages that are wanted. */
int store_lease(struct arena *a, struct store *s, const struct store_lease *lease, struct store_pages *out, struct err *e)
{
    enum { SHARE_MIN = 4, TOGETHER = 64 }; /* others wait for a transaction */
    struct store_lease l = *lease;
    struct due_hosts hosts = { 0 };
    struct page_rows pages = { 0 };
    int64_t next;
    int code = list_hosts(a, s, &l, &hosts, &next, e);
    if (hosts.n)
        l.per_host = MIN(l.per_host, MAX(l.limit / hosts.n, (uint32_t)SHARE_MIN));
    for (uint32_t from = 0, n; code == 0 && from < hosts.n && pages.n < l.limit; from += n) {
        uint32_t wanted = (l.limit - pages.n + l.per_host - 1) / l.per_host;
        n = MIN(MIN(hosts.n - from, wanted), (uint32_t)TOGETHER);
        struct due_hosts some = { hosts.item + from, n, 0 };
        code = take_hosts(s, &l, &some, e);
        for (uint32_t i = 0; code == 0 && i < some.n; i++)
            code = add_pages(a, s, &l, some.item[i].host, &pages, e);
    }
    if (code == 0)
        *out = (struct store_pages){ pages.item, pages.n };
    return code;
}

static int look_at_host(struct store *s, const struct store_lease *l, struct str host, struct store_lease_answer *out,
                        struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT worker, until, ready_at FROM lease WHERE host = $1", VALUES(text(host)), e);
    if (got > 0)
        *out = read_lease(l, &q, 0);
    return MIN(got, 0);
}

/* Most who wait find the host taken: they only read. */
int store_lease_host(struct store *s, const struct store_lease *l, struct str host, struct store_lease_answer *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct store_lease_answer got = { 0 };
    int code = look_at_host(s, l, host, &got, e);
    if (code == 0 && !got.taken && free_at(got) <= l->now) {
        code = store_begin_unsynced(s, &tx, e);
        if (code == 0)
            code = take_host(s, l, host, &got.taken, e);
        if (code == 0)
            code = look_at_host(s, l, host, &got, e);
        if (code == 0)
            code = store_commit(&tx, e);
    }
    if (code == 0)
        *out = got;
    return code;
}

int store_lease_renew(struct store *s, const struct store_lease *l, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE lease SET until = $1 WHERE worker = $2", VALUES(num(l->until), text(l->worker)), e);
    return code ? code : store_commit(&tx, e);
}

int store_lease_workers(struct arena *a, struct store *s, int64_t now, struct store_users *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_user) list = { 0 };
    int got = query_one(&q, s, "SELECT DISTINCT worker FROM lease WHERE until > $1 AND worker <> ''", VALUES(num(now)), e);
    for (; got > 0; got = query_next(&q, e))
        VEC_ADD(a, &list)->name = query_str(a, &q, 0);
    if (got == 0)
        *out = (struct store_users){ list.item, list.n };
    return got;
}

int store_lease_end(struct store *s, struct str worker, int64_t ready_at, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(s, &tx, e);
    if (code == 0)
        code = query_run(s,
                         "UPDATE lease SET worker = '', until = 0, ready_at = CASE WHEN ready_at < $1 THEN $1 ELSE ready_at END"
                         " WHERE worker = $2",
                         VALUES(num(ready_at), text(worker)), e);
    return code ? code : store_commit(&tx, e);
}

int store_lease_ready(struct store *s, const struct store_lease *l, struct str host, int64_t ready_at, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE lease SET ready_at = $1 WHERE host = $2 AND worker = $3",
                         VALUES(num(ready_at), text(host), text(l->worker)), e);
    return code ? code : store_commit(&tx, e);
}

/* A row that says nothing is worth nothing. */
int store_lease_return(struct store *s, const struct store_lease *l, struct str host, int64_t ready_at, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(s, &tx, e);
    if (code == 0 && ready_at <= l->now)
        code = query_run(s, "DELETE FROM lease WHERE host = $1 AND worker = $2", VALUES(text(host), text(l->worker)), e);
    else if (code == 0)
        code = query_run(s, "UPDATE lease SET worker = '', until = 0, ready_at = $1 WHERE host = $2 AND worker = $3",
                         VALUES(num(ready_at), text(host), text(l->worker)), e);
    return code ? code : store_commit(&tx, e);
}
