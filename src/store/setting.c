/* Settings and secrets of users: texts and sealed bytes by name; chores. O(log rows) for each call, and the rows that come out. */
#include "base/vec.h"
#include "store/query.h"

static int put_setting(struct store *s, const struct store_setting *x, struct err *e)
{
    if (x->value.len == 0)
        return query_run(s, "DELETE FROM setting WHERE person = $1 AND name = $2", VALUES(num(x->user), text(x->name)), e);
    return query_run(s,
                     "INSERT INTO setting(person, name, value) VALUES($1, $2, $3)"
                     " ON CONFLICT(person, name) DO UPDATE SET value = excluded.value",
                     VALUES(num(x->user), text(x->name), text(x->value)), e);
}

int store_setting_put(struct store *s, const struct store_setting *setting, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = user_must_exist(s, setting->user, e);
    if (code == 0)
        code = put_setting(s, setting, e);
    return code ? code : store_commit(&tx, e);
}

int store_setting_list(struct arena *a, struct store *s, int64_t user, struct store_settings *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_setting) list = { 0 };
    int got = query_one(&q, s, "SELECT name, value FROM setting WHERE person = $1 ORDER BY name", VALUES(num(user)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_setting){ user, query_str(a, &q, 0), query_str(a, &q, 1) };
    if (got == 0)
        *out = (struct store_settings){ list.item, list.n };
    return got;
}

int store_setting_users(struct arena *a, struct store *s, struct store_users *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_user) list = { 0 };
    int got = query_one(&q, s, "SELECT id, name, added_at FROM person WHERE id IN (SELECT person FROM setting) ORDER BY id",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_user){ query_number(&q, 0), query_str(a, &q, 1), query_number(&q, 2) };
    if (got == 0)
        *out = (struct store_users){ list.item, list.n };
    return got;
}

static int put_secret(struct store *s, const struct store_secret *x, struct err *e)
{
    if (x->bytes.len == 0)
        return query_run(s, "DELETE FROM secret WHERE person = $1 AND page = $2 AND name = $3",
                         VALUES(num(x->user), num(x->page), text(x->name)), e);
    return query_run(s,
                     "INSERT INTO secret(person, page, name, bytes) VALUES($1, $2, $3, $4)"
                     " ON CONFLICT(person, page, name) DO UPDATE SET bytes = excluded.bytes",
                     VALUES(num(x->user), num(x->page), text(x->name), raw(x->bytes)), e);
}

int store_secret_put(struct store *s, const struct store_secret *secret, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = user_must_exist(s, secret->user, e);
    if (code == 0)
        code = put_secret(s, secret, e);
    return code ? code : store_commit(&tx, e);
}

int store_secret_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_secrets *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_secret) list = { 0 };
    int got = query_one(&q, s, "SELECT name, bytes FROM secret WHERE person = $1 AND page = $2 ORDER BY name",
                        VALUES(num(user), num(page)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_secret){ user, page, query_str(a, &q, 0), query_str(a, &q, 1) };
    if (got == 0)
        *out = (struct store_secrets){ list.item, list.n };
    return got;
}

/* ---- Chores ---- */

int store_chore_find(struct store *s, struct str name, struct err *e)
{
    int64_t n;
    int code = query_count(s, "SELECT count(*) FROM chore WHERE name = $1", VALUES(text(name)), &n, e);
    return code || n ? code : err_set(e, E_ABSENT, "the chore '%.*s' is done", STR_ARG(name));
}

int store_chore_done(struct store *s, struct str name, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM chore WHERE name = $1", VALUES(text(name)), e);
    return code ? code : store_commit(&tx, e);
}
