/* The main content as a page: what is written, what never is. */
#include "show/article.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

#define LONG "This is a paragraph that is long enough to be one, with a comma and a full stop. "

static struct str show(struct arena *a, const char *html)
{
    AUTO(buf) out = BUF(1 << 20);
    struct content c;
    struct str text;

    if (content_find(a, page_from(a, str_of(html), STR("https://a.org/x/")), &c, NULL) || article_show(&c, &out, NULL)
        || buf_take(&out, a, &text, NULL))
        abort();
    return text;
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct str text =
        show(&a, "<html lang='x\"y'><title>A &lt;b&gt; title</title><p>" LONG
                 "<a href=b.html>a <b>link</b></a> and <a href='javascript:evil()'>no link</a>, <a href='tel:1'>call</a>.</p>"
                 "<img src='file://other.example/x.png'>"
                 "<img src=p.png alt='A \"picture\"'><ul><li>first</ul><p>" LONG "</p><script>evil()</script><p>" LONG
                 "&lt;script&gt;</p>");

    ok(has(text, "<h1>A &lt;b&gt; title</h1>"), "the title is a heading");
    ok(has(text,
           "<a href=\"https://a.org/x/b.html\" rel=\"noreferrer\">a </a><a href=\"https://a.org/x/b.html\" rel=\"noreferrer\"><strong>link</strong></a>")
           || has(text, "<a href=\"https://a.org/x/b.html\" rel=\"noreferrer\">a"),
       "links are links");
    ok(!has(text, "javascript:") && has(text, "no link"), "but none that runs");
    ok(has(text, "href=\"tel:1\"") && !has(text, "other.example"), "addresses go by the table that all pages go by");
    ok(has(text, "<img src=\"https://a.org/x/p.png\" alt=\"A &quot;picture&quot;\">"), "pictures");
    ok(has(text, "<ul>\n<li>first</li>\n</ul>"), "a list is a list");
    ok(!has(text, "evil") && !has(text, "<script"), "no script");
    ok(has(text, "&lt;script&gt;") && has(text, "lang=\"x&quot;y\""), "text and attributes are escaped");
    text = show(&a, "<p>" LONG "</p><table><tr><th>County<th>Cases<tr><td>Albany<td>15<br>2</table><p>" LONG);
    ok(has(text, "<table><tr><td>County</td><td>Cases</td></tr>\n<tr><td>Albany</td><td>"), "a table is a table");
    ok(has(text, "</td></tr></table>\n<p>"), "and ends where it ends");
    ok(has(show(&a, ""), "<article>\n</article>"), "an empty page is an empty article");
    return tap_done();
}
