/* Add pages: addresses that were pasted, or stand in a file, become watches and are fetched at once; then
 * each is shown with what weft proposes (proposals.c). */
#include "archive/address.h"
#include "archive/watches.h"
#include "base/limits.h"
#include "base/vec.h"
#include "intake/hotlist.h"
#include "serve/proposals.h"
#include "serve/shell.h"
#include "serve/routes.h"
#include "serve/server.h"

enum { ADDED_MAX = 5000 };

struct add_page {
    struct http_request *r;
    struct str tag;
    VEC(int64_t) page;
    VEC(struct str) refused; /* "ADDRESS: why" */
    VEC(int64_t) known;      /* that were watched already */
};

/* ---- The form ---- */

static void add_form(struct http_request *r, struct str typed)
{
    struct buf *out = &r->answer.body;

    html_raw(
        out,
        "<div class=\"head\"><div class=\"grow\"><h1>Add pages</h1><p class=\"lede\">Paste one address or many, or choose a list "
        "of another program. weft looks at each page at once and proposes what to watch.</p></div></div>\n"
        "<form class=\"stack\" method=\"post\" action=\"/add\" enctype=\"multipart/form-data\">");
    shell_token(r);
    HTML(out,
         "<div class=\"f\"><label for=\"list\">Addresses</label><textarea class=\"in mono\" id=\"list\" name=\"list\" rows=\"5\" "
         "spellcheck=\"false\" placeholder=\"https://example.org/prices\">{}</textarea></div>",
         TEXT(typed));
    HTML(
        out,
        "<div class=\"two\"><div class=\"f\"><label for=\"tag\">Tag</label><input class=\"in full\" id=\"tag\" name=\"tag\" "
        "autocomplete=\"off\"><p class=\"hint\">Groups them in What’s new. May stay empty.</p></div><div class=\"f\"><label "
        "for=\"file\">Or a file</label><input class=\"in full\" type=\"file\" id=\"file\" name=\"file\"><p class=\"hint\">Bookmarks, OPML, "
        "urlwatch, changedetection.io, or a list of addresses.</p></div></div><button class=\"btn{}\">Watch these</button></form>\n",
        WORD(form_has(&r->query, "p") ? "" : " pri"));
}

/* ---- The page ---- */

/* What a phone or the bookmarklet sends: an address, or a text with one in it. */
static struct str given_address(const struct http_form *query)
{
    struct str url = str_trim(form_value(query, "url")), text = form_value(query, "text");
    size_t at = str_find(text, STR("http"), 0);

    if (url.len || at == SIZE_MAX)
        return url;
    text = str_sub(text, at, text.len);
    return str_trim(str_cut(&text, ' '));
}

/* The script of the bookmarklet runs on the page that it is used on, never here. */
static void add_elsewhere(struct http_request *r)
{
    HTML(
        &r->answer.body,
        "<p class=\"mt small dim\">From any page: drag <a class=\"chip big\" "
        "href=\"javascript:window.open('{}/add?url='+encodeURIComponent(location.href))\">Watch with weft</a> to your bookmarks. On a phone, install "
        "weft from the browser’s menu; then other apps can share to it.</p>\n",
        TEXT(r->origin));
}

int route_add(struct http_request *r, struct err *e)
{
    int failed = shell_open(r, &(struct shell){ .title = STR("Add pages"), .place = PLACE_ADD, .script = "add" }, e);

    if (failed)
        return failed;
    add_form(r, given_address(&r->query));
    if ((failed = proposals_add(r, e)))
        return failed;
    add_elsewhere(r);
    shell_close(r);
    return 0;
}

/* ---- Adding ---- */

static void refuse(struct add_page *x, struct str typed, const struct err *why)
{
    *VEC_ADD(x->r->arena, &x->refused) = arena_printf(x->r->arena, "%.*s: %s", STR_ARG(typed), why->text);
}

