/* A change in one line. */
#include "judge/headline.h"

#include "base/limits.h"
#include "tests/judge/headlines.h"

#define ROWS "<table><tr><td>Oak table<td>340 euro<td>in stock<tr><td>Pine chair<td>%s euro<td>in stock</table>"

static void test_words(struct arena *a)
{
    says(a, "<p>The newest version is less-641.", "<p>The newest version is less-643.",
         "The newest version is less-643 (was less-641)");
    says(a, "<h1>News</h1><p>One.", "<h1>News</h1><p>Bakers win the right to sell bread.<p>One.",
         "New: Bakers win the right to sell bread.");
    says(a, "<h2>Refunds</h2><p>Ask us.<p>Within 30 days.", "<h2>Refunds</h2><p>Ask us.",
         "Removed from “Refunds”: Within 30 days.");
    says(a, "<h1>Tea</h1><h2>Refunds</h2><p>Ask us.</p><aside><h3>Sponsors</h3></aside><p>x",
         "<h1>Tea</h1><h2>Refunds</h2><p>Ask us.</p><aside><h3>Sponsors</h3></aside><p>Within ten days.<p>x",
         "New in “Refunds”: Within ten days.");
    says(a, "<h1>Tea</h1><h2>Refunds</h2><p>Ask us.</p><h2 hidden>Notes</h2><p>x",
         "<h1>Tea</h1><h2>Refunds</h2><p>Ask us.</p><h2 hidden>Notes</h2><p>Within ten days.<p>x",
         "New in “Refunds”: Within ten days.");
    says(a, "<p>Status:<p>degraded<p>x", "<p>Status:<p>working<p>x", "Status: working (was degraded)");
    says(a, arena_printf(a, ROWS, "20").ptr, arena_printf(a, ROWS, "25").ptr, "Pine chair 25 euro (was 20 euro)");
    says(a,
         "<p>\xe2\x80\x8b"
         "Adams has<p>x",
         "<p>Adams has 7<p>x", "Adams has 7");
    says(a, "<p>Updated: March 25, 2026<p>x", "<p>Updated: 25 May 2026<p>x", "Updated: 25 May 2026 (was March 25, 2026)");
    says(a, "<p>start", "<h5>1.</h5><p>We bake all our bread for you.<h5>2.</h5><p>You pay for the bread.<p>start",
         "New: We bake all our bread for you; You pay for the bread.");
    says(a, "<title>Guide 3.3</title><p>x", "<title>Guide 3.4</title><p>x", "Title: Guide 3.4");
    says(a, "<p>我们的商店今天营业。", "<p>我们的商店今天营业。<p>新书已经到货，欢迎来看。", "New: 新书已经到货，欢迎来看。");
    says(a, "<p><img src=a.png alt=A> x", "<p><img src=b.png alt=B> x", "Picture: B (was A)");
    says(a, "<p>One a day<div><img src=a.png alt=A></div>", "<p>One a day<div><img src=b.png alt=B></div>", "Picture: B (was A)");
}

/* What is drawn is not said, and what a field parts is not glued. */
static void test_readable(struct arena *a)
{
    says(a, "<h1>Members</h1><p>x",
         "<h1>Members</h1><form><label>User name<input name=u></label><label>Pass phrase<input name=p></label><button>Go "
         "now</button></form><p>x",
         "New: User name Pass phrase Go now");
    says(a, "<p>Danger level: 2 (moderate)<p>x", "<p>Danger level: 4 (high)<p>x", "Danger level: 4 (high) (was 2 (moderate))");
    says(a, "<pre>Changes\n=======\n</pre>", "<pre>Changes\n=======\n  * New option --dry-run of the tool\n</pre>",
         "New option --dry-run of the tool");
    says(a, "<pre>Changes\n</pre>", "<pre>Changes\n======= Release nine\n</pre>", "New: Release nine");
}

/* What comes first, and what is not said twice. */
static void test_order(struct arena *a)
{
    says(a, "<h2>Errata of 2.3</h2><p>For 2.2 errata, please look there.",
         "<h2>Errata of 2.4</h2><p>For 2.3 errata, please look there.",
         "Errata of 2.4 (was 2.3); For 2.3 errata, please look there (was 2.2)");
    says(a, "<p>start", "<h3>Sport</h3><h3>Bakers win the right to sell bread</h3><p>start",
         "New: Bakers win the right to sell bread; Sport");
    says(a, "<ul><li>Old news of May 2003</ul>",
         "<h2>June 2003</h2><ul><li>Loose lips sink ships, Software Online, June 2003.</ul><ul><li>Old news of May 2003</ul>",
         "New: Loose lips sink ships, Software Online, June 2003.");
    says(a, "<title>Cookies - Tents</title><p>We use cookies for tents and little else.",
         "<title>Tents, huts and caves for everybody</title><p>We use cookies for tents, carts, sheds and pigeon lofts.",
         "We use cookies for tents, carts, sheds and pigeon lofts (was little else); Title: Tents, huts and caves for everybody");
}

/* A title that names something else stands for the page; one of which most stays comes behind what is new. */
static void test_other_title(struct arena *a)
{
    says(a, "<title>Mill</title><p>Bread.",
         "<title>Boats for hire</title><p>Bread.<p>Our boats are for hire on the lake from May on.",
         "Title: Boats for hire; New: Our boats are for hire on the lake from May on.");
    says(a, "<title>News of the mill 2.0</title><p>News.",
         "<title>News of the mill 3.0</title><h2>We bake on Sundays, too</h2><p>News.",
         "New: We bake on Sundays, too; Title: News of the mill 3.0");
    says(a, "<title>Mill</title><p>Bread.", "<title>Mill: boats</title><h2>Mill boats</h2><p>Bread.", "Title: Mill: boats");
}

/* Whether a long title says what stands on the page is told by its first words. */
static void test_long_title(struct arena *a)
{
    AUTO(buf) new = BUF(KIB(16));
    buf_add(&new, STR("<title>"));
    for (unsigned i = 0; i < 60; i++)
        buf_add(&new, STR("Tents "));
    for (unsigned i = 0; i < 200; i++)
        buf_add(&new, STR("everywhere "));
    buf_add(&new, STR("</title><p>Tents are what we sell, and carts, and lofts."));
    struct headline h =
        headline(a, "<title>Shop</title><p>Tents are what we sell, and little else.", arena_str(a, buf_str(&new)).ptr);
    ok(str_starts(h.text, STR("Title: Tents Tents ")), "it is quoted first: %.*s", STR_ARG(h.text));
}

