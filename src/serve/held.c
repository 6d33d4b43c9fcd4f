/* Held back: what was not announced and why; each can be announced after all, or dismissed, with one act that can be undone. */
#include "archive/held.h"

#include "archive/lessons.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"

enum { LOOKED_AT = 2000, SHOWN = 200, NAMED_BYTES = 32 };

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
    if (!row->dismissed)
        HTML(out, "<button class=\"btn sm ghost\" name=\"dismiss\" value=\"{}\">Keep holding</button>", NUM(row->number));
    html_raw(out, "</form>");
}

/* A part that the line above does not name already, with its own reason where that is another. */
static void add_held_part(struct buf *out, const struct held_row *row, const struct held_part *part, struct str headline)
{
    bool said = str_find(row->why, part->why, 0) != SIZE_MAX;
    struct str begins = str_sub(part->what, 0, MIN(part->what.len, (size_t)NAMED_BYTES)); /* a headline may cut the rest */

    if (said && (part->what.len == 0 || str_find(headline, begins, 0) != SIZE_MAX))
        return;
    HTML(out, "<p><span class=\"why\">{}{}{}</span></p>", TEXT(part->what), WORD(said || part->what.len == 0 ? "" : ": "),
         TEXT(said ? STR("") : part->why));
}

static void add_row(struct http_request *r, const struct held_row *row)
{
    struct buf *out = &r->answer.body;
    struct str headline = held_headline(r->arena, row);

    HTML(out, "<li class=\"item\"><div><p class=\"t\"><a href=\"/page/{}/diff?b={}&amp;whole=1\">{}</a></p><p>{} · ",
         NUM(row->watched->page.id), NUM(row->number), TEXT(headline), TEXT(title_of(row->watched)));
    html_add_moment(out, row->at, r->caller.now);
    HTML(out, " <span class=\"why\">{}</span></p>", TEXT(row->why));
    for (uint32_t i = 0; i < MIN(row->parts.n, 3u); i++)
        add_held_part(out, row, &row->parts.item[i], headline);
    html_raw(out, "</div>");
    add_acts(r, row);
    html_raw(out, "</li>\n");
}

int route_held(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct held_query query = { .limit = LOOKED_AT, .page = form_number(&r->query, "page"), .seen = form_has(&r->query, "seen") };
    struct held_list list;
    int failed = held_read(&r->caller, &query, &list, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = STR("Held back"), .place = PLACE_HELD, .script = "held" }, e)))
        return failed;
    html_raw(out, "<div class=\"head\"><div class=\"grow\"><h1>Held back</h1><p class=\"lede\" data-fresh=\"lede\">");
    if (list.n)
        HTML(out, "{} {} since you last looked {} not announced. Nothing is lost: tell weft where it was wrong, and it learns.",
             NUM(list.n), WORD(list.n == 1 ? "change" : "changes"), WORD(list.n == 1 ? "was" : "were"));
    else
        html_raw(out, "Nothing was held back since you last looked.");
    HTML(out, "</p></div><a class=\"btn\" href=\"/held{}\">{}</a></div>\n", WORD(query.seen ? "" : "?seen=1"),
         WORD(query.seen ? "Only the latest" : "Earlier ones too"));
    html_raw(out, "<ul class=\"items flat\">\n");
    for (uint32_t i = 0; i < MIN(list.n, (uint32_t)SHOWN); i++)
        add_row(r, &list.row[i]);
    html_raw(out, "</ul>\n");
    if (list.n > SHOWN)
        HTML(out, "<p class=\"small dim mt8\">{} more are not listed.</p>", NUM(list.n - SHOWN));
    shell_close(r);
    return 0;
}

int route_teach(struct http_request *r, struct err *e)
{
    int64_t page = form_number(&r->form, "page"), tell = form_number(&r->form, "tell"), dismiss = form_number(&r->form, "dismiss");
    struct undo_step step = { UNDO_TAUGHT, page, tell ? tell : dismiss };
    struct lesson_done done;
    int failed = lessons_do(&r->caller, page, step.number, tell ? LESSON_ACT_TELL : LESSON_ACT_DISMISS, &done, e);

    if (failed)
        return failed;
    uint64_t undo = done.kind != LESSON_NONE ? undo_put(&r->server->undos, r->caller.who.user, &step, 1) : 0;
    answer_done(
        r, tell ? STR("Announced. Changes like this one will be, too") : STR("Dismissed. Changes like this one stay held back"),
        undo, str_eq(form_value(&r->form, "back"), STR("/held")) ? STR("/held") : STR("/"));
    return 0;
}
