/* A headline says nothing that did not happen. */
#include "tests/judge/headlines.h"

#define UNSEEN "&#8203;" /* a space of no width, as editors leave it before a word */
#define BATHS(first, second, third) \
    "<h2>Baths</h2><table><tr><th>Bath<th>Trees<th>Boats" \
    "<tr><td>" UNSEEN "Seewen<td>" first "<td>" UNSEEN "<tr><td>Brugg<td>" second "<td>" UNSEEN "1<tr><td>Thal<td>" third \
    "<td></table>"

/* A figure is one behind a space of no width, too: it is counted with the others, and a row whose name lost such a space is not new. */
static void test_unseen(struct arena *a)
{
    says(a, BATHS("4", UNSEEN "31", "5"), BATHS("9", UNSEEN "35", UNSEEN "7"),
         "3 rows changed in “Baths”: Brugg: Trees 35 (was 31); Seewen: Trees 9 (was 4); Thal: Trees 7 (was 5)");
    says(a, "<h2>Boats</h2><table><tr><td>Lake<td>12<tr><td>" UNSEEN "River<td>" UNSEEN "3</table>",
         "<h2>Boats</h2><table><tr><td>Lake<td>12<tr><td>River<td>8</table>", "River 8 (was 3)");
}

/* A label or an item that stays is neither new nor gone with what came to it or went from it. */
static void test_rest(struct arena *a)
{
    says(a, "<p>Open daily<ul><li>The old mill is for sale... \xf0\x9f\x98\x90<li>Boats are late again</ul>",
         "<p>Open daily<ul><li>The old mill is for sale...<li>Boats are late again</ul>",
         "Removed from “The old mill is for sale”: \xf0\x9f\x98\x90");
    says(a, "<p>Desk:<p>room 4<p>We bake on Sundays, too.", "<p>Desk:<p>We bake on Sundays, too.", "Removed from “Desk”: room 4");
    says(a, "<p>Desk:<p>We bake on Sundays, too.", "<p>Desk:<p>room 4<p>We bake on Sundays, too.", "Desk: room 4");
}

/* Words that left only a mark were removed; nothing stands in their place. */
static void test_left_marks(struct arena *a)
{
    says(a, "<p>Ring the bell of the old mill 24/7 at 555-1234<p>x", "<p>Ring the bell of the old (green-4) mill: 555-1234<p>x",
         "Ring the bell of the old (green-4) mill: 555-1234 (removed: 24/7 at)");
}

/* A thing in a list that has one word less is neither new nor gone. */
static void test_edited(struct arena *a)
{
#define FAIR(place) "<p>Spring fair, 3 May, 4 May, " place ", Thal, near the lake<p>x"
    says(a, FAIR("Hall of the the Old Mill"), FAIR("Hall of the Old Mill"),
         "Spring fair, 3 May, 4 May, Hall of the Old Mill, Thal, near the lake");
    says(a, FAIR("Hall of the Old Mill"), FAIR("Boat House"),
         "New in “Spring fair, 3 May,…”: Boat House (removed: Hall of the Old Mill)");
}

/* A list that a line break cuts is one list. */
static void test_cut_lists(struct arena *a)
{
    says(a, "<p>Read it in:<br>[de] [en] [es] [fr]<br>[hu] [it] [pt]<p>x",
         "<p>Read it in:<br>[de] [en] [es] [fr] [hu]<br>[it] [ko] [pt]<p>x", "New in “Read it in”: ko");
    says(a, "<p>[cs] [de] [en] [es] [fr] [hu]<p>x", "<p>[cs] [de] [es] [fr]<br>[en] [hu] [pt]<p>x",
         "New in “[cs] [de] [es] [fr]…”: pt");
}

/* A first row of bold cells names the columns, though nothing marks it: it is not counted, and not said where other tables have the
 * same. */
