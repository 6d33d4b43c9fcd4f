/* The frame of every page. Markup alone: no style or script stands in a page, so that the policy can forbid them. */
#include "serve/shell.h"

#include "archive/news.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "serve/asset.h"
#include "serve/server.h"

#define SYMBOL(name, path) "<symbol id=\"i-" name "\" viewBox=\"0 0 16 16\">" path "</symbol>"

/* Drawn on a grid of 16, as lines. */
static const char symbols[] = "<svg hidden>" SYMBOL("new", "<path d=\"M2 9h3.2l1.2 2.4h3.2L10.8 9H14M2 9l2-6h8l2 6v4H2z\"/>")
    SYMBOL("pages", "<path d=\"M4 2h5.5L12 4.5V14H4zM9.5 2v2.5H12M6 8h4M6 11h4\"/>") SYMBOL("add", "<path d=\"M8 3v10M3 8h10\"/>")
        SYMBOL("sent", "<path d=\"M4 2.5v11M4 3h7.5l-2 2.5 2 2.5H4\"/>")
            SYMBOL("held", "<path d=\"M1.5 2.5h13V5h-13zM2.5 5h11v8.5h-11zM6.5 8h3\"/>")
                SYMBOL("coll", "<path d=\"M2.5 6h11v7.5h-11zM4 3.8h8M5.5 1.8h5\"/>")
                    SYMBOL("site", "<path d=\"M2 2.5h12v11H2zM2 6h12M6.5 6v7.5\"/>")
                        SYMBOL("stat", "<path d=\"M1.5 8.5H5l1.8-5 2.4 9 1.8-4h3.5\"/>")
                            SYMBOL("set",
                                   "<path d=\"M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7\"/><circle cx=\"11\" cy=\"4.5\" r=\"1.8\"/>"
                                   "<circle cx=\"5\" cy=\"11.5\" r=\"1.8\"/>")
                                SYMBOL("more", "<path d=\"M3 8h.01M8 8h.01M13 8h.01\"/>")
                                    SYMBOL("find", "<circle cx=\"7\" cy=\"7\" r=\"4.5\"/><path d=\"m10.5 10.5 3.5 3.5\"/>")
                                        SYMBOL("back", "<path d=\"M9.5 3.5 5 8l4.5 4.5\"/>")
                                            SYMBOL("warn", "<path d=\"M8 2.2 14.5 13.5h-13zM8 6.5v3M8 11.5h.01\"/>") "</svg>";

static const char brand[] =
    "<svg viewBox=\"0 0 22 22\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.4\" stroke-linecap=\"round\" aria-hidden=\"true\">"
    "<path d=\"M2 6h5M11.5 6H20M2 11h9M15.5 11H20M2 16h5M11.5 16H20\"/>"
    "<path d=\"M9.2 2v11.2M9.2 18.5V20M13.2 2v1.7M13.2 8.2V20\" opacity=\".5\"/></svg>weft</a>";

void shell_head(struct http_request *r, struct str title, const char *script)
{
    struct buf *out = &r->answer.body;

    r->answer.type = "text/html; charset=utf-8";
    HTML(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<link rel=\"stylesheet\" href=\"{}\">\n"
        "<link rel=\"icon\" href=\"/icon.svg\">\n<link rel=\"manifest\" href=\"/weft.webmanifest\">\n<script src=\"{}\" defer></script>\n</head>\n<body data-page=\"{}\"",
        TEXT(title), TEXT(asset_address(r->arena, "weft.css")), TEXT(asset_address(r->arena, "weft.js")),
        WORD(script ? script : ""));
    if (r->form_token.len)
        HTML(out, " data-token=\"{}\" data-made=\"{}\"", TEXT(r->form_token), NUM(r->caller.now));
    html_raw(out, ">\n");
    html_raw(out, symbols);
}

void shell_end(struct http_request *r)
{
    html_raw(&r->answer.body, "</body>\n</html>\n");
}

void shell_token(struct http_request *r)
{
    HTML(&r->answer.body, "<input type=\"hidden\" name=\"t\" value=\"{}\">", TEXT(r->form_token));
}

void shell_note(struct buf *out, const char *kind, struct str words)
{
    HTML(out, "<p class=\"note {}\" role=\"{}\">", WORD(kind), WORD(strcmp(kind, "bad") == 0 ? "alert" : "status"));
    if (kind[0])
        html_add_icon(out, "warn");
    HTML(out, "<span>{}</span></p>\n", TEXT(words));
}

