/* One check, top to bottom. In: an answer. Out: rows of the store, and what to tell.
 *
 * Invariants:
 *   1. A body that differs from the newest version is kept, whatever is thought of it.
 *   2. A suspect version becomes news only when the next answer is suspect too, or the same.
 *   3. The network's and the host's failures are not counted against the page. */
#include "flow/check.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "flow/spread.h"
#include "judge/churn.h"
#include "judge/verdict.h"
#include "track/canonical.h"

static const char *const outcomes[CHECK_OUTCOMES] = {
    [CHECK_FIRST] = "first",     [CHECK_SAME] = "same",     [CHECK_CHANGED] = "changed", [CHECK_QUIET] = "quiet",
    [CHECK_SUSPECT] = "suspect", [CHECK_FAILED] = "failed", [CHECK_PUT_OFF] = "put off",
};

const char *check_outcome_name(enum check_outcome outcome)
{
    return (unsigned)outcome < CHECK_OUTCOMES ? outcomes[outcome] : "unknown";
}

/* Checks after which the count of changes among them is halved. */
enum { CHECKS_MAX = 32 };

/* What one answer is taken in with. */
struct taking {
    struct arena *arena;
    struct store *store;
    const struct subject_rules *rules;
    const struct response *r;
    struct templates *templates;
    const struct cutter *cutter;
    struct check *out;
    struct store_version newest, base; /* the newest version, and the newest that is not suspect; number 0: none */
};

/* ---- Versions that are there ---- */

static int version_at(struct taking *t, int64_t number, struct store_version *v, struct err *e)
{
    int64_t page = t->out->subject.page.id;
    struct err none;
    *v = (struct store_version){ 0 };
    int code = number ? store_version_get(t->arena, t->store, page, number, v, &none)
                      : store_version_newest(t->arena, t->store, page, v, &none);
    return code == 0 || code == E_ABSENT ? 0 : err_set(e, code, "%s", none.text);
}

/* Suspect versions never stand more than two in a row, unless somebody marked them. */
static int find_versions(struct taking *t, struct err *e)
{
    int code = version_at(t, 0, &t->newest, e);
    t->base = t->newest;
    while (code == 0 && t->base.number > 1 && (t->base.suspect || t->base.lost))
        code = version_at(t, t->base.number - 1, &t->base, e);
    if (t->base.suspect || t->base.lost)
        t->base = (struct store_version){ 0 };
    return code;
}

/* ---- Whom it concerns ---- */

static int keep_event(struct taking *t, uint32_t i, enum store_event_kind kind, const struct verdict_concern *c, struct err *e)
{
    const struct store_watch *w = &t->out->subject.row.item[i];
    struct store_event event = {
        .user = w->user,
        .page = w->page,
        .number = t->out->number,
        .before = t->base.number,
        .at = t->r->fetched_at_ms,
        .kind = kind,
        .importance = t->out->importance,
        .counts = { .words_inserted = c->words_inserted, .words_deleted = c->words_deleted },
        .headline = c->headline,
    };
    int64_t id;
    memcpy(event.counts.changes, c->changes, sizeof c->changes);
    return store_event_put(t->store, &event, &id, e);
}

/* Who named a page knows it: its first version is what changes are held against. A page that was found by following a link is news. */
static int begin_watches(struct taking *t, const struct verdict *v, struct err *e)
{
    const struct subject *s = &t->out->subject;
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < s->row.n; i++)
        if (s->watch[i].root.len == 0 || s->watch[i].known)
            code = store_watch_begin(t->store, s->row.item[i].user, s->page.id, t->out->number, e);
        else
            code = keep_event(t, i, STORE_EVENT_FOUND, &v->whole, e);
    return code;
}

static int keep_events(struct taking *t, const struct verdict *v, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < t->out->subject.row.n; i++)
        if (v->concern[i].concerns)
            code = keep_event(t, i, STORE_EVENT_CHANGED, &v->concern[i], e);
    return code;
}

static struct str held_back(struct arena *a, const struct verdict *v)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;
    json_open(&j, &out, 0);
    json_array(&j);
    for (uint32_t i = 0; i < v->n_held; i++) {
        json_object(&j);
        json_field_str(&j, "what", v->held[i].what);
        json_field_str(&j, "why", v->held[i].why);
        json_end(&j);
    }
    json_end(&j);
    return v->n_held ? arena_str(a, buf_str(&out)) : STR("");
}

static struct str reasons_of(struct arena *a, const struct verdict *v)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;
    json_open(&j, &out, 0);
    json_array(&j);
    json_str(&j, v->reason);
    json_end(&j);
    return v->reason.len ? arena_str(a, buf_str(&out)) : STR("");
}

