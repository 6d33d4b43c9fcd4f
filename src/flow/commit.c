/* What a check found, written. In: an answer that was analysed. Out: rows of the store, and what to tell. Everything here happens inside
 * a transaction that others wait for, so nothing is compared or packed: only rows are written. */
#include "base/hash.h"
#include "base/limits.h"
#include "base/moment.h"
#include "flow/commit_inside.h"
#include "flow/promises.h"
#include "flow/sealed.h"
#include "flow/sensors.h"
#include "flow/since.h"
#include "flow/suspicion.h"
#include "store/sentinel.h"
#include "store/websub.h"
#include "track/canonical.h"

/* ---- A body ---- */

static enum check_outcome outcome_of(const struct commit *k, const struct verdict *v, const struct store_version *added)
{
    if (added->suspect)
        return CHECK_SUSPECT;
    if (k->w->base.number == 0) /* only answers that may not be the page came before: there is nothing to compare it with */
        return k->w->newest.number == 0 || k->w->newest.suspect ? CHECK_FIRST : CHECK_CHANGED;
    return v->any ? CHECK_CHANGED : CHECK_QUIET;
}

/* What was held back, and of that what is most likely wanted. */
static struct str quiet_words(struct arena *a, const struct verdict *v)
{
    if (v->whole.concerns)
        return v->left_out.len ? v->left_out : STR("what changed is less than anybody asked to hear of");
    if (v->held.n == 0)
        return STR("nothing that people read has changed");
    uint32_t n = v->held.n + v->held.n_more;
    struct str more = n > 1 ? arena_printf(a, " and %u more", n - 1) : STR("");
    return arena_printf(a, "%u change%s held back: %.*s (%.*s)%.*s; see 'weft report --held-back'", n, n == 1 ? "" : "s",
                        STR_ARG(v->held.item[0].what), STR_ARG(v->held.item[0].why), STR_ARG(more));
}

static struct str believed_words(const struct commit *k, const struct suspicion_answer *x, struct str reason)
{
    if (k->w->check.outcome == CHECK_FIRST)
        return arena_printf(k->w->arena, "weft has not seen the page itself yet: %.*s", STR_ARG(reason));
    if (x->again)
        return arena_printf(k->w->arena, "seen twice now, so it is announced: %.*s", STR_ARG(reason));
    return arena_printf(k->w->arena, "the page was not there %lld times in a row, so it is announced: %.*s",
                        (long long)x->n_held + 1, STR_ARG(reason));
}

/* The page after what was believed in its place: what changed since it was last there. */
static struct str back_words(const struct commit *k, struct str change)
{
    AUTO(buf) day = BUF(KIB(1));
    moment_add(&day, k->w->base.fetched_at);
    return change.len ? arena_printf(k->w->arena, "the page is back; since %.*s: %.*s", STR_ARG(buf_str(&day)), STR_ARG(change))
                      : arena_printf(k->w->arena, "the page is back as it was on %.*s", STR_ARG(buf_str(&day)));
}

static void tell_body(struct commit *k, const struct verdict *v, const struct suspicion_answer *x)
{
    struct check *c = &k->w->check;
    const struct verdict_concern *first = verdict_first(v, c->subject.row.n);
    c->counts = check_counts(first);
    c->importance = verdict_importance(v, first);
    c->headline = first->headline.text;
    c->reasons = verdict_reasons(k->w->arena, v->reason, v->n_reasons);
    c->concern = v->concern;
    c->back = v->back;
    if (c->outcome == CHECK_FIRST)
        c->words = arena_printf(k->w->arena, "kept as version %lld, %zu bytes%s%.*s", (long long)c->number, k->w->response.body.len,
                                v->suspect.len ? "; weft has not seen the page itself yet: " : "", STR_ARG(v->suspect));
    else if (c->outcome == CHECK_SUSPECT)
        c->words = arena_printf(k->w->arena, "%.*s; kept, and not announced unless it lasts", STR_ARG(v->suspect));
    else if (v->suspect.len)
        c->words = believed_words(k, x, v->suspect);
    else if (v->still)
        c->words = arena_printf(k->w->arena, "%s: %.*s",
                                v->wall.len ? "weft has not seen the page itself yet" : "the page is still not there",
                                STR_ARG(v->held.item[0].why));
    else if (v->back)
        c->words = back_words(k, c->outcome == CHECK_CHANGED ? check_words(k->w->arena, first) : STR(""));
    else if (c->outcome == CHECK_CHANGED && !v->readable)
        c->words = arena_printf(k->w->arena, "its bytes changed: %lld before, %zu now", (long long)k->w->base.bytes,
                                k->w->response.body.len);
    else if (c->outcome == CHECK_CHANGED)
        c->words = check_words(k->w->arena, first);
    else
        c->words = quiet_words(k->w->arena, v);
    if (v->note.len)
        c->words = arena_printf(k->w->arena, "%.*s; %.*s", STR_ARG(c->words), STR_ARG(v->note));
}

