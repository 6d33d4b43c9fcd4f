/* What the page's own origin gets and nobody else: the rules by themselves, then in Chromium against two servers that write down what
 * comes.
 *
 * Nothing leaves loopback: every name leads there. Without Chromium or python3 the second part is skipped. */
#include "browser/pass.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <ftw.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/io.h"
#include "segment/snapshot.h"
#include "tests/fetch/server.h"
#include "tests/tap.h"

static bool has(struct str s, const char *part)
{
    return str_find(s, str_of(part), 0) != SIZE_MAX;
}

static void origins(void)
{
    static const struct {
        const char *a, *b;
        bool same;
    } pair[] = {
        { "http://a.test/x", "http://a.test/y?z", true },
        { "http://a.test", "http://A.TEST:80/", true },
        { "https://a.test:443/", "https://a.test", true },
        { "http://u:p@a.test/", "http://a.test/", true },
        { "http://[::1]:81/", "http://[::1]:81/x", true },
        { "http://a.test/", "https://a.test/", false },
        { "http://a.test:81/", "http://a.test/", false },
        { "http://a.test:81/", "http://a.test:8/", false },
        { "http://a.test/", "http://a.test.evil/", false },
        { "http://a.test/", "http://a.test@evil/", false },
        { "http://a.test/", "http://evil/@a.test/", false },
        { "http://a.test/", "http://evil\\@a.test/", false },
        { "http://a.test/", "http://evil#@a.test/", false },
        { "http://[::1]/", "http://[::1", false },
        { "data:text/html,http://a.test/", "http://a.test/", false },
        { "about:blank", "about:blank", false },
        { "", "", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(pair); i++)
        ok(pass_same_origin(str_of(pair[i].a), str_of(pair[i].b)) == pair[i].same, "%s and %s", pair[i].a, pair[i].b);
}

static void logins(void)
{
    AUTO(arena) a = { 0 };
    struct browser_pass p = { 0 };
    eq_str(pass_take_login(&a, STR("http://a.test/x@y"), &p), STR("http://a.test/x@y"), "an address without a user stays");
    ok(p.user.len == 0, "and gives none");
    eq_str(pass_take_login(&a, STR("http://an%6e:p%3A%zz@a.test:8/x#y"), &p), STR("http://a.test:8/x#y"), "a user is taken out");
    eq_str(p.user, STR("ann"), "decoded");
    eq_str(p.password, STR("p:%zz"), "where it is coded");
    pass_take_login(&a, STR("http://bob:b@a.test/"), &p);
    eq_str(p.user, STR("ann"), "one that is given wins");
    ok(pass_needs_headers(&p) && !pass_needs_headers(&(struct browser_pass){ .cookies = STR("x") }), "a login needs headers");
}

static void scopes(void)
{
    const struct str own = STR("http://a.test/");
    const struct {
        struct pass_request q;
        enum pass_scope scope;
        const char *what;
    } row[] = {
        { { own, STR("GET"), true, true, false, false }, PASS_ALL, "the page" },
        { { own, STR("GET"), true, false, true, true }, PASS_ALL, "a frame of the own site" },
        { { own, STR("GET"), true, false, false, false }, PASS_NONE, "the same in another site's page" },
        { { own, STR("POST"), true, true, true, true }, PASS_ALL, "a form of the page" },
        { { own, STR("POST"), true, true, false, false }, PASS_ACCEPT, "a form of another site" },
        { { own, STR("POST"), true, false, true, false }, PASS_NONE, "a form of another site's frame" },
        { { own, STR("GET"), false, true, true, true }, PASS_ALL, "a picture" },
        { { own, STR("GET"), false, false, true, false }, PASS_NONE, "a picture that another site's frame names" },
        { { STR("http://b.test/"), STR("GET"), false, true, true, true }, PASS_NONE, "a picture elsewhere" },
        { { STR("http://b.test/"), STR("GET"), true, true, true, true }, PASS_ACCEPT, "the page led elsewhere" },
        { { STR("http://a.test:81/"), STR("POST"), false, true, true, true }, PASS_NONE, "another port" },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_int(pass_scope(&row[i].q, own), row[i].scope, row[i].what);
}

static struct str headers(struct arena *a, const struct browser_pass *p, enum pass_scope scope, bool document)
{
    static const struct str sent =
        STR_INIT("{\"Accept\":\"image\",\"x-key\":\"page's\",\"Referer\":\"r\",\"authorization\":\"page's\"}");
    AUTO(buf) out = BUF(KIB(64));
    struct json_value value;
    struct json j;
    if (json_read(a, sent, &value, NULL))
        return STR("");
    json_open(&j, &out, 0);
    pass_headers(&j, p, &value, scope, document);
    return arena_str(a, buf_str(&out));
}

#define HEADER(name, value) "{\"name\":\"" name "\",\"value\":\"" value "\"}"

static void head_lines(void)
{
    AUTO(arena) a = { 0 };
    struct fetch_pair own[] = { { STR("X-Key"), STR("k") }, { STR("accept"), STR("a") }, { STR("Cookie"), STR("c=1") } };
    struct browser_pass p = { .header = own, .n_header = 3, .user = STR("ann"), .password = STR("pw") };
    eq_str(headers(&a, &p, PASS_ALL, true),
           STR("[" HEADER("Referer", "r") "," HEADER("X-Key", "k") "," HEADER("accept", "a") "," HEADER("Authorization",
                                                                                                        "Basic YW5uOnB3") "]"),
           "for the page: its own lines win, cookies go another way");
    eq_str(headers(&a, &p, PASS_ALL, false),
           STR("[" HEADER("Accept", "image") "," HEADER("Referer", "r") "," HEADER("X-Key", "k") "," HEADER("Authorization",
                                                                                                            "Basic YW5uOnB3") "]"),
           "for a picture: what is accepted stays the browser's");
    eq_str(headers(&a, &p, PASS_ACCEPT, true),
           STR("[" HEADER("x-key", "page's") "," HEADER("Referer", "r") "," HEADER("authorization", "page's") "," HEADER("accept",
                                                                                                                         "a") "]"),
           "elsewhere: what is accepted alone");
    p.bearer = STR("token");
    ok(has(headers(&a, &p, PASS_ALL, true), HEADER("Authorization", "Bearer token")), "a token");
    own[0].name = STR("AUTHORIZATION");
    struct str got = headers(&a, &p, PASS_ALL, true);
    ok(has(got, HEADER("AUTHORIZATION", "k")) && !has(got, "Bearer"), "a header that says it itself wins");
}

#define FROM(port) "\"sourceScheme\":\"NonSecure\",\"sourcePort\":" #port
#define TYPED "\"url\":\"http://A.test:8/\",\"path\":\"/\",\"secure\":false,\"httpOnly\":false," FROM(8)

static void cookies(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    struct fetch_pair own[] = { { STR("X-Key"), STR("k") }, { STR("cookie"), STR(" c=1; d=\"2=3\";; e ") } };
    struct browser_pass p = {
        .header = own,
        .n_header = 2,
        .cookies = STR("a.test\tFALSE\t/p\tFALSE\t0\tsession\tv 1\n#HttpOnly_.a.test\tTRUE\t/\tTRUE\t2000000000\twide\tw\n"
                       "# a comment\nno cookie\n#HttpOnly_b.test\tFALSE\t/\tFALSE\t5\tother\t\n::1\tFALSE\t/\tFALSE\tx\tbad\tx\n"),
    };
    struct pass_cookies all = pass_cookies(&p, STR("http://A.test:8/x"));
    struct pass_cookie c;
    struct json j;
    json_open(&j, &out, 0);
    json_array(&j);
    while (pass_next_cookie(&a, &all, &c)) {
        json_object(&j);
        pass_write_cookie(&j, &c);
        json_end(&j);
    }
    json_end(&j);
    eq_str(buf_str(&out),
           STR("[{\"name\":\"session\",\"value\":\"v 1\",\"url\":\"http://A.test:8/\",\"path\":\"/p\",\"secure\":false,"
               "\"httpOnly\":false," FROM(
                   8) "},"
                      "{\"name\":\"wide\",\"value\":\"w\",\"domain\":\".a.test\",\"path\":\"/\",\"secure\":true,"
                      "\"httpOnly\":true," FROM(
                          8) ",\"expires\":2000000000},"
                             "{\"name\":\"other\",\"value\":\"\",\"url\":\"http://b.test:80/\",\"path\":\"/\",\"secure\":false,"
                             "\"httpOnly\":true," FROM(80) ",\"expires\":5},"
                                                           "{\"name\":\"c\",\"value\":\"1\"," TYPED
                                                           "},{\"name\":\"d\",\"value\":\"\\\"2=3\\\"\"," TYPED "},"
                                                           "{\"name\":\"e\",\"value\":\"\"," TYPED "}]"),
           "cookies of the jar and of a header, each for its own hosts");
    p = (struct browser_pass){ .cookies = STR("b.test\tFALSE\t/\tTRUE\t0\ta\tb\n") };
    all = pass_cookies(&p, STR("http://a.test/"));
    ok(pass_next_cookie(&a, &all, &c) && c.from_secure && c.port == 443 && str_eq(c.url, STR("https://b.test:443/")),
       "a secure one of another host came over https");
    p.cookies = STR("::1\tFALSE\t/\tFALSE\t0\ta\tb\n");
    all = pass_cookies(&p, STR("https://[::1]/x"));
    ok(pass_next_cookie(&a, &all, &c) && c.from_secure && str_eq(c.url, STR("https://[::1]:443/")), "hosts in brackets");
}

/* ---- In Chromium ---- */

struct world {
    struct server own, other;
    struct browser *browser;
    char resolve[512];
};

/* What a server has written down: over a socket, not through the browser. */
static struct str log_of(struct arena *a, const struct server *s)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)s->port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    static const char request[] = "GET /log HTTP/1.1\r\nHost: log\r\nConnection: close\r\n\r\n";
    AUTO(buf) text = BUF(MIB(1));
    char piece[4096];
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) || write(fd, request, sizeof request - 1) < 0)
        return STR("");
    for (ssize_t n; (n = read(fd, piece, sizeof piece)) > 0;)
        buf_add_bytes(&text, piece, (size_t)n);
    close(fd);
    return arena_str(a, buf_str(&text));
}

