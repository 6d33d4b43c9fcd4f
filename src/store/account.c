/* Accounts and tickets: rows by user and by hash. */
#include "store/account.h"

#include "base/vec.h"
#include "store/query.h"

/* ---- Accounts ---- */

int store_account_put(struct store *s, const struct store_account *x, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);

    if (code == 0)
        code = user_must_exist(s, x->user.id, e);
    if (code == 0)
        code =
            query_run(s,
                      "INSERT INTO account(person, password, role, changed_at) VALUES($1, $2, $3, $4) ON CONFLICT(person) DO UPDATE"
                      " SET password = excluded.password, role = excluded.role, changed_at = excluded.changed_at",
                      VALUES(num(x->user.id), text(x->password), num(x->role), num(x->changed_at)), e);
    return code ? code : store_commit(&tx, e);
}

#define ACCOUNT "SELECT p.id, p.name, p.added_at, a.password, a.role, a.changed_at FROM account a JOIN person p ON p.id = a.person "

static void fill_account(struct arena *a, struct query *q, struct store_account *out)
{
    *out = (struct store_account){
        .user = { query_number(q, 0), query_str(a, q, 1), query_number(q, 2) },
        .password = query_str(a, q, 3),
        .role = query_number(q, 4),
        .changed_at = query_number(q, 5),
    };
}

static int one_account(struct arena *a, struct query *q, int got, struct store_account *out, struct err *e)
{
    if (got > 0)
        fill_account(a, q, out);
    return got ? MIN(got, 0) : err_set(e, E_ABSENT, "there is no such account");
}

int store_account_find(struct arena *a, struct store *s, struct str name, struct store_account *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, ACCOUNT "WHERE p.name = $1", VALUES(text(name)), e);

    return one_account(a, &q, got, out, e);
}

int store_account_get(struct arena *a, struct store *s, int64_t user, struct store_account *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, ACCOUNT "WHERE p.id = $1", VALUES(num(user)), e);

    return one_account(a, &q, got, out, e);
}

int store_account_list(struct arena *a, struct store *s, struct store_accounts *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_account) list = { 0 };
    int got = query_one(&q, s, ACCOUNT "ORDER BY p.id", NO_VALUES, e);

    for (; got > 0; got = query_next(&q, e))
        fill_account(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_accounts){ list.item, list.n };
    return got;
}

/* ---- Tickets ---- */

static struct value hash_value(const unsigned char hash[STORE_TICKET_BYTES])
{
    return raw((struct str){ (const char *)hash, STORE_TICKET_BYTES });
}

int store_ticket_add(struct store *s, const struct store_ticket *t, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t got = 0;
    int code = store_begin(s, &tx, e);

    if (code == 0)
        code = query_count(s,
                           "INSERT INTO ticket(hash, kind, person, name, about, made_at, used_at, until)"
                           " VALUES($1, $2, $3, $4, $5, $6, $6, $7) RETURNING id",
                           VALUES(hash_value(t->hash), num(t->kind), num(t->user), text_or_null(t->name), text_or_null(t->about),
                                  num(t->made_at), moment(t->until)),
                           &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

#define TICKET "SELECT id, hash, kind, person, name, about, made_at, used_at, until FROM ticket "

static void fill_ticket(struct arena *a, struct query *q, struct store_ticket *out)
{
    struct str hash = query_bytes(q, 1);

    *out = (struct store_ticket){
        .id = query_number(q, 0),
        .kind = (enum store_ticket_kind)query_number(q, 2),
        .user = query_number(q, 3),
        .name = query_str(a, q, 4),
        .about = query_str(a, q, 5),
        .made_at = query_number(q, 6),
        .used_at = query_number(q, 7),
        .until = query_moment(q, 8),
    };
    memcpy(out->hash, hash.ptr, MIN(hash.len, sizeof out->hash));
}

int store_ticket_find(struct arena *a, struct store *s, int64_t now, struct store_ticket *t, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, TICKET "WHERE hash = $1 AND kind = $2 AND (until IS NULL OR until > $3)",
                        VALUES(hash_value(t->hash), num(t->kind), num(now)), e);

    if (got > 0)
        fill_ticket(a, &q, t);
    return got ? MIN(got, 0) : err_set(e, E_ABSENT, "it does not exist, or has expired");
}

int store_ticket_list(struct arena *a, struct store *s, int64_t user, enum store_ticket_kind kind, struct store_tickets *out,
                      struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_ticket) list = { 0 };
    int got = query_one(&q, s, TICKET "WHERE person = $1 AND kind = $2 ORDER BY id DESC", VALUES(num(user), num(kind)), e);

    for (; got > 0; got = query_next(&q, e))
        fill_ticket(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_tickets){ list.item, list.n };
    return got;
}

int store_ticket_use(struct store *s, int64_t id, int64_t at, int64_t until, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);

    if (code == 0)
        code = query_run(s, "UPDATE ticket SET used_at = $1, until = $2 WHERE id = $3", VALUES(num(at), moment(until), num(id)), e);
    return code ? code : store_commit(&tx, e);
}

int store_ticket_remove(struct store *s, int64_t user, enum store_ticket_kind kind, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t removed = 0;
    int code = store_begin(s, &tx, e);

    if (code == 0)
        code = query_change(s, "DELETE FROM ticket WHERE person = $1 AND kind = $2 AND (id = $3 OR $3 = 0)",
                            VALUES(num(user), num(kind), num(id)), &removed, e);
    if (code == 0 && id && !removed)
        code = err_set(e, E_ABSENT, "it does not exist, or was removed already");
    return code ? code : store_commit(&tx, e);
}

int store_ticket_sweep(struct store *s, int64_t now, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);

    if (code == 0)
        code = query_run(s, "DELETE FROM ticket WHERE until <= $1", VALUES(num(now)), e);
    return code ? code : store_commit(&tx, e);
}
