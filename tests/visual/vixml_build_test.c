/* A page to its document: what belongs to which block, what a link is called, and that the page is not needed any more. */
#include "segment/block.h"
#include "visual/vixml.h"
#include "tests/generate.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"

static void read_page(struct arena *a, struct str html, struct page *out)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct err e = { 0 };
    struct parse_source source = { .bytes = html };
    symbols_open(symbols, a);
    if (page_read(a, symbols, &source, STR("http://example.test/a/"), out, &e)) {
        printf("Bail out! %s\n", e.text);
        exit(2);
    }
}

static uint32_t find_tag(const struct page *p, uint32_t tag, uint32_t from)
{
    while (from < p->dom.n && p->dom.node[from].tag != tag)
        from++;
    return from;
}

/* The page as one block with two leaves: its first two div elements. */
static struct vixml *two_leaves(struct arena *a, const char *html)
{
    struct page *p = NEW(a, struct page);
    struct blocks b = { .page = p, .width = 1366, .height = 99.6f };
    struct vixml *x = NEW(a, struct vixml);
    struct err e = { 0 };

    read_page(a, str_of(html), p);
    b.node = NEW_ARRAY(a, uint32_t, 2);
    b.node[0] = find_tag(p, TAG_DIV, 0);
    b.node[1] = find_tag(p, TAG_DIV, p->dom.node[b.node[0]].end);
    b.n_nodes = 2;
    b.block = NEW_ARRAY(a, struct block, 3);
    b.n = 3;
    b.block[0] = (struct block){ .end = 3, .box = { 0, 0, 1366, 99.6f }, .doc = 1, .importance = 1 };
    b.block[1] = (struct block){ .end = 2, .node = 0, .node_end = 1, .box = { 0.4f, 1.5f, 2, 3 }, .doc = 9, .importance = 0.25f };
    b.block[2] = (struct block){ .end = 3, .node = 1, .node_end = 2, .doc = 10, .importance = 0.75f };
    if (vixml_build(a, &b, STR("V1"), x, &e))
        printf("# %s\n", e.text);
    return x;
}

static void test_content(void)
{
    AUTO(arena) a = { 0 };
    struct vixml *x =
        two_leaves(&a, "<!DOCTYPE html><title> A  title </title><body><div>Some <b>words</b> and <a href=b>a  link</a>, then more."
                       "<img src=i.png alt='a picture'><p hidden>not seen <a href=c>d</a></p></div>"
                       "<div><a href=/x><img src=j.png alt='in a link'></a><a href=y title=named><i></i></a>last</div></body>");
    eq_str(x->title, STR("A title"), "the title");
    eq_str(x->url, STR("http://example.test/a/"), "the address");
    eq_str(x->layout, STR("estimate"), "where the boxes come from");
    eq_int(x->n, 4, "the document, the page, two leaves");
    eq_str(x->block[2].ref, STR("1.1"), "a ref");
    eq_str(x->block[2].text, STR("Some words and , then more."), "the words outside links");
    eq_int(x->block[2].image - x->block[2].link, 1, "links that are seen");
    eq_str(x->item[0].name, STR("a link"), "a link's words are its name");
    eq_str(x->item[0].address, STR("http://example.test/a/b"), "absolute");
    eq_str(x->item[1].name, STR("a picture"), "an image's description");
    eq_str(x->item[2].name, STR("in a link"), "a link that is a picture");
    eq_str(x->item[3].name, STR("named"), "a link with a title alone");
    eq_str(x->block[3].text, STR("last"), "the second text");
    const struct vixml_face *f = &x->block[2].face;
    ok(f->x == 0 && f->y == 2 && f->w == 2 && f->h == 3 && f->doc == 9 && f->ppm == 250000, "place and weight");
    eq_int(x->block[0].face.h, 100, "the size of the page");
    ok(x->positional && vixml_check(x) == NULL, "a document that holds");
}

static void test_data_address(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) html = BUF(1 << 16);
    buf_add(&html, STR("<div><img src='data:image/png;base64,"));
    for (unsigned i = 0; i < 1000; i++)
        buf_add(&html, STR("AAAA"));
    buf_add(&html, STR("'></div><div><img src='data:,x'></div>"));
    buf_add_char(&html, '\0');
    struct vixml *x = two_leaves(&a, html.ptr);
    ok(str_starts(x->item[0].address, STR("data:image/png;xxh3=")) && x->item[0].address.len == 36,
       "a picture in an address is a hash");
    eq_str(x->item[1].address, STR("data:,x"), "a short one stays");
}

/* Every generated page, cut by weft itself: the document holds, is the same after writing and reading, and says every word once. */
static bool page_holds(uint64_t seed)
{
    AUTO(arena) a = { 0 };
    struct random r = { .state = seed };
    struct page p;
    struct layout layout;
    struct blocks blocks;
    struct vixml x, again;
    struct err e = { 0 };

    read_page(&a, sketch_html(&a, random_page(&a, &r, 300)), &p);
    if (layout_estimate(&a, &p, &layout, &e) || segment_page(&a, &p, &layout, BLOCK_PDOC, &blocks, &e)
        || vixml_build(&a, &blocks, STR(""), &x, &e) || vixml_check(&x))
        return false;
    uint32_t n_links = 0;
    for (uint32_t i = 0; i < x.n; i++)
        n_links += x.block[i].image - x.block[i].link;
    if (x.n != blocks.n + 1 || n_links > p.n_links || vixml_read(&a, written(&a, &x), &again, &e))
        return false;
    return vixml_state(&again) == vixml_state(&x);
}

/* A link around two leaves. */
static void test_link_around(void)
{
    AUTO(arena) a = { 0 };
    struct page *p = NEW(&a, struct page);
    struct layout layout;
    struct blocks b;
    struct vixml x;
    struct err e = { 0 };
    read_page(&a,
              STR("<p>Words above.</p><a href=/story><h2 style='margin:60px 0'>A headline</h2><p style='margin:60px 0'>What it is "
                  "about, in a line.</p></a>"),
              p);
    if (layout_estimate(&a, p, &layout, &e) || segment_page(&a, p, &layout, 10, &b, &e) || vixml_build(&a, &b, STR(""), &x, &e))
        abort();
    uint32_t head = block_of_node(&b, find_tag(p, TAG_H2, 0)), line = block_of_node(&b, find_tag(p, TAG_P, find_tag(p, TAG_H2, 0)));
    ok(head != line, "the headline and the line below it are two leaves");
    eq_int(x.n_items, 1, "the link is there once");
    eq_str(x.item[0].name, STR("A headline"), "named by the words of the first");
    ok(x.block[head + 1].text.len == 0 && x.block[head + 1].image - x.block[head + 1].link == 1, "whose words they are");
    eq_str(x.block[line + 1].text, STR("What it is about, in a line."), "the second keeps its text");
}

int main(void)
{
    unsigned n = 0;
    test_content();
    test_link_around();
    test_data_address();
    for (uint64_t seed = 1; seed <= 100; seed++)
        n += page_holds(seed);
    eq_int(n, 100, "documents of generated pages");
    return tap_done();
}
