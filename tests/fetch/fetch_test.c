/* A fetcher against a server that lies: every fault gives its state and its words, nothing is asked that should not be. */
#include "fetch/fetch.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "fetch/header.h"
#include "tests/fetch/server.h"
#include "tests/tap.h"

struct world {
    struct arena *arena;
    struct server server;
    struct made_clock clock;
    struct fetcher *f;
};

static const char *const names[] = { "a.test",      "b.test",       "c.test",      "deny.test",   "deny-weft.test",
                                     "delay.test",  "huge.test",    "binary.test", "r401.test",   "r403.test",
                                     "r404.test",   "r500.test",    "r503.test",   "rreset.test", "rloop.test",
                                     "rmoved.test", "rinside.test", "rshort.test", NULL };

static struct fetch_options options_of(struct world *w)
{
    return (struct fetch_options){
        .clock = made_clock_calls(&w->clock),
        .allow_address = STR("127.0.0.0/8"),
        .resolve = str_of(w->server.resolve),
        .gap_ms = 10,
    };
}

static void open_fetcher(struct world *w, const struct fetch_options *o)
{
    struct err e = { 0 };
    fetcher_close(w->f);
    w->f = NULL;
    if (fetcher_open(o, &w->f, &e)) {
        printf("Bail out! %s\n", e.text);
        exit(1);
    }
}

/* A fresh fetcher: nothing is known of any host. */
static void reopen(struct world *w)
{
    struct fetch_options o = options_of(w);
    open_fetcher(w, &o);
}

static struct response get(struct world *w, const struct request *q)
{
    struct err e = { 0 };
    struct response r = { 0 };
    if (fetch_get(w->arena, w->f, q, &r, &e))
        ok(false, "fetch_get: %s", e.text);
    return r;
}

/* Paths that take all the time there is. */
static bool is_slow(const char *path)
{
    struct str p = str_of(path);
    return str_starts(p, STR("/stall")) || str_find(p, STR("slow"), 0) != SIZE_MAX || str_ends(p, STR("-drip"));
}

static struct response get_path(struct world *w, const char *host, const char *path)
{
    struct str url = server_url(w->arena, &w->server, host, path);
    struct request q = { .url = url, .body_max = MIB(1), .time_ms = is_slow(path) ? 500 : 10000 };
    return get(w, &q);
}

static bool has(struct str s, const char *part)
{
    return str_find(s, str_of(part), 0) != SIZE_MAX;
}

static void expect(struct response r, enum fetch_state state, const char *words, const char *what)
{
    if (!ok(r.state == state && (words == NULL || has(r.message, words)), "%s: %s", what, fetch_state_name(state)))
        printf("# got %s (%u): %.*s\n", fetch_state_name(r.state), r.status, STR_ARG(r.message));
}

