/* Add pages: addresses that were pasted, or stand in a file, become watches and are fetched at once; then
 * each is shown with what weft proposes (proposals.c). */
#include "archive/imports.h"
#include "base/limits.h"
#include "base/vec.h"
#include "serve/proposals.h"
#include "serve/shell.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/transfer.h"

enum { ADDED_MAX = 5000 };

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
    HTML(
        out,
        "<div class=\"f\"><label for=\"list\">Addresses</label><textarea class=\"in mono\" id=\"list\" name=\"list\" rows=\"5\" "
        "spellcheck=\"false\" placeholder=\"https://example.org/prices\">{}</textarea><p class=\"hint\">One in a line, or with blanks between them.</p></div>",
        TEXT(typed));
    HTML(
        out,
        "<div class=\"two\"><div class=\"f\"><label for=\"tag\">Tags</label><input class=\"in full\" id=\"tag\" name=\"tag\" "
        "autocomplete=\"off\" value=\"{}\"><p class=\"hint\">With commas between them. They group What’s new.</p></div><div class=\"f\"><label "
        "for=\"file\">Or a file</label><input class=\"in full\" type=\"file\" id=\"file\" name=\"file\"><p class=\"hint\">Bookmarks, OPML, "
        "urlwatch, changedetection.io, or a list of addresses.</p></div></div><button class=\"btn{}\">Watch these</button></form>\n",
        TEXT(form_value(&r->form, "tag")), WORD(form_has(&r->query, "p") ? "" : " pri"));
}

/* ---- The page ---- */

/* What a phone or the bookmarklet sends: an address, or a text with one in it. */
static struct str given_address(const struct http_form *query)
{
    struct str url = str_trim(form_value(query, "url")), text = form_value(query, "text");
    size_t at = str_find(text, STR("http"), 0);

    if (url.len || at == SIZE_MAX)
        return url;
    for (url = str_sub(text, at, at); at < text.len && !byte_is_space(text.ptr[at]); at++)
        url.len++;
    return url;
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

struct add_page {
    struct http_request *r;
    struct hotlist typed, file;
    struct import_result result;
};

/* Addresses as people paste them: with blanks, lines or commas between them. A comma belongs to an address unless another one begins behind
 * it. */
static int read_typed(struct add_page *x, struct str text, struct err *e)
{
    VEC(struct hotlist_entry) list = { 0 };

    while ((text = str_trim(text)).len) {
        size_t n = 0;
        while (n < text.len && !byte_is_space(text.ptr[n])
               && !(n && text.ptr[n - 1] == ',' && str_starts_nocase(str_sub(text, n, text.len), STR("http"))))
            n++;
        struct str word = str_sub(text, 0, n);
        text = str_sub(text, n, text.len);
        while (word.len && strchr(",;", word.ptr[word.len - 1]))
            word.len--;
        if (list.n >= ADDED_MAX)
            return err_set(e, E_LIMIT, "these are more than %d addresses; put them into a file", ADDED_MAX);
        if (word.len)
            *VEC_ADD(x->r->arena, &list) = (struct hotlist_entry){ .url = word };
    }
    x->typed = (struct hotlist){ .item = list.item, .n = list.n };
    return 0;
}

static int take(struct add_page *x, const struct hotlist *list, struct err *e)
{
    struct record_list tags = form_list(x->r->arena, form_value(&x->r->form, "tag"), ',');
    struct str field = STR("tags");
    struct watch_edit given = { .to = { .tags = tags }, .name = { &field, tags.n ? 1 : 0 } };

    return import_some(&x->r->caller, list, (struct import_part){ 0, list->n }, &given, &x->result, e);
}

/* The address of the page that shows what was added. */
static struct str shown_at(const struct add_page *x)
{
    const struct import_result *result = &x->result;
    int64_t page[IMPORT_PAGES_SHOWN], known[IMPORT_PAGES_SHOWN];
    uint32_t n_known = 0;

    for (uint32_t i = 0; i < result->n_pages; i++) {
        page[i] = result->page[i].page;
        if (result->page[i].known)
            known[n_known++] = page[i];
    }
    return proposals_address(x->r->arena, &(struct page_numbers){ page, result->n_pages },
                             &(struct page_numbers){ known, n_known });
}

static void add_notes(struct add_page *x)
{
    struct buf *out = &x->r->answer.body;
    const struct import_result *result = &x->result;

    if (x->typed.n + x->file.n == 0)
        shell_note(out, "bad", STR("Give at least one address."));
    for (uint32_t i = 0; i < MIN(result->n_refused, (uint32_t)IMPORT_REFUSED_SHOWN); i++)
        shell_note(out, "bad", result->refused[i].why);
    for (uint32_t i = 0; i < MIN(x->file.lost.n, (uint32_t)IMPORT_REFUSED_SHOWN); i++)
        shell_note(out, "warn", x->file.lost.item[i]);
}

/* What was wrong stands in the form again; what was right is proposed below. */
static int show_again(struct add_page *x, struct err *e)
{
    struct http_request *r = x->r;
    AUTO(buf) wrong = BUF(KIB(256));
    int failed = shell_open(r, &(struct shell){ .title = STR("Add pages"), .place = PLACE_ADD, .script = "add" }, e);

    if (failed)
        return failed;
    r->answer.status = x->result.n_pages ? 200 : 400;
    add_notes(x);
    for (uint32_t i = 0; i < MIN(x->result.n_refused, (uint32_t)IMPORT_REFUSED_SHOWN); i++)
        buf_addf(&wrong, "%.*s\n", STR_ARG(x->result.refused[i].url));
    add_form(r, buf_str(&wrong));
    if (x->result.n_pages) {
        struct str address = shown_at(x);
        str_cut(&address, '?');
        failed = form_read(r->arena, address, &r->query, e);
    }
    if (failed || (failed = proposals_add(r, e)))
        return failed;
    shell_close(r);
    return 0;
}

int route_add_post(struct http_request *r, struct err *e)
{
    struct add_page x = { .r = r };
    struct str file = form_value(&r->form, "file");
    int failed;

    if ((failed = read_typed(&x, form_value(&r->form, "list"), e))
        || (file.len && (failed = hotlist_read(r->arena, file, &x.file, e))) || (failed = take(&x, &x.typed, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    if (x.file.n > IMPORT_PAGES_SHOWN)
        return transfer_begin(r, file, form_value(&r->form, "tag"), e);
    if ((failed = take(&x, &x.file, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    if (x.result.n_refused || x.result.n_pages == 0 || x.file.lost.n)
        return show_again(&x, e);
    answer_redirect(r, shown_at(&x));
    return 0;
}
