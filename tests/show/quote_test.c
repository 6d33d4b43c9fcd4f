/* Words of a page as HTML of weft's own: nothing of the page's markup is in it. */
#include "show/quote.h"

#include "tests/example.h"
#include "tests/tap.h"

static void eq_quote(const char *html, uint32_t limit, const char *want)
{
    AUTO(example) x = { 0 };
    AUTO(buf) out = BUF(KIB(4));

    example_pages(&x, html, "");
    if (limit)
        quote_line(&out, &x.old, 0, x.old.n_words, limit);
    else
        quote_words(&out, &x.old, 0, x.old.n_words);
    eq_str(buf_str(&out), str_of(want), want);
}

int main(void)
{
    eq_quote("<p>one <b>two</b>&lt;i&gt;<p>three", 0, "one two&lt;i&gt;<br data-weft=\"ui\">three");
    eq_quote("<p>one two<p>three <img src=a.png alt='A &amp; B'>", 9, "one two · three [img A &amp; B]");
    eq_quote("<p>one two three four", 2, "one two …");
    eq_quote("<p>one<br>two<hr>", 9, "one · two");
    eq_quote("<hr><p>one<br>two", 0, "one<br data-weft=\"ui\">two");
    eq_quote("<br>", 0, "↵"); /* where there is nothing else to tell */
    eq_quote(
        "<p>x <img alt='A description that goes on and on, as no reader would ever want it to, with every detail of what can be seen in the "
        "picture and some more of what cannot be seen in it at all'>",
        9,
        "x [img A description that goes on and on, as no reader would ever want it to, with every detail of what can be seen in the "
        "picture and some more of what cannot be…]");
    return tap_done();
}
