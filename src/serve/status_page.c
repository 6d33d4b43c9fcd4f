/* How all stands, for people: what visits are worth, when they come, the hosts, the messages, the store.
 *
 * An administrator sees it of all pages; anybody else of their own, and without the budget, which is not theirs. */
#include "archive/care.h"
#include "archive/hosts.h"
#include "archive/outbox.h"
#include "base/duration.h"
#include "base/moment.h"
#include "notify/outbox.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"
#include "serve/status_chart.h"

enum { HOSTS_SHOWN = 12, MESSAGES_SHOWN = 8, ROOM_LOW = 512 << 20 };

struct status_page {
    struct http_request *r;
    struct scheduler_state state;
    struct host_rows hosts;
    struct outbox_list outbox;
    struct outlook outlook;
    uint64_t bytes, room;
    bool all, has_outlook;
};

static int read_disk(struct status_page *p, struct err *e)
{
    int failed = care_bytes(&p->r->caller, &p->bytes, e);

    return failed ? failed : care_room(&p->r->caller, &p->room, e);
}

static int read_all(struct status_page *p, struct err *e)
{
    struct caller *c = &p->r->caller;
    int failed = 0;

    p->state = scheduler_state(&p->r->server->scheduler);
    p->all = c->who.role == ROLE_ADMIN;
    if ((failed = hosts_list(c, p->all, &p->hosts, e))
        || (failed = outbox_read(c, &(struct outbox_query){ .state = -1, .limit = MESSAGES_SHOWN }, &p->outbox, e)))
        return failed;
    if (!p->all || p->hosts.pages == 0)
        return p->all ? read_disk(p, e) : 0;
    if ((failed = read_disk(p, e)))
        return failed;
    failed = outlooks_read(&p->r->server->outlooks, c, p->hosts.pages, &p->outlook, &p->has_outlook, e);
    if (!p->has_outlook)
        answer_header(p->r, "Refresh", STR("2")); /* it is found meanwhile */
    return failed;
}

/* ---- The head ---- */

static uint32_t count_hosts(const struct status_page *p, enum host_state state)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->hosts.n; i++)
        n += p->hosts.item[i].state == state;
    return n;
}

/* Pages of hosts that do answer. */
static uint64_t count_failing(const struct status_page *p)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < p->hosts.n; i++)
        n += p->hosts.item[i].state == HOST_SILENT ? 0 : p->hosts.item[i].failing;
    return n;
}

static uint32_t count_dead(const struct status_page *p)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->outbox.n; i++)
        n += p->outbox.item[i].delivery.state == DELIVERY_DEAD;
    return n;
}

static void add_switches(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out,
             "<div class=\"bar tight\"><a class=\"btn\" href=\"/metrics\">Metrics</a><form method=\"post\" action=\"/pause-all\">");
    shell_token(p->r);
    HTML(out, "<button class=\"btn\" name=\"paused\" value=\"{}\">{}</button></form></div>", WORD(p->state.paused ? "0" : "1"),
         WORD(p->state.paused ? "Resume visits" : "Pause all visits"));
}

/* "Running since today 09:12. One host of 38 does not answer; all else is well." */
static void add_head(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;
    uint32_t silent = count_hosts(p, HOST_SILENT), dead = count_dead(p);
    bool stopped = p->state.trouble[0] || p->state.totals.network_down || p->state.paused;
    uint64_t failing = count_failing(p);
    bool wrong = silent || dead || failing;

    html_raw(out, "<div class=\"head\"><div class=\"grow\"><h1>Status</h1><p class=\"lede\">Running since ");
    html_add_moment(out, p->r->server->started_at, p->r->caller.now);
    html_raw(out, wrong ? ". " : stopped ? "." : "; all is well.");
    if (silent)
        HTML(out, "{} of {} hosts {} not answer. ", NUM(silent), NUM(p->hosts.n), WORD(silent == 1 ? "does" : "do"));
    if (failing) {
        html_add_number_of(out, failing, silent ? "other page" : "page");
        html_raw(out, " could not be fetched. ");
    }
    if (dead) {
        html_add_number_of(out, dead, "message");
        html_raw(out, " could not be delivered. ");
    }
    html_raw(out, wrong && !stopped ? "All else is well.</p></div>" : "</p></div>");
    if (p->all)
        add_switches(p);
    html_raw(out, "</div>\n");
    if (p->state.paused)
        shell_note(out, "warn", STR("All visits are paused until you resume them."));
    if (p->all && p->room < ROOM_LOW)
        shell_note(out, "bad",
                   STR("The disk is nearly full. Free some room, or let weft gc remove old versions (keep-last, thin-after)."));
    if (p->state.trouble[0])
        shell_note(out, "bad",
                   arena_printf(p->r->arena, "weft cannot visit pages: %s. It tries again every few seconds.", p->state.trouble));
    if (p->state.totals.network_down)
        shell_note(out, "warn", STR("Nothing answers: the network seems to be down. weft tries again every second."));
}

