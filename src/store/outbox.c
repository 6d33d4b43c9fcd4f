/* The outbox: rows that wait, and messages that are made of them.
 *
 * In: what a check or a sentinel found, for a channel. Out: messages to send, each to one worker at a time.
 * Invariants: 1. a channel has one row of a thing; 2. a row is in one message at most, and stays in it; 3. a message that a worker has is
 * nobody else's before its `next_at`. O(log rows) and what comes out. */
#include <sodium.h>

#include "base/vec.h"
#include "store/outbox.h"
#include "store/query.h"

int store_outbox_add(struct store *s, const struct store_outbox *r, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(
            s,
            "INSERT INTO outbox(person, channel, source, subject, at, due_at, bundle) VALUES($1, $2, $3, $4, $5, $6, $7)"
            " ON CONFLICT(channel, source, subject) DO NOTHING",
            VALUES(num(r->user), num(r->channel), num(r->source), num(r->subject), num(r->at), num(r->due_at), num(r->bundle)), e);
    return code ? code : store_commit(&tx, e);
}

int store_outbox_rows(struct arena *a, struct store *s, int64_t delivery, struct store_outbox_rows *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_outbox) list = { 0 };
    int got = query_one(
        &q, s, "SELECT id, person, channel, source, subject, at, due_at, bundle FROM outbox WHERE delivery = $1 ORDER BY id",
        VALUES(num(delivery)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_outbox){
            .id = query_number(&q, 0),
            .user = query_number(&q, 1),
            .channel = query_number(&q, 2),
            .source = (enum outbox_source)query_number(&q, 3),
            .subject = query_number(&q, 4),
            .at = query_number(&q, 5),
            .due_at = query_number(&q, 6),
            .bundle = query_number(&q, 7),
            .delivery = delivery,
        };
    if (got == 0)
        *out = (struct store_outbox_rows){ list.item, list.n };
    return got;
}

int store_outbox_waiting(struct arena *a, struct store *s, int64_t user, struct store_waits *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_wait) list = { 0 };
    int got =
        query_one(&q, s,
                  "SELECT person, channel, count(*), min(due_at) FROM outbox WHERE delivery IS NULL AND ($1 = 0 OR person = $1)"
                  " GROUP BY person, channel ORDER BY channel",
                  VALUES(num(user)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) =
            (struct store_wait){ query_number(&q, 0), query_number(&q, 1), query_number(&q, 2), query_number(&q, 3) };
    if (got == 0)
        *out = (struct store_waits){ list.item, list.n };
    return got;
}

int store_outbox_postpone(struct store *s, int64_t channel, int64_t due_at, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE outbox SET due_at = $1, bundle = $1 WHERE channel = $2 AND delivery IS NULL AND bundle > 0",
                         VALUES(num(due_at), num(channel)), e);
    return code ? code : store_commit(&tx, e);
}

/* ---- Messages of rows ---- */

/* What no message was made of yet, and can be: a channel that nobody confirmed gets its code and tests alone. */
#define READY "delivery IS NULL AND (source > 2 OR channel IN (SELECT id FROM channel WHERE confirmed_at IS NOT NULL))"

/* "weft-" and 128 bits by chance: no two messages of any archive have the same. */
static struct str new_key(char room[40])
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    memcpy(room, "weft-", 5);
    sodium_bin2hex(room + 5, 2 * sizeof bytes + 1, bytes, sizeof bytes);
    return str_of(room);
}

/* The row with all that go out together with it. */
static int make_delivery(struct store *s, const struct store_outbox *first, int64_t now, struct err *e)
{
    char room[40];
    int64_t id;
    int code = query_count(s,
                           "INSERT INTO delivery(person, channel, key, state, made_at, next_at, tries)"
                           " VALUES($1, $2, $3, 0, $4, $4, 0) RETURNING id",
                           VALUES(num(first->user), num(first->channel), text(new_key(room)), num(now)), &id, e);
    if (code)
        return code;
    if (first->bundle == 0)
        return query_run(s, "UPDATE outbox SET delivery = $1 WHERE id = $2", VALUES(num(id), num(first->id)), e);
    return query_run(s, "UPDATE outbox SET delivery = $1 WHERE channel = $2 AND bundle = $3 AND delivery IS NULL AND due_at <= $4",
                     VALUES(num(id), num(first->channel), num(first->bundle), num(now)), e);
}

static int gather(struct arena *a, struct store *s, int64_t now, uint32_t limit, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_outbox) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT min(id), person, channel, bundle FROM outbox WHERE " READY " AND due_at <= $1"
                        " GROUP BY person, channel, bundle, CASE WHEN bundle = 0 THEN id ELSE 0 END ORDER BY 1 LIMIT $2",
                        VALUES(num(now), num(limit)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_outbox){
            .id = query_number(&q, 0), .user = query_number(&q, 1), .channel = query_number(&q, 2), .bundle = query_number(&q, 3)
        };
    for (uint32_t i = 0; got == 0 && i < list.n; i++)
        got = make_delivery(s, &list.item[i], now, e);
    return got;
}

