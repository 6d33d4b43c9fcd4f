/* In: wishes, visits, announcements, the time. Out: which page to visit next. The head of schedule.h has the rules.
 */
#include "flow/schedule.h"

#include <math.h>

enum { FREE, PROMISED, WAITING };

/* A promise that is kept within this is kept: a host's pause and the answer's own time are not ours. */
static const int64_t LATE_MS = 60000;

static const double DAY_MS = 86400000.0;

static void join_ready(struct schedule *s, uint32_t h)
{
    struct schedule_host *host = &s->host.item[h];
    const struct queue *pages[] = { [FREE] = &host->free, [PROMISED] = &host->promised };
    for (uint32_t which = FREE; which <= PROMISED; which++) {
        if (pages[which]->n > 0 && s->host_place[WAITING][h] == 0)
            queue_put(&s->ready[which], &s->arena, s->host_place[which], h, pages[which]->item[0].key);
        else
            queue_remove(&s->ready[which], s->host_place[which], h);
    }
}

void schedule_open(struct schedule *s, double fetches_a_day)
{
    *s = (struct schedule){ .a_day = fetches_a_day, .price = 1, .surplus = 1, .budget_at = INT64_MIN, .prior = rate_prior_start() };
    schedule_add_owner(s, INFINITY);
}

void schedule_drop(struct schedule *s)
{
    arena_drop(&s->arena);
}

static void make_room(struct schedule *s, uint32_t **place, uint32_t n_places, uint32_t n, uint32_t *room)
{
    uint32_t more = MAX(16, *room * 2);
    if (n < *room)
        return;
    for (uint32_t i = 0; i < n_places; i++)
        place[i] = arena_grow(&s->arena, place[i], *room, more, sizeof *place[i]);
    *room = more;
}

uint32_t schedule_add_host(struct schedule *s, int64_t gap_ms)
{
    make_room(s, s->host_place, 3, s->host.n, &s->host_room);
    *VEC_ADD(&s->arena, &s->host) = (struct schedule_host){ .gap_ms = gap_ms, .ready_at = INT64_MIN };
    return s->host.n - 1;
}

uint16_t schedule_add_owner(struct schedule *s, double a_day)
{
    if (s->owner.n > UINT16_MAX)
        return 0;
    *VEC_ADD(&s->arena, &s->owner) = (struct schedule_owner){ .a_day = a_day };
    return (uint16_t)(s->owner.n - 1);
}

static double price_of(const struct schedule *s, const struct schedule_page *p)
{
    return MAX(s->price, MAX(s->host.item[p->wish.host].price, s->owner.item[p->wish.visit.owner].price));
}

/* What a visit after so many days costs. */
static double cost_of(const struct schedule_page *p, double days)
{
    return forecast_cost(&p->forecast, &p->wish.visit, days);
}

/* Days between two visits at that price, without announcements. */
static double interval_of(const struct schedule_page *p, double price)
{
    return forecast_interval(&p->forecast, &p->wish.visit, p->a_day, price);
}

static bool is_fixed(const struct schedule_page *p)
{
    return forecast_is_fixed(&p->wish.visit);
}

/* The first moment at which it may be visited at all. */
static int64_t allowed_at(const struct schedule_page *p)
{
    return p->visited_at == NEVER ? p->not_before : MAX(p->not_before, p->visited_at + p->wish.visit.least_s * INT64_C(1000));
}

/* NULL: all hours are alike. */
static const struct rhythm_clock *clock_of(const struct schedule *s, const struct schedule_page *p)
{
    const struct schedule_host *host = &s->host.item[p->wish.host];
    return host->uneven ? host->clock : NULL;
}

static int64_t due_of(const struct schedule *s, const struct schedule_page *p)
{
    if (p->visited_at == NEVER)
        return p->not_before;
    double days = interval_of(p, price_of(s, p));
    if (p->signals)
        days = forecast_wait(&s->signals.item[p->signals - 1], NULL, days);
    const struct rhythm_clock *clock = clock_of(s, p);
    if (days * DAY_MS >= 1e17)
        return NEVER;
    int64_t due = clock && days > 0 ? rhythm_next(clock, p->visited_at, days) : p->visited_at + (int64_t)(days * DAY_MS);
    return MAX(due, allowed_at(p));
}

