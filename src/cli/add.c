/* weft add: pages to watch, by address or from a hotlist. */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/add.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/term.h"
#include "parse/select.h"
#include "track/canonical.h"
#include "track/follow.h"
#include "track/thresholds.h"

static const struct option option_every = {
    "every", 0,
    "TIME",  "How often to look: 2d, 12h, 2d12h, 1w, 30min, 0 (in every run) or never. Else the thresholds file decides.",
    NULL,
};
static const struct option option_tag = { "tag", 't', "TAG", "A tag of the page; may be given several times.", NULL };
static const struct option option_title = { "title", 0, "TEXT", "What to call the page in lists and reports.", NULL };
static const struct option option_depth = {
    "depth", 0, "N", "Watch what the page points to as well, and what that points to, N links away.", NULL,
};
static const struct option option_same_prefix = {
    "same-prefix", 0, NULL, "Follow only links to pages below the folder of the first page.", NULL,
};
static const struct option option_entities = {
    "entities", 0, NULL, "Watch the images and files it refers to as well: a new picture at the same address is a change.", NULL,
};
static const struct option option_form = {
    "form", 0, "NAME=VALUE", "Send a form (POST) with this field; may be given several times.", NULL,
};
static const struct option option_header = { "header", 0, "NAME: VALUE", "Send this header; may be given several times.", NULL };
static const struct option option_login = { "login", 0, "NAME:PASSWORD", "Log in with HTTP's basic authentication.", NULL };
static const struct option option_bearer = { "bearer", 0, "TOKEN", "Send this bearer token.", NULL };
static const struct option option_via = { "via", 0, "PROXY", "Fetch this page through a proxy of its own.", NULL };
static const struct option option_cookies = { "cookies", 0, NULL, "Keep the cookies the server sets, for this watch alone.", NULL };
static const struct option option_select = {
    "select", 0, "CSS-or-XPath", "Announce changes inside this part of the page only; may be given several times.", NULL,
};
static const struct option option_ignore = {
    "ignore", 0, "CSS-or-XPath", "Do not announce changes inside this part; may be given several times.", NULL,
};
static const struct option option_browser = { "browser", 0, NULL, "Let a browser render the page, with its scripts.", NULL };
static const struct option option_no_robots = {
    "ignore-robots", 0, NULL, "Fetch it even where robots.txt forbids that; the override is recorded with every check.", NULL,
};
static const struct option option_hotlist = {
    "hotlist",
    0,
    "FILE",
    "Add the pages of a list: bookmarks of a browser (HTML, Chromium's Bookmarks, Firefox's places.sqlite), OPML, a list of addresses, "
    "urlwatch's YAML or changedetection.io's watch.json.",
    NULL,
};

static void adding_drop(struct adding *x)
{
    buf_drop(&x->out);
}

/* ---- The settings of the watch ---- */

static struct record_list list_of(struct arena *a, const struct args *args, const struct option *option)
{
    struct record_list list = { NEW_ARRAY(a, struct str, ARGS_GIVEN_MAX), 0 };
    const char *value;

    for (unsigned at = 0; (value = args_each(args, option, &at));)
        list.item[list.n++] = str_of(value);
    return list;
}

/* NAME and VALUE with `separator` between them. */
static int pairs_of(struct arena *a, const struct args *args, const struct option *option, char separator, struct record_pairs *out,
                    struct err *e)
{
    const char *value;

    *out = (struct record_pairs){ NEW_ARRAY(a, struct record_pair, ARGS_GIVEN_MAX), 0 };
    for (unsigned at = 0; (value = args_each(args, option, &at));) {
        struct str rest = str_of(value), name = str_cut(&rest, separator);
        if (name.len == 0 || name.len == strlen(value))
            return err_set(e, E_USAGE, "add: --%s %s: it is written --%s '%s'", option->name, value, option->name,
                           option->argument);
        out->item[out->n++] = (struct record_pair){ name, separator == ':' ? str_trim(rest) : rest };
    }
    return 0;
}

