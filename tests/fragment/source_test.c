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

int main(void)
{
    test_by_hand();
    test_law();
    return tap_done();
}
