/* The options that say what is wanted of a page, for `weft add` and `weft edit`: one row for each field of a watch. */
#include "cli/watch_options.h"

#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "fetch/link.h"
#include "judge/wishes.h"
#include "parse/select.h"
#include "track/follow.h"
#include "track/thresholds.h"

const struct option watch_option_every = {
    "every",
    0,
    "TIME",
    "How often to look: 2d, 12h, 2d12h, 1w, 30min, 0 (in every run) or never; 1h..2d leaves it to weft within these bounds. Else "
    "the thresholds file decides, or weft by how often the page changes (best effort).",
    NULL,
};
const struct option watch_option_tag = { "tag", 't', "TAG", "A tag of the page; may be given several times.", NULL };
const struct option watch_option_title = { "title", 0, "TEXT", "What to call the page in lists and reports.", NULL };
const struct option watch_option_depth = {
    "depth", 0, "N", "Watch what the page points to as well, and what that points to, N links away.", NULL,
};
const struct option watch_option_same_prefix = {
    "same-prefix", 0, NULL, "Follow only links to pages below the folder of the first page.", NULL,
};
const struct option watch_option_entities = {
    "entities", 0, NULL, "Watch the images and files it refers to as well: a new picture at the same address is a change.", NULL,
};
const struct option watch_option_form = {
    "form",       0,
    "NAME=VALUE", "Send a form (POST) with this field; may be given several times. The value may be env:VARIABLE or file:PATH.",
    NULL,
};
const struct option watch_option_header = {
    "header", 0, "NAME: VALUE", "Send this header; may be given several times. The value may be env:VARIABLE or file:PATH.", NULL
};
const struct option watch_option_login = {
    "login", 0, "NAME:PASSWORD",
    "Log in with HTTP's basic authentication. The password, or all of it, may be env:VARIABLE or file:PATH.", NULL
};
const struct option watch_option_bearer = { "bearer", 0, "TOKEN", "Send this bearer token. It may be env:VARIABLE or file:PATH.",
                                            NULL };
const struct option watch_option_via = { "via", 0, "PROXY",
                                         "Fetch this page through a proxy of its own. It may be env:VARIABLE or file:PATH.", NULL };
const struct option watch_option_cookies = { "cookies", 0, NULL, "Keep the cookies the server sets, for this watch alone.", NULL };
const struct option watch_option_notify = {
    "notify",
    0,
    "CHANNEL",
    "Where to send its changes: a channel, or an address such as mail:anna@example.org; 'none' for nowhere. May be given several times.",
    NULL,
};
const struct option watch_option_select = {
    "select", 0, "CSS-or-XPath", "Announce changes inside this part of the page only; may be given several times.", NULL,
};
const struct option watch_option_ignore = {
    "ignore", 0, "CSS-or-XPath", "Do not announce changes inside this part; may be given several times.", NULL,
};
const struct option watch_option_sensitivity = {
    "sensitivity", 0, "LEVEL", "Which changes are announced: " SENSITIVITY_WORDS ".", NULL,
};
const struct option watch_option_min_importance = {
    "min-importance", 0, "N", "Hold back changes that matter less than this, from 0 to 1.", NULL,
};
const struct option watch_option_policy = {
    "policy",
    0,
    "NAME",
    "What counts where weft decides how often to look: harmonic (the usual: no page is forgotten), delay (be early, also where a page "
    "changes all the time) or fresh (have as many pages as possible up to date; usual in a collection).",
    NULL,
};
const struct option watch_option_browser = { "browser", 0, NULL, "Let a browser render the page, with its scripts.", NULL };
const struct option watch_option_no_robots = {
    "ignore-robots", 0, NULL, "Fetch it even where robots.txt forbids that; the override is recorded with every check.", NULL,
};

int secret_read(struct arena *a, const char *what, struct str given, struct str *out, struct err *e)
{
    enum { FILE_MAX = 1 << 16 };
    struct str rest = given;
    struct str kind = str_cut(&rest, ':');

    *out = given;
    if (kind.len == given.len)
        return 0;
    if (str_eq(kind, STR("plain"))) {
        *out = rest;
    } else if (str_eq(kind, STR("env"))) {
        const char *value = getenv(arena_str(a, rest).ptr);
        if (!value || !*value)
            return err_set(e, E_USAGE, "%s: the variable %.*s is not set", what, STR_ARG(rest));
        *out = str_of(value);
    } else if (str_eq(kind, STR("file"))) {
        if (io_read(a, arena_str(a, rest).ptr, FILE_MAX, out, e))
            return err_in(e, "%s", what);
        while (out->len && (out->ptr[out->len - 1] == '\n' || out->ptr[out->len - 1] == '\r'))
            out->len--;
    }
    return 0;
}

static int secret_of(struct arena *a, const struct option *option, struct str given, struct str *out, struct err *e)
{
    return secret_read(a, arena_printf(a, "--%s", option->name).ptr, given, out, e);
}

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
            return err_set(e, E_USAGE, "--%s: it is written --%s '%s'", option->name, option->name, option->argument);
        struct record_pair *pair = &out->item[out->n++];
        pair->name = name;
        rest = separator == ':' ? str_trim(rest) : rest;
        pair->hidden = str_starts(rest, STR("env:")) || str_starts(rest, STR("file:"));
        if (secret_of(a, option, rest, &pair->value, e))
            return e->code;
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
            return err_in(e, "%.*s", STR_ARG(list->item[i]));
    }
    return 0;
}