#define FARE(name, more) "<h3>" name "</h3><p>You may change it once until the day before.<p>" more
#define PLAIN(name) "<h3>" name "</h3>"

/* What is gone from several places, headings in a row, and what is left out where there is no room for it. */
static void test_several(struct arena *a)
{
    says(a, FARE("Cheap", "x") FARE("Dear", "y") FARE("Royal", "z") "<p>end",
         PLAIN("Cheap") "<p>x" PLAIN("Dear") "<p>y" PLAIN("Royal") "<p>z<p>Dogs pay half.<p>end",
         "Removed in 3 places: You may change it once until the day before; New in “Royal”: Dogs pay half.");
    says(a, "<p>start", "<h3>For bakers</h3><h3>For brewers</h3><h3>How we keep your bread</h3><p>In a box.<p>start",
         "New: How we keep your bread; In a box; For bakers; For brewers");
    says(a, "<p>start", "<h3>Bread has no sponsors. It is paid for by those who eat it.</h3><p>start",
         "New: Bread has no sponsors; It is paid for by those who eat it.");
    says(
        a, "<h2>What we do in every week of the year</h2><p>One more and a few<p>x",
        "<h2>What we do in every week of the year</h2><p>x<p>The bakers of the town have won the right to sell their bread on Sunday.",
        "New: The bakers of the town have won the right to sell their bread on Sunday; Removed: One more and a few");
}

#define HEADS "<tr><th>County<th>Cases<th>Deaths"
#define FIGURES(cases, deaths) "<table>" HEADS "<tr><td>Adams<td>" cases "<td>" deaths "<tr><td>Berks<td>3<td>0</table>"
#define LEVELS(level) \
    "<table><tr><th>State<th>Station<th>Level<tr><td>PA<td>Mill<td>12<tr><td>PA<td>Lock<td>" level "<tr><td>PA<td>Ferry<td>9" \
    "<tr><td>NY<td>Quay<td>11</table>"
#define RELEASE(name) "<tr><td>" name "<td>stable"
#define DONOR(name) "<li>" name

/* A row is said once, by its name, with the heads of the columns; many rows are counted. */
static void test_rows(struct arena *a)
{
    says(a, FIGURES("5", "1"), FIGURES("7", "2"), "Adams: Cases 7 (was 5), Deaths 2 (was 1)");
    says(a, "<table><tr><td>Tests<td>Cases<tr><td>40<td>5</table>", "<table><tr><td>Tests<td>Cases<tr><td>60<td>7</table>",
         "Tests 60 (was 40), Cases 7 (was 5)");
    says(a, FIGURES("5", "1"), FIGURES("1", "5"), "Adams: Cases 1 (was 5), Deaths 5 (was 1)"); /* each is its cell's */
    says(a, LEVELS("14"), LEVELS("31"), "Lock: Level 31 (was 14)");                            /* three rows are of PA */
    says(a, "<h1>Weft</h1><h2>Releases</h2><table>" RELEASE("12.1") "</table>",
         "<h1>Weft</h1><h2>Releases</h2><table>" RELEASE("12.4") RELEASE("12.3") RELEASE("12.2") RELEASE("12.1") "</table>",
         "3 rows added to “Releases”: 12.4 stable; 12.3 stable; 12.2 stable");
    says(a, "<h2>Donors</h2><ul>" DONOR("Anna Bell") DONOR("Carl Dorn") "</ul><p>x",
         "<h2>Donors</h2><ul>" DONOR("Anna Bell") DONOR("Carl Dorn") DONOR("Emulex Corporation") "</ul><p>x",
         "New in “Donors”: Emulex Corporation");
    says(a, "<h2>Donors</h2><ul>" DONOR("Ann") DONOR("Ben") DONOR("Cyd") DONOR("Dan") "</ul><p>x",
         "<h2>Donors</h2><ul>" DONOR("Dan") "</ul><p>x", "3 items removed from “Donors”: Ann; Ben; Cyd");
}

#define COUNTY(name, n, dead) "<tr><td>" name "<td>" n "<td>" dead
#define COUNTIES(rows) "<h1>Fever</h1><h2>By county</h2><table><tr><th>County<th>Cases<th>Deaths" rows "</table><p>x"
#define BUILD(name, one, two) "<tr><td>" name "<td>" one "<td>" two
#define LONG_CELL \
    "does what it says as long as the wind blows from the sea and nobody has moved the stones in the yard since then, "
#define OPTION(name, text) "<tr><td>" name "<td>String<td>" LONG_CELL LONG_CELL text

/* What a cell says is said with its row and its column, in tables of every width; what happened to many rows is one thing. */
static void test_tables(struct arena *a)
{
    says(a, COUNTIES(COUNTY("Adams", "5", "0") COUNTY("Berks", "7", "1") COUNTY("Clay", "2", "0") COUNTY("Total", "14", "1")),
         COUNTIES(COUNTY("Adams", "6", "0") COUNTY("Berks", "9", "1") COUNTY("Clay", "4", "0") COUNTY("Total", "1,019", "1")),
         "4 rows changed in “By county”: Total: Cases 1,019 (was 14); Adams: Cases 6 (was 5); Berks: Cases 9 (was 7); and more");
    says(a, COUNTIES(COUNTY("Adams", "12.75", "0") COUNTY("Berks", "7,1", "1") COUNTY("Total", "90", "1")),
         COUNTIES(COUNTY("Adams", "13.25", "0") COUNTY("Berks", "9,4", "1") COUNTY("Total", "97", "1")),
         "3 rows changed in “By county”: Total: Cases 97 (was 90); Adams: Cases 13.25 (was 12.75); Berks: Cases 9,4 (was 7,1)");
    says(a, COUNTIES(COUNTY("Adams", "0.750", "0") COUNTY("Berks", "9", "1") COUNTY("Total", "90", "1")),
         COUNTIES(COUNTY("Adams", "0.125", "0") COUNTY("Berks", "8", "1") COUNTY("Total", "98", "1")),
         "3 rows changed in “By county”: Total: Cases 98 (was 90); Adams: Cases 0.125 (was 0.750); Berks: Cases 8 (was 9)");
    says(a, COUNTIES(COUNTY("Adams", "5", "0")), COUNTIES(COUNTY("Adams", "5", "0") COUNTY("Elk", "3", "1")),
         "New in “By county”: Elk, Cases 3, Deaths 1");
    says(a, "<table><tr><th>County<th>Cases<tr><td>All cases<td>5</table>",
         "<table><tr><th>County<th>Cases<tr><td>All cases<td>9</table>", "All cases: 9 (was 5)");
    says(a, "<table><tr><th>Test<th>FF 96<th>FF 97" BUILD("Sorts", "Yes", "No") "</table>",
         "<table><tr><th>Test<th>OP 11<th>FF 97<th>FF 98" BUILD("Sorts", "Yes", "No") "</table>", "New columns: OP 11; FF 98");
    says(a, "<table><tr><th>Name<th>Type<th>Description" OPTION("mode", "and takes a list.") "</table>",
         "<table><tr><th>Name<th>Type<th>Description" OPTION("mode", "and takes a list of new colours.") "</table>",
         "mode: …wind blows from the sea and nobody has moved the stones in the yard since then, and takes a list of new colours.");
}

