/* One sentinel: its text with the errors of the real parser, the form beside it, the graph by which it is detected, what it found. */
#include "serve/sentinel_page.h"

#include "archive/news.h"
#include "archive/watched.h"
#include "base/limits.h"
#include "serve/api.h"
#include "serve/asset.h"
#include "serve/excerpt_html.h"
#include "serve/routes.h"
#include "serve/sentinel_graph.h"
#include "serve/server.h"
#include "serve/shell.h"

enum { EVENTS_SHOWN = 30, FAULTS_SHOWN = 20, TRIED_VERSIONS = 200 };

/* To begin with. Of who watches nothing yet the place of the page is empty, which the parser does not take. */
#define EXAMPLE \
    "CREATE SENTINEL prices\n  ON \"%.*s\"\n  MONITOR keywords(price, rise)\n  FETCH BEST EFFORT\n  NOTIFY IMMEDIATE BY " \
    "interactive;\n"

/* ---- Parts ---- */

static void add_faults(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct fault_list *faults = &p->sketch.faults;

    html_raw(out, "<div id=\"faults\" role=\"status\">");
    if (p->words.len)
        shell_note(out, "bad", p->words);
    for (uint32_t i = 0; !p->is_saved && p->is_shown_faulty && i < MIN(faults->list.n, (uint32_t)FAULTS_SHOWN); i++) {
        const struct fault *f = &faults->list.item[i];
        HTML(out, "<p class=\"note bad\"><span><b>Line {}, column {}:</b> {}</span></p>", NUM(f->at.line), NUM(f->at.column),
             TEXT(f->text));
    }
    html_raw(out, "</div>\n");
}

/* The words of the language, for the colours of the editor. */
static void add_words(struct buf *out, const struct grammar *g)
{
    for (unsigned i = TERMINAL_KINDS; i < g->n_terminals; i++)
        if (byte_lower(g->terminal[i].ptr[0]) >= 'a' && byte_lower(g->terminal[i].ptr[0]) <= 'z')
            HTML(out, "{} ", TEXT(g->terminal[i]));
}

static void add_editor(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<form id=\"ed\" method=\"post\" action=\"/sentinels\">");
    shell_token(p->r);
    HTML(out, "<input type=\"hidden\" name=\"name\" value=\"{}\">", TEXT(p->name));
    add_faults(p);
    html_raw(
        out,
        "<div class=\"ed\"><label class=\"sr\" for=\"text\">Text of the sentinel</label><div class=\"ed-in\"><pre id=\"hl\" aria-hidden=\"true\"></pre>"
        "<textarea class=\"mono\" id=\"text\" name=\"text\" rows=\"9\" spellcheck=\"false\" autocapitalize=\"off\" "
        "autocomplete=\"off\" wrap=\"off\" aria-describedby=\"faults\" data-words=\"");
    add_words(out, &p->sketch.world->grammar);
    HTML(out,
         "\">\n{}</textarea><ul id=\"words\" role=\"listbox\" aria-label=\"Words that fit here\" hidden></ul></div>"
         "<footer><span id=\"state\" class=\"strong\"></span><span class=\"grow\"></span>"
         "<span class=\"with-js dim only-fine\"><kbd>Ctrl</kbd> <kbd>Space</kbd> completes</span></footer></div></form>\n",
         TEXT(p->text));
}

static struct str telling(struct sentinel_page *p)
{
    AUTO(buf) out = BUF(512);
    const struct world_sentinel *w = world_find(&p->sketch.world->world, p->sketch.name);

    if (!w)
        return STR("");
    if (w->s.notify == NOTIFY_EVERY) {
        buf_add(&out, STR("every "));
        span_print(w->s.notify_ms, &out);
    } else
        buf_add(&out, w->s.notify == NOTIFY_BEST ? STR("soon") : STR("at once"));
    if (w->s.n_ways)
        buf_addf(&out, ", %.*s", STR_ARG(w->s.way[0].kind));
    return arena_str(p->r->arena, buf_str(&out));
}

static bool draw_graph(struct sentinel_page *p, struct buf *out)
{
    struct sentinel_graph graph = {
        .graph = &p->sketch.graph, .name = p->sketch.name, .told = p->told.item, .n_told = p->told.n, .now = p->r->caller.now
    };

    if (p->sketch.faults.list.n || p->sketch.name.len == 0)
        return false;
    graph.note = telling(p);
    return sentinel_graph_draw(p->r->arena, &graph, out);
}

