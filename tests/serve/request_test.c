/* The way of every request: which hosts, sites and people are let in, which forms are believed, and what every answer carries. */
#include "tests/serve/site.h"

static struct site s;

/* ---- Hosts ---- */

static void test_hosts(void)
{
    static const struct {
        const char *host, *public_url;
        bool ours;
    } rows[] = {
        { "127.0.0.1:8620", "", true },
        { "127.0.0.1", "", true },
        { "10.1.2.3:80", "", true },
        { "localhost:8620", "", true },
        { "LOCALHOST", "", true },
        { "[::1]:8620", "", true },
        { "[fe80::A]", "", true },
        { "evil.example", "", false },
        { "127.0.0.1.evil.example", "", false },
        { "localhost.evil.example", "", false },
        { "127.0.0.1:evil", "", false },
        { "localhost:80:80", "", false },
        { "[evil]", "", false },
        { ":8620", "", false },
        { "weft.example", "https://weft.example", true },
        { "WEFT.example", "https://weft.example/", true },
        { "weft.example:81", "https://weft.example", false },
        { "other.example", "https://weft.example", false },
        { "127.0.0.1:8620", "https://weft.example", true },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        s.options.public_url = str_of(rows[i].public_url);
        struct reply r = site_ask(&s, &(struct http_request){ .path = STR("/healthz"), .host = str_of(rows[i].host) });
        eq_int(r.status, rows[i].ours ? 200 : 403, rows[i].host);
        if (!rows[i].ours)
            ok(reply_has(&r, "this server does not have that name; --public-url gives it one"),
               "and is told how to be given that name");
    }
    s.options.public_url = STR("");
}

static void test_origins(void)
{
    struct reply r = site_get(&s, "/");
    struct str policy = reply_header(&r, "Content-Security-Policy");
    ok(str_starts(policy, STR("default-src 'none'; style-src 'self'; script-src 'self';")), "nothing is loaded from elsewhere");
    ok(str_ends(policy, STR("frame-src http://127.0.0.1:8621")), "but frames of the other origin");
    s.options.pages_url = STR("https://pages.example");
    r = site_get(&s, "/");
    ok(str_ends(reply_header(&r, "Content-Security-Policy"), STR("frame-src https://pages.example")),
       "by its public name where it has one");
    s.options.pages_url = STR("");
    s.options.certificate = STR("cert.pem");
    r = site_get(&s, "/");
    ok(str_ends(reply_header(&r, "Content-Security-Policy"), STR("frame-src https://127.0.0.1:8621")), "by TLS where there is TLS");
    s.options.certificate = STR("");
}

static void test_headers(void)
{
    static const struct {
        const char *path, *cache;
    } rows[] = { { "/", "no-store" }, { "/healthz", "" }, { "/nothing", "" }, { "/work?view=x%26u=1", "private, no-cache" } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_get(&s, rows[i].path);
        eq_str(reply_header(&r, "X-Content-Type-Options"), STR("nosniff"), rows[i].path);
        eq_str(reply_header(&r, "Referrer-Policy"), STR("same-origin"), "tells other sites nothing");
        eq_str(reply_header(&r, "X-Frame-Options"), STR("DENY"), "stands in no frame");
        eq_str(reply_header(&r, "Cross-Origin-Opener-Policy"), STR("same-origin"), "shares no window");
        eq_str(reply_header(&r, "Cross-Origin-Resource-Policy"), STR("same-origin"), "and is nobody else's picture");
        eq_str(reply_header(&r, "Cache-Control"), str_of(rows[i].cache), "is kept, or not");
    }
    struct reply view = site_ask(&s, &(struct http_request){ .path = STR("/view?p=1"), .is_pages = true });
    eq_str(reply_header(&view, "Referrer-Policy"), STR("no-referrer"), "the other origin tells nobody anything");
    eq_str(reply_header(&view, "X-Frame-Options"), STR(""), "and may stand in a frame");
}

/* ---- Addresses ---- */

