/* weft schedule: the plan for all pages, and what a larger budget would buy. */
#include "archive/outlook.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/check_session.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "show/plot.h"

enum { NEXT = 10 };

static const struct option option_svg = { "svg", 0, NULL, "Draw what other budgets would be worth, as a picture in SVG.", NULL };

static void add_days(struct buf *out, double days)
{
    int64_t ms = (int64_t)(days * (double)DURATION_DAY_MS) + DURATION_MINUTE_MS / 2;

    duration_add_words(out, ms > DURATION_MINUTE_MS ? ms - ms % DURATION_MINUTE_MS : ms - DURATION_MINUTE_MS / 2);
}

static void add_point(struct buf *out, const struct outlook_point *p)
{
    buf_addf(out, "%s %5.3gx  %10.1f a day   %5.1f %%   ", p->factor == 1 ? "*" : " ", p->factor, p->visits_a_day,
             p->freshness * 100);
    add_days(out, p->delay_days);
    buf_add_char(out, '\n');
}

static void add_hosts(struct buf *out, const struct outlook *x)
{
    if (x->hosts.n)
        buf_addf(out, "\nHosts that take fewer visits than their pages are worth:\n");
    for (uint32_t i = 0; i < MIN(x->hosts.n, (uint32_t)NEXT); i++)
        buf_addf(out, "  %.*s, at %.3g times the price\n", STR_ARG(x->hosts.item[i].name), x->hosts.item[i].price / x->price);
}

static void add_overbooked(struct buf *out, const struct outlook *x)
{
    if (x->overbooked.n)
        buf_add(
            out,
            STR("\nHosts whose promises cannot all be kept: look less often, or raise host-requests-a-day where that is the limit\n"));
    for (uint32_t i = 0; i < MIN(x->overbooked.n, (uint32_t)NEXT); i++) {
        const struct outlook_host *h = &x->overbooked.item[i];
        buf_addf(out, "  %.*s: %.0f visits a day are promised, and it takes one every ", STR_ARG(h->name), h->promised_a_day);
        duration_add_words(out, (int64_t)((double)DURATION_DAY_MS / h->most_a_day));
        buf_add(out, STR(" at most\n"));
    }
}

static void overbooked_json(struct json *j, const struct outlook *x)
{
    json_key(j, "overbooked");
    json_array(j);
    for (uint32_t i = 0; i < x->overbooked.n; i++) {
        json_object(j);
        json_field_str(j, "host", x->overbooked.item[i].name);
        json_field_real(j, "promised_a_day", x->overbooked.item[i].promised_a_day);
        json_field_real(j, "most_a_day", x->overbooked.item[i].most_a_day);
        json_end(j);
    }
    json_end(j);
}

static void add_next(struct buf *out, const struct outlook *x, int64_t now)
{
    if (x->next.n)
        buf_add(out, STR("\nNext:\n"));
    for (uint32_t i = 0; i < x->next.n; i++) {
        const struct store_page *p = &x->next.item[i];
        AUTO(buf) when = BUF(256);
        if (p->next_check_at - now >= DURATION_SECOND_MS)
            moment_add_ago(&when, p->next_check_at, now);
        else
            buf_add(&when, STR("now"));
        buf_add(out, STR("  "));
        moment_add(out, MAX(p->next_check_at, now));
        buf_addf(out, "  %-14.*s %-11s  ", STR_ARG(buf_str(&when)), p->best_effort ? "best effort" : "promised");
        term_add_safe(out, watch_address(p->url));
        buf_add_char(out, '\n');
    }
}

/* What could not be kept in the last month. */
static void add_broken(struct buf *out, const struct outlook *x, int64_t now)
{
    uint32_t n = promises_count(&x->promises);

    if (n == 0)
        return;
    buf_addf(out, "\n%u promise%s broken in the last %d days. The last:\n", n, n == 1 ? " was" : "s were", PROMISES_DAYS);
    for (uint32_t i = 0; i < x->broken.n; i++) {
        const struct broken_promise *b = &x->promises.last[i];
        AUTO(buf) when = BUF(256);
        AUTO(buf) late = BUF(256);
        moment_add_ago(&when, b->at, now);
        duration_add_words(&late, b->late_ms - b->late_ms % DURATION_MINUTE_MS);
        buf_add(out, STR("  "));
        moment_add(out, b->at);
        buf_addf(out, "  %-14.*s %.*s late  ", STR_ARG(buf_str(&when)), STR_ARG(buf_str(&late)));
        term_add_safe(out, x->broken.item[i].id ? watch_address(x->broken.item[i].url) : STR("(a page that is gone)"));
        buf_add_char(out, '\n');
    }
}

