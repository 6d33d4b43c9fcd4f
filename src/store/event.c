/* Events: one row for each version and each user whom it concerns, and what of them is new for a user.
 *
 * In: what a check decided. Out: what report, mail and feed read.
 * Invariants: 1. a user has one event of a version at most, and it keeps its id when it is written again; 2. one that was taken back keeps
 * its row, as kind 0, so that its id is not given to another; 3. what a user has seen stands in watch.seen and in `seen`, never here. */
#include <stdlib.h>

#include "base/vec.h"
#include "store/verdict.h"

int store_event_put(struct store *s, const struct store_event *v, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    const struct store_counts *c = &v->counts;
    int64_t got = 0;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = version_must_exist(s, v->page, v->number, e);
    if (code == 0)
        code = user_must_exist(s, v->user, e);
    if (code == 0)
        code =
            query_count(s,
                        "INSERT INTO event(person, page, number, before, at, kind, importance, content, look, machinery, inserted,"
                        " deleted, headline, changes) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
                        " ON CONFLICT(person, page, number) DO UPDATE SET before = excluded.before, at = excluded.at,"
                        " kind = excluded.kind, importance = excluded.importance, content = excluded.content,"
                        " look = excluded.look, machinery = excluded.machinery, inserted = excluded.inserted,"
                        " deleted = excluded.deleted, headline = excluded.headline, changes = excluded.changes RETURNING id",
                        VALUES(num(v->user), num(v->page), num(v->number), num(v->before), num(v->at), num(v->kind),
                               millionths(v->importance), num(c->changes[0]), num(c->changes[1]), num(c->changes[2]),
                               num(c->words_inserted), num(c->words_deleted), text_or_null(v->headline), text_or_null(v->changes)),
                        &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

int store_event_withdraw(struct store *s, int64_t page, int64_t number, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE event SET kind = 0 WHERE page = $1 AND number = $2", VALUES(num(page), num(number)), e);
    if (code == 0) /* what was not sent yet never is */
        code = query_run(s,
                         "DELETE FROM outbox WHERE source = 1 AND delivery IS NULL AND subject IN"
                         " (SELECT id FROM event WHERE page = $1 AND number = $2)",
                         VALUES(num(page), num(number)), e);
    return code ? code : store_commit(&tx, e);
}

#define COLUMNS \
    "e.id, e.person, e.page, e.number, e.before, e.at, e.kind, e.importance, e.content, e.look, e.machinery, e.inserted, e.deleted," \
    " e.headline, j.reasons, coalesce(e.changes, j.changes)"
#define VERDICTS " LEFT JOIN verdict j ON j.page = e.page AND j.number = e.number"

/* The newest version that is not suspect; what has changed until then since the user looked. */
#define NEWEST "(SELECT max(n.number) FROM version n WHERE n.page = w.page AND n.marks & 1 = 0)"
#define SINCE "d.person = w.person AND d.page = w.page AND d.seen = w.seen AND d.number = " NEWEST
/* It came before a version with which they dismissed a part of the page: that holds from then on. */
#define DIVIDED \
    "EXISTS(SELECT 1 FROM lesson l WHERE l.person = w.person AND l.page = w.page AND l.kind = 3 AND l.number > e.number)"

/* What has come since the version that was seen last, but for what was dismissed. The versions from that one up to the first event are the
 * same for the user: where the newest has the bytes of one of them, or says nothing else, the page has gone back. */
#define UNSEEN \
    " FROM watch w JOIN event e ON e.person = w.person AND e.page = w.page AND e.number > w.seen" VERDICTS \
    " WHERE e.kind <> 0 AND w.person = $1 AND ($2 = 0 OR w.page = $2) AND ($3 = 0 OR e.id < $3)" \
    " AND NOT EXISTS(SELECT 1 FROM seen x WHERE x.person = w.person AND x.page = w.page AND x.number = e.number AND x.dismissed <> 0)" \
    " AND NOT EXISTS(SELECT 1 FROM version o WHERE o.page = w.page AND o.marks & 1 = 0 AND o.number >= w.seen AND o.number <" \
    "  (SELECT min(f.number) FROM event f WHERE f.person = w.person AND f.page = w.page AND f.number > w.seen AND f.kind <> 0)" \
    "  AND o.blob = (SELECT n.blob FROM version n WHERE n.page = w.page AND n.marks & 1 = 0 ORDER BY n.number DESC LIMIT 1))" \
    " AND NOT EXISTS(SELECT 1 FROM since d WHERE " SINCE " AND d.content = 0 AND NOT " DIVIDED ")"

static void fill(struct arena *a, struct query *q, struct store_event *out)
{
    *out = (struct store_event){
        .id = query_number(q, 0),
        .user = query_number(q, 1),
        .page = query_number(q, 2),
        .number = query_number(q, 3),
        .before = query_number(q, 4),
        .at = query_number(q, 5),
        .kind = (enum store_event_kind)query_number(q, 6),
        .importance = query_share(q, 7),
        .counts = query_counts(q, 8),
        .headline = query_str(a, q, 13),
        .reasons = query_str(a, q, 14),
        .changes = query_str(a, q, 15),
    };
}

static int events(struct arena *a, struct query *q, int got, struct store_events *out, struct err *e)
{
    VEC(struct store_event) list = { 0 };
    for (; got > 0; got = query_next(q, e))
        fill(a, q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_events){ list.item, list.n };
    return got;
}

int store_event_get(struct arena *a, struct store *s, int64_t id, struct store_event *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM event e" VERDICTS " WHERE e.id = $1 AND e.kind <> 0", VALUES(num(id)), e);
    if (got > 0)
        fill(a, &q, out);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no such event");
}

int store_event_last(struct arena *a, struct store *s, int64_t user, struct store_events *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "SELECT " COLUMNS " FROM event e" VERDICTS " WHERE e.kind <> 0 AND e.person = $1 AND e.number ="
                        " (SELECT max(x.number) FROM event x WHERE x.person = e.person AND x.page = e.page AND x.kind <> 0)"
                        " ORDER BY e.page",
                        VALUES(num(user)), e);
    return events(a, &q, got, out, e);
}

int store_event_list(struct arena *a, struct store *s, const struct store_event_query *query, struct store_events *out,
                     struct err *e)
{
    static const char unseen[] = "SELECT " COLUMNS UNSEEN " ORDER BY e.at DESC, e.id DESC LIMIT $4";
    static const char all[] = "SELECT " COLUMNS " FROM event e" VERDICTS
                              " WHERE e.kind <> 0 AND e.person = $1 AND ($2 = 0 OR e.page = $2) AND ($3 = 0 OR e.id < $3)"
                              " ORDER BY e.at DESC, e.id DESC LIMIT $4";
    AUTO(query) q = { 0 };
    int64_t limit = query->limit ? query->limit : INT64_MAX;
    int got = query_one(&q, s, query->unseen ? unseen : all,
                        VALUES(num(query->user), num(query->page), num(query->before), num(limit)), e);
    return events(a, &q, got, out, e);
}

/* ---- Page by page ---- */

static int by_newest(const void *a, const void *b)
{
    const struct store_new *x = a, *y = b;
    if (x->fetched_at != y->fetched_at)
        return x->fetched_at > y->fetched_at ? -1 : 1;
    return (x->page > y->page) - (x->page < y->page);
}

/* Only where a version came behind the first that is new: else that one's event says all. */
static int find_since(struct arena *a, struct store *s, int64_t user, struct store_new *new, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "SELECT importance, content, look, machinery, inserted, deleted, headline, reasons, changes FROM since"
                        " WHERE person = $1 AND page = $2 AND seen = $3 AND number = $4",
                        VALUES(num(user), num(new->page), num(new->seen), num(new->newest_kept)), e);
    if (got > 0)
        new->since = (struct store_since){ .user = user,
                                           .page = new->page,
                                           .seen = new->seen,
                                           .number = new->newest_kept,
                                           .importance = query_share(&q, 0),
                                           .counts = query_counts(&q, 1),
                                           .headline = query_str(a, &q, 6),
                                           .reasons = query_str(a, &q, 7),
                                           .changes = query_str(a, &q, 8) };
    return MIN(got, 0);
}

