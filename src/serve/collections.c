/* Collections: What's new for a community. A list for those who are signed in; each one for whoever may read it. */
#include "archive/collections.h"

#include "serve/excerpt_html.h"
#include "serve/routes.h"
#include "serve/shell.h"

enum { SHOWN_MAX = 100 };

static struct str title_of(const struct collection *x)
{
    return x->row.title.len ? x->row.title : x->row.name;
}

/* ---- The list ---- */

static void add_item(struct buf *out, const struct collection *x)
{
    HTML(
        out,
        "<li class=\"item\"><div><p class=\"t\"><a href=\"/collections/{}\">{}</a> <span class=\"chip\">{}</span></p><p class=\"why\">",
        TEXT(x->row.name), TEXT(title_of(x)), WORD(x->row.is_public ? "public" : "only you"));
    if (x->row.about.len)
        HTML(out, "{} ", TEXT(x->row.about));
    for (uint32_t i = 0; x->is_mine && i < x->tags.n; i++)
        HTML(out, "{}“{}”", WORD(i ? ", " : "Pages with the tag "), TEXT(x->tags.item[i]));
    if (x->is_mine && x->chosen.n) {
        html_raw(out, x->tags.n ? " and " : "");
        html_add_number_of(out, x->chosen.n, "chosen page");
    }
    html_raw(out, "</p></div>");
    if (x->is_mine)
        HTML(out, "<div class=\"acts\"><a class=\"btn sm\" href=\"/collections/{}/edit\">Change</a></div>", TEXT(x->row.name));
    html_raw(out, "</li>\n");
}

static void add_part(struct buf *out, const struct collections *list, bool mine)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < list->n; i++)
        n += list->item[i].is_mine == mine;
    if (n == 0)
        return;
    HTML(out, "<section class=\"sec\"><h2>{}</h2><ul class=\"items flat\">", WORD(mine ? "Yours" : "Of others"));
    for (uint32_t i = 0; i < list->n; i++)
        if (list->item[i].is_mine == mine)
            add_item(out, &list->item[i]);
    html_raw(out, "</ul></section>\n");
}

int route_collections(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct collections list;
    int failed = collections_list(&r->caller, &list, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = STR("Collections"), .place = PLACE_COLLECTIONS }, e)))
        return failed;
    html_raw(
        out,
        "<div class=\"head\"><div class=\"grow\"><h1>Collections</h1><p class=\"lede\">What is new on some of your pages, for a "
        "team or for everybody. Readers see these pages and nothing else of yours.</p></div><a class=\"btn pri\" "
        "href=\"/collections/new\">New collection</a></div>\n");
    add_part(out, &list, true);
    add_part(out, &list, false);
    if (list.n == 0)
        html_raw(out,
                 "<section class=\"empty\"><h2>No collections yet</h2><p>Choose pages by tag or one by one, and give others the "
                 "address.</p></section>\n");
    shell_close(r);
    return 0;
}

/* ---- One of them ---- */

static void add_change(struct http_request *r, struct str collection, const struct report_row *row)
{
    struct buf *out = &r->answer.body;
    struct str title = row->title.len ? row->title : row->url;

    html_raw(out, "<article class=\"row\">");
    html_add_importance(out, row->importance);
    HTML(out, "<h2 class=\"row-h\"><a href=\"/collections/{}/{}/{}\">{}{}</a></h2>\n", TEXT(collection), NUM(row->page),
         NUM(row->newest), WORD(row->found ? "New page: " : ""), TEXT(row->headline.len ? row->headline : title));
    html_add_time(out, row->changed_at, r->caller.now);
    excerpts_html(out, &row->excerpts);
    html_raw(out, "<div class=\"row-f\"><div class=\"row-m\"><span class=\"only-phone\">");
    html_add_time(out, row->changed_at, r->caller.now);
    HTML(
        out,
        "</span><span class=\"cut\">{}</span><a class=\"cut\" href=\"{}\" rel=\"noreferrer noopener\">{}</a></div></div></article>\n",
        TEXT(title), TEXT(row->url), TEXT(html_host(row->url)));
}

static void add_contents(struct http_request *r, const struct collection_news *news)
{
    struct buf *out = &r->answer.body;

    html_raw(out, "<details class=\"fold\"><summary><h2>Pages in it</h2>");
    HTML(out, "<span class=\"chip\">{}</span><span class=\"gist\">each with its last change</span></summary><ul class=\"items\">\n",
         NUM(news->n_pages));
    for (uint32_t i = 0; i < news->n_pages; i++) {
        const struct collection_page *page = &news->page[i];
        HTML(
            out,
            "<li class=\"item\"><div><p class=\"t\">{}</p><p class=\"why\"><a href=\"{}\" rel=\"noreferrer noopener\">{}</a></p></div><p class=\"dim small\">",
            TEXT(page->title.len ? page->title : page->url), TEXT(page->url), TEXT(page->url));
        if (page->changed_at == NEVER)
            html_raw(out, "no change yet");
        else
            html_add_moment(out, page->changed_at, r->caller.now);
        html_raw(out, "</p></li>\n");
    }
    html_raw(out, "</ul></details>\n");
}

static void add_head(struct http_request *r, const struct collection_news *news)
{
    struct buf *out = &r->answer.body;
    const struct collection *x = &news->collection;

    HTML(out, "<div class=\"head\"><div class=\"grow\"><h1>{}</h1><p class=\"lede\">", TEXT(title_of(x)));
    if (x->row.about.len)
        HTML(out, "{} ", TEXT(x->row.about));
    html_raw(out, "What changed on ");
    html_add_number_of(out, news->n_pages, "page");
    html_raw(out, ", the newest first.</p></div><div class=\"bar tight\">");
    if (x->row.is_public)
        HTML(out, "<a class=\"btn\" href=\"/collections/{}/new.atom\">Feed</a>", TEXT(x->row.name));
    if (x->is_mine)
        HTML(out, "<a class=\"btn\" href=\"/collections/{}/edit\">Change</a>", TEXT(x->row.name));
    html_raw(out, "</div></div>\n");
    if (x->is_mine)
        shell_note(out, "",
                   x->row.is_public ? STR("Public: whoever has the address of this page can read it, without signing in.")
                                    : STR("Only you can read this. Make it public under Change."));
    if (news->n_private)
        shell_note(out, "warn",
                   arena_printf(r->arena, "%u page%s left out, because weft fetches %s with something private.", news->n_private,
                                news->n_private == 1 ? " is" : "s are", news->n_private == 1 ? "it" : "them"));
}

int route_collection(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct collection_news news;
    int failed = collections_news(&r->caller, r->match.word[0], SHOWN_MAX, &news, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = title_of(&news.collection), .place = PLACE_COLLECTIONS }, e)))
        return failed;
    add_head(r, &news);
    for (uint32_t i = 0; i < news.n; i++)
        add_change(r, news.collection.row.name, &news.row[i]);
    if (news.n == 0)
        html_raw(
            out,
            "<section class=\"empty\"><h2>Nothing has changed yet</h2><p>What changes from now on appears here.</p></section>\n");
    if (news.n_pages)
        add_contents(r, &news);
    shell_close(r);
    return 0;
}
