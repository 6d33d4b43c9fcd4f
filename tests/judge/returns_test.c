/* A row that is listed again with another day is news; the same row again, and one with a time that runs, are what was there before. */
#include "judge/returns.h"

#include "tests/judge/course.h"
#include "tests/judge/judged.h"

#define ROW(street, when, why) "<tr><td>" street "</td><td>" when "</td><td>" why "</td></tr>"
#define WATER(rows) \
    "<main><h1>Water works</h1><p>The water is turned off in these streets, and comes back within an hour of the end of the work.</p><table>" \
    "<tr><th>Street</th><th>When</th><th>Why</th></tr>" rows "</table></main>"
#define ELM ROW("Elm Walk", "30 April, 8:00-9:00", "new meters")
#define ITEM(name, when) "<li><b>" name "</b> <p>" when "</p></li>"
#define SEEN(items) \
    "<main><h1>Gallery</h1><p>Pictures of the harbour by all who live here, the old and the young ones.</p><ul>" items \
    "</ul></main>"

/* Cards of a program that numbers them. */
#define CARD(n, when, what) "<div class='card card-" n "'><div>" when "</div><p>" what "</p></div>"
#define BOATS(cards) \
    "<main><h1>Boats</h1><p>All boats that were built here are listed as they leave the yard, the latest first.</p><div>" cards \
    "</div></main>"

#define NOTE "<p>The reading room is closed for the whole summer because of the new roof.</p>"
#define ROOMS(above, below) \
    "<main><h1>Library</h1>" above \
    "<p>Our books are lent for a month to all who live in the valley.</p><h2>Rooms</h2><p>There are two rooms " \
    "with tables.</p>" below "</main>"

/* One of two copies that goes is not gone: the page says it still. When the other one goes, that is the first time. */
static void test_copies(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    visit(&c, ROOMS(NOTE, NOTE), NULL);
    visit(&c, ROOMS("", NOTE), NULL);
    ok(visit(&c, ROOMS("", ""), &headline), "the second copy that goes is told");
    ok(str_find(headline, STR("reading room"), 0) != SIZE_MAX, "and named");
    arena_drop(&c.kept);
    c = (struct course){ 0 };
    visit(&c, ROOMS(NOTE, NOTE), NULL);
    visit(&c, ROOMS("<p>The reading room has a new roof, and all are welcome to look at it.</p>", NOTE), NULL);
    ok(visit(&c, ROOMS("<p>The reading room has a new roof, and all are welcome to look at it.</p>", ""), NULL),
       "also where other words took the place of the first");
    arena_drop(&c.kept);
}

/* Voices of guests that are shown in turn, with how long ago they spoke. */
static void test_voices(void)
{
    static const char *const voice[] = { "Very good food", "The coffee was cold", "We will come again", "A fine view" };
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < 16; i++) {
        const char *text =
            arena_printf(&c.kept,
                         "<main><h1>Boats of the bay</h1><p>Boats leave for the island each hour from the old pier.</p>"
                         "<h2>Guests say</h2><div><p>%s, %u days ago</p><p>%s, %u days ago</p></div></main>",
                         voice[i * 7 % 4], 2 + i * 5 % 11, voice[(i * 7 + 1 + i % 3) % 4], 2 + i * 3 % 13)
                .ptr;
        bool is_told = visit(&c, text, NULL);
        told += i > 5 && is_told;
    }
    eq_int(told, 0, "a line with a time that runs was there before");
    arena_drop(&c.kept);
}

/* A long table that comes back, of which the past remembers a part. */
static void test_blocks(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(1 << 14);
    struct past *some = NEW(&a, struct past), *all = NEW(&a, struct past);
    buf_add(&b, STR("<h1>Boats</h1><p>All boats that were built here.</p><table>"));
    for (unsigned i = 0; i < 80; i++)
        buf_addf(&b, "<tr><td>Boat of yard %c%c</td></tr>", 'a' + i % 26, 'a' + i / 26);
    buf_add(&b, STR("</table>"));
    struct judged *j =
        judged(&a, "<h1>Boats</h1><p>All boats that were built here.</p>", arena_printf(&a, "%.*s", STR_ARG(buf_str(&b))).ptr);
    unsigned n = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        past_gone(all, j->pieces.item[i].text_key);
        if (i % 2)
            past_gone(some, j->pieces.item[i].text_key);
    }
    const bool *renewed = returns_renewed(&j->delta, some, &j->pieces);
    for (uint32_t i = 0; renewed && i < j->pieces.n; i++)
        n += renewed[j->pieces.item[i].sentence];
    ok(j->pieces.n == 80 && n == 80, "all of it is new: %u of %u", n, j->pieces.n);
    ok(!returns_renewed(&j->delta, all, &j->pieces), "or none, where all of it is known");
}

int main(void)
{
    test_blocks();
    static const struct {
        const char *first, *between, *last, *what;
        bool told;
    } row[] = {
        { WATER(ELM ROW("Mill Lane", "2 April, 8:00-12:00", "mending of pipes")), WATER(ELM),
          WATER(ELM ROW("Mill Lane", "19 April, 7:00-11:00", "mending of pipes")), "a street that is listed again with another day",
          true },
        { WATER(ELM ROW("Mill Lane", "2 April, 8:00-12:00", "mending of pipes")), WATER(ELM),
          WATER(ELM ROW("Mill Lane", "2 April, 8:00-12:00", "mending of pipes")), "with the same day", false },
        { SEEN(ITEM("Boats in the fog of May", "2 hours ago") ITEM("A crane", "3 hours ago")), SEEN(ITEM("A crane", "5 hours ago")),
          SEEN(ITEM("Boats in the fog of May", "7 hours ago") ITEM("A crane", "6 hours ago")), "with a time that runs", false },
        { BOATS(CARD("1", "3 May 2027", "Boat sold to Mill Lane") CARD("2", "1 May 2027", "The old crane is mended")),
          BOATS(CARD("1", "8 May 2027", "Two sails were torn") CARD("2", "5 May 2027", "Rope for three masts")),
          BOATS(CARD("1", "12 May 2027", "Boat sold to Mill Lane") CARD("2", "8 May 2027", "Two sails were torn")),
          "a card of another day", true },
        { BOATS(CARD("1", "3 May 2027", "Four boats of Mill Lane sold") CARD("2", "1 May 2027", "The old crane is mended")),
          BOATS(CARD("1", "8 May 2027", "Ten boats of Mill Lane sold") CARD("2", "1 May 2027", "The old crane is mended")),
          BOATS(CARD("1", "12 May 2027", "Four boats of Mill Lane sold") CARD("2", "1 May 2027", "The old crane is mended")),
          "words that a card says again of another day", true },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct course c = { 0 };
        struct str headline = STR("");
        visit(&c, row[i].first, NULL);
        visit(&c, row[i].between, NULL);
        eq_int(visit(&c, row[i].last, &headline), row[i].told, row[i].what);
        ok(!row[i].told || str_find(headline, STR("Mill Lane"), 0) != SIZE_MAX, "it is named: %.*s", STR_ARG(headline));
        arena_drop(&c.kept);
    }
    test_copies();
    test_voices();
    return tap_done();
}
