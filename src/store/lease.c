/* Leases of hosts, so that several processes share the work and each host meets one of them.
 *
 * In: a worker that looks for work. Out: pages that are its own until the lease ends.
 * The idea: one row for a host; whoever writes its name into a row that is free or has run out has the host. The writing decides, not a
 * look before it, so it holds with SQLite's one writer and with PostgreSQL's many alike.
 * Invariants: 1. a host has one worker at a time; 2. a row that was given back stays until its moment has passed, so that the next
 * worker waits as this one would have. */
#include "base/vec.h"
#include "store/page.h"
#include "store/query.h"

/* Free, run out, or the worker's own. */
#define TAKE \
    " ON CONFLICT(host) DO UPDATE SET worker = excluded.worker, until = excluded.until" \
    " WHERE lease.worker = excluded.worker OR lease.until <= $4"

static int take(struct store *s, const struct store_lease *l, struct str host, struct err *e)
{
    return query_run(s, "INSERT INTO lease(host, worker, until) VALUES($1, $2, $3)" TAKE,
                     VALUES(text(host), text(l->worker), num(l->until), num(l->now)), e);
}

static int holds(struct store *s, const struct store_lease *l, struct str host, bool *out, struct err *e)
{
    int64_t n = 0;
    int code =
        query_count(s, "SELECT count(*) FROM lease WHERE host = $1 AND worker = $2", VALUES(text(host), text(l->worker)), &n, e);
    *out = n > 0;
    return code;
}

/* Hosts of what is due, but for those that another worker has. */
static int list_hosts(struct arena *a, struct store *s, const struct store_lease *l, struct store_pages *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_page) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT DISTINCT host FROM (SELECT coalesce(p.host, '') AS host FROM page p"
                        " LEFT JOIN lease l ON l.host = coalesce(p.host, '')"
                        " WHERE p.next_check_at <= $1 AND (l.host IS NULL OR l.worker = $2 OR l.until <= $1)"
                        " ORDER BY p.next_check_at, p.id LIMIT $3) h",
                        VALUES(num(l->now), text(l->worker), num(l->limit)), e);
    for (; got > 0; got = query_next(&q, e))
        VEC_ADD(a, &list)->host = query_str(a, &q, 0);
    if (got == 0)
        *out = (struct store_pages){ list.item, list.n };
    return got;
}

static int list_pages(struct arena *a, struct store *s, const struct store_lease *l, struct store_pages *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "SELECT " PAGE_COLUMNS " FROM page p JOIN lease l ON l.host = coalesce(p.host, '')"
                        " WHERE p.next_check_at <= $1 AND l.worker = $2 ORDER BY p.next_check_at, p.id LIMIT $3",
                        VALUES(num(l->now), text(l->worker), num(l->limit)), e);
    return page_list(a, &q, got, out, e);
}

int store_lease(struct arena *a, struct store *s, const struct store_lease *l, struct store_pages *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct store_pages hosts = { 0 }, pages = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = list_hosts(a, s, l, &hosts, e);
    for (uint32_t i = 0; code == 0 && i < hosts.n; i++)
        code = take(s, l, hosts.item[i].host, e);
    if (code == 0)
        code = list_pages(a, s, l, &pages, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *out = pages;
    return code;
}

int store_lease_host(struct store *s, const struct store_lease *l, struct str host, bool *taken, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    bool got = false;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = take(s, l, host, e);
    if (code == 0)
        code = holds(s, l, host, &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *taken = got;
    return code;
}

int store_lease_renew(struct store *s, const struct store_lease *l, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
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

int store_lease_end(struct store *s, struct str worker, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM lease WHERE worker = $1", VALUES(text(worker)), e);
    return code ? code : store_commit(&tx, e);
}

/* Rows that anybody may take are worth nothing. */
int store_lease_return(struct store *s, const struct store_lease *l, struct str host, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0 && l->until <= l->now)
        code = query_run(s, "DELETE FROM lease WHERE host = $1 AND worker = $2", VALUES(text(host), text(l->worker)), e);
    else if (code == 0)
        code = query_run(s, "UPDATE lease SET worker = '', until = $1 WHERE host = $2 AND worker = $3",
                         VALUES(num(l->until), text(host), text(l->worker)), e);
    return code ? code : store_commit(&tx, e);
}
