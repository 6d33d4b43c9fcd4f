/* weft watch: checks what is due for as long as it runs, and tells of changes as they come. */
#include <signal.h>
#include <unistd.h>

#include "archive/preferences.h"
#include "base/clock.h"
#include "cli/check_session.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/posting.h"
#include "cli/report.h"
#include "flow/due.h"

/* "In every run" is once a second; so long at most until watches that other processes add are noticed. */
/* Between two reports, so that a busy time does not write one for each change. */
enum { REPORT_MS = 3000 };
enum {
    RUN_MS = 1000,
    IDLE_MS = 1000,   /* pages that other commands add are noticed within this */
    IDLE_MIN_MS = 20, /* another process may have what is due */
    WAIT_MS = 200,
    RETRY_MS = 30000,  /* a host that failed, and what was put off for it, is tried again */
    SETTINGS_MS = 2000 /* between two looks at the settings */
};

static const struct option option_report = {
    "report", 0, "FILE", "Keep a report of what is new for you at FILE, as 'weft report --html FILE' writes it.", NULL,
};
static const struct option option_verbose = { "verbose", 'v', NULL, "Print a line for pages that did not change as well.", NULL };

/* Set by a signal: the only thing a handler may touch. */
static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    stopped = signal_number;
}

static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESETHAND };

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* The report that is kept up to date. */
struct kept_report {
    const struct args *args;
    const char *file; /* NULL: none is wanted */
    bool stale;       /* something was told since it was written */
    int64_t written_ms;
};

static void is_stale(void *ctx, const struct check *check UNUSED)
{
    struct kept_report *r = ctx;

    r->stale = true;
}

/* A report that cannot be written is told, and does not end the watching. */
static void write_report(struct kept_report *r)
{
    struct err e;

    if (!r->file || !r->stale || clock_now_ms() - r->written_ms < REPORT_MS)
        return;
    if (report_write(r->args, r->file, &e))
        output_trouble(&e);
    r->stale = false;
    r->written_ms = clock_now_ms();
}

/* Said once, when nothing answers any more. */
static void tell_down(const struct check_session *c, bool *down)
{
    struct err words;

    if (run_totals(c->run)->network_down && !*down) {
        err_set(&words, E_SYSTEM, "the network seems to be down: nothing answers; trying again until it is back");
        output_trouble(&words);
    }
    *down = run_totals(c->run)->network_down;
}

/* What sentinels find and what is sent, beside the checks and in the same loop. */
struct mail_service {
    struct loop *loop;
    struct posting *posting;
    struct detecting *detecting;
};

static int mailing_open(struct mail_service *m, struct session *s, struct err *e)
{
    int failed = loop_open(&m->loop, e);

    if (!failed)
        failed = posting_open(&s->caller, m->loop, &m->posting, e);
    return failed ? failed : detecting_open(&s->caller, &m->detecting, e);
}

static void mail_service_drop(struct mail_service *m)
{
    detecting_close(m->detecting);
    posting_close(m->posting);
    loop_close(m->loop);
}

/* Waits for what is under way, or until the next page is due. */
static int wait_for_more(struct check_session *c, struct mail_service *m, bool down, struct err *e)
{
    int64_t next = NEVER;

    if (run_left(c->run))
        return run_step(c->run, WAIT_MS, e);
    if (run_next_due(c->run, &next, e))
        return e->code;
    int64_t wait = down || next == NEVER ? IDLE_MS : MAX(next - clock_now_ms(), (int64_t)IDLE_MIN_MS);
    if (!stopped && posting_wait(m->posting, MIN(wait, (int64_t)IDLE_MS), &wait, e))
        return e->code;
    return stopped ? 0 : loop_step(c->loop, wait, e);
}

/* Whether somebody has set something since the session was opened. What cannot be read now is told when it is needed. */
static bool settings_changed(const struct session *s, const struct args *args)
{
    AUTO(arena) a = { 0 };
    struct settings now;
    struct caller caller = s->caller;
    struct err unread;

    caller.arena = &a;
    caller.settings = &now;
    if (session_settings(&a, args, &now, &unread) || preferences_apply(&caller, &now, &unread))
        return false;
    return !settings_same(&now, &s->settings);
}

/* Every page at its own time: one that waits for its host keeps no other waiting. What was put off is tried again after a while. Ends with
 * a signal, or where other settings hold now. */
static int watch(struct check_session *c, struct mail_service *m, struct kept_report *report, struct err *e)
{
    AUTO(due) due = { .run = c->run, .store = &c->session->store };
    int64_t begun = 0, looked = clock_steady_ms();
    bool down = false;

    while (!stopped) {
        uint32_t fresh;
        if (clock_steady_ms() - looked >= SETTINGS_MS) {
            looked = clock_steady_ms();
            if (settings_changed(c->session, report->args))
                return 0;
        }
        if (clock_steady_ms() - begun >= (down ? IDLE_MS : RETRY_MS)) {
            begun = clock_steady_ms();
            due_begin(&due);
            run_begin(c->run);
        }
        if (due_feed(&due, clock_now_ms(), &fresh, e) || wait_for_more(c, m, down, e) || detecting_all(m->detecting, e)
            || posting_step(m->posting, e))
            return e->code;
        tell_down(c, &down);
        write_report(report);
    }
    return 0;
}

static int watch_session(struct kept_report *report, struct err *e)
{
    const struct args *args = report->args;
    AUTO(session) s = { 0 };
    AUTO(mail_service) m = { 0 };
    AUTO(check_session) c = { .json = args_given(args, &option_json), .verbose = args_given(args, &option_verbose), .timed = true };

    if (session_open(&s, args, SESSION_CREATE, e) || mailing_open(&m, &s, e))
        return e->code;
    c.loop = m.loop;
    if (check_session_open(&c, &s, RUN_MS, e))
        return e->code;
    c.color = term_color(STDOUT_FILENO, (enum term_when)args_choice(args, &option_color));
    c.progress.fd = -1;
    c.changed = is_stale;
    c.ctx = report;
    return watch(&c, &m, report, e);
}

static int run(const struct args *args, struct err *e)
{
    struct kept_report report = { .args = args, .file = args_value(args, &option_report), .stale = true };
    int failed = 0;

    catch_signals();
    while (!failed && !stopped)
        failed = watch_session(&report, e);
    report.written_ms = 0;
    write_report(&report);
    return failed ? failed : STATUS_SAME;
}

static const struct option *const options[] = { &option_report, &option_verbose, &option_json, &option_color, NULL };

static const struct example examples[] = {
    { "weft watch", "until Ctrl-C" },
    { "weft watch --report report.html", "with a page that tells what is new, kept up to date" },
    { "weft watch --json >> changes.jsonl", "a line of JSON for each change" },
    { NULL, NULL },
};

const struct command command_watch = {
    .name = "watch",
    .args = "",
    .summary = "keeps checking and prints changes as they come",
    .help =
        "Checks every page when it is due, in the foreground, until Ctrl-C or a signal stops it; then it stores what has been "
        "answered and ends. Pages that other commands add meanwhile are noticed within a second, other settings within some seconds.",
    .options = options,
    .settings = true,
    .examples = examples,
    .kept = true,
    .run = run,
};
