/* Places in words: headings, parts of the page, lines, rows, keys. */
#include "show/place.h"

#include "base/limits.h"
#include "page/body.h"
#include "tests/tap.h"

/* The place of the first word that reads `word`. */
static struct str place_of(struct arena *a, const char *name, const char *text, const char *word)
{
    AUTO(buf) out = BUF(KIB(64));
    struct body body = { .bytes = str_of(text), .name = str_of(name) };
    struct symbols symbols;
    struct page page;
    struct places places;
    uint32_t w = 0;

    symbols_open(&symbols, a);
    if (body_read_as(a, &symbols, &body, body_kind(&body), &page, NULL))
        return STR("(not read)");
    places_open(&places, a, &page);
    while (w < page.n_words && !str_eq(page_word(&page, w), str_of(word)))
        w++;
    struct place place = place_find(&places, w, w + 1);
    place_add(&places, &place, &out);
    return arena_str(a, buf_str(&out));
}

static void test_empty_headings(void)
{
    AUTO(arena) a = { 0 };

    eq_str(place_of(&a, "x.html", "<h2>Prices</h2><p>a<h3></h3><p>b<h4>Shared</h4><p>here", "here"), STR("Prices › Shared"),
           "a heading without words is no step of the way");
}

static void test_cards(void)
{
    static const char page[] =
        "<h1>Daily</h1><div class=list><div class='card big'><h3>Rain</h3><p>wet</p></div><div class='card x'><h3>Sun"
        "</h3><p>dry</p></div></div><div class=box><p>votes</p><h4>Poll</h4><p>now</p></div>";
    AUTO(arena) a = { 0 };

    eq_str(place_of(&a, "x.html", page, "dry"), STR("Sun"), "in a card");
    eq_str(place_of(&a, "x.html", page, "votes"), STR("Daily"), "the heading of a card is not about what follows the card");
    eq_str(place_of(&a, "x.html", page, "now"), STR("Poll"), "nor is another heading under it");
    eq_str(place_of(&a, "x.html", "<ul><li>Tea<p>hot or cold<p>5<li>Milk<p>cold<p>6</ul>", "6"), STR("Milk"),
           "a card without a heading is called by its first line");
}

static void test_html(void)
{
    static const char page[] =
        "<nav><a>Home</a></nav><h1>Shop</h1><p>intro</p><h2>Fees</h2><h3>Adults</h3><p>twelve</p><h2>Hours</h2><p>nine"
        "</p><aside><h4>News</h4><p>today</p></aside><footer><p>imprint</p></footer>";
    AUTO(arena) a = { 0 };

    eq_str(place_of(&a, "x.html", page, "intro"), STR("Shop"), "under the name of the page");
    eq_str(place_of(&a, "x.html", page, "twelve"), STR("Fees › Adults"), "which is not told under others");
    eq_str(place_of(&a, "x.html", page, "Hours"), STR("Shop"), "a heading stands under the one around it");
    eq_str(place_of(&a, "x.html", page, "today"), STR("Hours › News"), "a heading in a part of the page");
    eq_str(place_of(&a, "x.html", page, "Home"), STR("Navigation"), "a part without one");
    eq_str(place_of(&a, "x.html", page, "imprint"), STR("Foot of the page"), "a part that the heading before is not about");
    eq_str(place_of(&a, "x.html", "<p>x<h2></h2><p>y", "y"), STR(""), "a heading without words tells nothing");
}

static void test_plain(void)
{
    AUTO(arena) a = { 0 };
    static const char json[] = "{\"shop\":{\"items\":[{\"id\":1,\"name\":\"Walden\",\"price\":340},[5,{\"x\":7}]]},\"n\":2}";

    eq_str(place_of(&a, "x.c", "one\n\n\ntwo", "two"), STR("line 4"), "a line");
    eq_str(place_of(&a, "x.md", "# A\none\n## B\ntwo", "two"), STR("## B, line 4"), "a line under a heading");
    eq_str(place_of(&a, "x.csv", "a,b\n1,2\n3,4\n", "3"), STR("row 3"), "a row");
    eq_str(place_of(&a, "x.json", json, "340"), STR("shop › items › Walden"), "keys, and the name of a thing");
    eq_str(place_of(&a, "x.json", json, "7"), STR("items › item 2 › item 2"), "else its number");
    eq_str(place_of(&a, "x.json", json, "2"), STR(""), "a value of the outermost object");
}

static void test_differs(void)
{
    struct place top = { .heading = NONE, .part = NONE, .element = NONE }, end = top, one = top, two = top, line = top, next = top,
                 far = top;

    one.heading = 1, two.heading = 2;
    line.line = 4, line.to = 5;
    next.line = next.to = 6;
    far.line = far.to = 8;

    ok(!place_differs(&line, &next) && place_differs(&line, &far) && place_differs(&far, &line), "the next line needs no telling");
    ok(place_differs(&one, &two) && !place_differs(&one, &one), "another heading does");
    end.region = 2;
    ok(place_differs(&top, &end), "so does the end of a page without headings");
}

int main(void)
{
    test_html();
    test_cards();
    test_empty_headings();
    test_plain();
    test_differs();
    return tap_done();
}
