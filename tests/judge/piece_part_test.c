/* Names for what a person teaches: they hold when the markup is tidied up and when other words of a line stay, and reach no further. */
#include "judge/piece_part.h"

#include "judge/lessons.h"
#include "tests/judge/judged.h"

#define CELLS(wrap, mirrors, advert) \
    "<table><tr><td>The harbour has a new crane and a longer quay.<tr><td><table><tr><td><hr>" wrap "Mirrors:<br>" mirrors \
    "<td>" advert "</table></table>"

static uint64_t part_of(struct arena *a, const char *old, const char *new)
{
    struct judged *j = judged(a, old, new);
    ok(j->pieces.n && j->pieces.item[0].sentence != NONE, "a sentence changed");
    struct piece_parts parts = piece_parts_open(a, &j->delta);
    return piece_part_key(&parts, &j->pieces.item[0]);
}

static void test_parts(struct arena *a)
{
    uint64_t part = part_of(a, CELLS("<p>", "<a href=1>AR</a> <a href=2>AT</a> <a href=3>BE</a>", "Read our book"),
                            CELLS("<p>", "<a href=1>AR</a> <a href=2>AT</a> <a href=3>BE</a> <a href=4>CH</a>", "Read our book"));
    ok(part
           == part_of(a, CELLS("", "<a href=1>AR</a> <a href=2>AT</a> <a href=3>BE</a>", "Read our book"),
                      CELLS("", "AR <a href=2>AT</a> <a href=3>BE</a> <a href=5>DE</a>", "Read our book")),
       "the same part without its paragraph and a link");
    ok(part != part_of(a, CELLS("<p>", "AR AT BE", "Read our book"), CELLS("<p>", "AR AT BE", "Read our thick book")),
       "the cell beside it is another");
    part = part_of(a, "<h2>News of 3 May</h2><p>The bridge is open.", "<h2>News of 3 May</h2><p>The bridge is closed.");
    ok(part
           == part_of(a, "<h2>News of 9 May</h2><div>All ferries run.</div>", "<h2>News of 9 May</h2><div>Some ferries run.</div>"),
       "a heading with another number is the same");
    ok(part != part_of(a, "<h2>Weather</h2><p>The bridge is open.", "<h2>Weather</h2><p>The bridge is closed."), "another is not");
    ok(part != part_of(a, "<h2>News of 3 May</h2><p class=note>It is open.", "<h2>News of 3 May</h2><p class=note>It is closed."),
       "nor is an element with a name");
}

#define PLAYERS(names) "<main><h1>Club</h1><p>Players of the week:<br>" names "</p><p>Guests are welcome.</p></main>"

static enum lesson_kind taught(struct arena *a, const struct judged *by, const struct judged *of)
{
    struct lessons l;
    lessons_open(&l, a);
    lessons_add(&l, LESSON_DISMISSED, lessons_keys(a, &by->delta, &by->pieces, LESSON_DISMISSED));
    struct piece_parts parts = piece_parts_open(a, &of->delta);
    return lessons_ask(&l, &parts, &of->pieces.item[0]);
}

static uint64_t line_of(struct arena *a, const struct judged *j)
{
    struct piece_parts parts = piece_parts_open(a, &j->delta);
    return piece_line_key(&parts, &j->pieces.item[0]);
}

/* Of a list in one line other words stay each time. */
static void test_lines(struct arena *a)
{
    struct judged *one = judged(a, PLAYERS("Ada Bob Cyd Dan Eve"), PLAYERS("Ada Bob Cyd Dan Eve Fay"));
    struct judged *two = judged(a, PLAYERS("Ada Bob Cyd Dan Eve Fay"), PLAYERS("Ada Gil Cyd Dan Eve Fay"));
    ok(one->pieces.item[0].place_key != two->pieces.item[0].place_key, "its place has another name then");
    eq_int(taught(a, one, two), LESSON_DISMISSED, "but a lesson holds");
    eq_int(lessons_count(lessons_keys(a, &one->delta, &one->pieces, LESSON_DISMISSED)), 1, "and is of one place");
    struct judged *other = judged(a, "<main><h1>Club</h1><p>Cooks of the week:</p><p>Ada Bob Cyd Dan Eve</p></main>",
                                  "<main><h1>Club</h1><p>Cooks of the week:</p><p>Ada Bob Cyd Dan Hal</p></main>");
    eq_int(taught(a, one, other), LESSON_NONE, "not of a line behind other words");
    struct judged *many = judged(a, "<main><p>More</p><p>Ada and Bob won the cup</p><p>More</p><p>Cyd and Dan lost it</p></main>",
                                 "<main><p>More</p><p>Ada and Eve won the cup</p><p>More</p><p>Cyd and Dan lost it</p></main>");
    eq_int(line_of(a, many), 0, "words that stand there several times name nothing");
    struct judged *figure = judged(a, PLAYERS("Ada has 3 points"), PLAYERS("Ada has 4 points"));
    eq_int(line_of(a, figure), 0, "a figure has its words");
}

