/* Sentinels: the list of one's own, and what is done with one as a whole. */
#include "archive/sentinels.h"

#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"

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