/* The line of the last request for a path; empty where there was none. */
static struct str line_of(struct str log, const char *request)
{
    struct str found = STR("");
    while (log.len) {
        struct str line = str_cut(&log, '\n');
        if (str_find(line, str_of(request), 0) != SIZE_MAX)
            found = line;
    }
    return found;
}

static struct str show(struct arena *a, struct world *w, const struct browser_request *q, struct browser_page *page)
{
    struct snapshot s;
    struct str html = STR("");
    struct err e = { 0 };
    *page = (struct browser_page){ .state = BROWSER_STATES };
    if (browser_render(a, w->browser, q, page, &e)) {
        printf("# %s\n", e.text);
        return STR("");
    }
    if (page->snapshot.len == 0 || snapshot_read(a, page->snapshot, &s, &e) || snapshot_html(a, &s, &html, &e))
        printf("# %s: %.*s %s\n", browser_state_name(page->state), STR_ARG(page->message), e.text);
    return html;
}

static const struct fetch_pair own_headers[] = {
    { STR_INIT("X-Key"), STR_INIT("secret-key") },
    { STR_INIT("Accept-Language"), STR_INIT("cy") },
    { STR_INIT("Cookie"), STR_INIT("typed=secret-typed") },
};
static const char jar_format[] =
    "own.test\tFALSE\t/\tFALSE\t0\tjar\tsecret-jar\n#HttpOnly_own.test\tFALSE\t/\tFALSE\t2000000000\thidden\tsecret-hidden\n";

