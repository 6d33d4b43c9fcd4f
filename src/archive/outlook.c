/* In: an archive and its rules. Out: what its plan is worth, now and with other budgets. */
#include "archive/outlook.h"

#include "flow/allowance.h"
#include "flow/sensors.h"

static const double factors[OUTLOOK_POINTS] = { 0.125, 0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8 };

static struct outlook_point point_of(const struct schedule *s, double factor)
{
    struct schedule_outlook x = schedule_outlook(s);

    return (struct outlook_point){ factor, x.visits_a_day, x.freshness, x.delay_days };
}

static void add_hosts(const struct caller *c, const struct planner *p, struct outlook *out)
{
    for (uint32_t h = 0; h < p->schedule.host.n; h++)
        if (p->schedule.host.item[h].price > p->schedule.price * 1.01)
            visit_plan_add_price(c->arena, &out->hosts, p->host.item[h].name, p->schedule.host.item[h].price);
}

static void add_overbooked(const struct caller *c, const struct planner *p, struct outlook *out)
{
    double *promised = NEW_ARRAY(c->arena, double, p->schedule.host.n + 1);
    schedule_promised(&p->schedule, promised);
    for (uint32_t h = 0; h < p->schedule.host.n; h++) {
        double most = schedule_host_most(&p->schedule, h);
        if (promised[h] > most * 1.01)
            *VEC_ADD(c->arena, &out->overbooked) =
                (struct outlook_host){ arena_str(c->arena, p->host.item[h].name), promised[h], most };
    }
}

static int add_counts(const struct caller *c, uint32_t n_next, struct outlook *out, struct err *e)
{
    struct store_plan_counts counts;
    int failed = store_plan_counts(c->store, c->now - PROMISES_LATE_MS, &counts, e);

    if (failed)
        return failed;
    out->late = counts.late;
    return store_plan_next(c->arena, c->store, n_next, &out->next, e);
}

static int add_broken(const struct caller *c, struct outlook *out, struct err *e)
{
    int failed = promises_load(c->store, c->now, &out->promises, e);

    out->broken = (struct store_pages){ NEW_ARRAY(c->arena, struct store_page, PROMISES_LAST), out->promises.n };
    for (uint32_t i = 0; i < out->broken.n && !failed; i++) {
        failed = store_page_get(c->arena, c->store, out->promises.last[i].page, &out->broken.item[i], e);
        if (failed == E_ABSENT) {
            out->broken.item[i] = (struct store_page){ .id = 0 };
            failed = 0;
        }
    }
    return failed;
}

static int add_sensors(const struct caller *c, struct outlook *out, struct err *e)
{
    struct store_sensors list;
    int failed = store_sensor_list(c->arena, c->store, &list, e);

    for (uint32_t i = 0; i < list.n && !failed; i++) {
        struct sensor_facts f = sensor_facts_read(c->arena, list.item[i].facts);
        bool reads = f.checked_at != NEVER && f.errors == 0;
        out->sensors += reads;
        out->disbelieved += reads && !sensor_is_believed(&f);
    }
    return failed;
}

static int add_early(const struct caller *c, struct outlook *out, struct err *e)
{
    struct allowance x;
    int failed = allowance_load(c->store, &x, e);

    out->early = failed ? 0 : (uint64_t)MAX(x.early, 0);
    return failed;
}

int outlook_make(const struct caller *c, const struct subject_rules *rules, uint32_t n_next, struct outlook *out, struct err *e)
{
    AUTO(planner) p = { .promised = 0 };
    int failed;

    if ((failed = caller_must_administer(c, "see the plan for all pages", e)) || (failed = planner_load(&p, c->store, rules, e)))
        return failed;
    *out = (struct outlook){ .budget = p.schedule.a_day,
                             .price = p.schedule.price,
                             .now = point_of(&p.schedule, 1),
                             .promised = p.promised,
                             .best_effort = p.best_effort,
                             .promised_a_day = p.promised_a_day };
    add_hosts(c, &p, out);
    add_overbooked(c, &p, out);
    for (unsigned i = 0; i < OUTLOOK_POINTS; i++) {
        schedule_price(&p.schedule, out->budget * factors[i], out->price / (factors[i] * factors[i]));
        out->point[i] = point_of(&p.schedule, factors[i]);
    }
    if ((failed = add_broken(c, out, e)) || (failed = add_sensors(c, out, e)) || (failed = add_early(c, out, e)))
        return failed;
    return add_counts(c, n_next, out, e);
}