static int keep_verdict(struct taking *t, const struct verdict *v, struct err *e)
{
    struct store_verdict row = {
        .page = t->out->subject.page.id,
        .number = t->out->number,
        .before = t->base.number,
        .importance = v->importance,
        .counts = { .words_inserted = v->whole.words_inserted, .words_deleted = v->whole.words_deleted },
        .headline = v->whole.headline,
        .reasons = reasons_of(t->arena, v),
        .held_back = held_back(t->arena, v),
    };
    memcpy(row.counts.changes, v->whole.changes, sizeof v->whole.changes);
    return store_verdict_put(t->store, &row, e);
}

/* ---- A body ---- */

/* The versions before the one that is compared with, where they can stand for visits. What cannot be read is left out. */
struct earlier {
    struct body body[CHURN_VERSIONS];
    int64_t at[CHURN_VERSIONS + 2];
    uint32_t n;
};

static void find_earlier(struct taking *t, struct str url, struct earlier *out)
{
    const struct page_state *s = &t->out->subject.state;
    int64_t first = MAX(t->base.number - CHURN_VERSIONS, (int64_t)1);
    struct err none;
    out->n = 0;
    for (int64_t number = first; churn_applies(s->changes, s->checks) && number < t->base.number; number++) {
        struct store_version v;
        struct body *body = &out->body[out->n];
        if (version_at(t, number, &v, &none) || v.number == 0 || v.suspect
            || store_version_body(t->arena, t->store, v.page, number, &body->bytes, &none))
            continue;
        body->content_type = v.content_type;
        body->url = url;
        out->at[out->n++] = v.fetched_at;
    }
    out->at[out->n] = t->base.fetched_at;
    out->at[out->n + 1] = t->r->fetched_at_ms;
}

static int judge(struct taking *t, struct verdict *v, struct err *e)
{
    struct earlier *earlier = NEW(t->arena, struct earlier);
    const struct subject *s = &t->out->subject;
    struct str url = watch_address(s->page.url);
    struct body old = { .content_type = t->base.content_type, .url = url };
    bool moved = t->r->n_redirects > 0;
    struct verdict_facts facts = {
        .final_url = moved ? t->r->final_url : STR(""),
        .new = { .bytes = t->r->body, .content_type = t->r->content_type, .url = url },
        .old = t->base.number ? &old : NULL,
        .interest = subject_interests(t->arena, s),
        .n_interests = s->row.n,
        .earlier = earlier->body,
        .earlier_at = earlier->at,
        .cutter = t->cutter,
    };
    find_earlier(t, url, earlier);
    facts.n_earlier = earlier->n;
    int code = t->base.number ? store_version_body(t->arena, t->store, s->page.id, t->base.number, &old.bytes, e) : 0;
    if (code == E_FORMAT) /* damaged on the disk: 'weft verify' tells, and the new version is kept all the same */
        facts.old = NULL;
    else if (code)
        return code;
    return verdict_make(t->arena, &facts, v, e);
}

static enum check_outcome outcome_of(const struct taking *t, const struct verdict *v, const struct store_version *added)
{
    if (added->suspect)
        return CHECK_SUSPECT;
    if (t->base.number == 0)
        return t->newest.number == 0 ? CHECK_FIRST : CHECK_CHANGED;
    return v->any ? CHECK_CHANGED : CHECK_QUIET;
}

static struct str change_words(struct arena *a, const struct verdict_concern *v)
{
    const char *between = v->headline.len ? ": " : "";
    if (v->words_inserted + v->words_deleted == 0)
        return arena_printf(a, "%u change%s%s%.*s", v->n_changes, v->n_changes == 1 ? "" : "s", between, STR_ARG(v->headline));
    return arena_printf(a, "%u word%s added, %u removed%s%.*s", v->words_inserted, v->words_inserted == 1 ? "" : "s",
                        v->words_deleted, between, STR_ARG(v->headline));
}

static void tell_body(struct taking *t, const struct verdict *v)
{
    struct check *c = t->out;
    const struct verdict_concern *first = verdict_first(v, c->subject.row.n);
    c->words_inserted = first->words_inserted;
    c->words_deleted = first->words_deleted;
    c->n_changes = first->n_changes;
    c->importance = v->importance;
    c->headline = first->headline;
    if (c->outcome == CHECK_FIRST)
        c->words = arena_printf(t->arena, "kept as version %lld, %zu bytes", (long long)c->number, t->r->body.len);
    else if (c->outcome == CHECK_SUSPECT)
        c->words = arena_printf(t->arena, "%.*s; kept, and not announced before it is seen again", STR_ARG(v->suspect));
    else if (c->outcome == CHECK_CHANGED && !v->readable)
        c->words = arena_printf(t->arena, "its bytes changed: %lld before, %zu now", (long long)t->base.bytes, t->r->body.len);
    else if (c->outcome == CHECK_CHANGED)
        c->words = change_words(t->arena, first);
    else
        c->words = STR("nothing changed that anybody asked about");
    if (v->note.len)
        c->words = arena_printf(t->arena, "%.*s; %.*s", STR_ARG(c->words), STR_ARG(v->note));
}

