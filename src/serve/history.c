/* Every version of a page on a line of time: what each brought, how much it mattered, any two to be compared. */
#include <time.h>

#include "archive/held.h"
#include "archive/history.h"
#include "archive/measures.h"
#include "archive/watched.h"
#include "base/moment.h"
#include "serve/chart.h"
#include "serve/shell.h"
#include "serve/routes.h"

enum { ROWS_MAX = 500 };

struct history_view {
    struct http_request *r;
    struct target target;
    struct watched watched;
    bool is_watched;
    struct page_history rows;
    struct str title;
};

static int read_all(struct history_view *p, struct err *e)
{
    struct http_request *r = p->r;
    int64_t page = r->match.number[0];
    int failed = target_page(&r->caller, page, &p->target, e);

    if (failed || (failed = history_read(&r->caller, &p->target, &p->rows, e)))
        return failed;
    failed = watched_page(&r->caller, page, &p->watched, e);
    p->is_watched = failed == 0;
    p->title = p->target.name;
    if (p->is_watched)
        p->title = p->watched.watch.title.len   ? p->watched.watch.title
                   : p->watched.state.title.len ? p->watched.state.title
                                                : p->title;
    return failed == E_ABSENT ? 0 : failed;
}

/* ---- On top ---- */

static void add_head(struct history_view *p)
{
    struct buf *out = &p->r->answer.body;

    HTML(
        out,
        "<p class=\"crumb\"><a href=\"/pages\">Pages</a> <span aria-hidden=\"true\">›</span> {}</p><div class=\"head\"><div class=\"grow\">"
        "<h1 dir=\"auto\">{}</h1><p class=\"lede\"><a href=\"{}\" rel=\"noreferrer noopener\" target=\"_blank\">{}</a></p></div>"
        "<div class=\"bar tight\">",
        TEXT(p->target.page.host), TEXT(p->title), TEXT(p->target.name), TEXT(p->target.name));
    if (p->is_watched) {
        HTML(
            out,
            "<a class=\"btn\" href=\"/page/{}/settings\">Settings</a><form method=\"post\" class=\"act\" action=\"/page/{}/look\">",
            NUM(p->target.page.id), NUM(p->target.page.id));
        shell_token(p->r);
        HTML(out, "<input type=\"hidden\" name=\"back\" value=\"/page/{}\"><button class=\"btn pri\">Look now</button></form>",
             NUM(p->target.page.id));
    }
    html_raw(out, "</div></div>\n");
}

static void add_problems(struct history_view *p)
{
    if (!p->is_watched)
        return;
    struct problems list = watched_problems(&p->watched);
    for (uint32_t i = 0; i < list.n; i++)
        shell_note(&p->r->answer.body, "warn", list.item[i].message);
    if (p->watched.watch.paused)
        shell_note(&p->r->answer.body, "", STR("Paused: weft does not look at this page until you resume it."));
}

static void add_stats(struct history_view *p)
{
    struct buf *out = &p->r->answer.body;
    const struct page_history *h = &p->rows;
    int64_t bytes = 0, now = p->r->caller.now;
    uint32_t quiet = 0, partly = 0;

    for (uint32_t i = 0; i < h->n; i++) {
        const struct store_verdict *verdict = h->row[i].verdict;
        bytes += MAX(h->row[i].version->bytes, 0);
        quiet += h->row[i].version->quiet;
        partly += !h->row[i].version->quiet && verdict && held_parts(p->r->arena, verdict->held_back).n;
    }
    html_raw(out, "<dl class=\"stats\"><div><dt>Versions kept</dt><dd>");
    html_add_count(out, h->n);
    html_raw(out, " <small>");
    if (h->n) {
        html_raw(out, "since ");
        html_add_time(out, h->row[0].version->at, now);
    }
    html_raw(out, "</small></dd></div><div><dt>Last visit</dt><dd>");
    if (p->target.page.checked_at == NEVER)
        html_raw(out, "none yet");
    else
        moment_add_ago(out, p->target.page.checked_at, now);
    html_raw(out, "</dd></div><div><dt>Next visit</dt><dd>");
    if (p->target.page.next_check_at == NEVER)
        html_raw(out, "not planned");
    else
        moment_add_ago(out, MAX(p->target.page.next_check_at, now), now);
    html_raw(out, "</dd></div><div><dt>Held back</dt><dd>");
    html_add_count(out, quiet);
    html_raw(out, " <small>of ");
    html_add_number_of(out, h->n ? h->n - 1 : 0, "change");
    if (partly)
        HTML(out, ", and parts of {}", NUM(partly));
    html_raw(out, "</small></dd></div><div><dt>Bytes in all versions</dt><dd>");
    html_add_bytes(out, bytes);
    html_raw(out, "</dd></div></dl>\n");
}

