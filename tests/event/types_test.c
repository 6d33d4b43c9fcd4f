/* Any change and words; places on the other side; which types can be read. */
#include "tests/event/type_pages.h"

static void test_places(void)
{
    AUTO(example) x = { 0 };
    struct type_finder f;
    struct change_type words = { .kind = TYPE_WORDS };
    struct type_found found;
    struct err e;
    example_open(&x, "<p>one two three</p>", "<p>one two new three</p>");
    type_finder_open(&f, &x.arena, &x.delta);
    if (!ok(type_find(&f, &words, &found, &e) == 0 && found.n == 1, "one word is new"))
        return;
    ok(found.item[0].new_word == 2 && found.item[0].new_end == 3, "it is the third");
    ok(found.item[0].old_word == 2 && found.item[0].old_end == 2, "and stood behind the second before");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct err e;
    struct change_type good = type_of(&a, "regex /a+/i"), bad = type_of(&a, "regex /(a/"), css = type_of(&a, "element \"p[\"");
    struct change_type path = type_of(&a, "path \"a//b\"");
    eq_found("any change", "<p>one two</p>", "<p>one three</p>", "update: two -> three");
    eq_found("any change", "<p>one</p>", "<p>one</p>", "");
    eq_found("any change", "<p class=a>one</p>", "<p class=b>one</p>", "");
    eq_found("any change", "<p>one <a href=/a>two</a></p>", "<p>one <a href=/b>two</a></p>",
             "change: two (href was \"/a\", is now \"/b\")");
    eq_found("any change", "<title>Tea</title><p>one</p>", "<title>Coffee</title><p>one</p>", "update: title: Tea -> Coffee");
    eq_found("any change", "<p>one</p>", "<title>Tea</title><p>one</p>", "insert: title: Tea");
    eq_found("any change", "<meta name=description content=old><p>one</p>", "<meta name=description content=new><p>one</p>",
             "update: description: old -> new");
    eq_found("any change", "<p>one <img src=a.png></p>", "<p>one <img src=b.png></p>", "update: picture: a.png -> b.png");
    eq_found("any change", "<p>one</p>", "<p>one <img src=b.png></p>", "insert: picture: b.png");
    eq_found("words", "<p>one two</p>", "<p>one three</p>", "delete: two; insert: three");
    eq_found("words", "<p>one <img src=a.png></p>", "<p>one</p>", "");
    eq_found("words", "<p>one two</p>", "<p>one <span hidden>x</span>two</p>", "");
    test_places();
    eq_int(type_check(&a, &good, &e), 0, "a pattern");
    eq_int(type_check(&a, &bad, &e), E_FORMAT, "a pattern that is none");
    eq_int(type_check(&a, &css, &e), E_USAGE, "a selector that is none");
    eq_int(type_check(&a, &path, &e), E_USAGE, "a path that is none");
    return tap_done();
}
