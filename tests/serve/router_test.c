/* Paths to routes: numbers, words, methods; and that the table itself keeps the rules. */
#include <stdlib.h>

#include "serve/request.h"
#include "tests/tap.h"

static unsigned status;
static struct route_match match;

static const char *found(const char *method, const char *path)
{
    const struct route *r = route_find(routes_app, n_routes_app, str_of(method), str_of(path), &match, &status);

    return r ? r->path : "";
}

int main(void)
{
    static const char *const nowhere[] = {
        "",
        "//",
        "/nope",
        "/page/0",
        "/page/-1",
        "/page/1/",
        "/page/01",
        "/page/1x",
        "/page/1%2F2",
        "/page/../add",
        "/%2e%2e/etc",
        "/page/1/diff/",
        "/page//diff",
        "/weft.css/..",
        "/feed/../new.atom",
        "/feed/a%2fb/new.atom",
        "/page/99999999999999999999",
    };

    eq_str(str_of(found("GET", "/")), STR("/"), "the front page");
    eq_str(str_of(found("HEAD", "/add")), STR("/add"), "HEAD is GET");
    eq_str(str_of(found("GET", "/page/42/version/7")), STR("/page/{n}/version/{n}"), "numbers in a path");
    ok(match.number[0] == 42 && match.number[1] == 7, "are taken");
    eq_str(str_of(found("GET", "/feed/abc-D_1/new.atom")), STR("/feed/{w}/new.atom"), "a word in a path");
    eq_str(match.word[0], STR("abc-D_1"), "is taken");
    ok(!*found("POST", "/pages") && status == 405, "another method is 405");
    for (size_t i = 0; i < ARRAY_LEN(nowhere); i++)
        ok(!*found("GET", nowhere[i]) && status == 404, "\"%s\" leads nowhere", nowhere[i]);

    for (size_t i = 0; i < n_routes_app; i++) {
        const struct route *r = &routes_app[i];
        bool get = strcmp(r->method, "GET") == 0;
        ok(get == (r->body_max == 0), "%s %s: what is sent has a limit, and GET takes nothing", r->method, r->path);
        ok(r->needs != NEEDS_SIGNATURE, "%s %s: signatures are for the other origin", r->method, r->path);
    }
    for (size_t i = 0; i < n_routes_pages; i++)
        ok(routes_pages[i].needs == NEEDS_SIGNATURE, "%s: on the origin of stored pages everything is signed",
           routes_pages[i].path);
    return tap_done();
}
