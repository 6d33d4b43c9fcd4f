/* The frame around what the other origin shows: a comparison, one that is shared, or a version. */
#include "archive/accounts.h"
#include "archive/collections.h"
#include "base/duration.h"
#include "serve/diff_page.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"

static void show_diff(struct diff_page *p)
{
    diff_page_open(p);
    diff_page_frame(p, "The page with its changes");
    diff_page_close(p);
}

int route_diff(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r,
                           .view = view_find(form_value(&r->query, "view")),
                           .whole = form_has(&r->query, "whole"),
                           .alone = form_has(&r->query, "alone") };
    int failed;

    if (p.view >= VIEW_VERSION)
        p.view = VIEW_MERGED;
    if ((failed = diff_page_read(&p, e)) || (failed = diff_page_versions(&p, e)))
        return failed;
    show_diff(&p);
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

    if ((failed = diff_page_read(&p, e)) || (failed = diff_page_version(&p, from, &p.from, e))
        || (failed = diff_page_version(&p, to, &p.to, e)))
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
    struct shell_secret shown = {
        .title = "A link to share",
        .words = "Whoever has it sees this difference, and nothing else, for 7 days. Settings ends it earlier.",
        .secret = secret,
        .back = arena_printf(r->arena, "/page/%lld/diff?a=%lld&b=%lld&view=%s", (long long)p.target.page.id, (long long)from,
                             (long long)to, view_name(p.view < VIEW_VERSION ? p.view : VIEW_MERGED)),
        .back_words = "Back to the difference",
    };
    return shell_secret(r, &shown, e);
}

int route_shared(struct http_request *r, struct err *e)
{
    struct ticket_holder holder;
    struct diff_page p = { .r = r, .shared = true };
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
    if ((failed = diff_page_read(&p, e)) || (failed = diff_page_version(&p, (int64_t)number[1], &p.from, e))
        || (failed = diff_page_version(&p, (int64_t)number[2], &p.to, e)))
        return failed;
    show_diff(&p);
    return 0;
}

/* A change of a collection: in the name of its owner, under the title that the page has itself. */
int route_collection_diff(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r, .view = VIEW_MERGED, .shared = true };
    struct collection_key key = { r->match.number[0], r->match.number[1] };
    struct collection_change change;
    int failed = collections_change(&r->caller, r->match.word[0], &key, &change, e);

    if (failed)
        return failed;
    r->caller.who = change.who;
    if ((failed = diff_page_read(&p, e)) || (failed = diff_page_version(&p, change.from, &p.from, e))
        || (failed = diff_page_version(&p, change.to, &p.to, e)))
        return failed;
    p.title = change.title;
    show_diff(&p);
    return 0;
}

int route_version(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r, .view = VIEW_VERSION, .alone = form_has(&r->query, "alone") };
    struct buf *out = &r->answer.body;
    int failed;

    if ((failed = diff_page_read(&p, e)) || (failed = diff_page_version(&p, r->match.number[1], &p.to, e)))
        return failed;
    shell_head(r, arena_printf(r->arena, "%.*s: version %lld · weft", STR_ARG(p.title), (long long)p.to.number), "version");
    html_raw(out, "<a class=\"skip\" href=\"#page\">Skip to the page</a>\n<div class=\"shell\">\n<header class=\"f-top\">");
    diff_page_back(&p, arena_printf(r->arena, "/page/%lld", (long long)p.target.page.id).ptr, "Back to the history");
    diff_page_title(&p);
    diff_page_name(&p, &p.to, false);
    HTML(
        out,
        "</p></div>\n<span class=\"chip\">The page as it was. Nothing in it runs.</span><a class=\"btn ghost only-wide\" "
        "href=\"/page/{}/version/{}{}\" title=\"Pictures and styles load from the site as it is today, which learns that somebody looks.\">{}</a>",
        NUM(p.target.page.id), NUM(p.to.number), WORD(p.alone ? "" : "?alone=1"),
        WORD(p.alone ? "Load pictures from the site" : "Without pictures from the site"));
    HTML(out, "<a class=\"btn ghost\" href=\"/page/{}/diff?b={}\">What changed</a></header>\n", NUM(p.target.page.id),
         NUM(p.to.number));
    diff_page_frame(&p, "The page as it was");
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
