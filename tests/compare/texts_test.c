/* Inserts, deletes and updates: what goes together and what does not. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

/* Forms, pictures, films, footnotes: what came, went and changed in them. */
static const struct change_case things[] = {
    { "a footnote that came", "<p>Words stand here.</p><ol><li id=1>first note</ol>",
      "<p>Words stand here.<sup><a href=#2>2</a></sup></p><ol><li id=1>first note<li id=2>second note</ol>",
      "insert: -> 2\n"
      "insert: -> second note" },
    { "a figure with its caption", "<p>one<figure><img src=a alt=A><figcaption>Old caption</figcaption></figure>",
      "<p>one<figure><img src=a alt=A><figcaption>New caption</figcaption></figure>", "update: Old -> New" },
    { "a film in the place of a picture", "<p>one <img src=a alt=A> two", "<p>one <video src=a></video> two",
      "update: [img A] -> [video]" },
    { "a bar that shows how far it is", "<p>Done <progress value=3 max=10></progress> now",
      "<p>Done <progress value=5 max=10></progress> now", "attribute: [progress] -> [progress] (value was \"3\", is now \"5\")" },
    { "a meter", "<p>Full <meter value=.3></meter> now", "<p>Full <meter value=.5></meter> now",
      "attribute: [meter] -> [meter] (value was \".3\", is now \".5\")" },
    { "a text of several lines", "<p>Say <textarea>old words</textarea> here", "<p>Say <textarea>new words</textarea> here",
      "update: [textarea old words] -> [textarea new words]" },
    { "a time", "<p>On <time datetime=2024-01-01>1 January</time> we met",
      "<p>On <time datetime=2024-01-02>2 January</time> we met",
      "format: 1 January -> 2 January (datetime was \"2024-01-01\", is now \"2024-01-02\")\n"
      "update: 1 -> 2" },
    { "an abbreviation", "<p>The <abbr title='World Wide Web'>WWW</abbr> is old",
      "<p>The <abbr title='Web of all'>WWW</abbr> is old",
      "attribute: WWW -> WWW (tooltip was \"World Wide Web\", is now \"Web of all\")" },
    { "ruby over a word", "<p><ruby>漢<rt>kan</rt></ruby> is here", "<p><ruby>漢<rt>han</rt></ruby> is here",
      "update: kan -> han" },
    { "program text in a sentence", "<p>Type <code>make all</code> here", "<p>Type <code>make test</code> here",
      "update: all -> test" },
    { "a line of program text", "<pre>a();\nb();\nc();</pre>", "<pre>a();\nx();\nc();</pre>", "update: b -> x" },
    { "a summary", "<details><summary>More of it</summary><p>text</details>",
      "<details><summary>Less of it</summary><p>text</details>", "update: More -> Less" },
    { "a dialog that came", "<p>one two", "<p>one two<dialog open><p>Accept all?</dialog>", "insert: -> Accept all?" },
    { "text from right to left", "<p dir=rtl>שלום לכם היום", "<p dir=rtl>שלום לכם מחר", "update: היום -> מחר" },
    { "words in another case", "<p>The Old Bridge is here", "<p>The old bridge is here", "update: Old Bridge -> old bridge" },
    { "a drawing with words", "<p>one <svg><text>Sale</text></svg>", "<p>one <svg><text>Over</text></svg>",
      "update: [svg Sale] -> [svg Over]" },
    { "a frame", "<p>one <iframe src=/a title=Map></iframe>", "<p>one <iframe src=/b title=Map></iframe>",
      "attribute: [iframe] -> [iframe] (src was \"/a\", is now \"/b\")" },
};

static void test_things(void)
{
    CHECK_CHANGES(things);
}

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
    test_things();
    return tap_done();
}
