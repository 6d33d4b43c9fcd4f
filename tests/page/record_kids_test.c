/* What may be a record by itself. */
#include "tests/page/record_text.h"

static const struct record_case kids[] = {
    { "items", "<ul><li>a<li>b<li>c</ul>", "ul: a | b | c" },
    { "a list of one item has one record", "<ul><li>a</ul>", "ul: a" },
    { "items without words do not count", "<ul><li>a<li><li>b</ul>", "ul: a | b" },
    { "lists in items", "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "ul: a b c | d; ul: b | c (in record 0)" },
    { "rows", "<table><tr><td>a<td>b<tr><td>c<td>d</table>", "tbody: a b | c d" },
    { "the head of a table is a list of its own",
      "<table><thead><tr><th>A<th>B</thead><tbody><tr><td>a<td>b<tr><td>c<td>d</tbody></table>", "thead: A B; tbody: a b | c d" },
    { "the one row of a table, not its cells", "<table><tr><td>a<td>b<td>c</table>", "tbody: a b c" },
    { "articles of bare text", "<main><article>a one</article><article>b two</article></main>", "" },
    { "sections with headings", "<div><section><h2>a</h2><p>one</section><section><h2>b</h2><p>two</section></div>",
      "div: a one | b two" },
    { "boxes that begin with a heading", "<div><div><h2>a</h2><p>one</div><div><h2>b</h2><p>two</div></div>",
      "div: a one | b two" },
    { "boxes of one class", "<div><div class=c>a one</div><div class=c>b two</div><div class=c>c three</div></div>",
      "div: a one | b two | c three" },
    { "boxes of different classes", "<div><div class=a>a one</div><div class=b>b two</div><div class=c>c three</div></div>", "" },
    { "boxes without class", "<div><div>a one</div><div>b two</div><div>c three</div></div>", "" },
    { "paragraphs of a text are not records",
      "<div><p>a one two three four five.<p>b one two three four five.<p>c one two three four five.</div>", "" },
    { "links in a row", "<nav><a href=1>a</a> <a href=2>b</a> <a href=3>c</a></nav>", "nav: a | b | c" },
    { "pictures in a row", "<div><img src=a alt=a><img src=b alt=b><img src=c alt=c></div>", "" },
    { "figures",
      "<div><figure><img src=a><figcaption>a</figcaption></figure><figure><img src=b><figcaption>b</figcaption></figure></div>",
      "div: [img] a | [img] b" },
    { "details", "<div><details><summary>a</summary>one</details><details><summary>b</summary>two</details></div>",
      "div: a one | b two" },
    { "choices of a list are one field", "<select><option>a<option>b<option>c</select>", "" },
    { "cards in a form", "<form><label>a <input></label><label>b <input></label><label>c <input></label></form>", "" },
    { "items that nobody sees are items", "<ul><li>a<li hidden>b<li>c</ul>", "ul: a | b | c" },
};

int main(void)
{
    EQ_RECORDS(
        "components",
        "<x-l><x-i><x-t>a</x-t> <x-p>1</x-p></x-i><x-i><x-t>b</x-t> <x-p>2</x-p></x-i><x-i><x-t>c</x-t> <x-p>3</x-p></x-i></x-l>",
        "x-l: a 1 | b 2 | c 3");
    EQ_RECORDS("a bold word in text is not a component",
               "<p><span class=x>a</span> one <span class=x>b</span> two <span class=x>c</span></p>", "");
#define TILE(name) "<div class=c><h3>" name "</h3><p>t</div>"
    EQ_RECORDS("rows of a grid",
               "<div><div class=row>" TILE("a") TILE("b") "</div><div class=row>" TILE("c")
                   TILE("d") "</div><div class=row>" TILE("e") "</div></div>",
               "div: a t | b t | c t | d t | e t");
    EQ_RECORDS("rows of different length are none",
               "<div><div class=row>" TILE("a") TILE("b") "</div><div class=row>" TILE("c") "</div><div class=row>" TILE("d")
                   TILE("e") "</div></div>",
               "div: a t b t | c t | d t e t; div: a t | b t (in record 0); div: d t | e t (in record 2)");
    EQ_RECORDS("paragraphs laid out as cards", "<p><a href=a>one</a> text<p><a href=b>two</a> text<p><a href=c>three</a> text",
               "body: one text | two text | three text");
    EQ_RECORDS("cards; a badge more, a picture less",
               "<div><div class=c><h3>A</h3><p>x</p><a href=1>more</a></div><div class='c new'><h3>B</h3><p>y</p><a href=2>more</a>"
               "<b>new</b></div></div>",
               "div: A x more | B y morenew");
    EQ_RECORDS(
        "fields of one card have classes of their own",
        "<div><div class=by><a href=1>Ann</a></div><div class=on><a href=2>today</a></div><div class=at><a href=3>here</a></div></div>",
        "");
    EQ_RECORDS("lines in boxes", "<div><div class=i>one day</div><div class=i>two days</div><div class=i>three</div></div>",
               "div: one day | two days | three");
    check_records(kids, ARRAY_LEN(kids));
    return tap_done();
}
