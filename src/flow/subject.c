/* One page and its watches, out of the store. O(watches of the page). */
#include "flow/subject.h"

#include <math.h>

#include "base/duration.h"
#include "base/limits.h"
#include "fetch/link.h"
#include "flow/sealed.h"

static void add_fault(struct arena *a, struct subject *s, const char *what, const struct err *e)
{
    s->fault = arena_printf(a, "%.*s%s%s cannot be used: %s", STR_ARG(s->fault), s->fault.len ? "; " : "", what, e->text);
}

/* Whether the watch is paused: what it would send is not missed then. */
static bool rests(struct arena *a, const struct store_watch *row, struct watch *out)
{
    struct err unread;
    return watch_read(a, row->settings, out, &unread) == 0 && out->paused;
}

/* A row that cannot be read is left out: it must not stop the page for everybody else. */
static void read_watches(struct arena *a, struct store *store, struct subject *s)
{
    struct store_watches good = { NEW_ARRAY(a, struct store_watch, s->row.n + 1), 0 };
    s->watch = NEW_ARRAY(a, struct watch, s->row.n + 1);
    for (uint32_t i = 0; i < s->row.n; i++) {
        struct err e;
        if (sealed_read(a, store, &s->row.item[i], &s->watch[good.n], &e) && !rests(a, &s->row.item[i], &s->watch[good.n]))
            add_fault(a, s, "a watch", &e);
        else
            good.item[good.n++] = s->row.item[i];
    }
    s->row = good;
    if (good.n && s->watch[0].cookies && s->state.cookies.len == 0) {
        struct err e;
        if (sealed_cookies_read(a, store, &good.item[0], &s->state.cookies, &e))
            add_fault(a, s, "its cookies", &e);
    }
}

int subject_load(struct arena *a, struct store *s, int64_t page, struct subject *out, struct err *e)
{
    struct subject got = { 0 };
    struct err unread;
    if (store_page_get(a, s, page, &got.page, e) || store_page_watches(a, s, page, &got.row, e))
        return e->code;
    if (page_state_read(a, got.page.state, &got.state, &unread)) {
        add_fault(a, &got, "what the last check learnt", &unread);
        got.page.etag = got.page.last_modified = STR("");
        if (page_state_read(a, STR(""), &got.state, e))
            return e->code;
    }
    got.memory = forecast_read(got.page.learnt);
    read_watches(a, s, &got);
    *out = got;
    return 0;
}

const struct watch *subject_watch(const struct subject *s, int64_t user)
{
    for (uint32_t i = 0; i < s->row.n; i++)
        if (s->row.item[i].user == user)
            return &s->watch[i];
    return NULL;
}

static const double DAY_MS = 86400000.0;

/* A threshold that cannot be read counts as none. "2d": every two days; "1h..2d": best effort within these bounds. */
static bool reads_threshold(const struct watch *w, struct subject_threshold *out)
{
    struct err unread;
    int64_t least, most;
    if (w->every.len == 0 || threshold_range_read(w->every, &least, &most, &unread))
        return false;
    *out = (struct subject_threshold){ .ms = most, .best_effort = least != most, .least_ms = least, .most_ms = most };
    out->why = STR("as the watch says");
    return true;
}

/* A user's 'every' is a weight: a page of which nothing is known is looked at that often at the price 1. */
static double weight_of(int64_t every_ms)
{
    return 1 / urgency_of(URGENCY_HARMONIC, 1, RATE_UNKNOWN, (double)MAX(every_ms, INT64_C(1000)) / DAY_MS);
}

/* A collection wants to be whole, a reader to know soon. */
static enum urgency_kind policy_of(const struct watch *w, const struct subject_rules *all)
{
    enum urgency_kind kind = w->archive ? URGENCY_FRESH : URGENCY_HARMONIC;
    if (!urgency_read(w->policy, &kind))
        urgency_read(all->policy, &kind);
    return kind;
}

