/* What was thought of each version. In: a verdict with the version it belongs to. Out: the same, however often it is asked for. A row is
 * written where a check compared something; importance is kept in millionths, because a store has whole numbers. O(log versions). */
#include "store/verdict.h"

#include "base/vec.h"

enum { MILLION = 1000000 };

struct value millionths(double share)
{
    if (share < 0)
        return (struct value){ .kind = VALUE_NULL };
    return num((int64_t)(MIN(share, 1.0) * MILLION + 0.5));
}

double query_share(struct query *q, unsigned column)
{
    int64_t at = query_moment(q, column);
    return at == NEVER ? -1 : (double)at / MILLION;
}

/* content, look, machinery, inserted, deleted: five columns from `column` on. */
struct store_counts query_counts(struct query *q, unsigned column)
{
    struct store_counts c = { .words_inserted = (uint32_t)query_number(q, column + STORE_CLASSES),
                              .words_deleted = (uint32_t)query_number(q, column + STORE_CLASSES + 1) };
    for (unsigned i = 0; i < STORE_CLASSES; i++)
        c.changes[i] = (uint32_t)query_number(q, column + i);
    return c;
}

int store_verdict_put(struct store *s, const struct store_verdict *v, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    const struct store_counts *c = &v->counts;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = version_must_exist(s, v->page, v->number, e);
    if (code == 0)
        code = query_run(
            s,
            "INSERT INTO verdict(page, number, before, importance, content, look, machinery, inserted, deleted, headline,"
            " reasons, held_back, changes, known, chance) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
            " ON CONFLICT(page, number) DO UPDATE SET before = excluded.before, importance = excluded.importance,"
            " content = excluded.content, look = excluded.look, machinery = excluded.machinery,"
            " inserted = excluded.inserted, deleted = excluded.deleted, headline = excluded.headline,"
            " reasons = excluded.reasons, held_back = excluded.held_back, changes = excluded.changes, known = excluded.known,"
            " chance = excluded.chance",
            VALUES(num(v->page), num(v->number), num(v->before), millionths(v->importance), num(c->changes[0]), num(c->changes[1]),
                   num(c->changes[2]), num(c->words_inserted), num(c->words_deleted), text_or_null(v->headline),
                   text_or_null(v->reasons), text_or_null(v->held_back), text_or_null(v->changes), text_or_null(v->known),
                   millionths(v->chance)),
            e);
    return code ? code : store_commit(&tx, e);
}

#define COLUMNS \
    "page, number, before, importance, content, look, machinery, inserted, deleted, headline, reasons, held_back, changes, known," \
    " chance"

static void fill(struct arena *a, struct query *q, struct store_verdict *out)
{
    *out = (struct store_verdict){
        .page = query_number(q, 0),
        .number = query_number(q, 1),
        .before = query_number(q, 2),
        .importance = query_share(q, 3),
        .counts = query_counts(q, 4),
        .headline = query_str(a, q, 9),
        .reasons = query_str(a, q, 10),
        .held_back = query_str(a, q, 11),
        .changes = query_str(a, q, 12),
        .known = query_str(a, q, 13),
        .chance = query_share(q, 14),
    };
}

int store_verdict_get(struct arena *a, struct store *s, int64_t page, int64_t number, struct store_verdict *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got =
        query_one(&q, s, "SELECT " COLUMNS " FROM verdict WHERE page = $1 AND number = $2", VALUES(num(page), num(number)), e);
    if (got > 0)
        fill(a, &q, out);
    return got ? MIN(got, 0) : err_set(e, E_ABSENT, "version %lld was not judged", (long long)number);
}

int store_verdict_list(struct arena *a, struct store *s, int64_t page, struct store_verdicts *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_verdict) list = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM verdict WHERE page = $1 ORDER BY number", VALUES(num(page)), e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_verdicts){ list.item, list.n };
    return got;
}