/* The same change on other pages of the site, told to the same users; NULL: there is nothing to compare. */
static struct template_seen *see_template(struct commit *k, const struct verdict *v)
{
    const struct subject *s = &k->w->subject;
    struct str site = canonical_host(watch_address(s->page.url));
    uint64_t change = v->change;
    for (uint32_t i = 0; change && i < s->row.n; i++)
        if (v->concern[i].concerns)
            change = hash_mix(change, (uint64_t)s->row.item[i].user);
    return k->context->templates && v->any ? template_see(k->context->templates, site, change, k->w->response.fetched_at_ms) : NULL;
}

/* A template's change is news once: for the first page. Until it was known as one, others were told; that is taken back. */
static int tell_once(struct commit *k, struct template_seen *seen, struct err *e)
{
    const struct check *c = &k->w->check;
    int code = 0;
    if (!template_is(seen)) {
        if (c->outcome == CHECK_CHANGED && seen->n_told < TEMPLATE_PAGES)
            seen->told[seen->n_told++] = (struct template_told){ c->subject.page.id, c->number };
        return 0;
    }
    for (; code == 0 && seen->n_told > 1; seen->n_told--) {
        const struct template_told *last = &seen->told[seen->n_told - 1];
        struct store_version v = { .page = last->page, .number = last->number, .quiet = true, .template = true };
        code = store_event_withdraw(k->context->store, last->page, last->number, e);
        if (code == 0)
            code = store_version_mark(k->context->store, &v, e);
        code = code == E_ABSENT ? 0 : code; /* it was removed since */
    }
    return code;
}

/* What was believed in the page's place was not the page: views leave it out, and who has not seen it need not know. */
static int take_back(struct commit *k, struct err *e)
{
    int code = 0;
    struct store_version v = { .page = k->w->page, .number = k->w->base.number + 1, .suspect = true };
    for (; code == 0 && v.number <= k->w->newest.number; v.number++) {
        code = store_event_withdraw(k->context->store, v.page, v.number, e);
        if (code == 0)
            code = store_version_mark(k->context->store, &v, e);
        code = code == E_ABSENT ? 0 : code; /* it was removed since */
    }
    return code;
}

/* What was thought of a new version, and whom it concerns. */
static int keep_judged(struct commit *k, const struct verdict *v, struct err *e)
{
    enum check_outcome outcome = k->w->check.outcome;
    if ((v->back && take_back(k, e)) || (k->w->base.number && commit_keep_verdict(k, v, e)))
        return e->code;
    if (outcome == CHECK_FIRST)
        return commit_begin_watches(k, v, e);
    if (outcome == CHECK_CHANGED && commit_keep_events(k, v, e))
        return e->code;
    return since_commit(k->w, k->context->store, e);
}

/* Versions that are held back stand in a row behind the one that was believed last. */
static int64_t count_held(const struct commit *k)
{
    return k->w->newest.suspect ? k->w->newest.number - k->w->base.number : 0;
}

