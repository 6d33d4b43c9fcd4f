/* Rows of sitemaps and feeds. O(log rows) for each call, and the rows that come out. Nothing here waits for the disk: what a power cut took
 * is asked again. */
#include "store/sensor.h"

#include "base/vec.h"
#include "store/query.h"

/* One statement that writes. */
static int change(struct store *s, const char *sql, const struct value *value, unsigned n, int64_t *changed, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(s, &tx, e);
    if (code == 0)
        code = query_change(s, sql, value, n, changed, e);
    return code ? code : store_commit(&tx, e);
}

int store_sensor_offer(struct store *s, const struct store_sensor *x, uint32_t most, struct err *e)
{
    int64_t changed;
    return change(s,
                  "INSERT INTO sensor(url, host, ask_at, facts) SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM sensor"
                  " WHERE host = $2) < $5 AND NOT EXISTS(SELECT 1 FROM sensor WHERE url = $1)",
                  VALUES(text(x->url), text(x->host), moment(x->ask_at), text_or_null(x->facts), num(most)), &changed, e);
}

static struct store_sensor row_of(struct arena *a, struct query *q)
{
    return (struct store_sensor){ query_str(a, q, 0), query_str(a, q, 1), query_moment(q, 2), query_str(a, q, 3),
                                  query_str(a, q, 4) };
}

static int list(struct arena *a, struct query *q, int got, struct store_sensors *out, struct err *e)
{
    VEC(struct store_sensor) rows = { 0 };
    for (; got > 0; got = query_next(q, e))
        *VEC_ADD(a, &rows) = row_of(a, q);
    if (got == 0)
        *out = (struct store_sensors){ rows.item, rows.n };
    return got;
}

int store_sensor_get(struct arena *a, struct store *s, struct str url, struct store_sensor *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT url, host, ask_at, facts, seen FROM sensor WHERE url = $1", VALUES(text(url)), e);
    if (got > 0)
        *out = row_of(a, &q);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no such sitemap or feed");
}

int store_sensor_due(struct arena *a, struct store *s, int64_t now, uint32_t limit, struct store_sensors *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT url, host, ask_at, NULL, NULL FROM sensor WHERE ask_at <= $1 ORDER BY ask_at, url LIMIT $2",
                        VALUES(num(now), num(limit)), e);
    return list(a, &q, got, out, e);
}

int store_sensor_next(struct store *s, int64_t *at, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT ask_at FROM sensor WHERE ask_at IS NOT NULL ORDER BY ask_at LIMIT 1", NO_VALUES, e);
    if (got >= 0)
        *at = got ? query_moment(&q, 0) : NEVER;
    return MIN(got, 0);
}

int store_sensor_take(struct store *s, const struct store_sensor *x, int64_t to, bool *taken, struct err *e)
{
    int64_t changed = 0;
    int code = change(s, "UPDATE sensor SET ask_at = $1 WHERE url = $2 AND ask_at = $3",
                      VALUES(moment(to), text(x->url), moment(x->ask_at)), &changed, e);
    *taken = changed > 0;
    return code;
}

int store_sensor_put(struct store *s, const struct store_sensor *x, struct err *e)
{
    int64_t changed;
    return change(s, "UPDATE sensor SET ask_at = $1, facts = $2, seen = $3 WHERE url = $4",
                  VALUES(moment(x->ask_at), text_or_null(x->facts), raw_or_null(x->seen), text(x->url)), &changed, e);
}

int store_sensor_remove(struct store *s, struct str url, struct err *e)
{
    int64_t changed;
    return change(s, "DELETE FROM sensor WHERE url = $1", VALUES(text(url)), &changed, e);
}

int store_sensor_list(struct arena *a, struct store *s, struct store_sensors *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT url, host, ask_at, facts, NULL FROM sensor ORDER BY ask_at, url", NO_VALUES, e);
    return list(a, &q, got, out, e);
}

int store_sensor_pages(struct store *s, struct str host, uint32_t most, int64_t *page, uint32_t *n, struct err *e)
{
    AUTO(query) q = { 0 };
    uint32_t found = 0;
    int got = query_one(&q, s, "SELECT id FROM page WHERE host = $1 AND next_check_at IS NOT NULL LIMIT $2",
                        VALUES(text(host), num(most)), e);
    for (; got > 0; got = query_next(&q, e))
        page[found++] = query_number(&q, 0);
    *n = found;
    return got;
}
