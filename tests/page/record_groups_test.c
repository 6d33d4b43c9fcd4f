/* Records of several siblings. */
#include "tests/page/record_text.h"

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
    return tap_done();
}
