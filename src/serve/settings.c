/* What a person sets for themselves: password, tokens, addresses of feeds, where they are signed in; for an administrator also who else
 * may sign in. */
#include "archive/accounts.h"
#include "archive/users.h"
#include "base/limits.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"

static void open_section(struct buf *out, const char *id, const char *title, const char *words)
{
    HTML(out, "<section class=\"sec\" id=\"{}\"><h2>{}</h2><p class=\"lede\">{}</p>\n", WORD(id), WORD(title), WORD(words));
}

static void open_form(struct http_request *r, const char *action)
{
    HTML(&r->answer.body, "<form class=\"stack\" method=\"post\" action=\"{}\">", WORD(action));
    shell_token(r);
}

static void add_password(struct http_request *r)
{
    struct buf *out = &r->answer.body;

    open_section(out, "password", "Password", "A new one signs you out everywhere, here as well.");
    open_form(r, "/settings/password");
    HTML(
        out,
        "<div class=\"two\"><div class=\"f\"><label for=\"old\">Old password</label><input class=\"in full\" id=\"old\" name=\"old\" "
        "type=\"password\" autocomplete=\"current-password\" required></div><div class=\"f\"><label for=\"new\">New password</label><input "
        "class=\"in full\" id=\"new\" name=\"new\" type=\"password\" autocomplete=\"new-password\" minlength=\"{}\" required><p class=\"hint\">At "
        "least {} characters.</p></div></div><button class=\"btn\">Change the password</button></form></section>\n",
        NUM(ACCOUNT_PASSWORD_MIN), NUM(ACCOUNT_PASSWORD_MIN));
}

/* "Firefox on Linux": enough to know one's own browsers by. */
static struct str name_of(struct arena *a, const struct store_ticket *t)
{
    static const char *const browsers[][2] = {
        { "Firefox/", "Firefox" }, { "Edg/", "Edge" }, { "Chrome/", "Chrome" }, { "Safari/", "Safari" }, { "curl/", "curl" }
    };
    static const char *const machines[][2] = { { "Android", "Android" }, { "iPhone", "iPhone" },   { "iPad", "iPad" },
                                               { "Windows", "Windows" }, { "Macintosh", "macOS" }, { "Linux", "Linux" } };
    const char *browser = NULL, *machine = NULL;

    for (size_t i = 0; i < ARRAY_LEN(browsers) && !browser; i++)
        browser = str_find(t->name, str_of(browsers[i][0]), 0) == SIZE_MAX ? NULL : browsers[i][1];
    for (size_t i = 0; i < ARRAY_LEN(machines) && !machine; i++)
        machine = str_find(t->name, str_of(machines[i][0]), 0) == SIZE_MAX ? NULL : machines[i][1];
    if (t->kind == STORE_TICKET_SESSION && browser)
        return arena_printf(a, "%s%s%s", browser, machine ? " on " : "", machine ? machine : "");
    return t->name.len ? t->name : STR("without a name");
}

static int add_tickets(struct http_request *r, enum store_ticket_kind kind, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct store_tickets list;
    int failed = tickets_list(&r->caller, kind, &list, e);

    if (failed || list.n == 0)
        return failed;
    html_raw(out, "<ul class=\"items flat\">");
    for (uint32_t i = 0; i < MIN(list.n, 100u); i++) {
        HTML(out, "<li class=\"item\"><div><p class=\"t\">{}</p><p class=\"why\">made ", TEXT(name_of(r->arena, &list.item[i])));
        html_add_moment(out, list.item[i].made_at, r->caller.now);
        bool used = list.item[i].used_at > list.item[i].made_at || kind == STORE_TICKET_SESSION; /* one begins by using it */
        html_raw(out, used ? ", last used " : ", not used yet");
        if (used)
            html_add_moment(out, list.item[i].used_at, r->caller.now);
        html_raw(out, "</p></div><form class=\"acts\" method=\"post\" action=\"/settings/end\">");
        shell_token(r);
        HTML(
            out,
            "<input type=\"hidden\" name=\"kind\" value=\"{}\"><button class=\"btn sm\" name=\"id\" value=\"{}\">End it</button></form></li>\n",
            NUM(kind), NUM(list.item[i].id));
    }
    html_raw(out, "</ul>\n");
    return 0;
}

