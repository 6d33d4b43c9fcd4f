/* Which piece of a change is read first. */
#include "judge/headline_value.h"
#include "tests/judge/headlines.h"

#define FERRY(guests, masts) \
    "<main><h1>The ferry</h1><p>The ferry has carried " guests \
    " so far.</p><p>Whoever brings a bicycle finds the place for it behind " masts " of the masts.</p></main>"

/* The headline, where one piece is another on each visit. */
static struct str first_where(struct arena *a, uint32_t usual)
{
    const struct judged *j = judged(a, FERRY("210 barrels", "2"), FERRY("241 barrels", "3"));
    struct headline_piece *item = NEW_ARRAY(a, struct headline_piece, j->pieces.n + 1);
    const struct headline_worth *worth = headline_worths(a, &j->delta, &j->pieces);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        item[i] = (struct headline_piece){ .piece = &j->pieces.item[i], .worth = &worth[i], .share = 1, .usual = i == usual };
    return headline_make(a, &j->delta, &j->pieces, item, j->pieces.n).text;
}

/* A line that differs in marks and capitals alone and stands elsewhere is neither new nor gone, in any script. */
static void test_rewritten(struct arena *a)
{
#define RULES(before, behind) "<h1>Boats</h1><p>" before "<h2>Rules</h2><p>Dogs stay on a lead.<p>" behind
    says(a, RULES("\"Great boats\" of the bay", ""), RULES("", "“GREAT BOATS” OF THE BAY<p>The ferry is painted blue."),
         "New: The ferry is painted blue.");
    says(a, RULES("Лодки залива стоят", ""), RULES("", "ЛОДКИ ЗАЛИВА СТОЯТ<p>The ferry is painted blue."),
         "New: The ferry is painted blue.");
    says(a, RULES("Boats cost €40 a day", ""), RULES("", "BOATS COST £40 A DAY<p>The ferry is painted blue."),
         "New in “Rules”: BOATS COST £40 A DAY; New: The ferry is painted blue; Removed from “Boats”: Boats cost €40 a day");
#undef RULES
}
#define YARD(who) \
    "<main><h1>The yard</h1><p>Everybody who keeps a boat on the slip of the yard, be it for a summer or for all of the year, asks the " who \
    " for the key of the gate before the boat is brought, and returns that key when the boat leaves again, or pays for a new lock. </p>" \
    "<p>Only the " who " of the yard lends ladders to guests.</p></main>"

/* When a page was written is said behind what was written, in a whole new line, too. */
static void test_stamps(struct arena *a)
{
    says(a, "<h1>The ferry</h1><p>x", "<h1>The ferry</h1><p>Last update: 3 May 2026 at 14:00<p>Cars pay half<p>x",
         "New: Cars pay half; Last update: 3 May 2026 at 14:00");
}

/* Where far more is gone than came, that leads, and is counted below the heading that stays. */
static void test_gone(struct arena *a)
{
    says(
        a,
        "<h1>The ferry</h1><h2>Fares</h2><p>Cars pay by their length.<h3>With a roof</h3><table><tr><th>Name<th>Length<th>Fare<tr><td>Oak "
        "<td>4 m<td>€ 5<tr><td>Elm and its sister<td>5 m<td>€ 6<tr><td>Ash with a trailer behind<td>6 m<td>€ 7<tr><td>Fir with boats on "
        "it<td>7 m<td>€ 8<tr><td>Yew with horses and hay<td>8 m<td>€ 9<tr><td>Box with a piano in it<td>9 m<td>€ 10</table><p>Ask the crew.",
        "<h1>The ferry</h1><h2>Fares</h2><p>Find the fares at the pier.<p>Ask the crew.",
        "Removed: With a roof; Changed: Find the fares at the pier; 6 rows removed from “Fares”: Oak, 4 m, Fare € 5; and more");
}

/* Another version in a short sentence is a release, wherever the rest of its words stays. */
static void test_releases(struct arena *a)
{
    says(a, "<h1>Oak</h1><p>The newest version of the boat is 2.2.41<p>We like boats<p>x",
         "<h1>Oak</h1><p>The newest version of the boat is 2.4.0<p>We like boats and trees and all that floats<p>x",
         "The newest version of the boat is 2.4.0 (was 2.2.41); We like boats and trees and all that floats");
}

#define BERTHS(more) "<h1>Berths</h1><p>Ask us.<div>" more BERTH("Elm", "Small and old and loved by all who row") "</div><p>x"
#define BERTH(name, text) \
    "<div class=berth><div>" name "</div><p>" text \
    "</p><p>It lies in the third row behind the crane and has a roof of red tiles, two " \
    "beds, a table, a lamp, and a stove that keeps it warm from October to April. Whoever takes it may sleep there on all nights of " \
    "the year but those on which the lake is let out for the repair of the weir, and pays by the month. </p><p>The keys hang in the " \
    "office beside the pier, where the harbour master writes down who has them and until when. Dogs are welcome, and so are cats and " \
    "all that sings. What is broken is paid for, and what is left behind is kept for a year and then sold for the good of the boats " \
    "that go out to those who are in need.</p></div>"

/* A year above a chapter is said as it is, and not with what stands below it. */
static void test_years(struct arena *a)
{
    says(a, "<h1>News</h1><div>" BERTH("Elm", "Old") "</div>", "<h1>News</h1><div><h2>2027</h2>" BERTH("Elm", "Old") "</div>",
         "New in “News”: 2027");
}