static void broken_json(struct json *j, const struct outlook *x)
{
    json_field_number(j, "broken", promises_count(&x->promises));
    json_key(j, "last_broken");
    json_array(j);
    for (uint32_t i = 0; i < x->broken.n; i++) {
        json_object(j);
        json_field_str(j, "url", watch_address(x->broken.item[i].url));
        moment_json(j, "at", x->promises.last[i].at);
        json_field_number(j, "late_seconds", x->promises.last[i].late_ms / 1000);
        json_end(j);
    }
    json_end(j);
}

static void add_text(struct buf *out, const struct outlook *x, int64_t now)
{
    if (x->promised + x->best_effort == 0) {
        buf_add(out, STR("No page is watched yet; begin with 'weft add URL'.\n"));
        return;
    }
    buf_addf(out, "%u page%s: %u best effort, %u promised; %.1f visits a day, %.1f of them promised\n",
             x->promised + x->best_effort, x->promised + x->best_effort == 1 ? "" : "s", x->best_effort, x->promised,
             x->now.visits_a_day, x->promised_a_day);
    buf_addf(out, "%.1f %% of what is known is up to date on average; an important change is seen after ", x->now.freshness * 100);
    add_days(out, x->now.delay_days);
    buf_addf(out, "\nBy a plan made now, a best-effort page is visited when its urgency reaches %.3g\n", x->price);
    if (x->early)
        buf_addf(out, "%llu visit%s came before %s time, as the budget had room\n", (unsigned long long)x->early,
                 x->early == 1 ? "" : "s", x->early == 1 ? "its" : "their");
    if (x->sensors)
        buf_addf(out, "Sitemaps and feeds that announce changes: %u", x->sensors);
    if (x->disbelieved)
        buf_addf(out, "; %u of them %s not believed, as too little of what they said was true", x->disbelieved,
                 x->disbelieved == 1 ? "is" : "are");
    if (x->sensors)
        buf_add_char(out, '\n');
    if (x->late)
        buf_addf(out, "%lld promise%s late; they are kept while 'weft watch' or 'weft serve' runs\n", (long long)x->late,
                 x->late == 1 ? " is" : "s are");
    if (x->promised_a_day > x->budget)
        buf_addf(
            out,
            "The promises alone take %.1f visits a day, more than the budget of %.1f; best effort comes on top, with a tenth of it at "
            "most: raise requests-a-day, or look less often\n",
            x->promised_a_day, x->budget);
    add_broken(out, x, now);
    add_overbooked(out, x);
    add_hosts(out, x);
    add_next(out, x, now);
    buf_add(out, STR("\n  budget        visits      fresh    an important change is seen after\n"));
    for (unsigned i = 0; i < OUTLOOK_POINTS; i++)
        add_point(out, &x->point[i]);
}

static void point_json(struct json *j, const struct outlook_point *p)
{
    json_object(j);
    json_field_real(j, "factor", p->factor);
    json_field_real(j, "visits_a_day", p->visits_a_day);
    json_field_real(j, "freshness", p->freshness);
    json_field_real(j, "delay_days", p->delay_days);
    json_end(j);
}

static void next_json(struct json *j, const struct outlook *x)
{
    json_key(j, "next");
    json_array(j);
    for (uint32_t i = 0; i < x->next.n; i++) {
        json_object(j);
        json_field_str(j, "url", watch_address(x->next.item[i].url));
        moment_json(j, "next_check_at", x->next.item[i].next_check_at);
        json_field_bool(j, "best_effort", x->next.item[i].best_effort);
        json_end(j);
    }
    json_end(j);
}

