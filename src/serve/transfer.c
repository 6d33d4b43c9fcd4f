/* Imports and exports: lists of other programs in, the own list out, and for an administrator the whole archive.
 *
 * What takes long is a task (tasks.h): the page says how far it is, and asks again by itself while one runs, without a script. */
#include "archive/edge.h"
#include "archive/imports.h"
#include "archive/transfer.h"
#include "archive/watched.h"
#include "base/json.h"
#include "base/limits.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"
#include "serve/transfer.h"

#define FILE_KEPT "The file is kept until the server ends, or others take its place."

enum { IMPORT_ENTRIES_MAX = 20000, IMPORT_AT_ONCE = 50, TASKS_SHOWN = 5 };

/* ---- The tasks ---- */

static struct str count_words(struct arena *a, uint32_t n, const char *one, const char *many)
{
    return arena_printf(a, "%u %s", n, n == 1 ? one : many);
}

static void say_imported(struct task *j, const struct caller *c, const struct hotlist *list, const struct import_result *result)
{
    AUTO(buf) words = BUF(KIB(16));

    buf_add(&words, count_words(c->arena, result->n_new, "page is", "pages are"));
    buf_add(&words, STR(" watched from now on"));
    if (result->n_known)
        buf_addf(&words, ", %u %s watched already", result->n_known, result->n_known == 1 ? "was" : "were");
    buf_add(&words, STR("."));
    if (result->n_refused)
        buf_addf(&words, " %u could not be taken:", result->n_refused);
    for (uint32_t i = 0; i < MIN(result->n_refused, (uint32_t)IMPORT_REFUSED_SHOWN); i++)
        buf_addf(&words, " %.*s.", STR_ARG(result->refused[i].why));
    for (uint32_t i = 0; i < MIN(list->lost.n, (uint32_t)IMPORT_REFUSED_SHOWN); i++)
        buf_addf(&words, " %.*s.", STR_ARG(list->lost.item[i]));
    task_end(j, buf_str(&words));
}

/* Input: the bytes of the list, and the tags for all. */
static int run_import(struct task *j, const struct caller *c, struct err *e)
{
    struct record_list tags = form_list(c->arena, task_input(j, 1), ',');
    struct str field = STR("tags");
    struct watch_edit given = { .to = { .tags = tags }, .name = { &field, tags.n ? 1 : 0 } };
    struct import_result result = { 0 };
    struct hotlist list;
    uint32_t done = 0;
    int failed = hotlist_read(c->arena, task_input(j, 0), &list, e);

    if (!failed && list.n > IMPORT_ENTRIES_MAX)
        failed = err_set(e, E_LIMIT, "the list has more than %d pages; 'weft add --hotlist' takes it", IMPORT_ENTRIES_MAX);
    while (!failed && done < list.n) {
        if (!task_step(j, done, list.n)) {
            failed = err_set(e, E_USAGE, "the import was stopped");
            break;
        }
        failed = import_some(c, &list, (struct import_part){ done, IMPORT_AT_ONCE }, &given, &result, e);
        done = MIN(done + IMPORT_AT_ONCE, list.n);
    }
    if (done)
        say_imported(j, c, &list, &result);
    return failed;
}

static bool export_unwanted(void *context, uint64_t done, uint64_t total)
{
    return !task_step(context, done, total);
}

static int run_export(struct task *j, const struct caller *c, struct err *e)
{
    int fd, failed = export_file(c, &(struct export_stop){ export_unwanted, j }, &fd, e);

    if (!failed) {
        task_set_file(j, (struct task_file){ fd, "weft-archive.jsonl", "application/jsonl", true });
        task_end(j, STR(FILE_KEPT));
    }
    return failed;
}

/* Input: the host. */
static int run_edge(struct task *j, const struct caller *c, struct err *e)
{
    int fd, failed = edge_tar(c, task_input(j, 0), &(struct export_stop){ export_unwanted, j }, &fd, e);

    if (!failed) {
        task_set_file(j, (struct task_file){ fd, "weft-esi.tar", "application/x-tar", false });
        task_end(
            j,
            STR("Templates are in pages, what they include in fragments, and esi.json lists how long each may be kept. " FILE_KEPT));
    }
    return failed;
}

/* ---- How they stand ---- */

