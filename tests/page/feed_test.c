/* Feeds as people read them. */
#include "page/feed.h"

#include "page/body.h"
#include "tests/page/check.h"
#include "tests/tap.h"

#define RSS(inside) "<?xml version='1.0'?><rss version='2.0'><channel>" inside "</channel></rss>"

static void read_feed(struct arena *a, struct symbols *symbols, const char *text, struct page *out)
{
    symbols_open(symbols, a);
    if (body_read_as(a, symbols, &(struct body){ .bytes = str_of(text) }, KIND_MARKUP, out, NULL))
        ok(false, "the feed is read");
}

static void check_feed(const char *text, enum page_kind kind, const char *want, const char *what)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(1 << 16);
    struct symbols symbols;
    struct page p;

    read_feed(&a, &symbols, text, &p);
    page_text(&p, &out);
    ok(p.kind == kind, "%s", what);
    eq_str(str_of(page_check(&p)), STR(""), "... the model holds");
    eq_str(buf_str(&out), str_of(want), "... its text");
}

static void test_entry(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page p;

    read_feed(&a, &symbols,
              RSS("<title>News</title><item><title>One</title><link> http://h/1 </link><description>&lt;p&gt;a &lt;img src=x&gt;"
                  "&lt;/div&gt; b</description></item>"),
              &p);
    ok(p.n_headings == 2 && p.heading[0].level == 1 && p.heading[1].level == 2, "titles are headings");
    ok(p.n_links == 1 && str_eq(p.link[0].url, STR("http://h/1")), "an entry's leads to it");
    ok(p.n_images == 1, "HTML in a text is HTML");
}

int main(void)
{
    check_feed(
        RSS("<title>News</title><ttl>60</ttl><item><title>Fish &amp;amp; chips</title><guid>7</guid><pubDate>Monday</pubDate>"
            "<description><![CDATA[<b>a</b> </item></rss> c]]></description></item>"),
        KIND_FEED, "News\nFish & chips\nMonday\na c\n", "RSS");
    check_feed(
        "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>News</title><id>1</id><entry><title>One</title>"
        "<link rel='self' href='/s'/><link href='/1'/><updated>Monday</updated><summary type='html'>x &amp;lt;3 y</summary></entry></feed>",
        KIND_FEED, "News\nOne\nMonday\nx <3 y\n", "Atom");
    check_feed("<?xml version='1.0'?><a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:title>News</a:title></a:feed>", KIND_FEED,
               "News\n", "with a prefix");
    check_feed("<?xml version='1.0'?><list><item>a</item></list>", KIND_MARKUP, "a\n", "other XML is none");
    check_feed("<rss><p>a</rss>", KIND_MARKUP, "a\n", "nor is broken XML");
    test_entry();
    return tap_done();
}
