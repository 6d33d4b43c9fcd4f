/* Words on the lines of the text view: which sign stands between them, where a line of its own begins, what is cut short. */
#include "tests/show/text_lines.h"

/* What came is told with everything between its words; the page before has one paragraph that stays. */
#define STAYS "<h2>S</h2><p>Stays here.</p>"

static const struct text_case separators[] = {
    { "cells of a row that came have a bar between them", STAYS "<table><tr><td>a<td>b<td>c<tr><td>k<td>l<td>m</table>",
      STAYS "<table><tr><td>a<td>b<td>c<tr><td>x<td>y<td>z<tr><td>k<td>l<td>m</table>",
      "@@ S\n"
      "  + {+x | y | z+}\n" },
    { "an empty cell leaves no bar of its own", STAYS, STAYS "<table><tr><td>a<td><td>c</table>",
      "@@ S\n"
      "  + {+a | c+}\n" },
    { "a row of one cell is a block like others", STAYS, STAYS "<table><tr><td>first<tr><td>second</table>",
      "@@ S\n"
      "  + {+first · second+}\n" },
    { "a table of heads and cells has a line for each row", STAYS,
      STAYS "<table><tr><th>Day<th>Hour<tr><td>Monday<td>10<tr><td>Friday<td>12</table>",
      "@@ S\n"
      "  + {+Day | Hour+}\n"
      "    {+Monday | 10+}\n"
      "    {+Friday | 12+}\n" },
    { "two paragraphs in one cell stand in the row", STAYS, STAYS "<table><tr><td><p>one</p><p>two</p><td>three</table>",
      "@@ S\n"
      "  + {+one · two | three+}\n" },
    { "short blocks have a dot between them", STAYS, STAYS "<p>one</p><p>two</p><p>three</p>",
      "@@ S\n"
      "  + {+one · two · three+}\n" },
    { "a list of short items is one line", STAYS, STAYS "<ul><li>ash</li><li>elm</li><li>oak</li></ul>",
      "@@ S\n"
      "  + {+ash · elm · oak+}\n" },
    { "a term and what it means are parted by a dot", STAYS,
      STAYS "<dl><dt>Ash</dt><dd>A tree</dd><dt>Fir</dt><dd>Another</dd></dl>",
      "@@ S\n"
      "  + {+Ash · A tree · Fir · Another+}\n" },
    { "words without a space between them stay together", STAYS, STAYS "<p><b>un</b>break<i>able</i>, really</p>",
      "@@ S\n"
      "  + {+unbreakable, really+}\n" },
    { "a line break parts as the end of a block does", STAYS, STAYS "<p>12 Mill Lane<br>Oxford<br>England</p>",
      "@@ S\n"
      "  + {+12 Mill Lane · Oxford · England+}\n" },
    { "a rule inside what came is not read out", STAYS, STAYS "<p>above</p><hr><p>below</p>",
      "@@ S\n"
      "  + {+above · below+}\n" },
    { "a rule that came alone is a change of look, which has no line", STAYS "<p>End.</p>", STAYS "<hr><p>End.</p>", "" },
    { "a picture stands among the words by its description", STAYS, STAYS "<p>Look: <img src=a.png alt='two dogs'> in the sun.</p>",
      "@@ S\n"
      "  + {+Look: [img two dogs] in the sun.+}\n" },
    { "a picture without one by the name of its file", STAYS, STAYS "<p>Look: <img src=/i/dogs.png> in the sun.</p>",
      "@@ S\n"
      "  + {+Look: [img dogs.png] in the sun.+}\n" },
    { "one without either by its tag", STAYS, STAYS "<p>Look: <img> in the sun.</p>",
      "@@ S\n"
      "  + {+Look: [img] in the sun.+}\n" },
    { "raised and lowered figures are written so", STAYS, STAYS "<p>E = mc<sup>2</sup> and H<sub>2</sub>O</p>",
      "@@ S\n"
      "  + {+E = mc² and H₂O+}\n" },
};

/* Blocks of twelve words and more stand on a line of their own, with all that stands beside them. */
#define ELEVEN "one two three four five six seven eight nine ten eleven"
#define TWELVE ELEVEN " twelve"

static const struct text_case long_blocks[] = {
    { "eleven words are a short block", STAYS, STAYS "<p>" ELEVEN "</p><p>next</p>",
      "@@ S\n"
      "  + {+one two three four five six seven eight nine ten eleven · next+}\n" },
    { "twelve words are a long one, and the next begins a line", STAYS, STAYS "<p>" TWELVE "</p><p>next</p>",
      "@@ S\n"
      "  + {+one two three four five six seven eight nine ten eleven twelve+}\n"
      "    {+next+}\n" },
    { "so does a long one behind a short one", STAYS, STAYS "<p>first</p><p>" TWELVE "</p>",
      "@@ S\n"
      "  + {+first+}\n"
      "    {+one two three four five six seven eight nine ten eleven twelve+}\n" },
    { "three of them are three lines", STAYS, STAYS "<p>" TWELVE "</p><p>" TWELVE "</p><p>" TWELVE "</p>",
      "@@ S\n"
      "  + {+one two three four five six seven eight nine ten eleven twelve+}\n"
      "    {+one two three four five six seven eight nine ten eleven twelve+}\n"
      "    {+one two three four five six seven eight nine ten eleven twelve+}\n" },
    { "a long cell stays in its row", STAYS, STAYS "<table><tr><td>Note<td>" TWELVE "<td>end</table>",
      "@@ S\n"
      "  + {+Note | one two three four five six seven eight nine ten eleven twelve | end+}\n" },
};