static void add_progress(struct http_request *r, const struct task_view *v)
{
    struct buf *out = &r->answer.body;
    int64_t seconds = (MIN(v->until, r->caller.now) - v->since) / 1000;

    if (v->state == TASK_WAITS)
        html_raw(out, "Waits for other work");
    else if (v->total) {
        html_add_count(out, v->done);
        html_raw(out, " of ");
        html_add_count(out, v->total);
    } else
        html_raw(out, "Under way");
    html_raw(out, ", ");
    html_add_number_of(out, (uint64_t)MAX(seconds, (int64_t)0), "second");
    html_raw(out, " so far");
}

static void add_task_acts(struct http_request *r, const struct task_view *v)
{
    struct buf *out = &r->answer.body;

    html_raw(out, "<div class=\"acts\">");
    if (v->state <= TASK_RUNS) {
        html_raw(out, "<form method=\"post\" action=\"/transfer/stop\">");
        shell_token(r);
        HTML(out, "<button class=\"btn sm\" name=\"id\" value=\"{}\">Stop</button></form>", NUM(v->id));
    } else if (v->bytes >= 0) {
        HTML(out, "<a class=\"btn sm pri\" href=\"/transfer/file?id={}\">Download ", NUM(v->id));
        html_add_bytes(out, v->bytes);
        html_raw(out, "</a>");
    }
    html_raw(out, "</div></li>\n");
}

static void add_task(struct http_request *r, const struct task_view *v)
{
    static const char *const words[] = {
        [TASK_DONE] = "Done. ", [TASK_FAILED] = "Failed: ", [TASK_STOPPED] = "Stopped, as you asked. "
    };
    struct buf *out = &r->answer.body;

    HTML(out, "<li class=\"item\"><div><p class=\"t\">{}</p><p class=\"why\" role=\"status\">", TEXT(v->what));
    if (v->state <= TASK_RUNS)
        add_progress(r, v);
    else
        HTML(out, "{}{}", WORD(words[v->state]), TEXT(v->words));
    html_raw(out, "</p></div>");
    add_task_acts(r, v);
}

static void add_tasks(struct http_request *r, const struct task_views *all)
{
    struct buf *out = &r->answer.body;

    if (all->n == 0)
        return;
    html_raw(out, "<section class=\"sec\" id=\"work\"><h2>Under way, and done</h2><ul class=\"items flat\">");
    for (uint32_t i = 0; i < MIN(all->n, (uint32_t)TASKS_SHOWN); i++)
        add_task(r, &all->item[i]);
    html_raw(out, "</ul></section>\n");
}

/* ---- The page ---- */

static void add_import(struct http_request *r)
{
    struct buf *out = &r->answer.body;

    html_raw(
        out,
        "<section class=\"sec\"><h2>Import a list</h2><p class=\"lede\">Bookmarks of a browser, OPML of a feed reader, urlwatch, "
        "changedetection.io, or addresses line by line: weft sees which it is. Titles, folders, tags, intervals and selectors are kept.</p>"
        "<form class=\"stack\" method=\"post\" action=\"/transfer/import\" enctype=\"multipart/form-data\">");
    shell_token(r);
    HTML(
        out,
        "<div class=\"two\"><div class=\"f\"><label for=\"file\">File</label><input class=\"in full\" type=\"file\" id=\"file\" name=\"file\" "
        "required><p class=\"hint\">Up to 4 MB and {} pages.</p></div><div class=\"f\"><label for=\"tag\">Tags for all of them</label><input "
        "class=\"in full\" id=\"tag\" name=\"tag\" autocomplete=\"off\"><p class=\"hint\">With commas between them. May stay empty.</p></div></div><button class=\"btn "
        "pri\">Import</button></form></section>\n",
        WORD("20,000"));
}

static void add_export(struct http_request *r)
{
    struct buf *out = &r->answer.body;

    html_raw(
        out,
        "<section class=\"sec\"><h2>Export your list</h2><p class=\"lede\">The pages you watch, with titles and tags.</p><p class=\"bar\"><a "
        "class=\"btn\" href=\"/transfer/pages.opml\">OPML</a><a class=\"btn\" href=\"/transfer/pages.txt\">Addresses</a><a class=\"btn\" "
        "href=\"/api/v1/watch\" download=\"weft.json\">JSON</a></p></section>\n");
    if (r->caller.who.role != ROLE_ADMIN)
        return;
    html_raw(
        out,
        "<section class=\"sec\"><h2>Export the archive</h2><p class=\"lede\">Everybody’s pages with all versions, as JSON lines. Logins, "
        "tokens and other secrets stay here. <code>weft import</code> reads the file into an empty archive; for a copy every night use "
        "<code>weft backup</code>.</p><form method=\"post\" action=\"/transfer/export\">");
    shell_token(r);
    html_raw(out, "<button class=\"btn\">Make the file</button></form></section>\n");
}

