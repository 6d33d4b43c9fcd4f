/* Where old text goes. */
#include "tests/show/body.h"
#include "tests/tap.h"

int main(void)
{
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
