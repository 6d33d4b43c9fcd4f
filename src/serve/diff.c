/* The frame around what the other origin shows: names, versions, the way to other views, what can be done. */
#include "archive/accounts.h"
#include "archive/collections.h"
#include "archive/history.h"
#include "archive/watched.h"
#include "base/duration.h"
#include "base/moment.h"
#include "serve/shell.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/view.h"

struct diff_page {
    struct http_request *r;
    struct target target;
    struct str title;
    struct target_version from, to;
    enum view_kind view;
    bool whole;  /* everything that differs, not what counts for this user alone */
    bool is_new; /* the user has not seen it yet */
};

static int read_page(struct diff_page *p, struct err *e)
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

static int read_version(struct diff_page *p, int64_t number, struct target_version *out, struct err *e)
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
    return read_version(p, before, &p->from, e);
}

/* Two versions that were named; else from what was seen last to the newest. */
static int read_versions(struct diff_page *p, struct err *e)
{
    int64_t a = form_number(&p->r->query, "a"), b = form_number(&p->r->query, "b");
    struct target_version seen;
    int failed = b ? read_version(p, b, &p->to, e) : target_newest(&p->r->caller, &p->target, &p->to, e);

    if (failed || (failed = target_last_seen(&p->r->caller, &p->target, &seen, e)))
        return failed == E_USAGE ? err_set(e, E_ABSENT, "this page has not been fetched yet") : failed;
    p->is_new = p->to.number > seen.number;
    if (a)
        return read_version(p, a, &p->from, e);
    if (!p->is_new)
        return read_before(p, e);
    p->from = seen;
    return 0;
}

/* ---- Parts ---- */

static void add_version(struct diff_page *p, const struct target_version *v, bool shared)
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

static void add_back(struct diff_page *p, const char *to, const char *name)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<a class=\"btn ghost keep\" href=\"{}\" aria-label=\"{}\">", WORD(to), WORD(name));
    html_add_icon(out, "back");
    html_raw(out, "</a>\n");
}

static void add_title(struct diff_page *p)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<div class=\"grow\"><h1 class=\"cut\" dir=\"auto\">{}</h1><p class=\"f-vers\">", TEXT(p->title));
    HTML(out, "<span class=\"long cut\">{}</span><span class=\"long\">·</span>", TEXT(p->target.name));
}

static void add_acts(struct diff_page *p)
{
    struct buf *out = &p->r->answer.body;

    HTML(
        out,
        "<a class=\"btn ghost\" href=\"/page/{}\">History</a><a class=\"btn ghost\" href=\"/page/{}/version/{}\">Page as it was</a>",
        NUM(p->target.page.id), NUM(p->target.page.id), NUM(p->to.number));
    HTML(out, "<form method=\"post\" action=\"/page/{}/share\" class=\"only-wide\">", NUM(p->target.page.id));
    shell_token(p->r);
    HTML(
        out,
        "<input type=\"hidden\" name=\"a\" value=\"{}\"><input type=\"hidden\" name=\"b\" value=\"{}\"><input type=\"hidden\" name=\"view\" "
        "value=\"{}\"><button class=\"btn ghost\">Share</button></form>",
        NUM(p->from.number), NUM(p->to.number), WORD(view_name(p->view)));
    if (!p->is_new)
        return;
    html_raw(out, "<form method=\"post\" action=\"/act\" class=\"bar tight\">");
    shell_token(p->r);
    HTML(
        out,
        "<input type=\"hidden\" name=\"page\" value=\"{}\"><button class=\"btn ghost\" formaction=\"/teach\" name=\"dismiss\" value=\"{}\">Dismiss</button>"
        "<button class=\"btn pri keep\" name=\"seen\" value=\"{}\">Seen <kbd class=\"only-fine\">s</kbd></button></form>",
        NUM(p->target.page.id), NUM(p->to.number), NUM(p->to.number));
}