static int read_depth(const char *text, uint32_t *out, struct err *e)
{
    uint64_t depth = 0;

    if (text && !str_number(str_of(text), FOLLOW_DEPTH_MAX, &depth))
        return err_set(e, E_USAGE, "--depth %s: it is a number of links, at most %d", text, FOLLOW_DEPTH_MAX);
    *out = (uint32_t)depth;
    return 0;
}

static int read_login(struct arena *a, struct str login, struct watch *w, struct err *e)
{
    if (str_starts(login, STR("file:")) || str_starts(login, STR("env:")))
        if (secret_of(a, &watch_option_login, login, &login, e))
            return e->code;
    if (login.len && str_find(login, STR(":"), 0) == SIZE_MAX)
        return err_set(e, E_USAGE, "--login: it is written --login '%s'", watch_option_login.argument);
    w->user = str_cut(&login, ':');
    return secret_of(a, &watch_option_login, login, &w->password, e);
}

static int read_every(struct str every, struct err *e)
{
    int64_t every_ms, most_ms;

    return every.len && threshold_range_read(every, &every_ms, &most_ms, e) ? err_in(e, "--every %.*s", STR_ARG(every)) : 0;
}

static int read_proxy(struct arena *a, struct str via, struct watch *w, struct err *e)
{
    if (secret_of(a, &watch_option_via, via, &w->proxy, e))
        return e->code;
    return link_check_proxy(w->proxy, e) ? err_in(e, "--via") : 0;
}

static struct str text_of(const struct args *args, const struct option *option)
{
    return str_of(args_value(args, option));
}

/* The field of a watch that each option sets; a login sets two. */
static const struct {
    const struct option *option;
    const char *field;
} sets[] = {
    { &watch_option_every, "every" },
    { &watch_option_title, "title" },
    { &watch_option_tag, "tags" },
    { &watch_option_notify, "notify" },
    { &watch_option_select, "select" },
    { &watch_option_ignore, "ignore" },
    { &watch_option_sensitivity, "sensitivity" },
    { &watch_option_min_importance, "min_importance" },
    { &watch_option_policy, "policy" },
    { &watch_option_form, "form" },
    { &watch_option_header, "header" },
    { &watch_option_login, "user" },
    { &watch_option_login, "password" },
    { &watch_option_bearer, "bearer" },
    { &watch_option_via, "proxy" },
    { &watch_option_cookies, "cookies" },
    { &watch_option_no_robots, "ignore_robots" },
    { &watch_option_browser, "browser" },
    { &watch_option_depth, "depth" },
    { &watch_option_same_prefix, "same_prefix" },
    { &watch_option_entities, "entities" },
};

static struct record_list names_of(struct arena *a, const struct args *args)
{
    struct record_list list = { NEW_ARRAY(a, struct str, WATCH_EDIT_FIELDS_MAX), 0 };

    for (size_t i = 0; i < ARRAY_LEN(sets); i++)
        if (args_given(args, sets[i].option))
            list.item[list.n++] = str_of(sets[i].field);
    return list;
}

int watch_options_read(struct arena *a, const struct args *args, struct watch_edit *out, struct err *e)
{
    struct watch *w = &out->to;

    *out = (struct watch_edit){
        .to = {
            .every = text_of(args, &watch_option_every),
            .title = text_of(args, &watch_option_title),
            .tags = list_of(a, args, &watch_option_tag),
            .notify = list_of(a, args, &watch_option_notify),
            .select = list_of(a, args, &watch_option_select),
            .ignore = list_of(a, args, &watch_option_ignore),
            .sensitivity = text_of(args, &watch_option_sensitivity),
            .min_importance = text_of(args, &watch_option_min_importance),
            .policy = text_of(args, &watch_option_policy),
            .cookies = args_given(args, &watch_option_cookies),
            .ignore_robots = args_given(args, &watch_option_no_robots),
            .browser = args_given(args, &watch_option_browser),
            .same_prefix = args_given(args, &watch_option_same_prefix),
            .entities = args_given(args, &watch_option_entities),
        },
        .name = names_of(a, args),
    };
    if (read_login(a, text_of(args, &watch_option_login), w, e)
        || secret_of(a, &watch_option_bearer, text_of(args, &watch_option_bearer), &w->bearer, e)
        || read_proxy(a, text_of(args, &watch_option_via), w, e) || read_every(w->every, e)
        || pairs_of(a, args, &watch_option_form, '=', &w->form, e) || pairs_of(a, args, &watch_option_header, ':', &w->header, e)
        || read_depth(args_value(args, &watch_option_depth), &w->depth, e) || check_expressions(&w->select, e)
        || check_expressions(&w->ignore, e))
        return e->code;
    return 0;
}

int watch_options_clear(struct watch_edit *edit, const char *name, struct err *e)
{
    for (size_t i = 0; i < ARRAY_LEN(sets); i++)
        if (strcmp(sets[i].option->name, name) == 0)
            edit->name.item[edit->name.n++] = str_of(sets[i].field);
    for (size_t i = 0; i < ARRAY_LEN(sets); i++)
        if (strcmp(sets[i].option->name, name) == 0)
            return 0;
    return err_set(e, E_USAGE, "--clear %s: it takes the name of an option of 'weft add', such as every, tag, select or login",
                   name);
}