/* What no markup calls a heading is one where it opens a long card, or names a definition. */
static void test_captions(struct arena *a)
{
    says(a, BERTHS(""), BERTHS(BERTH("Big oak", "We look for a boat of eight metres with a crew that can mend a sail by night")),
         "New: Big oak; We look for a boat of eight metres with a crew that can mend a sail by night; and more");
    struct headline h = headline(
        a,
        "<h1>Oak</h1><dl><dt>Oak 3.0a3 set sail in May 2026<dd>Some ropes are new, and the crew has time for guests. Ask us.</dl>",
        "<h1>Oak</h1><dl><dt>Oak 3.0a4 set sail in June 2026<dd>Many of the ropes and all of the sails are new, and the crew has no time. Ask us.</dl>");
    ok(str_starts(h.text, STR("Oak 3.0a4 set sail in June 2026 (was 3.0a3")), "the release: %.*s", STR_ARG(h.text));
}

/* Of rows: the first cell names one, also with a figure at its end; what fills an empty cell is not said, nor a line drawn with signs. */
static void test_rows(struct arena *a)
{
#define BOAT(name, who, crew) "<tr><td>" name "<td>" who "<td>" crew
    says(a, "<table><tr><th>Boat<th>Owner<th>Crew" BOAT("Oak2", "Ada Lind", "none") BOAT("Elm", "Tom Rask", "Kim") "</table>",
         "<table><tr><th>Boat<th>Owner<th>Crew" BOAT("Oak2", "Ada Lind", "Eva Moe") BOAT("Elm", "Tom Rask", "Kim") "</table>",
         "Oak2: Crew Eva Moe (was none)");
    says(a, "<table>" BOAT("Elm", "Tom Rask", "Kim") "</table>",
         "<table>" BOAT("Oak", "Ada Lind", "-") BOAT("Elm", "Tom Rask", "Kim") "</table>", "New: Oak, Ada Lind");
    says(a,
         "<table><tr><th>Boat<th>Versions"
         "<tr><td>Oak<td><b>5.2.1-3</b><tr><td>Elm<td><b>1.0.0-1</b></table>",
         "<table><tr><th>Boat<th>Versions"
         "<tr><td>Oak<td><b>5.2.2-1</b><br>5.2.1-3<tr><td>Elm<td><b>1.0.0-1</b></table>",
         "Oak: Versions 5.2.2-1");
    says(a, "<h1>Mill</h1><p>Bread.<p>* * * * * * * * * * * *", "<h1>Mill</h1><p>Bread and tea.<p>* * * * * * * * * * * * *",
         "Bread and tea.");
}

/* A row that stands further down now is not new, though others with cells like its own are. */
static void test_moved_rows(struct arena *a)
{
#define TRIP(day, who, how) "<tr><td>" day "<td>" who "<td>" how "<td>none"
    says(a,
         "<h2>Boats</h2><table>" TRIP("1 May", "teens", "sail") TRIP("1 May", "teens", "oars") TRIP("1 May", "teens", "sail")
             TRIP("1 May", "seniors", "oars") TRIP("1 May", "seniors", "oars") TRIP("30 April", "seniors", "sail") "</table>",
         "<h2>Boats</h2><table>" TRIP("4 May", "adults", "sail") TRIP("3 May", "teens", "sail") TRIP("3 May", "teens", "oars")
             TRIP("1 May", "teens", "sail") TRIP("1 May", "teens", "oars") TRIP("1 May", "seniors", "oars")
                 TRIP("30 April", "seniors", "sail") TRIP("1 May", "teens", "sail") TRIP("1 May", "seniors", "oars") "</table>",
         "3 rows added to “Boats”: 4 May, adults, sail, none; 3 May, teens, sail, none; 3 May, teens, oars, none");
}

/* How many came is said, though the first of them is cut for it. */
static void test_long_first(struct arena *a)
{
    says(
        a, "<h2>Boats</h2><ul><li>Elm</ul><p>x",
        "<h2>Boats</h2><ul><li>Oak with two masts, four sails, a stove of iron and room for eleven guests and their dogs on the lower deck"
        "<li>Ash with oars alone<li>Fir with a roof<li>Elm</ul><p>x",
        "3 items added to “Boats”: Oak with two masts, four sails, a stove of iron…; Ash with oars alone; Fir with a roof");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    ok(str_starts(first_where(&a, 1), STR("The ferry has carried 241")), "what changed for the first time is read first");
    ok(str_starts(first_where(&a, 0), STR("Whoever brings a bicycle")), "and what each visit finds different behind it");
    test_rewritten(&a);
    struct str who = headline(&a, YARD("warden"), YARD("caretaker")).text;
    ok(str_starts(who, STR("Only the caretaker of the yard lends ladders to guests (was warden)")),
       "of the same edit in two lines the one that fits is read first: %.*s", STR_ARG(who));
    says(&a, "<p>Whoever finds a rope writes to [email protected] at once, or rings.",
         "<p>Whoever finds a rope writes to pier@h.org at once, or rings.",
         "Whoever finds a rope writes to pier@h.org at once, or rings.");
    test_stamps(&a);
    test_gone(&a);
    test_releases(&a);
    test_captions(&a);
    test_rows(&a);
    test_moved_rows(&a);
    test_years(&a);
    test_long_first(&a);
    return tap_done();
}
