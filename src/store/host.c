/* Hosts: what a run learnt of each, kept for the next. O(log hosts) for each call, and the rows that come out. */
#include "base/vec.h"
#include "store/query.h"

static void fill(struct arena *a, struct query *q, struct store_host *out)
{
    *out = (struct store_host){ query_str(a, q, 0), query_str(a, q, 1) };
}

int store_host_put(struct store *s, const struct store_host *host, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    if (host->origin.len == 0)
        return err_set(e, E_USAGE, "a host needs an origin");
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code =
            query_run(s, "INSERT INTO host(origin, facts) VALUES($1, $2) ON CONFLICT(origin) DO UPDATE SET facts = excluded.facts",
                      VALUES(text(host->origin), text(host->facts)), e);
    return code ? code : store_commit(&tx, e);
}

int store_host_list(struct arena *a, struct store *s, struct store_hosts *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_host) list = { 0 };
    int got = query_one(&q, s, "SELECT origin, facts FROM host ORDER BY origin", NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_hosts){ list.item, list.n };
    return got;
}