static const struct {
    const char *path;
    enum fetch_state state;
    const char *words;
} cases[] = {
    { "/ok", FETCH_OK, "" },
    { "/gzip", FETCH_OK, "" },
    { "/early", FETCH_OK, "" },
    { "/status/204", FETCH_OK, "" },
    { "/status/206", FETCH_BROKEN, "a part of the page" },
    { "/status/404", FETCH_GONE, "correct the address" },
    { "/status/410", FETCH_GONE, "remove the watch" },
    { "/status/401", FETCH_DENIED, "give a user" },
    { "/status/403", FETCH_DENIED, "403" },
    { "/status/500", FETCH_HTTP_ERROR, "an error of its own" },
    { "/status/418", FETCH_HTTP_ERROR, "418" },
    { "/status/300", FETCH_HTTP_ERROR, "300" },
    { "/stall", FETCH_TIMEOUT, "in time" },
    { "/stall-body", FETCH_TIMEOUT, "in time" },
    { "/slow-head", FETCH_TIMEOUT, "in time" },
    { "/reset", FETCH_BROKEN, "connection" },
    { "/reset-body", FETCH_BROKEN, "connection was lost" },
    { "/close", FETCH_BROKEN, "without an answer" },
    { "/short", FETCH_BROKEN, "shorter than announced" },
    { "/negative-length", FETCH_BROKEN, "not HTTP" },
    { "/chunk-garbage", FETCH_BROKEN, "lost" },
    { "/chunk-cut", FETCH_BROKEN, "shorter" },
    { "/not-http", FETCH_BROKEN, "not HTTP" },
    { "/no-head", FETCH_BROKEN, "not HTTP" },
    { "/gzip-bad", FETCH_BROKEN, "compression" },
    { "/trailer-flood", FETCH_TOO_LARGE, "head" },
    { "/trailer-drip", FETCH_TIMEOUT, "in time" },
    { "/head-flood", FETCH_TOO_LARGE, "head" },
    { "/head-drip", FETCH_TIMEOUT, "in time" },
    { "/line-flood", FETCH_BROKEN, NULL },
    { "/status-flood", FETCH_BROKEN, NULL },
    { "/interim-flood", FETCH_TOO_LARGE, "head" },
    { "/interim-drip", FETCH_TIMEOUT, "in time" },
    { "/folded", FETCH_OK, "" },
    { "/bare-lf", FETCH_OK, "" },
    { "/nul-in-head", FETCH_BROKEN, NULL },
    { "/no-colon", FETCH_BROKEN, NULL },
    { "/two-lengths", FETCH_BROKEN, NULL },
    { "/huge-length", FETCH_BROKEN, NULL },
    { "/large-length", FETCH_BROKEN, "shorter" },
    { "/word-length", FETCH_BROKEN, NULL },
    { "/length-and-chunks", FETCH_OK, "" },
    { "/http-9", FETCH_BROKEN, "not HTTP" },
    { "/status-0", FETCH_BROKEN, NULL },
    { "/status-999", FETCH_HTTP_ERROR, "999" },
    { "/status-words", FETCH_BROKEN, NULL },
    { "/upgrade", FETCH_HTTP_ERROR, "101" },
    { "/chunk-extension", FETCH_TOO_LARGE, "to send" },
    { "/chunk-extensions", FETCH_TOO_LARGE, "to send" },
    { "/chunk-huge", FETCH_BROKEN, NULL },
    { "/chunk-negative", FETCH_BROKEN, NULL },
    { "/chunk-flood", FETCH_TOO_LARGE, "body-max" },
    { "/chunk-drip", FETCH_TIMEOUT, "in time" },
    { "/chunk-no-end", FETCH_BROKEN, NULL },
    { "/body-drip", FETCH_TIMEOUT, "in time" },
    { "/gzip-twice", FETCH_OK, "" },
    { "/gzip-many", FETCH_BROKEN, "compression" },
    { "/coding-unknown", FETCH_BROKEN, "compression" },
    { "/transfer-unknown", FETCH_BROKEN, NULL },
    { "/brotli-bad", FETCH_BROKEN, "compression" },
    { "/nothing", FETCH_OK, "" },
    { "/zeros", FETCH_OK, "" },
    { "/etag-control", FETCH_OK, "" },
    { "/etag-escape", FETCH_OK, "" },
    { "/etag-delete", FETCH_OK, "" },
    { "/etag-long", FETCH_OK, "" },
    { "/date-control", FETCH_OK, "" },
    { "/type-control", FETCH_OK, "" },
    { "/cookie-flood", FETCH_OK, "" },
    { "/cookie-foreign", FETCH_OK, "" },
    { "/retry-endless", FETCH_BUSY, "pause" },
    { "/retry-nonsense", FETCH_BUSY, "pause" },
    { "/location-control", FETCH_TOO_MANY_HOPS, "not a web address" },
    { "/location-long", FETCH_TOO_MANY_HOPS, "not a web address" },
    { "/location-twice", FETCH_OK, "" },
    { "/location-user", FETCH_BLOCKED, "private network" },
    { "/redirect-slowly", FETCH_TIMEOUT, "in time" },
    { "/redirect-endless", FETCH_TOO_MANY_HOPS, "more than 10" },
    { "/head-bomb", FETCH_TOO_LARGE, "head" },
    { "/bomb", FETCH_TOO_LARGE, "body-max" },
    { "/deflate-bomb", FETCH_TOO_LARGE, "body-max" },
    { "/endless", FETCH_TOO_LARGE, "body-max" },
    { "/304", FETCH_BROKEN, "without being asked" },
    { "/circle/0", FETCH_TOO_MANY_HOPS, "circle" },
    { "/hops/10", FETCH_OK, "" },
    { "/hops/11", FETCH_TOO_MANY_HOPS, "more than 10" },
    { "/to/302?", FETCH_TOO_MANY_HOPS, "does not say where to" },
    { "/to/302?http://", FETCH_TOO_MANY_HOPS, "not a web address" },
    { "/to/302?file:///etc/passwd", FETCH_BAD_SCHEME, "not a web address" },
    { "/to/302?data:text/html,x", FETCH_BAD_SCHEME, "not a web address" },
    { "/to/302?gopher://127.0.0.1/", FETCH_BAD_SCHEME, "not a web address" },
    { "/to/302?http://10.0.0.1/", FETCH_BLOCKED, "allow-address = 10.0.0.1" },
    { "/to/302?http://[::1]/", FETCH_BLOCKED, "loopback" },
    { "/to/302?http://[::ffff:10.0.0.1]/", FETCH_BLOCKED, "private network" },
    { "/to/302?http://0xa000001/", FETCH_BLOCKED, "private network" },
};

static void test_lies(struct world *w)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        reopen(w);
        struct response r = get_path(w, "a.test", cases[i].path);
        expect(r, cases[i].state, cases[i].words, cases[i].path);
        if (r.state == FETCH_BROKEN || r.state == FETCH_TIMEOUT || r.state == FETCH_TOO_LARGE)
            eq_int(r.body.len, 0, "nothing of a broken answer counts");
        if (!header_is_sendable(r.etag, FETCH_VALIDATOR_MAX) || !header_is_sendable(r.last_modified, FETCH_VALIDATOR_MAX)
            || !header_is_sendable(r.content_type, FETCH_VALIDATOR_MAX))
            ok(false, "%s: what could not be sent back is not given", cases[i].path);
    }
}

/* ---- All of them in one run ---- */

struct answer {
    struct world *w;
    size_t number;
    int64_t at_ms; /* by the machine's clock */
    enum fetch_state state;
    unsigned n;
};