static void add_stat(struct buf *out, const char *name, uint64_t n, const char *unit)
{
    HTML(out, "<div><dt>{}</dt><dd>", WORD(name));
    html_add_count(out, n);
    HTML(out, " <small>{}</small></dd></div>", WORD(unit));
}

static void add_stats(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;
    const uint64_t *n = p->state.n_checks;
    uint64_t looks = 0;

    for (int i = 0; i < CHECK_PUT_OFF; i++)
        looks += n[i];
    html_raw(out, "<dl class=\"stats\">");
    if (p->has_outlook)
        buf_addf(out, "<div><dt>Expected fresh</dt><dd>%.0f %% <small>of what is known</small></dd></div>",
                 p->outlook.now.freshness * 100);
    add_stat(out, p->all ? "Visits since the start" : "Your pages", p->all ? looks : p->hosts.pages, "");
    if (p->all) {
        add_stat(out, "Changed", n[CHECK_CHANGED], "news for somebody");
        add_stat(out, "Failed", n[CHECK_FAILED], "");
    }
    add_stat(out, "Under way", p->state.under_way, "now");
    if (p->all) {
        html_raw(out, "<div><dt>Stored</dt><dd>");
        html_add_bytes(out, (int64_t)p->bytes);
        if (p->room != UINT64_MAX) {
            html_raw(out, " <small>");
            html_add_bytes(out, (int64_t)p->room);
            html_raw(out, " free</small>");
        }
        html_raw(out, "</dd></div>");
    }
    html_raw(out, "</dl>\n");
}

/* ---- Budget and visits ---- */

static void add_days(struct buf *out, double days)
{
    int64_t ms = (int64_t)(days * (double)DURATION_DAY_MS);

    duration_add_words(out, ms > DURATION_MINUTE_MS ? ms - ms % DURATION_MINUTE_MS : MAX(ms, DURATION_SECOND_MS));
}

static const struct outlook_point *twice(const struct outlook *x)
{
    for (unsigned i = 0; i < OUTLOOK_POINTS; i++)
        if (x->point[i].factor == 2)
            return &x->point[i];
    return &x->point[OUTLOOK_POINTS - 1];
}

static void add_budget(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct outlook *x = &p->outlook;

    if (!p->has_outlook)
        return;
    html_raw(
        out,
        "<section class=\"box\" aria-labelledby=\"budget\"><div class=\"bh\"><h2 id=\"budget\" class=\"grow\">What a larger budget would "
        "buy</h2></div>");
    chart_budget(out, x);
    html_raw(out, "<p class=\"small soft\">At ");
    if (x->now.visits_a_day < 9.95) /* as the chart writes it */
        buf_addf(out, "%.1f visits", x->now.visits_a_day);
    else
        html_add_number_of(out, (uint64_t)(x->now.visits_a_day + .5), "visit");
    buf_addf(out, " a day %.0f %% of what weft knows is up to date, and an important change is seen after ",
             x->now.freshness * 100);
    add_days(out, x->now.delay_days);
    buf_addf(out, " on average. Twice as many would lift that to %.0f %%, and to ", twice(x)->freshness * 100);
    add_days(out, twice(x)->delay_days);
    html_raw(out, ". The budget is a setting: <code>weft settings requests-a-day 500</code>.");
    if (x->early) {
        html_raw(out, " It had room for ");
        html_add_number_of(out, x->early, "visit");
        html_raw(out, x->early == 1 ? " before its time." : " before their time.");
    }
    if (x->sensors)
        buf_addf(out, " Sitemaps and feeds that announce changes: %u, %u of them not believed.", x->sensors, x->disbelieved);
    html_raw(out, "</p></section>\n");
}