static void add_graph(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(
        out,
        "<section class=\"box\" aria-labelledby=\"g\"><div class=\"bh\"><h2 id=\"g\" class=\"grow\">How it is detected</h2><span class=\"small "
        "dim\">each page is compared once, however many ask</span></div><div class=\"xscroll\" id=\"graph\" tabindex=\"0\" role=\"group\" "
        "aria-label=\"Detection graph\">");
    if (!draw_graph(p, out))
        html_raw(out, "<p class=\"soft\">The graph is drawn once the text is free of errors.</p>");
    html_raw(out, "</div></section>\n");
}

/* Whom it told of the version, and how. */
static void add_sent(struct sentinel_page *p, const struct store_sentinel_event *event)
{
    struct buf *out = &p->r->answer.body;
    struct page_history *h = &p->history;
    struct target target;
    struct err none;

    if (p->history_of != event->page) {
        p->history_of = event->page;
        *h = (struct page_history){ 0 };
        if (target_page(&p->r->caller, event->page, &target, &none) || history_read(&p->r->caller, &target, h, &none))
            return; /* it is gone, or not theirs any more */
    }
    for (uint32_t i = 0; i < h->n; i++)
        for (uint32_t k = 0; h->row[i].version->number == event->number && k < h->row[i].n_sent; k++)
            if (str_eq(h->row[i].sent[k].sentinel, event->name))
                HTML(out, "<p><span class=\"why\">{} {}</span></p>", WORD(html_sent_words(h->row[i].sent[k].state)),
                     TEXT(h->row[i].sent[k].address));
}

static void add_event(struct sentinel_page *p, const struct sentinel_told *told)
{
    struct buf *out = &p->r->answer.body;
    const struct store_sentinel_event *event = &told->event;

    HTML(out, "<li class=\"item\"><div><p class=\"t\"><a href=\"/page/{}/diff?b={}\">{}</a></p>", NUM(event->page),
         NUM(event->number), TEXT(event->headline.len ? event->headline : event->name));
    for (uint32_t k = 0; k < MIN(told->n_parts, 4u); k++) {
        const struct sentinel_part *part = &told->part[k];
        HTML(out, "<p><span class=\"why\">{} · {}</span>", TEXT(part->title), TEXT(part->finding.type));
        for (uint32_t m = 0; m < MIN(part->changes.n, 3u); m++) {
            html_raw(out, " ");
            excerpt_html(out, &part->changes.item[m]);
        }
        html_raw(out, "</p>");
    }
    add_sent(p, event);
    html_raw(out, "</div><span class=\"dim small nowrap\">");
    html_add_moment(out, event->end, p->r->caller.now);
    html_raw(out, "</span></li>\n");
}

static void add_events(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out,
             "<section class=\"box\" aria-labelledby=\"ev\"><div class=\"bh\"><h2 id=\"ev\" class=\"grow\">What it found</h2>");
    if (p->row.events > p->told.n)
        HTML(out, "<span class=\"small dim\">the last {} of {}</span>", NUM(p->told.n), NUM(p->row.events));
    html_raw(out, "</div><ul class=\"items flat\">\n");
    for (uint32_t i = 0; i < p->told.n; i++)
        add_event(p, &p->told.item[i]);
    html_raw(out, p->told.n ? "</ul></section>\n" : "<li class=\"item\"><p class=\"why\">Nothing yet.</p></li></ul></section>\n");
}

static void add_head(struct sentinel_page *p, struct str title)
{
    struct buf *out = &p->r->answer.body;
    bool stored = p->row.sentinel.id != 0;

    HTML(
        out,
        "<p class=\"crumb\"><a href=\"/sentinels\">Sentinels</a></p><div class=\"head\"><div class=\"grow\"><h1>{}</h1></div><div class=\"bar tight\">",
        TEXT(title));
    if (stored) {
        HTML(out, "<form class=\"bar tight\" method=\"post\" action=\"/sentinels/{}/switch\">", PART(p->name));
        shell_token(p->r);
        HTML(
            out,
            "<span class=\"chip big{}\"><span class=\"dot{}\"></span>{}</span><button class=\"btn\" name=\"{}\" value=\"1\">{}</button><button class=\"btn danger\" "
            "name=\"drop\" value=\"1\">Drop</button></form>",
            WORD(p->row.sentinel.disabled ? " warn" : ""), WORD(p->row.sentinel.disabled ? " warn" : ""),
            WORD(p->row.sentinel.disabled ? "Off" : "On"), WORD(p->row.sentinel.disabled ? "on" : "off"),
            WORD(p->row.sentinel.disabled ? "Switch on" : "Switch off"));
    }
    html_raw(
        out,
        "<button class=\"btn\" form=\"ed\" formaction=\"/sentinels/try\" title=\"What it would have sent; nothing is sent\">Test</button>"
        "<button class=\"btn pri\" id=\"save\" form=\"ed\">Save</button></div></div>\n");
}

