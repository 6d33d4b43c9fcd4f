/* In: pages, their watches, what visits taught. Out: a plan in the store, and moments of best effort that fit it. */
#include "flow/planner.h"

#include <math.h>

#include "base/hash.h"
#include "fetch/robots.h"
#include "flow/state.h"
#include "track/canonical.h"

enum {
    BATCH = 1000,  /* pages read at a time */
    TOGETHER = 64, /* pages moved in one transaction: others wait for it */
};

static const int64_t PLAN_MS = 86400000;
/* While little is known a plan is soon wrong: what is learnt makes pages come more often than it reckoned with. So plans last as long as
 * half of all before them did, from this on, up to a day. */
static const int64_t PLAN_FIRST_MS = 300000;
static const double DAY_MS = 86400000.0;
/* A plan for a tenth more or fewer pages is another one. */
static const double MANY = 0.1;
/* A moment that moves by less than this share of its interval is left where it is. */
static const double FAR = 0.1;

void planner_drop(struct planner *p)
{
    schedule_drop(&p->schedule);
    arena_drop(&p->arena);
}

static uint32_t host_of(struct planner *p, struct str host, int64_t gap_ms)
{
    uint32_t *place = map_slot(&p->by_host, hash_str(host), 0);
    if (*place == 0) {
        const uint32_t *delay_ms = map_find(&p->delay_ms, hash_str(host));
        *place = schedule_add_host(&p->schedule, delay_ms ? MAX(gap_ms, *delay_ms) : gap_ms) + 1;
        visit_plan_add_price(&p->arena, &p->host, host, 0);
    }
    return *place - 1;
}

/* Users have an own price only where they have a limit. */
static uint16_t owner_of(struct planner *p, int64_t user, double a_day)
{
    struct str name = arena_printf(&p->arena, "%lld", (long long)user);
    if (a_day <= 0)
        return 0;
    for (uint32_t i = 0; i < p->owner.n; i++)
        if (str_eq(p->owner.item[i].name, name))
            return (uint16_t)(i + 1);
    visit_plan_add_price(&p->arena, &p->owner, name, 0);
    return schedule_add_owner(&p->schedule, a_day);
}

/* A sentinel's FETCH EVERY leaves a page to best effort, but more often than that would come. */
static bool is_promised(const struct subject_wish *w)
{
    return !w->best_effort || (w->visit.most_s && w->visit.most_s * INT64_C(1000) < w->every_ms);
}

static void add_page(struct planner *p, const struct subject *s, const struct subject_wish *wish, const struct visit_budget *budget)
{
    const struct forecast_memory *m = &s->memory;
    struct schedule_wish w = { .host = host_of(p, s->page.host, s->page.host.len ? budget->gap_ms : 0), .visit = wish->visit };
    w.visit.owner = owner_of(p, s->row.item[0].user, budget->user_requests_a_day);
    uint32_t page = schedule_add(&p->schedule, &w, 0);
    schedule_know(&p->schedule, page, &m->forecast, s->page.checked_at);
    p->schedule.importance += (double)m->importance;
    p->schedule.squares += (double)m->squares;
    if (m->bytes > 0) {
        p->bytes += (double)m->bytes;
        p->bytes_pages++;
    }
    bool promised = is_promised(wish);
    if (promised)
        p->promised_a_day += DAY_MS / ((double)wish->visit.most_s * 1000);
    else
        p->free_a_day += DAY_MS / (double)wish->every_ms;
    p->promised += promised;
    p->best_effort += !promised;
}

/* All rows of one page: `n` from `row` on. A watch that cannot be read is left out. */
static bool subject_of(struct arena *a, const struct store_planned *row, uint32_t n, struct subject *out)
{
    *out = (struct subject){ .page = row->page,
                             .state = page_state_none(),
                             .row = { NEW_ARRAY(a, struct store_watch, n), 0 },
                             .watch = NEW_ARRAY(a, struct watch, n),
                             .memory = forecast_read(row->page.learnt) };
    for (uint32_t i = 0; i < n; i++) {
        struct err unread;
        if (watch_read(a, row[i].settings, &out->watch[out->row.n], &unread))
            continue;
        out->row.item[out->row.n++] =
            (struct store_watch){ .user = row[i].user, .page = row->page.id, .settings = row[i].settings };
    }
    return out->row.n > 0;
}

/* Calls back for each page that is watched, in the order of their numbers. */
typedef int each_page(void *context, const struct subject *s, const struct subject_wish *wish, struct err *e);