static const struct chart_point *points_of(struct history_view *p)
{
    struct chart_point *point = NEW_ARRAY(p->r->arena, struct chart_point, p->rows.n + 1);

    for (uint32_t i = 0; i < p->rows.n; i++) {
        const struct history_row *row = &p->rows.row[i];
        double x = row->verdict ? row->verdict->importance : -1;
        point[i] = (struct chart_point){
            .at = row->version->at,
            .importance = x,
            .mark = row->version->quiet ? CHART_QUIET
                    : x >= .6           ? CHART_NEWS
                                        : CHART_SHOWN,
            .number = row->version->number,
            .bytes = row->version->bytes,
            .words_in = row->verdict ? row->verdict->counts.words_inserted : 0,
            .words_out = row->verdict ? row->verdict->counts.words_deleted : 0,
        };
    }
    return point;
}

static void add_size_box(struct history_view *p, const struct chart_point *point)
{
    struct buf *out = &p->r->answer.body;

    HTML(
        out,
        "</div></div></section>\n<section class=\"box\" aria-labelledby=\"h-s\"><div class=\"bh\"><h2 id=\"h-s\" class=\"grow\">Size, "
        "words added and removed</h2><span class=\"small\"><a href=\"/page/{}/measures\">Six measures of each version</a></span></div>"
        "<div class=\"xscroll\" tabindex=\"0\" role=\"group\" aria-label=\"Chart of sizes\"><div class=\"fixw\">",
        NUM(p->target.page.id));
    chart_sizes(out, point, p->rows.n, p->r->caller.now);
}

static void add_charts(struct history_view *p)
{
    struct buf *out = &p->r->answer.body;
    uint32_t n = p->rows.n;

    if (n < 2)
        return;
    const struct chart_point *point = points_of(p);
    html_raw(
        out,
        "<section class=\"box\" aria-labelledby=\"h-i\"><div class=\"bh\"><h2 id=\"h-i\" class=\"grow\">Importance of each "
        "version</h2><span class=\"bar tight small dim\"><svg width=\"10\" height=\"12\" aria-hidden=\"true\"><rect class=\"p-acc\" "
        "width=\"8\" height=\"12\" rx=\"1.5\"/></svg>matters <svg width=\"10\" height=\"12\" aria-hidden=\"true\"><rect class=\"p-2\" "
        "width=\"8\" height=\"12\" rx=\"1.5\"/></svg>shown <svg width=\"10\" height=\"12\" aria-hidden=\"true\"><rect class=\"s-hold\" "
        "x=\".5\" y=\".5\" width=\"8\" height=\"11\" rx=\"1.5\"/></svg>held back</span></div><div class=\"xscroll\" tabindex=\"0\" role=\"group\" aria-label=\"Chart\"><div class=\"fixw\">");
    chart_importance(out, point, n, p->r->caller.now);
    add_size_box(p, point);
    html_raw(
        out,
        "</div></div></section>\n<section class=\"box\" aria-labelledby=\"h-c\"><div class=\"bh\"><h2 id=\"h-c\" "
        "class=\"grow\">Days with changes</h2><span class=\"bar tight small dim\">less <svg width=\"76\" height=\"12\" aria-hidden=\"true\"><rect class=\"h0\" width=\"12\" height=\"12\" rx=\"2\"/><rect class=\"h1\" x=\"16\" width=\"12\" height=\"12\" rx=\"2\"/><rect class=\"h2\" x=\"32\" width=\"12\" height=\"12\" rx=\"2\"/><rect class=\"h3\" x=\"48\" width=\"12\" height=\"12\" rx=\"2\"/><rect class=\"h4\" x=\"64\" width=\"12\" height=\"12\" rx=\"2\"/></svg> more important</span></div><div class=\"xscroll\" tabindex=\"0\" role=\"group\" aria-label=\"Calendar\"><div class=\"fixw\">");
    chart_calendar(out, p->target.page.id, point + 1, n - 1, p->r->caller.now);
    html_raw(out, "</div></div></section>\n");
}

