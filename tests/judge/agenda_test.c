/* What is over drops off the begin of a calendar; what is called off goes from its middle. */
#include "judge/agenda.h"

#include "tests/judge/course.h"

#define CALENDAR(entries) \
    "<!DOCTYPE html><title>Concerts</title><main><h1>Concerts in the old mill</h1><p>All of them begin at eight.</p>" entries \
    "<p>Tickets are sold at the door.</p></main>"
#define ITEMS(items) CALENDAR("<ul>" items "</ul>")
#define ITEM(day, who) "<li>" day ": " who "</li>"
#define MARCH_6 ITEM("6 March", "Anna Berg sings songs of the sea")
#define MARCH_12 ITEM("12 March", "The Millers play for dancing")
#define MARCH_21 ITEM("21 March", "Choir of the upper town")
#define APRIL_2 ITEM("2 April", "Four hands at one piano")
#define APRIL_9 ITEM("9 April", "Brass from the harbour")
#define ROWS(rows) CALENDAR("<table><tr><th>Who<th>When<th>Where</tr>" rows "</table>")
#define ROW(day, who) "<tr><td>" who "<td>" day "<td>Great hall</tr>"
#define CARD(day, who) "<div class=card><h3>" who "</h3><p>" day "</p><p>In the great hall, with a bar</p></div>"
#define CARDS(cards) CALENDAR("<div>" cards "</div>")

static bool is_told(const char *old, const char *new)
{
    struct course c = { 0 };
    for (unsigned i = 0; i < 4; i++)
        visit(&c, old, NULL);
    bool told = visit(&c, new, NULL);
    arena_drop(&c.kept);
    return told;
}

int main(void)
{
    static const char *const past[][2] = {
        { ITEMS(MARCH_6 MARCH_12 MARCH_21 APRIL_2), ITEMS(MARCH_12 MARCH_21 APRIL_2) },
        { ITEMS(MARCH_6 MARCH_12 MARCH_21 APRIL_2), ITEMS(MARCH_21 APRIL_2) },
        { ROWS(ROW("28.12.", "Anna Berg") ROW("30.12.", "The Millers") ROW("3.1.", "Choir") ROW("9.1.", "Brass")),
          ROWS(ROW("30.12.", "The Millers") ROW("3.1.", "Choir") ROW("9.1.", "Brass")) },
        { CARDS(CARD("2031-03-06", "Anna Berg") CARD("2031-03-12", "The Millers") CARD("2031-03-21", "Choir")),
          CARDS(CARD("2031-03-12", "The Millers") CARD("2031-03-21", "Choir")) },
    };
    static const char *const news[][2] = {
        { ITEMS(MARCH_6 MARCH_12 MARCH_21 APRIL_2), ITEMS(MARCH_6 MARCH_21 APRIL_2) },
        { ITEMS(MARCH_6 MARCH_12 MARCH_21 APRIL_2), ITEMS(MARCH_6 MARCH_12 MARCH_21) },
        { ITEMS(MARCH_6 MARCH_12 MARCH_21 APRIL_2), ITEMS(MARCH_12 MARCH_21 APRIL_2 APRIL_9) },
        { ITEMS(MARCH_6 MARCH_12 MARCH_21 APRIL_2), ITEMS(MARCH_12 APRIL_2) },
        { ITEMS(MARCH_6 MARCH_12 MARCH_21 APRIL_2 APRIL_9), ITEMS(APRIL_2 APRIL_9) },
        { ITEMS(APRIL_2 MARCH_21 MARCH_12 MARCH_6), ITEMS(MARCH_21 MARCH_12 MARCH_6) },
        { ITEMS(MARCH_6 MARCH_12 MARCH_21), ITEMS(ITEM("7 March", "Nobody knows who it will be") MARCH_12 MARCH_21) },
        { ITEMS("<li>Bread and a jar of plum jam</li><li>Butter and a pound of cheese</li><li>Milk</li>"),
          ITEMS("<li>Butter and a pound of cheese</li><li>Milk</li>") },
    };
    for (size_t i = 0; i < ARRAY_LEN(past); i++)
        ok(!is_told(past[i][0], past[i][1]), "what is over: %zu", i);
    for (size_t i = 0; i < ARRAY_LEN(news); i++)
        ok(is_told(news[i][0], news[i][1]), "news: %zu", i);
    return tap_done();
}