/* ---- The page ---- */

static int read_all(struct sentinel_page *p, struct err *e)
{
    const struct caller *c = &p->r->caller;
    struct sentinels_query query = { .name = p->name, .limit = EVENTS_SHOWN };
    int failed = sentinel_sketch(c, p->name, p->text, &p->sketch, e);

    if (failed || p->name.len == 0 || (failed = sentinels_find(c, p->name, &p->row, e)) || p->row.sentinel.is_set)
        return failed;
    return sentinels_events(c, &query, &p->told, e);
}

static int show(struct sentinel_page *p, struct err *e)
{
    struct http_request *r = p->r;
    struct buf *out = &r->answer.body;
    struct str title = p->name.len ? p->name : STR("New sentinel");
    int failed = read_all(p, e);

    if (failed
        || (failed =
                shell_open(r, &(struct shell){ .title = title, .place = PLACE_SENTINELS, .script = "sentinel", .wide = true }, e)))
        return failed;
    add_head(p, title);
    html_raw(out, "<div class=\"lab\"><div class=\"stack\">\n");
    add_editor(p);
    sentinel_trial_show(p);
    add_graph(p);
    if (p->row.sentinel.id && !p->row.sentinel.is_set)
        add_events(p);
    html_raw(out, "</div>\n");
    if ((failed = sentinel_form_show(p, e)))
        return failed;
    HTML(out, "</div>\n<script src=\"{}\" defer></script>\n", TEXT(asset_address(r->arena, "sentinel.js")));
    shell_close(r);
    return 0;
}

int route_sentinel_new(struct http_request *r, struct err *e)
{
    struct sentinel_page p = { .r = r };
    struct str page;
    int failed = watched_first(&r->caller, &page, e);

    p.text = arena_printf(r->arena, EXAMPLE, STR_ARG(page));
    return failed ? failed : show(&p, e);
}

int route_sentinel(struct http_request *r, struct err *e)
{
    struct sentinel_page p = { .r = r, .name = r->match.word[0], .is_saved = true };
    int failed = sentinels_find(&r->caller, p.name, &p.row, e);

    p.text = p.row.sentinel.text;
    return failed ? failed : show(&p, e);
}

/* Pages that it stands on are watched from now on, which its owner may not expect. */
static struct str saved_words(struct http_request *r, const struct news_counts *before)
{
    struct news_counts now;
    struct err none;

    if (news_count(&r->caller, NULL, &now, &none) || now.watched <= before->watched)
        return STR("Saved");
    unsigned more = (unsigned)(now.watched - before->watched);
    return arena_printf(r->arena, "Saved. weft watches %u more %s from now on, for this sentinel", more,
                        more == 1 ? "page" : "pages");
}

/* The sentinel that is written anew; whether it was switched off is known from then on. */
static int take_away(struct sentinel_page *p, struct err *e)
{
    int failed = sentinels_find(&p->r->caller, p->name, &p->row, e);

    return failed ? failed : sentinels_drop(&p->r->caller, p->name, e);
}

