/* Held back: what was not announced and why; each can be announced after all, or dismissed, with one act that can be undone. */
#include "archive/held.h"

#include "archive/lessons.h"
#include "serve/held.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"

enum { LOOKED_AT = 2000, SHOWN = 200, NAMED_BYTES = 32, SOME = 5, PARTS_SHOWN = 3 };

static struct str title_of(const struct watched *w)
{
    return w->watch.title.len ? w->watch.title : w->state.title.len ? w->state.title : w->url;
}

static void add_acts(struct http_request *r, const struct held_row *row)
{
    struct buf *out = &r->answer.body;

    html_raw(out, "<form class=\"acts act gone\" method=\"post\" action=\"/teach\">");
    shell_token(r);
    HTML(
        out,
        "<input type=\"hidden\" name=\"page\" value=\"{}\"><input type=\"hidden\" name=\"back\" value=\"/held\"><button class=\"btn sm\" "
        "name=\"tell\" value=\"{}\">Tell me after all</button>",
        NUM(row->watched->page.id), NUM(row->number));
    if (!row->dismissed && !row->announced)
        HTML(out, "<button class=\"btn sm ghost\" name=\"dismiss\" value=\"{}\">Keep holding</button>", NUM(row->number));
    html_raw(out, "</form>");
}

/* Whether the line above is of this part. */
static bool is_named(const struct held_part *part, struct str headline)
{
    struct str begins = str_sub(part->what, 0, MIN(part->what.len, (size_t)NAMED_BYTES)); /* a headline may cut the rest */

    return part->what.len == 0 || str_find(headline, begins, 0) != SIZE_MAX;
}

static bool is_said(const struct held_row *row, const struct held_part *part)
{
    return str_find(row->why, part->why, 0) != SIZE_MAX;
}

/* The part that the line is: its reason stands behind the line. parts.n: the line is of something else, or the reason is the same. */
static uint32_t find_line(const struct held_row *row, struct str headline)
{
    uint32_t i = 0;

    while (i < row->parts.n && (row->parts.item[i].what.len == 0 || !is_named(&row->parts.item[i], headline)))
        i++;
    return i < row->parts.n && !is_said(row, &row->parts.item[i]) ? i : row->parts.n;
}

/* A part that the line above does not name already, with its own reason where that is another. */
static void add_held_part(struct http_request *r, const struct held_row *row, const struct held_part *part, struct str headline)
{
    struct buf *out = &r->answer.body;
    bool said = is_said(row, part);

    if (said && is_named(part, headline))
        return;
    HTML(out, "<p><span class=\"why\">{}{}{}</span></p>", TEXT(held_part_words(r->arena, part)),
         WORD(said || part->what.len == 0 ? "" : ": "), TEXT(said ? STR("") : part->why));
}

static void add_row(struct http_request *r, const struct held_row *row)
{
    struct buf *out = &r->answer.body;
    struct str headline = held_headline(r->arena, row);
    uint32_t line = find_line(row, headline);

    HTML(out, "<li class=\"item\"><div><p class=\"t\"><a href=\"/page/{}/diff?b={}&amp;whole=1\">{}</a></p><p>{} · ",
         NUM(row->watched->page.id), NUM(row->number), TEXT(headline), TEXT(title_of(row->watched)));
    html_add_moment(out, row->at, r->caller.now);
    HTML(out, " <span class=\"why\">{}{}{}</span></p>", TEXT(line < row->parts.n ? row->parts.item[line].why : STR("")),
         WORD(line < row->parts.n ? "; " : ""), TEXT(row->why));
    for (uint32_t i = 0; i < MIN(row->parts.n, (uint32_t)PARTS_SHOWN); i++)
        if (i != line)
            add_held_part(r, row, &row->parts.item[i], headline);
    if (held_left(&row->parts, PARTS_SHOWN))
        HTML(out, "<p><span class=\"why\"><a href=\"/page/{}/why?b={}\">and {} more</a></span></p>", NUM(row->watched->page.id),
             NUM(row->number), NUM(held_left(&row->parts, PARTS_SHOWN)));
    html_raw(out, "</div>");
    add_acts(r, row);
    html_raw(out, "</li>\n");
}

static void add_head(struct http_request *r, const struct held_query *query, const struct held_list *list)
{
    struct buf *out = &r->answer.body;
    uint32_t n = 0; /* the others are parts of what was announced */
    const char *since = query->seen ? "" : " since you last looked";
    struct str page = query->page ? arena_printf(r->arena, "page=%lld", (long long)query->page) : STR("");

    for (uint32_t i = 0; i < list->n; i++)
        n += !list->row[i].announced;
    html_raw(out, "<div class=\"head\"><div class=\"grow\"><h1>Held back</h1><p class=\"lede\" data-fresh=\"lede\">");
    if (n)
        HTML(out, "{} {}{} {} not announced. Nothing is lost: tell weft where it was wrong, and it learns.", NUM(n),
             WORD(n == 1 ? "change" : "changes"), WORD(since), WORD(n == 1 ? "was" : "were"));
    else if (list->n == 0)
        HTML(out, "Nothing was held back{}.", WORD(since));
    if (list->n > n)
        HTML(out, "{}Of {} {} that {} announced some parts were held back.", WORD(n ? " " : ""), NUM(list->n - n),
             WORD(list->n - n == 1 ? "change" : "changes"), WORD(list->n - n == 1 ? "was" : "were"));
    HTML(out, "</p></div><a class=\"btn\" href=\"/held{}{}{}{}\">{}</a></div>\n", WORD(page.len || !query->seen ? "?" : ""),
         TEXT(page), WORD(page.len && !query->seen ? "&" : ""), WORD(query->seen ? "" : "seen=1"),
         WORD(query->seen ? "Only the latest" : "Earlier ones too"));
}

