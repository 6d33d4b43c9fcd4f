/* A list in one line, in another order. */
#include "judge/line_order.h"

#include "tests/tap.h"

static bool shuffled(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page[2];
    struct err e = { 0 };
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(old) }, STR(""), &page[0], &e)
        || page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(new) }, STR(""), &page[1], &e))
        ok(false, "%s", e.text);
    uint64_t was = line_list(&page[0], &page[0].sentence[0]), now = line_list(&page[1], &page[1].sentence[0]);
    return was && was == now;
}

int main(void)
{
    ok(shuffled("<p>Boats: Anna, Bess, Cora", "<p>Boats: Cora, Anna, Bess"), "with commas");
    ok(shuffled("<p>Rome | Oslo | Bern", "<p>Bern | Rome | Oslo"), "with strokes");
    ok(!shuffled("<p>Boats: Anna, Bess, Cora", "<p>Boats: Cora, Anna, Dora"), "not with another item");
    ok(!shuffled("<p>Boats: Anna, Anna, Cora", "<p>Boats: Cora, Anna, Cora"), "nor with one as often as another was");
    ok(shuffled("<p><a>Rome</a> <a>Oslo</a> <a>Bern</a>", "<p><a>Bern</a> <a>Rome</a> <a>Oslo</a>"),
       "links, with nothing between them");
    ok(!shuffled("<p><a>Ajax</a> beats <a>Brest</a>", "<p><a>Brest</a> beats <a>Ajax</a>"), "not two of them");
    ok(!shuffled("<p>The dog bit the man", "<p>The man bit the dog"), "a sentence says something by its order");
    return tap_done();
}
