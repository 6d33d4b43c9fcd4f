/* page_read as a whole, and the texts it gives back. */
#include "page/page.h"

#include "base/limits.h"
#include "tests/page/check.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

static struct str text_of(struct arena *a, const char *html)
{
    AUTO(buf) b = BUF(1 << 20);
    struct str out;

    page_text(page_from(a, str_of(html), STR("")), &b);
    return buf_take(&b, a, &out, NULL) ? STR("over") : out;
}

static const struct {
    const char *html, *text, *what;
} row[] = {
    { "", "", "an empty page has no text" },
    { "<p>One  <b>two</b>.<p>Three", "One two.\nThree\n", "a line for a block" },
    { "<p>One. Two.", "One. Two.\n", "sentences of a block on one line" },
    { "<p>a<br>b<hr>c", "a\nb\nc\n", "br and hr end lines" },
    { "<p>a<span hidden> b</span> c<p hidden>d", "a c\n", "no hidden text" },
    { "<p hidden>a</p>b", "b\n", "... not even at the start" },
    { "<p>a <img src=x alt='A b'> <img src=x><input>", "a [img A b] [img][input]\n", "atoms in brackets" },
    { "<picture><source srcset=a><img alt=B></picture><picture></picture>", "[picture B][picture]\n", "a picture by its image" },
    { "<p>\xe6\x97\xa5\xe3\x80\x82\xe6\x9c\xac", "\xe6\x97\xa5\xe3\x80\x82\xe6\x9c\xac\n", "no blanks where there are none" },
    { "<pre>a  b\n\n  c</pre>", "a b\nc\n", "lines of pre" },
    { "<table><tr><td>a<td>b</table>", "a\nb\n", "cells" },
    { "<iframe>no</iframe><object>no</object><video>no</video>", "[iframe][object no][video]\n",
      "what is not shown inside an atom" },
};

static void test_plain_words(struct arena *a)
{
    const struct page *p =
        page_from(a, STR("<p>5<sup>09</sup> H<sub>2</sub>O 3<sup>rd</sup> note<sup><a href=x>7</a></sup>"), STR(""));
    char room[PLAIN_WORD_ROOM];

    eq_str(page_plain_word(p, 0, room), STR("5"), "a word as it is");
    eq_str(page_plain_word(p, 1, room), STR("⁰⁹"), "raised digits");
    eq_str(page_plain_word(p, 3, room), STR("₂"), "lowered digits");
    eq_str(page_plain_word(p, 6, room), STR("rd"), "letters that are raised");
    eq_str(page_plain_word(p, 8, room), STR("⁷"), "the number of a note, which is a link");
}

static void test_words(struct arena *a)
{
    AUTO(buf) b = BUF(1 << 10);
    const struct page *p = page_from(a, STR("<p>One, two<p>three <span hidden>four"), STR(""));

    page_words_text(p, 1, 5, &b);
    eq_str(buf_str(&b), STR(", two\nthree four"), "a range starts without a gap; hidden words count");
    buf_clear(&b);
    page_words_line(p, 1, 5, &b);
    eq_str(buf_str(&b), STR(", two three four"), "the same on one line");
    buf_clear(&b);
    page_words_text(p, 2, 2, &b);
    eq_str(buf_str(&b), STR(""), "an empty range");
    eq_str(page_word(p, 2), STR("two"), "one word");
    test_plain_words(a);
}

/* Inputs that are no pages at all. */
static void test_odd(struct arena *a)
{
    const struct str odd[] = { STR(""),
                               STR("\0\0\0"),
                               STR("\xff\xfe"),
                               STR("<"),
                               STR("<!"),
                               STR("<!DOCTYPE"),
                               STR("</p>"),
                               STR("&"),
                               STR("<plaintext>a</plaintext>"),
                               STR("<frameset><frame></frameset>"),
                               STR("\xed\xa0\x80"),
                               STR("<a b=c") };

    for (size_t i = 0; i < ARRAY_LEN(odd); i++) {
        const char *wrong = page_check(page_from(a, odd[i], STR("")));
        ok(!wrong, "odd input %zu%s%s", i, wrong ? ": " : "", wrong ? wrong : "");
    }
}

static struct str repeat(struct arena *a, const char *piece, size_t n)
{
    size_t len = strlen(piece);
    char *bytes = arena_array_raw(a, n, len);

    for (size_t i = 0; i < n; i++)
        memcpy(bytes + i * len, piece, len);
    return (struct str){ bytes, n * len };
}

static void test_large(void)
{
    static const struct {
        const char *piece;
        size_t n;
    } large[] = { { "<div>", 200000 },       { "<p>a", 200000 },     { "<b>", 20000 }, { "<table><tr><td>", 20000 },
                  { "<ul><li>", 20000 },     { "\xcc\x81", 500000 }, { ".", 500000 },  { "a.", 300000 },
                  { "<!-- x --> ", 100000 }, { "<a href=x>", 20000 } };

    for (size_t i = 0; i < ARRAY_LEN(large); i++) {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        const char *wrong = page_check(page_from(&a, repeat(&a, large[i].piece, large[i].n), STR("http://h/")));
        ok(!wrong, "%zu times %s%s%s", large[i].n, large[i].piece, wrong ? ": " : "", wrong ? wrong : "");
    }
}

/* Pages of one table of symbols: the same word has the same number in both. */
static void test_shared_symbols(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page old, new;

    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = STR("<p>one two") }, STR(""), &old, NULL)
        || page_read(&a, &symbols, &(struct parse_source){ .bytes = STR("<h1>two three") }, STR(""), &new, NULL))
        abort();
    ok(old.symbol[1] == new.symbol[0] && old.symbol[0] != new.symbol[1], "two pages share their symbols");
    ok(old.content[0] != new.content[0], "their hashes differ");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(text_of(&a, row[i].html), str_of(row[i].text), row[i].what);
    test_words(&a);
    test_odd(&a);
    test_large();
    test_shared_symbols();
    return tap_done();
}