/* Signs that lead to the place where they stand, and dots up to a number, are not said. A word is not cut for another line. */
static void test_signs(struct arena *a)
{
    says(a, "<h2>Version 1.1 <a href=#v11>¶</a></h2><p>x", "<h2>Version 1.2 <a href=#v12>¶</a></h2><p>x", "Version 1.2 (was 1.1)");
    says(a, "<pre>News\n</pre>", "<pre>News\nBakers win the right to bread ........ 120\n</pre>",
         "New: Bakers win the right to bread 120");
    says(a, "<h2>Mirrors</h2><ul><li>x</ul>",
         "<h2>Mirrors</h2><ul><li>x<li>Lower Bavaria https://files.mirror.example.org/pub/systems/weft-and-more/"
         "<li>Upper Austria https://files.other-mirror.example.org/pub/systems/</ul>",
         "New: Lower Bavaria https://files.mirror.example.org/pub/systems/weft-and-more/; and more");
}

#define BARS "Bread of the day | Cakes and biscuits | Rolls | Our bakers and millers | "

/* Of a list in one line what came to it and what went is said, with its name. */
static void test_lists(struct arena *a)
{
    says(a, "<p>Mirrors: AR AT BE BE CA DE FR YU<p>x", "<p>Mirrors: AR AT BE CA DE FR SE US<p>x",
         "New in “Mirrors”: SE, US (removed: BE, YU)");
    says(a, "<p>Mirrors:<br>[AR] [AT] [BE] [CA] [DE] [FR]<p>x", "<p>Mirrors:<br>[AR] [AT] [BE] [CA] [DE]<p>x",
         "Removed from “Mirrors”: FR");
    says(a, "<p>" BARS "Contact<p>x", "<p>" BARS "Rights of guests on Sundays | Contact<p>x",
         "New in “Bread of the day |…”: Rights of guests on Sundays");
    says(a, "<p>We bake rye bread, rolls, cakes, biscuits, buns and pies.<p>x",
         "<p>We bake rye bread, rolls, cakes, waffles, buns and pies.<p>x",
         "We bake rye bread, rolls, cakes, waffles, buns and pies (was biscuits)");
}

#define LABELLED(day, n) "<div><p>In hospital as at midnight " day "<p>" n "</div><p>x"

/* What names a value is said, also where it is noise by itself. */
static void test_named(struct arena *a)
{
    const struct judged *j = judged(a, LABELLED("Sunday", "243"), LABELLED("Monday", "325"));
    struct headline_piece item[8] = { 0 };
    const struct headline_worth *worth = headline_worths(a, &j->delta, &j->pieces);
    uint32_t n = 0;
    for (; n < j->pieces.n && n < ARRAY_LEN(item); n++)
        item[n] = (struct headline_piece){ .piece = &j->pieces.item[n],
                                           .worth = &worth[n],
                                           .share = j->pieces.item[n].came[SHAPE_NUMBER] > 0 };
    eq_str(headline_make(a, &j->delta, &j->pieces, item, n).text, STR("In hospital as at midnight Monday 325 (was 243)"),
           "the day is held back");
}

#define TEASER "<div class=related><p><a href=/w>Show of May</a></div>"

/* What stands around the content is said behind it; a line is not cut for one that is worth little. */
static void test_around(struct arena *a)
{
    says(a, "<main><p>This week we look at bread.</main><footer><p>x</footer>",
         "<main><p>This week we look at boats in the bath tub, at the loudest whistle of the whole village, and at a very old "
         "bakery.</main><footer><p>x</footer>" TEASER,
         "This week we look at boats in the bath tub, at the loudest whistle of the whole village, and at a very old bakery.");
}

#define STAT(value, label) "<div class=stat><div>" value "</div><div>" label "</div></div>"
#define PERSON(name, role) "<div class=person><div>" name "</div><div>" role "</div></div>"

