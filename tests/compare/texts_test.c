/* Inserts, deletes and updates: what goes together and what does not. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

int main(void)
{
    EQ_CHANGES("inserted", "<p>one two three four", "<p>one two new three four", "insert: -> new");
    EQ_CHANGES("deleted", "<p>one two old three four", "<p>one two three four", "delete: old");
    EQ_CHANGES("the end of a sentence and a paragraph after it", "<p>this sentence ends so<p>the last one stays as it is",
               "<p>this sentence ends otherwise<p>a new one comes in<p>the last one stays as it is",
               "update: so -> otherwise\ninsert: -> a new one comes in");
    EQ_CHANGES("mostly different: one old and one new passage", "<p>first stays here<p>red green blue black<p>last stays here",
               "<p>first stays here<p>one two three<p>last stays here", "update: red green blue black -> one two three");
    EQ_CHANGES("a picture for a picture", "<p>see <img src=a.png alt=x> here", "<p>see <img src=b.png alt=x> here",
               "attribute: [img x] -> [img x] (src was \"a.png\", is now \"b.png\")");
    EQ_CHANGES("what a picture shows", "<picture><source srcset=a><img src=b alt=x></picture>",
               "<picture><source srcset=a><img src=b alt=y></picture>",
               "attribute: [picture x] -> [picture y] (description was \"x\", is now \"y\")");
    EQ_CHANGES("what a film plays", "<video><source src=a></video>", "<video><source src=b></video>",
               "attribute: [video] -> [video] (src was \"a\", is now \"b\")");
    EQ_CHANGES("a picture made otherwise", "<picture><source srcset=a><img src=b alt=x></picture>",
               "<picture><img src=c alt=y></picture>", "update: [picture x] -> [picture y]");
    EQ_CHANGES("hidden text counts", "<p>shown<p style='display: none'>one word here",
               "<p>shown<p style='display: none'>two word here", "update: one -> two");
    EQ_CHANGES("an option", "<select><option>red<option>blue</select>", "<select><option>red<option>green<option>blue</select>",
               "insert: -> [option green]");
    EQ_CHANGES("a heading that came for another is a change of its own", "<h1>Sale</h1><p>ALL PRICES REDUCED.<p>Come in today.",
               "<h1>SALE</h1><p>All prices reduced.<p>Come in today.",
               "update: Sale -> SALE\nupdate: ALL PRICES REDUCED. -> All prices reduced.");
    return tap_done();
}