static struct forecast_wish wish_of(const struct watch *w, const struct subject_threshold *t, const struct subject_rules *all,
                                    bool honest)
{
    const struct visit_budget *b = &all->budget;
    return (struct forecast_wish){
        .kind = (uint8_t)policy_of(w, all),
        .validators = honest && b->bytes_a_day > 0 && b->requests_a_day <= 0,
        .weight = (float)weight_of(t->best_effort ? t->every_ms : THRESHOLD_DEFAULT_MS),
        .least_s = (uint32_t)MIN(t->least_ms / 1000, (int64_t)UINT32_MAX),
        .most_s = t->most_ms == NEVER ? 0 : (uint32_t)MIN(t->most_ms / 1000, (int64_t)UINT32_MAX),
    };
}

static bool is_honest(const struct subject *s)
{
    return !s->state.distrusted && (s->page.etag.len || s->page.last_modified.len);
}

/* When the plan would look at a page of best effort. */
static void plan_threshold(const struct subject *s, uint32_t i, const struct subject_rules *all, struct subject_threshold *t)
{
    const struct visit_plan *p = all->plan;
    const struct forecast_memory *m = &s->memory;
    struct forecast_wish wish = wish_of(&s->watch[i], t, all, is_honest(s));
    if (!p || p->made_at == NEVER)
        return;
    double rate = rate_mean(&m->forecast.rate, &p->prior), price = visit_plan_price(p, s->page.host, s->row.item[i].user);
    double days = forecast_interval(&m->forecast, &wish, rate, price);
    days = forecast_wait(&m->signals, visit_plan_signals(p, s->page.host), days);
    days = forecast_wait_expiry(&m->expiry, days);
    const struct rhythm_clock *clock = visit_plan_clock(p, s->page.host);
    int64_t ms = days * DAY_MS < 1e15 ? (int64_t)(days * DAY_MS) : NEVER;
    if (clock && days > 0 && ms != NEVER && s->page.checked_at != NEVER)
        ms = rhythm_next(clock, s->page.checked_at, days) - s->page.checked_at;
    t->by_hours = clock != NULL;
    if (fabs((double)(ms - t->every_ms)) < 0.01 * (double)t->every_ms)
        ms = t->every_ms; /* prices are that exact */
    ms -= ms % (ms > DURATION_HOUR_MS ? DURATION_MINUTE_MS : DURATION_SECOND_MS);
    t->ms = MIN(MAX(ms, t->least_ms), t->most_ms);
    t->why = STR("best effort");
}

const struct subject_rules *subject_rules_of(const struct subject_rules *rules, int64_t user)
{
    const struct subject_rules *everybody = NULL;
    for (const struct subject_rules *r = rules; r; r = r->next) {
        if (r->user == user)
            return r;
        if (r->user == 0)
            everybody = r;
    }
    return everybody ? everybody : rules;
}

/* FETCH EVERY of a sentinel is a promise: the more eager of the two decides. */
static void apply_fetch(const struct watch *w, struct subject_threshold *out)
{
    struct err unread;
    int64_t ms;
    if (w->fetch.len == 0 || threshold_read(w->fetch, &ms, &unread) || ms >= out->most_ms)
        return;
    out->most_ms = ms;
    out->least_ms = MIN(out->least_ms, ms);
    if (out->ms < ms)
        return;
    out->ms = ms;
    out->why = STR("a sentinel asks for it");
}

static struct subject_threshold fixed_threshold(int64_t ms, struct str why)
{
    return (struct subject_threshold){ .ms = ms, .every_ms = ms, .least_ms = ms, .most_ms = ms, .why = why };
}

/* Where neither the watch nor the thresholds say anything. */
static struct subject_threshold default_threshold(const struct subject_rules *rules)
{
    struct subject_threshold t = fixed_threshold(rules->every_ms, STR("the setting 'every'"));
    if (rules->every_ms == 0 || rules->every_ms == NEVER)
        return t;
    t.best_effort = true;
    t.least_ms = rules->least_ms;
    t.most_ms = rules->most_ms ? rules->most_ms : NEVER;
    t.ms = t.every_ms = MIN(MAX(rules->every_ms, t.least_ms), t.most_ms);
    return t;
}

