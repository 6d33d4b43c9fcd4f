/* weft check: looks at pages now. */
#include <unistd.h>

#include "base/limits.h"
#include "cli/check_session.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/posting.h"
#include "archive/target.h"
#include "archive/watched.h"
#include "cli/session.h"
#include "flow/due.h"

static const struct option option_due = { "due", 0, NULL, "Check the pages that are due. This is what happens without addresses.",
                                          NULL };
static const struct option option_all = { "all", 0, NULL, "Check all pages you watch, due or not.", NULL };
static const struct option option_tag = {
    "tag", 't', "TAG", "Check all pages you watch that have this tag, due or not; may be given several times.", NULL,
};
static const struct option option_verbose = { "verbose", 'v', NULL, "Print a line for pages that did not change as well.", NULL };
static const struct option option_quiet = { "quiet", 'q', NULL, "Print only what is new and what failed; else nothing at all.",
                                            NULL };

enum { WAIT_MS = 1000 };

/* Until nothing is left and nothing more comes up: an answer may bring links that are due at once. */
static int step_all(struct check_session *c, struct due *due, struct err *e)
{
    for (;;) {
        uint32_t fresh = 0;
        if (due && due_feed(due, c->begun_at, &fresh, e))
            return e->code;
        c->progress.total += fresh;
        if (run_left(c->run) == 0 && fresh == 0)
            return 0;
        if (run_left(c->run) && run_step(c->run, WAIT_MS, e))
            return e->code;
    }
}

/* Pages that the user watches. */
struct selection {
    struct check_session *session;
    const struct args *args;
};

static int queue(struct check_session *c, int64_t page, struct err *e)
{
    bool queued;

    c->progress.total++;
    return run_add(c->run, page, RUN_ASKED, &queued, e);
}

/* A page that is paused, or is never to be fetched, is fetched only when it is named. One whose watch cannot be read is, to say so. */
static bool is_chosen(void *context, const struct subject *s)
{
    struct selection *from = context;
    const struct watch *mine = subject_watch(s, from->session->session->caller.who.user);

    if (!session_wants(from->args, &option_tag, mine ? mine : &(struct watch){ 0 }))
        return false;
    if (mine && subject_is_never(s, (uint32_t)(mine - s->watch), &from->session->when.rules)) {
        from->session->n_paused += mine->paused;
        return false;
    }
    from->session->progress.total++;
    return true;
}

static int queue_watched(struct check_session *c, const struct args *args, struct err *e)
{
    struct selection from = { c, args };
    struct watched_numbers all;

    if (watched_pages(&c->session->caller, &all, e))
        return e->code;
    return run_add_all(c->run, &(struct run_choice){ all.page, all.n, is_chosen, &from }, RUN_ASKED, e);
}

static int queue_named(struct check_session *c, const struct args *args, struct err *e)
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

static int check_pages(struct check_session *c, const struct args *args, struct err *e)
{
    bool named = args->n_operands > 0, watched = args_given(args, &option_tag) || args_given(args, &option_all);
    AUTO(due) due = { .run = c->run, .store = &c->session->store, .once = true };

    due_begin(&due);
    run_begin(c->run);
    if (run_add_told(c->run, e))
        return e->code;
    if ((named && queue_named(c, args, e)) || (watched && queue_watched(c, args, e)))
        return e->code;
    if ((named || watched) && step_all(c, NULL, e))
        return e->code;
    /* What links led to is due at once. */
    if ((!named && !watched) || args_given(args, &option_due) || run_totals(c->run)->followed)
        return step_all(c, &due, e);
    return 0;
}

static int count_paused(void *context, const struct watched *w, struct err *e)
{
    struct check_session *c = context;

    c->n_paused += w->watch.paused;
    return w->watch.paused ? 0 : err_set(e, E_ABSENT, "%.*s is not paused", STR_ARG(w->url));
}

/* Whether nothing is due because all pages of the caller are paused. */
static bool all_paused(struct check_session *c)
{
    struct err other;

    c->n_paused = 0;
    return watched_each(&c->session->caller, count_paused, c, &other) == 0 && c->n_paused;
}

static bool has_looked(const struct run_totals *t)
{
    uint32_t n = 0;

    for (unsigned i = 0; i < ARRAY_LEN(t->n); i++)
        n += t->n[i];
    return n > 0;
}

