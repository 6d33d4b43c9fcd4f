/* Channels: where a user wants to be told. O(log rows) for each call, and the rows that come out. */
#include "base/vec.h"
#include "store/outbox.h"
#include "store/query.h"

#define COLUMNS "id, person, name, address, settings, added_at, confirmed_at, is_default"

static void fill(struct arena *a, struct query *q, struct store_channel *out)
{
    *out = (struct store_channel){
        .id = query_number(q, 0),
        .user = query_number(q, 1),
        .name = query_str(a, q, 2),
        .address = query_str(a, q, 3),
        .settings = query_str(a, q, 4),
        .added_at = query_number(q, 5),
        .confirmed_at = query_moment(q, 6),
        .is_default = query_number(q, 7) != 0,
    };
}

static int put(struct store *s, const struct store_channel *c, int64_t *id, struct err *e)
{
    if (c->is_default && query_run(s, "UPDATE channel SET is_default = 0 WHERE person = $1", VALUES(num(c->user)), e))
        return e->code;
    return query_count(s,
                       "INSERT INTO channel(person, name, address, settings, added_at, confirmed_at, is_default)"
                       " VALUES($1, $2, $3, $4, $5, $6, $7) ON CONFLICT(person, name) DO UPDATE SET address = excluded.address,"
                       " settings = excluded.settings, confirmed_at = excluded.confirmed_at, is_default = excluded.is_default"
                       " RETURNING id",
                       VALUES(num(c->user), text(c->name), text(c->address), text_or_null(c->settings), num(c->added_at),
                              moment(c->confirmed_at), num(c->is_default)),
                       id, e);
}

int store_channel_put(struct store *s, const struct store_channel *channel, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t got;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = user_must_exist(s, channel->user, e);
    if (code == 0)
        code = put(s, channel, &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

int store_channel_get(struct arena *a, struct store *s, int64_t id, struct store_channel *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM channel WHERE id = $1", VALUES(num(id)), e);
    if (got > 0)
        fill(a, &q, out);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no such channel");
}

int store_channel_find(struct arena *a, struct store *s, int64_t user, struct str name, struct store_channel *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM channel WHERE person = $1 AND name = $2", VALUES(num(user), text(name)), e);
    if (got > 0)
        fill(a, &q, out);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no channel '%.*s'", STR_ARG(name));
}

int store_channel_list(struct arena *a, struct store *s, int64_t user, struct store_channels *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_channel) list = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM channel WHERE person = $1 ORDER BY name", VALUES(num(user)), e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_channels){ list.item, list.n };
    return got;
}

int store_channel_remove(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t removed;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM outbox WHERE channel = $1", VALUES(num(id)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM delivery WHERE channel = $1", VALUES(num(id)), e);
    if (code == 0)
        code = query_change(s, "DELETE FROM channel WHERE id = $1", VALUES(num(id)), &removed, e);
    if (code == 0 && removed == 0)
        code = err_set(e, E_ABSENT, "there is no such channel");
    return code ? code : store_commit(&tx, e);
}
