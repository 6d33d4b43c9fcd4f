/* Which node of a snapshot a node of the page is: equal trees, and trees that scripts have changed. */
#include "segment/snapshot.h"

#include "tests/segment/sample.h"
#include "tests/tap.h"

static bool page_of(struct arena *a, struct symbols *symbols, const char *html, struct page *out)
{
    struct parse_source source = { .bytes = str_of(html), .content_type = STR("text/html; charset=utf-8") };
    return page_read(a, symbols, &source, STR(""), out, NULL) == 0;
}

/* The snapshot's node of the n-th element of a tag, in the page. */
static uint32_t match_of(const struct page *p, const uint32_t *match, const char *tag, unsigned n)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && str_eq(tag_name(p->dom.symbols, p->dom.node[i].tag), str_of(tag)) && n-- == 0)
            return match[i];
    return NONE - 1;
}

static void check(const char *html, const char *what, uint32_t p, uint32_t b)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct snapshot s;
    struct page page;
    symbols_open(&symbols, &a);
    if (!ok(snapshot_read(&a, STR(SNAPSHOT_SAMPLE), &s, NULL) == 0 && page_of(&a, &symbols, html, &page), "%s: read", what))
        return;
    uint32_t *match = NEW_ARRAY(&a, uint32_t, page.dom.n);
    ok(snapshot_match(&a, &s, &page, match, NULL) == 0, "%s: matched", what);
    eq_int(match[0], 2, "the root is the root");
    eq_int(match_of(&page, match, "p", 0), p, "the first p");
    eq_int(match_of(&page, match, "b", 0), b, "the first b");
    for (uint32_t i = 1; i < page.dom.n; i++)
        if (match[i] != NONE && match[page.dom.node[i].parent] != s.node[match[i]].parent) {
            ok(false, "%s: parents of matched nodes are matched", what);
            return;
        }
}

int main(void)
{
    check("<body><p class='a b'>caf\303\251 \360\237\230\200\n\"q\"<b>bold</b></p>", "the same page", 4, 7);
    check("<body><div>new</div><p class='a b'>other text <b>bold</b></p><p>x</p>", "more around it", 4, 7);
    check("<body><p>first</p><p class='a b'><b>bold</b></p>", "another p before it", NONE, 7);
    check("<body class=js><p class=c>text</p>", "classes changed, no b", 4, NONE - 1);
    check("<body><ul><li>nothing alike</ul>", "nothing but the body", NONE - 1, NONE - 1);
    return tap_done();
}
