/* Rows of subscriptions. O(log rows) for each call, and the rows that come out. */
#include "store/websub.h"

#include "base/vec.h"
#include "store/query.h"

int store_websub_offer(struct store *s, const struct store_websub *x, int64_t now, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s,
                         "INSERT INTO websub(page, hub, topic, ask_at) VALUES($1, $2, $3, $4) ON CONFLICT(page) DO UPDATE SET"
                         " hub = excluded.hub, topic = excluded.topic, ask_at = excluded.ask_at, until = NULL"
                         " WHERE websub.hub <> excluded.hub OR websub.topic <> excluded.topic",
                         VALUES(num(x->page), text(x->hub), text(x->topic), num(now)), e);
    return code ? code : store_commit(&tx, e);
}

static void fill(struct arena *a, struct query *q, struct store_websub *out)
{
    *out =
        (struct store_websub){ query_number(q, 0), query_str(a, q, 1), query_str(a, q, 2), query_moment(q, 3), query_moment(q, 4) };
}

int store_websub_due(struct arena *a, struct store *s, int64_t now, uint32_t limit, struct store_websubs *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_websub) list = { 0 };
    int got = query_one(&q, s, "SELECT page, hub, topic, ask_at, until FROM websub WHERE ask_at <= $1 ORDER BY page LIMIT $2",
                        VALUES(num(now), num(limit)), e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_websubs){ list.item, list.n };
    return got;
}

int store_websub_get(struct arena *a, struct store *s, int64_t page, struct store_websub *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT page, hub, topic, ask_at, until FROM websub WHERE page = $1", VALUES(num(page)), e);
    if (got > 0)
        fill(a, &q, out);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no such subscription");
}

int store_websub_plan(struct store *s, const struct store_websub *x, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE websub SET ask_at = $1, until = $2 WHERE page = $3",
                         VALUES(moment(x->ask_at), moment(x->until), num(x->page)), e);
    return code ? code : store_commit(&tx, e);
}