static int walk(struct store *s, const struct subject_rules *rules, each_page *each, void *context, struct err *e)
{
    int64_t after = 0, last = 0, end;
    if (store_plan_last(s, &end, e))
        return e->code;
    for (; after < end; after = last) {
        AUTO(arena) a = { 0 };
        struct store_planned_list list;
        if (store_plan_pages(&a, s, after, BATCH, &list, e))
            return e->code;
        last = after + BATCH; /* numbers may have gaps, and pages nobody who watches them */
        for (uint32_t i = 0, n; i < list.n; i += n) {
            struct subject subject;
            struct subject_wish wish;
            for (n = 1; i + n < list.n && list.item[i + n].page.id == list.item[i].page.id;)
                n++;
            last = MAX(last, list.item[i].page.id);
            if (!subject_of(&a, &list.item[i], n, &subject) || !subject_wish(&a, &subject, rules, &wish))
                continue;
            if (each(context, &subject, &wish, e))
                return e->code;
        }
    }
    return 0;
}

struct plan_loader {
    struct planner *planner;
    const struct visit_budget *budget;
};

static int load_one(void *context, const struct subject *s, const struct subject_wish *wish, struct err *e UNUSED)
{
    struct plan_loader *l = context;
    add_page(l->planner, s, wish, l->budget);
    return 0;
}

double planner_budget(const struct planner *p, const struct visit_budget *b)
{
    double a_day = b->requests_a_day > 0 ? b->requests_a_day : p->promised_a_day + p->free_a_day;
    if (b->bytes_a_day > 0 && p->bytes_pages > 0)
        a_day = MIN(a_day, b->bytes_a_day / (p->bytes / p->bytes_pages));
    return MAX(a_day, 1e-3);
}

/* What each host asks for between two requests. */
static int load_delays(struct planner *p, struct store *s, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_hosts list;
    if (store_host_list(&a, s, &list, e))
        return e->code;
    map_open(&p->delay_ms, &p->arena, list.n + 1);
    for (uint32_t i = 0; i < list.n; i++) {
        struct host_facts facts;
        struct err unread;
        if (host_facts_read(&a, list.item[i].origin, list.item[i].facts, &facts, &unread))
            continue;
        uint32_t *delay_ms = map_slot(&p->delay_ms, hash_str(canonical_host(facts.origin)), 0);
        *delay_ms = MAX(*delay_ms, (uint32_t)MIN(robots_delay_ms(facts.robots), (int64_t)UINT32_MAX));
    }
    return 0;
}

int planner_load(struct planner *p, struct store *s, const struct subject_rules *rules, struct err *e)
{
    struct plan_loader l = { p, &rules->budget };
    schedule_open(&p->schedule, 1);
    map_open(&p->by_host, &p->arena, 64);
    if (load_delays(p, s, e) || walk(s, rules, load_one, &l, e) || store_plan_last(s, &p->last, e))
        return e->code;
    p->schedule.a_day = planner_budget(p, &rules->budget);
    schedule_plan(&p->schedule);
    schedule_price(&p->schedule, p->schedule.a_day, p->schedule.price); /* the first guess may have been far off */
    return 0;
}

/* ---- Making ---- */

static double asked_of(const struct subject_rules *rules)
{
    const struct visit_budget *b = &rules->budget;
    double asked = b->requests_a_day + b->bytes_a_day / 1e3 + b->user_requests_a_day * 1e-3 + (double)b->gap_ms * 1e-6;
    enum urgency_kind kind;
    if (urgency_read(rules->policy, &kind))
        asked += 1 + kind;
    for (const struct subject_rules *r = rules; r; r = r->next)
        asked += (double)(r->every_ms + r->least_ms + r->most_ms) * 1e-9;
    return asked;
}

static void fill_plan(const struct planner *p, struct visit_plan *out)
{
    const struct schedule *s = &p->schedule;
    struct schedule_outlook outlook = schedule_outlook(s);
    out->pages = s->page.n;
    out->last = p->last;
    out->budget = s->a_day;
    out->price = s->price;
    out->prior = s->prior;
    out->mean_bytes = p->bytes_pages > 0 ? p->bytes / p->bytes_pages : 0;
    out->freshness = outlook.freshness;
    out->delay_days = outlook.delay_days;
    out->visits_a_day = outlook.visits_a_day;
    out->cost_a_day = outlook.cost_a_day;
    for (uint32_t h = 0; h < s->host.n; h++)
        if (s->host.item[h].price > s->price * 1.01)
            visit_plan_add_price(&out->arena, &out->hosts, p->host.item[h].name, s->host.item[h].price);
    for (uint32_t i = 1; i < s->owner.n; i++)
        if (s->owner.item[i].price > s->price * 1.01)
            visit_plan_add_price(&out->arena, &out->owners, p->owner.item[i - 1].name, s->owner.item[i].price);
}

