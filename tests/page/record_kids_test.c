/* What may be a record by itself. */
#include "tests/page/record_text.h"

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
    return tap_done();
}
