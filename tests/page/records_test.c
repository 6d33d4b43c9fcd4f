/* What a page repeats. */
#include "page/records.h"

#include "tests/example.h"
#include "tests/tap.h"

/* The containers as "ul: one | two; ol: three": tag of the element, and each record in its words. */
static struct str records_text(struct example *x, const char *html)
{
    AUTO(buf) out = BUF(MIB(1));
    struct str text = STR("");
    struct records r;

    example_pages(x, html, "");
    records_find(&x->arena, &x->old, &r);
    for (uint32_t k = 0; k < r.n_containers; k++) {
        const struct container *c = &r.container[k];

        buf_addf(&out, "%s%.*s:", k ? "; " : "", STR_ARG(tag_name(&x->symbols, x->old.dom.node[c->node].tag)));
        for (uint32_t i = c->record; i < c->record_end; i++) {
            buf_addf(&out, "%s ", i > c->record ? " |" : "");
            page_words_line(&x->old, r.record[i].word, r.record[i].word_end, &out);
        }
        if (c->inside != NONE)
            buf_addf(&out, " (in record %u)", c->inside);
    }
    if (buf_take(&out, &x->arena, &text, NULL))
        abort();
    return text;
}

#define EQ_RECORDS(what, html, want) \
    do { \
        AUTO(example) x_ = { 0 }; \
        eq_str(records_text(&x_, html), STR(want), what); \
    } while (0)

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
    EQ_RECORDS("items of a list", "<ul><li>one<li>two</ul>", "ul: one | two");
    EQ_RECORDS("rows of a table", "<table><tr><td>a<td>b<tr><td>c<td>d</table>", "tbody: a b | c d");
    EQ_RECORDS("paragraphs are text", "<div><p>one<p>two<p>three</div>", "");
    EQ_RECORDS("paragraphs laid out as cards", "<p><a href=a>one</a> text<p><a href=b>two</a> text<p><a href=c>three</a> text",
               "body: one text | two text | three text");
    EQ_RECORDS("cards; a badge more, a picture less",
               "<div><div class=c><h3>A</h3><p>x</p><a href=1>more</a></div><div class='c new'><h3>B</h3><p>y</p><a href=2>more</a>"
               "<b>new</b></div></div>",
               "div: A x more | B y morenew");
    EQ_RECORDS("what stands between them is none",
               "<div><article><h3>A</h3><p>x</p></article><p>ad<article><h3>B</h3><p>y</p></article></div>", "div: A x | B y");
    EQ_RECORDS(
        "fields of one card have classes of their own",
        "<div><div class=by><a href=1>Ann</a></div><div class=on><a href=2>today</a></div><div class=at><a href=3>here</a></div></div>",
        "");
    EQ_RECORDS("dt with its dd", "<dl><dt>a<dd>b<dt>c<dd>d<dd>e</dl>", "dl: a b | c d e");
    EQ_RECORDS("headings with what follows them", "<div><h4>a</h4><p>b<p>c<hr><h4>d</h4><p>e<hr></div>", "div: a b c | d e");
    EQ_RECORDS("lines that open with a link", "<p><a href=1>a</a> one<br><a href=2>b</a> two<br><a href=3>c</a> three</p>",
               "p: a one | b two | c three");
    EQ_RECORDS("two rows that are one story",
               "<table><tr class=s><td>1<td><a href=a>A</a><tr><td colspan=2>5 points<tr class=s><td>2<td><a href=b>B</a><tr>"
               "<td colspan=2>6 points<tr class=s><td>3<td><a href=c>C</a><tr><td colspan=2>7 points</table>",
               "tbody: 1 A 5 points | 2 B 6 points | 3 C 7 points");
    EQ_RECORDS("links of a menu", "<nav><a href=1>a</a> | <a href=2>b</a> | <a href=3>c</a></nav>", "nav: a | b | c");
    EQ_RECORDS("links in running text are none", "<p>see <a href=1>a</a> and <a href=2>b</a> and <a href=3>c</a></p>", "");
#define TURN(title, text) "<div><h2>" title "</h2></div><div><p>" text "<p>by me</div>"
    EQ_RECORDS("boxes that take turns", "<div>" TURN("a", "one") TURN("b", "two") TURN("c", "three") "</div>",
               "div: a one by me | b two by me | c three by me");
    EQ_RECORDS("lines in boxes", "<div><div class=i>one day</div><div class=i>two days</div><div class=i>three</div></div>",
               "div: one day | two days | three");
#define EVENT(date, title) "<div class=e><div class=d>" date "</div><div class=t><a href=x>" title "</a></div></div>"
    EQ_RECORDS("headings that part a list of cards",
               "<main><h2>May</h2>" EVENT("1 May", "Jazz") EVENT("2 May", "Fair") "<h2>June</h2>" EVENT("3 June", "Slam") "</main>",
               "main: 1 May Jazz | 2 May Fair | 3 June Slam");
    EQ_RECORDS("records in records", "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "ul: a b c | d; ul: b | c (in record 0)");
    return tap_done();
}