/* What stood there is said so that it can be read by itself. */
static void test_was(struct arena *a)
{
    says(a, "<p>Delivery: 3-5 days<p>x", "<p>Delivery: two weeks<p>x", "Delivery: two weeks (was 3-5 days)");
    says(a, "<p>Pris: 1 350 kr<p>x", "<p>Pris: 1 490 kr<p>x", "Pris: 1 490 kr (was 1 350 kr)");
    says(a, "<p>Pris: 1 350 kr<p>x", "<p>Pris: 2&nbsp;150 kr<p>x", "Pris: 2 150 kr (was 1 350 kr)");
    says(a, "<p>Members: 12 304 567 in all<p>x", "<p>Members: 12 511 567 in all<p>x",
         "Members: 12 511 567 in all (was 12 304 567)");
    says(a, "<p>The current version is 2.3<p>x", "<p>The current version is 2.3.1<p>x", "The current version is 2.3.1 (was 2.3)");
    says(a, "<p>We wait for 30 seconds.<p>x", "<p>We wait for 10 seconds.<p>x", "We wait for 10 seconds (was 30 seconds)");
    says(a, "<p>Updated: March 20, 2026 | 3:25PM<p>x", "<p>Updated: March 21, 2026 | 4:14PM<p>x",
         "Updated: March 21, 2026 | 4:14PM (was March 20, 2026 | 3:25PM)");
    says(a, "<p>库存：有货<p>x", "<p>库存：缺货<p>x", "库存：缺货 (was 有货)");
    says(a, "<p>Languages: de en fr it pl pt<p>x", "<p>Languages: de en es fr it pl pt uk<p>x", "New in “Languages”: es, uk");
    says(a, "<p>Doctors are Hall, Okafor, Reed, Marsh<p>x", "<p>Doctors are Hall, Okafor, Lind, Reed, Marsh<p>x",
         "Doctors are Hall, Okafor, Lind, Reed, Marsh (new: Lind)");
    says(a, "<h2>25 years of bread (2017)</h2><p>x", "<h2>25 years of bread (2022)</h2><p>x",
         "25 years of bread (2022) (was 2017)");
    says(a, "<p>Power banks are allowed in cabin bags.<p>x", "<p>Power banks are not allowed in cabin bags.<p>x",
         "Power banks are not allowed in cabin bags (new: not)");
    says(a, "<p>Adverts are allowed here on Fridays.<p>x", "<p>Adverts are not allowed here.<p>x",
         "Adverts are not allowed here (removed: on Fridays)");
    says(a, "<p>Will receive protection...<p>x", "<p>To receive protection...<p>x", "To receive protection... (was Will)");
}

/* A number has its own name beside it, before or after it, and not that of its neighbour. */
#define BOXES(first, second) \
    "<div><div><p>" first "</p><p>Boats of the club</p></div><div><p>" second "</p><p>Carts of the club</p></div></div><p>x"
#define ABOVE(first, second) \
    "<div><div><p>Boats of the club</p><p>" first "</p></div><div><p>Carts of the club</p><p>" second "</p></div></div><p>x"

static void test_labels(struct arena *a)
{
    says(a, BOXES("12", "90"), BOXES("12", "97"), "97 Carts of the club (was 90)");
    says(a, "<h2>Stocks</h2><h2>$12,400</h2><h2>Bonds</h2><h2>$900</h2><p>x",
         "<h2>Stocks</h2><h2>$12,700</h2><h2>Bonds</h2><h2>$900</h2><p>x", "Stocks $12,700");
    says(a, ABOVE("12", "90"), ABOVE("12", "97"), "Carts of the club 97 (was 90)");
    says(a, "<h1>Figures</h1>" STAT("243", "Cases in hospital") STAT("24", "Tests"),
         "<h1>Figures</h1>" STAT("325", "Cases in hospital") STAT("24", "Tests"), "Cases in hospital: 325 (was 243)");
    says(a, "<h1>Oak bench</h1><p>Price: 249 EUR<p>x", "<h1>Oak bench</h1><p>Price: 219 EUR<p>x", "Price: 219 EUR (was 249 EUR)");
    says(a, "<dl><dt>Place<dd>Town Hall<dt>Tickets<dd>from 12</dl>", "<dl><dt>Place<dd>St Mary Church<dt>Tickets<dd>from 12</dl>",
         "Place St Mary Church (was Town Hall)");
    says(a, "<table><tr><th>Country<td>Norland<tr><th>Population<td>12,400</table>",
         "<table><tr><th>Country<td>Norland<tr><th>Population<td>12,950</table>", "Population 12,950 (was 12,400)");
    says(a, "<table><tr><th>Date<th>Case<th>Type<tr><td>9 May<td>Hart v Hart<td>Hearing</table>",
         "<table><tr><th>Date<th>Case<th>Type<tr><td>9 May<td>Hart v Hart<td>Adjourned</table>",
         "Hart v Hart: Type Adjourned (was Hearing)");
    says(a, "<div>" PERSON("Grace Obi", "Head of school") PERSON("Tom Reed", "Music") "</div>",
         "<div>" PERSON("Grace Obi", "Acting principal") PERSON("Tom Reed", "Music") "</div>",
         "Grace Obi: Acting principal (was Head of school)");
    says(a, "<table><tr><th>x<th>FF 96<th>FF 97</table><p>x", "<table><tr><th>x<th>FF 96<th>FF 97<th>FF 98</table><p>x",
         "New column: FF 98");
}

/* Marks stand where a reader expects them. */
static void test_marks(struct arena *a)
{
    says(a, "<p>x", "<p>Added to <a href=b>Stickers</a> , <a href=c>Photos</a> and <a href=d>Films</a> .<p>x",
         "New: Added to Stickers, Photos and Films.");
    says(a, "<p>x", "<p><time>15 Nov 18:40</time><span>In transit to the town of Leeds</span><p>x",
         "New: 15 Nov 18:40 In transit to the town of Leeds");
    says(a, "<p>The kettle costs 89 EUR<p>x", "<p>The kettle costs <s>89</s> 69 EUR<p>x",
         "The kettle costs 69 EUR; 89: struck out");
    says(a, "<p>x", "<p>we bake bread on Sunday;<p>we sell it on Monday morning,<p>x",
         "New: we bake bread on Sunday; we sell it on Monday morning,");
}

/* What people watch a page for comes before when it was written and where it lies. */
static void test_first(struct arena *a)
{
    says(a, "<p>Last change on 2024-08-06<p>By default, up to 10 servers<p>x",
         "<p>Last change on 2024-08-27<p>By default, up to 5 servers<p>x",
         "By default, up to 5 servers (was 10); Last change on 2024-08-27 (was 2024-08-06)");
    says(a, "<h2>2.4.0</h2><p>Old.", "<h2>2.5.0</h2><p>The old config format is deprecated now.<h2>2.4.0</h2><p>Old.",
         "New: 2.5.0; The old config format is deprecated now.");
    says(a, "<p>Read <a href=a1.html>more about bread</a><p>x",
         "<p>Read <a href=a2.html>more about bread</a><p>x<p>Bread is cheaper now.", "New: Bread is cheaper now.");
}