/* What was there goes and what was written comes, in one transaction: a fault leaves all as it was. One that was switched off stays so. */
int route_sentinel_post(struct http_request *r, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct sentinel_page p = {
        .r = r, .name = form_value(&r->form, "name"), .text = form_value(&r->form, "text"), .is_shown_faulty = true
    };
    struct sentinels_applied applied;
    struct news_counts before = { 0 };
    int failed = news_count(&r->caller, NULL, &before, e);

    if (failed || (failed = store_begin(r->caller.store, &tx, e)))
        return failed;
    if (p.name.len && (failed = take_away(&p, e)))
        return failed;
    if ((failed = sentinels_apply(&r->caller, p.text, &applied, e)))
        return failed;
    if (applied.faults.list.n || applied.n == 0) {
        store_tx_drop(&tx);
        p.words = applied.n || applied.faults.list.n ? STR("") : STR("Nothing was saved: the text has no statement.");
        r->answer.status = 400;
        return show(&p, e);
    }
    const struct sentinel_done *last = &applied.item[applied.n - 1];
    if (p.row.sentinel.disabled && last->kind == STATEMENT_CREATE && (failed = sentinels_enable(&r->caller, last->name, false, e)))
        return failed;
    if ((failed = store_commit(&tx, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    answer_done(r, saved_words(r, &before), 0, arena_printf(r->arena, "/sentinels/%.*s", STR_ARG(last->name)));
    return 0;
}

/* The text over the versions that are stored, before it is saved. Slow: each version is compared. */
int route_sentinel_try(struct http_request *r, struct err *e)
{
    struct sentinel_page p = { .r = r, .name = form_value(&r->form, "name"), .text = form_value(&r->form, "text") };
    struct sentinel_trial trial;
    int failed = sentinels_try(
        &r->caller, &(struct trial_query){ .text = p.text, .from = INT64_MIN, .to = NEVER, .limit = TRIED_VERSIONS }, &trial, e);

    if (failed)
        return failed;
    p.is_shown_faulty = true;
    p.trial = trial.faults.list.n ? NULL : &trial;
    return show(&p, e);
}

/* ---- While one types ---- */

static void faults_json(struct json *j, const struct fault_list *faults)
{
    json_key(j, "faults");
    json_array(j);
    for (uint32_t i = 0; i < MIN(faults->list.n, (uint32_t)FAULTS_SHOWN); i++) {
        json_object(j);
        json_field_number(j, "line", faults->list.item[i].at.line);
        json_field_number(j, "column", faults->list.item[i].at.column);
        json_field_str(j, "text", faults->list.item[i].text);
        json_field_str(j, "nearest", faults->list.item[i].nearest);
        json_end(j);
    }
    json_end(j);
}

/* The faults of the text; without any also its form, where it has one, and its graph. */
int route_sentinel_check(struct http_request *r, struct err *e)
{
    AUTO(buf) picture = BUF(MIB(1));
    struct sentinel_page p = { .r = r, .name = form_value(&r->form, "name"), .text = form_value(&r->form, "text") };
    struct sentinel_form *form = NEW(r->arena, struct sentinel_form);
    struct json j;
    int failed = read_all(&p, e);

    if (failed)
        return failed;
    bool good = p.sketch.faults.list.n == 0;
    draw_graph(&p, &picture);
    api_open(r, &j);
    json_object(&j);
    faults_json(&j, &p.sketch.faults);
    json_field_str(&j, "graph", buf_str(&picture));
    json_key(&j, "form");
    if (good && p.sketch.file.n == 1 && sentinel_form_of(r->arena, &p.sketch.file.item[0], form))
        sentinel_form_json(&j, form);
    else
        json_null(&j);
    json_end(&j);
    return 0;
}

int route_sentinel_complete(struct http_request *r, struct err *e)
{
    struct sentinel_words words;
    uint64_t at = 0;
    struct json j;

    if (!str_number(form_value(&r->form, "at"), SENTINEL_FILE_MAX, &at))
        return err_set(e, E_USAGE, "say at which byte");
    int failed = sentinel_complete(&r->caller, form_value(&r->form, "text"), (size_t)at, &words, e);
    if (failed)
        return failed;
    api_open(r, &j);
    json_object(&j);
    json_field_number(&j, "typed", (int64_t)words.typed);
    json_key(&j, "words");
    json_array(&j);
    for (uint32_t i = 0; i < words.n; i++) {
        json_array(&j);
        json_str(&j, words.item[i].text);
        json_str(&j, str_of(words.item[i].kind));
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    return 0;
}

/* The form as text: for a script alone, else as the page with the text in it, to be saved from there. */
int route_sentinel_form(struct http_request *r, struct err *e)
{
    struct sentinel_form form;
    struct sentinel_page p = { .r = r, .name = form_value(&r->form, "replaces"), .is_shown_faulty = true, .sent = &form };
    struct json j;
    int failed = sentinel_form_sent(r, &form, e);
    bool is_script = str_starts(r->accept, STR("application/json"));

    if (failed && (failed != E_USAGE || is_script))
        return failed;
    p.text = sentinel_form_text(r->arena, &form);
    if (failed) {
        p.words = arena_str(r->arena, str_of(e->text));
        r->answer.status = 400;
    }
    if (!is_script)
        return show(&p, e);
    api_open(r, &j);
    json_object(&j);
    json_field_str(&j, "text", p.text);
    json_end(&j);
    return 0;
}
