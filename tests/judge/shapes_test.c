/* What words look like. */
#include "judge/shapes.h"

#include "base/utf8.h"
#include "tests/tap.h"

/* The shapes of the last sentence, a letter for each word: a letters, 1 number, t time, p price, n counter, x code, . mark. */
static void gives(const char *html, const char *want)
{
    static const char letter[WORD_SHAPES] = { 'a', '1', 't', 'p', 'n', 'x', 's', '.' };
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(4096);
    struct symbols symbols;
    struct page page;
    struct dates dates;
    struct err e;
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(html) }, STR(""), &page, &e))
        ok(false, "%s", e.text);
    dates_open(&dates, &a, &page, NULL);
    uint8_t *shape = NEW_ARRAY(&a, uint8_t, page.n_words + 1);
    const struct sentence *s = &page.sentence[page.n_sentences - 1];
    shapes_find(&dates, shape, s);
    for (uint32_t w = s->word; w < s->end; w++)
        buf_add_char(&b, letter[shape[w]]);
    eq_str(buf_str(&b), str_of(want), html);
}

/* A caller may hand over a copy of a sentence, or a part of one: its label is that of the page. */
static void test_copies(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct dates dates;
    struct err e;
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = STR("<p>Views<p>1204 | 77 in all") }, STR(""), &page, &e))
        ok(false, "%s", e.text);
    dates_open(&dates, &a, &page, NULL);
    uint8_t *shape = NEW_ARRAY(&a, uint8_t, page.n_words + 1);
    uint32_t first = page.sentence[1].word;
    struct sentence copies[] = { { .word = UINT32_MAX },
                                 { .word = first, .end = first + 1 },
                                 { .word = first + 2, .end = first + 3 } };
    shapes_find(&dates, shape, &copies[1]);
    eq_int(shape[first], SHAPE_COUNT, "a part that begins a sentence has the line before it for a label");
    copies[1].word = 0;
    shapes_find(&dates, shape, &copies[2]);
    eq_int(shape[first + 2], SHAPE_NUMBER, "and one from the middle of it has none");
}

int main(void)
{
    test_copies();
    gives("<p>Room 12 costs 340 euro until 3 May", "a1appatt");
    gives("<p>3 users online", "naa");
    gives("<p>89× gedeeld", "n.a");
    gives("<div><button>17 likes</button><button>Share</button></div>", "naa");
    gives("<div><b>17 likes</b><i>ton</i></div>", "1aa");
    gives("<p>Incident 18.cdb01302.1783816643.17dadec5 today", "ax.xa");
    gives("<p>Call +49-30-12345678 now", "a.1.1.xa");
    gives("<p>Order A-3f9ac21b-7 of 2026", "aa.x.xa1");
    gives("<p>44 of 58 people found it useful", "nanaaaa");
    gives("<p>3 sacks - 17 people found it useful", "1a.naaaa");
    gives("<p>Views<p>1204", "n");
    gives("<p>Cases<p>1204", "1");
    gives("<p>1,374 cases, 12 of them in town", "1a.1aaaa");
    gives("<p>$Id: index.html,v 1.3 2026/05/03 anna Exp $", "xxxxxxxxxxxxxxx");
    gives("<p>$port: where the boats lie", ".a.aaaa");
    gives("<p>Sejdeme se v sobotu, v 9 hodin", "aaaa.att");
    gives("<p>boats.txt,v 1.9 2026", "xxxxx");
    gives("<p>Request b416934d-c476-4061-aefd-737e91f8e034", "ax.x.x.x.x");
    gives("<p>{\"register\":{\"columns\":[]}}", "xxxxxxxxxxxxx");
    gives("<p>{{ user.name }}", "xxx");
    gives("<p>{% if open %}", "xxxxxx");
    gives("<pre>{ \"name\": 1 }</pre>", "..a..1.");
    gives("<p>$81M: Town buys the old harbour", "pp.aaaaa");
    gives("<p>浏览次数：7033", "aaaa.n");
    gives("<p>ただいま25人が訪問中", "aaaanaaaaa");
    gives("<p>Lift 🟢, rating ★★", "as.as");
    gives("<p>Request cd22fe87-9aad-41 of Anna-2", "ax.x.xaa.1");
    gives("<p>See /a/b.png?v=435 for 2 more", "a.a.a.a.xa1a");
    gives("<p>Is it 3/4 or 5?", "aa1.1a1.");
    gives("<p>Answered in<p>101 ms", "na");
    gives("<p>| Forum | 101 ms | up |", ".a.na.a.");
    gives("<p>It waits 300 ms before it tries again", "aa1aaaaa");
    gives("<p>Goal: 5,000 signatures", "a.1a");
    gives("<p>5,000 signatures", "na");
    gives("<p>This text was read 163 times", "aaaana");
    gives("<p>Lu 12 304 fois", "anna");
    gives("<p>163x gelesen", "na");
    gives("<p>He has read 3 books", "aaa1a");
    gives("<table><tr><th>File<th>Downloads<tr><td>atlas<td>1204</table>", "n");
    gives("<table><tr><th>File<th>Read<tr><td>atlas<td>148 times</table>", "na");
    gives("<table><tr><th>Board<th>Posts<tr><td>atlas<td>148</table>", "n");
    gives("<table><tr><th>File<th>Length<tr><td>atlas<td>148 pages</table>", "1a");
    gives("<p><span>58 €</span> <i>317 people online</i></p>", "ppnaa");
    gives("<table><tr><th>Town<th>Cases<tr><td>Hull<td>1204</table>", "1");
    gives("<p>It is -5 to 7-9 degrees", "aas1a1.1a");
    ok(shape_is_letters(STR("été")) && shape_is_letters(STR("版")) && shape_is_letters(STR("ニュース"))
           && !shape_is_letters(STR("12")) && !shape_is_letters(STR("")),
       "letters of any script");
    unsigned other = 0;
    for (unsigned i = 0; i < 0x80; i++) {
        enum char_class class = char_class(i);
        other += shape_is_letters((struct str){ &(char){ (char)i }, 1 }) != (class == CHAR_LETTER || class == CHAR_IDEOGRAPH);
    }
    eq_int(other, 0, "of ASCII those that characters are classed by");
    return tap_done();
}