static void take_answer(void *ctx, const struct response *r)
{
    struct answer *a = ctx;
    a->at_ms = clock_steady_ms();
    a->state = r->state;
    a->n++;
}

enum { HONEST = 40 };

static void ask(struct world *w, struct str url, bool slow, struct answer *a)
{
    struct err e = { 0 };
    struct request q = { .url = url, .body_max = MIB(1), .time_ms = slow ? 1200 : 20000, .ignore_robots = true };
    if (fetch_start(w->f, &q, take_answer, a, &e))
        ok(false, "fetch_start: %s", e.text);
}

/* Every liar on a host of its own, and honest hosts beside them, at the same time: each liar has its right outcome, and no honest page
 * waits for one of them. */
static void test_lies_together(struct world *w)
{
    static struct answer lie[ARRAY_LEN(cases)], truth[HONEST];
    struct fetch_options o = options_of(w);
    int64_t from = clock_steady_ms(), last = 0;
    unsigned wrong = 0, late = 0;
    uint32_t left = 1;
    struct err e = { 0 };
    o.clock = fetch_clock_system();
    open_fetcher(w, &o);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        ask(w, arena_printf(w->arena, "http://127.1.%zu.1:%u%s", i, w->server.port, cases[i].path), is_slow(cases[i].path),
            &lie[i]);
    for (size_t i = 0; i < HONEST; i++)
        ask(w, arena_printf(w->arena, "http://127.2.%zu.1:%u/ok", i, w->server.port), false, &truth[i]);
    while (left && fetch_step(w->f, 1000, &left, &e) == 0)
        ;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        if (lie[i].n != 1 || lie[i].state != cases[i].state) {
            wrong++;
            printf("# %s: %s in place of %s, %u times\n", cases[i].path, fetch_state_name(lie[i].state),
                   fetch_state_name(cases[i].state), lie[i].n);
        }
    for (size_t i = 0; i < HONEST; i++) {
        late += truth[i].n != 1 || truth[i].state != FETCH_OK || truth[i].at_ms - from > 2500;
        last = MAX(last, truth[i].at_ms - from);
    }
    ok(ARRAY_LEN(cases) >= 60 && wrong == 0, "%zu behaviours in one run, each with its outcome", ARRAY_LEN(cases));
    ok(late == 0, "%d honest pages of the same run came on time, the last after %lld ms", HONEST, (long long)last);
}

static void test_excess(struct world *w)
{
    reopen(w);
    struct response r = get_path(w, "a.test", "/long");
    eq_str(r.body, STR("0123456789"), "more than announced: the announced");
    r = get_path(w, "a.test", "/ok");
    ok(r.state == FETCH_OK && has(r.body, "stays as it is"), "what was too much is not the next answer");
    r = get_path(w, "a.test", "/trailer");
    eq_str(r.etag, STR("\"head\""), "a trailer does not change the head");
    r = get_path(w, "a.test", "/early");
    eq_str(r.etag, STR(""), "nor do early hints");
    eq_str(header_get(r.head, STR("x-real")), STR("yes"), "the head is the final one's");
}

static void test_validators(struct world *w)
{
    struct request q = { .url = server_url(w->arena, &w->server, "a.test", "/ok") };
    reopen(w);
    struct response r = get(w, &q);
    eq_str(r.etag, STR("\"v1\""), "an ETag");
    ok(r.body_hash == hash_str(r.body) && !r.unchanged, "a body and its hash");
    q.etag = r.etag;
    q.last_modified = r.last_modified;
    q.known_hash = r.body_hash;
    r = get(w, &q);
    ok(r.state == FETCH_NOT_MODIFIED && r.unchanged && r.status == 304 && r.body.len == 0 && !r.verified, "not modified");
    q.etag = STR("\"old\"");
    r = get(w, &q);
    ok(r.state == FETCH_OK && r.unchanged, "a new ETag with the old body is no change");
    struct request skewed = { .url = server_url(w->arena, &w->server, "a.test", "/future") };
    r = get(w, &skewed);
    ok(r.skew_ms > INT64_C(1000000000) && r.last_modified.len, "a server's wrong clock is told");
    skewed.last_modified = r.last_modified;
    r = get(w, &skewed);
    eq_int(r.state, FETCH_NOT_MODIFIED, "its dates come back to it as it wrote them");
}

static void keep_host(void *ctx, const struct host_facts *facts)
{
    struct host_facts *out = ctx;
    *out = *facts;
}

/* A fetcher that verifies every answer, or none. */
static void open_verifying(struct world *w, unsigned percent)
{
    struct fetch_options o = options_of(w);
    int64_t now_ms = w->clock.now_ms;
    o.verify_percent = percent;
    open_fetcher(w, &o);
    w->clock.now_ms = now_ms;
}

