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

    if (failed)
        return failed;
    if (list.n == 0)
        return html_raw(out, "<p class=\"small dim mt8\">None yet.</p>\n"), 0;
    html_raw(out, "<ul class=\"items flat mt8\">");
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

/* A switch that the browser keeps: keys of one letter are in the way of some who speak to their machine. */
static void add_keys(struct buf *out)
{
    static const char *const rows[][2] = {
        { "j, k", "What’s new: next and previous" },
        { "Enter, h", "open the difference, the history" },
        { "s, x", "seen, dismiss" },
        { "u", "undo" },
        { ".", "show what came in" },
        { "/", "filter" },
        { "n, p", "difference: next and previous change" },
        { "1 to 7", "its views" },
        { "l, c", "changes of look, the list" },
        { "g, then n, p, h, s", "go to What’s new, Pages, Held back, Sentinels" },
        { "a", "add pages" },
        { "?", "this list" },
    };

    open_section(out, "keys", "Keys", "None works while you type in a field.");
    html_raw(out, "<dl class=\"kv\">");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        HTML(out, "<dt>{}</dt><dd>{}</dd>", WORD(rows[i][0]), WORD(rows[i][1]));
    html_raw(
        out,
        "</dl><p class=\"mt8\"><label><input type=\"checkbox\" id=\"keys-on\"> Keys work in this browser</label></p></section>\n");
}

static void add_roles(struct buf *out, enum caller_role chosen)
{
    static const struct {
        enum caller_role role;
        const char *name;
    } roles[] = { { ROLE_USER, "user" }, { ROLE_READER, "reader" }, { ROLE_ADMIN, "administrator" } };

    for (size_t i = 0; i < ARRAY_LEN(roles); i++)
        HTML(out, "<option value=\"{}\"{}>{}</option>", NUM(roles[i].role + 1),
             MARKUP(roles[i].role == chosen ? STR(" selected") : STR("")), WORD(roles[i].name));
}

/* What was sent as a role; nothing that could do harm where nothing was. */
static enum caller_role role_of(const struct http_request *r)
{
    int64_t role = form_number(&r->form, "role");

    return role == ROLE_ADMIN + 1 ? ROLE_ADMIN : role == ROLE_USER + 1 ? ROLE_USER : ROLE_READER;
}

/* One who may sign in; what an administrator may do with them is folded. */
static void add_user(struct http_request *r, const struct store_account *a, const char *role)
{
    struct buf *out = &r->answer.body;

    HTML(out, "<details class=\"fold\"><summary><h3>{}</h3><span class=\"gist\">{}, password of ", TEXT(a->user.name), WORD(role));
    html_add_moment(out, a->changed_at, r->caller.now);
    html_raw(out, "</span></summary>");
    open_form(r, "/settings/user");
    HTML(
        out,
        "<input type=\"hidden\" name=\"name\" value=\"{}\"><div class=\"bar\"><label for=\"p{}\">New password</label><input class=\"in\" id=\"p{}\" "
        "name=\"password\" type=\"password\" autocomplete=\"new-password\"><label for=\"r{}\">Role</label><select class=\"in\" id=\"r{}\" "
        "name=\"role\">",
        TEXT(a->user.name), NUM(a->user.id), NUM(a->user.id), NUM(a->user.id), NUM(a->user.id));
    add_roles(out, a->role);
    html_raw(out, "</select><button class=\"btn\" name=\"do\" value=\"set\">Save</button>");
    if (a->user.id != r->caller.who.user)
        HTML(
            out,
            "<details class=\"sure\"><summary class=\"btn ghost danger\">Remove</summary><p>What they watch, their marks and settings go too; "
            "pages and versions stay.</p><button class=\"btn danger\" name=\"do\" value=\"remove\">Remove {}</button></details>",
            TEXT(a->user.name));
    html_raw(
        out,
        "</div><p class=\"hint\">Without a new password only the role is set, and nobody is signed out.</p></form></details>\n");
}

static int add_users(struct http_request *r, struct err *e)
{
    static const char *const roles[] = { "reader", "user", "administrator" };
    struct buf *out = &r->answer.body;
    struct store_accounts list;
    int failed = r->caller.who.role == ROLE_ADMIN ? accounts_list(&r->caller, &list, e) : 0;

    if (failed || r->caller.who.role != ROLE_ADMIN)
        return failed;
    bool is_typed = form_has(&r->form, "role") && !form_has(&r->form, "do");
    open_section(out, "users", "Users", "Nobody sees what another watches. A reader looks and changes nothing.");
    for (uint32_t i = 0; i < list.n; i++)
        add_user(r, &list.item[i], roles[MIN((uint64_t)list.item[i].role, ARRAY_LEN(roles) - 1)]);
    open_form(r, "/settings/user");
    HTML(
        out,
        "<div class=\"bar mt\"><label class=\"sr\" for=\"un\">Name</label><input class=\"in\" id=\"un\" name=\"name\" placeholder=\"Name\" "
        "value=\"{}\" autocomplete=\"off\" required><label class=\"sr\" for=\"up\">Password</label><input class=\"in\" id=\"up\" name=\"password\" "
        "type=\"password\" placeholder=\"Password\" autocomplete=\"new-password\" required><label class=\"sr\" for=\"ur\">Role</label><select "
        "class=\"in\" id=\"ur\" name=\"role\">",
        TEXT(is_typed ? form_value(&r->form, "name") : STR("")));
    add_roles(out, is_typed ? role_of(r) : ROLE_USER);
    html_raw(out, "</select><button class=\"btn\">Add a user</button></div></form></section>\n");
    return 0;
}