static const struct text_case headings[] = {
    { "a heading inside what came begins a line", STAYS, STAYS "<h2>May</h2><p>Sun.</p><h2>June</h2><p>Rain.</p>",
      "  + {+May · Sun.+}\n"
      "    {+June · Rain.+}\n" },
    { "every level does", STAYS, STAYS "<h3>May</h3><p>Sun.</p><h6>June</h6><p>Rain.</p><h1>July</h1><p>Heat.</p>",
      "@@ S\n"
      "  + {+May · Sun.+}\n"
      "    {+June · Rain.+}\n"
      "    {+July · Heat.+}\n" },
    { "the title of an item names the item alone and does not", STAYS,
      STAYS "<ul><li><h3>May</h3><p>Sun.</p><li><h3>June</h3><p>Rain.</p></ul>",
      "@@ S\n"
      "  + {+May · Sun. · June · Rain.+}\n" },
    { "nor does that of an article", STAYS,
      STAYS "<article><h3>May</h3><p>Sun.</p></article><article><h3>June</h3><p>Rain.</p></article>",
      "@@ S\n"
      "  + {+May · Sun. · June · Rain.+}\n" },
    { "a bold line is not a heading", STAYS, STAYS "<p><b>May</b></p><p>Sun.</p><p><b>June</b></p><p>Rain.</p>",
      "@@ S\n"
      "  + {+May · Sun. · June · Rain.+}\n" },
};

/* What a page of another script needs. */
static const struct text_case scripts[] = {
    { "between ideographs there is no space, and none is made", "<h2>目</h2><p>我们 在北京 见面</p>",
      "<h2>目</h2><p>我们 在上海 见面</p>",
      "@@ 目\n"
      "  ~ 我们 在[-北京-]{+上海+} 见面\n" },
    { "words written from right to left stand in the order of the page", "<p dir=rtl>שלום עולם טוב</p>",
      "<p dir=rtl>שלום עולם יפה</p>", "  ~ שלום עולם [-טוב-]{+יפה+}\n" },
    { "a character that turns the direction is shown as a question mark", "<p>safe words here</p>",
      "<p>safe \xe2\x80\xae words here</p>", "  ~ safe {+?+} words here\n" },
    { "marks over letters stay with them", "<p>cafe\xcc\x81 au lait</p>", "<p>cafe\xcc\x81 au sucre</p>",
      "  ~ café au [-lait-]{+sucre+}\n" },
};

static struct str repeated(struct arena *a, char letter, size_t n)
{
    char *bytes = arena_alloc(a, n + 1);

    memset(bytes, letter, n);
    return (struct str){ bytes, n };
}

/* A word of 300 bytes is whole, one of 301 is cut and its length told. */
static void test_huge_words(void)
{
    AUTO(arena) a = { 0 };
    struct str whole = repeated(&a, 'x', 300), longer = repeated(&a, 'x', 301);
    struct str page = STR("<p>kept words here</p>");

    eq_str(text_lines(&a, page, arena_printf(&a, "%.*s<p>%.*s</p>", STR_ARG(page), STR_ARG(whole))),
           arena_printf(&a, "  + {+%.*s+}\n", STR_ARG(whole)), "a word of 300 bytes is shown whole");
    eq_str(text_lines(&a, page, arena_printf(&a, "%.*s<p>%.*s</p>", STR_ARG(page), STR_ARG(longer))),
           arena_printf(&a, "  + {+%.*s…(301 bytes)+}\n", STR_ARG(whole)), "of a longer one the start, and how long it is");
}

/* Lines are broken at the width; between ideographs they may end anywhere. */
static void test_width(void)
{
    AUTO(arena) a = { 0 };
    struct show_options narrow = { .width = 20 };

    eq_str(text_lines_as(&a, narrow, STR("<p>one two three four five six</p>"), STR("<p>one two three four five ten</p>")),
           STR("  ~ one two three\n"
               "    four five\n"
               "    [-six-]{+ten+}\n"
               "1 change: 1 update.\n"
               "  Words: 1 of 6\n"
               "  deleted, 1 of 6\n"
               "  inserted (17 %), 0\n"),
           "a sentence goes on on the next line, moved in");
    eq_str(
        text_lines_as(&a, narrow, STR("<p>在北京的每一天都是新的开始和希望</p>"), STR("<p>在北京的每一年都是新的开始和希望</p>")),
        STR("  ~ 在北京的每一\n"
            "    [-天-]{+年+}都是\n"
            "    新的开始和希望\n"
            "1 change: 1 update.\n"
            "  Words: 1 of 16\n"
            "  deleted, 1 of 16\n"
            "  inserted (6.2 %),\n"),
        "a line of ideographs is broken between them");
    eq_str(text_lines_as(&a, narrow, STR("<p>x y z</p>"), STR("<p>x y z</p><p>incomprehensibilities</p>")),
           STR("  + {+incomprehensibilities+}\n"
               "1 change: 1 insert.\n"
               "  Words: 0 of 3\n"
               "  deleted, 1 of 4\n"
               "  inserted (14 %), 0\n"),
           "a word longer than the line is not broken");
}

int main(void)
{
    check_text_cases(separators, ARRAY_LEN(separators));
    check_text_cases(long_blocks, ARRAY_LEN(long_blocks));
    check_text_cases(headings, ARRAY_LEN(headings));
    check_text_cases(scripts, ARRAY_LEN(scripts));
    test_huge_words();
    test_width();
    return tap_done();
}