/* Into its host's queues, by its due moment and its promise. */
static void queue_page(struct schedule *s, uint32_t page)
{
    struct schedule_page *p = &s->page.item[page];
    struct schedule_host *host = &s->host.item[p->wish.host];
    int64_t promised_at =
        p->visited_at == NEVER ? p->not_before : MAX(p->not_before, p->visited_at + p->wish.visit.most_s * INT64_C(1000));
    if (p->wish.visit.most_s)
        queue_put(&host->promised, &s->arena, s->page_place[PROMISED], page, promised_at);
    if (!is_fixed(p))
        queue_put(&host->free, &s->arena, s->page_place[FREE], page, due_of(s, p));
    join_ready(s, p->wish.host);
}

uint32_t schedule_add(struct schedule *s, const struct schedule_wish *wish, int64_t now)
{
    make_room(s, s->page_place, 2, s->page.n, &s->page_room);
    *VEC_ADD(&s->arena, &s->page) = (struct schedule_page){ .wish = *wish, .visited_at = NEVER, .not_before = now };
    struct schedule_page *p = &s->page.item[s->page.n - 1];
    p->a_day = (float)rate_mean(&p->forecast.rate, &s->prior);
    queue_page(s, s->page.n - 1);
    return s->page.n - 1;
}

void schedule_know(struct schedule *s, uint32_t page, const struct forecast *f, int64_t visited_at)
{
    s->page.item[page].forecast = *f;
    s->page.item[page].visited_at = visited_at;
}

void schedule_set_rate(struct schedule *s, uint32_t page, double a_day)
{
    s->page.item[page].wish.visit.known = true;
    s->page.item[page].a_day = (float)a_day;
}

static void wake_hosts(struct schedule *s, int64_t now)
{
    while (s->waiting.n > 0 && s->waiting.item[0].key <= now) {
        uint32_t h = s->waiting.item[0].id;
        queue_remove(&s->waiting, s->host_place[WAITING], h);
        join_ready(s, h);
    }
}

static void take_page(struct schedule *s, uint32_t page, int64_t now)
{
    struct schedule_page *p = &s->page.item[page];
    struct schedule_host *host = &s->host.item[p->wish.host];
    int64_t due_at = s->page_place[FREE][page] ? host->free.item[s->page_place[FREE][page] - 1].key : now;
    double cost = p->visited_at == NEVER ? 1 : cost_of(p, (double)(now - p->visited_at) / DAY_MS);
    int64_t cost_ms = (int64_t)(cost * DAY_MS / s->a_day);
    queue_remove(&host->promised, s->page_place[PROMISED], page);
    queue_remove(&host->free, s->page_place[FREE], page);
    schedule_pause(s, p->wish.host, now + host->gap_ms);
    p->expected_cost = (float)cost;
    s->budget_at = MAX(s->budget_at, now - cost_ms) + cost_ms;
    if (p->visited_at == NEVER || is_fixed(p))
        return;
    s->early_days += (double)(due_at - now) / DAY_MS;
    s->visits++;
}

bool schedule_next(struct schedule *s, int64_t now, uint32_t *page)
{
    wake_hosts(s, now);
    if (now < s->budget_at)
        return false;
    bool late = s->ready[PROMISED].n > 0 && s->ready[PROMISED].item[0].key <= now;
    const struct queue *ready = &s->ready[late ? PROMISED : FREE];
    if (ready->n == 0)
        return false;
    const struct schedule_host *host = &s->host.item[ready->item[0].id];
    uint32_t first = (late ? &host->promised : &host->free)->item[0].id;
    const struct schedule_page *p = &s->page.item[first];
    if (ready->item[0].key == NEVER || now < allowed_at(p))
        return false;
    take_page(s, first, now);
    *page = first;
    return true;
}

/* The first moment at which the ready hosts' first page may be visited. */
static int64_t free_at(const struct schedule *s, int64_t now)
{
    if (s->ready[FREE].n == 0 || s->ready[FREE].item[0].key == NEVER)
        return NEVER;
    return MAX(now, allowed_at(&s->page.item[s->host.item[s->ready[FREE].item[0].id].free.item[0].id]));
}

int64_t schedule_wake(const struct schedule *s, int64_t now)
{
    int64_t at = free_at(s, now);
    if (s->ready[PROMISED].n > 0)
        at = MIN(at, s->ready[PROMISED].item[0].key);
    if (s->waiting.n > 0)
        at = MIN(at, s->waiting.item[0].key);
    return at == NEVER ? NEVER : MAX(MAX(at, s->budget_at), now);
}