static void test_bold_heads(struct arena *a)
{
#define BOATS(name, rows) "<h2>" name "</h2><table><tr><td><b>Name</b><td><strong>Length</strong>" rows "</table>"
    says(a, BOATS("River", "<tr><td>Elm<td>4 m") "<h2>Lake</h2><p>x",
         BOATS("River", "<tr><td>Elm<td>4 m")
             BOATS("Lake", "<tr><td>Oak with sails<td>3 m<tr><td>Ash with oars<td>4 m<tr><td>Fir with ice<td>5 m") "<p>x",
         "3 rows added to “Lake”: Oak with sails 3 m; Ash with oars 4 m; Fir with ice 5 m");
}

/* Short things that came side by side are said one by one, each once. */
static void test_side_by_side(struct arena *a)
{
    says(a, "<h2>Trees</h2><div><div class=tag>elm (4)</div></div><p>x",
         "<h2>Trees</h2><div><div class=tag>ash (1)</div><div class=tag>elm (4)</div><div class=tag>fir (2)</div></div><p>x",
         "New in “Trees”: ash (1); fir (2)");
    says(
        a, "<p>We bake on Sundays, too.",
        "<article><p>26<p>May<h3>We open the second mill beside the lake</h3><p>Bread from our new oven, and tea for all who come by boat "
        "or on foot, until nothing is left of either.</article><p>We bake on Sundays, too.",
        "New: We open the second mill beside the lake; Bread from our new oven, and tea for all who come by boat or on foot…");
}

/* A line that says all that several said takes the place of each of them. */
static void test_contained(struct arena *a)
{
    says(
        a, "<h1>Mill</h1><p>We bake on Sundays, too.",
        "<h1>Mill</h1><h2>Monday boats</h2><p>Early<h2>Friday boats</h2><p>Monday boats and Friday boats<p>We bake on Sundays, too.",
        "New: Monday boats and Friday boats; Early");
}

/* What still stands in its section, or stood there before, is neither gone from it nor new in it. */
static void test_same_section(struct arena *a)
{
    says(a, "<h1>Mill</h1><h2>Boats</h2><p>Elm goes at noon<p>Oak goes at ten<p>Elm goes at noon",
         "<h1>Mill</h1><h2>Boats</h2><p>Elm goes at noon<p>Oak goes at ten", "No longer repeated: Elm goes at noon");
    says(a, "<h1>Mill</h1><h2>Boats</h2><p>Elm goes at noon<h2>Today</h2><p>We bake<p>Elm goes at noon",
         "<h1>Mill</h1><h2>Boats</h2><p>Elm goes at noon<h2>Today</h2><p>We bake", "Removed from “Today”: Elm goes at noon");
}

/* How many rows changed is said where the first of them is. */
static void test_counted(struct arena *a)
{
#define FLEET(text, x, y, z) \
    "<p>" text "<h2>Fleet</h2><table><tr><td>Elm<td>" x "<tr><td>Oak<td>" y "<tr><td>Ash with green sails and two red flags<td>" z \
    "</table>"
    struct headline h =
        headline(a, FLEET("We sail on Sundays.", "10", "11", "12"),
                 FLEET("We sail on Sundays. The harbour office at the old mill has 5 new boats for all who want to row by "
                       "themselves, and each of them is free for an hour.",
                       "20", "21", "23"));
    eq_str(h.line[0], STR("3 rows changed: Ash with green sails and two red flags 23 (was 12)"), "with how many rows changed");
}

/* Where columns come, one with another number is another column. */
static void test_columns(struct arena *a)
{
#define WOODS(heads, cells) "<table><tr><th>Use" heads "<tr><td>Boats" cells "<tr><td>Chairs" cells "</table>"
    says(a, WOODS("<th>Elm 9<th>Oak 3", "<td>yes<td>no"), WOODS("<th>Elm 12<th>Oak 3<th>Ash", "<td>yes<td>no<td>"),
         "New columns: Elm 12; Ash");
}

