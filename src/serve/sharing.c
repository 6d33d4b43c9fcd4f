/* In: the caller's collections. Out: a box to tick for each; and what was ticked, put into effect. */
#include "serve/sharing.h"

#include "archive/collections.h"
#include "serve/html.h"

static void add_collection(struct http_request *r, const struct watched *w, const struct collection *x)
{
    struct buf *out = &r->answer.body;
    enum collection_part part = collection_part(x, w->page.id, &w->watch);

    HTML(
        out,
        "<label class=\"tick\"><input type=\"checkbox\" name=\"in\" value=\"{}\"{}><span>{} <span class=\"chip\">{}</span></span><span class=\"dim\">{}</span></label>",
        TEXT(x->row.name),
        MARKUP(part == COLLECTION_CHOSEN   ? STR(" checked")
               : part == COLLECTION_BY_TAG ? STR(" checked disabled")
                                           : STR("")),
        TEXT(x->row.title.len ? x->row.title : x->row.name), WORD(x->row.is_public ? "public" : "only you"),
        WORD(part == COLLECTION_BY_TAG ? "by its tag" : ""));
}

/* Whether anybody reads it in public now. */
static bool is_seen(const struct collections *list, const struct watched *w)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->item[i].is_mine && list->item[i].row.is_public && collection_part(&list->item[i], w->page.id, &w->watch))
            return collection_opens(&w->page, &w->watch);
    return false;
}

int sharing_add(struct http_request *r, const struct watched *w, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct collections list;
    uint32_t n = 0;
    int failed = collections_list(&r->caller, &list, e);

    if (failed)
        return failed;
    html_raw(out, "<section class=\"sec\" id=\"sharing\"><h2>Who else may see it</h2><p class=\"lede\">");
    if (is_seen(&list, w))
        html_raw(
            out,
            "Whoever has the address of a public collection with this page. They see its changes, and not the name and tags you gave it.");
    else
        html_raw(
            out,
            "Only you, and whoever runs this server. A page is kept once for all: who adds the same address sees the versions from before, but not who asked for them.");
    html_raw(
        out,
        collection_opens(&w->page, &w->watch)
            ? "</p><input type=\"hidden\" name=\"sharing\" value=\"1\">"
            : " It is fetched with something private, so a public collection leaves it out.</p><input type=\"hidden\" name=\"sharing\" value=\"1\">");
    for (uint32_t i = 0; i < list.n; i++)
        if (list.item[i].is_mine && ++n)
            add_collection(r, w, &list.item[i]);
    html_raw(
        out,
        n ? "<p class=\"hint mt8\">Collections with this page. <a href=\"/settings#links\">Links that you shared</a> show one difference each.</p></section>\n"
          : "<p class=\"hint\"><a href=\"/collections/new\">Make a collection</a> to show it to others; Share, beside a difference, shows one "
            "difference.</p></section>\n");
    return 0;
}

static bool is_ticked(const struct http_request *r, struct str name)
{
    for (uint32_t i = 0; i < r->form.n; i++)
        if (str_eq(r->form.item[i].name, STR("in")) && str_eq(r->form.item[i].value, name))
            return true;
    return false;
}

static int change(struct http_request *r, const struct collection *x, int64_t page, bool in, struct err *e)
{
    struct store_page_ids pages = { NEW_ARRAY(r->arena, int64_t, x->chosen.n + 1), 0 };
    struct collection after;

    for (uint32_t i = 0; i < x->chosen.n; i++)
        if (x->chosen.item[i] != page)
            pages.item[pages.n++] = x->chosen.item[i];
    if (in)
        pages.item[pages.n++] = page;
    return collections_put(&r->caller, &(struct collection_wish){ .name = x->row.name, .pages = &pages }, &after, e);
}

int sharing_take(struct http_request *r, const struct watched *w, struct err *e)
{
    struct collections list = { 0 };
    int failed = form_has(&r->form, "sharing") ? collections_list(&r->caller, &list, e) : 0;

    for (uint32_t i = 0; i < list.n && !failed; i++) {
        const struct collection *x = &list.item[i];
        bool in = is_ticked(r, x->row.name), was = collection_part(x, w->page.id, &w->watch) == COLLECTION_CHOSEN;
        if (x->is_mine && in != was)
            failed = change(r, x, w->page.id, in, e);
    }
    return failed;
}
