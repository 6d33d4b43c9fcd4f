/* Ranges of bytes of elements: where they are given, they hold the element and nothing else. */
#include "fragment/source.h"

#include "tests/fragment/site.h"
#include "tests/generate.h"
#include "tests/tap.h"

static struct str range_of(struct arena *a, struct str html, uint32_t tag)
{
    struct page *p = NEW(a, struct page);
    *p = read_page(a, html);
    struct source_range *r = source_ranges(a, p);
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == tag)
            return str_sub(p->bytes, r[i].from, r[i].to);
    return STR("none");
}

static void test_by_hand(void)
{
    AUTO(arena) a = { 0 };
    static const struct {
        struct str html;
        uint32_t tag;
        struct str want;
    } rows[] = {
        { STR_INIT("<body>x<DIV class='a>b'><p>y</p></DIV >z"), TAG_DIV, STR_INIT("<DIV class='a>b'><p>y</p></DIV >") },
        { STR_INIT("<table><tr><td>1</td></tr></table>"), TAG_TD, STR_INIT("<td>1</td>") },
        { STR_INIT("<table><tr><td>1</td></tr></table>"), TAG_TBODY, STR_INIT("") },
        { STR_INIT("<ul><li>1<li>2</ul>"), TAG_LI, STR_INIT("") },
        { STR_INIT("<ul><li>1<li>2</ul>"), TAG_UL, STR_INIT("<ul><li>1<li>2</ul>") },
        { STR_INIT("<script>'<div>'</script><div>a</div>"), TAG_DIV, STR_INIT("<div>a</div>") },
        { STR_INIT("<!-- <div> --><div>a<!-- </div> --></div>b"), TAG_DIV, STR_INIT("<div>a<!-- </div> --></div>") },
        { STR_INIT("<p>a<div>b</div></p>"), TAG_P, STR_INIT("") },
        { STR_INIT("<table><div>out</div><tr><td>in</td></tr></table>"), TAG_TABLE, STR_INIT("") },
        { STR_INIT("<img src=x><br><section>s</section>"), TAG_IMG, STR_INIT("<img src=x>") },
        { STR_INIT("<div>never closed"), TAG_DIV, STR_INIT("") },
        { STR_INIT("<textarea><div></textarea><div>a</div>"), TAG_DIV, STR_INIT("<div>a</div>") },
        { STR_INIT("<a href=\"x\" title=a\"b><div>a</div></a>"), TAG_DIV, STR_INIT("<div>a</div>") },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        eq_str(range_of(&a, rows[i].html, rows[i].tag), rows[i].want, "its bytes");
}

/* Ranges nest, and the text of a range read by itself is the text of its element. */
static void test_law(void)
{
    struct random r = { 8 };
    unsigned given = 0, same = 0;

    for (unsigned turn = 0; turn < 40; turn++) {
        AUTO(arena) a = { 0 };
        struct str html = sketch_html(&a, random_page(&a, &r, 200));
        if (turn % 4 == 0)
            html = mangle_bytes(&a, &r, html, 1 + random_below(&r, 20));
        struct page p = read_page(&a, html);
        struct source_range *range = source_ranges(&a, &p);
        bool nested = true;
        for (uint32_t i = 1; i < p.dom.n; i++) {
            if (range[i].to == 0)
                continue;
            uint32_t up = p.dom.node[i].parent;
            nested &= range[i].to <= p.bytes.len && range[i].from < range[i].to;
            nested &= range[up].to == 0 || (range[up].from <= range[i].from && range[i].to <= range[up].to);
            if (p.dom.node[i].tag == TAG_P || p.dom.node[i].tag == TAG_SECTION) {
                struct page own = read_page(&a, str_sub(p.bytes, range[i].from, range[i].to));
                given++;
                same += own.n_words == p.first_word[p.dom.node[i].end] - p.first_word[i];
            }
        }
        if (!ok(nested, "page %u: ranges nest as elements do", turn))
            return;
    }
    ok(given > 100 && same * 100 >= given * 98, "%u of %u ranges have the words of their element", same, given);
}

/* Elements as authors and programs write them, each with the bytes that it is. */
static void test_markup(void)
{
    static const struct {
        const char *name;
        struct str html;
        uint32_t tag;
        struct str want;
    } rows[] = {
        { "attributes without quotes", STR_INIT("<div id=a class=b>x</div>y"), TAG_DIV, STR_INIT("<div id=a class=b>x</div>") },
        { "a bigger sign in double quotes", STR_INIT("<div title=\"a > b\">x</div>"), TAG_DIV,
          STR_INIT("<div title=\"a > b\">x</div>") },
        { "a line break in a tag", STR_INIT("<div\nid=a\n>x</div\n>"), TAG_DIV, STR_INIT("<div\nid=a\n>x</div\n>") },
        { "a stroke that means nothing", STR_INIT("<div/>x</div>"), TAG_DIV, STR_INIT("<div/>x</div>") },
        { "one in another of its kind", STR_INIT("<div>a<div>b</div>c</div>d"), TAG_DIV, STR_INIT("<div>a<div>b</div>c</div>") },
        { "other case at the end", STR_INIT("<Section>a</SECTION>"), TAG_SECTION, STR_INIT("<Section>a</SECTION>") },
        { "entities", STR_INIT("<p>a &lt;p&gt; &amp; b</p>c"), TAG_P, STR_INIT("<p>a &lt;p&gt; &amp; b</p>") },
        { "a tag in a value", STR_INIT("<img alt='<p>'><p>x</p>"), TAG_P, STR_INIT("<p>x</p>") },
        { "a tag in a style", STR_INIT("<style>p::after{content:'</p>'}</style><p>x</p>"), TAG_P, STR_INIT("<p>x</p>") },
        { "a tag in a title", STR_INIT("<title><p></title><p>x</p>"), TAG_P, STR_INIT("<p>x</p>") },
        { "an end tag that belongs to nobody", STR_INIT("<div>a</span>b</div>"), TAG_DIV, STR_INIT("<div>a</span>b</div>") },
        { "a paragraph that the next one ends", STR_INIT("<p>a<p>b</p>"), TAG_P, STR_INIT("") },
        { "an inline element that is torn", STR_INIT("<b>a<p>b</b>c</p>"), TAG_P, STR_INIT("") },
        { "a list", STR_INIT("<ol start=3><li>a</li><li>b</li></ol>"), TAG_OL, STR_INIT("<ol start=3><li>a</li><li>b</li></ol>") },
        { "a table that says its body", STR_INIT("<table><tbody><tr><td>a</td></tr></tbody></table>"), TAG_TBODY,
          STR_INIT("<tbody><tr><td>a</td></tr></tbody>") },
        { "a row that a cell ends", STR_INIT("<table><tr><td>a<tr><td>b</table>"), TAG_TR, STR_INIT("") },
        { "letters of more than one byte", STR_INIT("<h1>Ö</h1><p>ü €</p>ß"), TAG_P, STR_INIT("<p>ü €</p>") },
        { "a page of XML's kind",
          STR_INIT("<!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'><body><p>x</p></body></html>"), TAG_P,
          STR_INIT("<p>x</p>") },
        { "a drawing", STR_INIT("<svg width=1><path d='M0 0'/></svg>x"), TAG_SVG, STR_INIT("<svg width=1><path d='M0 0'/></svg>") },
        { "a comment that does not end well", STR_INIT("<div>a<!-- b --!>c</div>"), TAG_DIV, STR_INIT("") },
        { "nothing of the kind", STR_INIT("<p>x"), TAG_DIV, STR_INIT("none") },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        eq_str(range_of(&a, rows[i].html, rows[i].tag), rows[i].want, rows[i].name);
    }
}

int main(void)
{
    test_by_hand();
    test_law();
    test_markup();
    return tap_done();
}
