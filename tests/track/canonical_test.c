/* One form for addresses that mean the same page, and none for those that may not. */
#include "track/canonical.h"

#include "base/buf.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static void test_forms(void)
{
    static const struct {
        const char *url, *want;
    } rows[] = {
        { "HTTP://Example.ORG:80/a/../b/./c", "http://example.org/b/c" },
        { "https://example.org:443", "https://example.org/" },
        { "https://example.org:8443/", "https://example.org:8443/" },
        { " http://example.org/#top ", "http://example.org/" },
        { "http://example.org/a?#top", "http://example.org/a?" },
        { "http://example.org/%7Eme/%c3%bc/%2fx", "http://example.org/~me/%C3%BC/%2Fx" },
        { "http://example.org/ü", "http://example.org/%C3%BC" },
        { "http://example.org/%4%31", "http://example.org/%4%31" },
        { "http://example.org/%zz%41", "http://example.org/%zzA" },
        { "http://example.org/?utm_source=x&id=3&UTM_medium=y", "http://example.org/?id=3" },
        { "http://example.org/?fbclid=x", "http://example.org/" },
        { "http://example.org/?b=2&a=1", "http://example.org/?b=2&a=1" },
        { "http://example.org/?a=%26&b", "http://example.org/?a=%26&b" },
        { "http://example.org/?a&&b", "http://example.org/?a&&b" },
        { "http://www.example.org/x/", "http://www.example.org/x/" },
        { "http://bücher.example/", "http://xn--bcher-kva.example/" },
        { "http://0x7f.1/", "http://127.0.0.1/" },
        { "file:///etc/motd", "file:///etc/motd" },
        { "mailto:me@example.org", "mailto:me@example.org" },
        { " not an address ", "not an address" },
        { "", "" },
    };
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct str got = canonical_url(&a, str_of(rows[i].url));
        eq_str(got, str_of(rows[i].want), rows[i].url);
        eq_str(canonical_url(&a, got), got, "and stays");
    }
}

static void test_parts(void)
{
    static const struct {
        const char *url, *host, *folder;
    } rows[] = {
        { "http://example.org/a/b.html?x=/y/", "example.org", "http://example.org/a/" },
        { "http://me:pw@example.org:81/", "example.org", "http://me:pw@example.org:81/" },
        { "http://[::1]:81/a", "::1", "http://[::1]:81/" },
        { "http://example.org", "example.org", "http://example.org" },
        { "http://a@b@c/", "c", "http://a@b@c/" },
        { "file:///etc/motd", "", "file:///etc/" },
        { "mailto:me", "", "mailto:me" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        eq_str(canonical_host(str_of(rows[i].url)), str_of(rows[i].host), "host");
        eq_str(canonical_folder(str_of(rows[i].url)), str_of(rows[i].folder), "folder");
    }
}

/* canonical(canonical(x)) = canonical(x) for addresses made of what is troublesome in them. */
static void test_idempotent(void)
{
    static const char *const pieces[] = { "%", "4", "31", "%2",  "%2e", "/", "..", ".",  "?",   "&", "utm_a=",
                                          "=", "#", "a",  "%C3", "ü",   ":", "@",  "\\", "%25", "+", " " };
    struct random r = { 3 };
    unsigned failed = 0;
    for (int i = 0; i < 20000; i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) url = BUF(1000);
        buf_add(&url, random_below(&r, 4) ? STR("http://example.org/") : STR("http:"));
        for (uint32_t n = random_below(&r, 12); n; n--)
            buf_add(&url, str_of(pieces[random_below(&r, ARRAY_LEN(pieces))]));
        struct str once = canonical_url(&a, buf_str(&url)), twice = canonical_url(&a, once);
        if (!str_eq(once, twice) && ++failed < 5)
            printf("# %.*s: %.*s: %.*s\n", STR_ARG(buf_str(&url)), STR_ARG(once), STR_ARG(twice));
    }
    eq_int(failed, 0, "the canonical form of a canonical form is itself");
}

int main(void)
{
    test_forms();
    test_parts();
    test_idempotent();
    return tap_done();
}
