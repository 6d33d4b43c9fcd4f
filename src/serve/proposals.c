/* In: numbers of pages that were added. Out: a card for each, in one form; and what was chosen there, saved.
 *
 * The pages are watched already, as a whole and with best effort, so nothing is lost where nobody presses Save. A GET changes nothing. */
#include "serve/proposals.h"

#include "archive/page_blocks.h"
#include "archive/page_forecast.h"
#include "archive/removal.h"
#include "archive/watched.h"
#include "archive/watches.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/vec.h"
#include "serve/picker.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"
#include "track/thresholds.h"

enum { CARDS_MAX = 50, DIVIDED_MAX = 12 }; /* dividing a page takes some milliseconds */

/* ---- Addresses ---- */

static void add_numbers(struct buf *out, const char *name, const struct page_numbers *list)
{
    buf_addf(out, "%s=", name);
    for (uint32_t i = 0; i < MIN(list->n, (uint32_t)CARDS_MAX); i++)
        buf_addf(out, "%s%lld", i ? "." : "", (long long)list->item[i]);
}

struct str proposals_address(struct arena *a, const struct page_numbers *pages, const struct page_numbers *known)
{
    AUTO(buf) to = BUF(KIB(16));

    if (known->n)
        add_numbers(&to, "/add?k", known);
    add_numbers(&to, known->n ? "&p" : "/add?p", pages);
    return arena_str(a, buf_str(&to));
}

static bool next_number(struct str *list, int64_t *out)
{
    uint64_t number;

    while (list->len)
        if (str_number(str_cut(list, '.'), INT64_MAX, &number) && number) {
            *out = (int64_t)number;
            return true;
        }
    return false;
}

static bool has_number(struct str list, int64_t number)
{
    for (int64_t one; next_number(&list, &one);)
        if (one == number)
            return true;
    return false;
}

/* ---- Cards ---- */

static void add_text_field(struct buf *out, const char *name, int64_t page, const char *label, struct str value)
{
    HTML(out,
         "<div class=\"f\"><label for=\"{}-{}\">{}</label><input class=\"in full\" id=\"{}-{}\" name=\"{}-{}\" value=\"{}\" "
         "autocomplete=\"off\"></div>",
         WORD(name), NUM(page), WORD(label), WORD(name), NUM(page), WORD(name), NUM(page), TEXT(value));
}

/* All of it, since a menu or a footer weighs little in any case and a part may be gone when the page is rebuilt; or the main part. */
static void add_what(struct buf *out, int64_t page, const struct page_blocks *blocks)
{
    HTML(
        out,
        "<fieldset class=\"grp-f\"><legend>Watch</legend><label class=\"line\"><input type=\"radio\" name=\"what-{}\" value=\"all\" "
        "checked><span>The whole page <span class=\"dim\">menus and footers count little</span></span></label>",
        NUM(page));
    if (blocks->main.len)
        HTML(
            out,
            "<label class=\"line\"><input type=\"radio\" name=\"what-{}\" value=\"main\"><span>Only the main part, “{}…” <span class=\"dim\">{} of {} "
            "words</span></span></label><input type=\"hidden\" name=\"main-{}\" value=\"{}\">",
            NUM(page), TEXT(blocks->main_name), NUM(blocks->main_words), NUM(blocks->n_words), NUM(page), TEXT(blocks->main));
    html_raw(out, "</fieldset>");
}

static void add_often(struct http_request *r, const struct watched *w)
{
    static const char *const spans[][2] = { { "10min", "every 10 minutes" },
                                            { "1h", "every hour" },
                                            { "6h", "every 6 hours" },
                                            { "1d", "every day" },
                                            { "7d", "every week" } };
    struct buf *out = &r->answer.body;
    struct page_forecast f;
    struct err unknown;

    HTML(
        out,
        "<div class=\"f\"><label for=\"every-{}\">How often</label><select class=\"in full\" id=\"every-{}\" name=\"every-{}\"><option "
        "value=\"\"{}>Best effort",
        NUM(w->page.id), NUM(w->page.id), NUM(w->page.id), MARKUP(w->watch.every.len ? STR("") : STR(" selected")));
    if (page_forecast_read(&r->caller, w->page.id, &f, &unknown) == 0 && f.best_effort && f.interval_ms != NEVER) {
        html_raw(out, ", every ");
        duration_add_words(out, MAX(f.interval_ms - f.interval_ms % DURATION_MINUTE_MS, DURATION_MINUTE_MS));
        html_raw(out, " at first");
    }
    html_raw(out, "</option>");
    bool listed = w->watch.every.len == 0;
    for (size_t i = 0; i < ARRAY_LEN(spans); i++) {
        bool on = str_eq(w->watch.every, str_of(spans[i][0]));
        listed |= on;
        HTML(out, "<option value=\"{}\"{}>{}</option>", WORD(spans[i][0]), MARKUP(on ? STR(" selected") : STR("")),
             WORD(spans[i][1]));
    }
    if (!listed)
        HTML(out, "<option value=\"{}\" selected>every {}</option>", TEXT(w->watch.every), TEXT(w->watch.every));
    html_raw(out, "</select></div>");
}

