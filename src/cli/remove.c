/* weft remove: a page is no longer watched; its versions go only where that is asked for. */
#include "archive/removal.h"
#include "archive/watched.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

static const struct option option_purge = {
    "purge", 0, NULL, "Remove the page with all its versions. This cannot be undone.", NULL,
};
static const struct option option_followed = {
    "followed", 0, NULL, "Remove the pages that were followed from it by its links or as its images and files.", NULL,
};
static const struct option option_tag = { "tag", 't', "TAG", "Remove all your pages with this tag; may be given several times.",
                                          NULL };

struct remove_context {
    struct session *session;
    const struct args *args;
    struct removal how;
    VEC(int64_t) tagged; /* pages */
    struct buf out;
};

static void remove_context_drop(struct remove_context *r)
{
    buf_drop(&r->out);
}

static void tell(struct remove_context *r, const struct target *t, const struct removed *removed)
{
    uint32_t n_followed = removed->n_followed;
    term_add_safe(&r->out, t->name);
    buf_add(&r->out,
            r->how.purge ? STR(": removed with all its versions; 'weft gc' gives the room back") : STR(": no longer watched"));
    if (!r->how.purge && t->page.checked_at != NEVER)
        buf_add(&r->out, STR("; its versions stay"));
    if (n_followed && r->how.followed)
        buf_addf(&r->out, "; so are %u pages that were followed from it", n_followed);
    buf_add_char(&r->out, '\n');
    if (removed->n_sentinels)
        buf_addf(&r->out, "%lld of your sentinels %s on it and %s nothing there any more; 'weft sentinel list' names them\n",
                 (long long)removed->n_sentinels, removed->n_sentinels == 1 ? "stands" : "stand",
                 removed->n_sentinels == 1 ? "finds" : "find");
    if (n_followed == 0 || r->how.followed)
        return;
    buf_addf(&r->out, "%u %s followed from it %s still watched; 'weft remove --followed ", n_followed,
             n_followed == 1 ? "page that was" : "pages that were", n_followed == 1 ? "is" : "are");
    term_add_safe(&r->out, t->name);
    buf_add(&r->out, STR("' removes them too\n"));
}

static int remove_target(struct remove_context *r, const struct target *t, struct err *e)
{
    struct removed removed;
    int failed = removal_do(&r->session->caller, t, &r->how, &removed, e);

    if (!failed)
        tell(r, t, &removed);
    return failed;
}

static int remove_typed(struct remove_context *r, const char *typed, struct err *e)
{
    AUTO(target) t = { 0 };
    int failed = target_find(&r->session->caller, typed, &t, e);

    if (!failed)
        failed = session_must_watch(&t, typed, e);
    return failed ? failed : remove_target(r, &t, e);
}

static int take_tagged(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct remove_context *r = context;
    struct arena *a = &r->session->arena;

    if (session_wants(r->args, &option_tag, &w->watch))
        *VEC_ADD(a, &r->tagged) = w->page.id;
    return 0;
}

/* The list first: what is removed must not move the walk over it. */
static int remove_tagged(struct remove_context *r, struct err *e)
{
    struct caller *c = &r->session->caller;
    int failed = watched_each(c, take_tagged, r, e);

    for (uint32_t i = 0; i < r->tagged.n && !failed; i++) {
        struct target t;
        bool still;
        if ((failed = caller_watches(c, r->tagged.item[i], &still, e)) || !still)
            continue; /* followed from one before it */
        if (!(failed = target_page(c, r->tagged.item[i], &t, e)))
            failed = remove_target(r, &t, e);
    }
    return failed;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(store_tx) tx = { 0 };
    AUTO(remove_context)
    r = {
        .session = &s,
        .args = args,
        .how = { args_given(args, &option_purge), args_given(args, &option_followed) },
        .out = BUF(LIMIT_OUTPUT_BYTES),
    };
    int failed;

    if (args->n_operands == 0 && !args_given(args, &option_tag))
        return err_set(e, E_USAGE, "remove: which page? 'weft remove URL', or 'weft remove --tag TAG'");
    if ((failed = session_open(&s, args, SESSION_WRITE, e)))
        return failed;
    if ((failed = session_has_tags(&s, args, &option_tag, e)))
        return failed;
    failed = store_begin(&s.store, &tx, e);
    for (unsigned i = 0; i < args->n_operands && !failed; i++)
        failed = remove_typed(&r, args->operand[i], e);
    if (!failed && args_given(args, &option_tag))
        failed = remove_tagged(&r, e);
    if (!failed)
        failed = store_commit(&tx, e);
    return failed ? failed : output_text(NULL, buf_str(&r.out), e);
}

static const struct option *const options[] = { &option_purge, &option_followed, &option_tag, NULL };

static const struct example examples[] = {
    { "weft remove https://example.org/news", "stop watching it; 'weft log' and 'weft show' still know it" },
    { "weft remove --followed https://example.org/docs/", "and the pages that were followed from it" },
    { "weft remove --purge example.org/news", "and nothing of it is left" },
    { NULL, NULL },
};

const struct command command_remove = {
    .name = "remove",
    .args = "[URL...]",
    .summary = "stops watching pages",
    .help =
        "Stops watching the pages. Their versions stay in the archive, and other users who watch them notice nothing; a page that nobody "
        "watches is not fetched any more. Pages that were followed from a page stay watched unless you give --followed; weft says how many "
        "there are. All of the pages are removed, or none.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