static int keep_body(struct commit *k, const struct verdict *found, struct err *e)
{
    struct check *c = &k->w->check;
    struct verdict told = found->suspect.len ? suspicion_told(k->w->arena, found, c->subject.row.n) : *found;
    const struct verdict *v = &told;
    struct template_seen *seen = k->w->base.number ? see_template(k, v) : NULL;
    bool template = template_is(seen);
    const struct response *r = &k->w->response;
    struct suspicion_answer answer = suspicion_of(&c->subject.state, v, count_held(k), r->fetched_at_ms);
    struct store_version add = {
        .page = c->subject.page.id,
        .fetched_at = r->fetched_at_ms,
        .server_at = r->skew_ms ? r->fetched_at_ms + r->skew_ms : NEVER,
        .etag = r->etag,
        .last_modified = r->last_modified,
        .content_type = r->content_type,
        .status = (int)r->status,
        .suspect = v->suspect.len && !suspicion_lasts(&c->subject.state, k->context->rules, &answer),
        .quiet = k->w->base.number && (template || !v->any),
        .template = template,
    };
    bool is_new;
    if (store_version_add_packed(k->context->store, &add, r->body, &k->w->pack, &is_new, e))
        return e->code;
    c->number = add.number;
    c->before = k->w->base.number;
    c->outcome = !is_new ? CHECK_SAME : template && !add.suspect ? CHECK_QUIET : outcome_of(k, v, &add);
    if (!is_new)
        return 0;
    tell_body(k, v, &answer);
    if (template)
        c->words = TEMPLATE_REASON;
    suspicion_learn(&c->subject.state, &(struct suspicion_version){ v, k->w->base.number, r->fetched_at_ms, add.suspect });
    if (seen && tell_once(k, seen, e))
        return e->code;
    return keep_judged(k, v, e);
}

/* What a verdict says in numbers, to one who watches all of the page. */
static void take_counts(const struct store_counts *from, struct verdict_concern *out)
{
    memcpy(out->changes, from->changes, sizeof out->changes);
    out->n_changes = from->changes[CLASS_CONTENT];
    out->words_inserted = from->words_inserted;
    out->words_deleted = from->words_deleted;
}

/* What was held back is not any more, and keeps its headline and its counts. A first version has no verdict. */
static int free_verdict(struct commit *k, struct verdict *told, struct err *e)
{
    struct store_verdict row;
    struct err none;
    int code = store_verdict_get(k->w->arena, k->context->store, k->w->page, k->w->newest.number, &row, &none);
    if (code)
        return code == E_ABSENT ? 0 : err_set(e, code, "%s", none.text);
    row.held_back = STR("");
    for (uint32_t i = 0; i < k->w->subject.row.n; i++) {
        take_counts(&row.counts, &told->concern[i]);
        if (row.headline.len)
            told->concern[i].headline.text = row.headline;
    }
    return store_verdict_put(k->context->store, &row, e);
}

/* The same answer again: what was suspect for long enough is now believed. */
static int believe_twice(struct commit *k, struct err *e)
{
    struct check *c = &k->w->check;
    struct page_state *s = &c->subject.state;
    const struct suspicion_answer answer = { .at = k->w->response.fetched_at_ms, .again = true, .n_held = count_held(k) };
    if (!k->w->newest.suspect)
        return 0;
    c->words = arena_printf(k->w->arena, "%.*s; not announced unless it lasts", STR_ARG(s->suspect));
    if (s->suspect.len && !suspicion_lasts(s, k->context->rules, &answer))
        return 0;
    k->w->newest.suspect = false;
    c->outcome = k->w->base.number == 0 ? CHECK_FIRST : CHECK_CHANGED;
    c->before = k->w->base.number;
    struct str reason = s->suspect.len ? s->suspect : STR("it may not be the page");
    struct verdict told = suspicion_told(k->w->arena, &(struct verdict){ .suspect = reason }, c->subject.row.n);
    c->words = believed_words(k, &answer, reason);
    c->importance = told.importance;
    suspicion_learn(s, &(struct suspicion_version){ &told, k->w->base.number, k->w->response.fetched_at_ms, false });
    if (store_version_mark(k->context->store, &k->w->newest, e) || free_verdict(k, &told, e))
        return e->code;
    c->headline = verdict_first(&told, c->subject.row.n)->headline.text;
    c->counts = check_counts(verdict_first(&told, c->subject.row.n));
    c->concern = told.concern;
    return c->outcome == CHECK_FIRST ? commit_begin_watches(k, &told, e) : commit_keep_events(k, &told, e);
}

