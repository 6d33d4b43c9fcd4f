/* Links, images, tables, lists, headings, and what the head says. */
#include "page/page.h"

#include "base/limits.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

static struct str text_of(struct arena *a, const struct page *p, uint32_t node)
{
    return barred(a, p, p->first_word[node], p->first_word[p->dom.node[node].end]);
}

static void test_head(struct arena *a)
{
    const struct page *p = page_from(a,
                                     STR("<html lang=de-CH><head><title>\n One &amp;\n  two </title><title>no</title>"
                                         "<meta name=Description content=' What it is. '><meta name=description content=no>"
                                         "<body>x<svg><title>no</title></svg>"),
                                     STR(""));

    eq_str(p->title, STR("One & two"), "the first title, on one line");
    eq_str(p->description, STR("What it is."), "the first description");
    eq_str(p->language, STR("de-CH"), "the language");
    eq_str(p->base, STR(""), "no address, no base");
    eq_int(p->dom.node[p->body].tag, TAG_BODY, "the body");
    p = page_from(a, STR("<frameset><frame src=a></frameset>"), STR(""));
    eq_int(p->body, 0, "a page without body has its root for one");
    eq_int(p->title.len + p->description.len + p->language.len, 0, "a page that says nothing of itself");
}

static const struct {
    const char *html, *address, *base, *url, *what;
} base_row[] = {
    { "<a href=b.html>", "", "", "b.html", "nothing known: addresses stay as they are" },
    { "<a href=' b.html\n'>", "", "", "b.html", "... but trimmed" },
    { "<a href=b.html>", "https://a.org/d/p.html", "https://a.org/d/p.html", "https://a.org/d/b.html", "the page's address" },
    { "<base href=/e/><a href=b.html>", "https://a.org/d/p.html", "https://a.org/e/", "https://a.org/e/b.html",
      "a relative <base>" },
    { "<base href=http://c.org/><a href=b.html>", "", "http://c.org/", "http://c.org/b.html", "an absolute <base> alone" },
    { "<base href=/e/><a href=b.html>", "", "", "b.html", "a relative <base> alone is none" },
    { "<base href=data:,x><a href=b.html>", "https://a.org/", "https://a.org/", "https://a.org/b.html", "data: is no base" },
    { "<base target=x><base href=/1/><base href=/2/><a href=b>", "https://a.org/", "https://a.org/1/", "https://a.org/1/b",
      "the first <base> with an address" },
    { "<a href=#top>", "https://a.org/d?q", "https://a.org/d?q", "https://a.org/d?q#top", "a fragment" },
    { "<a href='javascript:void(0)'>", "https://a.org/", "https://a.org/", "javascript:void(0)", "what has a scheme of its own" },
    { "<a href>", "https://a.org/d", "https://a.org/d", "https://a.org/d", "an empty address is the page" },
    { "<a href='http://['>", "https://a.org/d", "https://a.org/d", "http://[", "what is no address stays as it is" },
};

static void test_base(struct arena *a)
{
    for (size_t i = 0; i < ARRAY_LEN(base_row); i++) {
        const struct page *p = page_from(a, str_of(base_row[i].html), str_of(base_row[i].address));

        eq_str(p->base, str_of(base_row[i].base), base_row[i].what);
        eq_str(p->n_links == 1 ? p->link[0].url : STR("not one link"), str_of(base_row[i].url), "... for a link");
    }
}

