/* The answer of a watch with --browser: the page after its scripts, where a browser is there; failures with words. */
#include "flow/scripted.h"

#include <unistd.h>

#include "base/hash.h"
#include "tests/fetch/server.h"
#include "tests/tap.h"

static struct response answer(const char *url)
{
    return (struct response){ .state = FETCH_OK,
                              .url = str_of(url),
                              .body = STR("<p>plain"),
                              .body_hash = 1,
                              .etag = STR("\"e\""),
                              .content_type = STR("text/plain") };
}

/* As a run does it: asked for, drawn, taken. */
static void scripted_answer(struct arena *a, struct browser *b, const struct request *q, uint64_t known, struct response *r)
{
    struct browser_request request = scripted_request(q, r);
    struct browser_page page;
    struct err e;
    bool failed = browser_render(a, b, &request, &page, &e) != 0;
    scripted_take(a, &page, failed ? &e : NULL, known, r);
}

/* A program that is no browser. */
static void test_failure(void)
{
    AUTO(arena) a = { 0 };
    struct browser *b = NULL;
    struct err e;
    struct response r = answer("http://weft.invalid/");
    ok(browser_open(&(struct browser_options){ .program = STR("/no/such/browser") }, &b, &e) == 0, "a browser that is not there");
    scripted_answer(&a, b, &(struct request){ .url = r.url }, 0, &r);
    ok(r.state != FETCH_OK && r.body.len == 0 && r.message.len > 0, "is told: %.*s", STR_ARG(r.message));
    browser_close(b);
}

static bool has(struct str s, const char *part)
{
    return str_find(s, str_of(part), 0) != SIZE_MAX;
}

struct world {
    struct server own;
    struct browser *browser;
};

/* The page that a request brings, after its scripts. */
static struct response scripted(struct arena *a, struct world *w, struct request *q, const char *body)
{
    struct response r = answer("");
    r.url = q->url;
    r.body = str_of(body);
    r.content_type = STR("text/html");
    scripted_answer(a, w->browser, q, 0, &r);
    return r;
}

static void test_request(struct world *w)
{
    AUTO(arena) a = { 0 };
    static const struct fetch_pair header[] = { { STR_INIT("X-Key"), STR_INIT("k1") } };
    static const struct fetch_pair form[] = { { STR_INIT("a"), STR_INIT("b") } };
    struct request q = { .url = server_url(&a, &w->own, "127.0.0.1", "/x#part"),
                         .header = header,
                         .n_header = 1,
                         .bearer = STR("t1"),
                         .cookies = STR("127.0.0.1\tFALSE\t/\tFALSE\t0\told\tone\n") };
    struct response r = scripted(&a, w, &q, "");
    ok(r.state == FETCH_OK && r.etag.len == 0 && r.body_hash == hash_str(r.body), "a page after its scripts: %.*s",
       STR_ARG(r.message));
    ok(has(r.body, "X-Key: k1") && has(r.body, "Authorization: Bearer t1") && has(r.body, "Cookie: old=one"),
       "with all of its request");
    uint64_t known = r.body_hash;
    r = answer("");
    r.url = q.url;
    scripted_answer(&a, w->browser, &q, known, &r);
    ok(r.unchanged, "the same again is known");
    q = (struct request){ .url = server_url(&a, &w->own, "127.0.0.1", "/private") };
    r = scripted(&a, w, &q, "");
    ok(r.state == FETCH_DENIED && r.status == 401 && r.body.len == 0, "a page that the browser does not get is none: %.*s",
       STR_ARG(r.message));
    q.url = arena_printf(&a, "http://eve:secret@127.0.0.1:%u/private", w->own.port);
    r = scripted(&a, w, &q, "");
    ok(r.state == FETCH_DENIED && r.message.len && !has(r.message, "secret"), "no password in words: %.*s", STR_ARG(r.message));
    q = (struct request){ .url = server_url(&a, &w->own, "127.0.0.1", "/form"), .form = form, .n_form = 1 };
    r = scripted(&a, w, &q, "<!DOCTYPE html><p id=p>Answer</p><script>p.append(' to a form')</script>");
    ok(r.state == FETCH_OK && has(r.body, "Answer to a form"), "the answer to a form is not asked for again");
    q = (struct request){ .url = server_url(&a, &w->own, "127.0.0.1", "/x"), .proxy = STR("ftp://127.0.0.1/") };
    r = scripted(&a, w, &q, "");
    ok(r.state != FETCH_OK && has(r.message, "proxy"), "a proxy that it cannot use: %.*s", STR_ARG(r.message));
}

int main(void)
{
    struct world w = { 0 };
    struct err e = { 0 };
    AUTO(arena) a = { 0 };
    struct browser_page page;
    test_failure();
    if (!server_run(&w.own, "gate.py")) {
        skip("no python3");
        return tap_done();
    }
    if (browser_open(&(struct browser_options){ .allow_address = STR("127.0.0.1") }, &w.browser, &e)
        || browser_render(&a, w.browser, &(struct browser_request){ .body = STR("<p>"), .has_body = true }, &page, &e))
        skip(e.text);
    else
        test_request(&w);
    browser_close(w.browser);
    server_stop(&w.own);
    return tap_done();
}