static void test_addresses(void)
{
    struct reply r = site_get(&s, "/nothing");
    reply_is(&r, 404, "Nothing is at this address. It may have been mistyped, or what was here is gone.",
             "an address that leads nowhere");
    r = site_ask(&s, &(struct http_request){ .method = STR("DELETE"), .path = STR("/healthz") });
    reply_is(&r, 405, "this address takes another method", "a method that an address does not take");
    r = site_ask(&s, &(struct http_request){ .method = STR("HEAD"), .path = STR("/healthz") });
    eq_int(r.status, 200, "HEAD asks as GET does");
    r = site_get(&s, "/api/v1/nothing");
    eq_str(r.type, STR("application/problem+json"), "programs are told in JSON");
    r = site_ask(&s, &(struct http_request){ .path = STR("/nothing"), .accept = STR("application/json") });
    eq_str(r.type, STR("application/problem+json"), "as are scripts that want it");
    r = site_ask(&s, &(struct http_request){ .path = STR("/view"), .is_pages = true });
    eq_str(r.type, STR("text/plain; charset=utf-8"), "the other origin says it in plain text");
}

/* ---- Who asks ---- */

static void test_nobody(void)
{
    static const struct {
        const char *method, *path, *to;
    } rows[] = {
        { "GET", "/", "/sign-in" },
        { "GET", "/pages", "/sign-in?to=%2Fpages" },
        { "GET", "/pages?q=a&tag=b", "/sign-in?to=%2Fpages%3Fq%3Da%26tag%3Db" },
        { "POST", "/act", "/sign-in" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_ask(&s, &(struct http_request){ .method = str_of(rows[i].method), .path = str_of(rows[i].path) });
        eq_int(r.status, 303, "who is not known");
        eq_str(reply_header(&r, "Location"), str_of(rows[i].to), "is sent to sign in, and comes back");
        r = site_ask(&s, &(struct http_request){ .method = str_of(rows[i].method),
                                                 .path = str_of(rows[i].path),
                                                 .cookie = STR("weft=0123456789abcdef") });
        eq_int(r.status, 303, "as is whoever makes up a session");
    }
    struct reply r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/watch") });
    reply_is(&r, 401, "a token is needed: send it as x-api-key", "a program without a token");
    r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/watch"), .api_key = STR("0123") });
    eq_int(r.status, 401, "or with one that does not exist");
    r = site_ask(&s, &(struct http_request){ .path = STR("/feed/0123/new.atom"), .cookie = site_cookie(&s) });
    eq_int(r.status, 401, "a feed wants its own token");
}

static void test_tokens(void)
{
    struct str session = s.session, bearer = arena_printf(&s.arena, "bearer %.*s ", STR_ARG(s.token));
    struct reply r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/systeminfo"), .api_key = s.token });
    eq_int(r.status, 200, "a token as x-api-key");
    r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/systeminfo"), .authorization = bearer });
    eq_int(r.status, 200, "or as Bearer");
    r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/systeminfo"), .authorization = s.token });
    eq_int(r.status, 401, "but not without the word");
    r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/systeminfo"), .api_key = session });
    eq_int(r.status, 401, "a session is not a token");
    r = site_ask(&s, &(struct http_request){ .path = STR("/"), .cookie = arena_printf(&s.arena, "weft=%.*s", STR_ARG(s.token)) });
    eq_int(r.status, 303, "nor is a token a session");
    r = site_ask(&s, &(struct http_request){ .path = STR("/api/v1/systeminfo"), .cookie = site_cookie(&s) });
    eq_int(r.status, 200, "a browser that signed in may read the API too");
    r = site_ask(&s, &(struct http_request){ .path = STR("/"), .api_key = s.token });
    eq_int(r.status, 303, "but a token does not open the pages for people");
}

/* ---- Forms ---- */

static struct reply post_with(struct str token, struct str field, struct str came_from)
{
    return site_ask(&s, &(struct http_request){ .method = STR("POST"),
                                                .path = STR("/seen-all"),
                                                .cookie = site_cookie(&s),
                                                .content_type = STR("application/x-www-form-urlencoded"),
                                                .token = token,
                                                .came_from = came_from,
                                                .body = arena_printf(&s.arena, "t=%.*s", STR_ARG(field)) });
}

static void test_forms(void)
{
    static const char earlier[] = "this page is from an earlier session; open it again and repeat what you did";
    struct str none = STR(""), home = STR("http://127.0.0.1:8620");
    struct reply r = post_with(none, s.form_token, none);
    eq_int(r.status, 303, "a form with the token of its session is taken");
    r = post_with(s.form_token, none, none);
    eq_int(r.status, 303, "as is a script that sends it as a header");
    r = post_with(none, none, none);
    reply_is(&r, 403, earlier, "a form without it is not");
    r = post_with(none, STR("0123456789"), none);
    reply_is(&r, 403, earlier, "nor with another");
    r = post_with(STR("wrong"), s.form_token, none);
    reply_is(&r, 403, earlier, "the header counts, where there is one");
    r = post_with(none, s.form_token, home);
    eq_int(r.status, 303, "a form may say that it comes from here");
    r = post_with(none, s.form_token, STR("https://evil.example"));
    reply_is(&r, 403, "the form comes from another site; open the page and send it again", "but not from elsewhere");
    r = post_with(none, s.form_token, STR("null"));
    eq_int(r.status, 403, "nor from nowhere");
    r = site_api(&s, "POST", "/api/v1/watch/77/recheck", "");
    eq_int(r.status, 404, "a program's token is proof enough");
    r = site_ask(
        &s, &(struct http_request){ .method = STR("POST"), .path = STR("/api/v1/watch/77/recheck"), .cookie = site_cookie(&s) });
    eq_int(r.status, 403, "a browser needs its form's token there too");
}

/* Whether another site's page may ask: by a link, and in no other way. */
static void test_sites(void)
{
    static const struct {
        const char *method, *path, *site, *mode;
        unsigned status;
    } rows[] = {
        { "GET", "/pages", "same-origin", "cors", 200 },        { "GET", "/pages", "none", "navigate", 200 },
        { "GET", "/pages", "cross-site", "navigate", 200 },     { "GET", "/pages", "cross-site", "no-cors", 403 },
        { "GET", "/pages", "same-site", "cors", 403 },          { "GET", "/weft.css", "cross-site", "no-cors", 403 },
        { "POST", "/seen-all", "cross-site", "navigate", 403 }, { "GET", "/api/v1/systeminfo", "cross-site", "cors", 200 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_ask(&s, &(struct http_request){ .method = str_of(rows[i].method),
                                                              .path = str_of(rows[i].path),
                                                              .cookie = site_cookie(&s),
                                                              .token = s.form_token,
                                                              .fetch_site = str_of(rows[i].site),
                                                              .fetch_mode = str_of(rows[i].mode) });
        ok(r.status == rows[i].status, "%s %s from %s by %s: %u", rows[i].method, rows[i].path, rows[i].site, rows[i].mode,
           r.status);
        if (r.status == 403)
            ok(reply_has(&r, "another site may not ask for this"), "which is said");
    }
}

/* A link in a mail comes without the cookie: a page of ours leads on, and is asked for with it. */
static void test_links(void)
{
    struct reply r = site_ask(
        &s, &(struct http_request){ .path = STR("/pages?q=<a>"), .fetch_site = STR("cross-site"), .fetch_mode = STR("navigate") });
    reply_is(&r, 200, "content=\"0;url=/pages?q=&lt;a&gt;\"", "a link of another site is led on");
    ok(reply_has(&r, "<a href=\"/pages?q=&lt;a&gt;\">Go on to weft</a>"), "or followed by hand");
    eq_str(reply_header(&r, "Cache-Control"), STR("no-store"), "and not kept");
    r = site_ask(&s, &(struct http_request){
                         .path = STR("/collections/none"), .fetch_site = STR("cross-site"), .fetch_mode = STR("navigate") });
    reply_is(&r, 200, "content=\"0;url=/collections/none\"", "what may be there for who is signed in is led on too");
    r = site_ask(&s, &(struct http_request){ .path = STR("/collections/none") });
    eq_int(r.status, 404, "who comes from here is told that it is not there");
}

static void test_multipart(void)
{
    struct str body =
        arena_printf(&s.arena,
                     "--b\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n%.*s\r\n--b\r\nContent-Disposition: form-data; "
                     "name=\"back\"\r\n\r\n/held\r\n--b--\r\n",
                     STR_ARG(s.form_token));
    struct reply r = site_ask(&s, &(struct http_request){ .method = STR("POST"),
                                                          .path = STR("/seen-all"),
                                                          .cookie = site_cookie(&s),
                                                          .content_type = STR("Multipart/Form-Data; boundary=b"),
                                                          .body = body });
    eq_str(reply_header(&r, "Location"), STR("/held"), "a form may come in parts");
}

int main(void)
{
    site_open(&s);
    test_hosts();
    test_origins();
    test_headers();
    test_addresses();
    test_nobody();
    test_tokens();
    test_forms();
    test_sites();
    test_links();
    test_multipart();
    site_close(&s);
    return tap_done();
}
