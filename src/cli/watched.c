/* A walk over the watches of a user, some at a time, so that a million of them need no more memory than a few. */
#include "cli/watched.h"

#include "base/limits.h"
#include "cli/target.h"

enum { AT_ONCE = 500 };

static int call_one(struct session *s, const struct store_watch *row, watched_call *call, void *context, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct watched w = { .arena = &a, .added_at = row->added_at };
    int failed = store_page_get(&a, &s->store, row->page, &w.page, e);

    if (failed)
        return failed;
    w.url = target_url(&w.page);
    if ((failed = watch_read(&a, row->settings, &w.watch, e)) || (failed = page_state_read(&a, w.page.state, &w.state, e)))
        return err_in(e, "%.*s", STR_ARG(w.url));
    return call(context, &w, e);
}

int watched_each(struct session *s, watched_call *call, void *context, struct err *e)
{
    struct store_watch after = { .user = s->user };
    struct store_watches some = { 0 };

    do {
        AUTO(arena) a = { 0 };
        int failed = s->user ? store_watch_list(&a, &s->store, &after, AT_ONCE, &some, e) : 0;
        for (uint32_t i = 0; i < some.n && !failed; i++) {
            after.page = some.item[i].page;
            failed = call_one(s, &some.item[i], call, context, e);
        }
        if (failed)
            return failed;
    } while (some.n == AT_ONCE);
    return 0;
}

bool watched_has_tag(const struct watched *w, const struct args *args, const struct option *option)
{
    unsigned at = 0;
    bool asked = false;

    for (const char *tag; (tag = args_each(args, option, &at)); asked = true)
        if (watch_has_tag(&w->watch, str_of(tag)))
            return true;
    return !asked;
}