/* What was removed is said with whole quotes. */
static void test_quotes(struct arena *a)
{
    says(a, "<p>x<h3>Setup: \"to lake\" is now \"to shore\"</h3><p>y", "<p>x<h3>Setup: \"to shore\"</h3><p>y",
         "Setup: \"to shore\" (removed: \"to lake\" is now)");
}

/* What the other page has, too, is neither new nor gone, and what stays is not said behind "Removed:". */
static void test_known(struct arena *a)
{
    says(a, "<ul><li>Oak table<p>Pick it up<li>Ash bench<p>Pick it up</ul><p>x", "<ul><li>Oak table<p>Pick it up</ul><p>x",
         "Removed: Ash bench, Pick it up");
    says(a, "<p>Bring your own bag to the mill.<p>We open at nine.",
         "<p>Bring your own bag to the mill.<p>We open at nine.<p>Bring your own bag to the mill.",
         "Repeated: Bring your own bag to the mill.");
    says(a, "<h1>Mill</h1><p>The boats of the lake are all in the yard and wait for you.<p>Ask the miller in the yard.<p>x",
         "<h1>Mill</h1><p>Ask the miller in the old yard.<p>x",
         "Removed: The boats of the lake are all in the yard and wait for you; Changed: Ask the miller in the old yard (new: old)");
}

/* Of two lines with other marks and capitals one came and one went: that is not said where there is something to say. */
static void test_rewritten(struct arena *a)
{
    says(a, "<p>x<p>BOATS OF THE LAKE FOR SALE<p>y<p>z", "<p>x<p>y<p>Boats of the lake for sale<p>Rye is cheaper now<p>z",
         "New: Rye is cheaper now");
}

/* Many rows with other figures are what a page with a table is watched for; a sentence that is only edited comes behind them. A row with
 * two heads is named by both. */
static void test_many_rows(struct arena *a)
{
#define PIERS(n) "<tr><th>Pier A<td>1" n "<tr><th>Pier B<td>2" n "<tr><th>Pier C<td>3" n "<tr><th>Pier D<td>4" n
#define HARBOUR(n, who) \
    "<h2>Harbour</h2><table><tr><th rowspan=3>This week<th>Boats<td>9" n "<tr><th>Rafts<td>1" n "<tr><th>Ferries<td>2" n PIERS(n) \
        PIERS(n) "</table><p>Of all boats, " who \
                 " many came from the upper lake, which is far away from here, and some from the lower one."
    struct headline h = headline(a, HARBOUR("10", "as the miller counts them,"), HARBOUR("20", "so says the careful new clerk,"));
    ok(str_starts(h.text, STR("11 rows changed in “Harbour”: This week, Boats 920 (was 910); ")), "rows first: %.*s",
       STR_ARG(h.text));
}

/* What several entries are called names none of them, and a line in a smaller heading above the title of a card is not its name. */
static void test_called(struct arena *a)
{
#define FIX(text) "<li><b>REPAIR</b><br>" text
#define LEAK \
    FIX("The old mill has a leak below the wheel, and the miller asks all who come by boat to keep away from the weir until it is shut.")
#define ROOF \
    FIX("The roof of the boat house was hit by a tree in the last storm, and all boats are to be fetched by the end of the month, please.")
    says(a, "<h2>Works</h2><ul><li>Paint is dry</ul>", "<h2>Works</h2><ul><li>Paint is dry" LEAK ROOF "</ul>",
         "New: The old mill has a leak below the wheel, and the miller asks all who…; The roof of the boat house was hit by a…");
#define CARD(over, title) \
    "<article class=card><h4>" over "</h4><h3>" title \
    "</h3><p>All who live by the lake are asked to tell the miller what they have seen there in the night.</article>"
#define OTHER CARD("Summer", "All boats of the lake are painted anew") CARD("Autumn", "The last apples are in the press by now")
    says(a, OTHER, CARD("Winter fun", "Ice on the lake bears up to four skaters at once") OTHER,
         "New: Ice on the lake bears up to four skaters at once; and more");
}

