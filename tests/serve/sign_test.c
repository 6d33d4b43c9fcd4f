/* The first user, signing in and out: who is let in, where they go then, and what is said to whoever is not. */
#include <sodium.h>

#include "tests/serve/site.h"

static struct site s;
#define PASSWORD "four random words here"

static struct reply post(const char *path, const char *form)
{
    return site_ask(&s, &(struct http_request){ .method = STR("POST"),
                                                .path = str_of(path),
                                                .address = STR("10.0.0.9"),
                                                .content_type = STR("application/x-www-form-urlencoded"),
                                                .body = str_of(form) });
}

static struct reply get(const char *path)
{
    return site_ask(&s, &(struct http_request){ .path = str_of(path) });
}

/* ---- The first run ---- */

static void test_not_first(void)
{
    struct reply r = get("/first-run");
    ok(r.status == 303 && str_eq(reply_header(&r, "Location"), STR("/sign-in")),
       "where somebody has a password there is no first run");
    r = post("/first-run", "code=&name=eve&password=" PASSWORD);
    ok(r.status == 303 && str_eq(reply_header(&r, "Location"), STR("/sign-in")), "and nobody takes it over");
}

static void test_first_page(void)
{
    snprintf(s.server.first_code, sizeof s.server.first_code, "abcd-efgh");
    struct reply r = get("/first-run?code=abcd%22");
    reply_is(&r, 200, "<h1>Welcome. Choose a password.</h1>", "the first user chooses a password");
    ok(reply_has(&r, "name=\"code\" autocomplete=\"off\" value=\"abcd&quot;\"") && reply_has(&r, "value=\"ann\""),
       "with the code of the address and a name");
    r = get("/sign-in");
    ok(r.status == 303 && str_eq(reply_header(&r, "Location"), STR("/first-run")), "to sign in comes later");
    s.server.first_code[0] = '\0';
}

/* ---- Signing in ---- */

static void give_password(void)
{
    struct caller machine = site_caller(&s, s.user, "ann", ROLE_ADMIN);
    struct account_given given = { STR("bob"), STR(PASSWORD), ROLE_USER, false };
    site_must(&s, accounts_put(&machine, &given, &s.e));
}

static void test_page(void)
{
    struct reply r = get("/sign-in?to=/pages");
    reply_is(&r, 200, "<h1>Sign in</h1>", "a form");
    ok(reply_has(&r, "name=\"to\" value=\"/pages\"") && reply_has(&r, "weft user password NAME"),
       "with where to go, and what to do if it was forgotten");
    ok(!reply_has(&r, "aria-invalid"), "nothing is wrong yet");
}

static void test_targets(void)
{
    static const struct {
        const char *to, *leads;
    } rows[] = {
        { "/pages?q=1", "/pages?q=1" },  { "", "/" },        { "//evil.example", "/" },
        { "https://evil.example", "/" }, { "/\\evil", "/" }, { "/a%20b", "/" },
        { "/a%0d%0aX:", "/" },           { "/a%7f", "/" },   { "pages", "/" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = get(arena_printf(&s.arena, "/sign-in?to=%s", rows[i].to).ptr);
        struct str part = arena_printf(&s.arena, "name=\"to\" value=\"%s\"", rows[i].leads);
        reply_is(&r, 200, part.ptr, rows[i].to);
    }
}

static void test_in(void)
{
    struct reply r = post("/sign-in", "name=bob&password=" PASSWORD "&to=/held");
    ok(r.status == 303 && str_eq(reply_header(&r, "Location"), STR("/held")), "the right password leads on");
    struct str cookie = reply_header(&r, "Set-Cookie");
    ok(str_starts(cookie, STR("weft="))
           && str_find(cookie, STR("; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"), 0) != SIZE_MAX,
       "with a session of thirty days that no script reads");
    r = site_ask(&s, &(struct http_request){ .path = STR("/held"), .cookie = str_cut(&cookie, ';') });
    eq_int(r.status, 200, "by which one is known then");
}

static void test_wrong(void)
{
    struct reply r = post("/sign-in", "name=bob&password=wrong&to=/held");
    eq_int(r.status, 403, "a wrong password does not");
    ok(reply_has(&r, "value=\"bob\"") && reply_has(&r, "value=\"/held\"") && reply_has(&r, "aria-invalid=\"true\"")
           && reply_has(&r, "weft user password bob"),
       "what was typed stands there again, but for the password");
    eq_str(reply_header(&r, "Set-Cookie"), STR(""), "without a session");
    struct reply unknown = post("/sign-in", "name=nobody&password=wrong&to=/held");
    eq_int(unknown.status, 403, "nor does a name that nobody has");
    for (unsigned i = 0; i < 4; i++)
        r = post("/sign-in", "name=bob&password=wrong");
    r = post("/sign-in", "name=bob&password=" PASSWORD);
    eq_int(r.status, 403, "after many tries the right one has to wait, too");
    s.now += DURATION_DAY_MS;
    r = post("/sign-in", "name=bob&password=" PASSWORD);
    eq_int(r.status, 303, "but not for ever");
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    site_open(&s);
    test_not_first();
    test_first_page();
    give_password();
    test_page();
    test_targets();
    test_in();
    test_wrong();
    site_close(&s);
    return tap_done();
}
