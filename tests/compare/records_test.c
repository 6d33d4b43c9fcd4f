/* Which record stands for which: whole cards come, go and move. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define CARD(title, text, url) "<div class=card><h3>" title "</h3><p>" text "</p><a href=" url ">Read more</a></div>"
#define A CARD("Bridge closed", "The old bridge will be closed in May.", "/1")
#define B CARD("School opens", "A new school opens its doors to pupils.", "/2")
#define C CARD("Rain ahead", "Clouds bring showers by the weekend.", "/3")
#define D CARD("Market day", "Farmers sell fruit on Saturday.", "/4")
#define NAMES "<li>Ann Ash<li>Ben Birch<li>Cid Cedar<li>Dan Dogwood"
#define MORE "<li>Fay Fir<li>Gus Gum<li>Hal Hazel"
#define NAMES_LEFT "<li>Ida Ivy<li>Jan Juniper"
#define BOX(items) "<div class=column><ul>" items "</ul></div>"
#define LOOK_OF(name) "format: " name " -> " name " (li moved into another element)\n"
#define LOOK LOOK_OF("Fay Fir") LOOK_OF("Gus Gum") LOOK_OF("Hal Hazel")

/* Records that are known by a name, a place or their words alone. */
static void test_keys(void)
{
    EQ_CHANGES(
        "rows of the same names with other numbers",
        "<table><tr><th>State<th>New<th>All<tr><td>Certain<td>9596<td>176<tr><td>Likely<td>186<td>172<tr><td>Sum<td>97<td>3</table>",
        "<table><tr><th>State<th>New<th>All<tr><td>Certain<td>9926<td>178<tr><td>Likely<td>201<td>173<tr><td>Sum<td>98<td>4</table>",
        "update: 9596 -> 9926\nupdate: 176 -> 178\nupdate: 186 -> 201\nupdate: 172 -> 173\nupdate: 97 -> 98\nupdate: 3 -> 4");
    EQ_CHANGES(
        "two rows of one name are told apart by their neighbours",
        "<table><tr><td>This week<td>12<td>34<tr><td>again<td>105<td>7<tr><td>In all<td>99<td>88<tr><td>again<td>373<td>6</table>",
        "<table><tr><td>This week<td>12<td>34<tr><td>again<td>122<td>8<tr><td>In all<td>99<td>88<tr><td>again<td>396<td>5</table>",
        "update: 105 -> 122\nupdate: 7 -> 8\nupdate: 373 -> 396\nupdate: 6 -> 5");
    EQ_CHANGES(
        "a number counts places, and names nothing",
        "<table><tr><td>1<td>Anna<td>Berlin<tr><td>2<td>Carl<td>Dover<tr><td>3<td>Eve<td>Fulda</table>",
        "<table><tr><td>1<td>Gert<td>Halle<tr><td>2<td>Anna<td>Berlin<tr><td>3<td>Carl<td>Dover<tr><td>4<td>Eve<td>Fulda</table>",
        "insert: -> 1\nGert\nHalle\nupdate: 1 -> 2\nupdate: 2 -> 3\nupdate: 3 -> 4");
    EQ_CHANGES("a row is known by its name, not by a number that another row has now",
               "<table><tr><td>Adams<td>5<tr><td>\u200bBucks<td>5<tr><td>Essex<td>7<tr><td>Kent<td>30</table>",
               "<table><tr><td>Adams<td>7<tr><td>Bucks<td>8<tr><td>Essex<td>9<tr><td>Kent<td>33</table>",
               "update: 5 -> 7\nupdate: \u200bBucks -> Bucks\nupdate: 5 -> 8\nupdate: 7 -> 9\nupdate: 30 -> 33");
    EQ_CHANGES(
        "a name that all have is not the name of one",
        "<ul><li><h3>Weekly meeting</h3><p>5 May at 10:00<li><h3>Weekly meeting</h3><p>12 May at 10:00<li><h3>Weekly meeting</h3><p>19 "
        "May at 10:00</ul>",
        "<ul><li><h3>Weekly meeting</h3><p>12 May at 10:00<li><h3>Weekly meeting</h3><p>19 May at 10:00<li><h3>Weekly meeting</h3><p>2 "
        "June at 10:00</ul>",
        "delete: Weekly meeting\n5 May at 10:00\ninsert: -> Weekly meeting\n2 June at 10:00");
    EQ_CHANGES("a row of figures", "<table><tr><th>Negative<th>Positive<tr><td>2,574<br><td>268</table>",
               "<table><tr><th>Negative<th>Positive<tr><td>4,964<br><td>479</table>", "update: 2,574 -> 4,964\nupdate: 268 -> 479");
    EQ_CHANGES("a field of a card that is a list",
               "<h3>Ash</h3><ul><li>Tree<li>12.50</ul><h3>Fir</h3><ul><li>Wood<li>7.00</ul><h3>Elm</h3><ul><li>Leaf<li>9.99</ul>",
               "<h3>Ash</h3><ul><li>Tree<li>13.00</ul><h3>Fir</h3><ul><li>Logs<li>7.00</ul><h3>Elm</h3><ul><li>Leaf<li>9.99</ul>",
               "update: 12.50 -> 13.00\nupdate: Wood -> Logs");
    EQ_CHANGES(
        "cards that shift by one in places with the same addresses",
        "<ul><li><a href=1><img src=1>Show of 10 May</a><li><a href=2><img src=2>Show of 3 May</a><li><a href=3><img src=3>Show of "
        "26 April</a></ul>",
        "<ul><li><a href=1><img src=1>Show of 17 May</a><li><a href=2><img src=2>Show of 10 May</a><li><a href=3><img src=3>Show of "
        "3 May</a></ul>",
        "insert: -> [img]Show of 17 May\nattribute: [img] -> [img] (src was \"1\", is now \"2\")\nattribute: [img]Show of 10 May -> "
        "[img]Show of 10 May (href was \"1\", is now \"2\")\nattribute: [img] -> [img] (src was \"2\", is now \"3\")\nattribute: "
        "[img]Show of 3 May -> [img]Show of 3 May (href was \"2\", is now \"3\")\ndelete: [img]Show of 26 April");
    EQ_CHANGES(
        "a menu that is there twice, in another box",
        "<nav><ul><li>Home<li>Data<li>About</ul></nav><p>Words that stay where they are.<div class=menus><div class=menu><ul class=a>"
        "<li>Home<li>Data<li>About</ul></div><div class=menu><ul><li>Terms of use<li>Privacy policy</ul></div></div>",
        "<nav><ul><li>Home<li>Data<li>About</ul></nav><p>Words that stay where they are.<ul class=b><li>Home<li>Data<li>News<li>About"
        "</ul><ul><li>Terms of use<li>Privacy policy</ul>",
        "format: Home\nData\nAbout -> Home\nData\nNews\nAbout (class was \"a\", is now \"b\")\nformat: Home\nData\nAbout\nTerms of use\nPrivacy "
        "policy -> Home\nData\nNews\nAbout\nTerms of use\nPrivacy policy (div removed)\ninsert: -> News");
    EQ_CHANGES("a short item that went into a list inside the next one",
               "<ul><li>Firefox browsers<li>Products<ul><li>Relay mail<li>Monitor leaks</ul></ul>",
               "<ul><li>Products<ul><li>Firefox browsers<li>Relay mail<li>Monitor leaks</ul></ul>",
               "move: Firefox browsers -> Firefox browsers");
}

