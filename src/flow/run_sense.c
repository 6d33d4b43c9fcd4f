/* Sitemaps and feeds of a run. In: those that are due. Out: pages that they announce. They go through the run's own fetcher, so robots.txt,
 * gaps, leases and the guard of addresses hold for them, and what they cost is taken from the budget. */
#include "flow/run_inside.h"

#include "flow/sensors.h"

enum { ASKED_AT_ONCE = 8 };

/* One that is asked; those that are done are used again. */
struct run_sensor {
    struct check_run *run;
    struct run_sensor *next;
    struct arena arena;
    struct str url;
    struct response response;
};

static struct run_sensor *sensor_new(struct check_run *run, struct str url)
{
    struct run_sensor *x = run->idle_sensors;
    if (x)
        run->idle_sensors = x->next;
    else
        x = NEW(&run->names, struct run_sensor);
    *x = (struct run_sensor){ .run = run };
    x->url = arena_str(&x->arena, url);
    return x;
}

static void sensor_end(struct run_sensor *x)
{
    struct check_run *run = x->run;
    arena_drop(&x->arena);
    *x = (struct run_sensor){ .run = run, .next = run->idle_sensors };
    run->idle_sensors = x;
    run->open--;
}

static void take_answer(void *ctx, const struct response *r)
{
    struct run_sensor *x = ctx;
    x->response = response_copy(&x->arena, r);
    x->next = x->run->sensed;
    x->run->sensed = x;
}

static int ask(struct check_run *run, const struct store_sensor *due, uint32_t *left, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct request q;
    if (sensors_ask(&a, run->options.store, due, run_now(run), &q, e))
        return e->code;
    if (q.url.len == 0)
        return 0;
    struct run_sensor *x = sensor_new(run, due->url);
    run->open++;
    *left -= *left != UINT32_MAX;
    int code = fetch_start(run->fetcher, &q, take_answer, x, e);
    if (code)
        sensor_end(x);
    return run_is_fault(code) ? 0 : code; /* then it is not an address: it comes up again later, and hurts nobody */
}

int run_sense(struct check_run *run, uint32_t left, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_sensors due;
    if (!run->options.sensors || left == 0)
        return 0;
    if (store_sensor_due(&a, run->options.store, run_now(run), ASKED_AT_ONCE, &due, e))
        return e->code;
    int code = 0;
    for (uint32_t i = 0; code == 0 && left > 0 && i < due.n; i++)
        code = ask(run, &due.item[i], &left, e);
    return code;
}

static int keep(struct check_run *run, const struct run_sensor *x, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    const struct response *r = &x->response;
    bool sent = r->state != FETCH_LATER && r->state != FETCH_SKIPPED && r->state != FETCH_NETWORK_DOWN;
    struct allowance_spent spent = { sent, sent ? (double)r->body.len : 0, 0 };
    if (store_begin_unsynced(run->options.store, &tx, e) || sensors_take(run->options.store, &run->options.rules, x->url, r, e)
        || allowance_spend(run->options.store, &run->options.rules.budget, run_now(run), spent, e))
        return e->code;
    return store_commit(&tx, e);
}

int run_keep_sensed(struct check_run *run, struct err *e)
{
    int code = 0;
    while (run->sensed) {
        struct run_sensor *x = run->sensed;
        run->sensed = x->next;
        if (code == 0)
            code = keep(run, x, e);
        sensor_end(x);
    }
    return code;
}