#define POSTS(replies, by) \
    "<table><tr><th>Topic<th>Replies<th>Last<tr><td>Recall of cranks<td>" replies "<td>by " by \
    "<tr><td>Best lock<td>5<td>by Eve</table>"

/* A value is said with what it is the value of, and who before how many. */
static void test_owners(struct arena *a)
{
    says(a, "<h1>Oak table</h1><p>Made by hand.<p>340.00 EUR<p>x", "<h1>Oak table</h1><p>Made by hand.<p>360.00 EUR<p>x",
         "Oak table: 360.00 EUR (was 340.00 EUR)");
    says(a, "<dl><dt>Power<dd>40 W<dt>Weight<dd>2 kg</dl>", "<dl><dt>Power<dd>60 W<dt>Weight<dd>2 kg</dl>", "Power 60 W (was 40)");
    says(a, POSTS("1", "Bob"), POSTS("2", "Pedro"), "Recall of cranks: Last by Pedro (was Bob), Replies 2 (was 1)");
    says(a, "<table><tr><th>#<th>Team<th>Points<tr><td>1<td>Rovers<td>22</table>",
         "<table><tr><th>#<th>Team<th>Points<tr><td>1<td>Rovers<td>24</table>", "Rovers: Points 24 (was 22)");
    says(a, "<p>We return your money, without asking why, if you send it back.<p>x",
         "<p>We return your money if you send it back.<p>x",
         "We return your money if you send it back (removed: without asking why)");
}

#define CLAUSE \
    "The licensors, vendors and agents of the bakery keep all rights, and you may not copy any part of the recipes, of the "
#define RIGHTS "<p>Welcome to the bakery. " CLAUSE CLAUSE

/* What changed is inside what is quoted, and what it was stands behind it. */
static void test_changed_words(struct arena *a)
{
    says(a, RIGHTS "Java or of the oven without asking us.<p>x", RIGHTS "JavaScript or of the oven without asking us.<p>x",
         "…and you may not copy any part of the recipes, of the JavaScript or of the oven without asking us (was Java)");
    says(a, "<p>Applications are due on 1 December 2026.<p>x", "<p>Applications are due on 15 December 2026.<p>x",
         "Applications are due on 15 December 2026 (was 1 December 2026)");
    says(a, "<h1>Lamp</h1><p>In stock, delivered in 2 to 3 days<p>x", "<h1>Lamp</h1><p>Out of stock<p>x",
         "Out of stock (was In stock, delivered in 2 to 3 days)");
    says(a, "<p>The office is in the town hall.<p>Sold out<p>x", "<p>The office is in the town hall.<p>Available<p>x",
         "Available (was Sold out)");
    says(
        a,
        "<p>Ładne święta życzą wszystkim pracownicy naszej małej piekarni przy ulicy Długiej pod numerem pięć, która działa już od "
        "stu lat w mieście Łodzi.<p>x",
        "<p>Ładne święta życzą wszystkim pracownicy naszej małej piekarni przy ulicy Długiej pod numerem pięć, która działa już od "
        "stu lat w mieście Łowiczu koło Łodzi.<p>x",
        "…naszej małej piekarni przy ulicy Długiej pod numerem pięć, która działa już od stu lat w mieście Łowiczu koło Łodzi.");
}

/* What says little comes last, or together with what makes it say something. */
static void test_weak(struct arena *a)
{
    says(a, "<p>start", "<p>Hotline for bakers:<p>0161 496 0199<p>start", "New: Hotline for bakers: 0161 496 0199");
    says(a, "<p>start", "<p><a href=a>Log in</a><a href=b>Sign up now</a><p>start", "New: Log in Sign up now");
    says(a, "<p>start", "<p>[EN] [SE] [JP] [DE] [RU]<p>Bread is cheaper now.<p>start",
         "New: Bread is cheaper now; [EN] [SE] [JP] [DE] [RU]");
    says(a, "<p>Read <a href=old.pdf>our report of the year</a>.<p>x",
         "<p>Read <a href=new.pdf>our report of the year</a>.<p>x<p>Bread is cheaper now.",
         "New: Bread is cheaper now; our report of the year: new.pdf (was old.pdf)");
}

#define TEN_LINES \
    "<br>GH IJ" \
    "<br>KL MN" \
    "<br>OP QR" \
    "<br>ST UV" \
    "<br>WX YZ" \
    "<br>GI KM" \
    "<br>OS UW" \
    "<br>YG IH" \
    "<br>KJ ML" \
    "<br>ON QP"

/* Lines of codes are one list, but where there are as many as in a table. */
static void test_codes(struct arena *a)
{
    says(a, "<h1>Ports</h1><p>AB CD EF" TEN_LINES, "<h1>Ports</h1><p>AB XY EF" TEN_LINES, "New in “Ports”: XY (removed: CD)");
    says(a, "<h1>Ports</h1><p>AB CD EF" TEN_LINES TEN_LINES TEN_LINES TEN_LINES TEN_LINES,
         "<h1>Ports</h1><p>AB XY EF" TEN_LINES TEN_LINES TEN_LINES TEN_LINES TEN_LINES, "AB XY EF (was CD)");
}

/* Two addresses are told apart by what is said of them, and what is cut is marked. */
static void test_addresses(struct arena *a)
{
    says(a, "<p><a href=https://old.example/rules.pdf>Our rules</a>", "<p><a href=https://new.example/rules.pdf>Our rules</a>",
         "Our rules: https://new.example/rules.pdf (was https://old.example/rules.pdf)");
    says(a, "<p><a href=https://a.example/members/documents/2025/rules.pdf>Our rules</a>",
         "<p><a href=https://a.example/members/documents/2026/rules.pdf>Our rules</a>",
         "Our rules: …2026/rules.pdf (was …2025/rules.pdf)");
    says(a, "<p><a href=https://a.example/help>Help with loaves</a>",
         "<p><a href=https://b.example/bread/and/how/to/bake/it/well>Help with loaves</a>",
         "Help with loaves: https://b.example/bread/and/how/to/bake/it/well (was https://a.example/help)");
}

#define TOPIC(views, by) "<table><tr><td>How to bleed brakes<td>" views " views<td>last by " by "</table>"