/* As somebody said it: by the watch, by a line of the thresholds, by the settings. */
static int said_threshold(struct arena *a, const struct subject *s, uint32_t i, const struct subject_rules *all,
                          struct subject_threshold *out, struct err *e)
{
    const struct subject_rules *rules = subject_rules_of(all, s->row.item[i].user);
    const struct watch *w = &s->watch[i];
    struct threshold found = { 0 };
    struct err past;
    if (w->paused) {
        *out = fixed_threshold(NEVER, STR("the watch is paused"));
        return 0;
    }
    bool said = reads_threshold(w, out);
    int code = !said && rules->thresholds ? thresholds_find(rules->thresholds, watch_address(s->page.url), &found, &past) : 0;
    if (code && code != E_LIMIT)
        return err_set(e, code, "%s", past.text);
    if (found.line)
        *out = fixed_threshold(found.ms, arena_printf(a, "line %u of the thresholds: %.*s", found.line, STR_ARG(found.pattern)));
    else if (!said)
        *out = default_threshold(rules);
    if (code) /* whoever wrote the pattern is told; nobody's page waits for it */
        out->fault = arena_printf(a, "the thresholds are left out: %s", past.text);
    if (out->best_effort && said)
        out->ms = out->every_ms = MIN(MAX(rules->every_ms, out->least_ms), out->most_ms);
    return 0;
}

int subject_threshold(struct arena *a, const struct subject *s, uint32_t i, const struct subject_rules *rules,
                      struct subject_threshold *out, struct err *e)
{
    int code = said_threshold(a, s, i, rules, out, e);
    if (code == 0 && out->best_effort)
        plan_threshold(s, i, rules, out);
    if (code == 0 && !s->watch[i].paused)
        apply_fetch(&s->watch[i], out);
    return code;
}

bool subject_is_never(const struct subject *s, uint32_t i, const struct subject_rules *rules)
{
    AUTO(arena) a = { 0 };
    struct subject_threshold t;
    struct err unread;
    if (said_threshold(&a, s, i, rules, &t, &unread))
        return false;
    if (!s->watch[i].paused)
        apply_fetch(&s->watch[i], &t);
    return t.ms == NEVER;
}

/* The most eager of those who asked for an interval binds; else the bounds of all together. */
bool subject_wish(struct arena *a, const struct subject *s, const struct subject_rules *rules, struct subject_wish *out)
{
    bool any = false;
    for (uint32_t i = 0; i < s->row.n; i++) {
        struct subject_threshold t;
        struct err unread;
        if (subject_threshold(a, s, i, rules, &t, &unread) || t.ms == NEVER)
            continue;
        struct forecast_wish w = wish_of(&s->watch[i], &t, rules, is_honest(s));
        if (!t.best_effort)
            w.least_s = w.most_s = MAX(w.most_s, 1U);
        if (!any) {
            *out = (struct subject_wish){ w, t.best_effort, t.every_ms, t.ms };
        } else {
            out->visit.least_s = MIN(out->visit.least_s, w.least_s);
            out->visit.most_s = !w.most_s ? out->visit.most_s : !out->visit.most_s ? w.most_s : MIN(out->visit.most_s, w.most_s);
            out->best_effort = out->best_effort && t.best_effort;
            out->planned_ms = MIN(out->planned_ms, t.ms);
        }
        any = true;
    }
    return any;
}

/* robots.txt of the host may have changed after a day; until then the fact that it forbids the page is believed. */
static struct track_facts facts_of(const struct subject *s, uint32_t i, const struct subject_rules *rules, int64_t now,
                                   int64_t threshold_ms)
{
    struct track_facts f = track_facts_none(now, threshold_ms);
    const struct history_page *visit = rules->history ? history_find(rules->history, watch_address(s->page.url)) : NULL;
    if (visit)
        f.visited_at = visit->visited_at;
    f.run_ms = rules->run_ms;
    /* A proxy's copy speaks for the moment it was made, not for that of the check. */
    f.checked_at = s->state.proxy_at == NEVER ? s->page.checked_at : NEVER;
    f.tried_at = s->state.tried_at;
    f.modified_at = s->state.changed_at;
    f.known_at = s->state.changed_at;
    f.proxy_at = s->state.proxy_at;
    f.host_ready_at = s->state.retry_at;
    if (str_eq(s->state.answer, str_of(fetch_state_name(FETCH_BUSY)))
        || str_eq(s->state.answer, str_of(fetch_state_name(FETCH_LATER))))
        f.host_said = s->state.message;
    f.robots_at = s->state.robots_at;
    f.robots_ms = ROBOTS_AGE_MS;
    f.errors = (uint32_t)MIN(s->page.errors, (int64_t)UINT32_MAX);
    f.archive = !rules->skip_unseen || s->watch[i].archive;
    f.suspect = s->state.suspect.len > 0;
    f.ignore_robots = s->watch[i].ignore_robots;
    f.error_is_check = rules->error_is_check;
    return f;
}