/* ---- Navigation ---- */

static const struct {
    enum shell_place place;
    const char *address, *icon, *name;
    bool desk; /* on a phone it stands under More */
} entries[] = {
    { PLACE_NEW, "/", "new", "What’s new", false },     { PLACE_PAGES, "/pages", "pages", "Pages", false },
    { PLACE_ADD, "/add", "add", "Add pages", false },   { PLACE_SENTINELS, "/sentinels", "sent", "Sentinels", false },
    { PLACE_HELD, "/held", "held", "Held back", true }, { PLACE_COLLECTIONS, "/collections", "coll", "Collections", true },
    { PLACE_SITE, "/site", "site", "Sites", true },     { PLACE_STATUS, "/status", "stat", "Status", true },
};

static uint64_t count_of(enum shell_place place, const struct news_counts *n)
{
    return place == PLACE_NEW ? n->new : place == PLACE_PAGES ? n->watched : place == PLACE_HELD ? n->held : 0;
}

static void add_entries(struct http_request *r, const struct shell *l, const struct news_counts *counts)
{
    struct buf *out = &r->answer.body;

    for (size_t i = 0; i < ARRAY_LEN(entries); i++) {
        HTML(out, "<li{}><a href=\"{}\"{}>", MARKUP(entries[i].desk ? STR(" class=\"desk\"") : STR("")), WORD(entries[i].address),
             MARKUP(entries[i].place == l->place ? STR(" aria-current=\"page\"") : STR("")));
        html_add_icon(out, entries[i].icon);
        html_raw(out, entries[i].name);
        uint64_t n = count_of(entries[i].place, counts);
        if (n) {
            HTML(out, "<span class=\"n\" data-fresh=\"n-{}\">", WORD(entries[i].icon));
            html_add_count(out, n);
            html_raw(out, "</span>");
        }
        html_raw(out, "</a></li>\n");
    }
    html_raw(out, "<li class=\"phone\"><details><summary>");
    html_add_icon(out, "more");
    html_raw(
        out,
        "More</summary><div class=\"menu\"><a href=\"/held\">Held back</a><a href=\"/collections\">Collections</a><a href=\"/site\">Sites</a><a href=\"/status\">Status</a>"
        "<a href=\"/settings\">Settings</a><form method=\"post\" action=\"/sign-out\">");
    shell_token(r);
    html_raw(out, "<button class=\"btn ghost wide\">Sign out</button></form></div></details></li>\n");
}

static void add_tags(struct buf *out, const struct shell *l)
{
    if (l->n_tags == 0)
        return;
    html_raw(out, "<nav class=\"tags\" aria-label=\"Tags\" data-fresh=\"tags\"><h2>Tags</h2><ul class=\"navlist\">\n");
    for (uint32_t i = 0; i < l->n_tags; i++)
        HTML(out, "<li><a href=\"/?tag={}\">{}<span class=\"n\">{}</span></a></li>\n", PART(l->tag[i].name), TEXT(l->tag[i].name),
             NUM(l->tag[i].n));
    html_raw(out, "</ul></nav>\n");
}

/* "All well, next visit in 12 s" */
static void add_state(struct http_request *r, const struct news_counts *n)
{
    struct buf *out = &r->answer.body;
    struct scheduler_state state = scheduler_state(&r->server->scheduler);
    bool warn = state.totals.network_down || state.paused || n->failing;

    HTML(out, "<a href=\"/status\"><span class=\"dot {}\"></span>", WORD(state.trouble[0] ? "bad" : warn ? "warn" : ""));
    if (state.trouble[0])
        html_raw(out, "Visits have stopped");
    else if (state.totals.network_down)
        html_raw(out, "The network is down");
    else if (state.paused)
        html_raw(out, "Visits are paused");
    else if (state.under_way)
        HTML(out, "Looking at {} now", NUM(state.under_way));
    else if (n->failing) {
        html_add_number_of(out, n->failing, "page");
        html_raw(out, " could not be fetched");
    } else {
        html_raw(out, "All well");
        if (state.next_at != NEVER) {
            html_raw(out, ", next visit ");
            moment_add_ago(out, MAX(state.next_at, r->caller.now), r->caller.now);
        }
    }
    html_raw(out, "</a>\n");
}