/* An expression that cannot be read is told now, not at the first check. */
static int check_expressions(const struct record_list *list, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = MIB(64) };
    struct symbols symbols;
    struct dom dom;

    symbols_open(&symbols, &a);
    if (list->n && parse_page(&a, &symbols, &(struct parse_source){ .bytes = STR("<p>") }, &dom, e))
        return e->code;
    for (uint32_t i = 0; i < list->n; i++) {
        uint32_t *node, n;
        if (select_nodes(&a, &dom, list->item[i], &node, &n, e))
            return err_in(e, "add: %.*s", STR_ARG(list->item[i]));
    }
    return 0;
}

static int read_depth(const char *text, uint32_t *out, struct err *e)
{
    uint64_t depth = 0;

    if (text && !str_number(str_of(text), FOLLOW_DEPTH_MAX, &depth))
        return err_set(e, E_USAGE, "add: --depth %s: it is a number of links, at most %d", text, FOLLOW_DEPTH_MAX);
    *out = (uint32_t)depth;
    return 0;
}

static struct str text_of(const struct args *args, const struct option *option)
{
    return str_of(args_value(args, option));
}

static int read_watch(struct arena *a, const struct args *args, struct watch *w, struct err *e)
{
    struct str login = text_of(args, &option_login);
    int64_t every_ms;

    *w = (struct watch){
        .every = text_of(args, &option_every),
        .title = text_of(args, &option_title),
        .tags = list_of(a, args, &option_tag),
        .select = list_of(a, args, &option_select),
        .ignore = list_of(a, args, &option_ignore),
        .bearer = text_of(args, &option_bearer),
        .proxy = text_of(args, &option_via),
        .cookies = args_given(args, &option_cookies),
        .ignore_robots = args_given(args, &option_no_robots),
        .browser = args_given(args, &option_browser),
        .same_prefix = args_given(args, &option_same_prefix),
        .entities = args_given(args, &option_entities),
    };
    if (login.len && str_find(login, STR(":"), 0) == SIZE_MAX)
        return err_set(e, E_USAGE, "add: --login: it is written --login '%s'", option_login.argument);
    w->user = str_cut(&login, ':');
    w->password = login;
    if (w->every.len && threshold_read(w->every, &every_ms, e))
        return err_in(e, "add: --every %.*s", STR_ARG(w->every));
    if (pairs_of(a, args, &option_form, '=', &w->form, e) || pairs_of(a, args, &option_header, ':', &w->header, e)
        || read_depth(args_value(args, &option_depth), &w->depth, e) || check_expressions(&w->select, e)
        || check_expressions(&w->ignore, e))
        return e->code;
    return 0;
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
static int read_address(struct arena *a, const char *typed, struct str *out, struct err *e)
{
    struct str s = str_trim(str_of(typed));
    char path[PATH_MAX];

    if (s.len == 0)
        return err_set(e, E_USAGE, "add: an address is empty");
    if (str_find(s, STR("://"), 0) == SIZE_MAX && !str_starts_nocase(s, STR("file:")) && access(typed, F_OK) == 0) {
        if (!realpath(typed, path))
            return err_system(e, "%s", typed);
        s = arena_printf(a, "file://%s", path);
    } else if (str_find(s, STR("://"), 0) == SIZE_MAX && str_find(s, STR(":"), 0) == SIZE_MAX) {
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
    return 0;
}

/* ---- Rows ---- */

static bool is_watched(const struct store_watches *watches, int64_t user)
{
    for (uint32_t i = 0; i < watches->n; i++)
        if (watches->item[i].user == user)
            return true;
    return false;
}

static void tell(struct adding *x, struct str url, const struct watch *w, bool there)
{
    x->n_there += there;
    x->n_new += !there;
    if (!x->as_json) {
        buf_add(&x->out, there ? STR("changed  ") : STR("added    "));
        term_add_safe(&x->out, url);
        buf_add_char(&x->out, '\n');
        return;
    }
    json_object(&x->json);
    json_field_str(&x->json, "url", url);
    json_field_bool(&x->json, "new", !there);
    json_key(&x->json, "watch");
    json_object(&x->json);
    watch_members(w, &x->json);
    json_end(&x->json);
    json_end(&x->json);
}

/* The page is due at once; a watch that is there gets the new settings. */
int add_page(struct adding *x, struct str url, const struct watch *w, struct err *e)
{
    struct session *s = x->session;
    AUTO(arena) a = { 0 };
    struct store_watches watches;
    struct store_watch row = { .user = s->caller.who.user, .added_at = s->caller.now, .settings = watch_write(&a, w) };
    struct store_page page = {
        .url = watch_page_url(&a, w, url, s->caller.who.user),
        .canonical = url,
        .host = canonical_host(url),
        .added_at = s->caller.now,
        .next_check_at = s->caller.now,
    };

    if (store_page_add(&s->store, &page, &row.page, e) || store_page_watches(&a, &s->store, row.page, &watches, e)
        || store_watch_put(&s->store, &row, e) || store_page_get(&a, &s->store, row.page, &page, e))
        return e->code;
    /* Other settings may want it sooner: it is looked at, and scheduled anew. */
    page.next_check_at = MIN(page.next_check_at, s->caller.now);
    if (store_page_schedule(&s->store, &page, e))
        return e->code;
    tell(x, url, w, is_watched(&watches, s->caller.who.user));
    return 0;
}

/* ---- The command ---- */

static int add_all(struct adding *x, const struct args *args, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct watch watch;
    const char *hotlist;

    if (read_watch(&x->session->arena, args, &watch, e) || store_begin(&x->session->store, &tx, e))
        return e->code;
    watch.archive = settings_text(&x->session->settings, SETTING_COLLECTION).len > 0;
    for (unsigned i = 0; i < args->n_operands; i++) {
        struct str url;
        if (read_address(&x->session->arena, args->operand[i], &url, e) || add_page(x, url, &watch, e))
            return e->code;
    }
    for (unsigned at = 0; (hotlist = args_each(args, &option_hotlist, &at));)
        if (add_hotlist(x, hotlist, &watch, e))
            return e->code;
    return store_commit(&tx, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(adding) x = { .session = &s, .out = BUF(LIMIT_OUTPUT_BYTES), .as_json = args_given(args, &option_json) };

    if (args->n_operands == 0 && !args_given(args, &option_hotlist))
        return err_set(e, E_USAGE, "add: give an address, or a list with --hotlist FILE");
    if (session_open(&s, args, SESSION_CREATE, e))
        return e->code;
    json_open(&x.json, &x.out, 2);
    if (x.as_json)
        json_array(&x.json);
    if (add_all(&x, args, e))
        return e->code;
    if (x.as_json) {
        json_end(&x.json);
        buf_add_char(&x.out, '\n');
    } else if (x.n_new + x.n_there > 1) {
        buf_addf(&x.out, "%u pages added, %u changed\n", x.n_new, x.n_there);
    }
    int failed = buf_check(&x.out, e);
    return failed ? failed : output_text(NULL, buf_str(&x.out), e);
}

static const struct option *const options[] = {
    &option_every,     &option_tag,     &option_title,  &option_depth,  &option_same_prefix,
    &option_entities,  &option_form,    &option_header, &option_login,  &option_bearer,
    &option_via,       &option_cookies, &option_select, &option_ignore, &option_browser,
    &option_no_robots, &option_hotlist, &option_json,   NULL,
};

static const struct example examples[] = {
    { "weft add https://example.org/news --every 6h --tag work", "a page, looked at every six hours" },
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
        "Adds the pages to what you watch. Nothing is fetched yet: 'weft check' does that, and 'weft watch' for as long as it runs. The "
        "first version of a page is what changes are held against. Adding a page again gives it the new settings.\n\n"
        "An address without a scheme is taken as https:, the path of a file as file:. A page with a form, headers, a login, cookies, a "
        "proxy or a browser of its own is another page than the plain one at that address.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