static void test_lying_validators(struct world *w)
{
    struct request q = { .url = server_url(w->arena, &w->server, "a.test", "/lie") };
    struct host_facts facts = { 0 };
    open_verifying(w, 0);
    struct response r = get(w, &q);
    q.etag = r.etag;
    q.known_hash = r.body_hash;
    r = get(w, &q);
    ok(r.state == FETCH_NOT_MODIFIED && !r.verified, "not in the sample: believed");
    open_verifying(w, 100);
    r = get(w, &q);
    ok(r.state == FETCH_OK && r.verified && r.lied && r.body.len, "in the sample: the lie is found and the page is here");
    r = get(w, &q);
    ok(r.state == FETCH_OK && !r.unchanged && !r.verified, "a host that lied is asked for the whole page");
    fetch_hosts(w->f, keep_host, &facts);
    ok(facts.distrust_at_ms > 0, "the distrust can be kept");
    struct host_facts kept = { .origin = arena_str(w->arena, facts.origin), .distrust_at_ms = facts.distrust_at_ms };
    open_verifying(w, 0);
    fetch_host_put(w->f, &kept);
    eq_int(get(w, &q).state, FETCH_OK, "and given to the next fetcher");
    w->clock.now_ms += DISTRUST_MS;
    eq_int(get(w, &q).state, FETCH_NOT_MODIFIED, "it ends after a time");
    struct request honest = { .url = server_url(w->arena, &w->server, "b.test", "/ok"), .etag = STR("\"v1\"") };
    open_verifying(w, 100);
    r = get_path(w, "b.test", "/ok");
    honest.known_hash = r.body_hash;
    r = get(w, &honest);
    ok(r.state == FETCH_NOT_MODIFIED && r.verified && !r.lied, "an honest answer that is verified stays what it is");
    honest.known_hash = 0;
    ok(!get(w, &honest).verified, "without a hash nothing can be verified");
}

static void test_sample(struct world *w)
{
    struct request q = { .url = server_url(w->arena, &w->server, "a.test", "/ok"), .etag = STR("\"v1\"") };
    unsigned n[2] = { 0 };
    for (int run = 0; run < 2; run++) {
        w->clock.chance = 42;
        open_verifying(w, 20);
        q.known_hash = get_path(w, "a.test", "/ok").body_hash;
        for (int i = 0; i < 100; i++)
            n[run] += get(w, &q).verified;
    }
    ok(n[0] > 8 && n[0] < 35, "about a fifth of the answers is verified (%u of 100)", n[0]);
    eq_int(n[0], n[1], "the same for the same seed");
}

static void test_moves(struct world *w)
{
    reopen(w);
    struct response r = get_path(w, "a.test", "/to/301?/to/308?/ok");
    ok(r.state == FETCH_OK && r.n_redirects == 2 && has(r.moved_to, "/ok"), "permanent redirects give the new address");
    ok(has(r.message, "new address"), "and say what to do");
    r = get_path(w, "a.test", "/to/301?/to/302?/ok");
    ok(r.state == FETCH_OK && has(r.moved_to, "/to/302?/ok"), "up to the first that is not permanent");
    r = get_path(w, "a.test", "/to/302?/to/301?/ok");
    ok(r.state == FETCH_OK && r.moved_to.len == 0, "a temporary one first: the address stays");
    ok(has(r.final_url, "/ok"), "the final address is told");
    r = get_path(w, "a.test", "/to/302?//b.test:1/");
    ok(r.state == FETCH_HOST_ERROR || r.state == FETCH_BLOCKED, "a redirect without scheme, to a host that is not there");
}

static void test_secrets(struct world *w)
{
    struct str elsewhere = arena_printf(w->arena, "/to/302?http://b.test:%u/echo", w->server.port);
    struct fetch_pair header[] = { { STR("X-Key"), STR("hush") }, { STR("Accept-Language"), STR("cy") } };
    struct request q = { .url = server_url(w->arena, &w->server, "a.test", "/echo"),
                         .user = STR("ann"),
                         .password = STR("p:w"),
                         .header = header,
                         .n_header = 2,
                         .cookies = STR("a.test\tFALSE\t/\tFALSE\t0\tsid\tsecret") };
    reopen(w);
    struct response r = get(w, &q);
    ok(has(r.body, "Basic YW5uOnA6dw=="), "basic auth");
    ok(has(r.body, "X-Key: hush") && has(r.body, "sid=secret"), "own headers and cookies");
    q.url = server_url(w->arena, &w->server, "a.test", elsewhere.ptr);
    r = get(w, &q);
    ok(r.state == FETCH_OK && has(r.final_url, "b.test"), "a redirect to another host");
    ok(!has(r.body, "Authorization") && !has(r.body, "hush") && !has(r.body, "secret"), "gets no secret");
    ok(has(r.body, "Accept-Language: cy"), "but the language");
    q = (struct request){ .url = q.url, .bearer = STR("token1") };
    r = get(w, &q);
    ok(!has(r.body, "token1"), "nor a token");
    q.url = server_url(w->arena, &w->server, "a.test", "/echo");
    r = get(w, &q);
    ok(has(r.body, "Authorization: Bearer token1"), "which the first host gets");
    q = (struct request){ .url = arena_printf(w->arena, "http://joe:x%%40@a.test:%u/echo#part", w->server.port) };
    r = get(w, &q);
    ok(has(r.body, "Basic am9lOnhA") && !has(r.final_url, "joe"), "a user in the address");
}

