/* What a visit taught. In: an answer and what was thought of it. Out: the page and its state, ready to be written. */
#include "fetch/header.h"
#include "flow/commit_inside.h"

/* Checks after which the count of changes among them is halved. */
enum { CHECKS_MAX = 32 };

void commit_end_hops(struct page_state *s)
{
    s->leads_to = STR("");
    s->hops = 0;
}

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

/* A visit that brought nothing new is one too. */
static void learn_past(struct commit *k)
{
    struct page_state *s = &k->w->check.subject.state;
    if (k->w->check.outcome != CHECK_SAME && k->w->verdict.past.len)
        s->past = k->w->verdict.past;
    else if (k->w->check.outcome == CHECK_SAME)
        s->past = past_same(k->w->arena, s->past);
}

/* ... and of the hours at which the pages of its host change. Nothing is kept of a host before something important has changed on it. */
static int learn_hours(struct commit *k, const struct rhythm_clock *clock, const struct rhythm_visit *v, struct err *e)
{
    struct rhythm r;
    struct str host = k->w->check.subject.page.host;
    if (visit_plan_rhythm(k->context->store, host, &r, e))
        return e->code;
    if (r.at == 0 && v->importance <= 0)
        return 0;
    rhythm_see(&r, clock, v);
    return r.at ? visit_plan_keep_rhythm(k->context->store, host, &r, e) : 0;
}

/* ... and of what announcements are worth on its host. */
static int learn_signals(struct commit *k, const struct rate_prior *prior, const struct forecast_visit *v, struct err *e)
{
    struct forecast_signals visit = forecast_signals_of(prior, v, k->w->subject.memory.signals.pending);
    return visit_plan_see_signals(k->context->store, k->w->check.subject.page.host, &visit, e);
}

/* Before the first visit, Last-Modified alone has seen the page: it was the same for so long. Servers that date every answer say nothing,
 * and what is wrong is forgotten with the next visits (judge/rate.h). */
static void learn_first(struct commit *k, const struct rate_prior *prior)
{
    const struct response *r = &k->w->response;
    struct forecast_memory *m = &k->w->check.subject.memory;
    double days = (double)header_unmodified_ms(r->head, r->fetched_at_ms) / 86400000.0;
    if (m->visits == 1 && days > 0 && r->state == FETCH_OK)
        rate_see(&m->forecast.rate, prior, days, 0);
}

/* What the visit taught of how often the page changes in a way that matters: noise counts as nothing, what is suspect not at all. */
static int learn_rate(struct commit *k, struct err *e)
{
    const struct check *c = &k->w->check;
    const struct response *r = &k->w->response;
    const struct visit_plan *plan = k->context->rules->plan;
    struct forecast_memory *m = &k->w->check.subject.memory;
    int64_t before = c->subject.page.checked_at;
    double importance = c->outcome != CHECK_CHANGED ? 0 : c->importance >= 0 ? MIN(c->importance, 1) : 0.5;
    bool changed = c->outcome != CHECK_SAME && c->outcome != CHECK_FIRST;
    if (c->outcome == CHECK_SUSPECT)
        return 0;
    double fresh_days = (double)header_fresh_ms(r->head, r->fetched_at_ms) / 86400000.0;
    m->visits++;
    if (r->body.len)
        m->bytes = m->bytes > 0 ? 0.8F * m->bytes + 0.2F * (float)r->body.len : (float)r->body.len;
    struct rate_prior prior = plan ? plan->prior : rate_prior_start();
    if (before == NEVER || r->fetched_at_ms <= before || c->outcome == CHECK_FIRST) {
        m->expiry.fresh_days = (float)fresh_days;
        learn_first(k, &prior);
        return 0;
    }
    const struct rhythm_clock *clock = plan ? visit_plan_clock(plan, c->subject.page.host) : NULL;
    struct rhythm_visit span = { before, r->fetched_at_ms, rate_mean(&m->forecast.rate, &prior), importance };
    double days = clock ? rhythm_days(clock, before, span.to) : (double)(span.to - before) / 86400000.0;
    struct forecast_visit v = { days, importance, changed };
    double alone = rate_alone(span.a_day, days) * importance;
    forecast_see(&m->forecast, m->signals.all + m->signals.pending > 0 ? &m->signals : NULL, &prior, &v);
    forecast_see_expiry(&m->expiry, &prior, &v);
    m->expiry.fresh_days = (float)fresh_days;
    m->importance += (float)alone;
    m->squares += (float)(alone * importance);
    return learn_signals(k, &prior, &v, e) ? e->code : learn_hours(k, clock, &span, e);
}

/* A page that could not be fetched answers again: said where nothing else is. */
static void tell_answers(struct commit *k)
{
    struct check *c = &k->w->check;
    if (c->subject.page.errors == 0 || (c->outcome != CHECK_SAME && c->outcome != CHECK_QUIET))
        return;
    c->back = true;
    if (c->outcome == CHECK_SAME && c->words.len == 0)
        c->words = arena_printf(k->w->arena, "it answers again, as it was before %s",
                                c->subject.page.errors == 1 ? "the failure" : "the failures");
}

int commit_learn(struct commit *k, struct err *e)
{
    struct store_page *p = &k->w->check.subject.page;
    struct page_state *s = &k->w->check.subject.state;
    const struct response *r = &k->w->response;
    if (learn_rate(k, e))
        return e->code;
    tell_answers(k);
    p->errors = 0;
    p->checked_at = r->fetched_at_ms;
    if (r->state == FETCH_OK || r->etag.len)
        p->etag = r->etag;
    if (r->state == FETCH_OK || r->last_modified.len)
        p->last_modified = r->last_modified;
    if (r->body_hash)
        s->known_hash = r->body_hash;
    bool held = s->suspect.len > 0; /* what may not be the page teaches nothing of it */
    if (!held)
        s->final_url = r->n_redirects || s->leads_to.len ? r->final_url : STR("");
    s->proxy_at = r->age_ms > 0 ? r->fetched_at_ms - r->age_ms : NEVER;
    s->distrusted |= r->lied;
    if (r->moved_to.len && s->leads_to.len == 0 && !held)
        s->moved_to = k->w->check.moved_to = r->moved_to;
    commit_end_hops(s);
    if (k->w->check.outcome != CHECK_SAME)
        s->changed_at = r->fetched_at_ms;
    count_check(&k->w->check);
    learn_past(k);
    return 0;
}
