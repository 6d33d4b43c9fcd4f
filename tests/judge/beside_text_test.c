/* What stands beside terms and a policy. */
#include "judge/beside_text.h"

#include "tests/judge/judged.h"

/* A page with a box beside its text, which is long or short. */
static const char *page(struct arena *a, const char *title, unsigned clauses, const char *box)
{
    AUTO(buf) html = BUF(1 << 16);
    buf_addf(&html, "<title>%s</title><div id=top><div class=x><p>%s</div></div><div id=text><h1>%s</h1>", title, box, title);
    for (unsigned i = 0; i < clauses; i++)
        buf_addf(&html, "<p>%u. Whoever rents boat %u from us, brings it back to pier %u before the lamps of the harbour are lit.",
                 i, 7 * i, 11 * i);
    buf_add(&html, STR("</div>"));
    return arena_str(a, buf_str(&html)).ptr;
}

/* The place of the piece that makes one box of the other. */
static enum judge_place place(struct arena *a, const char *title, unsigned clauses, const char *was, const char *box)
{
    const struct judged *j = judged(a, page(a, title, clauses, was), page(a, title, clauses, box));
    ok(j->pieces.n > 0, "something changed: %s", box);
    return j->pieces.n ? j->pieces.item[0].place : PLACES;
}

/* Paragraphs that may be of the text, too, with a line behind them. */
static const char *half(struct arena *a, const char *line)
{
    AUTO(buf) html = BUF(1 << 16);
    for (unsigned i = 0; i < 16; i++)
        buf_addf(&html,
                 "<p>Sailors who moor at buoy %u pay for ropes, lamps and water by the day, and leave nothing behind on the pier.",
                 i);
    buf_addf(&html, "<p>%s", line);
    return arena_str(a, buf_str(&html)).ptr;
}

int main(void)
{
    enum { LONG = 40, SHORT = 4 };
    static const char terms[] = "Terms of rental", *const none = "Our boats";
    static const char offer[] = "Our boats<p>Bring a friend this week and both of you sail for less.";
    AUTO(arena) a = { 0 };
    ok(place(&a, terms, LONG, none, offer) == PLACE_EXTRA, "an offer beside terms is none of them");
    ok(place(&a, terms, LONG, offer, none) == PLACE_EXTRA, "nor is one that ends");
    ok(place(&a, terms, SHORT, none, offer) != PLACE_EXTRA, "of a few lines nobody knows which are the text");
    ok(place(&a, terms, LONG, half(&a, "Boats"), half(&a, "Boats, and a fee for those who stay over night")) != PLACE_EXTRA,
       "nor of a text in two elements");
    ok(place(&a, "The harbour", LONG, none, offer) == PLACE_OTHER, "beside another text it may be news");
    ok(place(&a, terms, LONG, "Boats for rent in town: 12", "Boats for rent in town: 14") == PLACE_OTHER, "nor is another figure");
    ok(place(&a, terms, LONG, "Boats for rent in the whole town", "Boats for rent in the new harbour") == PLACE_EXTRA,
       "as other words are");
    ok(place(&a, terms, LONG, none, "Our boats<p>Other terms hold for guests of the yard from May on.") == PLACE_OTHER,
       "what speaks of terms counts");
    ok(place(&a, terms, LONG, "Rental policy<p>Boats<p>Rental policy",
             "Rental policy<p>Boats<p>Rental policy<p>Lamps of the pier<p>Rental policy")
           == PLACE_EXTRA,
       "but not a name that the page has already");
    ok(place(&a, terms, LONG, "Boats 4.12.1", "Boats 4.12.2") == PLACE_EXTRA, "what the site runs on is none of them");
    ok(place(&a, terms, LONG, "Boats, version 4.1", "Boats, version 4.2") == PLACE_OTHER,
       "a version of two parts may be that of the text");
#define ROW "<a href=/h>The harbour and its lamps</a> <a href=/t>Terms</a> <a href=/c>How to find the yard</a>"
    ok(place(&a, terms, LONG, ROW, ROW " <a href=/l>Lamps</a>") == PLACE_EXTRA, "nor what comes to a row that has one");
    ok(place(&a, terms, LONG, ROW, ROW " <a href=/p>Policy</a>") == PLACE_OTHER, "unless that is one");
    ok(place(&a, terms, LONG, none, "Our boats<p><a href=/a/rental.pdf>All of this text to be printed and read at home</a>")
           == PLACE_OTHER,
       "so does a file");
    ok(place(&a, terms, LONG, none, "Our boats<p><a href='#p3'>What happens to a boat that is late in the evening</a>")
           == PLACE_OTHER,
       "and a chapter");
#define FEES "<table><tr><td>A lamp that is lost<td>12 euro"
    ok(place(&a, terms, LONG, FEES "</table>", FEES "<tr><td>A boat that comes back late<td>20 euro</table>") == PLACE_OTHER,
       "and a row of fees");
    ok(place(&a, terms, LONG, none, "Our boats<p>Updated on 3 May 2031") == PLACE_OTHER, "and the day since when the text holds");
    ok(place(&a, terms, LONG, none, "Our boats<p>Holds from 3 May 2031") == PLACE_OTHER, "in any words");
    ok(place(&a, terms, LONG, none, "Our boats<p>3 May 2031") == PLACE_OTHER, "also alone");
    ok(place(&a, terms, LONG, none, "Our boats<p>The next list of boats for sale is published on 3 May 2031") == PLACE_EXTRA,
       "not that of something else");
    return tap_done();
}
