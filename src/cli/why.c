/* weft why: the last decision about a page and the next one, in words. */
#include "base/duration.h"
#include "archive/judgement.h"
#include "archive/things.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/share.h"
#include "cli/check_session.h"
#include "cli/commands.h"
#include "cli/log.h"
#include "cli/output.h"
#include "archive/target.h"
#include "cli/session.h"
#include "flow/promises.h"
#include "judge/suspect.h"

enum { HELD_SHOWN = 8, HELD_LISTED = 1000 }; /* what a person reads, and looks through */

static const struct option option_limit = {
    "limit", 'n', "N", "List the first N changes of the version that were held back (8, with --json all); 0: all.", NULL,
};

/* Everything that is told. */
struct why {
    const struct subject *subject;
    const struct subject_decision *decision;
    struct str last, next; /* sentences */
    struct problems problems;
    struct judgement judgement; /* of the version that was asked about */
    bool named;                 /* they asked for one */
    const struct visit_plan *plan;
    struct promises promises; /* that were broken lately, of all pages */
    int64_t user;
    bool paused;    /* by the user */
    uint32_t limit; /* of what was held back */
};

static void add_last(struct buf *out, const struct subject *s, int64_t now)
{
    const struct page_state *state = &s->state;

    if (state->tried_at == NEVER) {
        buf_add(out, STR("it was never checked"));
        if (state->message.len)
            buf_add(out, STR(": "));
        term_add_safe(out, state->message);
        return;
    }
    buf_addf(out, "%.*s", STR_ARG(state->outcome));
    if (state->answer.len)
        buf_addf(out, " (%.*s%s", STR_ARG(state->answer), state->status ? ", " : "");
    if (state->status)
        buf_addf(out, "%u", state->status);
    if (state->answer.len)
        buf_add_char(out, ')');
    if (now > state->tried_at) {
        buf_add(out, STR(", "));
        duration_add_words(out, now - state->tried_at);
        buf_add(out, STR(" ago"));
    }
    if (state->message.len) {
        buf_add(out, STR(": "));
        term_add_safe(out, state->message);
    }
}

/* What else bears on the page. */
static void add_notes(struct buf *out, const struct subject *s)
{
    const struct page_state *state = &s->state;

    if (s->page.errors)
        buf_addf(out, "errors     %lld in a row\n", (long long)s->page.errors);
    if (state->suspect.len) {
        buf_add(out, STR("suspect    "));
        term_add_safe(out, state->suspect);
        buf_add_char(out, '\n');
    }
    if (state->blocked.len && !state->suspect.len) {
        buf_add(out, STR("blocked    weft has not seen the page itself yet: "));
        term_add_safe(out, state->blocked);
        buf_add_char(out, '\n');
    }
    if (state->moved_to.len) {
        buf_add(out, STR("moved      permanently to "));
        term_add_safe(out, state->moved_to);
        buf_add(out, STR("; weft asks there now\n"));
    }
    if (state->robots_overridden)
        buf_add(out, STR("robots     robots.txt forbids it; this watch overrides that\n"));
    if (state->distrusted)
        buf_add(out, STR("validators its server said \"not modified\" of a page that was; it is not believed any more\n"));
}

static void add_labelled(struct buf *out, const char *label, struct str words)
{
    buf_addf(out, "%-10s ", label);
    term_add_safe(out, words);
    buf_add_char(out, '\n');
}

/* "judged     93 % likely to matter, importance 0.31". */
static void add_chance(struct buf *out, const struct judgement *g)
{
    if (g->chance < 0 && g->importance < 0)
        return;
    buf_add(out, STR("judged     "));
    if (g->chance >= 0)
        buf_addf(out, "%.0f %% likely to matter", g->chance * 100);
    if (g->chance >= 0 && !g->announced && g->chance < g->least)
        buf_addf(out, "; announced from %.0f %% on", g->least * 100);
    if (g->importance >= 0)
        buf_addf(out, "%simportance %.*f", g->chance >= 0 ? ", " : "", share_digits(g->importance), g->importance);
    buf_add_char(out, '\n');
}

/* "it may not be the page itself: it is empty": the last part. */
static struct str reason_in(struct str why)
{
    size_t at = str_find(why, STR(": "), 0);

