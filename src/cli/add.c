/* weft add: pages to watch, by address or from a hotlist. */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "archive/address.h"
#include "archive/things.h"
#include "base/limits.h"
#include "cli/add.h"
#include "cli/args.h"
#include "cli/check_session.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/term.h"
#include "cli/watch_options.h"
#include "flow/keeper.h"
#include "track/canonical.h"

static const struct option option_hotlist = {
    "hotlist",
    0,
    "FILE",
    "Add the pages of a list: bookmarks of a browser (HTML, Chromium's Bookmarks, Firefox's places.sqlite), OPML, a list of addresses, "
    "urlwatch's YAML or changedetection.io's watch.json; may be given several times.",
    NULL,
};

static const struct option option_later = {
    "later", 0, NULL, "Do not fetch the pages now: 'weft check' or 'weft watch' does.", NULL,
};

enum { WAIT_MS = 1000 };

static void add_context_drop(struct add_context *x)
{
    buf_drop(&x->out);
}

/* ---- Addresses ---- */

/* Whether what is no file was meant as one: "./page", "/srv/page", or "page.html", which as a host would end in no domain there is. */
static bool looks_like_file(struct str s)
{
    static const struct str endings[] = { STR_INIT(".html"), STR_INIT(".htm"), STR_INIT(".xhtml"),
                                          STR_INIT(".xml"),  STR_INIT(".txt"), STR_INIT(".pdf") };

    if (str_starts(s, STR("/")) || str_starts(s, STR(".")) || str_starts(s, STR("~")))
        return true;
    for (size_t i = 0; i < ARRAY_LEN(endings) && str_find(s, STR("/"), 0) == SIZE_MAX; i++)
        if (str_ends(s, endings[i]))
            return true;
    return false;
}

/* What a person types: an address, one without its scheme, or the path of a file. */
static int read_address(const struct caller *c, const char *typed, struct str *out, struct err *e)
{
    struct arena *a = c->arena;
    struct str s = str_trim(str_of(typed));
    char path[PATH_MAX];

    if (s.len == 0)
        return err_set(e, E_USAGE, "add: an address is empty");
    if (str_find(s, STR("://"), 0) == SIZE_MAX && !str_starts_nocase(s, STR("file:")) && access(typed, F_OK) == 0) {
        if (!realpath(typed, path))
            return err_system(e, "%s", typed);
        s = arena_printf(a, "file://%s", path);
    } else if (str_find(s, STR("://"), 0) == SIZE_MAX && !address_has_scheme(s)) {
        if (looks_like_file(s))
            return err_set(e, E_USAGE, "add: %s: there is no such file; an address is written https://...", typed);
        s = arena_printf(a, "https://%.*s", STR_ARG(s));
    }
    *out = canonical_url(a, s);
    bool web = str_starts(*out, STR("http://")) || str_starts(*out, STR("https://"));
    if (!web && !str_starts(*out, STR("file:")))
        return err_set(e, E_USAGE, "add: %s: weft watches http:, https: and file: addresses", typed);
    if (web && canonical_host(*out).len == 0)
        return err_set(e, E_USAGE, "add: %s: no host in it; write it as in https://example.org/page", typed);
    return web && address_read(c, str_of(typed), out, e) ? err_in(e, "add") : 0;
}

/* ---- Rows ---- */

static void add_list(struct buf *out, const struct record_list *list)
{
    for (uint32_t i = 0; i < list->n; i++) {
        buf_add(out, i ? STR(", ") : STR(""));
        term_add_safe(out, list->item[i]);
    }
    if (list->n == 0)
        buf_add(out, STR("none"));
}

/* min-importance: as the option is written, not as the data names the field */
static void add_name(struct buf *out, struct str field)
{
    for (size_t i = 0; i < field.len; i++)
        buf_add_char(out, field.ptr[i] == '_' ? '-' : field.ptr[i]);
}

/* A value of a field: a list, or where that is NULL a text. */
struct add_value {
    const struct record_list *list;
    struct str text;
};

static void add_value(struct buf *out, const struct add_value *value)
{
    if (value->list)
        add_list(out, value->list);
    else if (value->text.len)
        term_add_safe(out, value->text);
    else
        buf_add(out, STR("not set"));
}

