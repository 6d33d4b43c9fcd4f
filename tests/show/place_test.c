/* Places in words: headings, parts of the page, lines, rows, keys. */
#include "show/place.h"

#include <stdlib.h>

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

/* A table is called by its caption, below the heading over it. */
static void test_captions(void)
{
    static const struct {
        const char *name, *html, *want;
    } cases[] = {
        { "a cell", "<h2>Trains</h2><table><caption>To the coast</caption><tr><td>here<td>9</table>", "Trains › To the coast" },
        { "the caption itself", "<h2>Trains</h2><table><caption>here we go</caption><tr><td>Bern<td>9</table>", "Trains" },
        { "an empty caption", "<h2>Trains</h2><table><caption></caption><tr><td>here<td>9</table>", "Trains" },
        { "what follows the table", "<h2>Trains</h2><table><caption>To the coast</caption><tr><td>Bern</table><p>here", "Trains" },
        { "the inner one of two tables",
          "<table><caption>Week</caption><tr><td><table><caption>Monday</caption><tr><td>a<td>here</table></table>", "Monday" },
        { "no heading at all", "<table><caption>To the coast</caption><tr><td>here<td>9</table>", "To the coast" },
        { "a long caption is cut",
          "<table><caption>All trains that leave from the main station on work days and on every second Saturday in the winter"
          "</caption><tr><td>here<td>9</table>",
          "All trains that leave from the main station on work days and on every second Saturday …" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(place_of(&a, "x.html", cases[i].html, "here"), str_of(cases[i].want), cases[i].name);
    }
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

/* Parts of a page that have a name of their own, by tag or by role. */
static void test_parts(void)
{
    static const struct {
        const char *name, *html, *want;
    } cases[] = {
        { "navigation", "<h1>A</h1><nav>here</nav>", "Navigation" },
        { "the foot", "<h1>A</h1><footer>here</footer>", "Foot of the page" },
        { "the side", "<h1>A</h1><aside>here</aside>", "Side of the page" },
        { "the head", "<header>here</header><h1>A</h1>", "Head of the page" },
        { "a part by its role", "<h1>A</h1><div role=navigation>here</div>", "Navigation" },
        { "whatever case that is written in", "<h1>A</h1><div role=ContentInfo>here</div>", "Foot of the page" },
        { "what goes with something", "<h1>A</h1><div role=complementary>here</div>", "Side of the page" },
        { "a banner", "<div role=banner>here</div><h1>A</h1>", "Head of the page" },
        { "a search", "<h1>A</h1><form role=search>here</form>", "Search" },
        { "another role is none", "<h1>A</h1><div role=main>here</div>", "A" },
        { "the innermost part", "<footer><nav>here</nav></footer>", "Navigation" },
        { "a heading inside the part is about it", "<h1>A</h1><aside><h2>B</h2>here</aside>", "B" },
        { "one that stands behind is not", "<nav>here</nav><h1>A</h1>", "Navigation" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(place_of(&a, "x.html", cases[i].html, "here"), str_of(cases[i].want), cases[i].name);
    }
}

/* Headings, the three innermost, outermost first. */
static void test_levels(void)
{
    static const struct {
        const char *name, *html, *want;
    } cases[] = {
        { "three levels under the name of the page", "<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><p>here", "B › C › D" },
        { "of four levels the innermost three", "<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><p>here", "C › D › E" },
        { "two headings of the first level are chapters", "<h1>A</h1><h2>B</h2><p>x</p><h1>C</h1><h2>D</h2><p>here", "C › D" },
        { "a level may be left out", "<h2>B</h2><h5>E</h5><p>here", "B › E" },
        { "a higher heading ends lower ones", "<h2>B</h2><h4>D</h4><p>x</p><h3>C</h3><p>here", "B › C" },
        { "and those of other chapters", "<h2>B</h2><h3>C</h3><p>x</p><h2>E</h2><p>here", "E" },
        { "a heading of sixteen words is whole", "<h2>a b c d e f g h i j k l m n o p</h2><p>here",
          "a b c d e f g h i j k l m n o p" },
        { "of one with more the start", "<h2>a b c d e f g h i j k l m n o p q r</h2><p>here",
          "a b c d e f g h i j k l m n o p …" },
        { "a picture in a heading is not part of its name", "<h2><img src=a alt=Logo>News</h2><p>here", "News" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(place_of(&a, "x.html", cases[i].html, "here"), str_of(cases[i].want), cases[i].name);
    }
}

/* Words of JSON stand under the keys around them, things by their first member where that names them. */
static void test_json(void)
{
    static const struct {
        const char *name, *json, *want;
    } cases[] = {
        { "a member of the outermost object", "{\"a\":\"here\"}", "" },
        { "a member of a member", "{\"a\":{\"b\":\"here\"}}", "a" },
        { "three keys", "{\"a\":{\"b\":{\"c\":{\"d\":\"here\"}}}}", "a › b › c" },
        { "of four the innermost three", "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":\"here\"}}}}}", "b › c › d" },
        { "an item of a list by its number", "{\"a\":[\"x\",{\"q\":\"here\"}]}", "a › item 2" },
        { "a thing by its name", "{\"a\":[{\"name\":\"Ash\",\"q\":\"here\"}]}", "a › Ash" },
        { "by its title", "{\"a\":[{\"title\":\"Ash tree\",\"q\":\"here\"}]}", "a › Ash tree" },
        { "a list on the outside", "[{\"q\":\"x\"},{\"q\":\"y\"},{\"q\":\"here\"}]", "item 3" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(place_of(&a, "x.json", cases[i].json, "here"), str_of(cases[i].want), cases[i].name);
    }
}

static void test_lines(void)
{
    static const struct {
        const char *name, *file, *text, *want;
    } cases[] = {
        { "the first line", "x.txt", "here\ntwo\nthree", "line 1" },
        { "the last", "x.txt", "one\ntwo\nhere", "line 3" },
        { "empty lines are counted", "x.txt", "\n\none\n\nhere", "line 5" },
        { "a row of a table", "x.csv", "a,b\nc,d\ne,here\n", "row 3" },
        { "its head is the first", "x.csv", "here,b\nc,d\n", "row 1" },
        { "under a heading of a text", "x.md", "# A\n\n## B\nx\nhere", "## B, line 5" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(place_of(&a, cases[i].file, cases[i].text, "here"), str_of(cases[i].want), cases[i].name);
    }
}

/* What no heading is over stands at the top, in the middle or at the end of the page; a page that is seen at once has only a top. */
static void test_regions(void)
{
    static const struct {
        const char *name;
        unsigned n, at;
        bool heading_first;
        const char *want;
    } cases[] = {
        { "99 words are seen at once", 99, 98, false, "Top of the page" },
        { "100 words have an end", 100, 99, false, "End of the page" },
        { "the first quarter is the top", 100, 24, false, "Top of the page" },
        { "then comes the middle", 100, 25, false, "Middle of the page" },
        { "up to the last quarter", 100, 74, false, "Middle of the page" },
        { "which is the end", 100, 75, false, "End of the page" },
        { "what stands before the first heading is the top", 100, 50, true, "Top of the page" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) html = BUF(KIB(16));
        struct symbols symbols;
        struct page page;
        struct places places;

        for (unsigned w = 0; w < cases[i].n; w++)
            buf_addf(&html, "w%u ", w);
        buf_add(&html, cases[i].heading_first ? STR("<h2>Later</h2>") : STR(""));
        symbols_open(&symbols, &a);
        if (page_read(&a, &symbols, &(struct parse_source){ .bytes = buf_str(&html) }, STR(""), &page, NULL))
            abort();
        places_open(&places, &a, &page);
        struct place place = place_find(&places, cases[i].at, cases[i].at + 1);
        eq_str(place_nowhere(&page, &place), str_of(cases[i].want), cases[i].name);
    }
}

/* Each thing that a place is made of makes it another one. */
static void test_each_part_differs(void)
{
    const struct place here = { .heading = 1, .part = 2, .element = 3, .card = { 4, 5 }, .region = 1 };
    struct place there[] = { here, here, here, here, here, here };
    static const char *const what[] = {
        "heading", "part", "element", "first word of the card's name", "last word of it", "region"
    };

    there[0].heading++, there[1].part++, there[2].element++, there[3].card.word--, there[4].card.end++, there[5].region++;
    ok(!place_differs(&here, &here), "the same place is the same");
    for (size_t i = 0; i < ARRAY_LEN(there); i++)
        ok(place_differs(&here, &there[i]), "another %s is another place", what[i]);
    struct place line = { .heading = NONE, .line = 4, .to = 4 }, next = { .heading = NONE, .line = 5, .to = 5 },
                 titled = { .heading = 1, .line = 5, .to = 5 };
    ok(!place_differs(&line, &next) && place_differs(&next, &line), "the next line is where one reads on, the one before is not");
    ok(place_differs(&line, &titled), "unless a heading stands between");
}

int main(void)
{
    test_html();
    test_cards();
    test_captions();
    test_empty_headings();
    test_plain();
    test_differs();
    test_parts();
    test_levels();
    test_json();
    test_lines();
    test_regions();
    test_each_part_differs();
    return tap_done();
}