static void add_visits(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;
    uint64_t sum = 0;

    for (unsigned i = 0; i < STANDING_HOURS; i++)
        sum += p->hosts.hours[i];
    HTML(
        out,
        "<section class=\"box stack\" aria-labelledby=\"visits\"><div class=\"bh\"><h2 id=\"visits\" class=\"grow\">{}</h2><span class=\"small "
        "dim\">",
        WORD(p->all ? "Pages visited in the next 24 hours" : "Your pages in the next 24 hours"));
    html_add_count(out, sum);
    html_raw(out, " of ");
    html_add_count(out, p->hosts.pages);
    html_raw(out, "</span></div>");
    chart_hours(out, p->hosts.hours);
    if (p->has_outlook) {
        const struct outlook *x = &p->outlook;
        html_raw(out, "<dl class=\"kv\"><dt>Promises</dt><dd>");
        html_add_number_of(out, x->promised, "page");
        buf_addf(out, " with a fixed interval, %.0f visits a day</dd><dt>Best effort</dt><dd>", x->promised_a_day);
        html_add_number_of(out, x->best_effort, "page");
        html_raw(out, ", visited when a change that matters is likely</dd>");
        if (x->late) {
            html_raw(out, "<dt>Late</dt><dd class=\"warn\">");
            html_add_number_of(out, (uint64_t)x->late, "promise");
            html_raw(out, ": raise <code>requests-a-day</code>, or look less often</dd>");
        }
        html_raw(out, "</dl>");
    }
    html_raw(out, "</section>\n");
}

/* ---- Hosts ---- */

static void add_gap(struct buf *out, const struct host_row *row)
{
    if (row->gap_ms == 0) {
        html_raw(out, "without pauses");
        return;
    }
    html_raw(out, "1 in ");
    if (row->gap_ms < DURATION_SECOND_MS)
        buf_addf(out, "%.1f s", (double)row->gap_ms / 1000);
    else
        duration_add_words(out, row->gap_ms);
    html_raw(out, row->gap_from_robots ? " (robots.txt)" : "");
}

static void add_host(struct status_page *p, const struct host_row *row)
{
    static const char *const dots[] = {
        [HOST_WELL] = "", [HOST_PAUSED] = " warn", [HOST_PARTLY] = " warn", [HOST_SILENT] = " bad"
    };
    struct buf *out = &p->r->answer.body;
    int64_t now = p->r->caller.now;

    if (row->name.len)
        HTML(out, "<tr><td><a href=\"/pages?q={}\">{}</a></td>", PART(row->name), TEXT(row->name));
    else
        html_raw(out, "<tr><td>files of this machine</td>");
    HTML(out, "<td><span class=\"dot{}\"></span> {}", WORD(dots[row->state]), WORD(host_state_words(row->state)));
    if (row->paused_until != NEVER) {
        html_raw(out, ", until ");
        html_add_moment(out, row->paused_until, now);
    }
    html_raw(out, "</td><td class=\"r\" data-l=\"Pages\">");
    html_add_count(out, row->pages);
    html_raw(out, "</td><td data-l=\"At most\">");
    add_gap(out, row);
    html_raw(out, "</td><td class=\"r\" data-l=\"Next visit\">");
    if (row->next_at != NEVER)
        moment_add_ago(out, MAX(row->next_at, now), now);
    else
        html_raw(out, "none planned");
    html_raw(out, "</td><td class=\"r\" data-l=\"Pages that fail\">");
    html_add_count(out, row->failing);
    html_raw(out, "</td></tr>\n");
}