static bool is_selected(const struct subject *s, struct str expression)
{
    for (uint32_t i = 0; i < s->row.n; i++)
        if (record_list_has(&s->watch[i].select, expression))
            return true;
    return false;
}

/* Told at every check, as a page is that cannot be fetched: nothing else tells that a watch has gone blind. What cannot be read at all
 * was said with the change that it did not hide. */
static void tell_missing(struct commit *k)
{
    struct check *c = &k->w->check;
    if (k->w->compares)
        c->subject.state.missing = k->w->missing;
    const struct record_list *missing = &c->subject.state.missing;
    for (uint32_t i = 0; i < missing->n; i++) {
        if (!is_selected(&c->subject, missing->item[i]))
            continue;
        c->warns = true;
        if (k->w->verdict.note.len && str_find(k->w->verdict.note, missing->item[i], 0) != SIZE_MAX)
            continue;
        c->words = arena_printf(k->w->arena, "%.*s%s--select '%.*s' finds nothing on the page", STR_ARG(c->words),
                                c->words.len ? "; " : "", STR_ARG(missing->item[i]));
    }
}

/* A page that somebody else says has changed: its clock moves forward by what that was worth before. */
static int take_announcement(struct commit *k, const struct announcement *said, struct err *e)
{
    struct store_page row;
    struct err none;
    if (store_page_find(k->w->arena, k->context->store, said->url, &row, &none))
        return 0;
    if (row.id == k->w->page || row.checked_at == NEVER || said->at <= row.checked_at)
        return 0;
    return sensors_announce(k->w->arena, k->context->store, k->context->rules, row.id, k->w->response.fetched_at_ms, e);
}

/* What a sitemap or a feed has to say since its last visit. */
static int take_announcements(struct commit *k, struct err *e)
{
    const struct announcements *list = k->w->announced;
    int code = 0;
    for (uint32_t i = 0; list && k->w->check.outcome != CHECK_SAME && code == 0 && i < list->n; i++)
        code = take_announcement(k, &list->item[i], e);
    return code;
}

static int commit_page(struct commit *k, struct err *e)
{
    struct check *c = &k->w->check;
    const struct verdict *v = &k->w->verdict;
    int code = 0;
    c->outcome = CHECK_SAME;
    c->number = k->w->newest.number;
    if (k->w->compares && keep_body(k, v, e))
        return e->code;
    if (c->outcome == CHECK_SAME)
        code = believe_twice(k, e);
    if (code == 0 && (c->outcome == CHECK_CHANGED || c->outcome == CHECK_QUIET)) /* for the sentinels that stand on the page */
        code = store_look_add(k->context->store,
                              &(struct store_look){ 0, c->subject.page.id, c->number, k->w->response.fetched_at_ms }, e);
    const struct websub_offer *offer = &k->w->hub;
    if (code == 0 && offer->hub.len)
        code = store_websub_offer(k->context->store,
                                  &(struct store_websub){ .page = c->subject.page.id, .hub = offer->hub, .topic = offer->topic },
                                  k->w->response.fetched_at_ms, e);
    if (code == 0 && k->w->feeds.n && c->outcome != CHECK_SUSPECT)
        code = sensors_offer_feeds(k->w->arena, k->context->store, &c->subject, &k->w->feeds, k->w->response.fetched_at_ms, e);
    if (k->w->compares && c->outcome != CHECK_SUSPECT)
        c->subject.state.title = k->w->title;
    if (c->outcome != CHECK_SUSPECT)
        tell_missing(k);
    if (code == 0 && v->readable && (c->outcome == CHECK_FIRST || c->outcome == CHECK_CHANGED || c->outcome == CHECK_QUIET))
        code = links_add(k->w->arena, k->context->store, &k->w->links, c->outcome == CHECK_FIRST, &c->n_followed, e);
    return code;
}

/* ---- No page ---- */

static bool is_put_off(const struct response *r)
{
    return r->state == FETCH_SKIPPED || r->state == FETCH_LATER || r->state == FETCH_NETWORK_DOWN;
}

