/* Addresses as a reader takes them. Every row is one that real sites write, with other names. */
#include "compare/addresses.h"

#include "tests/tap.h"

static const char *name_of(unsigned class)
{
    return class == CLASS_SAME ? "same" : class_name((enum change_class) class);
}

static void eq_link(const char *was, const char *now, const char *want)
{
    eq_str(str_of(name_of(class_of_address(ADDRESS_LINK, str_of(was), str_of(now)))), str_of(want), now);
    eq_str(str_of(name_of(class_of_address(ADDRESS_LINK, str_of(now), str_of(was)))), str_of(want), "and back");
}

static void eq_picture(const char *was, const char *now, const char *want)
{
    eq_str(str_of(name_of(class_of_address(ADDRESS_PICTURE, str_of(was), str_of(now)))), str_of(want), now);
    eq_str(str_of(name_of(class_of_address(ADDRESS_PICTURE, str_of(now), str_of(was)))), str_of(want), "and back");
}

static void test_links(void)
{
    eq_link(" /a ", "/a", "same");
    eq_link("/a", "/b", "content");
    eq_link("/a/b", "/a", "content");
    eq_link("http://a.org/x", "https://a.org/x", "machinery");
    eq_link("//a.org", "https://A.org/", "machinery");
    eq_link("https://a.org/x", "https://b.org/x", "content");
    eq_link("https://a.org/x", "/x", "machinery");
    eq_link("https://a.org/", "/", "content");
    eq_link("/terms", "/terms/", "machinery");
    eq_link("mailto:a@a.org", "mailto:b@a.org", "content");
    eq_link("mailto:%61@a.%6Frg", "mailto: a%40a.org", "machinery");
    eq_link("mailto:%61@a.org", "mailto:%62@a.org", "content");
    eq_link("tel:+49 30 1234", "tel:+49301234", "machinery");
    eq_link("tel:+49301234", "tel:+49301235", "content");
    eq_link("javascript:void(0)", "#", "machinery");
    eq_link("#one", "#two", "look");
    eq_link("/a#one", "/a#two", "content");
    eq_link("/a#_767rwxtn0l7j", "/a#_l8q1yc21jzme", "machinery");
    eq_link("/cdn-cgi/l/email-protection#d6b2a6b996babfb4beb3a4b9a5f8b0a4",
            "/cdn-cgi/l/email-protection#3f5b4f507f53565d575a4d504c11594d", "machinery");
    eq_link("/cdn-cgi/l/email-protection#d6b2a6b996babfb4beb3a4b9a5f8b0a4",
            "/cdn-cgi/l/email-protection#3f5b4f507f53565d575a4d504c11594e", "content");
}

static void test_parameters(void)
{
    eq_link("/a?x=1&y=2", "/a?y=2&x=1", "machinery");
    eq_link("/a?utm_source=b&x=1", "/a?x=1", "machinery");
    eq_link("/a?gclid=Cj0KCQ", "/a?gclid=EAIaIQ", "machinery");
    eq_link("/a?page=1", "/a?page=2", "content");
    eq_link("/a;jsessionid=B21042FE0A3127661079", "/a;jsessionid=434A1A29E995DB1A65FC", "machinery");
    eq_link("/watch?v=dQw4w9WgXcQ", "/watch?v=9bZkp7q19f0", "content");
    eq_link("/a?did=e3c940f9-ded6-4d73-9121-24c9e2859373", "/a?did=950303fb-ed74-42dc-b15b-5ca8a845c555", "machinery");
    eq_link("/a?id=e3c940f9-ded6-4d73-9121-24c9e2859373", "/a?id=950303fb-ed74-42dc-b15b-5ca8a845c555", "content");
    eq_link("/a?from=2025-12-11+13%3A30%3A02", "/a?from=2025-12-12+01%3A30%3A02", "machinery");
    eq_link("/a?from=2025-12-11", "/a?from=2025-12-12", "content");
    eq_link("/a?q=weather", "/a?q=news", "content");
}