int route_held(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct held_query query = { .limit = LOOKED_AT,
                                .page = form_number(&r->query, "page"),
                                .seen = form_has(&r->query, "seen"),
                                .parts = true,
                                .by_rank = true };
    struct held_list list;
    int failed = held_read(&r->caller, &query, &list, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = STR("Held back"), .place = PLACE_HELD, .script = "held" }, e)))
        return failed;
    add_head(r, &query, &list);
    html_raw(out, "<ul class=\"items flat\">\n");
    for (uint32_t i = 0; i < MIN(list.n, (uint32_t)SHOWN); i++)
        add_row(r, &list.row[i]);
    html_raw(out, "</ul>\n");
    if (list.n > SHOWN)
        HTML(out, "<p class=\"small dim mt8\">{} more are not listed.</p>", NUM(list.n - SHOWN));
    shell_close(r);
    return 0;
}

/* ---- On the settings of a page ---- */

struct held_kind {
    const struct held_row *newest;
    struct str headline;
    uint32_t n; /* of the same words and reason */
};

static uint32_t find_kinds(struct arena *a, const struct held_list *list, struct held_kind kind[SOME])
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < list->n; i++) {
        const struct held_row *row = &list->row[i];
        struct str headline = held_headline(a, row);
        uint32_t at = 0;
        while (at < n && !(str_eq(kind[at].headline, headline) && str_eq(kind[at].newest->why, row->why)))
            at++;
        if (at == SOME)
            continue;
        if (at == n)
            kind[n++] = (struct held_kind){ row, headline, 0 };
        kind[at].n++;
    }
    return n;
}

static void add_kind(struct http_request *r, const struct held_kind *kind)
{
    struct buf *out = &r->answer.body;
    const struct held_row *row = kind->newest;

    HTML(out, "<li class=\"item\"><div><p class=\"t\"><a href=\"/page/{}/diff?b={}&amp;whole=1\">{}</a></p><p>",
         NUM(row->watched->page.id), NUM(row->number), TEXT(kind->headline));
    html_add_moment(out, row->at, r->caller.now);
    if (kind->n > 1)
        HTML(out, ", {} times", NUM(kind->n));
    HTML(out,
         " <span class=\"why\">{}</span></p></div><div class=\"acts\"><button class=\"btn sm\" form=\"teach\" name=\"tell\" "
         "value=\"{}\">Tell me after all</button></div></li>\n",
         TEXT(row->why), NUM(row->number));
}

int held_add_some(struct http_request *r, int64_t page, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct held_query query = { .limit = SHOWN, .page = page, .seen = true };
    struct held_kind kind[SOME];
    struct held_list list;
    int failed = held_read(&r->caller, &query, &list, e);

    if (failed)
        return failed;
    if (list.n == 0)
        return html_raw(out, "<p class=\"small dim mt\">Nothing was held back on this page so far.</p>"), 0;
    html_raw(out, "<h3 class=\"mt\">Held back on this page</h3><ul class=\"items flat\">\n");
    for (uint32_t i = 0, n = find_kinds(r->arena, &list, kind); i < n; i++)
        add_kind(r, &kind[i]);
    HTML(out, "</ul><p class=\"small mt8\"><a href=\"/held?page={}&amp;seen=1\">All {} of this page</a></p>", NUM(page),
         NUM(list.n));
    return 0;
}

void held_add_form(struct http_request *r, int64_t page)
{
    struct buf *out = &r->answer.body;

    html_raw(out, "<form id=\"teach\" class=\"act gone\" method=\"post\" action=\"/teach\">");
    shell_token(r);
    HTML(
        out,
        "<input type=\"hidden\" name=\"page\" value=\"{}\"><input type=\"hidden\" name=\"back\" value=\"/page/{}/settings\"></form>\n",
        NUM(page), NUM(page));
}

/* ---- Acts ---- */

/* The page whose button it was. */
static struct str back_to(const struct http_request *r, int64_t page)
{
    struct str back = form_value(&r->form, "back"), settings = arena_printf(r->arena, "/page/%lld/settings", (long long)page);

    return str_eq(back, STR("/held")) || str_eq(back, settings) ? back : STR("/");
}

/* What the act did: of a version only some parts may be announced, and who dismisses one sees what that taught. */
static struct str taught_words(struct arena *a, bool tell, const struct lesson_done *done)
{
    if (done->n_chosen == 0)
        return tell ? STR("Announced. Changes like this one will be, too") : STR("Dismissed. Changes like this one stay held back");
    struct str more = done->n_chosen > 1 ? arena_printf(a, ", and %u more", done->n_chosen - 1) : STR("");
    return arena_printf(a, "%s: %.*s%.*s. Changes there %s", tell ? "Announced" : "Dismissed", STR_ARG(done->part[0].what),
                        STR_ARG(more), tell ? "will be, too" : "stay held back");
}

int route_teach(struct http_request *r, struct err *e)
{
    int64_t page = request_page(r), tell = form_number(&r->form, "tell"), dismiss = form_number(&r->form, "dismiss");
    struct undo_step step = { UNDO_TAUGHT, page, tell ? tell : dismiss };
    struct lesson_done done;
    int failed = lessons_do(&r->caller, page, step.number, tell ? LESSON_ACT_TELL : LESSON_ACT_DISMISS, &done, e);

    if (failed)
        return failed;
    uint64_t undo = done.kind != LESSON_NONE ? undo_put(&r->server->undos, r->caller.who.user, &step, 1) : 0;
    answer_done(r, taught_words(r->arena, tell, &done), undo, back_to(r, page));
    return 0;
}
