/* One page and its watches, out of the store. O(watches of the page). */
#include "flow/subject.h"

#include "fetch/link.h"
#include "flow/sealed.h"

static void add_fault(struct arena *a, struct subject *s, const char *what, const struct err *e)
{
    s->fault =
        arena_printf(a, "%.*s%s%s cannot be read and is left out: %s", STR_ARG(s->fault), s->fault.len ? "; " : "", what, e->text);
}

/* A row that cannot be read is left out: it must not stop the page for everybody else. */
static void read_watches(struct arena *a, struct store *store, struct subject *s)
{
    struct store_watches good = { NEW_ARRAY(a, struct store_watch, s->row.n + 1), 0 };
    s->watch = NEW_ARRAY(a, struct watch, s->row.n + 1);
    for (uint32_t i = 0; i < s->row.n; i++) {
        struct err e;
        if (sealed_read(a, store, &s->row.item[i], &s->watch[good.n], &e))
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

/* A threshold that cannot be read counts as none. */
static bool reads_threshold(struct arena *a, const struct watch *w, struct subject_threshold *out)
{
    struct err unread;
    if (w->every.len == 0 || threshold_read(w->every, &out->ms, &unread))
        return false;
    out->why = arena_str(a, STR("as the watch says"));
    return true;
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

/* FETCH EVERY of a sentinel: the more eager of the two decides. */
static void apply_fetch(const struct watch *w, struct subject_threshold *out)
{
    struct err unread;
    int64_t ms;
    if (w->fetch.len && threshold_read(w->fetch, &ms, &unread) == 0 && ms < out->ms) {
        out->ms = ms;
        out->why = STR("a sentinel asks for it");
    }
}

static int threshold_of(struct arena *a, const struct subject *s, uint32_t i, const struct subject_rules *all,
                        struct subject_threshold *out, struct err *e)
{
    const struct subject_rules *rules = subject_rules_of(all, s->row.item[i].user);
    const struct watch *w = &s->watch[i];
    struct threshold found = { 0 };
    if (w->paused) {
        *out = (struct subject_threshold){ .ms = NEVER, .why = STR("the watch is paused") };
        return 0;
    }
    if (reads_threshold(a, w, out))
        return 0;
    struct err past;
    *out = (struct subject_threshold){ .ms = rules->every_ms, .why = STR("the setting 'every'") };
    int code = rules->thresholds ? thresholds_find(rules->thresholds, watch_address(s->page.url), &found, &past) : 0;
    if (code == E_LIMIT) /* whoever wrote the pattern is told; nobody's page waits for it */
        out->fault = arena_printf(a, "the thresholds are left out: %s", past.text);
    else if (code)
        return err_set(e, code, "%s", past.text);
    else if (found.line)
        *out = (struct subject_threshold){
            .ms = found.ms, .why = arena_printf(a, "line %u of the thresholds: %.*s", found.line, STR_ARG(found.pattern))
        };
    return 0;
}

int subject_threshold(struct arena *a, const struct subject *s, uint32_t i, const struct subject_rules *rules,
                      struct subject_threshold *out, struct err *e)
{
    int code = threshold_of(a, s, i, rules, out, e);
    if (code == 0 && !s->watch[i].paused)
        apply_fetch(&s->watch[i], out);
    return code;
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
    threshold[0].why = STR("nobody watches it");
    for (uint32_t i = 0; i < s->row.n; i++) {
        if (subject_threshold(a, s, i, rules, &threshold[i], e))
            return err_in(e, "%.*s", STR_ARG(s->page.url));
        facts[i] = facts_of(s, i, subject_rules_of(rules, s->row.item[i].user), when->now, threshold[i].ms);
        facts[i].asked = when->asked || s->state.owed;
        if (threshold[i].fault.len)
            out->fault = threshold[i].fault;
    }
    out->decision = decide_all(facts, n, &which);
    out->facts = facts[which];
    out->threshold = threshold[which].why;
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

/* A permanent redirect is remembered: the next request goes there at once. */
struct request subject_request(struct arena *a, const struct subject *s)
{
    struct request q = watch_request(a, s->row.n ? &s->watch[0] : &(struct watch){ 0 }, s->page.url);
    if (s->state.moved_to.len && !is_for_one_site(&q))
        q.url = s->state.moved_to;
    q.etag = s->page.etag;
    q.last_modified = s->page.last_modified;
    q.known_hash = s->state.known_hash;
    q.cookies = s->state.cookies;
    for (uint32_t i = 0; i < s->row.n; i++)
        q.ignore_robots |= s->watch[i].ignore_robots;
    return q;
}
