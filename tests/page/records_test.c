/* What a page repeats. */
#include "tests/page/record_text.h"

int main(void)
{
    EQ_RECORDS("items of a list", "<ul><li>one<li>two</ul>", "ul: one | two");
    EQ_RECORDS("rows of a table", "<table><tr><td>a<td>b<tr><td>c<td>d</table>", "tbody: a b | c d");
    EQ_RECORDS("paragraphs are text", "<div><p>one<p>two<p>three</div>", "");
    EQ_RECORDS("what stands between them is none",
               "<div><article><h3>A</h3><p>x</p></article><p>ad<article><h3>B</h3><p>y</p></article></div>", "div: A x | B y");
    EQ_RECORDS("links of a menu", "<nav><a href=1>a</a> | <a href=2>b</a> | <a href=3>c</a></nav>", "nav: a | b | c");
    EQ_RECORDS("links in running text are none", "<p>see <a href=1>a</a> and <a href=2>b</a> and <a href=3>c</a></p>", "");
    EQ_RECORDS("records in records", "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "ul: a b c | d; ul: b | c (in record 0)");
    return tap_done();
}