static void test_cookies(struct world *w)
{
    struct request q = { .url = server_url(w->arena, &w->server, "a.test", "/cookie"), .keep_cookies = true };
    reopen(w);
    struct response r = get(w, &q);
    ok(has(r.body, "Cookie: taste=sweet"), "a cookie goes along the redirects");
    ok(has(r.cookies, "taste"), "and comes back in the jar");
    q.url = server_url(w->arena, &w->server, "a.test", "/echo");
    q.cookies = r.cookies;
    ok(has(get(w, &q).body, "taste=sweet"), "the jar serves the next request");
    ok(!has(get_path(w, "a.test", "/echo").body, "Cookie"), "a watch without a jar sees none of it");
    q.url = server_url(w->arena, &w->server, "b.test", "/echo");
    ok(!has(get(w, &q).body, "taste"), "nor does another host");
    q = (struct request){ .url = server_url(w->arena, &w->server, "a.test", "/cookie-wall"), .keep_cookies = true };
    eq_str(get(w, &q).body, STR("through"), "a page that redirects to itself with a cookie is no circle");
    q.keep_cookies = false;
    expect(get(w, &q), FETCH_TOO_MANY_HOPS, "cookies", "without cookies it is");
    q.cookies = STR("RELOAD\nFLUSH\nALL");
    struct str jar = get(w, &q).cookies;
    ok(has(jar, "wall") && !has(jar, "FLUSH"), "a jar holds cookies, no orders to libcurl");
}

static void test_forms(struct world *w)
{
    struct fetch_pair form[] = { { STR("q"), STR("caf\xc3\xa9 & more") }, { STR("x"), STR("") } };
    struct request q = { .url = server_url(w->arena, &w->server, "a.test", "/echo"), .form = form, .n_form = 2 };
    reopen(w);
    struct response r = get(w, &q);
    ok(has(r.body, "POST /echo") && has(r.body, "q=caf%C3%A9+%26+more&x="), "a form is posted");
    q.url = server_url(w->arena, &w->server, "a.test", "/to/303?/echo");
    ok(has(get(w, &q).body, "GET /echo"), "303: the answer is fetched");
    q.url = server_url(w->arena, &w->server, "a.test", "/to/308?/echo");
    ok(has(get(w, &q).body, "q=caf"), "308: it is posted again");
    q.url = server_url(w->arena, &w->server, "a.test", arena_printf(w->arena, "/to/308?http://b.test:%u/echo", w->server.port).ptr);
    r = get(w, &q);
    expect(r, FETCH_MOVED, "not sent to another host", "308 to another host");
    ok(has(r.moved_to, "b.test"), "with its address");
}

static void test_robots(struct world *w)
{
    static const struct {
        const char *host, *path;
        enum fetch_state state;
        const char *words;
    } rules[] = {
        { "deny.test", "/private/x", FETCH_ROBOTS, "Disallow: /private" },
        { "deny.test", "/private/open/x", FETCH_OK, "" },
        { "deny.test", "/else", FETCH_OK, "" },
        { "deny-weft.test", "/else", FETCH_ROBOTS, "Disallow: /" },
        { "huge.test", "/else", FETCH_OK, "" },
        { "huge.test", "/private", FETCH_ROBOTS, "" },
        { "binary.test", "/else", FETCH_OK, "" },
        { "r401.test", "/else", FETCH_OK, "" },
        { "r403.test", "/else", FETCH_OK, "" },
        { "r404.test", "/else", FETCH_OK, "" },
        { "r500.test", "/else", FETCH_LATER, "could not be read (500)" },
        { "r503.test", "/else", FETCH_LATER, "could not be read (503)" },
        { "rreset.test", "/else", FETCH_LATER, "could not be read" },
        { "rshort.test", "/else", FETCH_LATER, "could not be read" },
        { "rloop.test", "/else", FETCH_OK, "" },
        { "rmoved.test", "/private", FETCH_ROBOTS, "/private" },
        { "rmoved.test", "/else", FETCH_OK, "" },
        { "rinside.test", "/else", FETCH_LATER, "could not be read" },
    };
    reopen(w);
    int64_t before = w->clock.now_ms;
    for (size_t i = 0; i < ARRAY_LEN(rules); i++)
        expect(get_path(w, rules[i].host, rules[i].path), rules[i].state, rules[i].words,
               arena_printf(w->arena, "%s%s", rules[i].host, rules[i].path).ptr);
    ok(w->clock.now_ms - before < PAUSE_FIRST_MS, "nobody waits for the pause of a host whose robots.txt cannot be read: %lld ms",
       (long long)(w->clock.now_ms - before));
    struct request q = { .url = server_url(w->arena, &w->server, "deny.test", "/private/x"), .ignore_robots = true };
    struct response r = get(w, &q);
    ok(r.state == FETCH_OK && r.robots == FETCH_ROBOTS_OVERRIDDEN, "the override fetches it and is recorded");
    get_path(w, "a.test", "/forget");
    w->clock.now_ms += ROBOTS_AGE_MS / 2;
    get_path(w, "deny.test", "/else");
    ok(!has(get_path(w, "a.test", "/log").body, "deny.test GET /robots.txt"), "robots.txt is kept for a day");
    w->clock.now_ms += ROBOTS_AGE_MS / 2;
    get_path(w, "deny.test", "/else");
    ok(has(get_path(w, "a.test", "/log").body, "deny.test GET /robots.txt"), "and then asked for again");
}

