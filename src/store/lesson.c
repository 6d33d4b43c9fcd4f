/* What users taught of pages, and what they were not told of. In: acts of a person. Out: rows for the next check and for a list.
 *
 * Invariant: a lesson is its user's own; no call changes what another user sees. O(log rows) and what comes out. */
#include "base/vec.h"
#include "store/verdict.h"

int store_lesson_put(struct store *s, const struct store_lesson *x, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s,
                         "INSERT INTO lesson(person, page, number, kind, announces, keys) VALUES($1, $2, $3, $4, $5, $6)"
                         " ON CONFLICT(person, page, number) DO UPDATE SET kind = excluded.kind, announces = excluded.announces,"
                         " keys = excluded.keys",
                         VALUES(num(x->user), num(x->page), num(x->number), num(x->kind), num(x->announces), text_or_null(x->keys)),
                         e);
    if (code == 0)
        code = store_since_drop(s, x->user, x->page, e);
    return code ? code : store_commit(&tx, e);
}

int store_lesson_remove(struct store *s, const struct store_lesson *x, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM lesson WHERE person = $1 AND page = $2 AND number = $3",
                         VALUES(num(x->user), num(x->page), num(x->number)), e);
    if (code == 0)
        code = store_since_drop(s, x->user, x->page, e);
    return code ? code : store_commit(&tx, e);
}

int store_lesson_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_lessons *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_lesson) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT person, page, number, kind, announces, keys FROM lesson WHERE page = $1 AND ($2 = 0 OR person = $2)"
                        " ORDER BY person, number",
                        VALUES(num(page), num(user)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_lesson){
            .user = query_number(&q, 0),
            .page = query_number(&q, 1),
            .number = query_number(&q, 2),
            .kind = (enum store_lesson_kind)query_number(&q, 3),
            .announces = query_number(&q, 4) != 0,
            .keys = query_str(a, &q, 5),
        };
    if (got == 0)
        *out = (struct store_lessons){ list.item, list.n };
    return got;
}

int store_event_retract(struct store *s, int64_t user, int64_t page, int64_t number, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE event SET kind = 0 WHERE person = $1 AND page = $2 AND number = $3",
                         VALUES(num(user), num(page), num(number)), e);
    return code ? code : store_commit(&tx, e);
}

#define SEEN " LEFT JOIN seen x ON x.person = w.person AND x.page = v.page AND x.number = v.number"
#define ROW " FROM event e WHERE e.person = w.person AND e.page = v.page AND e.number = v.number AND e.kind "
#define EVENT ROW "<> 0"
#define UNTOLD "(x.dismissed <> 0 OR NOT EXISTS(SELECT 1" EVENT "))"

static void fill(struct arena *a, struct query *q, struct store_held *out)
{
    *out = (struct store_held){
        .page = query_number(q, 0),
        .number = query_number(q, 1),
        .at = query_number(q, 2),
        .suspect = query_number(q, 3) & MARK_SUSPECT,
        .quiet = query_number(q, 3) & MARK_QUIET,
        .template = query_number(q, 3) & MARK_TEMPLATE,
        .dismissed = query_number(q, 4) != 0,
        .verdict = {
            .page = query_number(q, 0),
            .number = query_number(q, 1),
            .before = query_number(q, 5),
            .importance = query_share(q, 6),
            .counts = query_counts(q, 7),
            .headline = query_str(a, q, 12),
            .reasons = query_str(a, q, 13),
            .held_back = query_str(a, q, 14),
            .changes = query_str(a, q, 15),
            .chance = query_share(q, 16),
        },
        .announced = query_number(q, 17) && !query_number(q, 4),
        .told = query_str(a, q, 18),
        .withdrawn = query_number(q, 19) != 0,
    };
}

int store_held(struct arena *a, struct store *s, const struct store_held_query *query, struct store_held_list *out, struct err *e)
{
    static const char sql[] =
        "SELECT v.page, v.number, v.fetched_at, v.marks, x.dismissed, j.before, j.importance, j.content, j.look, j.machinery,"
        " j.inserted, j.deleted, j.headline, j.reasons, j.held_back, j.changes, j.chance, (SELECT 1" EVENT
        "), (SELECT e.headline" EVENT "), (SELECT 1" ROW "= 0) FROM watch w"
        " JOIN version v ON v.page = w.page AND v.number > 1 AND ($1 <> 0 OR v.number > w.seen)"
        " LEFT JOIN verdict j ON j.page = v.page AND j.number = v.number" SEEN
        " WHERE w.person = $2 AND ($3 = 0 OR w.page = $3) AND (" UNTOLD
        " OR ($4 <> 0 AND (j.held_back <> '' OR EXISTS(SELECT 1 FROM lesson l WHERE l.person = w.person AND l.page = v.page"
        " AND l.number <= v.number)))) ORDER BY v.fetched_at DESC, v.page, v.number DESC LIMIT $5";
    AUTO(query) q = { 0 };
    VEC(struct store_held) list = { 0 };
    int64_t limit = query->limit ? query->limit : INT64_MAX;
    int got = query_one(&q, s, sql, VALUES(num(query->seen), num(query->user), num(query->page), num(query->parts), num(limit)), e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_held_list){ list.item, list.n };
    return got;
}

/* The plus keeps the index from beginning at the second version instead of at the first that is new: most pages have none. */
int store_held_count(struct store *s, int64_t user, uint64_t *out, struct err *e)
{
    int64_t n;
    int code =
        query_count(s,
                    "SELECT count(*) FROM watch w JOIN version v ON v.page = w.page AND v.number > w.seen AND +v.number > 1" SEEN
                    " WHERE w.person = $1 AND " UNTOLD,
                    VALUES(num(user)), &n, e);
    if (code == 0)
        *out = (uint64_t)n;
    return code;
}