int store_news(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_news *out, struct err *e)
{
    static const char sql[] = "SELECT " COLUMNS ", w.seen, " NEWEST ", " DIVIDED UNSEEN " ORDER BY e.page, e.number DESC";
    AUTO(query) q = { 0 };
    VEC(struct store_event) events = { 0 };
    VEC(struct store_new) news = { 0 };
    int got = query_one(&q, s, sql, VALUES(num(user), num(page), num(0)), e);
    for (; got > 0; got = query_next(&q, e)) {
        struct store_event *event = VEC_ADD(a, &events);
        fill(a, &q, event);
        if (news.n == 0 || news.item[news.n - 1].page != event->page)
            *VEC_ADD(a, &news) = (struct store_new){ .page = event->page,
                                                     .newest = event->number,
                                                     .fetched_at = event->at,
                                                     .seen = query_number(&q, 16),
                                                     .newest_kept = query_number(&q, 17) };
        news.item[news.n - 1].divided |= query_number(&q, 18) != 0;
        news.item[news.n - 1].n_events++;
    }
    if (got)
        return got;
    const struct store_event *next = events.item; /* the array does not move any more */
    for (uint32_t i = 0; i < news.n && got == 0; i++) {
        news.item[i].event = next;
        next += news.item[i].n_events;
        if (news.item[i].seen && !news.item[i].divided && news.item[i].newest_kept > next[-1].number)
            got = find_since(a, s, user, &news.item[i], e);
    }
    if (got)
        return got;
    if (news.n)
        qsort(news.item, news.n, sizeof *news.item, by_newest);
    *out = (struct store_news){ news.item, news.n };
    return 0;
}
