/* Where old text goes. */
#include "tests/show/body.h"
#include "tests/tap.h"

/* Old text at its place among what is there now. */
static const struct merged_case places[] = {
    { "behind a bold word it keeps its distance", "<p><b>Price:</b> 10 euro and more", "<p><b>Price:</b> 12 euro and more",
      "<p><b>Price:</b><del data-weft=\"update\"> 10</del> <ins data-weft=\"update\">12</ins> euro and more</p>" },
    { "between two links, too", "<p>See <a href=1>this</a> old <a href=2>that</a> x y",
      "<p>See <a href=1>this</a> new <a href=2>that</a> x y",
      "<p>See <a href=\"1\">this</a><del data-weft=\"update\"> old</del> <ins data-weft=\"update\">new</ins> <a href=\"2\">that</a> x y</p>" },
    { "where it touched it still does", "<p><b>un</b>kind words of all", "<p><b>un</b>fair words of all",
      "<p><b>un</b><del data-weft=\"update\">kind</del><ins data-weft=\"update\">fair</ins> words of all</p>" },
    { "between two paragraphs", "<p>one one<p>gone gone<p>two two", "<p>one one<p>two two",
      "<p>one one</p><p data-weft=\"delete\"><del data-weft=\"delete\">gone gone</del></p><p>two two</p>" },
    { "before the first", "<p>gone gone<p>one one<p>two two", "<p>one one<p>two two",
      "<p data-weft=\"delete\"><del data-weft=\"delete\">gone gone</del></p><p>one one</p><p>two two</p>" },
    { "in a box that stayed", "<div><p>one one<p>gone gone</div><p>two two", "<div><p>one one</div><p>two two",
      "<div><p>one one</p><p data-weft=\"delete\"><del data-weft=\"delete\">gone gone</del></p></div><p>two two</p>" },
    { "a box that went with it", "<p>one one<div><p>gone gone<p>gone too</div><p>two two", "<p>one one<p>two two",
      "<p>one one</p><div data-weft=\"delete\"><p><del data-weft=\"delete\">gone gone</del></p><p><del data-weft=\"delete\">gone too</del></p></div><p>two two</p>" },
    { "a heading and its text", "<h2>A</h2><p>one one<h2>B</h2><p>gone gone<h2>C</h2><p>two two",
      "<h2>A</h2><p>one one<h2>C</h2><p>two two",
      "<h2>A</h2><p>one one</p><h2 data-weft=\"delete\"><del data-weft=\"delete\">B</del></h2><p data-weft=\"delete\"><del data-weft=\"delete\">gone gone</del></p><h2>C</h2><p>two two</p>" },
    { "the last item of a list", "<ul><li>one one<li>gone gone</ul><p>two two", "<ul><li>one one</ul><p>two two",
      "<ul><li>one one</li><li data-weft=\"delete\"><del data-weft=\"delete\">gone gone</del></li></ul><p>two two</p>" },
    { "a whole list", "<p>one one<ul><li>gone gone<li>gone too</ul><p>two two", "<p>one one<p>two two",
      "<p>one one</p><ul data-weft=\"delete\"><li><del data-weft=\"delete\">gone gone</del></li><li><del data-weft=\"delete\">gone too</del></li></ul><p>two two</p>" },
    { "a list inside an item", "<ul><li>one one<ul><li>gone gone</ul><li>two two</ul>", "<ul><li>one one<li>two two</ul>",
      "<ul><li>one one<ul data-weft=\"delete\"><li><del data-weft=\"delete\">gone gone</del></li></ul></li><li>two two</li></ul>" },
    { "a cell of a row that stayed", "<table><tr><td>one<td>gone<td>two<tr><td>a<td>b<td>c</table>",
      "<table><tr><td>one<td>two<tr><td>a<td>c</table>",
      "<table><tbody><tr><td>one</td><td data-weft=\"delete\"><del data-weft=\"delete\">gone</del></td><td>two</td></tr><tr><td>a</td><td data-weft=\"delete\"><del data-weft=\"delete\">b</del></td><td>c</td></tr></tbody></table>" },
    { "a table", "<p>one one<table><tr><td>gone<td>too</table><p>two two", "<p>one one<p>two two",
      "<p>one one</p><table data-weft=\"delete\"><tbody><tr><td><del data-weft=\"delete\">gone</del></td><td><del data-weft=\"delete\">too</del></td></tr></tbody></table><p>two two</p>" },
    { "a term and its meaning", "<dl><dt>one<dd>is one<dt>gone<dd>is gone<dt>two<dd>is two</dl>",
      "<dl><dt>one<dd>is one<dt>two<dd>is two</dl>",
      "<dl><dt>one</dt><dd>is one</dd><dt data-weft=\"delete\"><del data-weft=\"delete\">gone</del></dt><dd data-weft=\"delete\"><del data-weft=\"delete\">is gone</del></dd><dt>two</dt><dd>is two</dd></dl>" },
    { "words of a link that stayed", "<p>See <a href=/x>the gone map</a> here", "<p>See <a href=/x>the map</a> here",
      "<p>See <a href=\"/x\">the<del data-weft=\"delete\"> gone</del> map</a> here</p>" },
    { "a link inside what is a link now is written without its tags", "<p>See <a href=/x>gone</a> here and there",
      "<p><a href=/y>See here and there</a>",
      "<p><a href=\"/y\" data-weft=\"change\" data-weft-note=\"link to &quot;/y&quot; added\">See<del data-weft=\"delete\"> <span>gone</span></del> here and there</a></p>" },
    { "a picture between words", "<p>one <img src=a.png alt=A> two three", "<p>one two three",
      "<p>one<del data-weft=\"delete\"> <img src=\"a.png\" alt=\"A\"></del> two three</p>" },
    { "text of a button", "<p><button>Buy it now</button> or not", "<p><button>Buy now</button> or not",
      "<p><button>Buy<del data-weft=\"delete\"> it</del> now</button> or not</p>" },
    { "a choice of a list", "<select><option>red<option>gone</select>", "<select><option>red</select>",
      "<select><option>red</option><option data-weft=\"delete\">gone</option></select>" },
    { "a group of choices", "<select><optgroup label=A><option>red<option>gone</optgroup></select>",
      "<select><optgroup label=A><option>red</optgroup></select>",
      "<select><optgroup label=\"A\"><option>red</option><option data-weft=\"delete\">gone</option></optgroup></select>" },
    { "text in a summary", "<details><summary>How it was</summary><p>one</details>",
      "<details><summary>How it is</summary><p>one</details>",
      "<details><summary>How it <del data-weft=\"update\">was</del><ins data-weft=\"update\">is</ins></summary><p>one</p></details>" },
    { "a caption", "<table><caption>Old ones</caption><tr><td>a<td>b</table>", "<table><tr><td>a<td>b</table>",
      "<table><caption data-weft=\"delete\"><del data-weft=\"delete\">Old ones</del></caption><tbody><tr><td>a</td><td>b</td></tr></tbody></table>" },
    { "preformatted text", "<pre>one\ngone\ntwo</pre>", "<pre>one\ntwo</pre>",
      "<pre>one<del data-weft=\"delete\">\n"
      "gone</del>\n"
      "two</pre>" },
    { "ruby", "<p><ruby>漢<rt>kan</rt></ruby>字 is here", "<p>字 is here",
      "<p><del data-weft=\"delete\"><ruby>漢<rt>kan</rt></ruby></del>字 is here</p>" },
};