static void test_pictures(void)
{
    eq_picture("/a.png", "/b.png", "content");
    eq_picture("/a.png?v=123", "/a.png?v=124", "machinery");
    eq_picture("/a.png?cdnVersion=3166", "/a.png?cdnVersion=3173", "machinery");
    eq_picture("/a.png?181bc5b43b7af147", "/a.png?99fbc5b4ab7af1aa", "machinery");
    eq_picture("/a.png?w=100&q=80", "/a.png?w=200&q=80", "look");
    eq_picture("https://maps.org/?q=Berlin", "https://maps.org/?q=Bonn", "content");
    eq_picture("/photo-300x200.jpg", "/photo-1024x768.jpg", "look");
    eq_picture("/t/24x24/photo.jpg", "/t/48x48/photo.jpg", "look");
    eq_picture("https://i1.a.org/x/logo.png", "https://i2.a.org/x/logo.png", "machinery");
    eq_picture("https://a.org/logo.png", "https://b.org/logo.png", "content");
    eq_picture("/static/3f9ac21b/img/logo.svg", "/static/725db18e/img/logo.svg", "machinery");
    eq_picture("/build-63334/img/logo.svg", "/build-64392/img/logo.svg", "machinery");
    eq_picture("/v1686792086381/women.jpg", "/v1687352074909/women.jpg", "machinery");
    eq_picture("/products/12345/front.jpg", "/products/54321/front.jpg", "content");
    eq_picture("/3f9ac21b/cover.jpg", "/725db18e/cover.jpg", "content");
    eq_picture("/logo.3f9ac21b.svg", "/logo.725db18e.svg", "machinery");
    eq_picture("/close-DKWv6jEg.svg", "/close-B2xjs81Q.svg", "machinery");
    eq_picture("/iPhone12Pro.png", "/iPhone13Pro.png", "content");
    eq_picture("/f4fb2399-bad0-4601-85d5-01f360c4a828.jpeg", "/0f780c14-83a8-4d51-b3e0-922895adc272.jpeg", "content");
    eq_picture("/cases-2022-10-10.png", "/cases-2022-10-24.png", "content");
    eq_picture("/cases-20221010.png", "/cases-20221024.png", "content");
    eq_picture("data:image/gif;base64,R0lGOD", "/a.png", "machinery");
    eq_picture("/frame#a=1", "/frame#a=2", "machinery");
}

static void test_sets(void)
{
    const struct str set = STR("a.png 1x, b.png 2x");

    eq_int(class_of_addresses(set, STR("a.png 1x,b.png 2x")), CLASS_MACHINERY, "other gaps in a set");
    eq_int(class_of_addresses(set, STR("a.png?v=2 1x, b.png?v=2 2x")), CLASS_MACHINERY, "another version of all");
    eq_int(class_of_addresses(set, STR("a.png 1x")), CLASS_LOOK, "fewer sizes");
    eq_int(class_of_addresses(set, STR("c.png 1x, b.png 2x")), CLASS_CONTENT, "another picture");
    eq_int(class_of_addresses(set, set), CLASS_SAME, "the same set");
    ok(!emails_alike(STR("d6b2"), STR("d6")) && !emails_alike(STR("zzzz"), STR("zzzz")), "digits that are none hide no mail");
}

static void test_here(void)
{
    eq_int(class_of_address(ADDRESS_LINK, STR("./a.html"), STR("a.html")), CLASS_MACHINERY, "./ is where one is");
    eq_int(class_of_address(ADDRESS_LINK, STR("./a.html"), STR("b.html")), CLASS_CONTENT, "another file beside it is another");
    eq_int(class_of_address(ADDRESS_LINK, STR("../a.html"), STR("a.html")), CLASS_CONTENT, "../ is elsewhere");
}

int main(void)
{
    test_here();
    test_links();
    test_parameters();
    test_pictures();
    test_sets();
    return tap_done();
}