#define RAIN \
    "Rain fell all over the valley, rivers rose, roads were closed, cellars were flooded, trains stopped, schools sent their children " \
    "home early and the fire brigade was called out more than ninety times before midnight."
#define LONG_TEXT "The committee met on Tuesday evening and agreed to paint the town hall in a warm shade of yellow."
#define LINKS \
    "<a href=#1>What this project is for</a>.<br><a href=#2>How problems are reported</a>.<br><a href=#3>Who looks after it all</a>.<br>"
#define LINES \
    LINKS \
    "<p><a href=#4>Which versions still get support</a>.<br><a href=#5>Where to read on about all this</a>.<br><a href=#6>Thanks to all of them</a>.<br>"
#define LINES_READ \
    "What this project is for.\nHow problems are reported.\nWho looks after it all.\nWhich versions still get support.\n" \
    "Where to read on about all this.\nThanks to all of them."

/* What keeps its order stays, whatever the records say. */
#define PICTURE(name, class) "<picture class=" class "><img src=i/" name ".jpg alt='The " name " in the snow'></picture>"
#define TITLE(name) "<h4>News</h4><h3>What the " name " in the old park has seen</h3>"
#define STORY(name) "<article><a href=/" name ">" PICTURE(name, "narrow") TITLE(name) "</a></article>"
#define LEAD(name) "<section><a href=/" name ">" PICTURE(name, "wide") TITLE(name) "</a></section>"
#define PARK "The park reopens on Monday after the works."
#define ROW(name, kind) "<tr><td>" name "<td>" kind
#define PORTS \
    "<h3>2023/07/11 - upgrade</h3><p>The port was upgraded,<ul><li>the command is<ul><li>convert the existing</ul></li></ul>"
