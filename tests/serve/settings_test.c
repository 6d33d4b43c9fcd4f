/* What a person sets for themselves: tokens, feeds, sessions, passwords; and who else may sign in, which an administrator says. */
#include "tests/serve/site.h"

static struct site s;

static int64_t role_of(const char *name)
{
    struct store_account a = { 0 };
    return store_account_find(&s.arena, s.store, str_of(name), &a, &s.e) ? -1 : a.role;
}

static void test_page(void)
{
    static const char *const parts[] = { "<h1>Settings</h1>",
                                         "At least 12 characters.",
                                         "Tokens for programs",
                                         "Feeds",
                                         "Shared links",
                                         "Where you are signed in",
                                         "None works while you type in a field.",
                                         "href=\"#users\"",
                                         "<dt>g, then n, p, h, s</dt>" };
    struct reply r = site_get(&s, "/settings");
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        reply_is(&r, 200, parts[i], parts[i]);
}

/* One secret, shown once. */
static void test_token(void)
{
    struct reply r = site_post(&s, "/settings/token", "name=cron+%3Cjob%3E");
    reply_is(&r, 200, "It is shown this once. A program sends it as x-api-key.", "a token is made");
    eq_str(reply_header(&r, "Cache-Control"), STR("no-store"), "and shown on a page that is not kept");
    r = site_get(&s, "/settings");
    ok(reply_has(&r, "cron &lt;job&gt;") && reply_has(&r, ", not used yet"), "it stands in the list by its name");
    r = site_post(&s, "/settings/feed", "");
    reply_is(&r, 200, "http://127.0.0.1:8620/feed/", "an address of a feed is made");
    ok(reply_has(&r, "/new.atom"), "whole");
    r = site_get(&s, "/settings");
    ok(reply_has(&r, "What’s new</p>"), "and stands in the list too");
}

static int64_t newest(enum store_ticket_kind kind)
{
    struct store_tickets list;
    site_must(&s, store_ticket_list(&s.arena, s.store, s.user, kind, &list, &s.e));
    return list.n ? list.item[0].id : 0;
}

static void test_end(void)
{
    int64_t id = newest(STORE_TICKET_FEED);
    struct reply r =
        site_post(&s, "/settings/end", arena_printf(&s.arena, "kind=%d&id=%lld", STORE_TICKET_TOKEN, (long long)id).ptr);
    eq_int(r.status, 404, "a feed does not end as a token");
    r = site_post(&s, "/settings/end", arena_printf(&s.arena, "kind=%d&id=%lld", STORE_TICKET_FEED, (long long)id).ptr);
    ok(reply_says(&r, "Ended") && newest(STORE_TICKET_FEED) == 0, "but as a feed");
    r = site_post(&s, "/settings/end", arena_printf(&s.arena, "kind=%d&id=%lld", STORE_TICKET_FEED, (long long)id).ptr);
    eq_int(r.status, 404, "once");
}

/* "Firefox on Linux": enough to know one's own browsers by. */
static void test_browsers(void)
{
    static const struct {
        const char *agent, *shown;
    } rows[] = {
        { "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux" },
        { "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows" },
        { "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome on Android" },
        { "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1", "Safari on iPhone" },
        { "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/17.0 Safari/605.1", "Safari on macOS" },
        { "curl/8.0", "curl" },
        { "<b>other</b>", "&lt;b&gt;other&lt;/b&gt;" },
        { "", "without a name" },
    };
    struct caller c = site_caller(&s, s.user, "ann", ROLE_ADMIN);

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct str secret;
        struct store_ticket wanted = { .kind = STORE_TICKET_SESSION, .name = str_of(rows[i].agent), .until = NEVER };
        site_must(&s, tickets_make(&c, &wanted, &secret, &s.e));
        struct reply r = site_get(&s, "/settings");
        struct str part = arena_printf(&s.arena, "<p class=\"t\">%s</p>", rows[i].shown);
        reply_is(&r, 200, part.ptr, rows[i].shown);
        site_must(&s, tickets_end(&c, STORE_TICKET_SESSION, newest(STORE_TICKET_SESSION), &s.e));
    }
}

