/* A walk over the watches of a user, some at a time, so that a million of them need no more memory than a few. A row that cannot be read
 * says so and stops nothing else. */
#include "archive/watched.h"

#include "archive/target.h"
#include "base/limits.h"
#include "base/vec.h"

enum { AT_ONCE = 500 };

/* `like`: the one before, whose settings are often the same and need not be read again; NULL: none. */
static void read_row(struct arena *a, const struct store_watched *row, const struct watched *like, struct watched *out)
{
    struct err unread;

    if (like && like->fault.len == 0 && str_eq(like->settings, row->watch.settings))
        out->watch = like->watch;
    else if (watch_read(a, row->watch.settings, &out->watch, &unread))
        out->fault = arena_printf(a, "what you asked of it cannot be read: %s", unread.text);
    if (page_state_read(a, row->page.state, &out->state, &unread) == 0)
        return;
    out->fault = arena_printf(a, "%.*s%swhat the last check learnt cannot be read: %s", STR_ARG(out->fault),
                              out->fault.len ? "; " : "", unread.text);
    out->state = page_state_none();
}

static void read_like(struct arena *a, const struct store_watched *row, const struct watched *like, struct watched *out)
{
    *out = (struct watched){
        .arena = a,
        .page = row->page,
        .url = target_url(&row->page),
        .added_at = row->watch.added_at,
        .seen = row->watch.seen,
        .newest = row->newest,
        .newest_at = row->newest_at,
        .settings = row->watch.settings,
    };
    read_row(a, row, like, out);
}

void watched_read(struct arena *a, const struct store_watched *row, struct watched *out)
{
    read_like(a, row, NULL, out);
}

struct problems watched_problems(const struct watched *w)
{
    struct problems list = problems_of(w->arena, &w->page, &w->state, &w->watch);

    if (w->fault.len && list.n < PROBLEMS_MAX)
        list.item[list.n++] =
            (struct problem){ .kind = PROBLEM_DAMAGE, .message = w->fault, .at = NEVER, .retry_at = w->page.next_check_at };
    return list;
}

int watched_page(const struct caller *c, int64_t page, struct watched *out, struct err *e)
{
    struct store_watched *row = NEW(c->arena, struct store_watched);
    int failed = store_watched_page(c->arena, c->store, c->who.user, page, row, e);

    if (failed == 0)
        watched_read(c->arena, row, out);
    return failed == E_ABSENT ? err_set(e, E_ABSENT, "you do not watch this page") : failed;
}

int watched_first(const struct caller *c, struct str *url, struct err *e)
{
    struct store_watched_list some = { 0 };
    int failed = c->who.user ? store_watched(c->arena, c->store, &(struct store_watch){ .user = c->who.user }, 1, &some, e) : 0;

    *url = some.n ? some.item[0].page.url : STR("");
    return failed;
}

int watched_each(const struct caller *c, watched_call *call, void *context, struct err *e)
{
    struct store_watch after = { .user = c->who.user };
    struct store_watched_list some = { 0 };

    do {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        int failed = c->who.user ? store_watched(&a, c->store, &after, AT_ONCE, &some, e) : 0;
        struct watched w[2]; /* this one, and the one before */
        for (uint32_t i = 0; i < some.n && !failed; i++) {
            after.page = some.item[i].page.id;
            read_like(&a, &some.item[i], i ? &w[(i - 1) % 2] : NULL, &w[i % 2]);
            failed = call(context, &w[i % 2], e);
        }
        if (failed)
            return failed;
    } while (some.n == AT_ONCE);
    return 0;
}

int watched_pages(const struct caller *c, struct watched_numbers *out, struct err *e)
{
    struct store_watch after = { .user = c->who.user };
    struct store_watches some = { 0 };
    VEC(int64_t) found = { 0 };

    do {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        if (c->who.user && store_watch_list(&a, c->store, &after, AT_ONCE, &some, e))
            return e->code;
        for (uint32_t i = 0; i < some.n; i++)
            *VEC_ADD(c->arena, &found) = after.page = some.item[i].page;
    } while (some.n == AT_ONCE);
    *out = (struct watched_numbers){ found.item, found.n };
    return 0;
}

struct wishes watched_wishes(const struct settings *settings, const struct watch *w)
{
    struct wishes_said said = {
        .watch_sensitivity = w->sensitivity, .watch_importance = w->min_importance, .tag = w->tags.item, .n_tags = w->tags.n
    };

    if (settings) {
        said.sensitivity = settings_text(settings, SETTING_SENSITIVITY);
        said.importance = settings_text(settings, SETTING_MIN_IMPORTANCE);
    }
    return wishes_of(&said);
}
