/* Addresses as people type them. */
#include "archive/address.h"

#include "tests/tap.h"

int main(void)
{
    static const struct {
        const char *typed, *meant;
    } rows[] = {
        { "example.org", "https://example.org/" },
        { "  example.org/news ", "https://example.org/news" },
        { "http://Example.org:80/a/../b", "http://example.org/b" },
        { "https://example.org/?utm_source=x&a=1", "https://example.org/?a=1" },
        { "example.org:8080/x", "https://example.org:8080/x" },
        { "example.org/a:b", "https://example.org/a:b" },
        { "http://intranet/x", "http://intranet/x" },
        { "localhost:8000", "https://localhost:8000/" },
        { "http://[::1]:8000/", "http://[::1]:8000/" },
        { "", NULL },
        { "not an address", NULL },
        { "word", NULL },
        { "https://not an address/", NULL },
        { "https://a,b/", NULL },
        { "javascript:alert(1)", NULL },
        { "javascript://x/%0aalert(1)", NULL },
        { "ftp://example.org/", NULL },
        { "https://", NULL },
        { "data:text/html,x", NULL },
        { "http://example.org:99999/", NULL },
        { "http://example.org:port/", NULL },
        { "http://[::1]:99999/", NULL },
    };
    AUTO(arena) a = { 0 };
    struct caller user = { .who = { 1, STR("u"), ROLE_USER }, .arena = &a },
                  admin = { .who = { 2, STR("a"), ROLE_ADMIN }, .arena = &a };
    struct str out;
    struct err e;

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        int failed = address_read(&user, str_of(rows[i].typed), &out, &e);
        if (rows[i].meant)
            eq_str(failed ? str_of(e.text) : out, str_of(rows[i].meant), rows[i].typed);
        else
            ok(failed == E_USAGE, "\"%s\" is refused", rows[i].typed);
    }
    ok(address_read(&user, STR("file:///etc/passwd"), &out, &e) == E_DENIED, "a user may not name files of the machine");
    ok(address_read(&admin, STR("file:///etc/passwd"), &out, &e) == 0, "an administrator may");
    return tap_done();
}