static void test_links_and_images(struct arena *a)
{
    const struct page *p =
        page_from(a,
                  STR("<a name=x>no</a><a href=1>one <b>link</b></a><map><area href=2></map><template><a href=no>"
                      "</template><img src=i.png alt='A b'><img><picture><source><img src=j></picture>"),
                  STR("http://h/"));

    eq_int(p->n_links, 2, "anchors and areas with an address; none out of templates");
    eq_str(text_of(a, p, p->link[0].node), STR("one|link"), "a link's words");
    eq_str(p->link[1].url, STR("http://h/2"), "an area's address");
    eq_int(p->n_images, 3, "images, in a picture too");
    eq_str(p->image[0].url, STR("http://h/i.png"), "an image's address");
    eq_str(p->image[0].alt, STR("A b"), "its description");
    eq_str(p->image[1].url, STR(""), "an image without address has none");
    eq_int(page_first_link(p, 0), 0, "the first link of the page");
    eq_int(page_first_link(p, p->link[1].node), 1, "of a link itself");
    eq_int(page_first_link(p, p->link[1].node + 1), 2, "behind it");
    eq_int(page_first_link(p, p->dom.n), p->n_links, "none at the end");
    eq_int(page_first_image(p, p->image[0].node + 1), 1, "and of the images");
    eq_int(page_first_image(p, p->dom.n), p->n_images, "none at the end");
}

static void test_tables(struct arena *a)
{
    const struct page *p = page_from(a,
                                     STR("<table><caption>k</caption><thead><tr><th>h1<th>h2<tbody><tr><td>a<td><table><tr><td>in"
                                         "</table><tr><td colspan=2>b<tfoot><tr></table><table></table>"),
                                     STR(""));

    eq_int(p->n_tables, 3, "three tables, one in another, one empty");
    eq_int(p->table[0].row_end - p->table[0].row, 4, "rows of head, body and foot");
    eq_int(p->table[1].row_end - p->table[1].row, 1, "the inner table has its own");
    eq_int(p->table[2].row_end - p->table[2].row, 0, "the empty one has none");
    eq_int(p->row[0].cell_end - p->row[0].cell, 2, "two cells");
    ok(p->cell[0].header && !p->cell[2].header, "th is a header, td is none");
    eq_str(text_of(a, p, p->cell[3].node), STR("in"), "the cell around the inner table");
    eq_int(p->row[3].cell_end - p->row[3].cell, 0, "a row without cells");
    eq_str(text_of(a, p, p->cell[p->row[p->table[1].row].cell].node), STR("in"), "the inner table's cell");
}

static void test_lists(struct arena *a)
{
    const struct page *p = page_from(
        a, STR("<ul><li>a<ol><li>b<li>c</ol><li>d</ul><dl><dt>t<dd>u<div><dt>v<dd>w</div></dl><menu><li>m</menu>"), STR(""));

    eq_int(p->n_lists, 4, "ul, ol, dl, menu");
    eq_int(p->list[0].item_end - p->list[0].item, 2, "items of the outer list");
    eq_int(p->list[1].item_end - p->list[1].item, 2, "items of the inner list");
    ok(!p->list[0].ordered && p->list[1].ordered && !p->list[2].ordered, "ol is ordered");
    eq_int(p->list[2].item_end - p->list[2].item, 4, "terms and details, in a group too");
    eq_str(text_of(a, p, p->item[p->list[0].item + 1]), STR("d"), "an item's words");
}

static void test_short_title(struct arena *a)
{
    AUTO(buf) html = BUF(KIB(16));
    buf_add(&html, STR("<title>x"));
    for (unsigned i = 0; i < KIB(4); i++)
        buf_add(&html, STR("\xc3\xa9"));
    const struct page *p = page_from(a, buf_str(&html), STR(""));
    eq_int(p->title.len, 1 + 2 * KIB(4), "a long title");
    eq_int(page_short_title(p).len, KIB(4) - 1, "its first 4 KiB, and no part of a letter");
}

static void test_headings(struct arena *a)
{
    const struct page *p = page_from(a, STR("<h1>a</h1><h6>b</h6><hgroup><h2>c</h2></hgroup>"), STR(""));

    eq_int(p->n_headings, 3, "headings");
    ok(p->heading[0].level == 1 && p->heading[1].level == 6 && p->heading[2].level == 2, "their levels");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    test_head(&a);
    test_base(&a);
    test_links_and_images(&a);
    test_tables(&a);
    test_lists(&a);
    test_short_title(&a);
    test_headings(&a);
    return tap_done();
}