#define DEVICE \
    "<h3>2023/07/26 - pfsync changes</h3><p><a href=/p>pfsync(4)</a> has been rewritten.<blockquote><pre>\nsyncdev $interface\nup</pre>" \
    "</blockquote></li><h3>2023/09/01 - borgbackup update</h3><p>Steps are detailed in <a href=/d>the documentation</a>."
#define TOR "<h3>2023/09/06 - Tor Browser update</h3><blockquote><pre>\n$ mv ~/TorBrowser ~/Data</pre></blockquote>"
#define NOTE "<p><span>* Parts may not add up to 100 due to rounding<br><br></span></p><p></p>"
#define AGES(young, old) \
    "<table><tr><td>Age<td>Percent<tr><td>0 to 4<td>1<tr><td>5 to 12<td>" young "<tr><td>13 to 64<td>" old \
    "<tr><td>65<td>18</table>"

static void test_order(void)
{
    EQ_CHANGES("a title that another text has now does not make the chapter beside it move",
               "<section><h2>News</h2><p>" RAIN "</section><section><h2>Town</h2><p>" LONG_TEXT "</section>",
               "<section><h2>Town</h2><p>" LONG_TEXT "</section><section><h2>News</h2><p>Seven boats sank off Dover.</section>",
               "delete: News\n" RAIN "\ninsert: -> News\nSeven boats sank off Dover.");
    EQ_CONTENT("the leading story goes into the list below it, with its picture and label",
               LEAD("ash") "<div class=list>" STORY("bay") STORY("elm") STORY("fir") "</div>",
               LEAD("oak") "<div class=list>" STORY("ash") STORY("bay") STORY("elm") "</div>",
               "insert: -> [picture The oak in the snow]\nNews\nWhat the oak in the old park has seen\n"
               "delete: [picture The fir in the snow]\nNews\nWhat the fir in the old park has seen");
    EQ_CHANGES("as many tables in one place with the same heads are the same tables",
               "<div>" AGES("2", "11") AGES("3", "27") "</div>", "<div>" AGES("1", "10") AGES("1", "26") "</div>",
               "update: 2 -> 1\nupdate: 11 -> 10\nupdate: 3 -> 1\nupdate: 27 -> 26");
    EQ_CHANGES("a note that stands under two tables, one of which has a record of its own now",
               "<h4>Cases</h4>" AGES("2", "11") NOTE "<h4>Beds</h4>" AGES("3", "27") NOTE "<h4>End</h4><p>" LONG_TEXT,
               "<h4>Cases</h4>" AGES("1", "10") NOTE
               "<h4>Beds</h4><p><b>In all: 514 since the first day</b><br></p><p></p>" AGES("1", "26") NOTE
               "<h4>End</h4><p>" LONG_TEXT,
               "update: 2 -> 1\nupdate: 11 -> 10\ninsert: -> In all: 514 since the first day\nformat: (p added)\nupdate: 3 -> 1\n"
               "update: 27 -> 26");
    EQ_CONTENT("a short record that is text on the other page stays beside its neighbours", PORTS DEVICE TOR,
               PORTS DEVICE TOR "<h3>2023/09/09 - borgbackup removal</h3><p>" LONG_TEXT "<p>Before that follow the upgrade notes.",
               "insert: -> 2023/09/09 - borgbackup removal\n" LONG_TEXT "\nBefore that follow the upgrade notes.");
    EQ_CHANGES("short rows of which only the number is other, as many on both sides",
               "<table>" ROW("System", "Kind") ROW("Debian 11.9", "Base") ROW("Debian 12.5", "Base") "</table>",
               "<table>" ROW("System", "Kind") ROW("Debian 11", "Base") ROW("Debian 12", "Base") "</table>",
               "update: 11.9 -> 11\nupdate: 12.5 -> 12");
    EQ_CHANGES("neighbours that would be as alike the other way round do not cross",
               "<table>" ROW("CentOS 9", "Base") ROW("Alma Linux 8.9", "Base") ROW("Alma Linux 9.2", "Base")
                   ROW("Rocky Linux 8.8", "Base") ROW("Rocky Linux 9.2", "Base") "</table>",
               "<table>" ROW("CentOS 9", "Base") ROW("Alma Linux 8", "Base") ROW("Alma Linux 9", "Base")
                   ROW("Rocky Linux 8", "Base") ROW("Rocky Linux 9", "Base") "</table>",
               "update: 8.9 -> 8\nupdate: 9.2 -> 9\nupdate: 8.8 -> 8\nupdate: 9.2 -> 9");
    EQ_CONTENT(
        "a heading in an item that nobody closed belongs to what follows",
        "<ul><h2>March</h2><li>Rain fell on the hills<p><li>Snow lay in the town<p><h2>May</h2><li>Wind blew over the sea</ul>",
        "<ul><h2>July</h2><li>Heat came to the south<p><h2>March</h2><li>Rain fell on the hills<p><li>Snow lay in the town<p>"
        "<h2>May</h2><li>Wind blew over the sea</ul>",
        "insert: -> July\ninsert: -> Heat came to the south");
    EQ_CHANGES("a paragraph goes to another section; the headings stay", "<h2>News</h2><p>" PARK "<h2>Past</h2><p>Nothing here.",
               "<h2>News</h2><p>A fair comes.<h2>Past</h2><p>" PARK "<p>Nothing here.",
               "insert: -> A fair comes.\nmove: " PARK " -> " PARK);
    EQ_CHANGES("so does a short heading beside a longer sentence",
               "<p>Before.<h2>News</h2><p>" PARK "<h2>Past</h2><p>The bridge was red.",
               "<p>Before.<h2>News</h2><p>A fair comes to town.<h2>Past</h2><p>" PARK "<p>The bridge was red.",
               "insert: -> A fair comes to town.\nmove: " PARK " -> " PARK);
    EQ_CHANGES("a page that was laid out by a table", "<table><tr><td>" LINES "<td>Read this first</table><p>" LONG_TEXT,
               LINES "<p>" LONG_TEXT,
               "format: " LINES_READ " -> " LINES_READ " (table, tbody, tr, td removed)\ndelete: Read this first");
}

