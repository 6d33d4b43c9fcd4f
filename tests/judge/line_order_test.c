/* Whether a sentence is a list in one line. */
#include "judge/line_order.h"

#include "tests/tap.h"

static bool is_list(const char *html)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct err e = { 0 };
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(html) }, STR(""), &page, &e))
        ok(false, "%s", e.text);
    return line_is_list(&page, &page.sentence[0]);
}

int main(void)
{
    ok(is_list("<p>Boats: Anna, Bess, Cora"), "with commas");
    ok(is_list("<p>Rome | Oslo | Bern"), "with strokes");
    ok(is_list("<p><a>Rome</a> <a>Oslo</a> <a>Bern</a>"), "links, with nothing between them");
    ok(!is_list("<p><a>Ajax</a> beats <a>Brest</a>"), "not two of them");
    ok(is_list("<p><b>Rome</b> <b>Oslo</b> <b>Bern</b>"), "elements of any kind, if all words stand in them");
    ok(!is_list("<p>The <b>dog</b> <i>bit</i> the <b>man</b>"), "not words of a sentence that are set apart");
    ok(!is_list("<p>The dog bit the man"), "a sentence says something by its order");
    return tap_done();
}