static struct str tags_of(struct arena *a, const struct watch *w)
{
    struct str all = STR("");

    for (uint32_t i = 0; i < w->tags.n; i++)
        all = arena_printf(a, "%.*s%s%.*s", STR_ARG(all), i ? ", " : "", STR_ARG(w->tags.item[i]));
    return all;
}

static void add_leave_out(struct buf *out, int64_t page)
{
    HTML(out, "<button class=\"btn sm ghost\" name=\"drop\" value=\"{}\" formnovalidate>Leave out</button></p>", NUM(page));
}

static void add_ready(struct http_request *r, const struct watched *w, const struct page_blocks *blocks)
{
    struct buf *out = &r->answer.body;

    HTML(out, "<input type=\"hidden\" name=\"page\" value=\"{}\">", NUM(w->page.id));
    add_what(out, w->page.id, blocks);
    html_raw(out, "<div class=\"three\">");
    add_text_field(out, "title", w->page.id, "Name", w->watch.title.len ? w->watch.title : w->state.title);
    add_often(r, w);
    add_text_field(out, "tags", w->page.id, "Tags", tags_of(r->arena, &w->watch));
    HTML(
        out,
        "</div><p class=\"bar tight mt8\"><a class=\"btn sm\" href=\"/page/{}/settings\">Choose by block</a><a class=\"btn sm ghost\" "
        "href=\"/page/{}/version/{}\">See the page</a>",
        NUM(w->page.id), NUM(w->page.id), NUM(w->newest));
    add_leave_out(out, w->page.id);
}

static void add_waiting(struct buf *out, const struct watched *w, const struct problems *problems)
{
    if (problems->n)
        shell_note(out, "warn", problems->item[0].message);
    else
        html_raw(out, "<div class=\"sk c\"></div><div class=\"sk d\"></div>");
    HTML(out, "<p class=\"bar tight mt8\"><a class=\"btn sm\" href=\"/page/{}/settings\">Settings</a>", NUM(w->page.id));
    add_leave_out(out, w->page.id);
}

static void add_card(struct http_request *r, const struct watched *w, bool known, bool divide)
{
    struct buf *out = &r->answer.body;
    struct problems problems = watched_problems(w);
    struct page_blocks blocks = { .main = STR("") };
    struct err whole; /* what cannot be divided is watched as a whole */
    bool ready = w->newest > 0, waits = !ready && !problems.n;
    bool drawn = ready && divide && page_blocks_read(&r->caller, w->page.id, w->newest, NULL, &blocks, &whole) == 0 && blocks.n;

    HTML(out, "<article class=\"prop{}\" data-page=\"{}\"><div class=\"pic\">", WORD(waits ? " waits" : ""), NUM(w->page.id));
    if (drawn)
        picker_sketch(out, &blocks);
    else
        HTML(out, "<span>{}</span>", WORD(waits ? "on its way" : ready ? "not drawn" : "not fetched"));
    HTML(out, "</div><div><h3>{}</h3><p class=\"dim small\">{} · {}",
         TEXT(w->watch.title.len   ? w->watch.title
              : w->state.title.len ? w->state.title
                                   : w->url),
         TEXT(w->url),
         WORD(waits   ? "Fetching."
              : ready ? "fetched"
                      : "not fetched yet"));
    if (drawn)
        html_raw(out, ", ");
    if (drawn)
        html_add_number_of(out, blocks.n + blocks.n_left, "block");
    html_raw(out, "</p>");
    if (known)
        HTML(out, "<p class=\"mt8\">You watched it already. <a href=\"/page/{}/settings\">Its settings</a> are as they were.</p>",
             NUM(w->page.id));
    else if (ready)
        add_ready(r, w, &blocks);
    else
        add_waiting(out, w, &problems);
    html_raw(out, "</div></article>\n");
}

static int read_cards(struct http_request *r, uint32_t *ready, struct err *e)
{
    struct str list = form_value(&r->query, "p"), known = form_value(&r->query, "k");
    int64_t page;

    for (uint32_t n = 0; n < CARDS_MAX && next_number(&list, &page);) {
        struct watched w;
        int failed = watched_page(&r->caller, page, &w, e);
        if (failed == E_ABSENT)
            continue;
        if (failed)
            return failed;
        bool old = has_number(known, page);
        *ready += w.newest && !old;
        add_card(r, &w, old, n++ < DIVIDED_MAX);
    }
    return 0;
}