static void add_as_of(struct history_view *p)
{
    time_t seconds = (time_t)(p->r->caller.now / 1000);
    struct tm tm;
    char today[16];

    localtime_r(&seconds, &tm);
    strftime(today, sizeof today, "%Y-%m-%d", &tm);
    HTML(
        &p->r->answer.body,
        "<form class=\"bar\" action=\"/page/{}/as-of\"><label class=\"strong\" for=\"asof\">Show the page as of</label><input class=\"in\" "
        "type=\"date\" id=\"asof\" name=\"d\" value=\"{}\" max=\"{}\" required><label class=\"sr\" for=\"asoft\">Time</label><input class=\"in\" "
        "type=\"time\" id=\"asoft\" name=\"h\"><button class=\"btn\">Show</button></form>\n",
        NUM(p->target.page.id), WORD(today), WORD(today));
}

/* ---- Versions ---- */

static struct str month_of(struct arena *a, int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm tm;
    char words[40];

    localtime_r(&seconds, &tm);
    strftime(words, sizeof words, "%B %Y", &tm);
    return arena_str(a, str_of(words));
}

static void add_title(struct buf *out, const struct history_row *row, bool first)
{
    struct str headline = row->verdict ? row->verdict->headline : STR("");

    if (row->version->suspect)
        html_raw(out, "Suspect: ");
    else if (row->version->quiet && !first)
        html_raw(out, "Held back: ");
    if (row->version->lost)
        html_raw(out, "its bytes are damaged");
    else if (first)
        html_raw(out, "The first version");
    else if (headline.len)
        HTML(out, "{}", TEXT(headline));
    else
        html_raw(out, "nothing that a reader sees");
}

static void add_size(struct buf *out, const struct history_row *row, const struct history_row *before)
{
    int64_t by = before ? row->version->bytes - before->version->bytes : 0;

    if (row->version->bytes < 0)
        return;
    html_add_bytes(out, row->version->bytes);
    if (!before)
        return;
    html_raw(out, by > 0 ? " (+" : by < 0 ? " (−" : " (±");
    if (by)
        html_add_bytes(out, by < 0 ? -by : by);
    else
        html_raw(out, "0");
    html_raw(out, ")");
}

/* Whom weft told of it, and how. */
static void add_sent(struct buf *out, const struct history_row *row)
{
    for (uint32_t i = 0; i < row->n_sent; i++)
        HTML(out, " · {} {}{}{}", WORD(html_sent_words(row->sent[i].state)), TEXT(row->sent[i].channel),
             WORD(row->sent[i].sentinel.len ? " by the sentinel " : ""), TEXT(row->sent[i].sentinel));
}

