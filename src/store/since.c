/* What has changed since a user looked: one row for a user and a page, written when a version lands behind one that is unseen. */
#include "base/vec.h"
#include "store/verdict.h"

int store_since_put(struct store *s, const struct store_since *v, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    const struct store_counts *c = &v->counts;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = version_must_exist(s, v->page, v->number, e);
    if (code == 0)
        code =
            query_run(s,
                      "INSERT INTO since(person, page, seen, number, importance, content, look, machinery, inserted, deleted,"
                      " headline, reasons, changes) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
                      " ON CONFLICT(page, person) DO UPDATE SET seen = excluded.seen, number = excluded.number,"
                      " importance = excluded.importance, content = excluded.content, look = excluded.look,"
                      " machinery = excluded.machinery, inserted = excluded.inserted, deleted = excluded.deleted,"
                      " headline = excluded.headline, reasons = excluded.reasons, changes = excluded.changes",
                      VALUES(num(v->user), num(v->page), num(v->seen), num(v->number), millionths(v->importance),
                             num(c->changes[0]), num(c->changes[1]), num(c->changes[2]), num(c->words_inserted),
                             num(c->words_deleted), text_or_null(v->headline), text_or_null(v->reasons), text_or_null(v->changes)),
                      e);
    return code ? code : store_commit(&tx, e);
}

int store_since_carry(struct store *s, const struct store_since *v, int64_t from, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = version_must_exist(s, v->page, v->number, e);
    if (code == 0)
        code = query_run(s, "UPDATE since SET number = $1 WHERE person = $2 AND page = $3 AND seen = $4 AND number = $5",
                         VALUES(num(v->number), num(v->user), num(v->page), num(v->seen), num(from)), e);
    return code ? code : store_commit(&tx, e);
}

int store_since_drop(struct store *s, int64_t user, int64_t page, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM since WHERE person = $1 AND page = $2", VALUES(num(user), num(page)), e);
    return code ? code : store_commit(&tx, e);
}

int store_since_wanted(struct arena *a, struct store *s, int64_t page, struct store_since_list *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_since) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT w.person, w.seen FROM watch w WHERE w.page = $1 AND w.seen > 0 AND EXISTS(SELECT 1 FROM event e"
                        " WHERE e.person = w.person AND e.page = w.page AND e.number > w.seen AND e.kind <> 0) ORDER BY w.person",
                        VALUES(num(page)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_since){ .user = query_number(&q, 0), .page = page, .seen = query_number(&q, 1) };
    if (got == 0)
        *out = (struct store_since_list){ list.item, list.n };
    return got;
}
