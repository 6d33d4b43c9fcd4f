/* The same words in other markup. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

int main(void)
{
    EQ_CHANGES("bold", "<p>some plain words", "<p>some <b>plain</b> words", "format: plain -> plain (b added)");
    EQ_CHANGES("a paragraph turned into a list", "<p>First one. Second one.</p>", "<ul><li>First one.<li>Second one.</ul>",
               "format: First one. Second one. -> First one.\nSecond one. (p became ul, li)");
    EQ_CHANGES("an address", "<p><a href=/a>a link</a>", "<p><a href=/b>a link</a>",
               "attribute: a link -> a link (href was \"/a\", is now \"/b\")");
    EQ_CHANGES("an address, and the picture in the link", "<p>words<p><a href=/a><img src=a.png></a>",
               "<p>words<p><a href=/b><img src=b.png></a>",
               "attribute: [img] -> [img] (src was \"a.png\", is now \"b.png\")\n"
               "attribute: [img] -> [img] (href was \"/a\", is now \"/b\")");
    EQ_CHANGES("an alternative text", "<img src=a alt=old>", "<img src=a alt=new>",
               "attribute: [img old] -> [img new] (description was \"old\", is now \"new\")");
    EQ_CHANGES("and in another place of the tree", "<h3>in <figure><img src=a alt=old></figure></h3>",
               "<h3>in</h3><figure><img src=a alt=new></figure>",
               "attribute: [img old] -> [img new] (description was \"old\", is now \"new\")\n"
               "format: [img old] -> [img new] (figure moved into another element)");
    EQ_CHANGES("a class is format, on a link too", "<a href=/a class=x>link</a>", "<a href=/a class=y>link</a>",
               "format: link -> link (class was \"x\", is now \"y\")");
    EQ_CHANGES("ids and handlers are nothing", "<p id=a onclick=x>text", "<p id=b>text", "");
    EQ_CHANGES("order of attributes is nothing", "<p class=a lang=en>text", "<p lang=en class=a>text", "");
    EQ_CHANGES("comments are nothing", "<p>one <!-- a --> two", "<p>one two", "");
    EQ_CHANGES("white space that joins words", "<p><b>one</b> <i>two</i>", "<p><b>one</b><i>two</i>",
               "format: two -> two (white space changed)");
    EQ_CHANGES("on both sides of a word, once", "<p>one - <b>two</b> three", "<p>one-<b>two</b> three",
               "format: one - two -> one-two (white space changed)");
    EQ_CHANGES("in an element each, once", "<p>one <b>two </b><i>three</i>", "<p>one <b>two</b><i>three</i>",
               "format: two three -> twothree (white space changed)");
    EQ_CHANGES("at two places", "<p>one, two three, four", "<p>one,two three,four",
               "format: , two -> ,two (white space changed)\nformat: , four -> ,four (white space changed)");
    EQ_CHANGES("code that is indented anew, once", "<pre>if x:\n  one\n  two</pre>", "<pre>if x:\n    one\n    two</pre>",
               "format: one\ntwo -> one\ntwo (indentation changed)");
    EQ_CHANGES("an empty line in code", "<pre>one two three\nfour five</pre>", "<pre>one two three\n\nfour five</pre>",
               "format: four -> four (indentation changed)");
    EQ_CHANGES("blanks between elements of code", "<pre><b>one</b>  <i>two</i></pre>", "<pre><b>one</b> <i>two</i></pre>",
               "format: two -> two (white space changed)");
    EQ_CHANGES("by style", "<p style='white-space: pre-wrap'>one  two", "<p style='white-space: pre-wrap'>one two",
               "format: two -> two (white space changed)");
    EQ_CHANGES("blanks at the end of a line are not seen", "<pre>one  \ntwo</pre>", "<pre>one\ntwo\n</pre>", "");
    EQ_CHANGES("nor is white space of other text", "<p>one  two", "<p>one\n two", "");
    EQ_CHANGES("in a field of many lines", "<textarea>one\n two</textarea>", "<textarea>one\n  two</textarea>",
               "update: [textarea one\n two] -> [textarea one\n  two]");
    EQ_CHANGES("an empty element comes", "<p>text</p>", "<p>text</p><div class=x></div>", "format: (div added)");
    EQ_CHANGES("the title", "<title>A</title><p>x", "<title>B</title><p>x", "update: (title changed)");
    EQ_CHANGES("a sentence that changes paragraphs", "<p>Stay here. Go over there now.</p><p>Last one stays too.</p>",
               "<p>Stay here.</p><p>Go over there now. Last one stays too.</p>", "format: Go -> Go (moved into another element)");
    return tap_done();
}
