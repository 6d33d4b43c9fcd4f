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

static void test_separators(void)
{
    static const struct {
        const char *name, *html, *words, *line;
    } cases[] = {
        { "cells", "<table><tr><td>one<td>two</table>", "one<span data-weft=\"ui\" class=\"dim\"> | </span>two", "one | two" },
        { "rows", "<table><tr><td>one<td>two<tr><td>three<td>four</table>",
          "one<span data-weft=\"ui\" class=\"dim\"> | </span>two<br data-weft=\"ui\">three<span data-weft=\"ui\" class=\"dim\"> | </span>four",
          "one | two · three | four" },
        { "paragraphs", "<p>one<p>two", "one<br data-weft=\"ui\">two", "one · two" },
        { "words", "<p>one <b>two</b>three", "one twothree", "one twothree" },
        { "buttons", "<p><button>one</button><button>two</button>", "one two", "one two" },
        { "a rule between paragraphs", "<p>one<hr>two", "one<br data-weft=\"ui\">two", "one · two" },
        { "a rule alone", "<hr>", "[rule]", "[rule]" },
        { "two line breaks alone", "<br><br>", "↵<br data-weft=\"ui\">↵", "↵ · ↵" },
        { "a picture by its description", "<p>see <img src=a.png alt=map>", "see [img map]", "see [img map]" },
        { "a picture by its file", "<p>see <img src=/i/a.png>", "see [img a.png]", "see [img a.png]" },
        { "raised figures", "<p>m<sup>2</sup>", "m²", "m²" },
        { "signs of markup", "<p>a &lt; b &amp; \"c\"", "a &lt; b &amp; &quot;c&quot;", "a &lt; b &amp; &quot;c&quot;" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        AUTO(buf) words = BUF(KIB(4));
        AUTO(buf) line = BUF(KIB(4));

        example_pages(&x, cases[i].html, "");
        quote_words(&words, &x.old, 0, x.old.n_words);
        quote_line(&line, &x.old, 0, x.old.n_words, 99);
        eq_str(buf_str(&words), str_of(cases[i].words), cases[i].name);
        eq_str(buf_str(&line), str_of(cases[i].line), cases[i].name);
    }
}

/* A line has as many words as asked for, and dots where there are more. */
static void test_limit(void)
{
    static const struct {
        uint32_t n;
        const char *want, *name;
    } cases[] = {
        { 5, "one two, three", "all of them" },
        { 4, "one two, three", "just as many as there are" },
        { 2, "one two, …", "a comma stays with its word" },
        { 1, "one …", "one" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        AUTO(buf) line = BUF(KIB(4));

        example_pages(&x, "<p>one two, three", "");
        quote_line(&line, &x.old, 0, x.old.n_words, cases[i].n);
        eq_str(buf_str(&line), str_of(cases[i].want), cases[i].name);
    }
}

/* A description of 160 bytes is whole; a longer one ends in dots. */
static void test_long_description(void)
{
    for (int extra = 0; extra < 2; extra++) {
        AUTO(example) x = { 0 };
        AUTO(buf) html = BUF(KIB(4));
        AUTO(buf) line = BUF(KIB(4));

        buf_add(&html, STR("<img alt='"));
        for (int i = 0; i < 154 + extra; i++)
            buf_add_char(&html, 'x');
        buf_add(&html, STR("'>"));
        buf_add_char(&html, '\0');
        example_pages(&x, html.ptr, "");
        quote_line(&line, &x.old, 0, 1, 9);
        eq_int(str_find(buf_str(&line), STR("…]"), 0) != SIZE_MAX, extra, extra ? "161 bytes are cut" : "160 bytes are whole");
    }
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
    test_separators();
    test_limit();
    test_long_description();
    return tap_done();
}