/* A card with the class of a state is one, too: it is said by its heading, with what stands in it. */
static void test_state_of_card(struct arena *a)
{
#define GOODS(state, name, price) "<div class='good" state "'><h3>" name "</h3><p>" price " euro</p><p>Made by hand</p></div>"
    says(a, GOODS("", "Oak chair", "120") GOODS("", "Elm bench", "340"),
         GOODS("", "Oak chair", "120") GOODS("", "Elm bench", "340") GOODS(" sold-out", "Ash table", "510"),
         "New: Ash table, 510 euro, Made by hand");
}

/* A sentence of the main content with another figure is not put back by links that came. */
static void test_said_figure(struct arena *a)
{
#define COUNTED(n, more) \
    "<main><h1>Lake</h1><p>To this day there are " n \
    " boats on the lake, and all of them are made of wood by the people who live on its shore, " \
    "as it has been for as long as the oldest of them can think back.</p><h2>To read</h2><ul><li><a href=/a>How to sail</a>" more \
    "</ul></main>"
    struct headline h = headline(a, COUNTED("76", ""), COUNTED("91", "<li><a href=/b>How to row</a>"));
    ok(str_starts(h.text, STR("To this day there are 91 boats")), "the figure first: %.*s", STR_ARG(h.text));
}

/* The beginning of a paragraph gives way to the words that changed. */
static void test_room(struct arena *a)
{
#define WEIR \
    "The old weir above the mill was built by the people of the valley in the days when the river was still wide, and each of them had to " \
    "bring stones for it by boat. "
    says(a, "<p>" WEIR "It may be closed for a while to let the fish go up the river, and to mend what the ice has broken.",
         "<p>" WEIR
         "It may be closed for a while to let the fish go up the river, and to keep all heavy boats away from the lower lake.",
         "The old weir above the mill was built by the people of the … and to keep all heavy boats away from the lower lake.");
}

/* A sentence that tells of a day at its beginning is not begun at a figure further down. */
static void test_day_told(struct arena *a)
{
    says(
        a, "<p>x",
        "<p>The new rules of the harbour apply from 3 May 2025 on to all boats of the lake, with the exception of rules 5.4 and 7.1, which apply "
        "later.<p>x",
        "New: The new rules of the harbour apply from 3 May 2025 on to all boats of the lake, with the exception of rules 5.4…");
}

/* A time that is gone says nothing by itself. */
static void test_bare_loss(struct arena *a)
{
    says(a, "<p>Boats are for sale.<p>20:40<p>Ask the miller", "<p>Boats are for sale.<p>Ask the miller of the upper lake",
         "Ask the miller of the upper lake");
}

/* Between the name of a row and the head of a column stands a colon, also where no cell is marked as a head. */
static void test_head_named(struct arena *a)
{
#define LAKES(n) \
    "<table><tr><td>Lake<td>Boats<td>Rafts<tr><td>Upper<td>" n "<td>4<tr><td>Lower<td>25<td>7<tr><td>Blue<td>31<td>9</table>"
    says(a, LAKES("12"), LAKES("19"), "Upper: Boats 19 (was 12)");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_unseen(&a);
    test_rest(&a);
    test_many_rows(&a);
    test_rewritten(&a);
    test_known(&a);
    test_columns(&a);
    test_quotes(&a);
    test_bold_heads(&a);
    test_side_by_side(&a);
    test_contained(&a);
    test_same_section(&a);
    test_counted(&a);
    test_cut_lists(&a);
    test_edited(&a);
    test_left_marks(&a);
    test_called(&a);
    test_state_of_card(&a);
    test_said_figure(&a);
    test_room(&a);
    test_day_told(&a);
    test_bare_loss(&a);
    test_head_named(&a);
    return tap_done();
}
