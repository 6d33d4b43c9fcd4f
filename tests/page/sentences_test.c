/* Where sentences end. */
#include "page/page.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

/* The sentences of a page, each in brackets. */
static struct str sentences_of(struct arena *a, const char *html)
{
    AUTO(buf) b = BUF(1 << 16);
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct str out = STR("");

    for (uint32_t s = 0; s < p->n_sentences; s++) {
        buf_add_char(&b, '[');
        page_words_text(p, p->sentence[s].word, p->sentence[s].end, &b);
        buf_add_char(&b, ']');
    }
    return buf_take(&b, a, &out, NULL) ? STR("over") : out;
}

static const struct {
    const char *html, *sentences, *what;
} row[] = {
    { "", "", "no words, no sentences" },
    { "<p>One two. Three four! Five? Six", "[One two.][Three four!][Five?][Six]", "full stop, exclamation and question mark" },
    { "<p>It is 3.14 of example.com, e.g. this", "[It is 3.14 of example.com, e.g. this]",
      "points inside words and before small letters" },
    { "<p>He said \"No.\" Then (he left.) So", "[He said \"No.\"][Then (he left.)][So]",
      "closing quotes and brackets belong to the sentence" },
    { "<p>Wait... What? 5 cost $3. $4 too", "[Wait...][What?][5 cost $3.][$4 too]", "digits and currency may open one" },
    { "<p>One.Two", "[One.Two]", "no white space, no end" },
    { "<p>4.1. The fee. It is 5. Then", "[4.1. The fee.][It is 5.][Then]", "the number of a clause belongs to it" },
    { "<p><img src=x>4. The fee", "[[img]4. The fee]", "behind a picture, too" },
    { "<p>Bis zum 30. November 2026. Danach nicht", "[Bis zum 30. November 2026.][Danach nicht]", "the point of a day" },
    { "<p>Stav k 21. 9. 2026 v noci. Potom ne", "[Stav k 21. 9. 2026 v noci.][Potom ne]", "a day in numbers" },
    { "<p>Zbylo 21. 9 jich odešlo", "[Zbylo 21.][9 jich odešlo]", "two numbers are none" },
    { "<p>Wir laden zur 31. Sitzung ein. Bis 5. Dann", "[Wir laden zur 31. Sitzung ein.][Bis 5.][Dann]",
      "the point of an ordinal" },
    { "<p>Ask Dr. Miller of St. Mary or J. Smith. He knows", "[Ask Dr. Miller of St. Mary or J. Smith.][He knows]",
      "short abbreviations" },
    { "<p>We meet on Sept. 29, 2022. Come", "[We meet on Sept. 29, 2022.][Come]", "a month before its day" },
    { "<p>We meet in Dec. Come", "[We meet in Dec.][Come]", "a month at the end" },
    { "<p>It is £79 incl. VAT. Order now", "[It is £79 incl. VAT.][Order now]", "longer ones that never end a sentence" },
    { "<p>You agree to the U.S. Terms. They apply", "[You agree to the U.S. Terms.][They apply]", "one with points inside" },
    { "<p>You are visitor no. 10337 of us", "[You are visitor no. 10337 of us]", "one before a number" },
    { "<p>Bond Min. £500. Fixed", "[Bond Min. £500.][Fixed]", "one before a price" },
    { "<p>We said no. Then we left", "[We said no.][Then we left]", "the same word at an end" },
    { "<p>Bread etc. Then tea at 5 p.m. Then bed", "[Bread etc.][Then tea at 5 p.m.][Then bed]",
      "what also ends sentences ends them" },
    { "<p>Roots ........ 40 €", "[Roots ........ 40 €]", "points that lead to a price" },
    { "<p>Roots . . . 40", "[Roots . . . 40]", "also with blanks between them" },
    { "<p>Soup … 4.00", "[Soup … 4.00]", "also as one sign" },
    { "<p>Bravo !! Merci", "[Bravo !!][Merci]", "other marks lead nowhere" },
    { "<p>Roots.... 40", "[Roots.... 40]", "also right behind the word" },
    { "<p>One</p>two<div>three</div>four", "[One][two][three][four]", "blocks break, at both ends" },
    { "<p>a<br>b<hr>c", "[a][][b][][c]", "br and hr are sentences of their own" },
    { "<ul><li>a<li>b<ul><li>c</ul>d</ul>", "[a][b][c][d]", "items" },
    { "<dl><dt>a<dd>b</dl><h1>c</h1><blockquote>d</blockquote>", "[a][b][c][d]", "terms, headings, quotes" },
    { "<table><caption>k</caption><tr><th>a<td>b<tr><td>c</table>", "[k][a][b][c]", "cells" },
    { "<p>a <b>b. C</b> <a href=x>d</a> <img src=x>", "[a b.][C d [img]]", "inline markup does not break" },
    { "<pre>a b\nc d</pre>", "[a b][c d]", "a line of pre is a sentence" },
    { "<p>a\nb", "[a b]", "a line elsewhere is not" },
    { "<p>\xe6\x97\xa5\xe3\x80\x82\xe6\x9c\xac\xef\xbc\x81\xe3\x80\x8d\xe8\xaa\x9e",
      "[\xe6\x97\xa5\xe3\x80\x82][\xe6\x9c\xac\xef\xbc\x81\xe3\x80\x8d][\xe8\xaa\x9e]", "wide full stops need no white space" },
    { "<p>\xea\xb0\x94\xeb\x8b\xa4. \xea\xb7\xb8", "[\xea\xb0\x94\xeb\x8b\xa4.][\xea\xb7\xb8]",
      "letters without case may open one" },
    { "<p>\xe0\xa4\xaf\xe0\xa4\xb9\xe0\xa5\xa4 \xe0\xa4\xaf\xe0\xa4\xb9",
      "[\xe0\xa4\xaf\xe0\xa4\xb9\xe0\xa5\xa4][\xe0\xa4\xaf\xe0\xa4\xb9]", "danda" },
    { "<p>a. <span hidden>B</span>", "[a.][B]", "hidden text has sentences too" },
};

static void test_hashes(struct arena *a)
{
    const struct page *p = page_from(a, STR("<p>One <b>two</b>.<p>One  two .<p>One two!<p>two One."), STR(""));

    eq_int(p->n_sentences, 4, "four sentences");
    ok(p->sentence[0].hash == p->sentence[1].hash, "equal words, equal hash, whatever the markup and the white space");
    ok(p->sentence[0].hash != p->sentence[2].hash, "another word, another hash");
    ok(p->sentence[0].hash != p->sentence[3].hash, "another order, another hash");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(sentences_of(&a, row[i].html), str_of(row[i].sentences), row[i].what);
    test_hashes(&a);
    return tap_done();
}
