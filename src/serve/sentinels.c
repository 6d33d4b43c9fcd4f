/* Sentinels: a list of one's own, an editor with the errors of the real parser, and what each has found. */
#include "archive/sentinels.h"

#include "base/limits.h"
#include "serve/api.h"
#include "serve/excerpt_html.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"

enum { EVENTS_SHOWN = 30 };

static const char example[] =
    "CREATE SENTINEL prices\n  ON \"https://example.org/prices\"\n  MONITOR table \"Tables\" OR keywords(price, rise)\n"
    "  FETCH BEST EFFORT\n  NOTIFY IMMEDIATE BY interactive;\n";

/* ---- The list ---- */

static void add_row(struct http_request *r, const struct sentinel_row *row)
{
    struct buf *out = &r->answer.body;

    HTML(
        out,
        "<tr><td><a href=\"/sentinels/{}\">{}</a></td><td><span class=\"dot{}\"></span> {}</td><td class=\"r\" data-l=\"Events\">{}</td><td data-l=\"Last\">",
        PART(row->sentinel.name), TEXT(row->sentinel.name), WORD(row->sentinel.disabled ? " warn" : ""),
        WORD(row->sentinel.is_set     ? "set"
             : row->sentinel.disabled ? "off"
                                      : "on"),
        NUM(row->events));
    if (row->event_at == NEVER)
        html_raw(out, "<span class=\"dim\">none yet</span>");
    else
        html_add_moment(out, row->event_at, r->caller.now);
    html_raw(out, "</td></tr>\n");
}

int route_sentinels(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct sentinel_rows rows;
    int failed = sentinels_list(&r->caller, &rows, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = STR("Sentinels"), .place = PLACE_SENTINELS }, e)))
        return failed;
    html_raw(
        out,
        "<div class=\"head\"><div class=\"grow\"><h1>Sentinels</h1><p class=\"lede\">A sentinel says which changes on which pages matter to "
        "you, alone or together, and when you want to know.</p></div><a class=\"btn pri\" href=\"/sentinels/new\">New sentinel</a></div>\n");
    if (rows.n == 0)
        html_raw(
            out,
            "<section class=\"empty\"><h2>No sentinels yet</h2><p>Without one, every page that you watch is judged by itself. A sentinel asks "
            "for more: a price <em>and</em> the terms, within two days.</p></section>\n");
    else {
        html_raw(
            out,
            "<table class=\"tbl cards\"><thead><tr><th>Name</th><th>State</th><th class=\"r\">Events</th><th>Last event</th></tr></thead><tbody>\n");
        for (uint32_t i = 0; i < rows.n; i++)
            add_row(r, &rows.item[i]);
        html_raw(out, "</tbody></table>\n");
    }
    shell_close(r);
    return 0;
}

/* ---- The editor ---- */

struct sentinel_page {
    struct http_request *r;
    struct str name; /* empty: a new one */
    struct str text;
    const struct fault_list *faults; /* NULL: none are known */
};

static void add_faults(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<div id=\"faults\" role=\"status\">");
    for (uint32_t i = 0; p->faults && i < MIN(p->faults->list.n, 20u); i++) {
        const struct fault *f = &p->faults->list.item[i];
        HTML(out, "<p class=\"note bad\"><span><b>Line {}, column {}:</b> {}</span></p>", NUM(f->at.line), NUM(f->at.column),
             TEXT(f->text));
    }
    html_raw(out, "</div>\n");
}

static void add_editor(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<form class=\"stack\" method=\"post\" action=\"/sentinels\">");
    shell_token(p->r);
    HTML(out, "<input type=\"hidden\" name=\"name\" value=\"{}\">", TEXT(p->name));
    add_faults(p);
    HTML(
        out,
        "<div class=\"f\"><label for=\"text\">In the language of sentinels</label><textarea class=\"in mono\" id=\"text\" name=\"text\" rows=\"12\" "
        "spellcheck=\"false\" aria-describedby=\"faults\">{}</textarea><p class=\"hint\">Pages it names are watched from now on. “BY interactive” shows it "
        "here alone; “BY email anna@example.org” sends mail.</p></div><button class=\"btn pri\">Save</button></form>\n",
        TEXT(p->text));
}

static int add_events(struct sentinel_page *p, struct err *e)
{
    struct buf *out = &p->r->answer.body;
    struct sentinels_told told;
    int failed = sentinels_events(&p->r->caller, &(struct sentinels_query){ .name = p->name, .limit = EVENTS_SHOWN }, &told, e);

    if (failed)
        return failed;
    html_raw(
        out,
        "<section class=\"grp\" aria-labelledby=\"ev\"><header><h2 id=\"ev\">What it found</h2></header><ul class=\"items flat\">\n");
    for (uint32_t i = 0; i < told.n; i++) {
        const struct store_sentinel_event *event = &told.item[i].event;
        HTML(out, "<li class=\"item\"><div><p class=\"t\"><a href=\"/page/{}/diff?b={}\">{}</a></p>", NUM(event->page),
             NUM(event->number), TEXT(event->headline.len ? event->headline : event->name));
        for (uint32_t k = 0; k < MIN(told.item[i].n_parts, 4u); k++) {
            const struct sentinel_part *part = &told.item[i].part[k];
            HTML(out, "<p><span class=\"why\">{} · {}</span></p>", TEXT(part->title), TEXT(part->finding.type));
            for (uint32_t m = 0; m < MIN(part->changes.n, 2u); m++) {
                html_raw(out, "<p>");
                excerpt_html(out, &part->changes.item[m]);
                html_raw(out, "</p>");
            }
        }
        html_raw(out, "</div><span class=\"dim small\">");
        html_add_moment(out, event->end, p->r->caller.now);
        html_raw(out, "</span></li>\n");
    }
    html_raw(out, told.n ? "</ul></section>\n" : "<li class=\"item\"><p class=\"why\">Nothing yet.</p></li></ul></section>\n");
    return 0;
}