/* Hours that are even by what its host is known for. */
static double see_rhythm(struct schedule *s, const struct schedule_page *p, int64_t now, double importance)
{
    struct schedule_host *host = &s->host.item[p->wish.host];
    const struct rhythm_clock *clock = clock_of(s, p);
    if (!host->rhythm && importance > 0 && !s->even)
        host->rhythm = NEW(&s->arena, struct rhythm);
    if (host->rhythm)
        rhythm_see(host->rhythm, clock, &(struct rhythm_visit){ p->visited_at, now, p->a_day, importance });
    return clock ? rhythm_days(clock, p->visited_at, now) : (double)(now - p->visited_at) / DAY_MS;
}

static void learn(struct schedule *s, struct schedule_page *p, int64_t now, const struct schedule_visit *visit)
{
    struct forecast_visit v = { see_rhythm(s, p, now, visit->importance), visit->importance, visit->changed };
    double alone = rate_alone(p->a_day, v.days) * visit->importance;
    forecast_see(&p->forecast, p->signals ? &s->signals.item[p->signals - 1] : NULL, &s->prior, &v);
    s->importance += alone;
    s->squares += alone * visit->importance;
    if (!p->wish.visit.known)
        p->a_day = (float)rate_mean(&p->forecast.rate, &s->prior);
}

void schedule_seen(struct schedule *s, uint32_t page, int64_t now, const struct schedule_visit *visit)
{
    struct schedule_page *p = &s->page.item[page];
    if (p->visited_at != NEVER && now > p->visited_at) {
        s->broken += p->wish.visit.most_s && now > p->visited_at + p->wish.visit.most_s * INT64_C(1000) + LATE_MS;
        learn(s, p, now, visit);
    }
    s->budget_at += (int64_t)((visit->cost - p->expected_cost) * DAY_MS / s->a_day);
    p->visited_at = now;
    p->not_before = INT64_MIN;
    queue_page(s, page);
}

void schedule_failed(struct schedule *s, uint32_t page, int64_t again_at)
{
    s->page.item[page].not_before = again_at;
    queue_page(s, page);
}

void schedule_signal(struct schedule *s, uint32_t page)
{
    struct schedule_page *p = &s->page.item[page];
    if (p->signals == 0) {
        *VEC_ADD(&s->arena, &s->signals) = (struct forecast_signals){ .all = 0 };
        p->signals = s->signals.n;
    }
    s->signals.item[p->signals - 1].pending++;
    if (s->page_place[FREE][page] != 0)
        queue_page(s, page);
}

void schedule_pause(struct schedule *s, uint32_t host, int64_t until)
{
    s->host.item[host].ready_at = MAX(s->host.item[host].ready_at, until);
    queue_put(&s->waiting, &s->arena, s->host_place[WAITING], host, s->host.item[host].ready_at);
    join_ready(s, host);
}

/* Once a day: prior, prices, due moments. */

/* Hosts are planned to this share of what they take: the rest absorbs what comes late. */
static const double HOST_SHARE = 0.98;
/* Demand falls with the price's root where changes are rare and with the price itself where they are many: a step between the two. */
static const double PRICE_STEP = 1.6;
enum { PRICE_STEPS = 12 };

static void refresh_prior(struct schedule *s)
{
    struct rate_census census = { .importance = s->importance, .squares = s->squares };
    for (uint32_t i = 0; i < s->page.n; i++)
        if (s->page.item[i].visited_at != NEVER)
            rate_count(&census, &s->page.item[i].forecast.rate, &s->prior);
    s->prior = rate_prior_of(&census);
    for (uint32_t i = 0; i < s->page.n; i++)
        if (!s->page.item[i].wish.visit.known)
            s->page.item[i].a_day = (float)rate_mean(&s->page.item[i].forecast.rate, &s->prior);
}

/* Where promises leave less than this share of a budget, best effort has it on top of them: else its price has no end, and no page
 * that is not promised comes before its longest interval. It is no more than its users' 'every' comes to: a promise buys others nothing. */
static const double BEST_EFFORT_SHARE = 0.1;

