/* Where words end: texts cut by cut_word() and cut_space() alone. */
#include "page/cut.h"

#include "base/arena.h"
#include "base/buf.h"
#include "tests/tap.h"

/* The words of a text with bars between them. */
static struct str cut(struct arena *a, struct str text)
{
    AUTO(buf) b = BUF(1 << 20);
    struct str out = STR("");
    const char *end = text.ptr + text.len;

    for (const char *at = cut_space(text.ptr, end); at < end;) {
        const char *stop = cut_word(at, end);

        if (b.len)
            buf_add_char(&b, '|');
        buf_add(&b, str_span(at, stop));
        at = cut_space(stop, end);
    }
    return buf_take(&b, a, &out, NULL) ? STR("over") : out;
}

static const struct {
    const char *text, *words, *what;
} row[] = {
    { "", "", "nothing" },
    { " \t\n ", "", "white space" },
    { "one two", "one|two", "letters" },
    { "don't it\xe2\x80\x99s", "don't|it\xe2\x80\x99s", "apostrophes inside words, straight and curly" },
    { "'quoted' dogs'", "'|quoted|'|dogs|'", "quotes around words" },
    { "rock'n'roll", "rock'n'roll", "two apostrophes" },
    { "1,000.50 3.14 12:30:05", "1,000.50|3.14|12:30:05", "points, commas and colons inside numbers" },
    { "1, 2. 3: 4", "1|,|2|.|3|:|4", "... but not at their ends" },
    { "a,b a:b", "a|,|b|a|:|b", "... and not between letters" },
    { "v1.2a 1st a1.b2", "v1.2a|1st|a1|.|b2", "letters and digits run together; a point joins two of a kind" },
    { "example.com U.S.", "example.com|U.S|.", "a full stop between letters" },
    { "https://example.com/a_b?c=d&e#f", "https|:|//|example.com|/|a_b|?|c|=|d|&|e|#|f", "an address" },
    { "a.b@c.de", "a.b|@|c.de", "a mail address" },
    { "e-mail state-of-the-art", "e|-|mail|state|-|of|-|the|-|art", "hyphens" },
    { "end. Wait... what?!", "end|.|Wait|...|what|?|!", "marks; a run of one mark is one word" },
    { "((a)) $5 50%", "((|a|))|$|5|50|%", "brackets, currency, per cent" },
    { "caf\xc3\xa9 cafe\xcc\x81", "caf\xc3\xa9|cafe\xcc\x81", "an accent as one character and as a combining mark" },
    { "co\xc2\xadoperate", "co\xc2\xadoperate", "a soft hyphen" },
    { "\xcc\x81x", "\xcc\x81x", "a mark that has nothing before it" },
    { "a\xc2\xa0"
      "b\xe3\x80\x80"
      "c\xe2\x80\x83"
      "d",
      "a|b|c|d", "no-break, ideographic and em space part words" },
    { "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", "\xe6\x97\xa5|\xe6\x9c\xac|\xe8\xaa\x9e", "ideographs are a word each" },
    { "\xe3\x81\x82\xe3\x81\x84", "\xe3\x81\x82|\xe3\x81\x84", "hiragana too" },
    { "\xe3\x82\xab\xe3\x82\xbf\xe3\x83\xbc\xe6\x97\xa5", "\xe3\x82\xab\xe3\x82\xbf\xe3\x83\xbc|\xe6\x97\xa5",
      "a run of katakana is one word, with its long vowels" },
    { "2024\xe5\xb9\xb4", "2024|\xe5\xb9\xb4", "digits before an ideograph" },
    { "\xe3\x80\x82\xe3\x80\x8d", "\xe3\x80\x82|\xe3\x80\x8d", "ideographic marks" },
    { "\xed\x95\x9c\xea\xb5\xad\xec\x96\xb4 \xeb\xa7\x90", "\xed\x95\x9c\xea\xb5\xad\xec\x96\xb4|\xeb\xa7\x90",
      "hangul sets spaces: a run is a word" },
    { "\xe0\xb8\x97\xe0\xb8\xb5\xe0\xb9\x88", "\xe0\xb8\x97\xe0\xb8\xb5\xe0\xb9\x88",
      "a Thai letter with vowel and tone is one word" },
    { "\xe0\xb8\x81\xe0\xb8\x82", "\xe0\xb8\x81|\xe0\xb8\x82", "two Thai letters are two" },
    { "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82, \xd0\xbc\xd0\xb8\xd1\x80",
      "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82|,|\xd0\xbc\xd0\xb8\xd1\x80", "Cyrillic" },
    { "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7\xd8\x9f", "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7|\xd8\x9f",
      "Arabic and its question mark" },
    { "col\xc2\xb7lega", "col\xc2\xb7lega", "the Catalan middle dot" },
    { "\xf0\x9f\x98\x80\xf0\x9f\x98\x80 ok", "\xf0\x9f\x98\x80\xf0\x9f\x98\x80|ok", "emoji" },
    { "\xf0\x9f\x98\x80\xf0\x9f\x9a\x80", "\xf0\x9f\x98\x80|\xf0\x9f\x9a\x80", "two emoji" },
    { "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7x",
      "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7|x", "a family joined by ZWJ is one picture" },
    { "\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd!", "\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd|!", "a shade of skin belongs to the hand" },
    { "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa\xf0\x9f\x87\xab\xf0\x9f\x87\xb7",
      "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa|\xf0\x9f\x87\xab\xf0\x9f\x87\xb7", "two letters make a flag, four make two" },
    { "1\xef\xb8\x8f\xe2\x83\xa3", "1\xef\xb8\x8f\xe2\x83\xa3", "a keycap" },
    { "a\xff"
      "b\xc3",
      "a|\xff|b|\xc3", "bytes that are no UTF-8 are words of their own" },
};

static void test_long(struct arena *a)
{
    size_t n = 3 * WORD_BYTES_MAX + 5;
    char *text = NEW_ARRAY(a, char, n);
    unsigned words = 0;

    memset(text, 'x', n);
    for (const char *at = text; at < text + n; words++) {
        const char *stop = cut_word(at, text + n);

        if (stop <= at || stop - at > 2 * WORD_BYTES_MAX)
            break;
        at = stop;
    }
    eq_int(words, 4, "a run without end is cut into words of bearable length");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(cut(&a, str_of(row[i].text)), str_of(row[i].words), row[i].what);
    eq_str(cut(&a, STR("a\0\0b")), STR("a|\0\0|b"), "NUL is a mark like others");
    test_long(&a);
    return tap_done();
}