int subject_decide(struct arena *a, const struct subject *s, const struct subject_rules *rules, const struct subject_when *when,
                   struct subject_decision *out, struct err *e)
{
    struct track_facts *facts = NEW_ARRAY(a, struct track_facts, s->row.n + 1);
    struct subject_threshold *threshold = NEW_ARRAY(a, struct subject_threshold, s->row.n + 1);
    uint32_t which = 0, n = s->row.n ? s->row.n : 1;
    *out = (struct subject_decision){ 0 };
    facts[0] = track_facts_none(when->now, NEVER);
    threshold[0] = fixed_threshold(NEVER, s->fault.len ? STR("what was asked of it cannot be used") : STR("nobody watches it"));
    for (uint32_t i = 0; i < s->row.n; i++) {
        if (subject_threshold(a, s, i, rules, &threshold[i], e))
            return err_in(e, "%.*s", STR_ARG(s->page.url));
        int64_t ms = when->early && threshold[i].best_effort ? threshold[i].least_ms : threshold[i].ms;
        facts[i] = facts_of(s, i, subject_rules_of(rules, s->row.item[i].user), when->now, ms);
        facts[i].asked = when->asked || s->state.owed;
        if (threshold[i].fault.len)
            out->fault = threshold[i].fault;
    }
    out->decision = decide_all(facts, n, &which);
    out->facts = facts[which];
    out->threshold = threshold[which];
    return 0;
}

static struct wishes wishes_for(const struct subject *s, uint32_t i, const struct subject_rules *all)
{
    const struct watch *w = &s->watch[i];
    struct wishes_said said = {
        .watch_sensitivity = w->sensitivity, .watch_importance = w->min_importance, .tag = w->tags.item, .n_tags = w->tags.n
    };
    if (all) {
        const struct subject_rules *rules = subject_rules_of(all, s->row.item[i].user);
        said.sensitivity = rules->sensitivity;
        said.importance = rules->min_importance;
    }
    return wishes_of(&said);
}

/* At its longest interval best effort is a promise too. */
bool subject_is_best_effort(const struct subject_decision *d)
{
    return d->threshold.best_effort && d->threshold.ms < d->threshold.most_ms;
}

struct interest *subject_interests(struct arena *a, const struct subject *s, const struct subject_rules *rules)
{
    struct interest *out = NEW_ARRAY(a, struct interest, s->row.n + 1);
    for (uint32_t i = 0; i < s->row.n; i++) {
        const struct watch *w = &s->watch[i];
        out[i] = (struct interest){ .select = w->select.item,
                                    .n_select = w->select.n,
                                    .ignore = w->ignore.item,
                                    .n_ignore = w->ignore.n,
                                    .wishes = wishes_for(s, i, rules) };
    }
    return out;
}

/* What is meant for the first address alone would be sent to the next one as if that were the first. */
static bool is_for_one_site(const struct request *q)
{
    bool login = str_find(link_host(q->url), STR("@"), 0) != SIZE_MAX;
    return login || q->n_form || q->n_header || q->user.len || q->password.len || q->bearer.len;
}

/* A permanent redirect is remembered: the next request goes there at once. So is one whose host had had its turn. */
struct request subject_request(struct arena *a, const struct subject *s)
{
    struct request q = watch_request(a, s->row.n ? &s->watch[0] : &(struct watch){ 0 }, s->page.url);
    struct str next = s->state.leads_to.len ? s->state.leads_to : s->state.moved_to;
    if (next.len && !is_for_one_site(&q))
        q.url = next;
    q.etag = s->page.etag;
    q.last_modified = s->page.last_modified;
    q.known_hash = s->state.known_hash;
    q.cookies = s->state.cookies;
    for (uint32_t i = 0; i < s->row.n; i++)
        q.ignore_robots |= s->watch[i].ignore_robots;
    return q;
}
