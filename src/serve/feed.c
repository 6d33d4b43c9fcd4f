/* What is new for a user as an Atom feed (RFC 4287): the newest events of all their pages, or of those with one tag. */
#include "archive/news.h"
#include "base/limits.h"
#include "base/moment.h"
#include "serve/excerpt_html.h"
#include "serve/html.h"
#include "serve/routes.h"

static void add_entry(struct http_request *r, const struct report_row *row)
{
    struct buf *out = &r->answer.body;
    AUTO(buf) content = BUF(KIB(64));
    struct str title = row->title.len ? row->title : row->url;

    for (uint32_t i = 0; i < row->excerpts.n; i++) {
        html_raw(&content, "<p>");
        excerpt_html(&content, &row->excerpts.item[i]);
        html_raw(&content, "</p>");
    }
    HTML(out, "<entry><id>{}/page/{}/version/{}</id><title>{}</title><updated>", TEXT(r->origin), NUM(row->page), NUM(row->newest),
         TEXT(row->headline.len ? row->headline : title));
    moment_add_utc(out, row->changed_at);
    HTML(out, "</updated><author><name>{}</name></author><link href=\"{}/page/{}/diff?b={}\"/><link rel=\"via\" href=\"{}\"/>",
         TEXT(title), TEXT(r->origin), NUM(row->page), NUM(row->newest), TEXT(row->url));
    for (uint32_t i = 0; i < row->n_tags; i++)
        HTML(out, "<category term=\"{}\"/>", TEXT(row->tag[i]));
    HTML(out, "<content type=\"html\">{}</content></entry>\n", TEXT(buf_str(&content)));
}

int route_feed(struct http_request *r, struct err *e)
{
    enum { ENTRIES_MAX = 100 };
    struct buf *out = &r->answer.body;
    struct str tag = form_value(&r->query, "tag");
    struct report report;
    int64_t updated = 0;
    int failed = news_read(&r->caller, &(struct news_query){ .brief = true, .tag = &tag, .n_tags = tag.len ? 1 : 0 }, &report, e);

    if (failed)
        return failed;
    for (uint32_t i = 0; i < report.n_part[REPORT_NEW]; i++)
        updated = MAX(updated, report.row[i].changed_at);
    r->answer.type = "application/atom+xml; charset=utf-8";
    html_raw(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">");
    HTML(out, "<id>{}/feed/{}</id><title>What’s new for {}{}{}</title><link href=\"{}/\"/><updated>", TEXT(r->origin),
         TEXT(r->caller.who.name), TEXT(r->caller.who.name), WORD(tag.len ? ": " : ""), TEXT(tag), TEXT(r->origin));
    moment_add_utc(out, updated);
    html_raw(out, "</updated>\n");
    for (uint32_t i = 0; i < MIN(report.n_part[REPORT_NEW], (uint32_t)ENTRIES_MAX); i++)
        add_entry(r, &report.row[i]);
    html_raw(out, "</feed>\n");
    answer_etag(r);
    return 0;
}