int route_transfer(struct http_request *r, struct err *e)
{
    struct task_views all;
    int failed = shell_open(r, &(struct shell){ .title = STR("Imports and exports"), .place = PLACE_SETTINGS }, e);

    if (failed)
        return failed;
    tasks_of(&r->server->tasks, &r->caller, &all);
    for (uint32_t i = 0; i < all.n; i++)
        if (all.item[i].state <= TASK_RUNS)
            answer_header(r, "Refresh", STR("1"));
    html_raw(&r->answer.body,
             "<p class=\"crumb\"><a href=\"/settings\">Settings</a></p><div class=\"head\"><div class=\"grow\"><h1>Imports and "
             "exports</h1></div></div>\n");
    add_tasks(r, &all);
    add_import(r);
    add_export(r);
    shell_close(r);
    return 0;
}

static int begin(struct http_request *r, const struct task_plan *plan, struct err *e)
{
    int failed = task_begin(r->server, &r->caller, plan, e);

    if (!failed)
        answer_redirect(r, STR("/transfer"));
    return failed;
}

int transfer_begin(struct http_request *r, struct str list, struct str tags, struct err *e)
{
    int failed = caller_must_write(&r->caller, e);

    return failed ? failed : begin(r, &(struct task_plan){ "Import of a list", run_import, { list, tags } }, e);
}

int route_transfer_import(struct http_request *r, struct err *e)
{
    struct str file = form_value(&r->form, "file");

    return file.len ? transfer_begin(r, file, form_value(&r->form, "tag"), e) : err_set(e, E_USAGE, "Choose a file first.");
}

int route_transfer_export(struct http_request *r, struct err *e)
{
    int failed = caller_must_administer(&r->caller, "export the archive", e);

    return failed ? failed : begin(r, &(struct task_plan){ .what = "Export of the archive", .call = run_export }, e);
}

int route_site_esi(struct http_request *r, struct err *e)
{
    struct str host = form_value(&r->form, "host");

    return begin(
        r, &(struct task_plan){ arena_printf(r->arena, "Templates of %.*s for a cache", STR_ARG(host)).ptr, run_edge, { host } },
        e);
}

int route_transfer_stop(struct http_request *r, struct err *e UNUSED)
{
    bool found = tasks_end_one(&r->server->tasks, &r->caller, form_number(&r->form, "id"));

    answer_done(r, found ? STR("It stops as soon as its step is done") : STR("It was finished already"), 0, STR("/transfer"));
    return 0;
}

/* ---- Files ---- */

static void attach(struct http_request *r, const char *type, const char *name)
{
    r->answer.type = type;
    answer_header(r, "Content-Disposition", arena_printf(r->arena, "attachment; filename=\"%s\"", name));
}

int route_transfer_file(struct http_request *r, struct err *e)
{
    struct task_file file;
    int failed = tasks_open_file(&r->server->tasks, &r->caller, form_number(&r->query, "id"), &file, e);

    if (failed)
        return failed;
    r->answer.fd = file.fd;
    attach(r, file.type, file.name);
    return 0;
}

static int add_outline(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct buf *out = context;

    HTML(out, "<outline type=\"link\" text=\"{}\" url=\"{}\"",
         TEXT(w->watch.title.len   ? w->watch.title
              : w->state.title.len ? w->state.title
                                   : w->url),
         TEXT(w->url));
    if (w->watch.tags.n)
        html_raw(out, " category=\"");
    for (uint32_t i = 0; i < w->watch.tags.n; i++)
        HTML(out, "{}{}", WORD(i ? "," : ""), TEXT(w->watch.tags.item[i]));
    html_raw(out, w->watch.tags.n ? "\"/>\n" : "/>\n");
    return 0;
}

int route_transfer_opml(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;

    attach(r, "text/x-opml; charset=utf-8", "weft.opml");
    html_raw(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\"><head><title>Pages that weft watches</title></head><body>\n");
    int failed = watched_each(&r->caller, add_outline, out, e);
    html_raw(out, "</body></opml>\n");
    return failed;
}

static int add_address(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct buf *out = context;

    buf_add(out, w->url);
    buf_add_char(out, '\n');
    return 0;
}

int route_transfer_text(struct http_request *r, struct err *e)
{
    attach(r, "text/plain; charset=utf-8", "weft.txt");
    return watched_each(&r->caller, add_address, &r->answer.body, e);
}
