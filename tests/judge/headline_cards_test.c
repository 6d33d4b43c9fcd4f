/* Cards, entries and paragraphs that are new as a whole, in one line. */
#include "tests/judge/headlines.h"

#define JOB(title, firm, place) \
    "<div class=job><div class=title><a href=x>" title "</a></div><div>" firm "</div><div>" place "</div><a href=y>Apply</a></div>"
#define RELEASED(version, first, second) \
    "<div class=release><h2>" version "</h2><p>by Anna</p><h3>What has changed</h3><ul><li>" first "<li>" second \
    "</ul><p>tool-" version ".zip and tool-" version ".tar.gz can be had from the usual places on the net</p></div>"

/* A card is said as one thing, without what each of them says; of a long one its name comes first. */
static void test_cards(struct arena *a)
{
    says(a, "<h1>Jobs</h1><div>" JOB("Baker", "Mill Lane", "Leeds") JOB("Nurse", "St Anne", "York") "</div>",
         "<h1>Jobs</h1><div>" JOB("Welder", "Harrow Steel", "Leeds") JOB("Baker", "Mill Lane", "Leeds")
             JOB("Nurse", "St Anne", "York") "</div>",
         "New: Welder, Harrow Steel, Leeds");
    says(a, "<div>" RELEASED("2.3", "A dark theme is there", "Help is shorter") "</div>",
         "<div>" RELEASED("2.4", "Windows on ARM works", "Starting is faster by half")
             RELEASED("2.3", "A dark theme is there", "Help is shorter") "</div>",
         "New: 2.4; Windows on ARM works; Starting is faster by half; tool-2.4.zip and tool-2.4.tar.gz can be had from the usual…");
    says(
        a, "<article><h2>Factory opens</h2><p>It is big.</article>",
        "<article><h2>Board names Ruth Lind head</h2><time>9 May</time><p>She follows Al.</article><article><h2>Factory opens</h2><p>It is "
        "big.</article>",
        "New: Board names Ruth Lind head, 9 May, She follows Al.");
}

/* A new entry is called by its title, and not by what goes with it. */
static void test_entries(struct arena *a)
{
#define ENTRY(date, kind, title, author, text) \
    "<div class=item><p>" date "<p>" kind "<p><a href=" date ">" title "</a><p>By " author "<p>" text "</div>"
#define OLD_ENTRY \
    ENTRY("1.5.2025", "Press release of the office of arts", "Mill bought", "Anna Berg", \
          "The mill has been bought by the town from its owner.")
    says(
        a, "<h1>News</h1>" OLD_ENTRY,
        "<h1>News</h1>" ENTRY("9.6.2025", "Press release of the office of sports", "Pool opens", "Bertram Cole",
                              "The new pool at the river opens after three years of works, and costs nothing.") OLD_ENTRY,
        "New: Pool opens; Press release of the office of sports; The new pool at the river opens after three years of works, and…");
}

/* Sentences of one new paragraph do not take the place of other news. */
static void test_paragraphs(struct arena *a)
{
    struct headline h =
        headline(a, "<p>start",
                 "<p>Bakers in the whole of the town may now sell bread on Sunday mornings if they want to. The mayor said so "
                 "in the town hall. Nobody was against it.<p>The bridge over the river is closed until May.<p>start");
    ok(str_find(h.text, STR("; The bridge over"), 0) != SIZE_MAX, "another paragraph comes before the rest of the first");
    eq_str(h.line[0], STR("New: The mayor said so in the town hall."), "and the beginning is not said again");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_cards(&a);
    test_entries(&a);
    test_paragraphs(&a);
    return tap_done();
}