/* Where each redirect takes a turn of a host that is asked seldom, the next try goes on from here. False: they do not end. */
static bool go_on_later(struct commit *k)
{
    const struct response *r = &k->w->response;
    struct page_state *s = &k->w->check.subject.state;
    if (r->state != FETCH_LATER || r->n_redirects == 0 || !str_eq(canonical_host(r->final_url), k->w->check.subject.page.host))
        return true;
    s->hops += r->n_redirects;
    /* What only leads on for now does not become lasting by what comes after it. */
    if (s->leads_to.len == 0 && str_eq(r->moved_to, r->final_url))
        s->moved_to = r->moved_to;
    else
        s->leads_to = r->final_url;
    return s->hops <= FETCH_REDIRECTS;
}

static void commit_failure(struct commit *k)
{
    struct check *c = &k->w->check;
    struct store_page *p = &c->subject.page;
    bool put_off = is_put_off(&k->w->response), endless = put_off && !go_on_later(k);
    c->outcome = put_off && !endless ? CHECK_PUT_OFF : CHECK_FAILED;
    c->words = endless ? STR("its redirects do not end") : k->w->response.message;
    if (c->outcome == CHECK_PUT_OFF)
        return;
    p->errors++;
    commit_end_hops(&c->subject.state);
    /* The address it moved to may have been a mistake: the next try goes to the first one. */
    if (endless || !fetch_state_passing(k->w->response.state))
        c->subject.state.moved_to = STR("");
}

/* ---- What the next check needs ---- */

/* One more thing to say of the page. */
static void add_words(struct commit *k, struct str words)
{
    struct check *c = &k->w->check;
    if (words.len)
        c->words = arena_printf(k->w->arena, "%.*s%s%.*s", STR_ARG(c->words), c->words.len ? "; " : "", STR_ARG(words));
}

/* Cookies that the server set, sealed for the next check. */
static int keep_cookies(struct commit *k, struct err *e)
{
    struct subject *s = &k->w->check.subject;
    struct str cookies = k->w->response.cookies;
    if (cookies.len == 0 || s->row.n == 0 || str_eq(cookies, s->state.cookies))
        return 0;
    s->state.cookies = cookies;
    return sealed_cookies_write(k->context->store, &s->row.item[0], cookies, e);
}

/* A visit that comes too late has broken a promise. */
static int note_lateness(struct commit *k, const struct subject_threshold *t, struct err *e)
{
    int64_t at = k->w->response.fetched_at_ms, late_ms = promises_late_ms(&k->w->subject, t, at);
    if (late_ms == 0 || k->w->check.outcome == CHECK_PUT_OFF)
        return 0;
    return promises_broke(k->context->store, &(struct broken_promise){ k->w->page, at, late_ms }, e);
}

/* A notice that came after the request had gone out may speak of something newer than the answer. */
static int was_pushed(struct commit *k, bool *out, struct err *e)
{
    const struct response *r = &k->w->response;
    struct store_page page;
    struct page_state *s = &k->w->check.subject.state, now;
    int64_t stamp;
    *out = false;
    if (store_stamp(k->context->store, &stamp, e))
        return e->code;
    if (stamp != k->w->stamp) {
        if (store_page_get(k->w->arena, k->context->store, k->w->page, &page, e)
            || page_state_read(k->w->arena, page.state, &now, e))
            return e->code;
        s->pushed_at = now.pushed_at;
    }
    *out = s->pushed_at != NEVER && s->pushed_at >= r->fetched_at_ms - (int64_t)r->total_ms;
    return 0;
}

/* It is looked at again at once, without validators: dates know seconds only. */
static void wake(struct subject *s)
{
    s->state.owed = true;
    s->page.etag = s->page.last_modified = STR("");
    s->page.next_check_at = s->state.pushed_at;
}

