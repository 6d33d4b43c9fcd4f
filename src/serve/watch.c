/* Settings of one watch: what to watch, how often, tags, and its end. Forms of HTML; each field says what follows from it. */
#include "archive/levels.h"
#include "archive/page_forecast.h"
#include "archive/removal.h"
#include "archive/watched.h"
#include "archive/watches.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/vec.h"
#include "serve/held.h"
#include "serve/shell.h"
#include "serve/picker.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/sharing.h"
#include "serve/telling.h"

enum { OFTEN_MS = 60000 };

struct watch_page {
    struct http_request *r;
    struct watched watched;
    struct str title;
    struct str words; /* what was wrong with what was sent; empty: nothing */
    bool is_every;    /* "Every" was chosen, and the interval may be missing */
};

static int read_watch(struct watch_page *p, struct err *e)
{
    int failed = watched_page(&p->r->caller, p->r->match.number[0], &p->watched, e);

    if (!failed)
        p->title = p->watched.watch.title.len   ? p->watched.watch.title
                   : p->watched.state.title.len ? p->watched.state.title
                                                : p->watched.url;
    return failed;
}

/* ---- The form ---- */

static void add_lines(struct buf *out, const struct record_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        HTML(out, "{}\n", TEXT(list->item[i]));
}

static void add_what(struct watch_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct watch *w = &p->watched.watch;

    html_raw(
        out,
        "<section class=\"sec\" id=\"what\"><h2>What to watch</h2><p class=\"lede\">The page as weft divided it. Blocks on <b>Auto</b> count by "
        "what they are: a menu little, the main text much. Once a block is on <b>Watch</b>, only such blocks count.</p>\n");
    const struct record_list *missing = &p->watched.state.missing;
    for (uint32_t i = 0; i < missing->n; i++)
        if (record_list_has(&w->select, missing->item[i]))
            shell_note(
                out, "warn",
                arena_printf(
                    p->r->arena,
                    "%.*s is not on the page any more, so changes there go unnoticed. Choose again, or empty “Watch only” below.",
                    STR_ARG(missing->item[i])));
    picker_add(p->r, &p->watched);
    HTML(
        out,
        "<details class=\"fold\"{}><summary><h3>By selector instead</h3><span class=\"gist\">CSS or XPath, a line each</span></summary><div "
        "class=\"two\"><div class=\"f\"><label for=\"select\">Watch only</label><textarea class=\"in mono\" id=\"select\" name=\"select\" rows=\"3\" "
        "spellcheck=\"false\">",
        MARKUP(w->select.n || w->ignore.n ? STR(" open") : STR("")));
    add_lines(out, &w->select);
    html_raw(out,
             "</textarea><p class=\"hint\">Such as <code>#prices</code>, <code>main</code>. Empty: everything.</p></div><div "
             "class=\"f\"><label for=\"ignore\">Ignore</label><textarea class=\"in mono\" id=\"ignore\" name=\"ignore\" rows=\"3\" "
             "spellcheck=\"false\">");
    add_lines(out, &w->ignore);
    html_raw(
        out,
        "</textarea><p class=\"hint\">Such as <code>.advert</code>, <code>//footer</code>.</p></div></div></details></section>\n");
}

/* How easily it speaks up: the levels of the setting 'sensitivity', each with what it would have come to so far. */
static void add_level(struct watch_page *p, const struct level_counts *counts, const char *const words[3], int level)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<label class=\"opt\"><input type=\"radio\" name=\"sensitivity\" value=\"{}\"{}><b>{}</b><p>{}", WORD(words[0]),
         MARKUP(str_eq(p->watched.watch.sensitivity, str_of(words[0])) ? STR(" checked") : STR("")), WORD(words[1]),
         WORD(words[2]));
    if (level >= 0 && counts->all) {
        HTML(out, " <b>{}</b> of the ", NUM(counts->n[level]));
        html_add_number_of(out, counts->all, "change");
        html_raw(out, " so far.");
    }
    html_raw(out, "</p></label>");
}

static int add_noise(struct watch_page *p, struct err *e)
{
    static const struct {
        const char *words[3];
        int level; /* -1: as the user's settings say */
    } levels[] = {
        { { "", "As usual", "What you set for all pages with the command “weft settings sensitivity”; normal, unless you did." },
          -1 },
        { { "low", "Low", "Only what is important." }, SENSITIVITY_LOW },
        { { "normal", "Normal", "What is likely to matter." }, SENSITIVITY_NORMAL },
        { { "high", "High", "Also what may matter; more noise." }, SENSITIVITY_HIGH },
        { { "everything", "Everything", "Every change that a reader sees, noise or not." }, SENSITIVITY_EVERYTHING },
    };
    struct buf *out = &p->r->answer.body;
    struct level_counts counts = { 0 };
    int failed = levels_count(&p->r->caller, p->watched.page.id, &counts, e);

    if (failed)
        return failed;
    html_raw(out, "<section class=\"sec\" id=\"noise\"><h2>Noise</h2><p class=\"lede\">How easily should this page speak up?</p>");
    for (size_t i = 0; i < ARRAY_LEN(levels); i++)
        add_level(p, &counts, levels[i].words, levels[i].level);
    failed = held_add_some(p->r, p->watched.page.id, e);
    html_raw(out, "</section>\n");
    return failed;
}

