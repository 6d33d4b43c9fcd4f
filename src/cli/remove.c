/* weft remove: a page is watched no more; its versions go only where that is asked for. */
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "archive/target.h"
#include "cli/session.h"

static const struct option option_purge = {
    "purge", 0, NULL, "Remove the page with all its versions. This cannot be undone.", NULL,
};

static int others_watch(struct session *s, const struct target *t, const struct store_watches *list, struct err *e)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->item[i].user != s->caller.who.user)
            return err_set(e, E_USAGE, "%.*s: others watch it too; remove it without --purge, and it stays for them",
                           STR_ARG(t->name));
    return 0;
}

/* Nobody watches the page any more: nobody looks at it any more. */
static int let_rest(struct session *s, const struct target *t, struct err *e)
{
    struct store_page page = t->page;

    page.next_check_at = NEVER;
    return store_page_schedule(&s->store, &page, e);
}

static int remove_one(struct session *s, const char *typed, bool purge, struct buf *out, struct err *e)
{
    AUTO(target) t = { 0 };
    struct store_watches list;
    bool mine = false;
    int failed;

    if ((failed = target_find(&s->caller, typed, &t, e))
        || (failed = store_page_watches(&s->arena, &s->store, t.page.id, &list, e)))
        return failed;
    if (t.at.len)
        return err_set(e, E_USAGE, "%s: a page is removed as a whole; old versions go with 'weft gc'", typed);
    for (uint32_t i = 0; i < list.n; i++)
        mine |= list.item[i].user == s->caller.who.user;
    if (!mine && !purge)
        return err_set(e, E_USAGE, "%.*s: you do not watch it; --purge removes what is left of it", STR_ARG(t.name));
    if (purge && (failed = others_watch(s, &t, &list, e)))
        return failed;
    if (purge)
        failed = store_page_remove(&s->store, t.page.id, e);
    else
        failed = store_watch_remove(&s->store, s->caller.who.user, t.page.id, e);
    if (!failed && !purge && list.n == 1)
        failed = let_rest(s, &t, e);
    if (failed)
        return failed;
    term_add_safe(out, t.name);
    buf_add(out, purge ? STR(": removed with all its versions\n") : STR(": no longer watched; its versions stay\n"));
    return 0;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(store_tx) tx = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    int failed = session_open(&s, args, SESSION_WRITE, e);

    if (!failed)
        failed = store_begin(&s.store, &tx, e);
    for (unsigned i = 0; i < args->n_operands && !failed; i++)
        failed = remove_one(&s, args->operand[i], args_given(args, &option_purge), &out, e);
    if (!failed)
        failed = store_commit(&tx, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_purge, NULL };

static const struct example examples[] = {
    { "weft remove https://example.org/news", "it is watched no more; 'weft log' and 'weft show' still know it" },
    { "weft remove --purge example.org/news", "and nothing of it is left" },
    { NULL, NULL },
};

const struct command command_remove = {
    .name = "remove",
    .args = "URL...",
    .summary = "ends the watching of pages",
    .help =
        "You watch the pages no more. Their versions stay in the archive, and other users who watch them notice nothing; a page "
        "that nobody watches is not fetched any more. All of the pages are removed, or none.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