/* The same change on other pages of the site, told to the same users; NULL: there is nothing to compare. */
static struct template_seen *see_template(struct taking *t, const struct verdict *v)
{
    const struct subject *s = &t->out->subject;
    struct str site = canonical_host(watch_address(s->page.url));
    uint64_t change = v->change;
    for (uint32_t i = 0; change && i < s->row.n; i++)
        if (v->concern[i].concerns)
            change = hash_mix(change, (uint64_t)s->row.item[i].user);
    return t->templates && v->any ? template_see(t->templates, site, change, t->r->fetched_at_ms) : NULL;
}

/* A template's change is news once: for the first page. Until it was known as one, others were told; that is taken back. */
static int tell_once(struct taking *t, struct template_seen *seen, struct err *e)
{
    const struct check *c = t->out;
    int code = 0;
    if (!template_is(seen)) {
        if (c->outcome == CHECK_CHANGED && seen->n_told < TEMPLATE_PAGES)
            seen->told[seen->n_told++] = (struct template_told){ c->subject.page.id, c->number };
        return 0;
    }
    for (; code == 0 && seen->n_told > 1; seen->n_told--) {
        const struct template_told *last = &seen->told[seen->n_told - 1];
        struct store_version v = { .page = last->page, .number = last->number, .quiet = true };
        code = store_event_withdraw(t->store, last->page, last->number, e);
        if (code == 0)
            code = store_version_mark(t->store, &v, e);
        code = code == E_ABSENT ? 0 : code; /* it was removed since */
    }
    return code;
}

static int keep_body(struct taking *t, const struct verdict *v, struct err *e)
{
    struct check *c = t->out;
    struct template_seen *seen = t->base.number ? see_template(t, v) : NULL;
    bool template = template_is(seen);
    const struct response *r = t->r;
    struct store_version add = {
        .page = c->subject.page.id,
        .fetched_at = r->fetched_at_ms,
        .server_at = r->skew_ms ? r->fetched_at_ms + r->skew_ms : NEVER,
        .etag = r->etag,
        .last_modified = r->last_modified,
        .content_type = r->content_type,
        .status = (int)r->status,
        .suspect = v->suspect.len && c->subject.state.suspect.len == 0,
        .quiet = t->base.number && (template || !v->any),
    };
    bool is_new;
    if (store_version_add(t->store, &add, r->body, &is_new, e))
        return e->code;
    c->number = add.number;
    c->before = t->base.number;
    c->outcome = !is_new ? CHECK_SAME : template && !add.suspect ? CHECK_QUIET : outcome_of(t, v, &add);
    if (!is_new)
        return 0;
    tell_body(t, v);
    if (template)
        c->words = STR("the same change as on other pages of this site: its template");
    c->subject.state.suspect = add.suspect ? v->suspect : STR("");
    if (seen && tell_once(t, seen, e))
        return e->code;
    if (t->base.number && keep_verdict(t, v, e))
        return e->code;
    if (c->outcome == CHECK_FIRST)
        return begin_watches(t, v, e);
    return c->outcome == CHECK_CHANGED ? keep_events(t, v, e) : 0;
}

/* The same answer again: what was suspect is now believed. */
static int seen_twice(struct taking *t, struct err *e)
{
    struct check *c = t->out;
    if (!t->newest.suspect)
        return 0;
    t->newest.suspect = false;
    c->outcome = t->newest.number == 1 ? CHECK_FIRST : CHECK_CHANGED;
    c->before = t->base.number;
    c->words = arena_printf(t->arena, "seen twice now, so it is announced: %.*s", STR_ARG(c->subject.state.suspect));
    c->subject.state.suspect = STR("");
    if (store_version_mark(t->store, &t->newest, e))
        return e->code;
    struct verdict all = { .concern = NEW_ARRAY(t->arena, struct verdict_concern, c->subject.row.n) };
    for (uint32_t i = 0; i < c->subject.row.n; i++)
        all.concern[i] = (struct verdict_concern){ .concerns = true, .headline = c->words };
    return c->outcome == CHECK_FIRST ? begin_watches(t, &all, e) : keep_events(t, &all, e);
}