static const struct browser_pass own_pass = { .header = own_headers,
                                              .n_header = ARRAY_LEN(own_headers),
                                              .user = STR_INIT("ann"),
                                              .password = STR_INIT("secret-password"),
                                              .cookies = { jar_format, sizeof jar_format - 1 } };
/* base64 of ann:secret-password */
#define LOGIN "Authorization: Basic YW5uOnNlY3JldC1wYXNzd29yZA=="

static bool is_whole(struct str line)
{
    return has(line, LOGIN) && has(line, "X-Key: secret-key") && has(line, "jar=secret-jar") && has(line, "hidden=secret-hidden")
           && has(line, "typed=secret-typed") && has(line, "Accept-Language: cy");
}

/* Nothing of what is secret, in no line of the other server. */
static bool is_clean(struct str log)
{
    return !has(log, "secret") && !has(log, "Authorization") && !has(log, "X-Key") && !has(log, "Cookie");
}

static void own_site(struct world *w, const char *other_host)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str other = arena_printf(&a, "http://%s:%u", other_host, w->other.port);
    struct browser_request q = { .url = arena_printf(&a, "http://own.test:%u/page?%.*s#part", w->own.port, STR_ARG(other)),
                                 .pass = own_pass };
    struct str html = show(&a, w, &q, &page), log = log_of(&a, &w->own), away = log_of(&a, &w->other);
    ok(page.state == BROWSER_OK, "a page with all that a watch can have, beside %s", other_host);
    ok(is_whole(line_of(log, "GET own.test /page")), "the page gets it: %.*s", STR_ARG(line_of(log, "GET own.test /page")));
    ok(has(line_of(log, "/page"), "User-Agent: weft/"), "from weft by its own name");
    ok(is_whole(line_of(log, "/own.css")) && is_whole(line_of(log, "/own.png")) && is_whole(line_of(log, "POST own.test /own.api")),
       "and so does what it names: %.*s", STR_ARG(line_of(log, "/own.png")));
    ok(is_whole(line_of(log, "GET own.test /inner")), "a frame of its own too");
    ok(has(html, "typed=secret-typed") && has(html, "jar=secret-jar") && !has(html, "[hidden"),
       "scripts see the cookies that they may");
    static const char *const asked[] = { "/other.css",  "/other.png", "/other.js", "/other.api",
                                         "/other.cors", "/led.png",   "/led.api",  "/frame" };
    for (size_t i = 0; i < ARRAY_LEN(asked); i++)
        ok(line_of(away, asked[i]).len > 0, "%s asks for %s", other_host, asked[i]);
    if (!ok(is_clean(away), "nothing of it reaches %s", other_host))
        printf("# %.*s\n", STR_ARG(away));
    ok(has(line_of(away, "/frame"), "User-Agent: weft/"), "which sees the same name");
    struct str by_other = line_of(log, "/asked-by-other.png");
    ok(by_other.len && !has(by_other, "Authorization") && !has(by_other, "X-Key"), "a frame of %s cannot use it", other_host);
    by_other = line_of(log, "/posted-by-other");
    ok(by_other.len && !has(by_other, "Authorization") && !has(by_other, "X-Key"), "not in a form either");
}