/* What pages take of the budget a day. */
struct taking {
    double promised; /* if each waited as long as it may */
    double wished;   /* beyond that, if each came as often as its weight says while nothing is known of it */
    /* At these prices: */
    double loose; /* by pages that a higher price makes wait */
    double rigid; /* by those that wait as long as they may: no price moves them */
};

struct demand {
    struct taking all, *host, *owner;
};

static void add_taking(struct demand *to, const struct schedule_page *p, struct taking t)
{
    struct taking *group[] = { &to->all, &to->host[p->wish.host], &to->owner[p->wish.visit.owner] };
    for (size_t i = 0; i < ARRAY_LEN(group); i++) {
        group[i]->promised += t.promised;
        group[i]->wished += t.wished;
        group[i]->loose += t.loose;
        group[i]->rigid += t.rigid;
    }
}

static double taken_at(const struct schedule_page *p, double days)
{
    return isfinite(days) ? cost_of(p, days) / days : 0;
}

/* The longest wait in days. */
static double most_of(const struct schedule_page *p)
{
    return p->wish.visit.most_s ? p->wish.visit.most_s * 1000.0 / DAY_MS : INFINITY;
}

/* What does not depend on prices. */
static void reckon_wishes(const struct schedule *s, struct demand *demand)
{
    for (uint32_t i = 0; i < s->page.n; i++) {
        const struct schedule_page *p = &s->page.item[i];
        double promised = taken_at(p, most_of(p));
        double wished = taken_at(p, forecast_interval(&p->forecast, &p->wish.visit, RATE_UNKNOWN, 1));
        add_taking(demand, p, (struct taking){ .promised = promised, .wished = MAX(wished - promised, 0) });
    }
}

static void forget_prices(struct taking *t, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        t[i].loose = t[i].rigid = 0;
}

static void reckon_demand(const struct schedule *s, struct demand *demand)
{
    forget_prices(&demand->all, 1);
    forget_prices(demand->host, s->host.n);
    forget_prices(demand->owner, s->owner.n);
    for (uint32_t i = 0; i < s->page.n; i++) {
        const struct schedule_page *p = &s->page.item[i];
        double days = interval_of(p, price_of(s, p)), a_day = taken_at(p, days);
        bool waits = days >= most_of(p);
        add_taking(demand, p, (struct taking){ .loose = waits ? 0 : a_day, .rigid = waits ? a_day : 0 });
    }
}

/* What is left for loose pages of a budget of `most`. */
static double room_of(const struct taking *t, double most)
{
    return MAX(most, t->promised + MIN(BEST_EFFORT_SHARE * most, t->wished)) - t->rigid;
}

/* Where all are rigid the price may be far too high, and nothing says by how much: a step has bounds. */
static double step_of(double loose, double room)
{
    return pow(fmin(fmax(loose / MAX(room, 1e-9), 0.1), 10), PRICE_STEP);
}

/* One step of the price of a group of pages that may take no more than `most`. */
static double step_price(const struct schedule *s, double price, const struct taking *t, double most)
{
    bool any = t->loose + t->rigid > 0 && isfinite(most);
    return any ? fmin(MAX(s->price, price) * step_of(t->loose, room_of(t, most)), 1e12) : 0;
}

static bool all_fixed(const struct schedule *s)
{
    uint32_t i = 0;
    while (i < s->page.n && is_fixed(&s->page.item[i]))
        i++;
    return i == s->page.n;
}

/* One step of all prices towards the demand that fits. Returns demand / budget, of what prices can move. */
static double step_prices(struct schedule *s, struct demand *demand)
{
    double loose = 0;
    reckon_demand(s, demand);
    for (uint32_t h = 0; h < s->host.n; h++) {
        struct schedule_host *host = &s->host.item[h];
        double most = host->gap_ms > 0 ? HOST_SHARE * DAY_MS / (double)host->gap_ms : INFINITY;
        host->price = step_price(s, host->price, &demand->host[h], most);
        loose += MIN(demand->host[h].loose, room_of(&demand->host[h], most));
    }
    for (uint32_t i = 0; i < s->owner.n; i++) {
        struct schedule_owner *owner = &s->owner.item[i];
        owner->price = step_price(s, owner->price, &demand->owner[i], owner->a_day);
        loose -= MAX(demand->owner[i].loose - room_of(&demand->owner[i], owner->a_day), 0);
    }
    double room = room_of(&demand->all, s->a_day * s->surplus);
    s->price = fmin(fmax(s->price * step_of(loose, room), 1e-12), 1e12);
    return loose / room;
}

