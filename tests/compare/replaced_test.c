/* What a title, a description and a picture were and are. */
#include "compare/replaced.h"

#include "tests/example.h"
#include "tests/tap.h"

/* "what: old -> new" of the first change that has it; empty: none has. */
static void eq_replaced(const char *old, const char *new, const char *want)
{
    AUTO(example) x = { 0 };
    struct str got = STR("");
    example_open(&x, old, new);
    for (uint32_t i = 0; i < x.delta.n_changes && got.len == 0; i++) {
        struct replaced r;
        if (change_replaced(&x.delta, &x.delta.change[i], &r))
            got = arena_printf(&x.arena, "%.*s: %.*s -> %.*s", STR_ARG(r.what), STR_ARG(r.old), STR_ARG(r.new));
    }
    eq_str(got, str_of(want), want[0] ? want : old);
}

/* What is not replaced: words that moved, look, a side without anything. */
static void test_others(void)
{
    eq_replaced("<title>Tea</title><p>a", "<title> Tea </title><p>b", "");
    eq_replaced("<title>Tea</title><p>a", "<p>a", "title: Tea -> ");
    eq_replaced("<p>a", "<meta name=description content='of tea'><p>a", "description:  -> of tea");
    eq_replaced("<p>a", "<p>a <img src=b.png>", "picture:  -> b.png");
    eq_replaced("<p>a <picture><source srcset=x><img src=a.png></picture>",
                "<p>a <picture><source srcset=x><img src=b.png></picture>", "picture: a.png -> b.png");
    eq_replaced("<p>a <img src=a.png> <img src=c.png>", "<p>a <img src=a.png> <img src=d.png>", "picture: c.png -> d.png");
    eq_replaced("<p>a <input value=x>", "<p>a <input value=y>", "");
    eq_replaced("<ul><li><img src=a.png> one two<li>three four five<li>six seven eight</ul>",
                "<ul><li>three four five<li>six seven eight<li><img src=a.png> one two</ul>", "");
}

int main(void)
{
    eq_replaced("<title>Tea</title><p>a", "<title>Cups</title><p>a", "title: Tea -> Cups");
    eq_replaced("<p>a", "<title>Cups</title><p>a", "title:  -> Cups");
    eq_replaced("<meta name=description content=x><p>a", "<meta name=description content=y><p>a", "description: x -> y");
    eq_replaced("<p>a <img src=a.png>", "<p>a <img src=b.png>", "picture: a.png -> b.png");
    eq_replaced("<p>a <img src=a.png>", "<p>a", "picture: a.png -> ");
    eq_replaced("<p>a <img src=a.png alt=x>", "<p>a <img src=a.png alt=y>", "");
    eq_replaced("<p>a b", "<p>a c", "");
    eq_replaced("<p>a <a href=/a>b</a>", "<p>a <a href=/b>b</a>", "");
    test_others();
    return tap_done();
}