static int add_tokens(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;

    open_section(
        out, "tokens", "Tokens for programs",
        "A program that has one may do what you may: it sends the token as x-api-key. A token is shown once, when it is made.");
    open_form(r, "/settings/token");
    html_raw(
        out,
        "<div class=\"bar\"><label class=\"sr\" for=\"token\">What it is for</label><input class=\"in\" id=\"token\" name=\"name\" "
        "placeholder=\"What it is for\" required><button class=\"btn\">Make a token</button></div></form>\n");
    int failed = add_tickets(r, STORE_TICKET_TOKEN, e);
    html_raw(out, "</section>\n");
    if (failed)
        return failed;
    open_section(out, "feeds", "Feeds",
                 "An address for a feed reader, with what is new for you. Whoever has the address can read it.");
    open_form(r, "/settings/feed");
    html_raw(out, "<button class=\"btn\">Make an address</button></form>\n");
    failed = add_tickets(r, STORE_TICKET_FEED, e);
    html_raw(out, "</section>\n");
    if (failed)
        return failed;
    open_section(out, "links", "Shared links", "Differences that you shared. A link expires after 7 days.");
    failed = add_tickets(r, STORE_TICKET_SHARE, e);
    html_raw(out, "</section>\n");
    return failed;
}

static int add_sessions(struct http_request *r, struct err *e)
{
    open_section(&r->answer.body, "sessions", "Where you are signed in", "A session ends 30 days after the last visit.");
    int failed = add_tickets(r, STORE_TICKET_SESSION, e);
    html_raw(&r->answer.body, "<form method=\"post\" action=\"/sign-out\" class=\"mt\">");
    shell_token(r);
    html_raw(&r->answer.body, "<button class=\"btn\">Sign out here</button></form></section>\n");
    return failed;
}

static int add_users(struct http_request *r, struct err *e)
{
    static const char *const roles[] = { "reader", "user", "administrator" };
    struct buf *out = &r->answer.body;
    struct store_accounts list;
    int failed = r->caller.who.role == ROLE_ADMIN ? accounts_list(&r->caller, &list, e) : 0;

    if (failed || r->caller.who.role != ROLE_ADMIN)
        return failed;
    open_section(out, "users", "Users", "Nobody sees what another watches. A reader looks and changes nothing.");
    html_raw(out, "<table class=\"tbl\"><thead><tr><th>Name</th><th>Role</th><th>Password set</th></tr></thead><tbody>");
    for (uint32_t i = 0; i < list.n; i++) {
        HTML(out, "<tr><td>{}</td><td>{}</td><td>", TEXT(list.item[i].user.name),
             WORD(roles[MIN((uint64_t)list.item[i].role, ARRAY_LEN(roles) - 1)]));
        html_add_moment(out, list.item[i].changed_at, r->caller.now);
        html_raw(out, "</td></tr>");
    }
    html_raw(out, "</tbody></table>\n");
    open_form(r, "/settings/user");
    html_raw(
        out,
        "<div class=\"bar mt\"><label class=\"sr\" for=\"un\">Name</label><input class=\"in\" id=\"un\" name=\"name\" placeholder=\"Name\" "
        "autocomplete=\"off\" required><label class=\"sr\" for=\"up\">Password</label><input class=\"in\" id=\"up\" name=\"password\" "
        "type=\"password\" placeholder=\"Password\" autocomplete=\"new-password\" required><label class=\"sr\" for=\"ur\">Role</label><select "
        "class=\"in\" id=\"ur\" name=\"role\"><option value=\"2\">user</option><option value=\"1\">reader</option><option "
        "value=\"3\">administrator</option></select><button class=\"btn\">Add a user</button></div></form></section>\n");
    return 0;
}