int store_outbox_gather(struct store *s, int64_t now, uint32_t limit, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(store_tx) tx = { 0 };
    int64_t n;
    int code = query_count(s, "SELECT count(*) FROM (SELECT 1 FROM outbox WHERE " READY " AND due_at <= $1 LIMIT 1) x",
                           VALUES(num(now)), &n, e);
    if (code || n == 0)
        return code;
    if (sodium_init() < 0)
        return err_set(e, E_SYSTEM, "libsodium cannot start");
    code = store_begin(s, &tx, e);
    if (code == 0)
        code = gather(&a, s, now, limit, e);
    return code ? code : store_commit(&tx, e);
}

/* ---- Sending ---- */

#define COLUMNS "d.id, d.person, d.channel, d.key, d.state, d.made_at, d.next_at, d.done_at, d.tries, d.worker, d.error"

static void fill(struct arena *a, struct query *q, struct store_delivery *out)
{
    *out = (struct store_delivery){
        .id = query_number(q, 0),
        .user = query_number(q, 1),
        .channel = query_number(q, 2),
        .key = query_str(a, q, 3),
        .state = (enum delivery_state)query_number(q, 4),
        .made_at = query_number(q, 5),
        .next_at = query_moment(q, 6),
        .done_at = query_moment(q, 7),
        .tries = (uint32_t)query_number(q, 8),
        .worker = query_str(a, q, 9),
        .error = query_str(a, q, 10),
    };
}

static int deliveries(struct arena *a, struct query *q, int got, struct store_deliveries *out, struct err *e)
{
    VEC(struct store_delivery) list = { 0 };
    for (; got > 0; got = query_next(q, e))
        fill(a, q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_deliveries){ list.item, list.n };
    return got;
}

/* The oldest of each channel that is due, unless somebody sends to that channel now. */
static int find_due(struct arena *a, struct store *s, const struct delivery_claim *c, struct store_deliveries *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "SELECT " COLUMNS " FROM delivery d WHERE d.id IN (SELECT min(x.id) FROM delivery x WHERE x.state = 0"
                        " AND x.next_at <= $1 GROUP BY x.channel) AND NOT EXISTS(SELECT 1 FROM delivery b"
                        " WHERE b.channel = d.channel AND b.state = 0 AND b.worker IS NOT NULL AND b.next_at > $1)"
                        " ORDER BY d.next_at, d.id LIMIT $2",
                        VALUES(num(c->now), num(c->limit)), e);
    return deliveries(a, &q, got, out, e);
}

int store_delivery_claim(struct arena *a, struct store *s, const struct delivery_claim *claim, struct store_deliveries *out,
                         struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct store_deliveries found = { 0 };
    int code = find_due(a, s, claim, &found, e);
    if (code == 0 && found.n == 0)
        *out = found; /* most of the time: no lock for writing is taken */
    if (code || found.n == 0)
        return code;
    code = store_begin(s, &tx, e);
    if (code == 0)
        code = find_due(a, s, claim, &found, e);
    for (uint32_t i = 0; code == 0 && i < found.n; i++)
        code = query_run(s, "UPDATE delivery SET worker = $1, next_at = $2 WHERE id = $3",
                         VALUES(text(claim->worker), num(claim->until), num(found.item[i].id)), e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *out = found;
    return code;
}

int store_delivery_release(struct store *s, struct str worker, int64_t now, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE delivery SET worker = NULL, next_at = $1 WHERE worker = $2 AND state = 0",
                         VALUES(num(now), text(worker)), e);
    return code ? code : store_commit(&tx, e);
}

int store_delivery_workers(struct arena *a, struct store *s, struct store_users *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_user) list = { 0 };
    int got = query_one(&q, s, "SELECT DISTINCT worker FROM delivery WHERE state = 0 AND worker IS NOT NULL", NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_user){ .name = query_str(a, &q, 0) };
    if (got == 0)
        *out = (struct store_users){ list.item, list.n };
    return got;
}

int store_delivery_end(struct store *s, const struct store_delivery *d, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(
            s,
            "UPDATE delivery SET state = $1, next_at = $2, done_at = $3, tries = $4, error = $5, worker = NULL"
            " WHERE id = $6",
            VALUES(num(d->state), moment(d->next_at), moment(d->done_at), num(d->tries), text_or_null(d->error), num(d->id)), e);
    return code ? code : store_commit(&tx, e);
}

int store_delivery_remove(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM outbox WHERE delivery = $1", VALUES(num(id)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM delivery WHERE id = $1", VALUES(num(id)), e);
    return code ? code : store_commit(&tx, e);
}

/* What has waited for a channel that nobody confirmed. */
#define ABANDONED "delivery IS NULL AND due_at < $1 AND channel IN (SELECT id FROM channel WHERE confirmed_at IS NULL)"

