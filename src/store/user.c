/* Users, what they watch, and the set of versions each has seen of each page (section 4 of the AIDE paper: per-user control files). */
#include "base/vec.h"
#include "store/query.h"

int store_user_add(struct store *s, struct str name, int64_t added_at, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t got = 0;
    if (name.len == 0)
        return err_set(e, E_USAGE, "a user needs a name");
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_count(s, "SELECT id FROM person WHERE name = $1", VALUES(text(name)), &got, e);
    if (code == 0 && got == 0)
        code = query_count(s, "INSERT INTO person(name, added_at) VALUES($1, $2) RETURNING id", VALUES(text(name), num(added_at)),
                           &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

static void fill_user(struct arena *a, struct query *q, struct store_user *out)
{
    *out = (struct store_user){ query_number(q, 0), query_str(a, q, 1), query_number(q, 2) };
}

int user_must_exist(struct store *s, int64_t user, struct err *e)
{
    int64_t id;
    int code = query_count(s, "SELECT id FROM person WHERE id = $1", VALUES(num(user)), &id, e);
    return code || id ? code : err_set(e, E_ABSENT, "no user has the number %lld", (long long)user);
}

int store_user_get(struct arena *a, struct store *s, int64_t id, struct store_user *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT id, name, added_at FROM person WHERE id = $1", VALUES(num(id)), e);
    if (got > 0)
        *out = (struct store_user){ query_number(&q, 0), query_str(a, &q, 1), query_number(&q, 2) };
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "no user has the number %lld", (long long)id);
}

int store_user_find(struct arena *a, struct store *s, struct str name, struct store_user *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT id, name, added_at FROM person WHERE name = $1", VALUES(text(name)), e);
    if (got > 0)
        fill_user(a, &q, out);
    return got ? MIN(got, 0) : err_set(e, E_ABSENT, "%.*s: no such user", STR_ARG(name));
}

int store_user_list(struct arena *a, struct store *s, struct store_users *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_user) list = { 0 };
    int got = query_one(&q, s, "SELECT id, name, added_at FROM person ORDER BY id", NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e))
        fill_user(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_users){ list.item, list.n };
    return got;
}

int store_user_rename(struct store *s, int64_t id, struct str name, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t other = 0, changed = 0;
    if (name.len == 0)
        return err_set(e, E_USAGE, "a user needs a name");
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_count(s, "SELECT id FROM person WHERE name = $1 AND id <> $2", VALUES(text(name), num(id)), &other, e);
    if (code == 0 && other)
        code = err_set(e, E_USAGE, "another user is called %.*s already", STR_ARG(name));
    if (code == 0)
        code = query_change(s, "UPDATE person SET name = $1 WHERE id = $2", VALUES(text(name), num(id)), &changed, e);
    if (code == 0 && changed == 0)
        code = err_set(e, E_ABSENT, "no user has the number %lld", (long long)id);
    return code ? code : store_commit(&tx, e);
}

static const char *const removing[] = {
    "DELETE FROM event WHERE person = $1",
    "DELETE FROM seen WHERE person = $1",
    "DELETE FROM watch WHERE person = $1",
    "DELETE FROM setting WHERE person = $1",
    "DELETE FROM secret WHERE person = $1",
    "DELETE FROM outbox WHERE person = $1",
    "DELETE FROM delivery WHERE person = $1",
    "DELETE FROM channel WHERE person = $1",
    "DELETE FROM sentinel_page WHERE sentinel IN (SELECT id FROM sentinel WHERE person = $1)",
    "DELETE FROM sentinel WHERE person = $1",
    "DELETE FROM sentinel_event WHERE person = $1",
    "DELETE FROM lesson WHERE person = $1",
    "DELETE FROM since WHERE person = $1",
    "DELETE FROM account WHERE person = $1",
    "DELETE FROM ticket WHERE person = $1",
    "DELETE FROM collection_page WHERE collection IN (SELECT id FROM collection WHERE person = $1)",
    "DELETE FROM collection WHERE person = $1",
};