/* ---- Routes ---- */

/* `wrong`: what was not right with a form. */
static int show(struct http_request *r, struct str wrong, struct err *e)
{
    struct buf *out = &r->answer.body;
    int failed = shell_open(r, &(struct shell){ .title = STR("Settings"), .place = PLACE_SETTINGS, .wide = true }, e);

    if (failed)
        return failed;
    html_raw(
        out,
        "<div class=\"head\"><div class=\"grow\"><h1>Settings</h1></div></div><div class=\"set\"><nav aria-label=\"Sections\"><a href=\"/channels\">Channels</a><a href=\"/transfer\">Imports and exports</a><a "
        "href=\"#password\">Password</a><a href=\"#tokens\">Tokens</a><a href=\"#feeds\">Feeds</a><a href=\"#links\">Links</a><a href=\"#sessions\">Sessions</a><a href=\"#keys\">Keys</a>");
    html_raw(out, r->caller.who.role == ROLE_ADMIN ? "<a href=\"#users\">Users</a></nav><div>\n" : "</nav><div>\n");
    if (wrong.len) {
        r->answer.status = 400;
        shell_note(out, "bad", wrong);
    }
    add_password(r);
    if ((failed = add_tokens(r, e)) || (failed = add_sessions(r, e)))
        return failed;
    add_keys(out);
    if ((failed = add_users(r, e)))
        return failed;
    html_raw(out, "</div></div>\n");
    shell_close(r);
    return 0;
}

int route_settings(struct http_request *r, struct err *e)
{
    return show(r, STR(""), e);
}

/* What the user can put right is said above the forms. */
static int show_failed(struct http_request *r, int failed, struct err *e)
{
    bool wrong = failed == E_USAGE || (failed == E_DENIED && str_eq(r->path, STR("/settings/password"))); /* the old one */

    return wrong ? show(r, arena_str(r->arena, str_of(e->text)), e) : failed;
}

int route_settings_password(struct http_request *r, struct err *e)
{
    int failed = accounts_change_password(&r->caller, form_value(&r->form, "old"), form_value(&r->form, "new"), e);

    if (failed)
        return show_failed(r, failed, e);
    answer_redirect(r, STR("/sign-in"));
    return 0;
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

static int remove_user(struct http_request *r, struct str name, struct err *e)
{
    int failed =
        str_eq(name, r->caller.who.name) ? err_set(e, E_USAGE, "You cannot remove yourself.") : users_remove(&r->caller, name, e);

    if (failed)
        return show_failed(r, failed, e);
    answer_done(r, arena_printf(r->arena, "%.*s is removed. The pages and their versions stay.", STR_ARG(name)), 0,
                STR("/settings#users"));
    return 0;
}

/* Of one who is there: the role, and a password where one is given. */
static int change_user(struct http_request *r, const struct account_given *given, struct err *e)
{
    bool role_alone = given->password.len == 0;
    int failed = role_alone ? accounts_set_role(&r->caller, given->name, given->role, e) : accounts_put(&r->caller, given, e);

    if (failed)
        return show_failed(r, failed, e);
    answer_done(r,
                arena_printf(r->arena, role_alone ? "%.*s has the new role" : "%.*s may sign in with the new password",
                             STR_ARG(given->name)),
                0, STR("/settings#users"));
    return 0;
}

int route_settings_user(struct http_request *r, struct err *e)
{
    struct account_given given = { str_trim(form_value(&r->form, "name")), form_value(&r->form, "password"), role_of(r), false };
    struct store_accounts list;
    int failed = accounts_list(&r->caller, &list, e);

    if (str_eq(form_value(&r->form, "do"), STR("remove")))
        return remove_user(r, given.name, e);
    if (form_has(&r->form, "do"))
        return change_user(r, &given, e);
    for (uint32_t i = 0; i < list.n && !failed; i++)
        if (str_eq(list.item[i].user.name, given.name))
            failed = err_set(e, E_USAGE, "%.*s may sign in already.", STR_ARG(given.name));
    if (failed || (failed = accounts_put(&r->caller, &given, e)))
        return show_failed(r, failed, e);
    answer_done(r, arena_printf(r->arena, "%.*s may sign in now", STR_ARG(given.name)), 0, STR("/settings#users"));
    return 0;
}