static void test_manners(struct world *w)
{
    struct fetch_options o = options_of(w);
    o.gap_ms = o.turn_ms = 2000; /* no turn is further away than that, but for Crawl-delay */
    open_fetcher(w, &o);
    get_path(w, "a.test", "/ok");
    int64_t before = w->clock.now_ms;
    get_path(w, "a.test", "/ok?2");
    eq_int(w->clock.now_ms - before, 2000, "the gap between two requests to a host");
    get_path(w, "delay.test", "/ok");
    before = w->clock.now_ms;
    get_path(w, "delay.test", "/ok");
    eq_int(w->clock.now_ms - before, 7000, "Crawl-delay where it is longer");
    struct response r = get_path(w, "b.test", "/status/429?30");
    expect(r, FETCH_BUSY, "pause", "429");
    eq_int(r.retry_at_ms - w->clock.now_ms, 30000, "Retry-After in seconds");
    before = w->clock.now_ms;
    expect(get_path(w, "b.test", "/ok"), FETCH_OK, "", "after the pause");
    eq_int(w->clock.now_ms - before, 30000, "it was waited for");
    r = get_path(w, "b.test", "/skew");
    eq_int(r.retry_at_ms - w->clock.now_ms, 30000, "Retry-After as a date, by the server's own clock");
    r = get_path(w, "c.test", "/status/503?7200");
    expect(r, FETCH_BUSY, "pause", "503 with two hours");
    r = get_path(w, "c.test", "/ok");
    expect(r, FETCH_LATER, "pause of 2 hours", "the rest of the host waits for a later run");
    eq_int(r.retry_at_ms - w->clock.now_ms, 7200000, "and says when");
}

struct tally {
    unsigned n, state[FETCH_STATES];
    struct str words; /* of the last */
    char text[400];
};

static void count(void *ctx, const struct response *r)
{
    struct tally *t = ctx;
    t->n++;
    t->state[r->state]++;
    snprintf(t->text, sizeof t->text, "%.*s", STR_ARG(r->message));
    t->words = str_of(t->text);
}

static void start(struct world *w, struct str url, struct tally *t)
{
    struct err e = { 0 };
    struct request q = { .url = url, .time_ms = 10000 };
    if (fetch_start(w->f, &q, count, t, &e))
        ok(false, "fetch_start: %s", e.text);
}

static void run(struct world *w)
{
    struct err e = { 0 };
    uint32_t left = 1;
    fetch_new_run(w->f);
    while (left && fetch_step(w->f, 1000, &left, &e) == 0)
        ;
    if (left)
        ok(false, "fetch_step: %s", e.text);
}

static unsigned times(struct str log, const char *line)
{
    unsigned n = 0;
    for (size_t at = 0; (at = str_find(log, str_of(line), at)) != SIZE_MAX; at++)
        n++;
    return n;
}

static void test_together(struct world *w)
{
    struct tally t = { 0 };
    reopen(w);
    get_path(w, "a.test", "/forget");
    for (int i = 0; i < 50; i++)
        start(w, server_url(w->arena, &w->server, "b.test", "/one"), &t);
    run(w);
    ok(t.n == 50 && t.state[FETCH_OK] == 50, "fifty callers get their answer");
    eq_int(times(get_path(w, "a.test", "/log").body, "GET /one"), 1, "the page is fetched once");
}

static void test_turns(struct world *w)
{
    struct tally t = { 0 };
    struct fetch_options o = options_of(w);
    o.gap_ms = 864000;
    o.turn_ms = 1000;
    open_fetcher(w, &o);
    expect(get_path(w, "a.test", "/ok"), FETCH_LATER, "one request every 14 minutes 24 seconds", "robots.txt has taken the turn");
    expect(get_path(w, "deny.test", "/private/x"), FETCH_ROBOTS, "forbids", "what robots.txt forbids needs no turn");
    w->clock.now_ms += 864000;
    for (char path[] = "/ok?0"; path[4] < '6'; path[4]++)
        start(w, server_url(w->arena, &w->server, "a.test", path), &t);
    run(w);
    ok(t.state[FETCH_OK] == 1 && t.state[FETCH_LATER] == 5, "then one page comes and five are put off");
    w->clock.now_ms += 864000;
    expect(get_path(w, "a.test", "/to/302?/ok"), FETCH_LATER, "which takes one more", "a redirect takes two turns");
}

static void test_host_skipped(struct world *w)
{
    struct tally t = { 0 };
    reopen(w);
    for (int i = 0; i < 20; i++)
        start(w, arena_printf(w->arena, "http://127.0.0.1:1/%d", i), &t);
    start(w, server_url(w->arena, &w->server, "a.test", "/ok"), &t);
    run(w);
    ok(t.state[FETCH_HOST_ERROR] == 1 && t.state[FETCH_SKIPPED] == 19, "a dead host is tried once in a run");
    eq_int(t.state[FETCH_OK], 1, "others are not touched by it");
    t = (struct tally){ 0 };
    start(w, STR("http://127.0.0.1:1/0"), &t);
    run(w);
    eq_int(t.state[FETCH_HOST_ERROR], 1, "the next run tries again");
}