static void solve_prices(struct schedule *s)
{
    AUTO(arena) a = { 0 };
    struct demand demand = { .host = NEW_ARRAY(&a, struct taking, s->host.n + 1),
                             .owner = NEW_ARRAY(&a, struct taking, s->owner.n + 1) };
    reckon_wishes(s, &demand);
    for (int i = 0; i < PRICE_STEPS && !all_fixed(s); i++)
        if (fabs(step_prices(s, &demand) - 1) < 0.005)
            break;
}

static void refresh_clocks(struct schedule *s)
{
    for (uint32_t h = 0; h < s->host.n; h++) {
        struct schedule_host *host = &s->host.item[h];
        struct rhythm_clock clock;
        host->uneven = host->rhythm && rhythm_clock_of(host->rhythm, &clock);
        if (!host->uneven)
            continue;
        if (!host->clock)
            host->clock = NEW(&s->arena, struct rhythm_clock);
        *host->clock = clock;
    }
}

void schedule_plan(struct schedule *s)
{
    refresh_prior(s);
    refresh_clocks(s);
    if (s->visits > 0)
        s->surplus *= exp(0.5 * fmin(fmax(s->a_day / s->page.n * s->early_days / s->visits, -0.2), 0.2));
    s->surplus = fmin(fmax(s->surplus, 0.5), 2);
    s->visits = s->early_days = 0;
    solve_prices(s);
    for (uint32_t i = 0; i < s->page.n; i++) {
        if (s->page_place[FREE][i] != 0 || s->page_place[PROMISED][i] != 0)
            queue_page(s, i);
    }
}

/* ---- What a plan is worth ---- */

double schedule_interval(const struct schedule *s, uint32_t page)
{
    const struct schedule_page *p = &s->page.item[page];
    return interval_of(p, price_of(s, p));
}

double schedule_host_most(const struct schedule *s, uint32_t host)
{
    return s->host.item[host].gap_ms > 0 ? DAY_MS / (double)s->host.item[host].gap_ms : INFINITY;
}

void schedule_promised(const struct schedule *s, double *a_day)
{
    for (uint32_t i = 0; i < s->page.n; i++)
        a_day[s->page.item[i].wish.host] += 1 / most_of(&s->page.item[i]);
}

/* By how much longer than planned the pages of each host wait, as it takes no more visits. */
static double *stretches(struct arena *a, const struct schedule *s)
{
    double *out = NEW_ARRAY(a, double, s->host.n + 1);
    for (uint32_t i = 0; i < s->page.n; i++)
        out[s->page.item[i].wish.host] += 1 / schedule_interval(s, i);
    for (uint32_t h = 0; h < s->host.n; h++)
        out[h] = MAX(out[h] / schedule_host_most(s, h), 1);
    return out;
}

struct schedule_outlook schedule_outlook(const struct schedule *s)
{
    AUTO(arena) a = { 0 };
    struct schedule_outlook out = { 0 };
    const double *stretch = stretches(&a, s);
    double weight = 0, changes = 0;
    for (uint32_t i = 0; i < s->page.n; i++) {
        const struct schedule_page *p = &s->page.item[i];
        double days = schedule_interval(s, i) * stretch[p->wish.host], w = p->wish.visit.weight, x = p->a_day * days;
        weight += w;
        changes += w * p->a_day;
        out.delay_days += w * p->a_day * days / 2;
        out.freshness += !isfinite(days) ? 0 : x > 1e-6 ? w * -expm1(-x) / x : w;
        out.visits_a_day += isfinite(days) ? 1 / days : 0;
        out.cost_a_day += isfinite(days) ? cost_of(p, days) / days : 0;
    }
    out.freshness /= weight > 0 ? weight : 1;
    out.delay_days /= changes > 0 ? changes : 1;
    return out;
}

void schedule_price(struct schedule *s, double fetches_a_day, double guess)
{
    s->a_day = fetches_a_day;
    s->price = guess;
    for (uint32_t h = 0; h < s->host.n; h++)
        s->host.item[h].price = 0;
    for (uint32_t i = 0; i < s->owner.n; i++)
        s->owner.item[i].price = 0;
    solve_prices(s);
    solve_prices(s); /* from further away than from one day to the next */
}