int store_user_remove(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t removed = 0;
    int code = store_begin(s, &tx, e);
    for (size_t i = 0; i < ARRAY_LEN(removing) && code == 0; i++)
        code = query_run(s, removing[i], VALUES(num(id)), e);
    if (code == 0)
        code = query_change(s, "DELETE FROM person WHERE id = $1", VALUES(num(id)), &removed, e);
    if (code == 0 && removed == 0)
        code = err_set(e, E_ABSENT, "no user has the number %lld", (long long)id);
    return code ? code : store_commit(&tx, e);
}

/* ---- Watches ---- */

static int must_exist(struct store *s, int64_t user, int64_t page, struct err *e)
{
    int64_t n;
    int code =
        query_count(s, "SELECT count(*) FROM person u, page p WHERE u.id = $1 AND p.id = $2", VALUES(num(user), num(page)), &n, e);
    return code || n ? code : err_set(e, E_ABSENT, "there is no such user or page (%lld, %lld)", (long long)user, (long long)page);
}

int store_watch_put(struct store *s, const struct store_watch *w, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = must_exist(s, w->user, w->page, e);
    if (code == 0)
        code = query_run(s,
                         "INSERT INTO watch(person, page, added_at, settings, seen) VALUES($1, $2, $3, $4,"
                         " (SELECT coalesce(max(number), 0) FROM version WHERE page = $2))"
                         " ON CONFLICT(person, page) DO UPDATE SET settings = excluded.settings",
                         VALUES(num(w->user), num(w->page), num(w->added_at), text_or_null(w->settings)), e);
    if (code == 0)
        code = store_since_drop(s, w->user, w->page, e);
    return code ? code : store_commit(&tx, e);
}

int store_watch_begin(struct store *s, int64_t user, int64_t page, int64_t number, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE watch SET seen = $1 WHERE person = $2 AND page = $3 AND seen < $1",
                         VALUES(num(number), num(user), num(page)), e);
    return code ? code : store_commit(&tx, e);
}

int store_watch_remove(struct store *s, int64_t user, int64_t page, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t removed = 0;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_change(s, "DELETE FROM watch WHERE person = $1 AND page = $2", VALUES(num(user), num(page)), &removed, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM secret WHERE person = $1 AND page = $2", VALUES(num(user), num(page)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM lesson WHERE person = $1 AND page = $2", VALUES(num(user), num(page)), e);
    if (code == 0)
        code = store_since_drop(s, user, page, e);
    if (code == 0 && removed == 0)
        code = err_set(e, E_ABSENT, "the user does not watch this page");
    return code ? code : store_commit(&tx, e);
}

static int watches(struct arena *a, struct query *q, int got, struct store_watches *out, struct err *e)
{
    VEC(struct store_watch) list = { 0 };
    for (; got > 0; got = query_next(q, e))
        *VEC_ADD(a, &list) = (struct store_watch){ query_number(q, 0), query_number(q, 1), query_number(q, 2), query_str(a, q, 3),
                                                   query_number(q, 4) };
    if (got == 0)
        *out = (struct store_watches){ list.item, list.n };
    return got;
}

int store_watch_list(struct arena *a, struct store *s, const struct store_watch *after, uint32_t limit, struct store_watches *out,
                     struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(
        &q, s, "SELECT person, page, added_at, settings, seen FROM watch WHERE person = $1 AND page > $2 ORDER BY page LIMIT $3",
        VALUES(num(after->user), num(after->page), num(limit)), e);
    return watches(a, &q, got, out, e);
}

int store_page_watches(struct arena *a, struct store *s, int64_t page, struct store_watches *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT person, page, added_at, settings, seen FROM watch WHERE page = $1 ORDER BY person",
                        VALUES(num(page)), e);
    return watches(a, &q, got, out, e);
}

/* ---- What was seen ---- */

