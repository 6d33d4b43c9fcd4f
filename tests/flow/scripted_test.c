/* The answer of a watch with --browser: the page after its scripts, where a browser is there; failures with words. */
#include "flow/scripted.h"

#include <unistd.h>

#include "base/hash.h"
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

/* A program that is no browser. */
static void test_failure(void)
{
    AUTO(arena) a = { 0 };
    struct browser *b = NULL;
    struct err e;
    struct response r = answer("http://weft.invalid/");
    ok(browser_open(&(struct browser_options){ .program = STR("/no/such/browser") }, &b, &e) == 0, "a browser that is not there");
    scripted_answer(&a, b, 0, &r);
    ok(r.state != FETCH_OK && r.body.len == 0 && r.message.len > 0, "is told: %.*s", STR_ARG(r.message));
    browser_close(b);
}

int main(void)
{
    test_failure();
    return tap_done();
}