int main(void)
{
    CHECK_MERGED(places);
    EQ_MERGED("<p>one two three", "<p>one three", "<p>one<del data-weft=\"delete\"> two</del> three</p>");
    EQ_MERGED("<p>two three", "<p>three", "<p><del data-weft=\"delete\">two </del>three</p>");
    EQ_MERGED("<p>keep this line here<p>gone is this line", "<p>keep this line here",
              "<p>keep this line here</p><p data-weft=\"delete\"><del data-weft=\"delete\">gone is this line</del></p>");
    EQ_MERGED(
        "<ul><li>first item<li>second item<li>third item</ul>", "<ul><li>first item<li>third item</ul>",
        "<ul><li>first item</li><li data-weft=\"delete\"><del data-weft=\"delete\">second item</del></li><li>third item</li></ul>");
    EQ_MERGED("<table><tr><td>tea<td>10<tr><td>milk<td>4</table>", "<table><tr><td>tea<td>12<tr><td>milk<td>4</table>",
              "<table><tbody><tr><td>tea</td><td><del data-weft=\"update\">10</del><ins data-weft=\"update\">12</ins></td></tr>"
              "<tr><td>milk</td><td>4</td></tr></tbody></table>");
    EQ_MERGED("<table><tr><td>tea<td>10<tr><td>milk<td>4</table>", "<table><tr><td>tea<td>10</table>",
              "<table><tbody><tr><td>tea</td><td>10</td></tr><tr data-weft=\"delete\"><td><del data-weft=\"delete\">milk</del></td>"
              "<td><del data-weft=\"delete\">4</del></td></tr></tbody></table>");
    EQ_MERGED("<select><option>red<option>green<option>blue</select>", "<select><option>red<option>blue</select>",
              "<select><option>red</option><option data-weft=\"delete\">green</option><option>blue</option></select>");
    EQ_MERGED(
        "<p>before the block and<div>block text</div>after it all", "<p>before the block and after it all",
        "<p data-weft=\"change\" data-weft-class=\"look\" data-weft-note=\"moved into another element\">before the block and<del data-weft=\"delete\">block text</del> after it all</p>");
    EQ_MERGED(
        "<dl><li>first item<li>second item<li>third item</dl>", "<dl><li>first item<li>third item</dl>",
        "<dl><li>first item</li><li data-weft=\"delete\"><del data-weft=\"delete\">second item</del></li><li>third item</li></dl>");
    EQ_MERGED(
        "<dl><strong><dt>first item<dt>second item</strong></dl><p>a", "<p>a",
        "<dl data-weft=\"delete\"><strong><dt><del data-weft=\"delete\">first item</del></dt></strong><dt><del data-weft=\"delete\">"
        "<strong>second item</strong></del></dt></dl><p>a</p>");
    EQ_MERGED(
        "<table><tr><td>tea<td>10<tr><td>milk<td>4</table>", "<table><tr><td>tea<td>12</table>",
        "<table><tbody><tr><td>tea</td><td><del data-weft=\"update\">10</del><ins data-weft=\"update\">12</ins></td></tr>"
        "<tr data-weft=\"delete\"><td><del data-weft=\"delete\">milk</del></td><td><del data-weft=\"delete\">4</del></td></tr>"
        "</tbody></table>");
    /* Old before new, also at the start of an element, in cells and items. */
    EQ_MERGED("<p>ten men went home", "<p>two men went home",
              "<p><del data-weft=\"update\">ten</del><ins data-weft=\"update\">two</ins> men went home</p>");
    EQ_MERGED(
        "<h2>Same words here</h2><p>old start of it all", "<h2>Same words here</h2><p>new start of it all",
        "<h2>Same words here</h2><p><del data-weft=\"update\">old</del><ins data-weft=\"update\">new</ins> start of it all</p>");
    EQ_MERGED(
        "<ul><li>keep this<li>one apple a day", "<ul><li>keep this<li>two <b>red</b> apple a day",
        "<ul><li>keep this</li><li><del data-weft=\"update\">one</del><ins data-weft=\"update\">two <b>red</b></ins> apple a day</li></ul>");
    EQ_MERGED(
        "<table><tr><td>a b c<tr><td>1 of them</table>", "<table><tr><td>a b c<tr><td>2 of them</table>",
        "<table><tbody><tr><td>a b c</td></tr><tr><td><del data-weft=\"update\">1</del><ins data-weft=\"update\">2</ins> of them</td></tr>"
        "</tbody></table>");
    return tap_done();
}
