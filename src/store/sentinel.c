/* Rows of sentinels. O(log rows) for each call, and the rows that come out. */
#include "store/sentinel.h"

#include "base/vec.h"
#include "store/verdict.h"

int store_sentinel_put(struct store *s, const struct store_sentinel *x, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t got;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_count(s,
                           "INSERT INTO sentinel(person, name, is_set, disabled, created_at, text) VALUES($1, $2, $3, $4, $5, $6)"
                           " ON CONFLICT(person, is_set, name) DO UPDATE SET disabled = excluded.disabled, text = excluded.text"
                           " RETURNING id",
                           VALUES(num(x->user), text(x->name), num(x->is_set), num(x->disabled), num(x->created_at), text(x->text)),
                           &got, e);
    if (code == 0)
        code = store_detector_touch(s, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

int store_sentinel_list(struct arena *a, struct store *s, int64_t user, struct store_sentinels *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_sentinel) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT id, person, name, is_set, disabled, created_at, text FROM sentinel WHERE $1 = 0 OR person = $1"
                        " ORDER BY person, id",
                        VALUES(num(user)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_sentinel){
            .id = query_number(&q, 0),
            .user = query_number(&q, 1),
            .name = query_str(a, &q, 2),
            .is_set = query_number(&q, 3) != 0,
            .disabled = query_number(&q, 4) != 0,
            .created_at = query_number(&q, 5),
            .text = query_str(a, &q, 6),
        };
    if (got == 0)
        *out = (struct store_sentinels){ list.item, list.n };
    return got;
}

int store_sentinel_remove(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM sentinel_page WHERE sentinel = $1", VALUES(num(id)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM sentinel WHERE id = $1", VALUES(num(id)), e);
    if (code == 0) /* its number may be another's one day */
        code = query_run(s, "UPDATE sentinel_event SET sentinel = 0 WHERE sentinel = $1", VALUES(num(id)), e);
    if (code == 0)
        code = store_detector_touch(s, e);
    return code ? code : store_commit(&tx, e);
}

int store_sentinel_pages(struct store *s, int64_t sentinel, const int64_t *page, uint32_t n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM sentinel_page WHERE sentinel = $1", VALUES(num(sentinel)), e);
    for (uint32_t i = 0; code == 0 && i < n; i++)
        code = query_run(s, "INSERT INTO sentinel_page(page, sentinel) VALUES($1, $2) ON CONFLICT(page, sentinel) DO NOTHING",
                         VALUES(num(page[i]), num(sentinel)), e);
    return code ? code : store_commit(&tx, e);
}

int store_sentinel_on_page(struct store *s, int64_t user, int64_t page, int64_t *n, struct err *e)
{
    return query_count(
        s, "SELECT count(*) FROM sentinel_page p JOIN sentinel x ON x.id = p.sentinel WHERE p.page = $1 AND x.person = $2",
        VALUES(num(page), num(user)), n, e);
}

/* ---- Versions to look at ---- */

int store_look_add(struct store *s, const struct store_look *l, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(
            s, "INSERT INTO look(page, number, at) SELECT $1, $2, $3 WHERE EXISTS(SELECT 1 FROM sentinel_page WHERE page = $1)",
            VALUES(num(l->page), num(l->number), num(l->at)), e);
    return code ? code : store_commit(&tx, e);
}

int store_look_list(struct arena *a, struct store *s, uint32_t limit, struct store_looks *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_look) list = { 0 };
    int got = query_one(&q, s, "SELECT id, page, number, at FROM look ORDER BY id LIMIT $1", VALUES(num(limit)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) =
            (struct store_look){ query_number(&q, 0), query_number(&q, 1), query_number(&q, 2), query_number(&q, 3) };
    if (got == 0)
        *out = (struct store_looks){ list.item, list.n };
    return got;
}

int store_look_remove(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t removed;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_change(s, "DELETE FROM look WHERE id = $1", VALUES(num(id)), &removed, e);
    if (code == 0 && removed == 0)
        code = err_set(e, E_ABSENT, "it was looked at already");
    return code ? code : store_commit(&tx, e);
}

/* ---- What was found ---- */

int store_finding_add(struct store *s, const struct store_finding *f, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(
            s, "INSERT INTO finding(id, page, number, before, at, type, changes, n) VALUES($1, $2, $3, $4, $5, $6, $7, $8)",
            VALUES(num(f->id), num(f->page), num(f->number), num(f->before), num(f->at), text(f->type), text_or_null(f->changes),
                   num(f->n)),
            e);
    return code ? code : store_commit(&tx, e);
}