static void add_json(struct buf *out, const struct outlook *x)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    json_field_number(&j, "best_effort", x->best_effort);
    json_field_number(&j, "promised", x->promised);
    json_field_number(&j, "late", x->late);
    broken_json(&j, x);
    json_field_number(&j, "early", (int64_t)x->early);
    json_field_number(&j, "sensors", x->sensors);
    json_field_number(&j, "sensors_disbelieved", x->disbelieved);
    json_field_real(&j, "budget_a_day", x->budget);
    json_field_real(&j, "promised_a_day", x->promised_a_day);
    json_field_real(&j, "price", x->price);
    json_key(&j, "now");
    point_json(&j, &x->now);
    json_key(&j, "hosts");
    json_array(&j);
    for (uint32_t i = 0; i < x->hosts.n; i++) {
        json_object(&j);
        json_field_str(&j, "host", x->hosts.item[i].name);
        json_field_real(&j, "price", x->hosts.item[i].price);
        json_end(&j);
    }
    json_end(&j);
    overbooked_json(&j, x);
    next_json(&j, x);
    json_key(&j, "curve");
    json_array(&j);
    for (unsigned i = 0; i < OUTLOOK_POINTS; i++)
        point_json(&j, &x->point[i]);
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}

/* Delay as a share of the longest, so that both curves have one scale. */
static void add_svg(struct arena *a, struct buf *out, const struct outlook *x)
{
    double at[OUTLOOK_POINTS], fresh[OUTLOOK_POINTS], delay[OUTLOOK_POINTS];
    struct plot_tick tick[OUTLOOK_POINTS];
    struct str point[OUTLOOK_POINTS];
    double longest = MAX(x->point[0].delay_days, 1e-9);

    for (unsigned i = 0; i < OUTLOOK_POINTS; i++) {
        const struct outlook_point *p = &x->point[i];
        at[i] = i;
        fresh[i] = p->freshness;
        delay[i] = MIN(p->delay_days / longest, 1);
        tick[i] = (struct plot_tick){ i, arena_printf(a, "%gx", p->factor) };
        point[i] = arena_printf(a, "%.1f visits a day: %.1f %% fresh, important changes seen after %.2g days", p->visits_a_day,
                                p->freshness * 100, p->delay_days);
    }
    struct plot_curve curve[] = { { STR("up to date"), PLOT_GREEN, PLOT_BOLD, fresh },
                                  { STR("time until an important change is seen"), PLOT_ORANGE, PLOT_SOLID, delay } };
    struct plot_panel panel = { .title = STR(""),
                                .x_name = STR("budget, as a multiple of what it is now"),
                                .x = at,
                                .n = OUTLOOK_POINTS,
                                .curve = curve,
                                .n_curves = ARRAY_LEN(curve),
                                .tick = tick,
                                .n_ticks = OUTLOOK_POINTS,
                                .point = point };
    plot_svg(STR("What another budget would buy"), &panel, 1, 1, out);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(check_session) c = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct outlook x;

    if (args_given(args, &option_svg) && args_given(args, &option_json))
        return err_set(e, E_USAGE, "schedule: --svg and --json contradict each other; give one of them");
    if (session_open(&s, args, SESSION_READ, e) || check_session_rules(&c, &s, 0, e)
        || outlook_make(&s.caller, &c.when.rules, NEXT, &x, e))
        return e->code;
    if (args_given(args, &option_svg))
        add_svg(&s.arena, &out, &x);
    else if (args_given(args, &option_json))
        add_json(&out, &x);
    else
        add_text(&out, &x, s.caller.now);
    if (buf_check(&out, e))
        return e->code;
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_json, &option_svg, NULL };

static const struct example examples[] = {
    { "weft schedule", "the plan, the next visits and what another budget would buy" },
    { "weft schedule --svg > budget.svg", "the same as a curve" },
    { "weft schedule --requests-a-day 5000", "as if the budget were another one" },
    { NULL, NULL },
};

const struct command command_schedule = {
    .name = "schedule",
    .args = "",
    .summary = "shows when pages are visited, and what a larger budget would buy",
    .help =
        "A page with an interval of its own (--every 6h, or a line of the thresholds file) is promised: it is looked at that often. All "
        "others are best effort: weft learns from each visit how often a page changes in a way that matters, and spends the visits that "
        "remain where they see the most of it, earliest. Without a budget (the settings requests-a-day, bytes-a-day, user-requests-a-day, "
        "host-requests-a-day) it makes as many visits as if every page were looked at every 'every'. A new plan is made once a day. "
        "Promises come before everything else; where they cannot be kept, that is said here.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
