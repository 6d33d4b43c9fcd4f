/* What is new as an Atom feed (RFC 4287): of all pages of a user or those with one tag, of one page, of a collection. */
#include "archive/changes.h"
#include "archive/collections.h"
#include "archive/watched.h"
#include "base/limits.h"
#include "base/moment.h"
#include "serve/excerpt_html.h"
#include "serve/html.h"
#include "serve/routes.h"

enum { ENTRIES_MAX = 100 };

struct feed {
    struct http_request *r;
    struct str id;     /* the same for ever, and without a secret: a path */
    struct str title;  /* of the feed */
    struct str home;   /* the path of the page with the same */
    struct str prefix; /* of a change: the path up to the page's number */
    const struct report_row *row;
    uint32_t n;
};

/* A difference of one's own asks for the version; of a collection each has its own path. */
static void add_link(const struct feed *f, const struct report_row *row)
{
    bool own = str_eq(f->prefix, STR("/page/"));

    HTML(&f->r->answer.body, "<link href=\"{}{}{}{}{}{}\"/>", TEXT(f->r->origin), TEXT(f->prefix), NUM(row->page),
         WORD(own ? "/diff?b=" : "/"), NUM(own ? row->upto : row->newest),
         MARKUP(own && row->seen ? arena_printf(f->r->arena, "&amp;a=%lld", (long long)row->seen) : STR("")));
}

static void add_entry(const struct feed *f, const struct report_row *row)
{
    struct buf *out = &f->r->answer.body;
    AUTO(buf) content = BUF(KIB(64));
    struct str title = row->title.len ? row->title : row->url;

    for (uint32_t i = 0; i < row->excerpts.n; i++) {
        html_raw(&content, "<p>");
        excerpt_html(&content, &row->excerpts.item[i]);
        html_raw(&content, "</p>");
    }
    HTML(out, "<entry><id>{}/page/{}/version/{}</id><title>{}</title><updated>", TEXT(f->r->origin), NUM(row->page),
         NUM(row->newest), TEXT(row->headline.len ? row->headline : title));
    moment_add_utc(out, row->changed_at);
    HTML(out, "</updated><author><name>{}</name></author>", TEXT(title));
    add_link(f, row);
    HTML(out, "<link rel=\"via\" href=\"{}\"/>", TEXT(row->url));
    for (uint32_t i = 0; i < row->n_tags; i++)
        HTML(out, "<category term=\"{}\"/>", TEXT(row->tag[i]));
    HTML(out, "<content type=\"html\">{}</content></entry>\n", TEXT(buf_str(&content)));
}

static int write_feed(const struct feed *f)
{
    struct http_request *r = f->r;
    struct buf *out = &r->answer.body;
    int64_t updated = 0;

    for (uint32_t i = 0; i < f->n; i++)
        updated = MAX(updated, f->row[i].changed_at);
    r->answer.type = "application/atom+xml; charset=utf-8";
    html_raw(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">");
    HTML(out, "<id>{}{}</id><title>{}</title><link href=\"{}{}\"/><updated>", TEXT(r->origin), TEXT(f->id), TEXT(f->title),
         TEXT(r->origin), TEXT(f->home));
    moment_add_utc(out, updated);
    html_raw(out, "</updated>\n");
    for (uint32_t i = 0; i < MIN(f->n, (uint32_t)ENTRIES_MAX); i++)
        add_entry(f, &f->row[i]);
    html_raw(out, "</feed>\n");
    answer_etag(r);
    return 0;
}

/* Every change, whether it was seen or not: a reader of feeds keeps its own account of that. */
int route_feed(struct http_request *r, struct err *e)
{
    struct str tag = form_value(&r->query, "tag"), name = r->caller.who.name;
    struct changes changes;
    int failed = changes_of_user(&r->caller, tag, ENTRIES_MAX, &changes, e);

    if (failed)
        return failed;
    return write_feed(&(struct feed){
        .r = r,
        .id = arena_printf(r->arena, "/feed/%.*s", STR_ARG(name)),
        .title = arena_printf(r->arena, "What’s new for %.*s%s%.*s", STR_ARG(name), tag.len ? ": " : "", STR_ARG(tag)),
        .home = STR("/"),
        .prefix = STR("/page/"),
        .row = changes.row,
        .n = changes.n });
}

int route_feed_page(struct http_request *r, struct err *e)
{
    int64_t page = r->match.number[0];
    struct changes changes;
    struct watched w;
    int failed;

    if ((failed = watched_page(&r->caller, page, &w, e)) || (failed = changes_of_page(&r->caller, page, ENTRIES_MAX, &changes, e)))
        return failed;
    struct str home = arena_printf(r->arena, "/page/%lld", (long long)page);
    return write_feed(&(struct feed){ .r = r,
                                      .id = home,
                                      .title = w.watch.title.len   ? w.watch.title
                                               : w.state.title.len ? w.state.title
                                                                   : w.url,
                                      .home = home,
                                      .prefix = STR("/page/"),
                                      .row = changes.row,
                                      .n = changes.n });
}

static int feed_collection(struct http_request *r, struct str name, struct err *e)
{
    struct collection_news news;
    int failed = collections_news(&r->caller, name, ENTRIES_MAX, &news, e);

    if (failed)
        return failed;
    const struct store_collection *row = &news.collection.row;
    struct str home = arena_printf(r->arena, "/collections/%.*s", STR_ARG(row->name));
    return write_feed(&(struct feed){ .r = r,
                                      .id = home,
                                      .title = row->title.len ? row->title : row->name,
                                      .home = home,
                                      .prefix = arena_printf(r->arena, "%.*s/", STR_ARG(home)),
                                      .row = news.row,
                                      .n = news.n });
}

/* For whoever may read it by its name: anybody where it is public. */
int route_collection_feed(struct http_request *r, struct err *e)
{
    return feed_collection(r, r->match.word[0], e);
}

/* With the token of its owner, where it is not. */
int route_feed_collection(struct http_request *r, struct err *e)
{
    return feed_collection(r, r->match.word[1], e);
}
