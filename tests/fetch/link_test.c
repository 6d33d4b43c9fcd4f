/* Addresses: normal forms, origins, references, and what is none. */
#include "fetch/link.h"

#include "tests/tap.h"

static const struct {
    const char *reference, *base, *url, *origin;
} cases[] = {
    { "http://Example.ORG", "", "http://Example.ORG/", "http://example.org:80" },
    { "HTTPS://a.org:8443/x?y#z", "", "https://a.org:8443/x?y", "https://a.org:8443" },
    { "  http://a.org/x  ", "", "http://a.org/x", "http://a.org:80" },
    { "http://u:p%40@a.org/x", "", "http://a.org/x", "http://a.org:80" },
    { "/b?c", "http://a.org/x/y", "http://a.org/b?c", "http://a.org:80" },
    { "b", "http://a.org/x/y", "http://a.org/x/b", "http://a.org:80" },
    { "../b", "http://a.org/x/y/z", "http://a.org/x/b", "http://a.org:80" },
    { "?q", "http://a.org/x", "http://a.org/x?q", "http://a.org:80" },
    { "//b.org/c", "https://a.org/x", "https://b.org/c", "https://b.org:443" },
    { "http://b.org/c", "https://a.org/x", "http://b.org/c", "http://b.org:80" },
    { "http://[::1]:8080/", "", "http://[::1]:8080/", "http://[::1]:8080" },
    { "http://2130706433/", "", NULL, "http://127.0.0.1:80" },
    { "http://0x7f.1/", "", NULL, "http://127.0.0.1:80" },
    { "/a b", "http://a.org/", "http://a.org/a%20b", "http://a.org:80" },
};

static void test_parts(void)
{
    eq_str(link_path(STR("http://a.org/x?y")), STR("/x?y"), "path and query");
    eq_str(link_path(STR("http://a.org?y")), STR("?y"), "a query alone");
    eq_str(link_path(STR("http://a.org")), STR("/"), "none");
    eq_str(link_host(STR("http://a.org:80/x")), STR("a.org:80"), "host for people");
    eq_str(link_origin_host(STR("http://[::1]:80")), STR("[::1]"), "host of an origin");
    eq_str(link_scheme(STR("data:x")), STR("data"), "a scheme");
    eq_str(link_scheme(STR("/a:b")), STR(""), "none");
    eq_str(link_scheme(STR("1a:b")), STR(""), "nor is this one");
}

static void test_proxies(void)
{
    static const struct {
        const char *proxy;
        bool fine;
    } proxies[] = {
        { "", true },
        { "http://proxy.test:3128", true },
        { "HTTPS://proxy.test", true },
        { "socks5h://ann:geheim@127.0.0.1:9050", true },
        { "socks4a://127.0.0.1:9050", true },
        { "proxy.test:3128", true },
        { "foo://ann:geheim@proxy.test:1", false },
        { "://proxy.test", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(proxies); i++) {
        struct err e = { 0 };
        int code = link_check_proxy(str_of(proxies[i].proxy), &e);
        ok(proxies[i].fine ? code == 0 : code == E_USAGE && strstr(e.text, "socks5h://"), "proxy %s: %s", proxies[i].proxy, e.text);
        ok(!strstr(e.text, "geheim"), "no password is told");
    }
}

/* An address in its normal form is not given to libcurl, unless it is read against another: both ways give the same. */
static void test_plain(const struct curl *c)
{
    static const char *const part[] = { "http://", "https://",  "Http://",  "a",    "b.org", "1",       "10",  "0",
                                        "255.",    "127.0.0.1", "x-1.test", "0x7f", ".",     "..",      ":",   "80",
                                        "080",     ":8080",     "65536",    "@",    "/",     "/./",     "/..", "?q=1",
                                        "#top",    "%41",       " ",        "\\",   "[::1]", "\xc3\xa4" };
    uint64_t state = 7;
    unsigned n_fine = 0, n_differ = 0;
    for (int i = 0; i < 40000; i++) {
        AUTO(buf) text = BUF(256);
        for (int k = 0; k < 2 + i % 6; k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            buf_add(&text, str_of(part[k == 0 ? (state >> 40) % 2 : (state >> 40) % ARRAY_LEN(part)]));
        }
        AUTO(fetch_link) l;
        AUTO(fetch_link) other;
        enum link_fault fault = link_read(&l, c, buf_str(&text), STR("")),
                        slow = link_read(&other, c, buf_str(&text), STR("http://other.test/x"));
        bool same =
            fault == slow
            && (fault != LINK_FINE || (str_eq(l.url, other.url) && str_eq(l.origin, other.origin) && str_eq(l.user, other.user)));
        n_fine += fault == LINK_FINE;
        n_differ += !same;
        if (!same && n_differ < 10)
            ok(false, "%.*s: %d %.*s, %d %.*s", STR_ARG(buf_str(&text)), fault, STR_ARG(l.url), slow, STR_ARG(other.url));
    }
    ok(n_differ == 0 && n_fine > 1000, "%u addresses are read alike", n_fine);
}

int main(void)
{
    static const char *const bad[] = {
        "", "a.org", "/x", "http://", "http://a b/", "http://[::1/", "http://a.org:99999/", "http://a.org:x/"
    };
    static const char *const schemes[] = { "data:x", "javascript:x", "ftp://a/", "file:///x", "localhost:80/x", "mailto:a" };
    struct curl c = { 0 };
    struct err e = { 0 };
    if (curl_load(&c, &e)) {
        skip(e.text);
        return tap_done();
    }
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(fetch_link) l;
        bool fine = link_read(&l, &c, str_of(cases[i].reference), str_of(cases[i].base)) == LINK_FINE;
        ok(fine && str_eq(l.origin, str_of(cases[i].origin)), "%s: %s", cases[i].reference, cases[i].origin);
        if (cases[i].url)
            eq_str(fine ? l.url : STR(""), str_of(cases[i].url), cases[i].reference);
        AUTO(fetch_link) again;
        ok(fine && link_read(&again, &c, l.url, STR("")) == LINK_FINE && str_eq(again.url, l.url), "the normal form is stable");
    }
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        AUTO(fetch_link) l;
        eq_int(link_read(&l, &c, str_of(bad[i]), STR("")), LINK_BAD, bad[i]);
    }
    for (size_t i = 0; i < ARRAY_LEN(schemes); i++) {
        AUTO(fetch_link) l;
        eq_int(link_read(&l, &c, str_of(schemes[i]), STR("http://a.org/")), LINK_SCHEME, schemes[i]);
    }
    test_plain(&c);
    test_parts();
    test_proxies();
    return tap_done();
}