int store_delivery_forget(struct store *s, int64_t before, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t n;
    int code = query_count(s,
                           "SELECT count(*) FROM (SELECT 1 FROM delivery WHERE state = 1 AND done_at < $1"
                           " UNION ALL SELECT 1 FROM outbox WHERE " ABANDONED ") x",
                           VALUES(num(before)), &n, e);
    if (code || n == 0)
        return code;
    code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM outbox WHERE delivery IN (SELECT id FROM delivery WHERE state = 1 AND done_at < $1)",
                         VALUES(num(before)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM delivery WHERE state = 1 AND done_at < $1", VALUES(num(before)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM outbox WHERE " ABANDONED, VALUES(num(before)), e);
    return code ? code : store_commit(&tx, e);
}

int store_delivery_list(struct arena *a, struct store *s, const struct delivery_query *query, struct store_deliveries *out,
                        struct err *e)
{
    AUTO(query) q = { 0 };
    int64_t limit = query->limit ? query->limit : INT64_MAX;
    int got = query_one(
        &q, s,
        "SELECT " COLUMNS " FROM delivery d WHERE ($1 = 0 OR d.person = $1) AND ($2 = 0 OR d.id = $2)"
        " AND ($3 = -1 OR d.state = $3 OR ($3 = -2 AND d.state <> 1)) AND ($4 = 0 OR d.id < $4) ORDER BY d.id DESC LIMIT $5",
        VALUES(num(query->user), num(query->id), num(query->state), num(query->before), num(limit)), e);
    return deliveries(a, &q, got, out, e);
}

int store_outbox_next(struct store *s, int64_t *at, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "SELECT min(at) FROM (SELECT min(due_at) AS at FROM outbox WHERE " READY
                        " UNION ALL SELECT min(next_at) FROM delivery WHERE state = 0) x",
                        NO_VALUES, e);
    if (got >= 0)
        *at = got ? query_moment(&q, 0) : NEVER;
    return got < 0 ? got : 0;
}

int store_once(struct store *s, struct str id, int64_t now, int64_t forget, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t n;
    /* Looked up before a transaction of its own begins, which would be undone with the caller's where the answer is yes. */
    int code = query_count(s, "SELECT count(*) FROM once WHERE id = $1", VALUES(text(id)), &n, e);
    if (code == 0 && n)
        code = err_set(e, E_USAGE, "it has come before");
    if (code == 0)
        code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM once WHERE at < $1", VALUES(num(forget)), e);
    if (code == 0)
        code = query_run(s, "INSERT INTO once(id, at) VALUES($1, $2)", VALUES(text(id), num(now)), e);
    return code ? code : store_commit(&tx, e);
}

static int sents(struct arena *a, struct query *q, int got, struct store_sents *out, struct err *e)
{
    VEC(struct store_sent) list = { 0 };
    for (; got > 0; got = query_next(q, e))
        *VEC_ADD(a, &list) = (struct store_sent){
            .page = query_number(q, 0),
            .number = query_number(q, 1),
            .sentinel = query_str(a, q, 2),
            .channel = query_str(a, q, 3),
            .address = query_str(a, q, 4),
            .state = query_moment(q, 5) == NEVER ? -1 : (int)query_number(q, 5),
            .at = query_moment(q, 6),
            .due_at = query_moment(q, 7),
        };
    if (got == 0)
        *out = (struct store_sents){ list.item, list.n };
    return got;
}

#define SENT_COLUMNS(sentinel) "SELECT v.page, v.number, " sentinel ", c.name, c.address, d.state, d.done_at, o.due_at, o.id FROM "

/* Events of the page with the channels of their user: the index of the outbox has all three. */
#define SENT(sentinel, table, source) \
    SENT_COLUMNS(sentinel) \
    table " v JOIN channel c ON c.person = v.person JOIN outbox o ON o.channel = c.id AND o.source = " source \
          " AND o.subject = v.id" \
          " LEFT JOIN delivery d ON d.id = o.delivery WHERE v.person = $1 AND v.page = $2"

int store_sent_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_sents *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, SENT("''", "event", "1") " UNION ALL " SENT("v.name", "sentinel_event", "2") " ORDER BY 2, 9",
                        VALUES(num(user), num(page)), e);
    return sents(a, &q, got, out, e);
}

/* From the outbox on: most watches have nothing in it. */
int store_sent_news(struct arena *a, struct store *s, int64_t user, struct store_sents *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        SENT_COLUMNS("''") "channel c CROSS JOIN outbox o CROSS JOIN event v CROSS JOIN watch w"
                                           " LEFT JOIN delivery d ON d.id = o.delivery"
                                           " WHERE c.person = $1 AND o.channel = c.id AND o.source = 1 AND v.id = o.subject"
                                           " AND v.kind <> 0 AND w.person = v.person AND w.page = v.page AND v.number > w.seen"
                                           " ORDER BY 1, 2, 9",
                        VALUES(num(user)), e);
    return sents(a, &q, got, out, e);
}