/* What is held back is not said, though it stands in the row of what is told. */
static void test_held(struct arena *a)
{
    const struct judged *j = judged(a, TOPIC("3024", "Anna"), TOPIC("7595", "Pedro"));
    struct headline_piece item[8] = { 0 };
    const struct headline_worth *worth = headline_worths(a, &j->delta, &j->pieces);
    uint32_t n = 0;
    for (; n < j->pieces.n && n < ARRAY_LEN(item); n++)
        item[n] = (struct headline_piece){ .piece = &j->pieces.item[n],
                                           .worth = &worth[n],
                                           .share = j->pieces.item[n].came[SHAPE_LETTERS] > 0 };
    eq_str(headline_make(a, &j->delta, &j->pieces, item, n).text, STR("How to bleed brakes last by Pedro (was Anna)"),
           "no counter beside it");
}

/* A sentence that only stands elsewhere is named by itself where it is held back. That it stood behind all that the page has now does not
 * matter: what lies there is no sentence, and must not be read. */
static void test_moved(struct arena *a)
{
    struct judged *j =
        judged(a, "<p>We bake all our bread for you and for all who live in this town.<p>One.<p>Two.<p>Dogs stay outside.",
               "<p>Dogs stay outside.<p>We bake all our bread for you and for all who live in this town.");
    uint32_t n = j->new.n_sentences, behind = 0;
    struct sentence *sentence = NEW_ARRAY(a, struct sentence, j->old.n_sentences + n);
    memcpy(sentence, j->new.sentence, n * sizeof *sentence);
    for (uint32_t i = n; i < j->old.n_sentences + n; i++)
        sentence[i] = (struct sentence){ .word = UINT32_MAX - 1, .end = UINT32_MAX };
    j->new.sentence = sentence;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        struct headline_piece one = { .piece = &j->pieces.item[i],
                                      .worth = &headline_worths(a, &j->delta, &j->pieces)[i],
                                      .share = 1 };
        if (!one.piece->old || one.piece->kind != PIECE_MOVED || one.piece->sentence < n)
            continue;
        eq_str(headline_make(a, &j->delta, &j->pieces, &one, 1).text, STR("Moved: Dogs stay outside."),
               "what moved is named, and that it moved");
        behind++;
    }
    ok(behind == 1, "it stood behind all that the page has now: %u", behind);
}

static size_t chars_of(struct str s)
{
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++)
        n += ((unsigned char)s.ptr[i] & 0xc0) != 0x80;
    return n;
}

static void test_length(struct arena *a)
{
    AUTO(buf) text = BUF(1 << 16);
    buf_add(&text, STR("<p>start<ul>"));
    for (unsigned i = 0; i < 40; i++)
        buf_addf(&text, "<li>Item %u brings a fair number of words that nobody has read on this page before", i);
    struct headline h = headline(a, "<p>start", arena_str(a, buf_str(&text)).ptr);
    ok(h.text.len && chars_of(h.text) <= HEADLINE_CHARS, "a headline has at most %d characters, not %zu", HEADLINE_CHARS,
       chars_of(h.text));
    eq_int(h.n_lines, HEADLINE_LINES, "more lines follow");
    for (uint32_t i = 0; i < h.n_lines; i++)
        ok(chars_of(h.line[i]) <= HEADLINE_CHARS, "none of them longer");
    buf_clear(&text);
    buf_add(&text, STR("<p>start<p>"));
    for (unsigned i = 0; i < 200; i++)
        buf_add(&text, STR("新書到貨歡迎"));
    h = headline(a, "<p>start", arena_str(a, buf_str(&text)).ptr);
    ok(h.text.len && chars_of(h.text) <= HEADLINE_CHARS, "without spaces too");
}

#define WORDY "a cell with quite a lot of words that go on and on, as they do in tables that were made by hand, "
#define CELLS(figure) "<table><tr><td>" WORDY "<td>" WORDY "and " figure "<tr><td>x<td>y</table>"

/* A long row is cut as well, also where it is one of the lines that follow. */
static void test_long_rows(struct arena *a)
{
    struct headline h = headline(a, "<h1>Old news of the town</h1>" CELLS("1"), "<h1>New bread of the town</h1>" CELLS("2"));
    ok(h.text.len && chars_of(h.text) <= HEADLINE_CHARS, "in the headline");
    for (uint32_t i = 0; i < h.n_lines; i++)
        ok(chars_of(h.line[i]) <= HEADLINE_CHARS, "and below it");
}

#define LONG_TERMS(age) \
    "<p>You may not use the bakery, order bread, leave your address or take part in the baking on Sundays if you are younger than the least " \
    "age, which is " age " for guests of the house in the valley and beyond the river.<p>end"

/* The room after a short line is filled with the words of the next one that changed; a long first line is not cut for them. */
static void test_room(struct arena *a)
{
    says(a, "<p>Valid from: 3 May 2026" LONG_TERMS("thirteen"), "<p>Valid from: 9 June 2026" LONG_TERMS("sixteen"),
         "Valid from: 9 June 2026 (was 3 May 2026); …than the least age, which is sixteen for guests of the house in the valley…");
    says(
        a,
        "<p>One day in the old bakery behind the mill costs you 40 euro in all, bread and water included<p>x" LONG_TERMS(
            "thirteen"),
        "<p>One day in the old bakery behind the mill costs you 50 euro in all, bread and water included<p>x" LONG_TERMS("sixteen"),
        "One day in the old bakery behind the mill costs you 50 euro in all, bread and water included (was 40 euro); and more");
}

/* What can be pressed is there for what the page says; a line that does not fit leaves its room to the next. */
static void test_worth(struct arena *a)
{
    says(a, "<p>We bake.<p>x", "<button>Log in now</button><p>We bake.<p>Dogs stay outside.<p>x",
         "New: Dogs stay outside; Log in now");
    says(a, "<h2>Opening 2025</h2><p>" LONG "It is a cold well, and it is deep. " LONG "<p>x",
         "<h2>Opening 2026</h2><p>" LONG "It was a cold well, and it was never deep. " LONG
         "<p>x<p>Dogs stay outside the gate, please.",
         "Opening 2026 (was 2025); New: Dogs stay outside the gate, please; and more");
}

/* A clause that only got another number is not said beside the one that came before it, but where it is all; a list of contents is said
 * though all of it can be read below. */