static void redirects(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_request q = {
        .url = arena_printf(&a, "http://own.test:%u/to?http://other.test:%u/landed", w->own.port, w->other.port), .pass = own_pass
    };
    show(&a, w, &q, &page);
    struct str line = line_of(log_of(&a, &w->other), "/landed");
    ok(page.state == BROWSER_OK && has(page.final_url, "other.test"), "a redirect is followed");
    ok(line.len && is_clean(line), "without what is secret: %.*s", STR_ARG(line));
    ok(has(line, "Accept-Language: cy"), "but with what is accepted");
    q.url = arena_printf(&a, "http://own.test:%u/to?http://own.test:%u/same", w->own.port, w->own.port);
    show(&a, w, &q, &page);
    ok(is_whole(line_of(log_of(&a, &w->own), "/same")), "one within the site keeps it");
    q.url = arena_printf(&a, "http://own.test:%u/to?http://own.test:%u/another-port", w->own.port, w->other.port);
    show(&a, w, &q, &page);
    line = line_of(log_of(&a, &w->other), "/another-port");
    ok(line.len && is_clean(line), "another port is another site: %.*s", STR_ARG(line));
    q.url = arena_printf(&a, "http://own.test:%u/to?http://other.test:%u/to?http://own.test:%u/back", w->own.port, w->other.port,
                         w->own.port);
    show(&a, w, &q, &page);
    ok(is_whole(line_of(log_of(&a, &w->own), "/back")), "who comes back has it again, as in a fetcher");
}

static void other_logins(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_request q = { .url = server_url(&a, &w->own, "own.test", "/private") };
    show(&a, w, &q, &page);
    eq_int(page.status, 401, "a page that wants a login, without one");
    q.url = arena_printf(&a, "http://ann:pass:w%%C3%%B6rd@own.test:%u/private", w->own.port);
    struct str html = show(&a, w, &q, &page);
    ok(page.status == 200 && has(html, "answer to"), "with the one in its address");
    ok(!has(page.final_url, "ann"), "which is not told any more: %.*s", STR_ARG(page.final_url));
    q.url = server_url(&a, &w->own, "own.test", "/token");
    q.pass = (struct browser_pass){ .bearer = STR("secret-token") };
    show(&a, w, &q, &page);
    ok(has(line_of(log_of(&a, &w->own), "/token"), "Authorization: Bearer secret-token"), "a token");
    q.url = server_url(&a, &w->own, "own.test", "/nothing");
    q.pass = (struct browser_pass){ 0 };
    show(&a, w, &q, &page);
    ok(is_clean(line_of(log_of(&a, &w->own), "/nothing")), "the next page has nothing of the one before");
}

/* Pages whose body is known already, as answers to forms are: what they name is loaded with the pass. */
static void given_bodies(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_request q = { .url = server_url(&a, &w->own, "own.test", "/form"),
                                 .has_body = true,
                                 .body = STR("<!DOCTYPE html><p>given</p><img src=/of-given.png>"),
                                 .pass = own_pass };
    struct str html = show(&a, w, &q, &page), log = log_of(&a, &w->own);
    ok(has(html, "given") && line_of(log, "own.test /form").len == 0, "a page that is given is not asked for");
    ok(is_whole(line_of(log, "/of-given.png")), "what it names is, with all that is due");
}

