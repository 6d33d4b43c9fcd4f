/* How the server stands: for people, for Prometheus, and for whoever only asks whether it lives. */
#include "archive/news.h"
#include "base/duration.h"
#include "base/moment.h"
#include "serve/shell.h"
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

    if (failed || (failed = store_footprint(r->caller.store, &bytes, e)))
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
        buf_addf(out, "weft_checks_total{outcome=\"%s\"} %u\n", check_outcome_name((enum check_outcome)i), state.totals.n[i]);
    add_metric(out, "live_windows", "gauge", "Browsers that wait for news.", s->live.n);
    add_metric(out, "view_cache_bytes", "gauge", "Bytes of comparisons that are kept.", s->cache.bytes);
    add_metric(out, "view_cache_hits_total", "counter", "Comparisons that were kept already.", s->cache.hits);
    return 0;
}

static void add_stat(struct buf *out, const char *name, uint64_t n, const char *unit)
{
    HTML(out, "<div><dt>{}</dt><dd>", WORD(name));
    html_add_count(out, n);
    HTML(out, " <small>{}</small></dd></div>", WORD(unit));
}

int route_status(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct scheduler_state state = scheduler_state(&r->server->scheduler);
    const uint32_t *n = state.totals.n;
    uint64_t bytes, looks = 0;
    int failed = shell_open(r, &(struct shell){ .title = STR("Status"), .place = PLACE_STATUS, .wide = true }, e);

    if (failed || (failed = store_footprint(r->caller.store, &bytes, e)))
        return failed;
    for (int i = 0; i < CHECK_PUT_OFF; i++)
        looks += n[i];
    html_raw(out, "<div class=\"head\"><div class=\"grow\"><h1>Status</h1><p class=\"lede\">Running since ");
    html_add_moment(out, r->server->started_at, r->caller.now);
    html_raw(out, state.trouble[0] || state.totals.network_down ? ".</p></div></div>\n" : "; all is well.</p></div></div>\n");
    if (state.trouble[0])
        shell_note(out, "bad",
                   arena_printf(r->arena, "weft cannot visit pages: %s. It tries again every few seconds.", state.trouble));
    if (state.totals.network_down)
        shell_note(out, "warn", STR("Nothing answers: the network seems to be down. weft tries again every second."));
    html_raw(out, "<dl class=\"stats\">");
    add_stat(out, "Visits since the start", looks, "");
    add_stat(out, "Changed", n[CHECK_CHANGED], "news for somebody");
    add_stat(out, "Held back", n[CHECK_QUIET], "nothing to announce");
    add_stat(out, "Failed", n[CHECK_FAILED], "");
    add_stat(out, "Under way", state.under_way, "now");
    html_raw(out, "<div><dt>Stored</dt><dd>");
    html_add_bytes(out, (int64_t)bytes);
    html_raw(out, "</dd></div></dl>\n");
    shell_close(r);
    return 0;
}