static void test_clauses(struct arena *a)
{
    says(a, "<h2>1. Bread</h2><p>We bake.<h2>2. Fees</h2><p>You pay.",
         "<h2>1. Bread</h2><p>We bake.<p>Dogs stay outside the gate.<h2>3. Fees</h2><p>You pay.",
         "New: Dogs stay outside the gate.");
    says(a, "<h2>2. Fees</h2><p>You pay.", "<h2>3. Fees</h2><p>You pay.", "3. Fees (was 2)");
    says(a, "<p>7. Fees are paid.<p>You pay.", "<p>7. Dogs stay outside the gate.<p>8. Fees are paid.<p>You pay.",
         "New: 7. Dogs stay outside the gate.");
    says(a, "<h2>2.1. Fees</h2><p>You pay.", "<h2>2. 1. Fees</h2><p>You pay.<p>Dogs stay outside.",
         "New in “2. 1. Fees”: Dogs stay outside.");
    says(a, "<h2>Fees</h2><p>You pay.", "<h2>1. Fees</h2><p>You pay.<p>Dogs stay outside.",
         "New in “1. Fees”: Dogs stay outside; Changed: 1. Fees");
    says(a, "<h2>7.8 errata</h2><p>We bake.", "<h2>7.9 errata</h2><p>We bake.<p>We bake rolls.",
         "7.9 errata (was 7.8); New in “7.9 errata”: We bake rolls.");
    says(
        a, "<div><h2>Our bread</h2><p>Good.<h2>Our rolls</h2><p>Round.</div>",
        "<ul><li><a href=#a>Our bread</a><li><a href=#b>Our rolls</a></ul><div><h2>Our bread</h2><p>Good.<h2>Our rolls</h2><p>Round.</div>",
        "Repeated: Our bread; Our rolls");
}

/* What a line says is true of all that stands in it. */
static void test_true(struct arena *a)
{
    says(a, "<h1>Shop</h1><p>We are open on Monday.<h1>Where to find our shop</h1><p>x",
         "<h1>Shop</h1><p>We are open on Monday and Sunday.<p>x",
         "Removed: Where to find our shop; Changed: We are open on Monday and Sunday.");
    says(a, "<h1>Shop</h1><h1>Where to find our shop</h1><p>Tea costs 4 euro.<p>x", "<h1>Shop</h1><p>Tea costs 5 euro.<p>x",
         "Tea costs 5 euro (was 4 euro); Removed: Where to find our shop");
    says(a, "<h2>Donors</h2><ul><li>Ada Lind</ul><p>and<ul><li>Tom Rask</ul><p>x",
         "<h2>Donors</h2><ul><li>Ada Lind<li>Eva Moe<li>Jon Aas</ul><p>and<ul><li>Tom Rask<li>Ida Lie</ul><p>x",
         "3 items added to “Donors”: Eva Moe; Jon Aas; Ida Lie");
    says(
        a, "<h2>Donors</h2><ul><li>Ada Lind</ul><h2>Members</h2><ul><li>Tom Rask</ul><h2>Guests</h2><ul><li>Kim Vik</ul><p>x",
        "<h2>Donors</h2><ul><li>Ada Lind<li>Eva Moe</ul><h2>Members</h2><ul><li>Tom Rask<li>Ida Lie</ul><h2>Guests</h2><ul><li>Kim "
        "Vik<li>Jon Aas</ul><p>x",
        "New in “Donors”: Eva Moe; New in “Members”: Ida Lie; New in “Guests”: Jon Aas");
    says(a, "<h2>Sizes</h2><p>x",
         "<h2>Sizes</h2><table><tr><th>Name<th>Price<tr><td>Oak<td>3<tr><td>Elm<td>4<tr><td>Fir<td>5</table><p>x",
         "3 rows added to “Sizes”: Oak 3; Elm 4; Fir 5; Name Price");
    says(a, "<h1>Rules</h1><h2>Conclusion of teh contract</h2><p>You pay.",
         "<h1>Rules</h1><h2>Conclusion of the contract</h2><p>You pay.<p>You may send the goods back within two weeks.",
         "New: You may send the goods back within two weeks.");
}

/* Words that name days and money are known of both pages already: they are not listed again for each figure that is quoted. */
static void test_memory(struct arena *a)
{
    enum { FIGURES = 12, BYTES = 16 << 10 };
    AUTO(buf) old = BUF(KIB(64));
    AUTO(buf) new = BUF(KIB(64));
    for (uint32_t i = 0; i < FIGURES; i++) {
        buf_addf(&old, "<p>Visits to the house of w%ux: %u", i, 100 + i);
        buf_addf(&new, "<p>Visits to the house of w%ux: %u", i, 300 + i);
    }
    const struct judged *j = judged(a, arena_str(a, buf_str(&old)).ptr, arena_str(a, buf_str(&new)).ptr);
    size_t used = a->used_bytes;
    struct headline h = headline_of(a, j);
    ok(str_find(h.text, STR("300 (was 100)"), 0) != SIZE_MAX, "figures are quoted: %.*s", STR_ARG(h.text));
    used = a->used_bytes - used;
    ok(used < BYTES, "in little memory: %zu bytes", used);
}