int main(void)
{
    EQ_CHANGES("from one list to another with a word changed: one move, the change inside it",
               "<h2>New</h2><ul><li>Walden by Henry Thoreau, 12 euro<li>Emma by Jane Austen, 9 euro</ul>"
               "<h2>Old</h2><ul><li>Faust by Goethe, 8 euro<li>Candide by Voltaire, 7 euro</ul>",
               "<h2>New</h2><ul><li>Emma by Jane Austen, 9 euro</ul>"
               "<h2>Old</h2><ul><li>Faust by Goethe, 8 euro<li>Walden by Henry Thoreau, 6 euro<li>Candide by Voltaire, 7 euro</ul>",
               "move: Walden by Henry Thoreau, 12 euro -> Walden by Henry Thoreau, 6 euro\nupdate: 12 -> 6");
    EQ_CHANGES("a card in front, the last dropped", "<div>" A B C "</div>", "<div>" D A B "</div>",
               "insert: -> Market day\nFarmers sell fruit on Saturday.\nRead more\n"
               "delete: Rain ahead\nClouds bring showers by the weekend.\nRead more");
    EQ_CHANGES("one in the place of another", "<div>" A B C "</div>", "<div>" A D C "</div>",
               "delete: School opens\nA new school opens its doors to pupils.\nRead more\n"
               "insert: -> Market day\nFarmers sell fruit on Saturday.\nRead more");
    EQ_CHANGES("two side by side are two", "<ul><li>apples<li>pears</ul>", "<ul><li>apples<li>plums<li>figs<li>pears</ul>",
               "insert: -> plums\ninsert: -> figs");
    EQ_CHANGES("a card moved with its Read more", "<div>" A B C "</div>", "<div>" C A B "</div>",
               "move: Rain ahead\nClouds bring showers by the weekend.\nRead more -> "
               "Rain ahead\nClouds bring showers by the weekend.\nRead more");
    EQ_CHANGES("a moved card with a word changed: a move, and the change inside it",
               "<ul><li>one fine day<li>two old cats<li>three</ul>", "<ul><li>three<li>one fine day<li>two grey cats</ul>",
               "move: three -> three\nupdate: old -> grey");
    EQ_CHANGES("inside the one that moved", "<ul><li>the first of all<li>two old cats<li>some other thing</ul>",
               "<ul><li>two grey cats<li>the first of all<li>some other thing</ul>",
               "move: two old cats -> two grey cats\nupdate: old -> grey");
    EQ_CHANGES(
        "a placeholder picture tells nothing",
        "<ul><li><img src=blank data-src=1><b>ash</b><li><img src=blank data-src=2><b>oak</b><li><img src=blank data-src=3>"
        "<b>fir</b></ul>",
        "<ul><li><img src=blank data-src=4><b>elm</b><li><img src=blank data-src=1><b>ash</b><li><img src=blank data-src=2><b>oak</b>"
        "<li><img src=blank data-src=3><b>fir</b></ul>",
        "insert: -> [img]elm");
    EQ_CHANGES("a field of a card", "<div>" A B CARD("Room", "Seats 15", "/9") "</div>",
               "<div>" A B CARD("Room", "Seats 20", "/9") "</div>", "update: 15 -> 20");
    EQ_CHANGES("a reply in a thread", "<ul><li>First words here<ul><li>a reply to this</ul><li>Second thought there</ul>",
               "<ul><li>First words here<ul><li>a reply to this<li>and one more answer</ul><li>Second thought there</ul>",
               "insert: -> and one more answer");
    EQ_CHANGES(
        "a heading put into a chapter does not replace half of it",
        "<div><h2>Old</h2><p>The first long sentence stands here. <p>The second long sentence stands there.<h2>End</h2><p>Last words.</div>",
        "<div><h2>Old</h2><p>The first long sentence stands here. <h2>Mid</h2><p>The second long sentence stands there."
        "<h2>End</h2><p>Last words.</div>",
        "insert: -> Mid");
    EQ_CHANGES("a list in two columns, the first of which became longer",
               "<ul>" NAMES "<li>Eve Elm</ul><ul>" MORE NAMES_LEFT "</ul>",
               "<ul>" NAMES "<li>Eve Elm" MORE "</ul><ul>" NAMES_LEFT "<li>Kim Kapok</ul>", LOOK "insert: -> Kim Kapok");
    EQ_CHANGES("each in a box", BOX(NAMES "<li>Eve Elm") BOX(MORE NAMES_LEFT),
               BOX(NAMES "<li>Eve Elm" MORE) BOX(NAMES_LEFT "<li>Kim Kapok"), LOOK "insert: -> Kim Kapok");
    test_keys();
    test_order();
    return tap_done();
}
