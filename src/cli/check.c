/* weft check: looks at pages now. */
#include <unistd.h>

#include "base/limits.h"
#include "cli/checking.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "archive/target.h"
#include "cli/session.h"
#include "flow/due.h"

static const struct option option_due = { "due", 0, NULL, "Check the pages that are due. This is what happens without addresses.",
                                          NULL };
static const struct option option_all = { "all", 0, NULL, "Check all pages you watch, due or not.", NULL };
static const struct option option_tag = { "tag", 't', "TAG", "Check all pages you watch that have this tag, due or not.", NULL };
static const struct option option_verbose = { "verbose", 'v', NULL, "Tell of pages that did not change as well.", NULL };

enum { AT_ONCE = 1024, WAIT_MS = 1000 };

/* Until nothing is left and nothing more comes up: an answer may bring links that are due at once. */
static int step_all(struct checking *c, struct due *due, struct err *e)
{
    for (;;) {
        uint32_t fresh = 0;
        if (due && due_feed(due, c->session->caller.now, &fresh, e))
            return e->code;
        c->progress.total += fresh;
        if (run_left(c->run) == 0 && fresh == 0)
            return 0;
        if (run_left(c->run) && run_step(c->run, WAIT_MS, e))
            return e->code;
    }
}

static int queue(struct checking *c, int64_t page, struct err *e)
{
    bool queued;

    c->progress.total++;
    return run_add(c->run, page, RUN_ASKED, &queued, e);
}

/* All that the user watches, or those with the tag. */
static int queue_watched(struct checking *c, const char *tag, struct err *e)
{
    struct session *s = c->session;
    struct store_watch after = { .user = s->caller.who.user };
    struct store_watches some = { 0 };

    do {
        AUTO(arena) a = { 0 };
        AUTO(store_tx) tx = { 0 };
        if (store_begin(&s->store, &tx, e) || store_watch_list(&a, &s->store, &after, AT_ONCE, &some, e))
            return e->code;
        for (uint32_t i = 0; i < some.n; i++) {
            struct watch w;
            after.page = some.item[i].page;
            if (watch_read(&a, some.item[i].settings, &w, e))
                return e->code;
            if (!w.paused && (!tag || watch_has_tag(&w, str_of(tag))) && queue(c, after.page, e))
                return e->code;
        }
        if (store_commit(&tx, e))
            return e->code;
    } while (some.n == AT_ONCE);
    return 0;
}

static int queue_named(struct checking *c, const struct args *args, struct err *e)
{
    for (unsigned i = 0; i < args->n_operands; i++) {
        AUTO(target) t = { 0 };
        if (target_find(&c->session->caller, args->operand[i], &t, e))
            return e->code;
        if (t.is_source)
            return err_set(e, E_USAGE, "check: %s is under version control, which keeps its versions itself", args->operand[i]);
        if (queue(c, t.page.id, e))
            return e->code;
    }
    return 0;
}

static int check_pages(struct checking *c, const struct args *args, struct err *e)
{
    const char *tag = args_value(args, &option_tag);
    bool named = args->n_operands > 0, watched = tag || args_given(args, &option_all);
    AUTO(due) due = { .run = c->run, .store = &c->session->store, .once = true };

    due_begin(&due);
    run_begin(c->run);
    if ((named && queue_named(c, args, e)) || (watched && queue_watched(c, tag, e)))
        return e->code;
    if ((named || watched) && step_all(c, NULL, e))
        return e->code;
    /* What links led to is due at once. */
    if ((!named && !watched) || args_given(args, &option_due) || run_totals(c->run)->followed)
        return step_all(c, &due, e);
    return 0;
}

static int tell_end(const struct checking *c, struct err *e)
{
    AUTO(buf) out = BUF(KIB(4));

    checking_totals(run_totals(c->run), &out);
    buf_add_char(&out, '\n');
    return c->json ? 0 : output_text(NULL, buf_str(&out), e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(checking) c = { .json = args_given(args, &option_json), .verbose = args_given(args, &option_verbose) };

    if (session_open(&s, args, SESSION_WRITE, e) || checking_open(&c, &s, 0, e))
        return e->code;
    c.color = term_color(STDOUT_FILENO, (enum term_when)args_choice(args, &option_color));
    progress_open(&c.progress, STDERR_FILENO, 0);
    if (check_pages(&c, args, e))
        return e->code;
    progress_erase(&c.progress);
    const struct run_totals *t = run_totals(c.run);
    if (tell_end(&c, e))
        return e->code;
    if (t->network_down)
        return err_set(e, E_SYSTEM, "the network seems to be down: nothing answers. No page was marked as broken; try again later");
    return args->n_operands && t->n[CHECK_FAILED] + t->n[CHECK_PUT_OFF] ? STATUS_DIFFERENT : STATUS_SAME;
}

static const struct option *const options[] = {
    &option_due, &option_all, &option_tag, &option_verbose, &option_json, &option_color, NULL,
};

static const struct example examples[] = {
    { "weft check", "every page that is due" },
    { "weft check --all --verbose", "every page, and a line for each" },
    { "weft check https://example.org/news", "one page, due or not" },
    { "weft check --json", "a line of JSON for each page, as it is done" },
    { NULL, NULL },
};

const struct command command_check = {
    .name = "check",
    .args = "[URL...]",
    .summary = "looks at pages now and keeps what is new",
    .help =
        "Fetches the pages, keeps each new version and tells what changed. Without addresses it looks at those that are due; when that "
        "is, the threshold of each page and the skip rules decide ('weft why URL' explains it). Hosts get one request at a time with the "
        "setting host-gap between two, robots.txt is obeyed, and a host that fails is left alone for the rest of the run. When nothing "
        "answers at all, the run stops and says that the network is down; no page is blamed for it.\n\n"
        "Beside a change stands how much it matters, from 0 to 1: by the blocks of the page it touches, what happened in them and how much of "
        "them it concerns.\n\n"
        "A page that comes back suspiciously (empty, a captcha, a login, an error page, a fraction of its usual size) is kept but not "
        "announced before it is seen twice. A check that brings the same bytes makes no version.\n\n"
        "Exits with 0 when the work is done, 1 where a page that was named could not be had, 2 on trouble.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
