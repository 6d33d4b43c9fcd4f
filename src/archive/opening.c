/* Opening an archive, and knowing who asks. O(log users). */
#include "archive/opening.h"

#include "flow/sealed.h"

int archive_open(struct store *s, const char *path, const struct store_options *options, struct err *e)
{
    int failed = store_open(s, path, options, e);

    if (failed || options->read_only || options->damaged || (failed = sealed_migrate(s, e)) == 0)
        return failed;
    store_close(s);
    return failed;
}

bool archive_is_at(const char *path)
{
    AUTO(store) s = { 0 };
    struct err unread;

    return store_open(&s, path, &(struct store_options){ .read_only = true }, &unread) == 0;
}

int archive_find_caller(struct caller *c, struct err *e)
{
    struct store_user found;
    int failed = store_user_find(c->arena, c->store, c->who.name, &found, e);

    if (!failed)
        c->who.user = found.id;
    return failed == E_ABSENT ? 0 : failed;
}

int archive_add_caller(struct caller *c, struct err *e)
{
    return c->who.user ? 0 : store_user_add(c->store, c->who.name, c->now, &c->who.user, e);
}