#define DIARY(future, past) \
    "<h1>Diary</h1><h2>Future</h2><h3>2026</h3><ul>" future "</ul><h2>Past</h2><h3>2026</h3><ul>" past "</ul>"

/* A heading that is a number says nothing by itself. */
static void test_numbered(struct arena *a)
{
    uint64_t went =
                 part_of(a, DIARY("<li>Open day in Linz.<li>Fair in Bonn.", "<li>Cake."), DIARY("<li>Fair in Bonn.", "<li>Cake.")),
             came = part_of(a, DIARY("<li>Fair in Bonn.", "<li>Cake."),
                            DIARY("<li>Fair in Bonn.<li>Congress in Berlin.", "<li>Cake.")),
             past =
                 part_of(a, DIARY("<li>Fair in Bonn.", "<li>Cake."), DIARY("<li>Fair in Bonn.", "<li>Cake.<li>Open day in Linz."));
    ok(went == came, "an entry that went and one that came to the list");
    ok(past != came, "below the same number of another heading");
}

/* The next episode stands behind another line, and has the same words. */
static void test_likes(struct arena *a)
{
    struct judged *one = judged(a, "<main><ul><li>Episode of 3 May<li>Songs</ul></main>",
                                "<main><ul><li>Episode of 10 May<li>Episode of 3 May<li>Songs</ul></main>");
    struct judged *two = judged(a, "<main><p>All of them</p><ul><li>Episode of 10 May<li>Episode of 3 May<li>Songs</ul></main>",
                                "<main><p>All of them</p><ul><li>Episode of 17 May<li>Episode of 10 May<li>Songs</ul></main>");
    eq_int(taught(a, one, two), LESSON_DISMISSED, "a lesson about one line holds for the next");
    struct judged *other = judged(a, "<main><p>All of them</p><ul><li>Songs</ul></main>",
                                  "<main><p>All of them</p><ul><li>Concert on 17 May<li>Songs</ul></main>");
    eq_int(taught(a, one, other), LESSON_NONE, "not for a line with other words");
}

#define SHOP(items) "<main><h1>Shop</h1><p>Tools.<h2>Offers</h2><ul>" items "</ul><h2>Hours</h2><p>From eight on.</main>"
#define JOBS(cards) "<main><h1>Jobs</h1><p>We like boats.</p><div class=list>" cards "</div></main>"
#define CARD(name, town) "<div class=card><h3>" name "</h3><p>In " town ".</p></div>"
#define ROW(name, price) "<tr><td>" name "<td>" price
#define PRICES(heads, rows) "<main><h1>Shop</h1><table>" heads rows "</table></main>"

/* What is taught of the part of one change holds for another. */
static bool holds(struct arena *a, const struct judged *by, const struct judged *of)
{
    struct lessons l;
    struct piece_parts parts = piece_parts_open(a, &of->delta);
    bool all = of->pieces.n > 0;
    lessons_open(&l, a);
    lessons_add(&l, LESSON_PART, lessons_keys(a, &by->delta, &by->pieces, LESSON_PART));
    for (uint32_t i = 0; i < of->pieces.n; i++)
        all &= lessons_ask(&l, &parts, &of->pieces.item[i]) == LESSON_PART;
    return all;
}