static void add_views(struct diff_page *p)
{
    static const char *const words[] = { "Merged", "Side", "Changes", "Blocks", "Text", "Source" };
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<nav class=\"seg views\" aria-label=\"View\">");
    for (unsigned i = 0; i < ARRAY_LEN(words); i++)
        HTML(out, "<a href=\"/page/{}/diff?a={}&amp;b={}&amp;view={}{}\"{}>{}</a>", NUM(p->target.page.id), NUM(p->from.number),
             NUM(p->to.number), WORD(view_name((enum view_kind)i)), MARKUP(p->whole ? STR("&amp;whole=1") : STR("")),
             MARKUP(p->view == i ? STR(" aria-current=\"true\"") : STR("")), WORD(words[i]));
    HTML(
        out,
        "</nav><a class=\"chip big whole{}\" href=\"/page/{}/diff?a={}&amp;b={}&amp;view={}{}\"{} title=\"Also what you ignore, and noise\">Everything</a>",
        WORD(p->whole ? " on" : ""), NUM(p->target.page.id), NUM(p->from.number), NUM(p->to.number), WORD(view_name(p->view)),
        MARKUP(p->whole ? STR("") : STR("&amp;whole=1")), MARKUP(p->whole ? STR(" aria-current=\"true\"") : STR("")));
}

/* Scripts of ours run in the frame of a comparison, on its own origin; in a version nothing does. */
static void add_frame(struct diff_page *p, const char *title)
{
    struct page_view view = { .page = p->target.page.id,
                              .from = p->from.number,
                              .to = p->to.number,
                              .kind = p->view,
                              .whole = p->whole,
                              .user = p->r->caller.who.user };
    bool scripts = p->view <= VIEW_BLOCKS;

    HTML(
        &p->r->answer.body,
        "<main class=\"f-body\" id=\"page\"><p class=\"wait\" role=\"status\" hidden></p><iframe id=\"shown\" title=\"{}\" sandbox=\"{}\" "
        "referrerpolicy=\"no-referrer\" src=\"{}\"></iframe></main>\n",
        WORD(title), WORD(scripts ? "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" : ""),
        TEXT(view_address(p->r, &view)));
}

/* ---- Routes ---- */

/* The whole page; `shared`: for whoever has the link, who can look and do nothing else. */
static void show_diff(struct diff_page *p, bool shared)
{
    struct http_request *r = p->r;
    struct buf *out = &r->answer.body;

    shell_head(r, arena_printf(r->arena, "%.*s: what changed · weft", STR_ARG(p->title)), "diff");
    html_raw(out, "<a class=\"skip\" href=\"#page\">Skip to the page</a>\n<div class=\"shell\">\n<header class=\"f-top\">");
    if (!shared)
        add_back(p, "/", "Back to What’s new");
    add_title(p);
    add_version(p, &p->from, shared);
    html_raw(out, "<span aria-label=\"to\">→</span>");
    add_version(p, &p->to, shared);
    html_raw(out, "</p></div>\n");
    if (!shared) {
        add_views(p);
        add_acts(p);
    } else
        html_raw(out, "<span class=\"chip\">Shared with you by a user of weft</span>");
    html_raw(out, "</header>\n");
    add_frame(p, "The page with its changes");
    html_raw(out, "</div>\n");
    shell_end(r);
}

int route_diff(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r, .view = view_find(form_value(&r->query, "view")), .whole = form_has(&r->query, "whole") };
    int failed;

    if (p.view >= VIEW_VERSION)
        p.view = VIEW_MERGED;
    if ((failed = read_page(&p, e)) || (failed = read_versions(&p, e)))
        return failed;
    show_diff(&p, false);
    return 0;
}

/* ---- Shared links: a difference for whoever has the address, until it expires ---- */

enum { SHARE_DAYS = 7 };

int route_share(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r, .view = view_find(form_value(&r->form, "view")) };
    int64_t from = form_number(&r->form, "a"), to = form_number(&r->form, "b");
    struct str secret;
    int failed;

    if ((failed = read_page(&p, e)) || (failed = read_version(&p, from, &p.from, e)) || (failed = read_version(&p, to, &p.to, e)))
        return failed;
    struct store_ticket wanted = {
        .kind = STORE_TICKET_SHARE,
        .name = p.title,
        .about = arena_printf(r->arena, "%lld.%lld.%lld.%s", (long long)p.target.page.id, (long long)from, (long long)to,
                              view_name(p.view < VIEW_VERSION ? p.view : VIEW_MERGED)),
        .until = r->caller.now + SHARE_DAYS * DURATION_DAY_MS,
    };
    if ((failed = tickets_make(&r->caller, &wanted, &secret, e)))
        return failed;
    secret = arena_printf(r->arena, "%.*s/s/%.*s", STR_ARG(r->origin), STR_ARG(secret));
    return shell_secret(r, "A link to share",
                        "Whoever has it sees this difference, and nothing else, for 7 days. Settings ends it earlier.", secret, e);
}