static int tell_end(struct check_session *c, struct err *e)
{
    AUTO(buf) out = BUF(KIB(4));
    struct run_totals t = *run_totals(c->run);

    bool paused = c->n_paused && c->progress.total == 0;

    if (!paused && !has_looked(&t))
        paused = all_paused(c);

    t.n[CHECK_CHANGED] -= c->n_others;
    t.n[CHECK_QUIET] += c->n_others;
    if (paused)
        buf_addf(&out, "nothing to check: %u %s paused; 'weft resume --all' starts %s again", c->n_paused,
                 c->n_paused == 1 ? "page is" : "pages are", c->n_paused == 1 ? "it" : "them");
    else
        check_session_totals(&t, &out);
    buf_add_char(&out, '\n');
    return c->json || c->quiet ? 0 : output_text(NULL, buf_str(&out), e);
}

/* A page that was named and not fetched is a failure too, whoever is to blame; so is one that lacks what the user selects. */
static int status_of(const struct check_session *c, const struct args *args)
{
    const struct run_totals *t = run_totals(c->run);

    if (t->n[CHECK_FAILED] || c->n_blind || (args->n_operands && t->n[CHECK_PUT_OFF]))
        return STATUS_TROUBLE;
    return c->n_news ? STATUS_DIFFERENT : STATUS_SAME;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(check_session)
    c = {
        .json = args_given(args, &option_json),
        .verbose = args_given(args, &option_verbose),
        .quiet = args_given(args, &option_quiet),
    };

    if (c.verbose && c.quiet)
        return err_set(e, E_USAGE, "check: --verbose and --quiet contradict each other; give one of them");
    if (session_open(&s, args, SESSION_WRITE, e) || session_has_tags(&s, args, &option_tag, e) || check_session_open(&c, &s, 0, e))
        return e->code;
    c.color = term_color(STDOUT_FILENO, (enum term_when)args_choice(args, &option_color));
    progress_open(&c.progress, STDERR_FILENO, 0);
    if (check_pages(&c, args, e))
        return e->code;
    progress_erase(&c.progress);
    struct err gone;
    int told = tell_end(&c, &gone); /* whether or not it is read, messages go out */
    if (posting_now(&s, !c.json && !c.quiet && !told, e))
        return e->code;
    if (told)
        return err_set(e, told, "%s", gone.text);
    if (run_totals(c.run)->network_down)
        return err_set(e, E_SYSTEM, "the network seems to be down: nothing answers. No page was marked as broken; try again later");
    return status_of(&c, args);
}

static const struct option *const options[] = {
    &option_due, &option_all, &option_tag, &option_verbose, &option_quiet, &option_json, &option_color, NULL,
};

static const struct example examples[] = {
    { "weft check", "every page that is due" },
    { "weft check --all --verbose", "every page, and a line for each" },
    { "weft check https://example.org/news", "one page, due or not" },
    { "weft check --quiet || weft report | mail -s weft anna", "from cron: mail when something is new or failed" },
    { "weft check --json", "a line of JSON for each page, as it is done" },
    { NULL, NULL },
};

const struct command command_check = {
    .name = "check",
    .args = "[URL...]",
    .summary = "looks at pages now and keeps what is new",
    .help =
        "Fetches the pages, keeps each new version and prints what changed. Without addresses it checks those that are due; the threshold "
        "of each page and the skip rules decide when that is ('weft why URL' explains it). Hosts get one request at a time with a pause of "
        "the setting host-gap between two, robots.txt is obeyed, and a host that fails is left alone for the rest of the run. When nothing "
        "answers at all, the run stops and says that the network is down; no page is blamed for it. A page whose threshold is 'never', "
        "or that is paused, is fetched only when you name it.\n\n"
        "Beside a change stands how much it matters, from 0 to 1: it depends on the blocks of the page that changed, on what happened in "
        "them and on how much of them it concerns. After a failure stands when weft tries again.\n\n"
        "A page that comes back looking suspicious (empty, a captcha, a login, an error page, a fraction of its usual size) is kept but not "
        "announced unless it lasts (the setting suspect-after). A check that brings the same bytes makes no version.\n\n"
        "With --json each page is a line with its outcome: first, same, changed (something is announced), quiet (it changed, and nothing "
        "is announced; 'weft why URL' says why), suspect, failed, put off (its host is left alone for now).\n\n"
        "Exits with 0 when this check found nothing new for you, 1 when it did, whatever is new for others who share the archive, 2 when a "
        "page could not be fetched, does not have what you select, or anything else went wrong. What the checks of others found for you is "
        "in 'weft report', which exits with 1 when there is any.",
    .options = options,
    .settings = true,
    .examples = examples,
    .kept = true,
    .run = run,
};