int store_finding_get(struct arena *a, struct store *s, int64_t id, struct store_finding *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT page, number, before, at, type, changes, n FROM finding WHERE id = $1", VALUES(num(id)), e);
    if (got > 0)
        *out = (struct store_finding){ .id = id,
                                       .page = query_number(&q, 0),
                                       .number = query_number(&q, 1),
                                       .before = query_number(&q, 2),
                                       .at = query_number(&q, 3),
                                       .type = query_str(a, &q, 4),
                                       .changes = query_str(a, &q, 5),
                                       .n = (uint32_t)query_number(&q, 6) };
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no such finding");
}

int store_finding_last(struct store *s, int64_t *id, struct err *e)
{
    return query_count(s, "SELECT max(id) FROM finding", NO_VALUES, id, e);
}

/* ---- Events ---- */

#define COLUMNS "id, person, sentinel, name, start_at, end_at, page, number, importance, headline, findings, view, history"

static void fill(struct arena *a, struct query *q, struct store_sentinel_event *out)
{
    *out = (struct store_sentinel_event){
        .id = query_number(q, 0),
        .user = query_number(q, 1),
        .sentinel = query_number(q, 2),
        .name = query_str(a, q, 3),
        .start = query_number(q, 4),
        .end = query_number(q, 5),
        .page = query_number(q, 6),
        .number = query_number(q, 7),
        .importance = query_share(q, 8),
        .headline = query_str(a, q, 9),
        .findings = query_str(a, q, 10),
        .view = query_str(a, q, 11),
        .history = (uint32_t)query_number(q, 12),
    };
}

int store_sentinel_event_add(struct store *s, const struct store_sentinel_event *x, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t got;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code =
            query_count(s,
                        "INSERT INTO sentinel_event(person, sentinel, name, start_at, end_at, page, number, importance, headline,"
                        " findings, view, history) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id",
                        VALUES(num(x->user), num(x->sentinel), text(x->name), num(x->start), num(x->end), num(x->page),
                               num(x->number), millionths(x->importance), text_or_null(x->headline), text_or_null(x->findings),
                               text_or_null(x->view), num(x->history)),
                        &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

int store_sentinel_event_get(struct arena *a, struct store *s, int64_t id, struct store_sentinel_event *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM sentinel_event WHERE id = $1", VALUES(num(id)), e);
    if (got > 0)
        fill(a, &q, out);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no such event");
}

int store_sentinel_event_list(struct arena *a, struct store *s, const struct sentinel_event_query *query,
                              struct store_sentinel_events *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_sentinel_event) list = { 0 };
    int64_t limit = query->limit ? query->limit : INT64_MAX;
    int got =
        query_one(&q, s,
                  "SELECT " COLUMNS " FROM sentinel_event WHERE person = $1 AND ($2 = 0 OR sentinel = $2)"
                  " AND ($3 = 0 OR id < $3) AND ($4 = 0 OR (page = $4 AND number > $5 AND number <= $6)) ORDER BY id DESC LIMIT $7",
                  VALUES(num(query->user), num(query->sentinel), num(query->before), num(query->page), num(query->after),
                         num(query->upto), num(limit)),
                  e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_sentinel_events){ list.item, list.n };
    return got;
}

int store_sentinel_event_count(struct store *s, int64_t sentinel, int64_t *n, struct err *e)
{
    return query_count(s, "SELECT count(*) FROM sentinel_event WHERE sentinel = $1", VALUES(num(sentinel)), n, e);
}

/* ---- The detector ---- */

int store_detector_get(struct arena *a, struct store *s, struct store_detector *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT stamp, state, next_at FROM detector WHERE id = 1", NO_VALUES, e);
    if (got >= 0)
        *out = got ? (struct store_detector){ query_number(&q, 0), query_str(a, &q, 1), query_moment(&q, 2) }
                   : (struct store_detector){ .next_at = NEVER };
    return got < 0 ? got : 0;
}

int store_detector_stamp(struct store *s, int64_t *stamp, int64_t *next_at, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT stamp, next_at FROM detector WHERE id = 1", NO_VALUES, e);
    if (got >= 0) {
        *stamp = got ? query_number(&q, 0) : 0;
        *next_at = got ? query_moment(&q, 1) : NEVER;
    }
    return got < 0 ? got : 0;
}

int store_detector_put(struct store *s, const struct store_detector *d, int64_t *stamp, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t got;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_count(s,
                           "INSERT INTO detector(id, stamp, state, next_at) VALUES(1, 1, $1, $2) ON CONFLICT(id) DO UPDATE SET"
                           " stamp = detector.stamp + 1, state = excluded.state, next_at = excluded.next_at RETURNING stamp",
                           VALUES(raw(d->state), moment(d->next_at)), &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *stamp = got;
    return code;
}

int store_detector_touch(struct store *s, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "INSERT INTO detector(id, stamp) VALUES(1, 1) ON CONFLICT(id) DO UPDATE SET stamp = detector.stamp + 1",
                         NO_VALUES, e);
    return code ? code : store_commit(&tx, e);
}