static void add_version(struct history_view *p, uint32_t i)
{
    struct buf *out = &p->r->answer.body;
    const struct history_row *row = &p->rows.row[i], *before = i ? &p->rows.row[i - 1] : NULL;
    int64_t number = row->version->number;

    HTML(
        out,
        "<li class=\"vrow{}\"><input type=\"radio\" name=\"a\" value=\"{}\" aria-label=\"Compare from version {}\"{}><input type=\"radio\" "
        "name=\"b\" value=\"{}\" aria-label=\"Compare to version {}\"{}><span class=\"no\">v {}</span>",
        WORD(row->version->quiet && i ? " held" : ""), NUM(number), NUM(number),
        MARKUP(i + 2 == p->rows.n || p->rows.n == 1 ? STR(" checked") : STR("")), NUM(number), NUM(number),
        MARKUP(i + 1 == p->rows.n ? STR(" checked") : STR("")), NUM(number));
    html_add_importance(out, row->verdict ? row->verdict->importance : -1);
    HTML(out, "<div><p class=\"t\"><a href=\"/page/{}/{}{}\">", NUM(p->target.page.id), WORD(before ? "diff?b=" : "version/"),
         NUM(number));
    add_title(out, row, !before);
    html_raw(out, "</a></p><p class=\"m\">");
    add_size(out, row, before);
    html_raw(out, row->seen && row->seen->seen_at != NEVER ? " · seen" : "");
    html_raw(out, row->seen && row->seen->kept ? " · kept" : "");
    add_sent(out, row);
    if (before)
        HTML(out, " · <a href=\"/page/{}/diff?a={}&amp;b={}\">Diff</a>", NUM(p->target.page.id), NUM(before->version->number),
             NUM(number));
    HTML(out, " · <a href=\"/page/{}/version/{}\">Page as it was</a></p></div><span class=\"when\">", NUM(p->target.page.id),
         NUM(number));
    html_add_moment(out, row->version->at, p->r->caller.now);
    html_raw(out, "</span></li>\n");
}

static void add_versions(struct history_view *p)
{
    struct buf *out = &p->r->answer.body;
    struct str month = STR("");

    HTML(out, "<form action=\"/page/{}/diff\" aria-label=\"Versions\" id=\"versions\">\n", NUM(p->target.page.id));
    for (uint32_t n = 0; n < MIN(p->rows.n, (uint32_t)ROWS_MAX); n++) {
        uint32_t i = p->rows.n - 1 - n;
        struct str this = month_of(p->r->arena, p->rows.row[i].version->at);
        if (!str_eq(this, month)) {
            HTML(out, "{}<h2 class=\"month\"><span>{}</span><span>{}</span>{}</h2><ol>\n",
                 MARKUP(month.len ? STR("</ol>") : STR("")), WORD(month.len ? "" : "from"), WORD(month.len ? "" : "to"),
                 TEXT(this));
            month = this;
        }
        add_version(p, i);
    }
    html_raw(out, "</ol>\n");
    if (p->rows.n > ROWS_MAX)
        HTML(out, "<p class=\"small dim mt8\">{} older versions are not listed; choose a day above.</p>",
             NUM(p->rows.n - ROWS_MAX));
    if (p->rows.n > 1)
        html_raw(out, "<div class=\"compare\"><button class=\"btn pri\">Compare these two</button></div>");
    html_raw(out, "</form>\n");
}

int route_history(struct http_request *r, struct err *e)
{
    struct history_view p = { .r = r };
    int failed = read_all(&p, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = p.title, .place = PLACE_PAGES, .script = "history" }, e)))
        return failed;
    add_head(&p);
    html_raw(&r->answer.body, "<div class=\"stack\">\n");
    add_problems(&p);
    if (p.rows.n == 0)
        shell_note(&r->answer.body, "", STR("weft has not fetched this page yet. Its first version appears here by itself."));
    else {
        add_stats(&p);
        add_charts(&p);
        add_as_of(&p);
        add_versions(&p);
    }
    html_raw(&r->answer.body, "</div>\n");
    shell_close(r);
    return 0;
}

/* ---- Six measures of each version ---- */

enum { MEASURED_MAX = 60 };

