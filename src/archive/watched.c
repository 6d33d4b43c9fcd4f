/* A walk over the watches of a user, some at a time, so that a million of them need no more memory than a few. */
#include "archive/watched.h"

#include "base/limits.h"
#include "archive/target.h"

enum { AT_ONCE = 500 };

static int call_one(const struct caller *c, const struct store_watch *row, watched_call *call, void *context, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct watched w = { .arena = &a, .added_at = row->added_at, .seen = row->seen };
    int failed = store_page_get(&a, c->store, row->page, &w.page, e);

    if (failed)
        return failed;
    w.url = target_url(&w.page);
    if ((failed = watch_read(&a, row->settings, &w.watch, e)) || (failed = page_state_read(&a, w.page.state, &w.state, e)))
        return err_in(e, "%.*s", STR_ARG(w.url));
    return call(context, &w, e);
}

int watched_each(const struct caller *c, watched_call *call, void *context, struct err *e)
{
    struct store_watch after = { .user = c->who.user };
    struct store_watches some = { 0 };

    do {
        AUTO(arena) a = { 0 };
        int failed = c->who.user ? store_watch_list(&a, c->store, &after, AT_ONCE, &some, e) : 0;
        for (uint32_t i = 0; i < some.n && !failed; i++) {
            after.page = some.item[i].page;
            failed = call_one(c, &some.item[i], call, context, e);
        }
        if (failed)
            return failed;
    } while (some.n == AT_ONCE);
    return 0;
}