/* "Next visit today 10:40, in 26 minutes." */
static void add_next(struct watch_page *p, const struct page_forecast *f)
{
    struct buf *out = &p->r->answer.body;
    int64_t now = p->r->caller.now, next = MAX(f->next_at, now);

    if (p->watched.watch.paused)
        html_raw(out, "Paused: weft does not look.");
    else if (f->next_at == NEVER)
        html_raw(out, "No visit is planned.");
    else {
        html_raw(out, "Next visit ");
        html_add_moment(out, next, now);
        html_raw(out, ", ");
        moment_add_ago(out, next, now);
        html_raw(out, ".");
    }
}

/* A span of planning: nobody plans to the second. */
static void add_span(struct buf *out, double ms)
{
    int64_t whole = (int64_t)MIN(ms, 1e15), unit = DURATION_SECOND_MS;

    if (whole >= 2 * DURATION_DAY_MS)
        unit = DURATION_DAY_MS;
    else if (whole >= 2 * DURATION_HOUR_MS)
        unit = DURATION_HOUR_MS;
    else if (whole >= 2 * DURATION_MINUTE_MS)
        unit = DURATION_MINUTE_MS;
    duration_add_words(out, MAX((whole + unit / 2) / unit * unit, DURATION_SECOND_MS));
}

/* What best effort comes to for this page. */
static void add_effort(struct watch_page *p, const struct page_forecast *f)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<p>weft looks when a change that matters is likely, as far as its budget and the host allow.");
    if (f->best_effort && f->interval_ms != NEVER && !p->watched.watch.paused) {
        html_raw(out, " For this page that is about every ");
        add_span(out, (double)f->interval_ms);
        if (f->changes_a_day > 0) {
            html_raw(out, ": after ");
            html_add_number_of(out, f->visits, "visit");
            html_raw(out, " weft expects a change that matters every ");
            add_span(out, (double)DURATION_DAY_MS / f->changes_a_day);
        }
        html_raw(out, ".");
    }
    html_raw(out, "</p>");
}

static void add_often(struct watch_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct watch *w = &p->watched.watch;
    struct page_forecast f = { .next_at = p->watched.page.next_check_at, .interval_ms = NEVER };
    bool is_every = w->every.len || p->is_every;
    struct err unknown;

    if (page_forecast_read(&p->r->caller, p->watched.page.id, &f, &unknown))
        f.best_effort = false; /* the choices are there all the same */
    html_raw(out, "<section class=\"sec\" id=\"often\"><h2>How often</h2><p class=\"lede\">");
    add_next(p, &f);
    HTML(out, "</p><label class=\"opt\"><input type=\"radio\" name=\"how\" value=\"default\"{}><b>Best effort</b>",
         MARKUP(is_every || w->paused ? STR("") : STR(" checked")));
    add_effort(p, &f);
    HTML(
        out,
        "</label><div class=\"opt\"><input type=\"radio\" name=\"how\" value=\"every\" id=\"how-every\"{}><div class=\"bar\"><label "
        "class=\"strong\" for=\"how-every\">Every</label><label class=\"sr\" for=\"every\">Interval</label><input class=\"in\" id=\"every\" "
        "name=\"every\" value=\"{}\" size=\"8\" placeholder=\"30min\"></div><p>A promise: kept even when others have to wait. Written 30min, 12h or "
        "2d.</p></div>",
        MARKUP(is_every && !w->paused ? STR(" checked") : STR("")), TEXT(w->every));
    HTML(
        out,
        "<label class=\"opt\"><input type=\"radio\" name=\"how\" value=\"paused\"{}><b>Only when I ask</b><p>No visits by itself. You press "
        "“Look now”.</p></label></section>\n",
        MARKUP(w->paused ? STR(" checked") : STR("")));
}

static void add_names(struct watch_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct watch *w = &p->watched.watch;

    HTML(
        out,
        "<section class=\"sec\" id=\"names\"><h2>Name and tags</h2><p class=\"lede\">Only you see them.</p><div class=\"f\"><label "
        "for=\"title\">Name</label><input class=\"in full\" id=\"title\" name=\"title\" value=\"{}\" placeholder=\"{}\"></div>"
        "<div class=\"f\"><label for=\"tags\">Tags</label><input class=\"in full\" id=\"tags\" name=\"tags\" value=\"",
        TEXT(w->title), TEXT(p->watched.state.title));
    for (uint32_t i = 0; i < w->tags.n; i++)
        HTML(out, "{}{}", WORD(i ? ", " : ""), TEXT(w->tags.item[i]));
    html_raw(out, "\"><p class=\"hint\">With commas between them. Tags group What’s new.</p></div></section>\n");
}

