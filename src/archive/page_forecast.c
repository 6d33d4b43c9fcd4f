/* In: a watch, the rules of its user, the plan. Out: what they come to. Nothing of others who watch the page comes out. */
#include "archive/page_forecast.h"

#include "archive/preferences.h"
#include "flow/subject.h"

static uint32_t number_of(const struct subject *s, int64_t user)
{
    uint32_t i = 0;

    while (i < s->row.n && s->row.item[i].user != user)
        i++;
    return i;
}

static int read_own(const struct caller *c, const struct subject *s, uint32_t at, struct page_forecast *out, struct err *e)
{
    struct caller machine = *c;
    AUTO(preference_rules) when = { .plan = { .made_at = NEVER } };
    struct subject_threshold t;

    machine.who = (struct principal){ .role = ROLE_ADMIN }; /* as the checks themselves ask; nothing of others comes out */
    int failed = preferences_rules(&machine, 0, &when, e);
    if (!failed)
        failed = subject_threshold(c->arena, s, at, &when.rules, &t, e);
    if (!failed)
        *out = (struct page_forecast){ .next_at = s->watch[at].paused ? NEVER : s->page.next_check_at,
                                       .best_effort = t.best_effort,
                                       .interval_ms = t.ms,
                                       .why = arena_str(c->arena, t.why),
                                       .visits = s->memory.visits,
                                       .changes_a_day = t.best_effort && s->memory.visits && when.plan.made_at != NEVER
                                                            ? rate_mean(&s->memory.forecast.rate, &when.plan.prior)
                                                            : 0 };
    return failed;
}

int page_forecast_read(const struct caller *c, int64_t page, struct page_forecast *out, struct err *e)
{
    struct subject s;
    int failed = subject_load(c->arena, c->store, page, &s, e);
    uint32_t at = failed ? 0 : number_of(&s, c->who.user);

    if (!failed && at == s.row.n)
        failed = err_set(e, E_ABSENT, "you do not watch this page");
    return failed ? failed : read_own(c, &s, at, out, e);
}