static unsigned n_files, n_told;

static int look_into(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    AUTO(arena) a = { 0 };
    struct str bytes;
    struct err e;
    (void)where;
    if (kind != FTW_F || !S_ISREG(s->st_mode) || io_read(&a, path, MIB(64), &bytes, &e))
        return 0;
    n_files++;
    n_told += str_find(bytes, STR("secret-"), 0) != SIZE_MAX || str_find(bytes, STR("YW5uOnNlY3JldC"), 0) != SIZE_MAX;
    return 0;
}

/* While Chromium still runs: neither its folder nor the arguments of its processes hold a secret. */
static void no_trace(struct world *w)
{
    struct browser_facts facts;
    DIR *tmp = opendir("/tmp"), *proc = opendir("/proc");
    unsigned n_processes = 0, n_arguments = 0;
    browser_facts(w->browser, &facts);
    for (struct dirent *d; tmp && (d = readdir(tmp));) {
        char path[300];
        snprintf(path, sizeof path, "/tmp/%s", d->d_name);
        if (str_starts(str_of(d->d_name), STR("weft-browser-")))
            nftw(path, look_into, 16, FTW_PHYS);
    }
    ok(n_files > 0 && n_told == 0, "none of the %u files of Chromium holds what is secret", n_files);
    for (struct dirent *d; proc && (d = readdir(proc));) {
        char path[300], text[65536];
        int pid = (int)strtol(d->d_name, NULL, 10);
        snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
        FILE *f = pid > 0 && getpgid(pid) == facts.pid ? fopen(path, "r") : NULL;
        size_t n = f ? fread(text, 1, sizeof text, f) : 0;
        n_processes += f != NULL;
        n_arguments += str_find((struct str){ text, n }, STR("secret"), 0) != SIZE_MAX;
        if (f)
            fclose(f);
    }
    ok(n_processes > 1 && n_arguments == 0, "nor do the arguments of its %u processes", n_processes);
    if (tmp)
        closedir(tmp);
    if (proc)
        closedir(proc);
}

static void own_proxy(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct err e = { 0 };
    /* The other server takes whole addresses as well, as a proxy would. */
    struct browser_request q = { .url = STR("http://behind.test/through"),
                                 .proxy = arena_printf(&a, "http://127.0.0.1:%u", w->other.port) };
    show(&a, w, &q, &page);
    ok(line_of(log_of(&a, &w->other), "GET behind.test http://behind.test/through").len > 0, "a page through a proxy of its own");
    q = (struct browser_request){ .url = server_url(&a, &w->own, "own.test", "/direct") };
    show(&a, w, &q, &page);
    ok(line_of(log_of(&a, &w->own), "GET own.test /direct").len > 0, "the next goes its own way again");
    q.proxy = STR("http://10.99.0.1:8080");
    show(&a, w, &q, &page);
    ok(page.state == BROWSER_FAILED && page.n_refused > 0, "a proxy at an address that is not allowed is none");
    q.proxy = STR("socks5://me:secret@127.0.0.1:1");
    eq_int(browser_render(&a, w->browser, &q, &page, &e), E_FORMAT, "nor one that speaks something else");
    ok(!has(str_of(e.text), "secret"), "and its password is not told: %s", e.text);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct world w = { 0 };
    struct browser_page page;
    struct err e = { 0 };
    origins();
    logins();
    scopes();
    head_lines();
    cookies();
    if (!server_run(&w.own, "gate.py") || !server_run(&w.other, "gate.py")) {
        skip("no python3");
        return tap_done();
    }
    snprintf(w.resolve, sizeof w.resolve, "own.test:*:127.0.0.1\nother.test:*:127.0.0.1\n*:*:10.99.0.1\n");
    struct browser_options options = { .allow_address = STR("127.0.0.1"), .resolve = str_of(w.resolve) };
    if (browser_open(&options, &w.browser, &e)
        || browser_render(&a, w.browser, &(struct browser_request){ .body = STR("<p>"), .has_body = true }, &page, &e)) {
        skip(e.text);
    } else {
        own_site(&w, "other.test");
        own_site(&w, "own.test");
        redirects(&w);
        other_logins(&w);
        given_bodies(&w);
        no_trace(&w);
        own_proxy(&w);
    }
    browser_close(w.browser);
    server_stop(&w.own);
    server_stop(&w.other);
    return tap_done();
}
