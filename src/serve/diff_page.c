/* In: a page, a query that may name versions. Out: both versions, and the two bars above whatever shows them. */
#include "serve/diff_page.h"

#include "archive/history.h"
#include "archive/watched.h"
#include "serve/shell.h"

int diff_page_read(struct diff_page *p, struct err *e)
{
    struct watched w;
    int failed = target_page(&p->r->caller, p->r->match.number[0], &p->target, e);

    if (failed)
        return failed;
    p->title = p->target.name;
    if (watched_page(&p->r->caller, p->target.page.id, &w, e) == 0) /* an administrator need not watch it */
        p->title = w.watch.title.len ? w.watch.title : w.state.title.len ? w.state.title : p->title;
    return 0;
}

int diff_page_version(struct diff_page *p, int64_t number, struct target_version *out, struct err *e)
{
    struct target t = p->target;

    t.at = arena_printf(p->r->arena, "%lld", (long long)number);
    int failed = target_version(&p->r->caller, &t, out, e);
    return failed == E_USAGE ? err_set(e, E_ABSENT, "there is no version %lld of this page", (long long)number) : failed;
}

/* What the version was compared with when it came; else the one before. */
static int read_before(struct diff_page *p, struct err *e)
{
    struct page_history h;
    int failed = history_read(&p->r->caller, &p->target, &h, e);
    uint32_t at = 0;

    if (failed)
        return failed;
    while (at + 1 < h.n && h.row[at].version->number != p->to.number)
        at++;
    int64_t before = h.n && h.row[at].verdict ? h.row[at].verdict->before : 0;
    if (before == 0)
        before = at ? h.row[at - 1].version->number : p->to.number;
    return diff_page_version(p, before, &p->from, e);
}

static int choose_versions(struct diff_page *p, struct err *e)
{
    int64_t a = form_number(&p->r->query, "a"), b = form_number(&p->r->query, "b");
    struct target_version seen;
    int failed = b ? diff_page_version(p, b, &p->to, e) : target_newest(&p->r->caller, &p->target, &p->to, e);

    if (failed || (failed = target_last_seen(&p->r->caller, &p->target, &seen, e)))
        return failed == E_USAGE ? err_set(e, E_ABSENT, "this page has not been fetched yet") : failed;
    p->is_new = p->to.number > seen.number;
    if (a)
        return diff_page_version(p, a, &p->from, e);
    if (!p->is_new)
        return read_before(p, e);
    p->from = seen;
    return 0;
}

int diff_page_versions(struct diff_page *p, struct err *e)
{
    struct err none;
    int failed = choose_versions(p, e);

    if (!failed)
        p->judged = history_verdict(&p->r->caller, &p->target, p->to.number, &p->verdict, &none) == 0
                    && p->verdict.before == p->from.number;
    return failed;
}

/* ---- Parts ---- */

#define PICTURES_NOTE \
    "Pictures and styles load from the site as it is today, which learns that somebody looks. Click to leave them out."

void diff_page_name(struct diff_page *p, const struct target_version *v, bool shared)
{
    struct buf *out = &p->r->answer.body;

    if (shared)
        html_raw(out, "<span>");
    else
        HTML(out, "<a href=\"/page/{}/version/{}\">", NUM(p->target.page.id), NUM(v->number));
    HTML(out, "<span class=\"long\">version</span> <b>{}</b> · ", NUM(v->number));
    html_add_moment(out, v->at, p->r->caller.now);
    html_raw(out, shared ? "</span>" : "</a>");
}

void diff_page_back(struct diff_page *p, const char *to, const char *name)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<a class=\"btn ghost keep\" href=\"{}\" aria-label=\"{}\">", WORD(to), WORD(name));
    html_add_icon(out, "back");
    html_raw(out, "</a>\n");
}

void diff_page_title(struct diff_page *p)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<div class=\"grow\"><h1 class=\"cut\" dir=\"auto\">{}</h1><p class=\"f-vers\">", TEXT(p->title));
    HTML(out, "<span class=\"long cut\">{}</span><span class=\"long\">·</span>", TEXT(p->target.name));
}

static void add_share(struct diff_page *p, const char *class)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<form method=\"post\" action=\"/page/{}/share\" class=\"{}\">", NUM(p->target.page.id), WORD(class));
    shell_token(p->r);
    HTML(
        out,
        "<input type=\"hidden\" name=\"a\" value=\"{}\"><input type=\"hidden\" name=\"b\" value=\"{}\"><input type=\"hidden\" name=\"view\" "
        "value=\"{}\"><button class=\"btn ghost\">Share</button></form>",
        NUM(p->from.number), NUM(p->to.number), WORD(view_name(p->view)));
}

static void add_places(struct diff_page *p, const char *id)
{
    HTML(
        &p->r->answer.body,
        "<a class=\"btn ghost\"{} href=\"/page/{}\">History</a><a class=\"btn ghost\" href=\"/page/{}/version/{}\">Page as it was</a>",
        MARKUP(str_of(id)), NUM(p->target.page.id), NUM(p->target.page.id), NUM(p->to.number));
}

/* Where there is no room for them side by side. */
static void add_more(struct diff_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<details><summary class=\"btn ghost\" aria-label=\"More\">");
    html_add_icon(out, "more");
    html_raw(out, "</summary><div class=\"menu\">");
    add_places(p, "");
    if (!p->why)
        HTML(out, "<a class=\"btn ghost\" href=\"/page/{}/diff?a={}&amp;b={}&amp;view={}{}\">{}</a>", NUM(p->target.page.id),
             NUM(p->from.number), NUM(p->to.number), WORD(view_name(p->view)), MARKUP(p->whole ? STR("") : STR("&amp;whole=1")),
             WORD(p->whole ? "Without noise" : "Everything"));
    add_share(p, "");
    if (p->is_new)
        html_raw(out, "<button class=\"btn ghost\" form=\"act\" formaction=\"/teach\" name=\"dismiss\" value=\"");
    if (p->is_new)
        HTML(out, "{}\">Dismiss</button>", NUM(p->to.number));
    html_raw(out, "</div></details>");
}

