/* Users by name. O(log users) for each call, and the rows that come out. */
#include "archive/users.h"

int users_list(const struct caller *c, struct user_rows *out, struct err *e)
{
    struct store_users all;
    int failed = store_user_list(c->arena, c->store, &all, e);

    if (failed)
        return failed;
    struct user_rows rows = { NEW_ARRAY(c->arena, struct user_row, all.n + 1), 0 };
    for (uint32_t i = 0; i < all.n && !failed; i++) {
        if (c->who.role != ROLE_ADMIN && all.item[i].id != c->who.user)
            continue;
        struct user_row *row = &rows.item[rows.n++];
        row->user = all.item[i];
        failed = store_watch_count(c->store, row->user.id, &row->watches, e);
    }
    if (!failed)
        *out = rows;
    return failed;
}

int users_add(const struct caller *c, struct str name, struct err *e)
{
    struct store_user there;
    int64_t id;
    int failed = caller_must_administer(c, "add a user", e);

    if (failed)
        return failed;
    if (store_user_find(c->arena, c->store, name, &there, e) == 0)
        return err_set(e, E_USAGE, "%.*s: there is such a user already", STR_ARG(name));
    return store_user_add(c->store, name, c->now, &id, e);
}

static int find(const struct caller *c, struct str name, const char *what, struct store_user *out, struct err *e)
{
    int failed = caller_must_administer(c, what, e);

    if (!failed && (failed = store_user_find(c->arena, c->store, name, out, e)) == E_ABSENT)
        return err_set(e, E_ABSENT, "%.*s: no such user; 'weft user list' names them", STR_ARG(name));
    return failed;
}

int users_rename(const struct caller *c, struct str name, struct str to, struct err *e)
{
    struct store_user user;
    int failed = find(c, name, "rename a user", &user, e);

    return failed ? failed : store_user_rename(c->store, user.id, to, e);
}

int users_remove(const struct caller *c, struct str name, struct err *e)
{
    struct store_user user;
    int failed = find(c, name, "remove a user", &user, e);

    return failed ? failed : store_user_remove(c->store, user.id, e);
}
