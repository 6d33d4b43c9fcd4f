/* Which record stands for which: whole cards come, go and move. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define CARD(title, text, url) "<div class=card><h3>" title "</h3><p>" text "</p><a href=" url ">Read more</a></div>"
#define A CARD("Bridge closed", "The old bridge will be closed in May.", "/1")
#define B CARD("School opens", "A new school opens its doors to pupils.", "/2")
#define C CARD("Rain ahead", "Clouds bring showers by the weekend.", "/3")
#define D CARD("Market day", "Farmers sell fruit on Saturday.", "/4")

int main(void)
{
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
    return tap_done();
}