static int seen_must_fit(struct store *s, const struct store_seen *seen, struct err *e)
{
    int64_t n;
    int code = query_count(s, "SELECT count(*) FROM version v, person u WHERE v.page = $1 AND v.number = $2 AND u.id = $3",
                           VALUES(num(seen->page), num(seen->number), num(seen->user)), &n, e);
    return code || n ? code : err_set(e, E_ABSENT, "this page has no version %lld", (long long)seen->number);
}

static int put_seen(struct store *s, const char *sql, const struct store_seen *seen, struct value value, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = seen_must_fit(s, seen, e);
    if (code == 0)
        code = query_run(s, sql, VALUES(num(seen->user), num(seen->page), num(seen->number), value), e);
    return code ? code : store_commit(&tx, e);
}

/* The watch knows the highest of them, so that what is new is found without a look at all marks. */
int store_seen_add(struct store *s, const struct store_seen *seen, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = put_seen(s,
                        "INSERT INTO seen(person, page, number, seen_at, kept) VALUES($1, $2, $3, $4, 0)"
                        " ON CONFLICT(person, page, number) DO UPDATE SET seen_at = excluded.seen_at",
                        seen, moment(seen->seen_at), e);
    if (code == 0)
        code = store_watch_begin(s, seen->user, seen->page, seen->number, e);
    return code ? code : store_commit(&tx, e);
}

int store_seen_undo(struct store *s, int64_t user, int64_t page, int64_t to, struct err *e)
{
    static const char *const steps[] = {
        "UPDATE watch SET seen = $1 WHERE person = $2 AND page = $3 AND seen > $1",
        "DELETE FROM seen WHERE number > $1 AND person = $2 AND page = $3 AND kept = 0 AND dismissed = 0",
        "UPDATE seen SET seen_at = NULL WHERE number > $1 AND person = $2 AND page = $3",
    };
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);

    for (size_t i = 0; i < ARRAY_LEN(steps) && code == 0; i++)
        code = query_run(s, steps[i], VALUES(num(to), num(user), num(page)), e);
    return code ? code : store_commit(&tx, e);
}

int store_keep(struct store *s, const struct store_seen *seen, struct err *e)
{
    return put_seen(s,
                    "INSERT INTO seen(person, page, number, kept) VALUES($1, $2, $3, $4)"
                    " ON CONFLICT(person, page, number) DO UPDATE SET kept = excluded.kept",
                    seen, num(seen->kept), e);
}

int store_dismiss(struct store *s, const struct store_seen *seen, struct err *e)
{
    return put_seen(s,
                    "INSERT INTO seen(person, page, number, kept, dismissed) VALUES($1, $2, $3, 0, $4)"
                    " ON CONFLICT(person, page, number) DO UPDATE SET dismissed = excluded.dismissed",
                    seen, num(seen->dismissed), e);
}

/* Marks may be there without a watch: of a page that is watched no more. */
int store_last_seen(struct store *s, int64_t user, int64_t page, int64_t *number, struct err *e)
{
    return query_count(s,
                       "SELECT max(number) FROM (SELECT seen AS number FROM watch WHERE person = $1 AND page = $2 UNION ALL"
                       " SELECT number FROM seen WHERE person = $1 AND page = $2 AND seen_at IS NOT NULL) x",
                       VALUES(num(user), num(page)), number, e);
}

int store_seen_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_seens *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_seen) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT number, seen_at, kept, dismissed FROM seen WHERE person = $1 AND page = $2 UNION ALL"
                        " SELECT seen, added_at, 0, 0 FROM watch w WHERE person = $1 AND page = $2 AND seen > 0 AND NOT EXISTS("
                        "SELECT 1 FROM seen x WHERE x.person = w.person AND x.page = w.page AND x.number = w.seen) ORDER BY 1",
                        VALUES(num(user), num(page)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_seen){
            user, page, query_number(&q, 0), query_moment(&q, 1), query_number(&q, 2) != 0, query_number(&q, 3) != 0
        };
    if (got == 0)
        *out = (struct store_seens){ list.item, list.n };
    return got;
}
