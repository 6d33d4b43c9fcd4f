/* robots.txt: the examples of RFC 9309, and what files in the wild look like. */
#include "fetch/robots.h"

#include "tests/tap.h"

static bool allows(const char *file, const char *agent, const char *path)
{
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);
    robots_read(str_of(file), str_of(agent), &rules);
    return robots_allows(buf_str(&rules), str_of(path), NULL);
}

static const char groups[] = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"
                             "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"
                             "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n"
                             "User-Agent: quxbot\n\nUser-agent: barbot/2.0\nDisallow: /second\n";

static const struct {
    const char *file, *agent, *path;
    bool allowed;
    const char *what;
} cases[] = {
    { groups, "weft", "/publications/x.gif", true, "RFC 9309, 5.1: the longer pattern wins" },
    { groups, "weft", "/x.gif", false, "a pattern with * and $" },
    { groups, "weft", "/x.gif?y", true, "$ is the end" },
    { groups, "weft", "/example/a", false, "a prefix" },
    { groups, "foobot", "/example/page.html", true, "an own group" },
    { groups, "foobot", "/else", false, "with its own rules" },
    { groups, "FooBot", "/else", false, "names have no case" },
    { groups, "barbot", "/example/page.html", false, "two names for one group" },
    { groups, "bazbot", "/example/page.html", false, "both of them" },
    { groups, "bazbot", "/example/", true, "a group of one's own hides *" },
    { groups, "barbot", "/second", false, "two groups with one name are one" },
    { groups, "bazbot", "/second", true, "only for that name" },
    { groups, "quxbot", "/example/", true, "a group without rules: all is allowed" },
    { "", "weft", "/", true, "an empty file" },
    { "User-agent: *\nDisallow: /", "weft", "/", false, "everything" },
    { "User-agent: *\nDisallow: /", "weft", "/robots.txt", true, "but robots.txt" },
    { "User-agent: *\nDisallow:", "weft", "/x", true, "an empty Disallow forbids nothing" },
    { "Disallow: /", "weft", "/x", true, "rules before any group count for no one" },
    { "User-agent: *\nDisallow: /example/page\nAllow: /example/page", "weft", "/example/page", true,
      "RFC 9309, 5.2: at a tie allow" },
    { "user-agent : *\r\ndisallow : /x # why\r\n", "weft", "/x", false, "blanks, CRLF and comments" },
    { "\xef\xbb\xbfUser-agent: *\rDisallow: /x\r", "weft", "/x", false, "a byte order mark, and CR alone" },
    { "User-agent: *\nSitemap: http://a/\nDisallow: /x", "weft", "/x", false, "a sitemap ends no group" },
    { "User-agent: a\nSitemap: x\nUser-agent: weft\nDisallow: /x", "a", "/x", false, "nor does it part two names" },
    { "User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar", "weft", "/foo/bar?baz=https://foo.bar", false, "a query" },
    { "User-agent: *\nDisallow: /foo/bar/\xe3\x83\x84", "weft", "/foo/bar/%E3%83%84", false,
      "RFC 9309, 2.2.2: octets are escaped" },
    { "User-agent: *\nDisallow: /foo/bar/%e3%83%84", "weft", "/foo/bar/%E3%83%84", false, "without regard to case" },
    { "User-agent: *\nDisallow: /foo/bar/%62%61%7A", "weft", "/foo/bar/baz", false, "what needs no escape has none" },
    { "User-agent: *\nDisallow: /a%2Fb", "weft", "/a/b", true, "an escaped slash is no slash" },
    { "User-agent: *\nDisallow: /*/x", "weft", "/a/b/x", false, "* is any run" },
    { "User-agent: *\nDisallow: /a*b*c$", "weft", "/aXbXbXc", false, "several" },
    { "User-agent: *\nDisallow: /a*b*c$", "weft", "/aXbXcX", true, "that must end" },
    { "User-agent: *\nDisallow: /abc$", "weft", "/abcd", true, "$ without *" },
    { "User-agent: *\nDisallow: x", "weft", "/x", false, "a path without its slash" },
    { "User-agent: weftbot\nDisallow: /", "weft", "/", true, "a longer name is another" },
    { "User-agent: weft/1.0 (x)\nDisallow: /", "weft", "/", false, "what stands behind the name is ignored" },
    { "<html>404 not found: Disallow: /</html>", "weft", "/", true, "a page in its place" },
};

static void test_rest(void)
{
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);
    AUTO(buf) file = BUF((size_t)4 << 20);
    struct str rule;
    robots_read(STR("User-agent: *\nCrawl-delay: 2.5\nCrawl-delay: 1\nDisallow: /x\n"), STR("weft"), &rules);
    eq_int(robots_delay_ms(buf_str(&rules)), 2500, "Crawl-delay, the longest");
    ok(!robots_allows(buf_str(&rules), STR("/x/y"), &rule), "with a rule");
    eq_str(rule, STR("d /x"), "that is told");
    buf_clear(&rules);
    robots_read(STR("User-agent: *\nCrawl-delay: 99999999\n"), STR("weft"), &rules);
    eq_int(robots_delay_ms(buf_str(&rules)), ROBOTS_DELAY_MAX_MS, "an absurd delay is cut");
    buf_clear(&rules);
    robots_read(STR("User-agent: *\nCrawl-delay: -1\nCrawl-delay: x\n"), STR("weft"), &rules);
    eq_int(robots_delay_ms(buf_str(&rules)), 0, "one that is none is ignored");
    buf_add(&file, STR("User-agent: *\n"));
    while (file.len < ROBOTS_BYTES_MAX)
        buf_add(&file, STR("Disallow: /\xff*\xff$\n"));
    buf_add(&file, STR("Disallow: /late\n"));
    buf_clear(&rules);
    robots_read(buf_str(&file), STR("weft"), &rules);
    ok(!rules.over, "the rules of the largest file fit");
    ok(robots_allows(buf_str(&rules), STR("/late"), NULL), "what stands behind the limit is ignored");
}

static void test_sitemaps(void)
{
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);
    robots_read(
        STR("sitemap : https://a.org/one.xml # the first\nUser-agent: other\nDisallow: /\nSITEMAP:https://b.org/two.xml\r\nSitemap:\n"
            "Sitemap: with space.xml\n"),
        STR("weft"), &rules);
    struct str rest = buf_str(&rules), url;
    ok(robots_next_sitemap(&rest, &url) && str_eq(url, STR("https://a.org/one.xml")), "a sitemap is kept, whoever it is told to");
    ok(robots_next_sitemap(&rest, &url) && str_eq(url, STR("https://b.org/two.xml")), "and another");
    ok(!robots_next_sitemap(&rest, &url), "but nothing that is no address");
    ok(robots_allows(buf_str(&rules), STR("/"), NULL), "which forbids nothing");
    AUTO(buf) many = BUF(ROBOTS_RULES_MAX), kept = BUF(ROBOTS_RULES_MAX);
    for (int i = 0; i < 1000; i++)
        buf_addf(&many, "Sitemap: http://a/%d\n", i);
    robots_read(buf_str(&many), STR("weft"), &kept);
    unsigned n = 0;
    for (rest = buf_str(&kept); robots_next_sitemap(&rest, &url);)
        n++;
    eq_int(n, ROBOTS_SITEMAPS, "of very many the first");
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        ok(allows(cases[i].file, cases[i].agent, cases[i].path) == cases[i].allowed, "%s", cases[i].what);
    test_rest();
    test_sitemaps();
    return tap_done();
}