static void test_network_down(struct world *w)
{
    struct fetch_options o = options_of(w);
    struct tally t = { 0 };
    o.n_active = 4;
    open_fetcher(w, &o);
    for (int i = 0; i < 500; i++) /* hosts of loopback where nobody listens */
        start(w, arena_printf(w->arena, "http://127.0.%d.%d:1/", 1 + i / 200, i % 200), &t);
    run(w);
    eq_int(t.state[FETCH_NETWORK_DOWN], 500, "nothing answers: no page is called broken");
    ok(fetch_network_down(w->f), "the run says so");
    t = (struct tally){ 0 };
    start(w, server_url(w->arena, &w->server, "a.test", "/ok"), &t);
    for (int i = 0; i < 8; i++)
        start(w, arena_printf(w->arena, "http://127.0.9.%d:1/", i), &t);
    run(w);
    ok(t.state[FETCH_OK] == 1 && t.state[FETCH_HOST_ERROR] == 8, "one that answers: the others are their own fault");
    t = (struct tally){ 0 };
    start(w, STR("http://127.0.9.1:1/"), &t);
    start(w, STR("http://127.0.9.2:1/"), &t);
    run(w);
    eq_int(t.state[FETCH_HOST_ERROR], 2, "two dead hosts are no dead network");
}

static void test_guard(struct world *w)
{
    struct fetch_options o = options_of(w);
    o.allow_address = STR("");
    open_fetcher(w, &o);
    expect(get_path(w, "a.test", "/ok"), FETCH_BLOCKED, "allow-address = 127.0.0.1", "a name that leads to loopback");
    expect(get_path(w, "127.0.0.1", "/ok"), FETCH_BLOCKED, "loopback", "loopback itself");
    expect(get_path(w, "2130706433", "/ok"), FETCH_BLOCKED, "loopback", "as one number");
    expect(get_path(w, "0x7f.0.0.1", "/ok"), FETCH_BLOCKED, "loopback", "in hex");
    expect(get_path(w, "0177.0.0.1", "/ok"), FETCH_BLOCKED, "loopback", "in octal");
    expect(get_path(w, "127.1", "/ok"), FETCH_BLOCKED, "loopback", "short");
    expect(get_path(w, "[::ffff:127.0.0.1]", "/ok"), FETCH_BLOCKED, "loopback", "mapped");
    expect(get_path(w, "[64:ff9b::7f00:1]", "/ok"), FETCH_BLOCKED, "loopback", "behind NAT64");
    expect(get_path(w, "0", "/ok"), FETCH_BLOCKED, "unspecified", "0");
    struct request q = { .url = STR("http://example.test/"),
                         .proxy = arena_printf(w->arena, "http://127.0.0.1:%u", w->server.port) };
    expect(get(w, &q), FETCH_BLOCKED, "loopback", "a watch's own proxy is guarded too");
    /* The answer of DNS changes after a first look: only the address that is connected to counts. */
    o = options_of(w);
    o.allow_address = STR("127.0.0.1");
    open_fetcher(w, &o);
    expect(get_path(w, "a.test", "/ok"), FETCH_OK, "", "an allowed address");
    o.resolve = arena_printf(w->arena, "a.test:%u:127.0.0.2", w->server.port);
    open_fetcher(w, &o);
    expect(get_path(w, "a.test", "/ok"), FETCH_BLOCKED, "127.0.0.2", "the same name with another address");
}

static void test_proxy(struct world *w)
{
    struct fetch_options o = options_of(w);
    o.proxy = arena_printf(w->arena, "http://127.0.0.1:%u",
                           w->server.port); /* the server answers as a proxy would: it sees whole addresses */
    o.allow_address = STR("");
    open_fetcher(w, &o);
    struct request q = { .url = STR("http://10.0.0.1/"), .ignore_robots = true };
    expect(get(w, &q), FETCH_BLOCKED, "10.0.0.1", "a proxy is not asked for a private address");
    q.url = STR("http://public.test/page");
    struct response r = get(w, &q);
    eq_int(r.status, 200, "the fetcher's own proxy may be on loopback");
}

/* What goes wrong at the proxy is told of the proxy, by its name and without its password. */
static void test_proxy_faults(struct world *w)
{
    static const struct {
        const char *proxy, *url, *words;
    } faults[] = {
        { "http://127.0.0.1:1", "http://public.test/", "the proxy 127.0.0.1:1 does not answer" },
        { "http://127.0.0.1:1", "https://public.test/", "the proxy 127.0.0.1:1 does not answer" },
        { "http://ann:secret@proxy.invalid:3128", "http://public.test/", "the proxy proxy.invalid:3128 cannot be found" },
        { "http://ann:secret@127.0.0.1:%u", "https://c407.test/",
          "wants a user and a password; write them into its address (407)" },
        { "http://127.0.0.1:%u", "https://c502.test/", "cannot reach the server (502)" },
        { "http://127.0.0.1:%u", "https://c504.test/", "cannot reach the server" },
        { "http://127.0.0.1:%u", "https://c403.test/", "refuses the connection (403)" },
        { "http://127.0.0.1:%u", "http://c407.test/status/407", "wants a user and a password" },
        { "socks5://127.0.0.1:%u", "http://public.test/", "the proxy 127.0.0.1:" },
    };
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        struct fetch_options o = options_of(w);
        char proxy[128];
        const char *port = strstr(faults[i].proxy, "%u");
        snprintf(proxy, sizeof proxy, "%.*s%.0u", port ? (int)(port - faults[i].proxy) : 100, faults[i].proxy,
                 port ? w->server.port : 0);
        o.proxy = str_of(proxy);
        open_fetcher(w, &o);
        struct response r = get(w, &(struct request){ .url = str_of(faults[i].url), .ignore_robots = true, .time_ms = 3000 });
        expect(r, FETCH_PROXY, faults[i].words, arena_printf(w->arena, "%s through %s", faults[i].url, faults[i].proxy).ptr);
        ok(!has(r.message, "secret"), "without its password");
    }
    struct fetch_options o = options_of(w);
    struct tally t = { 0 };
    o.proxy = STR("http://127.0.0.1:1");
    open_fetcher(w, &o);
    for (int i = 0; i < 8; i++)
        start(w, arena_printf(w->arena, "http://host%d.test/", i), &t);
    run(w);
    eq_int(t.state[FETCH_NETWORK_DOWN], 8, "where the proxy of all does not answer, no page is blamed");
    ok(has(t.words, "the proxy does not answer"), "and the proxy is named: %.*s", STR_ARG(t.words));
}