/* Who speaks of an item means its list, whatever items are called and whichever of them comes, goes or changes. */
static void test_lists(struct arena *a)
{
    struct judged *came = judged(a, SHOP("<li class=odd>Spade<li>Rake"), SHOP("<li class=odd>Spade<li>Rake<li class=new>Hose"));
    ok(holds(a, came, judged(a, SHOP("<li id=s class=odd>Spade<li>Rake"), SHOP("<li>Rake"))), "an item of another name goes");
    ok(holds(a, came, judged(a, SHOP("<li>Spade<li>Rake <b class=b>sold out</b>"), SHOP("<li>Spade"))), "one with a box in it");
    ok(holds(a, came, judged(a, SHOP("<li>Spade<li>Rake"), SHOP("<li>Spade<li>Rake of oak"))), "one changes");
    ok(!holds(a, came,
              judged(a, SHOP("<li>Rake"), "<main><h1>Shop</h1><p>Tools.<h2>Offers</h2><p>Ask us.<ul><li>Rake</ul></main>")),
       "not what stands beside the list");
    struct judged *card = judged(a, JOBS(CARD("Cook", "Linz") CARD("Sailor", "Bonn")),
                                 JOBS(CARD("Cook", "Linz") CARD("Sailor", "Bonn") CARD("Painter", "Kiel")));
    ok(holds(a, card, judged(a, JOBS(CARD("Cook", "Linz") CARD("Sailor", "Bonn")), JOBS(CARD("Sailor", "Bonn")))),
       "of cards, which have headings of their own, one goes");
    ok(holds(a, card, judged(a, JOBS(CARD("Cook", "Linz")), JOBS(CARD("Diver", "Rome") CARD("Cook", "Linz")))), "or comes");
    ok(!holds(a, card, judged(a, "<main><h1>Jobs</h1><p>We like boats.</p></main>", "<main><h1>Jobs</h1><p>We hire.</p></main>")),
       "not what stands above them");
    ok(!holds(a, judged(a, JOBS(CARD("Cook", "Linz") CARD("Sailor", "Bonn")), JOBS(CARD("Cook", "Graz") CARD("Sailor", "Bonn"))),
              judged(a, JOBS(CARD("Cook", "Graz") CARD("Sailor", "Bonn")), JOBS(CARD("Cook", "Graz") CARD("Sailor", "Rome")))),
       "words below the heading of one card are of that card");
}

/* A table with heads is a list of rows; one without may be drawn for its looks. */
static void test_rows(struct arena *a)
{
#define HEADS "<tr><th>Thing<th>Price"
    struct judged *came =
        judged(a, PRICES(HEADS, ROW("Spade", "12")), PRICES(HEADS, ROW("Spade", "12") "<tr class=n><td>Rake<td>9"));
    ok(holds(a, came, judged(a, PRICES(HEADS, ROW("Spade", "12") ROW("Rake", "9")), PRICES(HEADS, ROW("Rake", "9")))),
       "a row goes");
    struct judged *looks =
        judged(a, PRICES("", "<tr><td class=x>Spade<tr><td>Rake"), PRICES("", "<tr><td class=x>Spade<tr><td>Rake<tr><td>Hose"));
    ok(!holds(a, looks, judged(a, PRICES("", "<tr><td class=x>Spade<tr><td>Rake"), PRICES("", "<tr><td class=x>Saw<tr><td>Rake"))),
       "a cell of another name is another part of a page that is drawn with tables");
#undef HEADS
}

/* A class says how a thing stands, and another one how it stands now. */
static void test_states(struct arena *a)
{
#define GOODS(class, label) \
    "<div class='card " class "'><h2>Spade</h2><a class='button " class "'>" label "</a></div><p>We sell spades."
    const char *out = GOODS("outofstock", "Read more"), *in = GOODS("instock", "Add to cart");
    ok(holds(a, judged(a, out, in), judged(a, in, out)), "a card that is sold out again");
#undef GOODS
}

/* Lessons lie in archives: a name that changes with a version of weft is a lesson that is forgotten. */
static void test_names(struct arena *a)
{
    const char *const pages[][2] = { { "<h2>News</h2><p>The bridge is open.", "<h2>News</h2><p>The bridge is closed." },
                                     { SHOP("<li>Spade<li>Rake"), SHOP("<li>Spade<li>Rake<li>Hose") } };
    const char *const names[] = { "81fa8ebbd0488ea1", "f13a46370063d1a6" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        eq_str(arena_printf(a, "%016llx", (unsigned long long)part_of(a, pages[i][0], pages[i][1])), str_of(names[i]),
               "the name of a part stays");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_parts(&a);
    test_lines(&a);
    test_numbered(&a);
    test_likes(&a);
    test_lists(&a);
    test_rows(&a);
    test_states(&a);
    test_names(&a);
    return tap_done();
}