    return at == SIZE_MAX ? why : str_sub(why, at + strlen(": "), why.len);
}

/* Whether the version was announced, how sure weft was, what speaks for it, and what of it was held back. */
static void add_judgement(struct buf *out, const struct judgement *g, bool named, uint32_t limit)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct record_list reasons = thing_reasons(&a, g->reasons);

    if (g->number == 0 || (!g->compared && !named))
        return;
    buf_addf(out, "version    %lld: ", (long long)g->number);
    if (g->announced)
        buf_add(out, g->why.len ? STR("announced to you: ") : STR("announced to you"));
    else
        buf_add(out, g->compared ? STR("held back: ") : STR("not announced: "));
    term_add_safe(out, g->why);
    buf_add_char(out, '\n');
    if (g->headline.len || g->counts.words_inserted + g->counts.words_deleted) {
        buf_add(out, STR("changed    "));
        log_add_change(out, &g->counts, suspect_rest(g->headline, reason_in(g->why)));
        buf_add_char(out, '\n');
    }
    add_chance(out, g);
    for (uint32_t i = 0; i < reasons.n; i++)
        add_labelled(out, g->announced ? "because" : "despite", reasons.item[i]);
    for (uint32_t i = 0; i < MIN(limit, g->parts.n); i++) {
        if (str_eq(g->parts.item[i].what, g->headline) && str_eq(g->parts.item[i].why, g->why))
            continue; /* it is all that was said above */
        if (held_is_whole(&g->parts) && str_ends(g->why, g->parts.item[i].why))
            continue; /* likewise */
        buf_add(out, STR("held back  "));
        log_add_held(out, &g->parts.item[i], g->why);
        buf_add_char(out, '\n');
    }
    if (limit < g->parts.n || g->parts.n_more)
        buf_addf(out, "           and %u more; --limit 0 lists them\n", held_left(&g->parts, limit));
}

/* What the plan reckons with, in numbers. */
struct why_plan {
    double changes_a_day, price;
};

static struct why_plan plan_of(const struct why *w)
{
    const struct visit_plan *p = w->plan;
    const struct subject *s = w->subject;

    return (struct why_plan){ rate_mean(&s->memory.forecast.rate, &p->prior), visit_plan_price(p, s->page.host, w->user) };
}

/* "3 days 4 hours": no finer than a reader cares about. */
static void add_rough(struct buf *out, double days)
{
    int64_t ms = (int64_t)(days * (double)DURATION_DAY_MS);
    int64_t grain = ms >= 2 * DURATION_DAY_MS    ? DURATION_HOUR_MS
                    : ms >= 2 * DURATION_HOUR_MS ? DURATION_MINUTE_MS
                                                 : DURATION_SECOND_MS;

    duration_add_words(out, ms >= 60 * DURATION_DAY_MS ? ms - ms % DURATION_DAY_MS : ms - ms % grain);
}

/* What its server says of how long an answer holds. */
static void add_expiry(struct buf *out, const struct forecast_expiry *x)
{
    if (x->fresh_days <= 0)
        return;
    buf_add(out, STR("expires    its server says that the last answer holds for "));
    add_rough(out, (double)x->fresh_days);
    if (x->signals.all > 0)
        buf_addf(out, "; %.0f %% of its changes wait for the end of that time", forecast_announced(&x->signals) * 100);
    buf_add_char(out, '\n');
}

