/* Words inside aligned units: kept, split, joined, given up, slid. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

int main(void)
{
    EQ_CHANGES("one word", "<p>the tea is hot today", "<p>the milk is hot today", "update: tea -> milk");
    EQ_CHANGES("nothing", "<p>the tea is hot", "<p>the  tea\nis hot", "");
    EQ_CHANGES("a sentence split in two", "<p>It rains in the north and it snows in the south of the land.",
               "<p>It rains in the north. It snows in the south of the land.", "update: and it -> . It");
    EQ_CHANGES("an island is given up", "<p>we keep these first words, red green the blue black, and these last words here",
               "<p>we keep these first words, one two the three four, and these last words here",
               "update: red green the blue black -> one two the three four");
    EQ_CHANGES("a difference slides to the start of a sentence", "<p>Go home now. Stay here now.",
               "<p>Go home now. Wait a little now. Stay here now.", "insert: -> Wait a little now.");
    EQ_CHANGES("a difference slides to the border of a link", "<p>see <a href=1>[MX]</a> <a href=3>[NO]</a> and more text of it",
               "<p>see <a href=1>[MX]</a> <a href=2>[MY]</a> <a href=3>[NO]</a> and more text of it", "insert: -> [MY]");
    EQ_CHANGES(
        "of equal words the one whose link came",
        "<p>Mirrors: [<a href=http://a.org>US</a>] [<a href=http://b.org>US</a>] [<a href=http://c.org>US</a>] and more text",
        "<p>Mirrors: [<a href=http://a.org>US</a>] [<a href=http://new.org>US</a>] [<a href=http://b.org>US</a>] "
        "[<a href=http://c.org>US</a>] and more text",
        "insert: -> [US]");
    EQ_CHANGES("cells as cells", "<table><tr><td>tea<td>0<td>5</table>", "<table><tr><td>tea<td>5<td>0</table>",
               "update: 0 -> 5\nupdate: 5 -> 0");
    EQ_CHANGES("a new column", "<table><tr><td>tea<td>10<tr><td>milk<td>4</table>",
               "<table><tr><td>tea<td>hot<td>10<tr><td>milk<td>cold<td>4</table>", "insert: -> hot\ninsert: -> cold");
    EQ_CHANGES("lines of pre", "<pre>one\ntwo\nthree</pre>", "<pre>one\n2\nthree</pre>", "update: two -> 2");
    return tap_done();
}