static int take_page(struct taking *t, struct err *e)
{
    struct check *c = t->out;
    struct verdict v = { 0 };
    int code = find_versions(t, e);
    if (code)
        return code;
    c->outcome = CHECK_SAME;
    c->number = t->newest.number;
    if (!t->r->unchanged || t->r->lied || t->newest.number == 0) {
        if (judge(t, &v, e) || keep_body(t, &v, e))
            return e->code;
    }
    if (c->outcome == CHECK_SAME)
        code = seen_twice(t, e);
    if (code == 0 && v.readable && (c->outcome == CHECK_FIRST || c->outcome == CHECK_CHANGED || c->outcome == CHECK_QUIET))
        code = spread(t->arena, &(struct spread){ t->store, &c->subject, &v.page, c->outcome == CHECK_FIRST }, &c->n_followed, e);
    return code;
}

/* ---- No page ---- */

static bool is_page_answer(const struct response *r)
{
    return r->state == FETCH_OK || r->state == FETCH_NOT_MODIFIED || r->lied;
}

static bool is_put_off(const struct response *r)
{
    return r->state == FETCH_SKIPPED || r->state == FETCH_LATER || r->state == FETCH_NETWORK_DOWN;
}

static void take_failure(struct taking *t)
{
    struct check *c = t->out;
    struct store_page *p = &c->subject.page;
    c->outcome = is_put_off(t->r) ? CHECK_PUT_OFF : CHECK_FAILED;
    c->words = t->r->message;
    if (c->outcome == CHECK_PUT_OFF)
        return;
    p->errors++;
    /* The address it moved to may have been a mistake: the next try goes to the first one. */
    if (!fetch_state_passing(t->r->state))
        c->subject.state.moved_to = STR("");
}

/* ---- What the next check needs ---- */

/* How many of the last checks brought a version. */
static void count_check(struct check *c)
{
    struct page_state *s = &c->subject.state;
    if (c->outcome == CHECK_FIRST)
        return;
    if (s->checks >= CHECKS_MAX) {
        s->checks /= 2;
        s->changes /= 2;
    }
    s->checks++;
    s->changes += c->outcome != CHECK_SAME;
}

static void learn_page(struct taking *t)
{
    struct store_page *p = &t->out->subject.page;
    struct page_state *s = &t->out->subject.state;
    const struct response *r = t->r;
    p->errors = 0;
    p->checked_at = r->fetched_at_ms;
    if (r->state == FETCH_OK || r->etag.len)
        p->etag = r->etag;
    if (r->state == FETCH_OK || r->last_modified.len)
        p->last_modified = r->last_modified;
    if (r->body_hash)
        s->known_hash = r->body_hash;
    s->final_url = r->n_redirects ? r->final_url : STR("");
    s->proxy_at = r->age_ms > 0 ? r->fetched_at_ms - r->age_ms : NEVER;
    s->distrusted |= r->lied;
    if (r->moved_to.len)
        s->moved_to = t->out->moved_to = r->moved_to;
    if (t->out->outcome != CHECK_SAME)
        s->changed_at = r->fetched_at_ms;
    count_check(t->out);
}

static int schedule(struct taking *t, struct err *e)
{
    struct check *c = t->out;
    struct page_state *s = &c->subject.state;
    struct subject_decision d;
    const struct response *r = t->r;
    s->answer = str_of(fetch_state_name(r->state));
    s->outcome = str_of(check_outcome_name(c->outcome));
    s->status = r->status;
    s->message = c->words;
    s->retry_at = r->retry_at_ms ? r->retry_at_ms : NEVER;
    s->robots_at = r->state == FETCH_ROBOTS ? r->fetched_at_ms : NEVER;
    s->robots_overridden = r->robots == FETCH_ROBOTS_OVERRIDDEN;
    if (r->cookies.len)
        s->cookies = r->cookies;
    if (!is_put_off(r))
        s->tried_at = r->fetched_at_ms;
    if (subject_decide(t->arena, &c->subject, t->rules, &(struct subject_when){ .now = r->fetched_at_ms }, &d, e))
        return e->code;
    s->rule = str_of(track_rule_name((enum track_rule)d.decision.rule));
    c->subject.page.next_check_at = d.decision.next_at;
    c->subject.page.state = page_state_write(t->arena, s);
    return store_page_schedule(t->store, &c->subject.page, e);
}

int check_answer(struct arena *a, const struct check_job *job, struct check *out, struct err *e)
{
    const struct response *r = job->response;
    struct taking t = {
        .arena = a, .store = job->store, .rules = job->rules, .r = r, .templates = job->templates, .cutter = job->cutter, .out = out
    };
    *out = (struct check){ .answer = r->state, .status = r->status, .importance = -1 };
    if (subject_load(a, job->store, job->page, &out->subject, e))
        return e->code;
    if (is_page_answer(r)) {
        if (take_page(&t, e))
            return e->code;
        learn_page(&t);
    } else {
        take_failure(&t);
    }
    return schedule(&t, e);
}