static void add_acts(struct diff_page *p)
{
    struct buf *out = &p->r->answer.body;

    add_places(p, " id=\"history\"");
    add_share(p, "only-wide");
    add_more(p);
    if (!p->is_new)
        return;
    html_raw(out, "<form id=\"act\" method=\"post\" action=\"/act\" class=\"bar tight\">");
    shell_token(p->r);
    HTML(
        out,
        "<input type=\"hidden\" name=\"page\" value=\"{}\"><button class=\"btn ghost\" formaction=\"/teach\" name=\"dismiss\" value=\"{}\">Dismiss</button>"
        "<button class=\"btn pri keep\" name=\"seen\" value=\"{}\">Seen <kbd class=\"only-fine\">s</kbd></button></form>",
        NUM(p->target.page.id), NUM(p->to.number), NUM(p->to.number));
}

static void add_view(struct diff_page *p, const char *name, const char *words, bool current)
{
    HTML(&p->r->answer.body, "<a href=\"/page/{}/{}a={}&amp;b={}{}{}{}\"{}>{}</a>", NUM(p->target.page.id),
         WORD(name ? "diff?" : "why?"), NUM(p->from.number), NUM(p->to.number),
         MARKUP(name ? arena_printf(p->r->arena, "&amp;view=%s", name) : STR("")),
         MARKUP(name && p->whole ? STR("&amp;whole=1") : STR("")), MARKUP(name && p->alone ? STR("&amp;alone=1") : STR("")),
         MARKUP(current ? STR(" aria-current=\"true\"") : STR("")), WORD(words));
}

struct diff_switches {
    bool whole, alone;
};

/* A link to the same with one switch turned. */
static void add_switch(struct diff_page *p, const char *words, const char *title, bool on, struct diff_switches to)
{
    HTML(&p->r->answer.body,
         "<a class=\"chip big whole{}\" href=\"/page/{}/diff?a={}&amp;b={}&amp;view={}{}{}\"{} title=\"{}\">{}</a>",
         WORD(on ? " on" : ""), NUM(p->target.page.id), NUM(p->from.number), NUM(p->to.number), WORD(view_name(p->view)),
         MARKUP(to.whole ? STR("&amp;whole=1") : STR("")), MARKUP(to.alone ? STR("&amp;alone=1") : STR("")),
         MARKUP(on ? STR(" aria-current=\"true\"") : STR("")), WORD(title), WORD(words));
}

/* The second bar: how to look at it, and how much of it. */
static void add_views(struct diff_page *p)
{
    static const char *const words[] = { "Merged", "Side", "Changes", "Blocks", "Text", "Source" };
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<nav class=\"f-views\" aria-label=\"View\"><div class=\"seg views\">");
    for (unsigned i = 0; i < ARRAY_LEN(words); i++)
        add_view(p, view_name((enum view_kind)i), words[i], !p->why && p->view == i);
    add_view(p, NULL, "Why", p->why);
    html_raw(out, "</div>");
    if (!p->why) {
        add_switch(p, "Everything", "Also what you ignore, and noise", p->whole, (struct diff_switches){ !p->whole, p->alone });
        if (p->view < VIEW_TEXT) /* the others have none */
            add_switch(p, "Pictures of the site", PICTURES_NOTE, !p->alone, (struct diff_switches){ p->whole, !p->alone });
    }
    html_raw(out, "</nav>\n");
}

void diff_page_open(struct diff_page *p)
{
    struct http_request *r = p->r;
    bool shared = p->shared;
    struct buf *out = &r->answer.body;

    shell_head(r, arena_printf(r->arena, "%.*s: what changed · weft", STR_ARG(p->title)), "diff");
    html_raw(out, "<a class=\"skip\" href=\"#page\">Skip to the page</a>\n<div class=\"shell\">\n<header class=\"f-top\">");
    if (!shared)
        diff_page_back(p, "/", "Back to What’s new");
    diff_page_title(p);
    diff_page_name(p, &p->from, shared);
    html_raw(out, "<span aria-label=\"to\">→</span>");
    diff_page_name(p, &p->to, shared);
    html_raw(out, "</p></div>\n");
    if (shared)
        html_raw(out, "<span class=\"chip\">Shared with you by a user of weft</span>");
    else
        add_acts(p);
    html_raw(out, "</header>\n");
    if (!shared)
        add_views(p);
}

void diff_page_close(struct diff_page *p)
{
    html_raw(&p->r->answer.body, "</div>\n");
    shell_end(p->r);
}

/* Scripts of ours run in the frame of a comparison, on its own origin; in a version nothing does. */
void diff_page_frame(struct diff_page *p, const char *title)
{
    struct page_view view = { .page = p->target.page.id,
                              .from = p->from.number,
                              .to = p->to.number,
                              .kind = p->view,
                              .whole = p->whole,
                              .shared = p->shared,
                              .alone = p->alone,
                              .user = p->r->caller.who.user };
    bool scripts = p->view <= VIEW_BLOCKS;

    HTML(
        &p->r->answer.body,
        "<main class=\"f-body\" id=\"page\"><p class=\"wait\" role=\"status\" hidden></p><iframe id=\"shown\" title=\"{}\" sandbox=\"{}\" "
        "referrerpolicy=\"no-referrer\" src=\"{}\"></iframe></main>\n",
        WORD(title), WORD(scripts ? "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" : ""),
        TEXT(view_address(p->r, &view)));
}