static void add_plan(struct buf *out, const struct why *w)
{
    const struct subject_threshold *t = &w->decision->threshold;
    const struct forecast_signals *x = &w->subject->memory.signals;
    struct why_plan plan = plan_of(w);

    if (!t->best_effort || w->plan->made_at == NEVER)
        return;
    bool more = plan.changes_a_day > RATE_TOP;
    buf_addf(out, "plan       an important change is expected %s every ", more ? "at least" : "about");
    add_rough(out, 1 / plan.changes_a_day);
    buf_addf(out, " (%.3g a day%s), after %u visit%s\n", plan.changes_a_day, more ? " or more" : "", w->subject->memory.visits,
             w->subject->memory.visits == 1 ? "" : "s");
    buf_add(out, STR("           by the plan of "));
    moment_add(out, w->plan->made_at);
    buf_addf(out, " it is visited when its urgency reaches %.3g, not sooner than ", plan.price);
    threshold_add(out, t->least_ms);
    if (t->most_ms != NEVER) {
        buf_add(out, STR(" and not later than "));
        threshold_add(out, t->most_ms);
    }
    buf_add(out, STR(" after the last visit\n"));
    if (t->by_hours)
        buf_add(out, STR("hours      pages of this host change at certain hours; it is visited when these are over\n"));
    if (x->all + x->pending > 0 && x->visits[1] < 3)
        buf_addf(
            out,
            "announced  it is too early to say how many of its changes are announced by sitemaps, feeds or notices; %.0f since the last "
            "visit\n",
            (double)x->pending);
    else if (x->all + x->pending > 0)
        buf_addf(out, "announced  %.0f %% of its changes are announced by sitemaps, feeds or notices; %.0f since the last visit\n",
                 forecast_announced(x) * 100, (double)x->pending);
    add_expiry(out, &w->subject->memory.expiry);
}

/* Promises about the page that were broken lately. */
static void add_broken(struct buf *out, const struct why *w)
{
    for (uint32_t i = 0; i < w->promises.n; i++) {
        const struct broken_promise *b = &w->promises.last[i];
        if (b->page != w->subject->page.id)
            continue;
        buf_add(out, STR("late       it was visited "));
        add_rough(out, (double)b->late_ms / (double)DURATION_DAY_MS);
        buf_add(out, STR(" later than promised on "));
        moment_add(out, b->at);
        buf_add_char(out, '\n');
    }
}

static void add_text(struct buf *out, const struct why *w)
{
    int64_t next = w->decision->decision.next_at;

    term_add_safe(out, w->subject->page.url);
    buf_add_char(out, '\n');
    buf_addf(out, "threshold  ");
    threshold_add(out, w->decision->facts.threshold_ms);
    buf_addf(out, ": %.*s\nlast       %.*s\nnow        %.*s\n", STR_ARG(w->decision->threshold.why), STR_ARG(w->last),
             STR_ARG(w->next));
    if (next != NEVER && !w->decision->decision.check) {
        buf_add(out, STR("next       "));
        moment_add(out, next);
        buf_add_char(out, '\n');
    }
    if (w->paused)
        buf_add(out, STR("paused     by you; 'weft resume' with its address goes on\n"));
    add_plan(out, w);
    add_broken(out, w);
    add_notes(out, w->subject);
    add_judgement(out, &w->judgement, w->named, w->limit);
}

static void plan_json(struct json *j, const struct why *w)
{
    const struct subject_threshold *t = &w->decision->threshold;
    struct why_plan plan = plan_of(w);

    json_field_bool(j, "best_effort", t->best_effort);
    json_key(j, "plan");
    if (!t->best_effort || w->plan->made_at == NEVER) {
        json_null(j);
        return;
    }
    json_object(j);
    json_field_number(j, "visits", w->subject->memory.visits);
    json_field_real(j, "changes_a_day", plan.changes_a_day);
    json_field_real(j, "price", plan.price);
    json_field_number(j, "least_seconds", t->least_ms / 1000);
    json_field_number(j, "most_seconds", t->most_ms == NEVER ? 0 : t->most_ms / 1000);
    json_field_real(j, "announced", forecast_announced(&w->subject->memory.signals));
    json_end(j);
}

static void add_json(struct buf *out, const struct why *w)
{
    const struct decision *d = &w->decision->decision;
    const struct page_state *state = &w->subject->state;
    AUTO(buf) threshold = BUF(KIB(1));
    struct json j;

    threshold_add(&threshold, w->decision->facts.threshold_ms);
    json_open(&j, out, 2);
    json_object(&j);
    json_field_str(&j, "url", target_url(&w->subject->page));
    json_field_str(&j, "name", w->subject->page.url);
    json_field_str(&j, "threshold", buf_str(&threshold));
    json_field_str(&j, "threshold_from", w->decision->threshold.why);
    plan_json(&j, w);
    json_field_str(&j, "last", w->last);
    thing_text(&j, "outcome", state->outcome);
    moment_json(&j, "at", state->tried_at);
    json_field_bool(&j, "check", d->check);
    json_field_str(&j, "rule", str_of(track_rule_name((enum track_rule)d->rule)));
    json_field_str(&j, "message", w->next);
    moment_json(&j, "next_check_at", d->next_at);
    json_field_bool(&j, "robots_overridden", state->robots_overridden);
    thing_problems(&j, "problems", &w->problems);
    judgement_members(&j, &w->judgement);
    json_end(&j);
    buf_add_char(out, '\n');
}