/* ---- Routes ---- */

int route_settings(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    int failed = shell_open(r, &(struct shell){ .title = STR("Settings"), .place = PLACE_SETTINGS, .wide = true }, e);

    if (failed)
        return failed;
    html_raw(
        out,
        "<div class=\"head\"><div class=\"grow\"><h1>Settings</h1></div></div><div class=\"set\"><nav aria-label=\"Sections\"><a href=\"/channels\">Channels</a><a href=\"/transfer\">Imports and exports</a><a "
        "href=\"#password\">Password</a><a href=\"#tokens\">Tokens</a><a href=\"#feeds\">Feeds</a><a href=\"#links\">Links</a><a href=\"#sessions\">Sessions</a>");
    html_raw(out, r->caller.who.role == ROLE_ADMIN ? "<a href=\"#users\">Users</a></nav><div>\n" : "</nav><div>\n");
    add_password(r);
    if ((failed = add_tokens(r, e)) || (failed = add_sessions(r, e)) || (failed = add_users(r, e)))
        return failed;
    html_raw(out, "</div></div>\n");
    shell_close(r);
    return 0;
}

int route_settings_password(struct http_request *r, struct err *e)
{
    int failed = accounts_change_password(&r->caller, form_value(&r->form, "old"), form_value(&r->form, "new"), e);

    if (!failed)
        answer_redirect(r, STR("/sign-in"));
    return failed;
}

int route_settings_token(struct http_request *r, struct err *e)
{
    struct store_ticket wanted = { .kind = STORE_TICKET_TOKEN,
                                   .name = str_sub(form_value(&r->form, "name"), 0, 100),
                                   .until = NEVER };
    struct str secret;
    int failed = tickets_make(&r->caller, &wanted, &secret, e);

    struct shell_secret shown = { "A new token", "It is shown this once. A program sends it as x-api-key.", .secret = secret };
    return failed ? failed : shell_secret(r, &shown, e);
}

int route_settings_feed(struct http_request *r, struct err *e)
{
    struct store_ticket wanted = { .kind = STORE_TICKET_FEED, .name = STR("What’s new"), .until = NEVER };
    struct str secret;
    int failed = tickets_make(&r->caller, &wanted, &secret, e);

    if (failed)
        return failed;
    secret = arena_printf(r->arena, "%.*s/feed/%.*s/new.atom", STR_ARG(r->origin), STR_ARG(secret));
    struct shell_secret shown = { "A new feed", "Give this address to your feed reader. Add ?tag=NAME for one tag.",
                                  .secret = secret };
    return shell_secret(r, &shown, e);
}

int route_settings_end(struct http_request *r, struct err *e)
{
    int64_t kind = form_number(&r->form, "kind");
    int failed = tickets_end(&r->caller, (enum store_ticket_kind)kind, form_number(&r->form, "id"), e);

    if (!failed)
        answer_done(r, STR("Ended"), 0, STR("/settings"));
    return failed;
}

int route_settings_user(struct http_request *r, struct err *e)
{
    int64_t role = form_number(&r->form, "role");
    struct account_given given = { str_trim(form_value(&r->form, "name")), form_value(&r->form, "password"),
                                   role == 3   ? ROLE_ADMIN
                                   : role == 2 ? ROLE_USER
                                               : ROLE_READER,
                                   false };
    struct store_accounts list;
    int failed = accounts_list(&r->caller, &list, e);

    for (uint32_t i = 0; i < list.n && !failed; i++)
        if (str_eq(list.item[i].user.name, given.name))
            return err_set(e, E_USAGE, "%.*s may sign in already.", STR_ARG(given.name));
    if (!failed && (failed = accounts_put(&r->caller, &given, e)) == 0)
        answer_done(r, arena_printf(r->arena, "%.*s may sign in now", STR_ARG(given.name)), 0, STR("/settings#users"));
    return failed;
}