static void add_measured(struct history_view *p, const struct chart_point *point, uint32_t n)
{
    static const char *const names[] = { "BW", "COS", "WD", "ED", "SH", "IED" };
    struct buf *out = &p->r->answer.body;

    html_raw(
        out,
        "<section class=\"box\" aria-labelledby=\"h-m\"><div class=\"bh\"><h2 id=\"h-m\" class=\"grow\">Each version against the one "
        "before</h2><span class=\"bar tight small dim\">");
    for (unsigned i = 0; i < ARRAY_LEN(names); i++)
        buf_addf(out, "<svg width=\"18\" height=\"12\" aria-hidden=\"true\"><path class=\"m-line m%u\" d=\"M0 6H18\"/></svg>%s ", i,
                 names[i]);
    html_raw(
        out,
        "</span></div><div class=\"xscroll\" tabindex=\"0\" role=\"group\" aria-label=\"Chart of measures\"><div class=\"fixw\">");
    chart_measures(out, point, n);
    html_raw(
        out,
        "</div></div></section>\n<div class=\"xscroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table of measures\"><table class=\"tbl\"><thead><tr><th>Version</th>");
    for (unsigned i = 0; i < ARRAY_LEN(names); i++)
        HTML(out, "<th class=\"r\">{}</th>", WORD(names[i]));
    html_raw(out, "</tr></thead><tbody>\n");
    for (uint32_t i = n; i-- > 0;) {
        const struct metrics *m = &point[i].metrics;
        HTML(out, "<tr><td><a href=\"/page/{}/why?a={}&amp;b={}\">{}</a></td>", NUM(p->target.page.id), NUM(point[i].before),
             NUM(point[i].number), NUM(point[i].number));
        buf_addf(
            out,
            "<td class=\"r\">%.3f</td><td class=\"r\">%.3f</td><td class=\"r\">%.3f</td><td class=\"r\">%.3f</td><td class=\"r\">%.3f</td><td class=\"r\">%.3f</td></tr>\n",
            m->bw, m->cos, m->wd, m->ed, m->sh, m->ied);
    }
    html_raw(out, "</tbody></table></div>\n");
}

/* Versions that cannot be compared (lost, or not a page) are left out. */
static const struct chart_point *measure(struct history_view *p, uint32_t *n)
{
    struct chart_point *point = NEW_ARRAY(p->r->arena, struct chart_point, MEASURED_MAX);
    uint32_t first = p->rows.n > MEASURED_MAX ? p->rows.n - MEASURED_MAX : 1;

    *n = 0;
    for (uint32_t i = first; i < p->rows.n; i++) {
        AUTO(arena) scratch = { .budget_bytes = p->r->arena->budget_bytes };
        struct caller caller = p->r->caller;
        int64_t number[] = { p->rows.row[i - 1].version->number, p->rows.row[i].version->number };
        struct err none;
        caller.arena = &scratch;
        if (measures_metrics(&caller, &p->target, number, &point[*n].metrics, &none) == 0) {
            point[*n].before = number[0];
            point[(*n)++].number = number[1];
        }
    }
    return point;
}

int route_measures(struct http_request *r, struct err *e)
{
    struct history_view p = { .r = r };
    struct buf *out = &r->answer.body;
    uint32_t n;
    int failed = read_all(&p, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = p.title, .place = PLACE_PAGES }, e)))
        return failed;
    HTML(
        out,
        "<p class=\"crumb\"><a href=\"/pages\">Pages</a> <span aria-hidden=\"true\">›</span> <a href=\"/page/{}\">{}</a></p><div class=\"head\"><div "
        "class=\"grow\"><h1>Six measures of change</h1><p class=\"lede\">0: nothing is different, 1: all of it. The view Why of a difference "
        "says what each of them counts.</p></div></div><div class=\"stack\">\n",
        NUM(p.target.page.id), TEXT(p.title));
    const struct chart_point *point = measure(&p, &n);
    if (n)
        add_measured(&p, point, n);
    else
        shell_note(out, "", STR("There are no two versions to compare yet."));
    html_raw(out, "</div>\n");
    shell_close(r);
    return 0;
}