static struct str what_stays(const struct watch_page *p)
{
    int64_t n = p->watched.newest;

    if (n < 2)
        return n ? STR("Its one version stays in the archive.") : STR("No version was kept yet.");
    return arena_printf(p->r->arena, "All %lld versions stay in the archive.", (long long)n);
}

static void add_end(struct watch_page *p)
{
    struct buf *out = &p->r->answer.body;

    HTML(
        out,
        "<section class=\"sec\" id=\"end\"><h2>Stop</h2><div class=\"perils\"><div class=\"item\"><div><p class=\"t\">Stop watching</p>"
        "<p>{}</p></div><form class=\"acts\" method=\"post\" action=\"/page/{}/remove\">",
        TEXT(what_stays(p)), NUM(p->watched.page.id));
    shell_token(p->r);
    html_raw(out, "<button class=\"btn danger\">Stop watching</button></form></div></div></section>\n");
}

static void add_pause(struct watch_page *p)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<form class=\"act\" method=\"post\" action=\"/page/{}/look\">", NUM(p->watched.page.id));
    shell_token(p->r);
    HTML(out, "<input type=\"hidden\" name=\"back\" value=\"/page/{}/settings\"><button class=\"btn\">Look now</button></form>",
         NUM(p->watched.page.id));
    bool paused = p->watched.watch.paused;
    HTML(out, "<form method=\"post\" action=\"/page/{}/pause\">", NUM(p->watched.page.id));
    shell_token(p->r);
    HTML(
        out,
        "<input type=\"hidden\" name=\"back\" value=\"/page/{}/settings\"><button class=\"btn\" name=\"paused\" value=\"{}\">{}</button></form>",
        NUM(p->watched.page.id), WORD(paused ? "0" : "1"), WORD(paused ? "Resume" : "Pause"));
    html_raw(out, "</div></div>\n");
}

static int show(struct watch_page *p, struct err *e)
{
    struct http_request *r = p->r;
    struct buf *out = &r->answer.body;
    int failed = shell_open(
        r, &(struct shell){ .title = STR("Settings of a watch"), .place = PLACE_PAGES, .wide = true, .script = "watch" }, e);

    if (failed)
        return failed;
    HTML(
        out,
        "<p class=\"crumb\"><a href=\"/pages\">Pages</a> <span aria-hidden=\"true\">›</span> <a href=\"/page/{}\">{}</a></p><div "
        "class=\"head\"><div class=\"grow\"><h1>Settings of this watch</h1><p class=\"lede\"><a href=\"{}\" rel=\"noreferrer noopener\" "
        "target=\"_blank\">{}</a></p></div><div class=\"bar tight\"><a class=\"btn\" href=\"/page/{}\">History</a>",
        NUM(p->watched.page.id), TEXT(p->title), TEXT(p->watched.url), TEXT(p->watched.url), NUM(p->watched.page.id));
    add_pause(p);
    html_raw(
        out,
        "<div class=\"set\"><nav aria-label=\"Sections\"><a href=\"#what\">What to watch</a><a href=\"#often\">How often</a><a href=\"#noise\">Noise</a><a href=\"#tell\">Telling</a><a "
        "href=\"#names\">Name and tags</a><a href=\"#sharing\">Who else may see it</a><a href=\"#end\">Stop</a></nav><div>\n");
    if (p->words.len)
        shell_note(out, "bad", p->words);
    HTML(out, "<form method=\"post\" action=\"/page/{}/settings\">", NUM(p->watched.page.id));
    shell_token(r);
    add_what(p);
    add_often(p);
    if ((failed = add_noise(p, e)) || (failed = telling_add(r, &p->watched.watch, e)))
        return failed;
    add_names(p);
    if ((failed = sharing_add(r, &p->watched, e)))
        return failed;
    html_raw(out, "<div class=\"compare\"><button class=\"btn pri\">Save</button></div></form>\n");
    held_add_form(r, p->watched.page.id);
    add_end(p);
    html_raw(out, "</div></div>\n");
    shell_close(r);
    return 0;
}

int route_watch(struct http_request *r, struct err *e)
{
    struct watch_page p = { .r = r };
    int failed = read_watch(&p, e);

    return failed ? failed : show(&p, e);
}

/* ---- Saving ---- */

static int read_interval(struct str typed, struct err *e)
{
    int64_t ms;

    return typed.len ? duration_read(typed, &duration_seconds, &ms, e) : err_set(e, E_USAGE, "Say how often: 30min, 12h or 2d.");
}