/* The hosts whose pages change at certain hours. */
static int find_rhythms(struct store *s, const struct planner *p, struct visit_plan *out, struct err *e)
{
    for (uint32_t h = 0; h < p->host.n; h++) {
        struct visit_rhythm found;
        struct rhythm r;
        if (visit_plan_rhythm(s, p->host.item[h].name, &r, e))
            return e->code;
        if (!rhythm_clock_of(&r, &found.clock))
            continue;
        found.host = arena_str(&out->arena, p->host.item[h].name);
        *VEC_ADD(&out->arena, &out->rhythms) = found;
    }
    return 0;
}

/* Pages on their way to another moment, written some at a time. */
struct page_moves {
    struct store *store;
    struct store_page page[TOGETHER]; /* id, next_check_at */
    int64_t to[TOGETHER];
    uint32_t n;
};

static int move_some(struct page_moves *m, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = m->n ? store_begin_unsynced(m->store, &tx, e) : 0;
    for (uint32_t i = 0; code == 0 && i < m->n; i++)
        code = store_plan_move(m->store, &m->page[i], m->to[i], e);
    if (code == 0 && m->n)
        code = store_commit(&tx, e);
    m->n = 0;
    return code;
}

/* A page that waits for its host, or failed, has another moment than its own. One that was put to its longest interval counts as
 * promised since (subject_is_best_effort), and comes back once a plan has room for it. */
static bool has_own_moment(const struct store_page *p, const struct subject_wish *w)
{
    if (!w->best_effort || p->errors || p->next_check_at == NEVER || p->checked_at == NEVER)
        return false;
    return p->best_effort || p->next_check_at == p->checked_at + w->visit.most_s * INT64_C(1000);
}

static int move_one(void *context, const struct subject *s, const struct subject_wish *wish, struct err *e)
{
    struct page_moves *m = context;
    int64_t interval = wish->planned_ms;
    if (!has_own_moment(&s->page, wish))
        return 0;
    int64_t to = s->page.checked_at + interval;
    if (fabs((double)(to - s->page.next_check_at)) < FAR * (double)interval)
        return 0;
    m->page[m->n] = (struct store_page){ .id = s->page.id, .next_check_at = s->page.next_check_at };
    m->to[m->n++] = to;
    return m->n == TOGETHER ? move_some(m, e) : 0;
}

static int move_all(struct store *s, const struct subject_rules *rules, struct err *e)
{
    struct page_moves m = { .store = s };
    int code = walk(s, rules, move_one, &m, e);
    return code ? code : move_some(&m, e);
}

static int make(struct store *s, const struct subject_rules *rules, int64_t now, struct visit_plan *plan, struct err *e)
{
    AUTO(planner) p = { .promised = 0 };
    struct subject_rules with = *rules;
    if (planner_load(&p, s, rules, e))
        return e->code;
    bool others = plan->made_at == NEVER || now < plan->begun_at || p.last > 2 * plan->last;
    int64_t begun_at = others ? now : plan->begun_at;
    visit_plan_drop(plan);
    fill_plan(&p, plan);
    plan->begun_at = begun_at;
    if (find_rhythms(s, &p, plan, e))
        return e->code;
    plan->made_at = now;
    plan->asked = asked_of(rules);
    if (visit_plan_keep(s, plan, e) || visit_plan_load(s, plan, e))
        return e->code;
    with.plan = plan;
    return move_all(s, &with, e);
}

static bool is_stale(const struct visit_plan *p, const struct subject_rules *rules, int64_t now, int64_t last)
{
    double asked = asked_of(rules);
    int64_t lasts_ms = MIN(PLAN_MS, MAX(PLAN_FIRST_MS, (p->made_at - p->begun_at) / 2));
    if (p->made_at == NEVER || now < p->made_at || now - p->made_at >= lasts_ms)
        return true;
    return fabs(asked - p->asked) > 1e-6 * asked || fabs((double)(last - p->last)) > MANY * (double)p->last;
}

int planner_tend(struct store *s, const struct subject_rules *rules, int64_t now, struct visit_plan *plan, struct err *e)
{
    int64_t last;
    if (visit_plan_load(s, plan, e) || store_plan_last(s, &last, e))
        return e->code;
    return is_stale(plan, rules, now, last) ? make(s, rules, now, plan, e) : 0;
}