struct why_form {
    bool json;
    uint32_t limit; /* of what was held back */
};

static int explain(struct check_session *c, const struct target *t, struct why_form form, struct buf *out, struct err *e)
{
    struct session *s = c->session;
    AUTO(buf) last = BUF(KIB(64));
    AUTO(buf) next = BUF(KIB(64));
    struct subject subject;
    struct subject_decision decision;

    if (subject_load(&s->arena, &s->store, t->page.id, &subject, e)
        || subject_decide(&s->arena, &subject, &c->when.rules, &(struct subject_when){ .now = s->caller.now }, &decision, e))
        return e->code;
    add_last(&last, &subject, s->caller.now);
    decision_words(&decision.decision, &decision.facts, &next);
    struct why w = { .subject = &subject,
                     .decision = &decision,
                     .last = buf_str(&last),
                     .next = buf_str(&next),
                     .plan = c->when.rules.plan,
                     .user = s->caller.who.user,
                     .named = t->at.len > 0,
                     .limit = form.limit };
    const struct watch *mine = subject_watch(&subject, s->caller.who.user);
    w.paused = mine && mine->paused;
    w.problems = problems_of(&s->arena, &subject.page, &subject.state, mine ? mine : &(struct watch){ 0 });
    if (judgement_read(&s->caller, t, form.limit, &w.judgement, e) || promises_load(&s->store, s->caller.now, &w.promises, e))
        return e->code;
    if (form.json)
        add_json(out, &w);
    else
        add_text(out, &w);
    return buf_check(out, e);
}

/* Data has all of it. */
static int read_limit(const struct args *args, struct why_form *form, struct err *e)
{
    uint64_t limit = form->json ? UINT32_MAX : HELD_SHOWN;
    int failed = args_given(args, &option_limit) ? session_limit(args, &option_limit, HELD_SHOWN, &limit, e) : 0;

    form->limit = (uint32_t)MIN(limit, (uint64_t)HELD_LISTED);
    return failed;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(check_session) c = { 0 };
    AUTO(target) t = { 0 };
    AUTO(buf) out = BUF(MIB(1));

    if (session_open(&s, args, SESSION_READ, e) || check_session_rules(&c, &s, 0, e)
        || target_find(&s.caller, args->operand[0], &t, e))
        return e->code;
    if (t.is_source)
        return err_set(e, E_USAGE, "why: %s is under version control; weft does not check it", args->operand[0]);
    struct why_form form = { .json = args_given(args, &option_json) };
    if (read_limit(args, &form, e) || explain(&c, &t, form, &out, e))
        return e->code;
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_limit, &option_json, NULL };

static const struct example examples[] = {
    { "weft why https://example.org/news", "when the page was last checked, and when it will be" },
    { "weft why https://example.org/news@7", "and whether version 7 was announced or held back, and why" },
    { NULL, NULL },
};

const struct command command_why = {
    .name = "why",
    .args = "URL[@VERSION]",
    .summary = "explains when a page was checked and will be again, and why a version was announced",
    .help =
        "Tells the threshold of the page and where it comes from, what came of the last check, and what the skip rules say now. The rules "
        "in their order: the threshold is 'never'; robots.txt forbids it; its host asked for a pause; the pause after errors is not over; "
        "you saw it yourself within the threshold (the setting history); it has changed and you have not seen that (skip-unseen); it was "
        "checked within the threshold; a proxy's copy is that young. Where none holds it is checked. "
        "Then it tells of the newest version, or the one behind the @, whether it was announced to you or held back and why, how sure weft was "
        "that it matters, how important it is, what speaks for it, the strongest first, and what of it was held back.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