/* The news before its details. */
static void test_news(struct arena *a)
{
#define CASES "<table><tr><th>County<th>Cases<th>Deaths%s</table><p>Ask us.%s"
    AUTO(buf) old = BUF(KIB(4));
    AUTO(buf) new = BUF(KIB(4));
    for (int i = 0; i < 12; i++) {
        buf_addf(&old, "<tr><td>County %c<td>%d<td>%d", 'A' + i, 100 + i, 20 + i);
        buf_addf(&new, "<tr><td>County %c<td>%d<td>%d", 'A' + i, 200 + 2 * i, 50 + 2 * i);
    }
    buf_add_char(&old, 0);
    buf_add_char(&new, 0);
    says(a, arena_printf(a, CASES, old.ptr, "").ptr,
         arena_printf(a, CASES, new.ptr, "<p>The council adopted a budget of 43 million.").ptr,
         "New: The council adopted a budget of 43 million; 12 rows changed: County L: Cases 222 (was 111), Deaths 72 (was 31)");
    says(a, "<h2>Cases</h2><p>Positive: 40<p>Tested: 639<h2>How COVIC-19 spreads in towns</h2><p>x",
         "<h2>Cases</h2><p>Positive: 47<p>Tested: 768<h2>How COVID-19 spreads in towns</h2><p>x",
         "Positive: 47 (was 40); Tested: 768 (was 639)");
    says(a, "<h2>Version 1.64.0 beta 2</h2><p>x<p>y<p>There is a new way to print.", "<h2>Version 1.64.0</h2><p>x<p>y",
         "Version 1.64.0 (removed: beta 2); Removed from “Version 1.64.0 beta 2”: There is a new way to print.");
    says(
        a, "<p>x",
        "<p><b>Version 12.4</b><ul><li>A crash is gone that came where a file was deleted meanwhile<li>A new dialog to export, with "
        "many formats</ul><p>x",
        "New: Version 12.4; A crash is gone that came where a file was deleted meanwhile; and more");
    says(a, "<p>x", "<p>By Anna Berg, 3 May 2025<p>Was this page helpful?<p>Share on Mastodon<p>x<p>Mill Street is closed.",
         "New: Mill Street is closed; By Anna Berg, 3 May 2025; Was this page helpful?; Share on Mastodon");
}

/* Where far more is gone than came that is said first, and what an item has lost is not said of all of it. */
static void test_gone(struct arena *a)
{
#define LENT(name) "<li>" name " is lent for three weeks and can be renewed twice"
#define POOL "<h2>Pool</h2><p>The pool is open every day from 8 to 20 in summer.<p>Children swim for free with their parents."
    says(a, "<h2>Library</h2><ul>" LENT("Book") LENT("Film") LENT("Game") LENT("Map") LENT("Record") LENT("Puzzle") "</ul><p>x",
         "<h2>Library</h2><ul>" LENT("Puzzle") "</ul><p>x<p>We open a bit later",
         "5 items removed from “Library”: Book is lent for three weeks and can be…; New: We open a bit later; and more");
    says(a, "<h2>Issue 11</h2><ul>" LENT("Book") LENT("Film") LENT("Game") LENT("Map") LENT("Record") "</ul><p>x",
         "<h2>Issue 12</h2><ul><li>To be announced</ul><p>x",
         "Issue 12 (was 11); New in “Issue 12”: To be announced; Removed: Book is lent for three weeks and can be renewed twice");
    says(a, "<p>x" POOL "<p>y", "<p>x<p>y",
         "Removed: The pool is open every day from 8 to 20 in summer; Children swim for free with their parents; Pool");
    says(a, "<ul><li><h3>Oak table</h3><p>Solid<p>340 €<li><h3>Elm bench</h3><p>Light<p>120 €</ul>",
         "<ul><li><h3>Oak table</h3><p>Solid<li><h3>Elm bench</h3><p>Light<p>120 €</ul>", "Oak table: no price now (was 340 €)");
    says(a, "<table><tr><td>Oak table<td>solid<td>340 €<tr><td>Elm bench<td>light<td>120 €</table>",
         "<table><tr><td>Oak table<td>solid<td><tr><td>Elm bench<td>light<td>120 €</table>", "Oak table: no price now (was 340 €)");
    says(a, "<ul><li><h3>Oak table</h3><p>Solid wood<p>in stock today<li><h3>Elm bench</h3><p>Light</ul>",
         "<ul><li><h3>Oak table</h3><p>Solid wood<li><h3>Elm bench</h3><p>Light</ul>", "Removed from “Oak table”: in stock today");
}

/* The sum of a row comes before what it is the sum of. */
static void test_totals(struct arena *a)
{
    says(a, "<table><tr><th>County<th>Tests<th>Cases<th>Deaths<th>Total<tr><td>Adams<td>12<td>5<td>1<td>18</table>",
         "<table><tr><th>County<th>Tests<th>Cases<th>Deaths<th>Total<tr><td>Adams<td>14<td>6<td>2<td>22</table>",
         "Adams: Total 22 (was 18), Tests 14 (was 12), Cases 6 (was 5), Deaths 2 (was 1)");
}

/* What stands in boxes of its own is not glued together. */
static void test_glued(struct arena *a)
{
#define GOOD(price, state) "<p>x<div><a href=1>Oak table</a><span>" price "</span><span>" state "</span></div>"
    says(a, GOOD("340 €", "In stock"), GOOD("310 €", "Sold out"), "Oak table 310 € Sold out (was 340 € In stock)");
}

/* What stood there is said as a whole. */
static void test_spans(struct arena *a)
{
#define FARE_OF(x) "<p>The fare of this line is " x " in each of the towns."
    static const char *const spans[][2] = {
        { "R$ 20,00", "R$ 25,00" },
        { "1 234,50 €", "1 334,50 €" },
        { "Mon–Fri", "Mon–Thu" },
        { "9:00–17:30", "9:00–18:30" },
    };
    for (size_t i = 0; i < ARRAY_LEN(spans); i++)
        says(a, arena_printf(a, FARE_OF("%s"), spans[i][0]).ptr, arena_printf(a, FARE_OF("%s"), spans[i][1]).ptr,
             arena_printf(a, "The fare of this line is %s in each of the towns (was %s)", spans[i][1], spans[i][0]).ptr);
    says(a, "<p>次は第3回です。", "<p>次は第4回です。", "次は第4回です。 (was 第3回)");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_words(&a);
    test_news(&a);
    test_gone(&a);
    test_totals(&a);
    test_glued(&a);
    test_spans(&a);
    test_true(&a);
    test_order(&a);
    test_long_title(&a);
    test_other_title(&a);
    test_readable(&a);
    test_several(&a);
    test_rows(&a);
    test_tables(&a);
    test_signs(&a);
    test_named(&a);
    test_lists(&a);
    test_around(&a);
    test_was(&a);
    test_labels(&a);
    test_first(&a);
    test_marks(&a);
    test_owners(&a);
    test_changed_words(&a);
    test_weak(&a);
    test_codes(&a);
    test_addresses(&a);
    test_held(&a);
    test_moved(&a);
    test_length(&a);
    test_long_rows(&a);
    test_room(&a);
    test_memory(&a);
    test_clauses(&a);
    test_worth(&a);
    return tap_done();
}
