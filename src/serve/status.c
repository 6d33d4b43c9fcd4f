/* How the server stands, for Prometheus, and for whoever only asks whether it lives. */
#include "archive/care.h"
#include "serve/routes.h"
#include "serve/server.h"

int route_health(struct http_request *r, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int failed = store_begin_read(r->caller.store, &tx, e);

    r->answer.type = "text/plain; charset=utf-8";
    buf_add(&r->answer.body, STR("ok\n"));
    return failed;
}

static void add_metric(struct buf *out, const char *name, const char *kind, const char *help, uint64_t value)
{
    buf_addf(out, "# HELP weft_%s %s\n# TYPE weft_%s %s\nweft_%s %llu\n", name, help, name, kind, name, (unsigned long long)value);
}

int route_metrics(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct server *s = r->server;
    struct scheduler_state state = scheduler_state(&s->scheduler);
    uint64_t bytes;
    int failed = caller_must_administer(&r->caller, "read the metrics", e);

    if (failed || (failed = care_bytes(&r->caller, &bytes, e)))
        return failed;
    r->answer.type = "text/plain; version=0.0.4";
    add_metric(out, "requests_total", "counter", "HTTP requests answered.", __atomic_load_n(&s->n_requests, __ATOMIC_RELAXED));
    add_metric(out, "requests_failed_total", "counter", "Answers with a status of 500 or above.",
               __atomic_load_n(&s->n_failed, __ATOMIC_RELAXED));
    add_metric(out, "store_bytes", "gauge", "Bytes of the archive on the disk.", bytes);
    add_metric(out, "checks_under_way", "gauge", "Pages that are being fetched or compared.", state.under_way);
    buf_add(
        out,
        STR("# HELP weft_checks_total Looks at pages since the server started, by outcome.\n# TYPE weft_checks_total counter\n"));
    for (int i = 0; i < CHECK_OUTCOMES; i++)
        buf_addf(out, "weft_checks_total{outcome=\"%s\"} %llu\n", check_outcome_name((enum check_outcome)i),
                 (unsigned long long)state.n_checks[i]);
    add_metric(out, "live_windows", "gauge", "Browsers that wait for news.", s->live.n);
    add_metric(out, "view_cache_bytes", "gauge", "Bytes of comparisons that are kept.", s->cache.bytes);
    add_metric(out, "view_cache_misses_total", "counter", "Comparisons that had to be made.", s->cache.misses);
    add_metric(out, "view_cache_hits_total", "counter", "Comparisons that were kept already.", s->cache.hits);
    return 0;
}
