/* Outcomes of checks, as they come. A line for each page that has something to say; the bar is taken away before it and drawn again after
 * it. */
#include "cli/check_session.h"

#include <unistd.h>

#include "archive/things.h"
#include "archive/visits.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/share.h"
#include "cli/output.h"
#include "flow/keeper.h"
#include "flow/render.h"

/* How an outcome is told. */
static const struct {
    const char *word;
    const char *color;
    bool always; /* also without --verbose */
} looks[CHECK_OUTCOMES] = {
    [CHECK_FIRST] = { "new", "36", true },         [CHECK_SAME] = { "same", "2", false },
    [CHECK_CHANGED] = { "changed", "32;1", true }, [CHECK_QUIET] = { "quiet", "2", false },
    [CHECK_SUSPECT] = { "suspect", "33", true },   [CHECK_FAILED] = { "failed", "31", true },
    [CHECK_PUT_OFF] = { "put off", "33", true },
};

static void add_line(struct buf *out, const struct check_session *c, const struct check *check)
{
    const char *word = looks[check->outcome].word;

    if (c->timed) {
        moment_add(out, clock_now_ms());
        buf_add(out, STR("  "));
    }
    if (c->color)
        buf_addf(out, "\033[%sm%-8s\033[0m ", looks[check->outcome].color, word);
    else
        buf_addf(out, "%-8s ", word);
    term_add_safe(out, check->subject.page.url);
    if (check->outcome == CHECK_CHANGED && check->importance >= 0)
        buf_addf(out, "  [%.*f]", share_digits(check->importance), check->importance);
    if (check->words.len) {
        buf_add(out, STR("  "));
        term_add_safe(out, check->words);
    }
    if (check->outcome == CHECK_FAILED && check->subject.page.errors > 1)
        buf_addf(out, " (%lld times in a row)", (long long)check->subject.page.errors);
    bool says_when = str_find(check->words, STR("; next in "), 0) != SIZE_MAX; /* as the rules say it (track/why.c) */
    if ((check->outcome == CHECK_FAILED || check->outcome == CHECK_PUT_OFF) && !says_when
        && check->subject.page.next_check_at != NEVER) {
        int64_t next = check->subject.page.next_check_at, now = clock_now_ms();
        buf_add(out, next > now ? STR("; next try ") : STR("; next try in the next run"));
        if (next > now)
            moment_add_ago(out, next, now);
    }
    if (check->moved_to.len) {
        buf_add(out, STR("; it has moved permanently to "));
        term_add_safe(out, check->moved_to);
    }
    if (check->n_followed)
        buf_addf(out, "; %u more to watch from its links", check->n_followed);
    buf_add_char(out, '\n');
}

static void add_json(struct buf *out, const struct check_session *c, const struct check *check)
{
    struct json j;

    json_open(&j, out, 0);
    thing_check(&j, check, c->session->caller.who.user, clock_now_ms());
    buf_add_char(out, '\n');
}

/* Whether the user selects something that is not on the page, so that nothing there can be news. */
static bool is_blind(const struct check *check, int64_t user)
{
    const struct watch *w = subject_watch(&check->subject, user);
    const struct record_list *missing = &check->subject.state.missing;

    for (uint32_t i = 0; w && check->warns && i < missing->n; i++)
        if (record_list_has(&w->select, missing->item[i]))
            return true;
    return false;
}

static bool is_told(const struct check_session *c, const struct check *check, bool is_news)
{
    int64_t user = c->session->caller.who.user;

    if (c->json || c->verbose || is_blind(check, user) || (check->warns && !subject_watch(&check->subject, user)))
        return true;
    return c->quiet ? is_news || check->outcome == CHECK_FAILED : looks[check->outcome].always || check->back;
}

/* A reader of our output who has gone away ends the telling, not the checking. */
static void told(void *ctx, const struct check *check)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(MIB(1));
    struct check_session *c = ctx;
    int64_t user = c->session->caller.who.user;
    struct check mine = check_seen_by(&a, check, user);
    bool is_news = check_is_news_for(check, user);
    struct err gone;

    progress_step(&c->progress, check->subject.page.url);
    c->n_news += is_news;
    c->n_blind += is_blind(check, user);
    c->n_others += mine.outcome != check->outcome;
    if (!is_told(c, &mine, is_news))
        return;
    if (c->into) { /* printed at the end, so nobody has heard it yet */
        thing_check(c->into, &mine, user, clock_now_ms());
        return;
    }
    if (check->again)
        return;
    if (c->json)
        add_json(&out, c, &mine);
    else
        add_line(&out, c, &mine);
    progress_erase(&c->progress);
    if (output_text(NULL, buf_str(&out), &gone) == 0 && c->changed)
        c->changed(c->ctx, check);
}

int check_session_rules(struct check_session *c, struct session *session, int64_t run_ms, struct err *e)
{
    c->session = session;
    return preferences_rules(&session->caller, run_ms, &c->when, e);
}

int check_session_open(struct check_session *c, struct session *session, int64_t run_ms, struct err *e)
{
    uint32_t n_seen;

    if (check_session_rules(c, session, run_ms, e)
        || (c->when.history.n && visits_mark(&session->caller, &c->when.history, &n_seen, e)))
        return e->code;
    struct run_options options = run_options_of(&session->arena, &session->settings);
    c->begun_at = keeper_begun_at(session->keeper);
    if (c->begun_at == 0)
        c->begun_at = session->caller.now;
    if (run_ms == 0) { /* one look, after which the command ends */
        options.fetch.turn_ms = settings_turn_ms(&session->settings);
        options.since = c->begun_at;
    }
    options.store = &session->store;
    options.loop = c->loop;
    options.keeper = session->keeper;
    options.rules = c->when.rules;
    options.told = told;
    options.ctx = c;
    return run_open(&options, &c->run, e);
}

void check_session_drop(struct check_session *c)
{
    run_close(c->run);
    progress_drop(&c->progress);
    preference_rules_drop(&c->when);
}

void check_session_totals(const struct run_totals *t, struct buf *out)
{
    static const enum check_outcome order[] = {
        CHECK_CHANGED, CHECK_FIRST, CHECK_SAME, CHECK_QUIET, CHECK_SUSPECT, CHECK_FAILED, CHECK_PUT_OFF,
    };
    const char *between = "";

    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        if (t->n[order[i]] == 0)
            continue;
        buf_addf(out, "%s%u %s", between, t->n[order[i]], looks[order[i]].word);
        between = ", ";
    }
    if (t->skipped) {
        buf_addf(out, "%s%u not due", between, t->skipped);
        between = ", ";
    }
    if (t->early)
        buf_addf(out, "; %u of them before %s time, as the budget has room", t->early, t->early == 1 ? "its" : "their");
    if (t->found)
        buf_addf(out, "; %u of them another process has just checked", t->found);
    if (*between == '\0')
        buf_add(out, STR("nothing is due; 'weft check --all' looks at every page now"));
}
