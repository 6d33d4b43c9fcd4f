/* One line of What's new: how much it matters, the headline, when, the words of the change; whose it is, and what can be done with it. */
#include "serve/news_row.h"

#include "serve/excerpt_html.h"
#include "serve/html.h"
#include "serve/shell.h"

static void add_address(struct buf *out, const struct report_row *row)
{
    /* Without a title the path tells the pages of a host apart. */
    HTML(out, "<a{} href=\"/page/{}\" title=\"{}\">{}</a>", MARKUP(row->title.len ? STR("") : STR(" class=\"cut\"")),
         NUM(row->page), TEXT(row->url), TEXT(row->title.len ? html_host(row->url) : html_address(row->url)));
}

/* ", 8,093 words added, 12 removed": what kind of change it is, where the headline quotes a sentence of it. */
static void add_words(struct buf *out, const struct report_row *row)
{
    if (row->words_inserted) {
        html_raw(out, ", ");
        html_add_number_of(out, row->words_inserted, "word");
        html_raw(out, " added");
    }
    if (row->words_deleted) {
        html_raw(out, ", ");
        html_add_count(out, row->words_deleted);
        html_raw(out, row->words_inserted ? " removed" : row->words_deleted == 1 ? " word removed" : " words removed");
    }
}

static void add_meta(struct http_request *r, const struct report_row *row)
{
    struct buf *out = &r->answer.body;

    html_raw(out, "<div class=\"row-m\"><span class=\"only-phone\">");
    html_add_time(out, row->changed_at, r->caller.now);
    html_raw(out, "</span>");
    if (row->title.len)
        HTML(out, "<span class=\"cut\">{}</span>", TEXT(row->title));
    add_address(out, row);
    if (row->n_versions > 1)
        HTML(out, "<a href=\"/page/{}/diff?b={}\">{} versions since you looked</a>", NUM(row->page), NUM(row->upto),
             NUM(row->n_versions));
    else if (row->compared && row->n_changes > 1) {
        HTML(out, "<a href=\"/page/{}/diff?b={}\">", NUM(row->page), NUM(row->upto));
        html_add_number_of(out, row->n_changes, "change");
        add_words(out, row);
        html_raw(out, "</a>");
    }
    for (uint32_t i = 0; i < row->n_tags; i++)
        HTML(out, "<a class=\"chip\" href=\"/?tag={}\">{}</a>", PART(row->tag[i]), TEXT(row->tag[i]));
    html_raw(out, "</div>\n");
}

/* Its buttons belong to one form for all lines: a browser needs longer for three more elements a line than for all the rest of it. */
static void add_acts(struct buf *out, const struct report_row *row)
{
    HTML(out,
         "<div class=\"row-a\"><a class=\"btn sm ghost\" href=\"/page/{}/diff?b={}\">Diff</a><a class=\"btn sm ghost\" "
         "href=\"/page/{}\">History</a><button class=\"btn sm ghost\" form=\"acts\" formaction=\"/act?page={}\" name=\"seen\" "
         "value=\"{}\">Seen</button><button class=\"btn sm ghost\" form=\"acts\" formaction=\"/teach?page={}\" name=\"dismiss\" "
         "value=\"{}\">Dismiss</button></div>",
         NUM(row->page), NUM(row->upto), NUM(row->page), NUM(row->page), NUM(row->newest), NUM(row->page), NUM(row->newest));
}

void news_rows_form(struct http_request *r)
{
    html_raw(&r->answer.body, "<form id=\"acts\" class=\"act\" method=\"post\" action=\"/act\">");
    shell_token(r);
    html_raw(&r->answer.body, "</form>\n");
}

static void add_headline(struct buf *out, const struct report_row *row)
{
    struct str words = row->headline.len ? row->headline : row->title.len ? row->title : row->url;

    HTML(out, "<h3 class=\"row-h\"><a href=\"/page/{}/diff?b={}\">", NUM(row->page), NUM(row->upto));
    if (row->found)
        html_raw(out, "New page: ");
    HTML(out, "{}</a></h3>\n", TEXT(words));
}

void news_row_add(struct http_request *r, const struct report_row *row)
{
    struct buf *out = &r->answer.body;

    HTML(out, "<article class=\"row\" data-page=\"{}\" data-version=\"{}\">", NUM(row->page), NUM(row->newest));
    html_add_importance(out, row->importance);
    add_headline(out, row);
    html_add_time(out, row->changed_at, r->caller.now);
    excerpts_html(out, &row->excerpts);
    html_raw(out, "<div class=\"row-f\">");
    add_meta(r, row);
    add_acts(out, row);
    html_raw(out, "</div></article>\n");
}
