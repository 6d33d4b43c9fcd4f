/* Rights, all of them. */
#include "archive/caller.h"

int caller_watches(const struct caller *c, int64_t page, bool *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_watches list = { 0 };
    int failed = c->who.user ? store_page_watches(&a, c->store, page, &list, e) : 0;

    if (failed)
        return failed;
    *out = false;
    for (uint32_t i = 0; i < list.n; i++)
        *out |= list.item[i].user == c->who.user;
    return 0;
}

int caller_sees(const struct caller *c, int64_t page, bool *out, struct err *e)
{
    if (c->who.role != ROLE_ADMIN)
        return caller_watches(c, page, out, e);
    *out = true;
    return 0;
}

int caller_must_see(const struct caller *c, int64_t page, struct err *e)
{
    bool sees = false;
    int failed = caller_sees(c, page, &sees, e);

    return failed || sees ? failed : err_set(e, E_ABSENT, "there is no such page");
}

int caller_must_write(const struct caller *c, struct err *e)
{
    return c->who.role >= ROLE_USER ? 0 : err_set(e, E_DENIED, "%.*s may look, but not change anything", STR_ARG(c->who.name));
}

int caller_must_administer(const struct caller *c, const char *what, struct err *e)
{
    return c->who.role == ROLE_ADMIN ? 0 : err_set(e, E_DENIED, "only an administrator may %s", what);
}