static void test_requests(struct world *w)
{
    static const char *const bad[] = {
        "http://", "//a.test/", "a.test/x", "", "http://a b/", "http://[::1/", "http://a.test:99999/"
    };
    static const char *const schemes[] = { "data:text/html,x", "javascript:alert(1)", "ftp://127.0.0.1/x",
                                           "gopher://a/",      "mailto:a@b",          "file:///etc/passwd" };
    static const struct fetch_pair headers[] = {
        { STR_INIT("X"), STR_INIT("a\r\nEvil: 1") },   { STR_INIT("X Y"), STR_INIT("a") }, { STR_INIT("Host"), STR_INIT("b.test") },
        { STR_INIT("content-length"), STR_INIT("5") }, { STR_INIT(""), STR_INIT("5") },
    };
    struct err e;
    struct tally t = { 0 };
    reopen(w);
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        expect(get(w, &(struct request){ .url = str_of(bad[i]) }), FETCH_BAD_ADDRESS, NULL, bad[i]);
    for (size_t i = 0; i < ARRAY_LEN(schemes); i++)
        expect(get(w, &(struct request){ .url = str_of(schemes[i]) }), FETCH_BAD_SCHEME, NULL, schemes[i]);
    for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
        struct request q = { .url = STR("http://a.test/"), .header = &headers[i], .n_header = 1 };
        eq_int(fetch_start(w->f, &q, count, &t, &e), E_USAGE, "a header that is none is refused");
    }
    struct request q = { .url = server_url(w->arena, &w->server, "a.test", "/echo"), .etag = STR("\"a\"\r\nEvil: 1") };
    struct response r = get(w, &q);
    ok(r.state == FETCH_OK && !has(r.body, "Evil") && !has(r.body, "If-None-Match"), "a validator cannot smuggle a header in");
    q.etag = STR("\"a\x01\"");
    q.last_modified = STR("Sun, 06 Nov\x7f 1994 08:49:37 GMT");
    r = get(w, &q);
    ok(r.state == FETCH_OK && !has(r.body, "If-"), "one that was kept by mistake is not sent, and the page is fetched");
    eq_int(t.n, 0, "what is refused gets no answer");
}

static void test_open(struct world *w)
{
    struct fetch_options o = options_of(w);
    struct fetcher *f;
    struct err e = { 0 };
    o.allow_address = STR("127.0.0.0/33");
    ok(fetcher_open(&o, &f, &e) == E_FORMAT && has(str_of(e.text), "allow-address"), "a range that is none");
    o = options_of(w);
    o.user_agent = STR("me\r\nEvil: 1");
    ok(fetcher_open(&o, &f, &e) == E_FORMAT && has(str_of(e.text), "user-agent"), "a name that would be two lines");
    reopen(w);
    struct tally t = { 0 };
    start(w, server_url(w->arena, &w->server, "a.test", "/stall"), &t);
    uint32_t open;
    for (int i = 0; i < 3; i++)
        if (fetch_step(w->f, 20, &open, &e))
            ok(false, "fetch_step: %s", e.text);
    fetcher_close(w->f);
    w->f = NULL;
    eq_int(t.n, 0, "a fetcher can be closed while requests are under way");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct world w = { .arena = &a };
    signal(SIGPIPE, SIG_IGN);
    if (!server_start(&w.server, names)) {
        skip("python3 does not start the server");
        return tap_done();
    }
    test_requests(&w);
    test_lies(&w);
    test_lies_together(&w);
    test_excess(&w);
    test_validators(&w);
    test_lying_validators(&w);
    test_sample(&w);
    test_moves(&w);
    test_secrets(&w);
    test_cookies(&w);
    test_forms(&w);
    test_robots(&w);
    test_manners(&w);
    test_together(&w);
    test_turns(&w);
    test_host_skipped(&w);
    test_network_down(&w);
    test_guard(&w);
    test_proxy(&w);
    test_proxy_faults(&w);
    test_open(&w);
    fetcher_close(w.f);
    server_stop(&w.server);
    return tap_done();
}
