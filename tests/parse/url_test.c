/* Addresses made absolute: the examples of RFC 3986, section 5.4, as the WHATWG rules have them, and hostile ones. */
#include "parse/url.h"

#include "tests/tap.h"

static const struct {
    const char *base, *reference, *want;
} row[] = {
    { "http://a/b/c/d;p?q", "g:h", "g:h" },
    { "http://a/b/c/d;p?q", "g", "http://a/b/c/g" },
    { "http://a/b/c/d;p?q", "./g", "http://a/b/c/g" },
    { "http://a/b/c/d;p?q", "g/", "http://a/b/c/g/" },
    { "http://a/b/c/d;p?q", "/g", "http://a/g" },
    { "http://a/b/c/d;p?q", "//g", "http://g/" },
    { "http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y" },
    { "http://a/b/c/d;p?q", "g?y", "http://a/b/c/g?y" },
    { "http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q#s" },
    { "http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y" },
    { "http://a/b/c/d;p?q", "", "http://a/b/c/d;p?q" },
    { "http://a/b/c/d;p?q", "../../../g", "http://a/g" },
    { "http://a/b/c/d;p?q", "g#s/../x", "http://a/b/c/g#s/../x" },
    { "http://a/b", " \t\ng h\r\n ", "http://a/g%20h" },
    { "http://a/b", "a\n\tb", "http://a/ab" },
    { "http://a/b", "\\x\\y", "http://a/x/y" },
    { "HTTP://EXAMPLE.org:80/x/", "y", "http://example.org/x/y" },
    { "https://b\xc3\xbc"
      "cher.example/",
      "\xc3\xbc?\xc3\xbc#\xc3\xbc", "https://xn--bcher-kva.example/%C3%BC?%C3%BC#%C3%BC" },
    { "http://a/b", "mailto:x@y.z", "mailto:x@y.z" },
    { "http://a/b", "javascript:alert(1)", "javascript:alert(1)" },
    { "http://a/b", "data:text/plain,x y", "data:text/plain,x y" },
    { "http://a/b", "http://[::1", "http://[::1" },
    { "http://a/b", "http://1.2.3.256/", "http://1.2.3.256/" },
    { "http://a/b", "http://0x7f.1/", "http://127.0.0.1/" },
    { "file:///d/e.html", "f.html", "file:///d/f.html" },
    { "", " x ", "x" },
    { "not an address", " x ", "x" },
    { "/relative/", "x", "x" },
    { "data:text/html,x", "y", "y" },
    { "data:text/html,x", "http://h", "http://h/" },
};

static void test_reuse(struct arena *a)
{
    AUTO(url_base) b;

    url_base_open(&b, STR("https://a.org/d/e"));
    for (unsigned i = 0; i < 3; i++) {
        eq_str(url_base_resolve(&b, a, STR("f")), STR("https://a.org/d/f"), "one base, many addresses");
        eq_str(url_base_resolve(&b, a, STR("http://[")), STR("http://["), "a bad one between them does no harm");
    }
}

static void test_long(struct arena *a)
{
    size_t n = 1 << 20;
    char *bytes = NEW_ARRAY(a, char, n);

    memset(bytes, 'x', n);
    struct str got = url_resolve(a, STR("http://h/"), (struct str){ bytes, n });
    ok(got.len == n && got.ptr == bytes, "an address of a megabyte stays as it is");
    ok(url_resolve(a, STR("http://h/"), (struct str){ bytes, 1000 }).len == 1009, "one of a kilobyte is resolved");
    for (size_t i = 0; i < n; i++)
        bytes[i] = "a/../"[i % 5];
    eq_str(url_resolve(a, STR("http://h/"), (struct str){ bytes, 10000 }), STR("http://h/"), "ten thousand bytes of ups and downs");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(url_resolve(&a, str_of(row[i].base), str_of(row[i].reference)), str_of(row[i].want), "an address made absolute");
    ok(url_is_base(STR("https://a.org")), "an address is a base");
    ok(!url_is_base(STR("/a")) && !url_is_base(STR("")) && !url_is_base(STR("mailto:a@b")), "these are none");
    test_reuse(&a);
    test_long(&a);
    return tap_done();
}