static void test_password(void)
{
    struct reply r = site_post(&s, "/settings/password", "old=wrong&new=four+random+words+here");
    eq_int(r.status, 400, "a wrong old password changes nothing");
    ok(reply_has(&r, "<h1>Settings</h1>"), "and is said above the forms");
}

/* ---- Users ---- */

static void test_users(void)
{
    struct reply r = site_post(&s, "/settings/user", "name=bob&password=short&role=2");
    eq_int(r.status, 400, "a password that is too short adds nobody");
    ok(role_of("bob") == -1 && reply_has(&r, "value=\"bob\""), "and the name stands in the form again");
    site_user(&s, "bob", ROLE_USER);
    r = site_post(&s, "/settings/user", "name=bob&password=four+random+words&role=2");
    reply_is(&r, 400, "bob may sign in already.", "nobody is added twice");
    r = site_get(&s, "/settings");
    ok(reply_has(&r, "<h3>bob</h3><span class=\"gist\">user, password of "), "an administrator sees who may sign in");
    r = site_post(&s, "/settings/user", "name=bob&do=set&role=1&password=");
    ok(reply_says(&r, "bob%20has%20the%20new%20role") && role_of("bob") == ROLE_READER, "and sets a role without a new password");
    r = site_post(&s, "/settings/user", "name=ann&do=set&role=1&password=");
    ok(r.status >= 400 && role_of("ann") == ROLE_ADMIN, "but not their own: somebody must be left to do it");
    r = site_post(&s, "/settings/user", "name=ann&do=remove");
    reply_is(&r, 400, "You cannot remove yourself.", "nor remove themselves");
    r = site_post(&s, "/settings/user", "name=bob&do=remove");
    ok(reply_says(&r, "bob%20is%20removed.%20The%20pages%20and%20their%20versions%20stay.") && role_of("bob") == -1,
       "others they remove");
    r = site_post(&s, "/settings/user", "name=bob&do=remove");
    ok(r.status == 404 || r.status == 400, "once");
}

static void test_not_admins(void)
{
    int64_t eve = site_user(&s, "eve", ROLE_USER);
    site_sign_in(&s, eve);
    struct reply r = site_get(&s, "/settings");
    ok(r.status == 200 && !reply_has(&r, "id=\"users\"") && !reply_has(&r, "href=\"#users\""), "a user sees nobody else");
    r = site_post(&s, "/settings/user", "name=ann&do=remove");
    ok(r.status == 403 && role_of("ann") == ROLE_ADMIN, "and removes nobody");
    r = site_post(&s, "/settings/user", "name=eve&do=set&role=3&password=");
    ok(r.status == 403 && role_of("eve") == ROLE_USER, "and makes nobody an administrator");
    r = site_post(&s, "/settings/end",
                  arena_printf(&s.arena, "kind=%d&id=%lld", STORE_TICKET_SESSION, (long long)newest(STORE_TICKET_SESSION)).ptr);
    eq_int(r.status, 404, "and ends nobody else's session");
    site_sign_in(&s, s.user);
}

static void test_sign_out(void)
{
    struct reply r = site_post(&s, "/sign-out", "");
    ok(r.status == 303 && str_eq(reply_header(&r, "Location"), STR("/sign-in")), "whoever signs out");
    ok(str_starts(reply_header(&r, "Set-Cookie"), STR("weft=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")), "has no cookie");
    r = site_get(&s, "/");
    eq_int(r.status, 303, "and is nobody then");
    site_sign_in(&s, s.user);
}

int main(void)
{
    site_open(&s);
    test_page();
    test_token();
    test_end();
    test_browsers();
    test_password();
    test_users();
    test_not_admins();
    test_sign_out();
    site_close(&s);
    return tap_done();
}
