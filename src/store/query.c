/* Thin calls over store_ops, so that the rest of the store reads as SQL and values. Cost: that of the engine. */
#include "store/query.h"

static int query_open(struct query *q, struct store *s, const char *sql, const struct value *value, unsigned n, struct err *e)
{
    q->ops = s->ops;
    return s->ops->rows_open(s->engine, sql, value, n, &q->rows, e);
}

int query_next(struct query *q, struct err *e)
{
    return q->ops->rows_next(q->rows, e);
}

void query_drop(struct query *q)
{
    if (q->rows)
        q->ops->rows_close(q->rows);
    q->rows = NULL;
}

int query_one(struct query *q, struct store *s, const char *sql, const struct value *value, unsigned n, struct err *e)
{
    int code = query_open(q, s, sql, value, n, e);
    return code ? code : query_next(q, e);
}

int query_change(struct store *s, const char *sql, const struct value *value, unsigned n, int64_t *changed, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, sql, value, n, e);
    while (got > 0)
        got = query_next(&q, e);
    if (got == 0)
        *changed = q.ops->changed(q.rows);
    return got;
}

int query_run(struct store *s, const char *sql, const struct value *value, unsigned n, struct err *e)
{
    int64_t changed;
    return query_change(s, sql, value, n, &changed, e);
}

int query_count(struct store *s, const char *sql, const struct value *value, unsigned n, int64_t *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, sql, value, n, e);
    if (got < 0)
        return got;
    *out = got ? query_number(&q, 0) : 0;
    return 0;
}

int64_t query_number(struct query *q, unsigned column)
{
    return q->ops->number(q->rows, column);
}

int64_t query_moment(struct query *q, unsigned column)
{
    return q->ops->is_null(q->rows, column) ? NEVER : query_number(q, column);
}

struct str query_bytes(struct query *q, unsigned column)
{
    return q->ops->bytes(q->rows, column);
}

struct str query_str(struct arena *a, struct query *q, unsigned column)
{
    return arena_str(a, query_bytes(q, column));
}
