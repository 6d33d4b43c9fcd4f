/* Records of several siblings. */
#include "tests/page/record_text.h"

static const struct record_case groups[] = {
    { "a cell over three rows holds them together", "<table><tr><td rowspan=3>a<td>b<tr><td>c<tr><td>d<tr><td>e<td>f</table>",
      "tbody: a b c d | e f" },
    { "two terms of one meaning", "<dl><dt>a<dt>b<dd>c<dt>d<dd>e</dl>", "dl: a b c | d e" },
    { "of one term and its meaning the term", "<dl><dt>a<dd>b</dl>", "dl: a" },
    { "terms in boxes", "<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>",
      "dl: a b | c d; div: a (in record 0); div: c (in record 1)" },
    { "headings of two levels: the higher ones begin", "<div><h3>a</h3><p>b<h4>x</h4><p>c<h3>d</h3><p>e<h4>y</h4><p>f</div>",
      "div: a b x c | d e y f" },
    { "a heading alone is no list", "<div><h3>a</h3><p>b<p>c</div>", "" },
    { "parts between rules", "<div><p>a one<hr><p>b two<hr><p>c three<hr><p>d four</div>",
      "div: a one | b two | c three | d four" },
    { "two parts between rules", "<div><p>a one<hr><p>b two</div>", "" },
    { "lines with links between rules",
      "<div><a href=1>a</a> one<br>more<hr><a href=2>b</a> two<br>more<hr><a href=3>c</a> three<br>more</div>",
      "div: a one more | b two more | c three more" },
    { "a comma at the end of a line goes on", "<div>a one,<br>b two,<br>c three,<br>d four,<br>e five</div>", "" },
    { "long lines among short ones",
      "<div>a one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen<br>b one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen<br>c one two three<br>d one<br>e two</div>",
      "div: a one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen | b one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen | c one two three | d one | e two" },
    { "pictures and paragraphs are not boxes that take turns", "<div><img src=a><p>one<img src=b><p>two<img src=c><p>three</div>",
      "" },
    { "a title row and a text row",
      "<table><tr class=t><td>a<tr class=x><td>one<tr class=t><td>b<tr class=x><td>two<tr class=t><td>c<tr class=x><td>three</table>",
      "tbody: a one | b two | c three" },
    { "boxes that take turns out of step are each a record",
      "<div><div class=t>a</div><div class=x>one</div><div class=x>more</div><div class=t>b</div><div class=x>two</div><div class=t>c</div><div class=x>three</div></div>",
      "div: a | one | more | b | two | c | three" },
    { "bold titles with text behind them", "<div><p><b>a</b> one<p>more<p><b>b</b> two<p>more<p><b>c</b> three<p>more</div>",
      "div: a one more | b two more | c three more" },
};

int main(void)
{
    EQ_RECORDS("rows that a cell reaches over", "<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>",
               "tbody: a b c | d e");
    EQ_RECORDS("titles in bold", "<div><p><b>a</b><p>one<p>more<p><b>b</b><p>two<p>more<p><b>c</b><p>three</div>",
               "div: a one more | b two more | c three");
    EQ_RECORDS("short lines", "<div>a one<br>b two<br>c three<br>d four<br>e five</div>",
               "div: a one | b two | c three | d four | e five");
    EQ_RECORDS("lines that go on are text", "<div><a href=a>a</a>, one,<br><a href=b>b</a>, two,<br><a href=c>c</a>, three</div>",
               "");
    EQ_RECORDS("few lines are an address", "<div>a one<br>b two<br>c three</div>", "");
    EQ_RECORDS("dt with its dd", "<dl><dt>a<dd>b<dt>c<dd>d<dd>e</dl>", "dl: a b | c d e");
    EQ_RECORDS("headings with what follows them", "<div><h4>a</h4><p>b<p>c<hr><h4>d</h4><p>e<hr></div>", "div: a b c | d e");
    EQ_RECORDS("lines that open with a link", "<p><a href=1>a</a> one<br><a href=2>b</a> two<br><a href=3>c</a> three</p>",
               "p: a one | b two | c three");
    EQ_RECORDS("two rows that are one story",
               "<table><tr class=s><td>1<td><a href=a>A</a><tr><td colspan=2>5 points<tr class=s><td>2<td><a href=b>B</a><tr>"
               "<td colspan=2>6 points<tr class=s><td>3<td><a href=c>C</a><tr><td colspan=2>7 points</table>",
               "tbody: 1 A 5 points | 2 B 6 points | 3 C 7 points");
#define TURN(title, text) "<div><h2>" title "</h2></div><div><p>" text "<p>by me</div>"
    EQ_RECORDS("boxes that take turns", "<div>" TURN("a", "one") TURN("b", "two") TURN("c", "three") "</div>",
               "div: a one by me | b two by me | c three by me");
#define EVENT(date, title) "<div class=e><div class=d>" date "</div><div class=t><a href=x>" title "</a></div></div>"
    EQ_RECORDS("headings that part a list of cards",
               "<main><h2>May</h2>" EVENT("1 May", "Jazz") EVENT("2 May", "Fair") "<h2>June</h2>" EVENT("3 June", "Slam") "</main>",
               "main: 1 May Jazz | 2 May Fair | 3 June Slam");
    check_records(groups, ARRAY_LEN(groups));
    return tap_done();
}