static int schedule(struct commit *k, struct err *e)
{
    bool pushed;
    struct check *c = &k->w->check;
    struct page_state *s = &c->subject.state;
    struct subject_decision d;
    const struct response *r = &k->w->response;
    if (s->blocked.len && (c->outcome == CHECK_FIRST || c->outcome == CHECK_QUIET)) /* kept, and still not the page */
        c->outcome = CHECK_SUSPECT;
    s->answer = str_of(fetch_state_name(r->state));
    s->outcome = str_of(check_outcome_name(c->outcome));
    s->status = r->status;
    s->message = c->words;
    s->retry_at = r->retry_at_ms ? r->retry_at_ms : NEVER;
    s->robots_at = r->state == FETCH_ROBOTS ? r->fetched_at_ms : NEVER;
    s->robots_overridden = r->robots == FETCH_ROBOTS_OVERRIDDEN;
    if (keep_cookies(k, e))
        return e->code;
    bool put_off = c->outcome == CHECK_PUT_OFF;
    if (!put_off)
        s->tried_at = r->fetched_at_ms;
    if (was_pushed(k, &pushed, e))
        return e->code;
    s->owed = put_off && (s->owed || k->w->asked);
    if (subject_decide(k->w->arena, &c->subject, k->context->rules, &(struct subject_when){ .now = r->fetched_at_ms }, &d, e))
        return e->code;
    if (note_lateness(k, &d.threshold, e))
        return e->code;
    add_words(k, d.fault);
    s->message = c->words;
    s->rule = str_of(track_rule_name((enum track_rule)d.decision.rule));
    c->subject.page.next_check_at = d.decision.next_at;
    if (pushed)
        wake(&c->subject);
    c->subject.page.best_effort = subject_is_best_effort(&d);
    c->subject.page.learnt = forecast_write(k->w->arena, &c->subject.memory);
    c->subject.page.state = page_state_write(k->w->arena, s);
    c->subject.page.attention = s->suspect.len || s->blocked.len || s->moved_to.len || s->missing.n;
    return store_page_schedule(k->context->store, &c->subject.page, e);
}

/* ---- All of it ---- */

/* Another process may have checked the page, or its user changed the watch, while this one was analysed. */
static int has_moved(struct commit *k, bool *moved, struct err *e)
{
    struct check_work *w = k->w;
    struct subject now;
    struct store_version newest = { 0 };
    struct err none;
    int64_t stamp;
    if (store_stamp(k->context->store, &stamp, e))
        return e->code;
    if (stamp == w->stamp)
        return 0;
    if (subject_load(w->arena, k->context->store, w->page, &now, e))
        return e->code;
    int code = store_version_newest(w->arena, k->context->store, w->page, &newest, &none);
    if (code && code != E_ABSENT)
        return err_set(e, code, "%s", none.text);
    *moved = newest.number != w->newest.number || now.row.n != w->subject.row.n;
    for (uint32_t i = 0; !*moved && i < now.row.n; i++)
        *moved = now.row.item[i].user != w->subject.row.item[i].user
                 || !str_eq(now.row.item[i].settings, w->subject.row.item[i].settings);
    return 0;
}

/* Nothing but what is known of the page changes. */
static int commit_probe(struct commit *k, struct err *e)
{
    struct subject *s = &k->w->check.subject;
    bool pushed;
    if (k->w->past.len == 0)
        return 0;
    if (was_pushed(k, &pushed, e))
        return e->code;
    s->state.past = k->w->past;
    if (pushed)
        wake(s);
    s->page.state = page_state_write(k->w->arena, &s->state);
    return store_page_schedule(k->context->store, &s->page, e);
}

int check_commit(struct check_work *w, const struct check_context *context, struct err *e)
{
    struct commit k = { w, context };
    bool moved = false;
    int code = w->late ? check_load_late(w, context->store, e) : 0;
    if (code)
        return code;
    w->check = (struct check){ .subject = w->subject, .answer = w->response.state, .status = w->response.status, .importance = -1 };
    if (w->compares && has_moved(&k, &moved, e))
        return e->code;
    if (moved)
        return 1;
    if (w->probe)
        return commit_probe(&k, e);
    if (check_is_page(&w->response)) {
        if (commit_page(&k, e) || take_announcements(&k, e) || commit_learn(&k, e))
            return e->code;
    } else {
        commit_failure(&k);
    }
    add_words(&k, w->subject.fault);
    return schedule(&k, e);
}