/* What follows from it, where that may not be what was meant. */
static struct str saved_words(struct http_request *r, const struct watch_change *change)
{
    int64_t ms;
    struct err e;

    if (change->missing.n)
        return arena_printf(r->arena, "Saved. %.*s finds nothing on the page.", STR_ARG(change->missing.item[0]));
    if (change->after.every.len && duration_read(change->after.every, &duration_seconds, &ms, &e) == 0 && ms < OFTEN_MS)
        return arena_printf(r->arena, "Saved. Every %.*s is very often: the host may shut weft out.", STR_ARG(change->after.every));
    return STR("Saved");
}

int route_watch_post(struct http_request *r, struct err *e)
{
    struct str names[] = { STR("title"), STR("tags"),   STR("select"),      STR("ignore"),
                           STR("every"), STR("paused"), STR("sensitivity"), STR("notify") };
    struct watch_page p = { .r = r };
    struct str how = form_value(&r->form, "how"), every = str_trim(form_value(&r->form, "every"));
    struct watch_edit edit = { .name = { names, ARRAY_LEN(names) } };
    struct watch_change change;
    struct target t;
    int failed;

    if ((failed = read_watch(&p, e)) || (failed = target_page(&r->caller, p.watched.page.id, &t, e)))
        return failed;
    edit.to = (struct watch){ .title = str_trim(form_value(&r->form, "title")),
                              .tags = form_list(r->arena, form_value(&r->form, "tags"), ','),
                              .select = form_list(r->arena, form_value(&r->form, "select"), '\n'),
                              .ignore = form_list(r->arena, form_value(&r->form, "ignore"), '\n'),
                              .every = str_eq(how, STR("every")) ? every : STR(""),
                              .sensitivity = form_value(&r->form, "sensitivity"),
                              .paused = str_eq(how, STR("paused")) };
    picker_take(r, &edit.to.select, &edit.to.ignore);
    if (!telling_take(r, &edit.to.notify))
        edit.name.n--; /* it stays as it is */
    failed = str_eq(how, STR("every")) ? read_interval(every, e) : 0;
    if (!failed)
        failed = watches_edit(&r->caller, &t, &edit, &change, e);
    if (failed == E_USAGE || failed == E_FORMAT) {
        p.watched.watch = edit.to;
        p.words = arena_str(r->arena, str_of(e->text));
        p.is_every = str_eq(how, STR("every"));
        r->answer.status = 400;
        return show(&p, e);
    }
    if (failed || (failed = sharing_take(r, &p.watched, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    answer_done(r, saved_words(r, &change), 0, arena_printf(r->arena, "/page/%lld/settings", (long long)p.watched.page.id));
    return 0;
}

/* ---- Acts ---- */

static struct str back_to(const struct http_request *r)
{
    struct str back = form_value(&r->form, "back");

    return str_starts(back, STR("/")) && !str_starts(back, STR("//")) ? back : STR("/");
}

int route_look(struct http_request *r, struct err *e)
{
    struct watched w;
    int failed = watched_page(&r->caller, r->match.number[0], &w, e);

    if (failed || (failed = caller_must_write(&r->caller, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, w.page.id);
    answer_done(r, STR("weft is looking at the page now"), 0, back_to(r));
    return 0;
}

int route_pause(struct http_request *r, struct err *e)
{
    struct str name = STR("paused");
    bool paused = !str_eq(form_value(&r->form, "paused"), STR("0"));
    struct watch_edit edit = { .to = { .paused = paused }, .name = { &name, 1 } };
    struct undo_step step = { UNDO_PAUSED, r->match.number[0], 0 };
    struct watch_change change;
    struct watched w;
    struct target t;
    int failed;

    if ((failed = watched_page(&r->caller, r->match.number[0], &w, e)) || (failed = target_page(&r->caller, w.page.id, &t, e))
        || (failed = watches_edit(&r->caller, &t, &edit, &change, e)))
        return failed;
    if (!paused)
        scheduler_ask(&r->server->scheduler, 0);
    answer_done(r, paused ? STR("Paused") : STR("weft looks at this page again"),
                paused ? undo_put(&r->server->undos, r->caller.who.user, &step, 1) : 0, back_to(r));
    return 0;
}

int route_remove(struct http_request *r, struct err *e)
{
    struct removal how = { .followed = true };
    struct removed gone;
    struct watched w;
    struct target t;
    int failed;

    if ((failed = watched_page(&r->caller, r->match.number[0], &w, e)) || (failed = target_page(&r->caller, w.page.id, &t, e))
        || (failed = removal_do(&r->caller, &t, &how, &gone, e)))
        return failed;
    answer_done(r, STR("You no longer watch this page. Its versions stay."),
                undo_put_ended(&r->server->undos, r->caller.who.user, &gone.ended), STR("/pages"));
    return 0;
}
