/* What pages share byte for byte, each piece once. */
#include "fragment/runs.h"

#include "tests/fragment/site.h"
#include "tests/tap.h"

int main(void)
{
    AUTO(arena) a = { 0 };
    static const struct str pages[] = {
        STR_INIT("<ul class=menu><li>Home of all pages</li><li>News of the day</li></ul><p>only here are these words</p>"),
        STR_INIT("<ul class=menu><li>Home of all pages</li><li>News of the day</li></ul><p>and these stand only there</p>"),
        STR_INIT("<h1>nothing in common at all</h1>"),
    };
    struct str shared = runs_shared(&a, pages, 3, 10000, false), filled = runs_shared(&a, pages, 3, 10000, true);

    ok(str_find(shared, STR("<li>Home of all pages</li>"), 0) != SIZE_MAX, "what two pages have is in it");
    ok(str_find(shared, STR("Home of all"), str_find(shared, STR("Home of all"), 0) + 1) == SIZE_MAX, "once");
    ok(str_find(shared, STR("only"), 0) == SIZE_MAX && str_find(shared, STR("nothing"), 0) == SIZE_MAX, "what one page has is not");
    ok(str_find(filled, STR("only here"), 0) != SIZE_MAX && str_ends(filled, shared), "unless room is left for it, in front");
    eq_int((int)runs_shared(&a, pages, 3, 40, true).len <= 40, 1, "the limit holds");
    eq_int((int)runs_shared(&a, pages, 1, 1000, false).len, 0, "one page shares nothing");
    eq_int((int)runs_shared(&a, pages, 0, 1000, true).len, 0, "no page, nothing");
    eq_int((int)runs_shared(&a, (const struct str[]){ STR(""), STR("") }, 2, 1000, true).len, 0, "empty pages");
    struct random r = { 4 };
    AUTO(buf) long_line = BUF(1 << 20);
    add_words(&long_line, &r, 20000);
    struct str twice[] = { buf_str(&long_line), buf_str(&long_line) };
    ok(runs_shared(&a, twice, 2, 1 << 20, false).len == long_line.len, "a line without end is cut into pieces, and all are there");
    return tap_done();
}
