/* The lines of a page, and what stands in each. */
#include "judge/page_lines.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

/* "words/links/images" of each line. */
static void has(const char *html, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(1024);
    struct page_lines lines;
    page_lines_find(&a, page_from(&a, str_of(html), STR("")), &lines);
    for (uint32_t i = 0; i < lines.n; i++) {
        const struct page_line *l = &lines.item[i];
        buf_addf(&b, "%s%u/%u/%u", i ? " " : "", l[1].word - l->word, l[1].link - l->link, l[1].image - l->image);
    }
    eq_str(buf_str(&b), str_of(want), html);
}

/* Whether the last lines of two pages count as the same. */
static bool same(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    struct page_lines was, is;
    page_lines_find(&a, page_from(&a, str_of(old), STR("https://a.org/")), &was);
    page_lines_find(&a, page_from(&a, str_of(new), STR("https://a.org/")), &is);
    return was.anchor[was.n - 1].hash == is.anchor[is.n - 1].hash;
}

int main(void)
{
    has("", "0/0/0");
    has("<p>One line", "2/0/0");
    has("<p>A sentence. And another.", "6/0/0");
    has("<p>One<p>two lines", "1/0/0 2/0/0");
    has("<p><a href=x>One</a><p>two <a href=y>lines</a>", "1/1/0 2/1/0");
    has("<p>One<p><img src=a.png>two", "1/0/0 2/0/1");
    has("<p>One<a href=x></a><p>two", "1/0/0 1/1/0");
    has("<p>One<p>two<a href=x></a>", "1/0/0 1/1/0");
    has("<a href=x></a>", "0/1/0");
    ok(same("<p>One <a href=x>two</a>", "<p>Zero<p>One <a href=x>two</a>"), "what stands before a line does not count");
    ok(!same("<p>One <a href=x>two</a>", "<p>One <a href=y>two</a>"), "another address does");
    ok(!same("<p>One <a href=x>two</a>", "<base href=/b/><p>One <a href=x>two</a>"), "as does what it stands on");
    ok(!same("<p>One <img src=x>", "<p>One <img src=y>"), "another picture");
    ok(!same("<p>One two", "<p>One three"), "and another word");
    return tap_done();
}