static int show(struct sentinel_page *p, const struct sentinel_row *row, struct err *e)
{
    struct http_request *r = p->r;
    struct buf *out = &r->answer.body;
    struct str title = p->name.len ? p->name : STR("New sentinel");
    int failed = shell_open(r, &(struct shell){ .title = title, .place = PLACE_SENTINELS, .script = "sentinel" }, e);

    if (failed)
        return failed;
    HTML(out,
         "<p class=\"crumb\"><a href=\"/sentinels\">Sentinels</a></p><div class=\"head\"><div class=\"grow\"><h1>{}</h1></div>",
         TEXT(title));
    if (row) {
        HTML(out, "<form class=\"bar tight\" method=\"post\" action=\"/sentinels/{}/switch\">", PART(p->name));
        shell_token(r);
        HTML(
            out,
            "<button class=\"btn\" name=\"{}\" value=\"1\">{}</button><button class=\"btn danger\" name=\"drop\" value=\"1\">Drop</button></form>",
            WORD(row->sentinel.disabled ? "on" : "off"), WORD(row->sentinel.disabled ? "Switch on" : "Switch off"));
    }
    html_raw(out, "</div>\n");
    add_editor(p);
    if (row && !row->sentinel.is_set && (failed = add_events(p, e)))
        return failed;
    shell_close(r);
    return 0;
}

int route_sentinel_new(struct http_request *r, struct err *e)
{
    struct sentinel_page p = { .r = r, .text = str_of(example) };

    return show(&p, NULL, e);
}

int route_sentinel(struct http_request *r, struct err *e)
{
    struct sentinel_row row;
    struct sentinel_page p = { .r = r, .name = r->match.word[0] };
    int failed = sentinels_find(&r->caller, p.name, &row, e);

    p.text = row.sentinel.text;
    return failed ? failed : show(&p, &row, e);
}

/* What was there goes and what was written comes, in one transaction: a fault leaves all as it was. */
int route_sentinel_post(struct http_request *r, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct sentinel_page p = { .r = r, .name = form_value(&r->form, "name"), .text = form_value(&r->form, "text") };
    struct sentinels_applied applied;
    int failed = store_begin(r->caller.store, &tx, e);

    if (!failed && p.name.len)
        failed = sentinels_drop(&r->caller, p.name, e);
    if (failed || (failed = sentinels_apply(&r->caller, p.text, &applied, e)))
        return failed;
    if (applied.faults.list.n) {
        store_tx_drop(&tx);
        p.faults = &applied.faults;
        r->answer.status = 400;
        return show(&p, NULL, e);
    }
    if ((failed = store_commit(&tx, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    answer_done(r, STR("Saved"), 0,
                applied.n ? arena_printf(r->arena, "/sentinels/%.*s", STR_ARG(applied.item[applied.n - 1].name))
                          : STR("/sentinels"));
    return 0;
}

int route_sentinel_switch(struct http_request *r, struct err *e)
{
    struct str name = r->match.word[0];
    bool drop = form_has(&r->form, "drop"), on = form_has(&r->form, "on");
    int failed = drop ? sentinels_drop(&r->caller, name, e) : sentinels_enable(&r->caller, name, on, e);

    if (!failed)
        answer_done(r,
                    drop ? STR("Dropped. What it found stays")
                    : on ? STR("Switched on")
                         : STR("Switched off"),
                    0, drop ? STR("/sentinels") : arena_printf(r->arena, "/sentinels/%.*s", STR_ARG(name)));
    return failed;
}

/* While one types: the faults of the text, as the parser finds them. */
int route_sentinel_check(struct http_request *r, struct err *e)
{
    struct grammar *grammar = NEW(r->arena, struct grammar);
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct json j;
    int failed;

    grammar_open(r->arena, grammar);
    if ((failed = sentinel_read(r->arena, grammar, form_value(&r->form, "text"), &file, &faults, e)))
        return failed;
    api_open(r, &j);
    json_array(&j);
    for (uint32_t i = 0; i < MIN(faults.list.n, 20u); i++) {
        json_object(&j);
        json_field_number(&j, "line", faults.list.item[i].at.line);
        json_field_number(&j, "column", faults.list.item[i].at.column);
        json_field_str(&j, "text", faults.list.item[i].text);
        json_field_str(&j, "nearest", faults.list.item[i].nearest);
        json_end(&j);
    }
    json_end(&j);
    return 0;
}