/* What a field says now, and what it said before, where that is a word or a list of them. */
static void add_values(struct buf *out, struct str field, const struct watch *before, const struct watch *after)
{
    const struct {
        struct str name;
        struct add_value before, after;
    } rows[] = {
        { STR("select"), { .list = &before->select }, { .list = &after->select } },
        { STR("ignore"), { .list = &before->ignore }, { .list = &after->ignore } },
        { STR("tags"), { .list = &before->tags }, { .list = &after->tags } },
        { STR("every"), { .text = before->every }, { .text = after->every } },
        { STR("sensitivity"), { .text = before->sensitivity }, { .text = after->sensitivity } },
        { STR("min_importance"), { .text = before->min_importance }, { .text = after->min_importance } },
        { STR("policy"), { .text = before->policy }, { .text = after->policy } },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (str_eq(field, rows[i].name)) {
            buf_add_char(out, ' ');
            add_value(out, &rows[i].after);
            buf_add(out, STR(" (was "));
            add_value(out, &rows[i].before);
            buf_add_char(out, ')');
        }
}

/* "every 1d (was 6h), ignore .ads (was .news)": the fields in which the watch has changed. What is given of a list replaces all of it, so
 * both are said. */
static void add_changed(struct buf *out, const struct watch_change *change)
{
    for (uint32_t i = 0; i < change->changed.n; i++) {
        buf_add(out, i ? STR(", ") : STR(""));
        add_name(out, change->changed.item[i]);
        add_values(out, change->changed.item[i], &change->before, &change->after);
    }
}

/* A selector that finds nothing hides every change: said when it is set. */
static void add_missing(struct buf *out, const struct watch_change *change)
{
    for (uint32_t i = 0; i < change->missing.n; i++) {
        buf_add(out, STR("; --select '"));
        term_add_safe(out, change->missing.item[i]);
        buf_add(out, STR("' finds nothing on the page"));
    }
}

void add_tell(struct add_context *x, const struct watch_change *change)
{
    x->n_new += change->is_new;
    x->n_changed += !change->is_new && change->changed.n;
    if (!x->as_json && x->only_changes && !change->is_new && change->changed.n == 0)
        return;
    if (!x->as_json) {
        const char *word = change->is_new ? "added" : !change->changed.n ? "same" : x->done ? x->done : "changed";
        buf_addf(&x->out, "%-8s ", word);
        term_add_safe(&x->out, change->name);
        if (!change->is_new && change->changed.n && !x->done) {
            buf_add(&x->out, STR("  "));
            add_changed(&x->out, change);
        }
        if (!change->is_new && change->changed.n == 0)
            buf_add(&x->out, STR("  nothing to change"));
        add_missing(&x->out, change);
        buf_add_char(&x->out, '\n');
        return;
    }
    thing_watch_change(&x->json, change);
}

int add_page(struct add_context *x, struct str url, const struct watch_edit *edit, struct watch_change *out, struct err *e)
{
    int failed = watches_add(&x->session->caller, url, edit, out, e);

    if (!failed)
        add_tell(x, out);
    return failed;
}

/* ---- The first look ---- */

/* What was named is fetched at once: the first version is what changes are compared with, and a wrong address shows itself. */
static int fetch_fresh(struct add_context *x, struct err *e)
{
    AUTO(check_session) c = { .json = x->as_json, .into = x->as_json ? &x->json : NULL };

    if (x->fresh.n == 0)
        return 0;
    if (check_session_open(&c, x->session, 0, e))
        return e->code;
    c.color = term_color(STDOUT_FILENO, TERM_AUTO);
    progress_open(&c.progress, STDERR_FILENO, x->fresh.n);
    run_begin(c.run);
    for (uint32_t i = 0; i < x->fresh.n; i++) {
        bool queued;
        if (run_add(c.run, x->fresh.item[i], RUN_ASKED, &queued, e))
            return e->code;
    }
    while (run_left(c.run))
        if (run_step(c.run, WAIT_MS, e))
            return e->code;
    progress_erase(&c.progress);
    x->n_failed = run_totals(c.run)->n[CHECK_FAILED] + run_totals(c.run)->n[CHECK_PUT_OFF]; /* as 'weft check URL' has it */
    return 0;
}

/* As data: what was done, and how the first look at each new page ended. */
static int tell_json(struct add_context *x, bool fetch, struct err *e)
{
    json_end(&x->json);
    json_key(&x->json, "checks");
    json_array(&x->json);
    if (fetch && fetch_fresh(x, e))
        return e->code;
    json_end(&x->json);
    json_end(&x->json);
    buf_add_char(&x->out, '\n');
    return buf_check(&x->out, e) ? e->code : output_text(NULL, buf_str(&x->out), e);
}

/* Pages that were left out are counted apart from what others lost on the way. */
static void add_counts(struct add_context *x)
{
    buf_addf(&x->out, "%u %s added, %u changed", x->n_new, x->n_new == 1 ? "page" : "pages", x->n_changed);
    if (x->n_left_out)
        buf_addf(&x->out, ", %u left out", x->n_left_out);
    if (x->n_not_carried)
        buf_addf(&x->out, "; %u %s not carried over", x->n_not_carried, x->n_not_carried == 1 ? "setting was" : "settings were");
    buf_add_char(&x->out, '\n');
}

static int tell_text(struct add_context *x, bool fetch, struct err *e)
{
    unsigned waiting = x->n_new - (fetch ? x->fresh.n : 0);

    if (x->n_new + x->n_changed > 1 || x->n_left_out || x->n_not_carried)
        add_counts(x);
    if (waiting)
        buf_addf(&x->out, "'weft check' fetches %s\n", waiting == 1 ? "it" : "them");
    if (buf_check(&x->out, e) || output_text(NULL, buf_str(&x->out), e))
        return e->code;
    return fetch ? fetch_fresh(x, e) : 0;
}

/* ---- The command ---- */

static int add_all(struct add_context *x, const struct args *args, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct watch_edit edit;
    const char *hotlist;

    if (watch_options_read(&x->session->arena, args, &edit, e))
        return err_in(e, "add");
    if (settings_text(&x->session->settings, SETTING_COLLECTION).len) {
        edit.to.archive = true;
        edit.name.item[edit.name.n++] = STR("archive");
    }
    if (store_begin(&x->session->store, &tx, e))
        return e->code;
    for (unsigned i = 0; i < args->n_operands; i++) {
        struct str url;
        struct watch_change change;
        if (read_address(&x->session->caller, args->operand[i], &url, e) || add_page(x, url, &edit, &change, e))
            return e->code;
        if ((change.is_new || keeper_began_again(args->keeper)) && !change.after.paused)
            *VEC_ADD(&x->session->arena, &x->fresh) = change.page;
    }
    for (unsigned at = 0; (hotlist = args_each(args, &option_hotlist, &at));)
        if (add_hotlist(x, hotlist, &edit, e))
            return e->code;
    return store_commit(&tx, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(add_context) x = { .session = &s, .out = BUF(LIMIT_OUTPUT_BYTES), .as_json = args_given(args, &option_json) };

    if (args->n_operands == 0 && !args_given(args, &option_hotlist))
        return err_set(e, E_USAGE, "add: give an address, or a list with --hotlist FILE");
    if (session_open(&s, args, SESSION_CREATE, e))
        return e->code;
    json_open(&x.json, &x.out, 2);
    if (x.as_json) {
        json_object(&x.json);
        json_key(&x.json, "watches");
        json_array(&x.json);
    }
    if (add_all(&x, args, e))
        return e->code;
    bool fetch = !args_given(args, &option_later);
    int failed = x.as_json ? tell_json(&x, fetch, e) : tell_text(&x, fetch, e);
    return failed ? failed : x.n_left_out + x.n_not_carried + x.n_failed ? STATUS_TROUBLE : STATUS_SAME;
}

static const struct option *const options[] = { WATCH_OPTIONS, &option_hotlist, &option_later, &option_json, NULL };

static const struct example examples[] = {
    { "weft add https://example.org/news --every 6h --tag work", "a page, checked every six hours" },
    { "weft add https://example.org/shop --select '#price'", "only one part of the page counts" },
    { "weft add https://example.org/search --form q=weft --form lang=en", "what a form answers" },
    { "weft add https://example.org/docs/ --depth 2 --same-prefix", "a page and the pages below it" },
    { "weft add --hotlist bookmarks.html --every 2d", "all bookmarks of a browser" },
    { NULL, NULL },
};

const struct command command_add = {
    .name = "add",
    .args = "[URL...]",
    .summary = "watches pages from now on",
    .help =
        "Adds the pages to what you watch, and fetches them: the first version of a page is what changes are compared with. With --later "
        "they are not fetched yet, nor are the pages of a --hotlist; 'weft check' does that, and 'weft watch' for as long as it runs. Adding "
        "a page that you watch already changes only what you name, and says what; 'weft edit' does the same, and can take a setting "
        "back.\n\n"
        "An address without a scheme is taken as https:, the path of a file as file:, which needs the setting allow-file. A page with a form, headers, a login, cookies, a "
        "proxy or a browser of its own is another page than the plain one at that address.\n\n"
        "Exits with 2 where something in a list could not be taken or a page could not be fetched; the rest is added all the same.",
    .options = options,
    .settings = true,
    .examples = examples,
    .kept = true,
    .run = run,
};