int proposals_add(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    uint32_t ready = 0;

    if (form_value(&r->query, "p").len == 0)
        return 0;
    html_raw(out,
             "<form method=\"post\" action=\"/add/save\"><section class=\"grp\" aria-labelledby=\"added\"><header><h2 "
             "id=\"added\">Proposals</h2><span class=\"dim\">All of each page is watched from now on. Save to watch what is chosen "
             "here, or leave one out.</span></header>\n");
    shell_token(r);
    HTML(out, "<input type=\"hidden\" name=\"p\" value=\"{}\"><input type=\"hidden\" name=\"k\" value=\"{}\">",
         TEXT(form_value(&r->query, "p")), TEXT(form_value(&r->query, "k")));
    int failed = read_cards(r, &ready, e);
    if (ready)
        HTML(out,
             "<div class=\"compare\"><button class=\"btn pri\">Save {}</button><span class=\"dim small\">You can change everything "
             "later.</span></div>",
             WORD(ready == 1 ? "this page" : "these pages"));
    html_raw(out, "</section></form>\n");
    return failed;
}

/* ---- Saving ---- */

static struct str field_of(struct http_request *r, const char *name, int64_t page)
{
    return str_trim(form_value(&r->form, arena_printf(r->arena, "%s-%lld", name, (long long)page).ptr));
}

static int save_one(struct http_request *r, int64_t page, struct err *e)
{
    struct str names[] = { STR("title"), STR("tags"), STR("every"), STR("select") };
    struct str main = field_of(r, "main", page), title = field_of(r, "title", page);
    bool part = str_eq(field_of(r, "what", page), STR("main")) && main.len;
    struct watch_edit edit = { .name = { names, ARRAY_LEN(names) } };
    struct watch_change change;
    struct watched w;
    struct str every = field_of(r, "every", page);
    struct target t;
    int64_t ms;
    int failed;

    if ((failed = watched_page(&r->caller, page, &w, e)) || (failed = target_page(&r->caller, page, &t, e))
        || (every.len && (failed = threshold_read(every, &ms, e))))
        return failed;
    edit.to = (struct watch){ .title = str_eq(title, w.state.title) ? STR("") : title, /* it follows the page's own */
                              .tags = form_list(r->arena, field_of(r, "tags", page), ','),
                              .every = every,
                              .select = { &main, part ? 1 : 0 } };
    failed = watches_edit(&r->caller, &t, &edit, &change, e);
    return failed ? err_in(e, "%.*s", STR_ARG(w.url)) : 0;
}

static int save_all(struct http_request *r, uint32_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int failed = store_begin(r->caller.store, &tx, e);

    for (uint32_t i = 0; i < r->form.n && !failed; i++) {
        uint64_t page;
        if (!str_eq(r->form.item[i].name, STR("page")) || !str_number(r->form.item[i].value, INT64_MAX, &page))
            continue;
        failed = save_one(r, (int64_t)page, e);
        ++*n;
    }
    return failed ? failed : store_commit(&tx, e);
}

/* Stops watching it. */
static int leave_out(struct http_request *r, int64_t page, struct err *e)
{
    struct str list = form_value(&r->form, "p");
    struct removal how = { .followed = true };
    VEC(int64_t) rest = { 0 };
    VEC(int64_t) known = { 0 };
    struct removed gone;
    struct target t;
    int failed;

    if ((failed = target_page(&r->caller, page, &t, e)) || (failed = removal_do(&r->caller, &t, &how, &gone, e)))
        return failed;
    for (int64_t one; next_number(&list, &one);) {
        if (one == page)
            continue;
        *VEC_ADD(r->arena, &rest) = one;
        if (has_number(form_value(&r->form, "k"), one))
            *VEC_ADD(r->arena, &known) = one;
    }
    answer_done(r, STR("Left out"), 0,
                rest.n ? proposals_address(r->arena, &(struct page_numbers){ rest.item, rest.n },
                                           &(struct page_numbers){ known.item, known.n })
                       : STR("/add"));
    return 0;
}

int route_add_save(struct http_request *r, struct err *e)
{
    int64_t drop = form_number(&r->form, "drop");
    uint32_t n = 0;
    int failed;

    if (drop)
        return leave_out(r, drop, e);
    if ((failed = save_all(r, &n, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    answer_done(r, arena_printf(r->arena, "Saved %u page%s", n, n == 1 ? "" : "s"), 0, STR("/pages"));
    return 0;
}