static int add_side(struct http_request *r, const struct shell *l, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct news_counts n;
    int failed = counts_read(&r->server->counts, &r->caller, NULL, &n, e);

    if (failed)
        return failed;
    html_raw(out, "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<div class=\"app\">\n<header class=\"side\">\n"
                  "<a class=\"brand\" href=\"/\">");
    html_raw(out, brand);
    html_raw(out, "\n<nav class=\"nav\" aria-label=\"Main\"><ul>\n");
    add_entries(r, l, &n);
    html_raw(out, "</ul></nav>\n");
    add_tags(out, l);
    html_raw(out, "<div class=\"foot navlist\">\n");
    add_state(r, &n);
    HTML(out, "<a href=\"/settings\"{}>", MARKUP(l->place == PLACE_SETTINGS ? STR(" aria-current=\"page\"") : STR("")));
    html_add_icon(out, "set");
    HTML(out, "Settings<span class=\"n\">{}</span></a>\n</div>\n</header>\n", TEXT(r->caller.who.name));
    return 0;
}

/* ---- Documents ---- */

void shell_notice(struct http_request *r)
{
    struct buf *out = &r->answer.body;
    struct str words = form_decode(r->arena, cookie_value(r->cookie, "weft-done"), true), undo = str_cut(&words, ':');

    if (words.len == 0)
        return;
    answer_cookie(r, "weft-done", STR(""), 0);
    HTML(out, "<div class=\"toast\" role=\"status\"><span>{}</span>", TEXT(words));
    if (!str_eq(undo, STR("0"))) {
        html_raw(out, "<form method=\"post\" action=\"/undo\">");
        shell_token(r);
        HTML(out, "<button name=\"id\" value=\"{}\">Undo</button></form>", TEXT(undo));
    }
    html_raw(out, "</div>\n");
}

/* For whoever is not signed in. */
static void add_top(struct buf *out)
{
    html_raw(
        out,
        "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<div class=\"pub\">\n<header class=\"pub-top\"><a class=\"brand\" "
        "href=\"/\">");
    html_raw(out, brand);
    html_raw(out, "<a class=\"btn ghost\" href=\"/sign-in\">Sign in</a></header>\n");
}

int shell_open(struct http_request *r, const struct shell *l, struct err *e)
{
    int failed = 0;

    shell_head(r, arena_printf(r->arena, "%.*s · weft", STR_ARG(l->title)), l->script);
    if (r->caller.who.user)
        failed = add_side(r, l, e);
    else
        add_top(&r->answer.body);
    bool looks = r->caller.who.user && r->caller.who.role == ROLE_READER; /* forms that would be refused are not shown */
    HTML(&r->answer.body, "<main id=\"main\" tabindex=\"-1\">\n<div class=\"col{}{}\">\n", WORD(l->wide ? " wide" : ""),
         WORD(looks ? " look" : ""));
    if (looks)
        shell_note(&r->answer.body, "",
                   STR("You may look, but not add or change anything. Whoever runs this server can make you a user."));
    return failed;
}

void shell_close(struct http_request *r)
{
    html_raw(&r->answer.body, "</div>\n");
    shell_notice(r);
    html_raw(&r->answer.body, "</main>\n</div>\n");
    shell_end(r);
}

void shell_open_card(struct http_request *r, struct str title, bool wide)
{
    shell_head(r, title, NULL);
    HTML(&r->answer.body, "<main class=\"solo\"><div class=\"card{}\"><a class=\"brand\" href=\"/\">", WORD(wide ? " wide" : ""));
    html_raw(&r->answer.body, brand);
}

void shell_close_card(struct http_request *r)
{
    html_raw(&r->answer.body, "</div></main>\n");
    shell_end(r);
}

int shell_secret(struct http_request *r, const struct shell_secret *s, struct err *e)
{
    int failed = shell_open(r, &(struct shell){ .title = str_of(s->title), .place = PLACE_SETTINGS }, e);

    if (failed)
        return failed;
    HTML(
        &r->answer.body,
        "<div class=\"head\"><div class=\"grow\"><h1>{}</h1><p class=\"lede\">{}</p></div></div><p class=\"f\"><label for=\"secret\">Copy it "
        "now</label><input class=\"in full mono\" id=\"secret\" readonly value=\"{}\"></p><p class=\"mt\"><a class=\"btn\" href=\"{}\">{}</a></p>",
        WORD(s->title), WORD(s->words), TEXT(s->secret), TEXT(s->back.len ? s->back : STR("/settings")),
        WORD(s->back.len ? s->back_words : "Back to Settings"));
    shell_close(r);
    return 0;
}