int route_shared(struct http_request *r, struct err *e)
{
    struct ticket_holder holder;
    struct diff_page p = { .r = r };
    uint64_t number[3] = { 0 };
    int failed = tickets_find(&r->caller, STORE_TICKET_SHARE, r->match.word[0], &holder, e);

    if (failed)
        return failed == E_ABSENT ? err_set(e, E_ABSENT, "This link does not exist, or has expired.") : failed;
    r->caller.who = holder.who;
    struct str about = holder.ticket.about;
    for (int i = 0; i < 3; i++)
        if (!str_number(str_cut(&about, '.'), INT64_MAX, &number[i]))
            return err_set(e, E_FORMAT, "the link is damaged");
    r->match.number[0] = (int64_t)number[0];
    p.view = view_find(about);
    if ((failed = read_page(&p, e)) || (failed = read_version(&p, (int64_t)number[1], &p.from, e))
        || (failed = read_version(&p, (int64_t)number[2], &p.to, e)))
        return failed;
    show_diff(&p, true);
    return 0;
}

/* A change of a collection: in the name of its owner, under the title that the page has itself. */
int route_collection_diff(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r, .view = VIEW_MERGED };
    struct collection_key key = { r->match.number[0], r->match.number[1] };
    struct collection_change change;
    int failed = collections_change(&r->caller, r->match.word[0], &key, &change, e);

    if (failed)
        return failed;
    r->caller.who = change.who;
    if ((failed = read_page(&p, e)) || (failed = read_version(&p, change.from, &p.from, e))
        || (failed = read_version(&p, change.to, &p.to, e)))
        return failed;
    p.title = change.title;
    show_diff(&p, true);
    return 0;
}

int route_version(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r, .view = VIEW_VERSION };
    struct buf *out = &r->answer.body;
    int failed;

    if ((failed = read_page(&p, e)) || (failed = read_version(&p, r->match.number[1], &p.to, e)))
        return failed;
    shell_head(r, arena_printf(r->arena, "%.*s: version %lld · weft", STR_ARG(p.title), (long long)p.to.number), "version");
    html_raw(out, "<a class=\"skip\" href=\"#page\">Skip to the page</a>\n<div class=\"shell\">\n<header class=\"f-top\">");
    add_back(&p, arena_printf(r->arena, "/page/%lld", (long long)p.target.page.id).ptr, "Back to the history");
    add_title(&p);
    add_version(&p, &p.to, false);
    html_raw(out, "</p></div>\n<span class=\"chip\">The page as it was. Nothing in it runs.</span>");
    HTML(out, "<a class=\"btn ghost\" href=\"/page/{}/diff?b={}\">What changed</a></header>\n", NUM(p.target.page.id),
         NUM(p.to.number));
    add_frame(&p, "The page as it was");
    html_raw(out, "</div>\n");
    shell_end(r);
    return 0;
}

/* "Show the page as of": leads to the version that stood then. */
int route_as_of(struct http_request *r, struct err *e)
{
    struct target t;
    struct target_version v;
    struct str day = form_value(&r->query, "d"), time = form_value(&r->query, "h");
    int failed = target_page(&r->caller, r->match.number[0], &t, e);

    if (failed)
        return failed;
    t.at = time.len ? arena_printf(r->arena, "%.*sT%.*s", STR_ARG(day), STR_ARG(time)) : day;
    if (t.at.len == 0 || !target_names_version(arena_printf(r->arena, "x@%.*s", STR_ARG(t.at)).ptr, r->caller.now))
        return err_set(e, E_USAGE, "choose a day");
    if ((failed = target_version(&r->caller, &t, &v, e)))
        return failed == E_USAGE ? err_set(e, E_ABSENT, "there is no version from that time: weft did not watch the page yet")
                                 : failed;
    answer_redirect(r, arena_printf(r->arena, "/page/%lld/version/%lld", (long long)t.page.id, (long long)v.number));
    return 0;
}