/* A name is given to the watch where the list has one. */
static int watch_one(struct add_page *x, struct str typed, const struct watch *wanted, struct err *e)
{
    struct str names[3], url;
    struct watch_edit edit = { .to = *wanted, .name = { names, 0 } };
    struct watch_change change;
    int failed = address_read(&x->r->caller, typed, &url, e);

    if (failed == E_USAGE || failed == E_DENIED)
        return refuse(x, typed, e), 0;
    if (wanted->tags.n)
        names[edit.name.n++] = STR("tags");
    if (wanted->title.len)
        names[edit.name.n++] = STR("title");
    if (wanted->every.len)
        names[edit.name.n++] = STR("every");
    if (!failed)
        failed = watches_add(&x->r->caller, url, &edit, &change, e);
    if (failed == E_USAGE)
        return refuse(x, typed, e), 0;
    if (failed)
        return failed;
    *VEC_ADD(x->r->arena, &x->page) = change.page;
    if (!change.is_new)
        *VEC_ADD(x->r->arena, &x->known) = change.page;
    return 0;
}

static int too_many(struct err *e)
{
    return err_set(e, E_LIMIT, "the list has more than %d pages; use 'weft add --hotlist' for it", ADDED_MAX);
}

static int add_lines(struct add_page *x, struct str list, struct err *e)
{
    struct watch wanted = { .tags = { &x->tag, x->tag.len ? 1 : 0 } };
    int failed = 0;

    while (list.len && !failed) {
        struct str line = str_trim(str_cut(&list, '\n'));
        if (line.len == 0)
            continue;
        if (x->page.n >= ADDED_MAX)
            return too_many(e);
        failed = watch_one(x, line, &wanted, e);
    }
    return failed;
}

/* What a list says of headers, logins and proxies is left out: the command line takes it. */
static int add_file(struct add_page *x, struct str bytes, struct err *e)
{
    struct hotlist list;
    int failed = hotlist_read(x->r->arena, bytes, &list, e);

    if (failed)
        return failed;
    for (uint32_t i = 0; i < list.n && !failed; i++) {
        const struct hotlist_entry *entry = &list.item[i];
        struct str tags[2] = { x->tag, entry->folder };
        struct watch wanted = { .title = entry->title, .tags = { tags, 0 } };
        if (tags[0].len)
            wanted.tags.n++;
        if (entry->folder.len)
            tags[wanted.tags.n++] = entry->folder;
        if (x->page.n >= ADDED_MAX)
            return too_many(e);
        failed = watch_one(x, entry->url, &wanted, e);
    }
    return failed;
}

static int show_refused(struct add_page *x, struct str typed, struct err *e)
{
    struct http_request *r = x->r;
    int failed = shell_open(r, &(struct shell){ .title = STR("Add pages"), .place = PLACE_ADD, .script = "add" }, e);

    r->answer.status = 400;
    if (failed)
        return failed;
    for (uint32_t i = 0; i < MIN(x->refused.n, 20u); i++)
        shell_note(&r->answer.body, "bad", x->refused.item[i]);
    if (x->page.n)
        shell_note(&r->answer.body, "good", arena_printf(r->arena, "%u other pages are watched from now on.", x->page.n));
    add_form(r, typed);
    shell_close(r);
    return 0;
}

int route_add_post(struct http_request *r, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct add_page x = { .r = r, .tag = str_trim(form_value(&r->form, "tag")) };
    struct str list = form_value(&r->form, "list"), file = form_value(&r->form, "file");
    int failed;

    if ((failed = store_begin(r->caller.store, &tx, e)) || (failed = add_lines(&x, list, e))
        || (failed = file.len ? add_file(&x, file, e) : 0) || (failed = store_commit(&tx, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    if (x.refused.n || x.page.n == 0) {
        if (x.page.n == 0 && x.refused.n == 0)
            *VEC_ADD(r->arena, &x.refused) = STR("Give at least one address.");
        return show_refused(&x, list, e);
    }
    answer_redirect(r, proposals_address(r->arena, &(struct page_numbers){ x.page.item, x.page.n },
                                         &(struct page_numbers){ x.known.item, x.known.n }));
    return 0;
}
