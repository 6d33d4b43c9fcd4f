/* What is watched: a table of all pages, found by word or tag, with how each stands. */
#include "archive/listing.h"
#include "archive/removal.h"
#include "base/moment.h"
#include "serve/shell.h"
#include "serve/routes.h"
#include "serve/server.h"

enum { PER_PAGE = 50 };

struct pages_page {
    struct http_request *r;
    struct str word, tag;
    int64_t from; /* rows before this one are passed over */
    uint64_t n;   /* that match */
};

static void add_row(struct pages_page *p, const struct listing_row *row)
{
    struct buf *out = &p->r->answer.body;
    const struct watched *w = row->watched;
    struct str title = w->watch.title.len ? w->watch.title : w->state.title.len ? w->state.title : w->url;
    bool bad = w->page.errors > 0 || w->fault.len;

    HTML(out, "<tr><td><a href=\"/page/{}\">{}</a>", NUM(w->page.id), TEXT(title));
    if (!str_eq(title, w->url))
        HTML(out, "<br><span class=\"dim\">{}</span>", TEXT(w->url));
    struct str cause = w->page.errors && !w->watch.paused ? w->state.answer : STR("");
    html_raw(out, "</td><td>");
    for (uint32_t i = 0; i < w->watch.tags.n; i++)
        HTML(out, "<a class=\"chip\" href=\"/pages?tag={}\">{}</a> ", PART(w->watch.tags.item[i]), TEXT(w->watch.tags.item[i]));
    HTML(
        out,
        "</td><td class=\"state\"><span class=\"dot{}\"></span> {}{}{}</td><td class=\"r\" data-l=\"Versions\">{}</td><td data-l=\"Last change\">",
        WORD(bad                                                               ? " bad"
             : w->state.suspect.len || w->state.blocked.len || w->watch.paused ? " warn"
                                                                               : ""),
        TEXT(row->state), WORD(cause.len ? ": " : ""), TEXT(cause), NUM(w->newest));
    if (row->event)
        html_add_time(out, row->event->at, p->r->caller.now);
    else
        html_raw(out, "<span class=\"dim\">none yet</span>");
    html_raw(out, "</td><td class=\"nowrap\" data-l=\"Next visit\">");
    if (w->watch.paused) {
        HTML(out, "<form method=\"post\" action=\"/page/{}/pause\">", NUM(w->page.id));
        shell_token(p->r);
        html_raw(out, "<input type=\"hidden\" name=\"back\" value=\"/pages\"><button class=\"btn sm\" name=\"paused\" "
                      "value=\"0\">Resume</button></form>");
    } else if (w->page.next_check_at != NEVER)
        moment_add_ago(out, MAX(w->page.next_check_at, p->r->caller.now), p->r->caller.now);
    HTML(out, "</td><td><a class=\"btn sm ghost\" href=\"/page/{}/settings\">Settings</a></td></tr>\n", NUM(w->page.id));
}

static int take(void *context, const struct listing_row *row, struct err *e UNUSED)
{
    add_row(context, row);
    return 0;
}

/* All pages with the tag end at once: the demo, or what came in with a list. */
static void add_remove(struct pages_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<form class=\"mt8\" method=\"post\" action=\"/pages/remove\">");
    shell_token(p->r);
    HTML(
        out,
        "<button class=\"btn sm danger\" name=\"tag\" value=\"{}\">Stop watching all pages with this tag</button> <span class=\"dim small\">Their versions "
        "stay.</span></form>\n",
        TEXT(p->tag));
}

static void add_head(struct pages_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(
        out,
        "<div class=\"head\"><div class=\"grow\"><h1>Pages</h1><p class=\"lede\">Every page that you watch, and how it "
        "stands.</p></div><a class=\"btn pri\" href=\"/add\">Add pages</a></div>\n<form class=\"bar\" role=\"search\" action=\"/pages\">"
        "<div class=\"search\">");
    html_add_icon(out, "find");
    HTML(
        out,
        "<label class=\"sr\" for=\"q\">Find by word, address or tag</label><input class=\"in\" id=\"q\" name=\"q\" type=\"search\" "
        "placeholder=\"Find by word, address or tag\" value=\"{}\"><kbd>/</kbd></div><button class=\"btn\">Find</button></form>\n",
        TEXT(p->word));
    if (p->tag.len)
        HTML(
            out,
            "<p class=\"mt8\"><a class=\"chip big on\" href=\"/pages\">{} <span aria-hidden=\"true\">×</span><span class=\"sr\">: remove this filter</span></a></p>\n",
            TEXT(p->tag));
    if (p->tag.len)
        add_remove(p);
    html_raw(out, "<table class=\"tbl cards mt\"><thead><tr><th>Page</th><th>Tags</th><th>State</th><th class=\"r\">Versions</th>"
                  "<th>Last change</th><th>Next visit</th><th><span class=\"sr\">Settings</span></th></tr></thead><tbody>\n");
}

static void add_foot(struct pages_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "</tbody></table>\n<p class=\"bar mt small dim\">");
    if (p->n == 0)
        html_raw(out, p->word.len || p->tag.len ? "Nothing matches. Try another word." : "You do not watch any pages yet.");
    else {
        html_add_number_of(out, p->n, "page");
        if (p->from)
            HTML(out, " · <a href=\"/pages?q={}&amp;tag={}&amp;from={}\">Earlier</a>", PART(p->word), PART(p->tag),
                 NUM(MAX(p->from - PER_PAGE, 0)));
        if (p->n > (uint64_t)p->from + PER_PAGE)
            HTML(out, " · <a href=\"/pages?q={}&amp;tag={}&amp;from={}\">More</a>", PART(p->word), PART(p->tag),
                 NUM(p->from + PER_PAGE));
    }
    html_raw(out, "</p>\n");
}

int route_pages(struct http_request *r, struct err *e)
{
    struct pages_page p = { .r = r,
                            .word = str_trim(form_value(&r->query, "q")),
                            .tag = form_value(&r->query, "tag"),
                            .from = form_number(&r->query, "from") };
    struct listing_query query = { &p.word, p.word.len ? 1 : 0, &p.tag, p.tag.len ? 1 : 0 };
    int failed = shell_open(r, &(struct shell){ .title = STR("Pages"), .place = PLACE_PAGES, .wide = true, .script = "pages" }, e);

    if (failed)
        return failed;
    add_head(&p);
    struct listing_part part = { .from = (uint64_t)p.from, .n = PER_PAGE };
    if ((failed = listing_some(&r->caller, &query, &part, take, &p, e)))
        return failed;
    p.n = part.all;
    add_foot(&p);
    shell_close(r);
    return 0;
}

int route_pages_remove(struct http_request *r, struct err *e)
{
    struct str tag = form_value(&r->form, "tag");
    struct removed gone;
    int failed = tag.len ? removal_tagged(&r->caller, tag, &gone, e) : err_set(e, E_USAGE, "Which tag?");

    if (!failed)
        answer_done(
            r,
            arena_printf(r->arena, "You no longer watch %u page%s. The versions stay.", gone.ended.n, gone.ended.n == 1 ? "" : "s"),
            undo_put_ended(&r->server->undos, r->caller.who.user, &gone.ended), STR("/pages"));
    return failed;
}