static void add_hosts(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;
    bool every = form_has(&p->r->query, "hosts");
    uint32_t n = every ? p->hosts.n : MIN(p->hosts.n, (uint32_t)HOSTS_SHOWN);

    if (p->hosts.n == 0)
        return;
    html_raw(out, "<section aria-labelledby=\"hosts\"><div class=\"bh\"><h2 id=\"hosts\" class=\"grow\">Hosts</h2>");
    if (n < p->hosts.n)
        HTML(out, "<a class=\"small\" href=\"/status?hosts=all#hosts\">All {}</a>", NUM(p->hosts.n));
    html_raw(out,
             "</div><table class=\"tbl cards\"><thead><tr><th>Host</th><th>State</th><th class=\"r\">Pages</th><th>At most</th><th "
             "class=\"r\">Next visit</th><th class=\"r\">Pages that fail</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < n; i++)
        add_host(p, &p->hosts.item[i]);
    html_raw(out, "</tbody></table></section>\n");
}

/* ---- Messages ---- */

static void add_message(struct status_page *p, const struct outbox_row *row)
{
    struct buf *out = &p->r->answer.body;
    const struct store_delivery *d = &row->delivery;
    int64_t now = p->r->caller.now;

    HTML(out, "<tr><td>{}", TEXT(row->headline.len ? row->headline : STR("A test message")));
    if (row->n > 1)
        HTML(out, " <span class=\"dim\">and {} more</span>", NUM(row->n - 1));
    HTML(out, "</td><td data-l=\"to\">{}</td>", TEXT(row->channel));
    if (d->state == DELIVERY_DEAD) {
        HTML(out, "<td class=\"bad\">given up after {} {}: {}</td><td class=\"r\"><form method=\"post\" action=\"/outbox/retry\">",
             NUM(d->tries), WORD(d->tries == 1 ? "try" : "tries"), TEXT(d->error));
        shell_token(p->r);
        HTML(out, "<button class=\"btn sm\" name=\"id\" value=\"{}\">Send again</button></form></td></tr>\n", NUM(d->id));
        return;
    }
    html_raw(out, d->state == DELIVERY_SENT ? "<td class=\"good nowrap\">sent " : "<td class=\"nowrap\">waits, next try ");
    html_add_moment(out, d->state == DELIVERY_SENT ? d->done_at : MAX(d->next_at, now), now);
    html_raw(out, "</td><td></td></tr>\n");
}

static void add_outbox(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<section aria-labelledby=\"outbox\"><div class=\"bh\"><h2 id=\"outbox\" class=\"grow\">Your messages</h2>");
    if (p->outbox.waiting) {
        html_raw(out, "<span class=\"small dim\">");
        html_add_number_of(out, (uint64_t)p->outbox.waiting, "change");
        html_raw(out, " will be sent later</span>");
    }
    html_raw(out, "<a class=\"small\" href=\"/channels\">All messages</a></div>");
    if (p->outbox.n == 0) {
        html_raw(
            out,
            "<p class=\"dim small\">Nothing was sent yet. <a href=\"/channels\">Channels</a> say where news go.</p></section>\n");
        return;
    }
    html_raw(out, "<table class=\"tbl cards\"><thead><tr><th>Message</th><th>To</th><th>State</th><th><span "
                  "class=\"sr\">What to do</span></th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < p->outbox.n; i++)
        add_message(p, &p->outbox.item[i]);
    html_raw(out, "</tbody></table></section>\n");
}

/* ---- The store ---- */

static void add_store(struct status_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct server *s = p->r->server;

    if (!p->all)
        return;
    html_raw(
        out,
        "<section aria-labelledby=\"store\"><div class=\"bh\"><h2 id=\"store\">Storage</h2></div><dl class=\"kv\"><dt>On the disk</dt><dd>");
    html_add_bytes(out, (int64_t)p->bytes);
    html_raw(out, ", every version as a difference to the next");
    if (p->room != UINT64_MAX) {
        html_raw(out, "; ");
        html_add_bytes(out, (int64_t)p->room);
        html_raw(out, " are free");
    }
    html_raw(out, "</dd><dt>Kept in memory</dt><dd>");
    html_add_bytes(out, (int64_t)s->cache.bytes);
    html_raw(
        out,
        " of differences that were shown lately</dd><dt>Care</dt><dd><code>weft verify</code> reads every byte, <code>weft gc</code> packs "
        "tighter, <code>weft backup</code> copies while the server runs</dd></dl></section>\n");
}

int route_pause_all(struct http_request *r, struct err *e)
{
    bool paused = !str_eq(form_value(&r->form, "paused"), STR("0"));
    int failed = care_pause(&r->caller, paused, e);

    if (failed)
        return failed;
    scheduler_pause(&r->server->scheduler, paused);
    answer_done(r, paused ? STR("All visits are paused") : STR("Visits go on"), 0, STR("/status"));
    return 0;
}

int route_status(struct http_request *r, struct err *e)
{
    struct status_page p = { .r = r };
    struct buf *out = &r->answer.body;
    int failed = read_all(&p, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = STR("Status"), .place = PLACE_STATUS, .wide = true }, e)))
        return failed;
    add_head(&p);
    html_raw(out, "<div class=\"stack\">\n");
    add_stats(&p);
    html_raw(out, p.has_outlook ? "<div class=\"two\">\n" : "<div>\n");
    add_budget(&p);
    add_visits(&p);
    html_raw(out, "</div>\n");
    add_hosts(&p);
    add_outbox(&p);
    add_store(&p);
    html_raw(out, "</div>\n");
    shell_close(r);
    return 0;
}
