/* The changes for a terminal: every kind of change, passages, headings, summary; and that lines stay inside the width. */
#include "base/utf8.h"
#include "tests/generate.h"
#include "tests/show/text_lines.h"

#define HEAD TEXT_HEAD

static struct str shown(struct arena *a, struct str old, struct str new)
{
    return pair_show(a, show_text, (struct show_options){ .width = 0 }, old, new);
}

static void test_descriptions(void)
{
    AUTO(arena) a = { 0 };

    eq_str(text_lines(&a, STR("<p>Here it is: <img src=a.png alt=cat>"), STR("<p>Here it is: <img src=b.png alt=dog>")),
           STR("  ~ picture [-cat-]{+dog+}: [-a.png-]{+b.png+}\n"), "another picture, with what both show");
}

static void test_start_of_cell(void)
{
    AUTO(arena) a = { 0 };

    eq_str(text_lines(&a, STR("<table><tr><td>x<td>A JSON object</table>"), STR("<table><tr><td>x<td>JSON object</table>")),
           STR("  ~ x | [-A-] JSON object\n"), "what went from the start of a cell is no cell of its own");
}

static void test_wide_rows(void)
{
    AUTO(arena) a = { 0 };
    struct str old = STR("<table><tr><td>Tea"), new = old;

    for (int k = 0; k < 90; k++) {
        old = arena_printf(&a, "%.*s<td>2/2", STR_ARG(old));
        new = arena_printf(&a, "%.*s<td>%s", STR_ARG(new), k == 50 ? "1/2" : "2/2");
    }
    eq_str(text_lines(&a, old, new), STR("  ~ Tea … 2/2 | 2/2 | 2/2 | [-2/2-]{+1/2+} | 2/2 | 2/2 | 2/2 …\n"),
           "a row of many short cells is one passage, which begins with its name and is cut between cells");
}

static void test_directions(void)
{
    AUTO(arena) a = { 0 };

    eq_str(
        text_lines(
            &a,
            STR("<p>Some words that stay in the first place.<p>A sentence that is going to move."
                "<p>This much longer one stays here for good, as all can see."),
            STR("<p>Some words that stay in the first place.<p>This much longer one stays here for good, as all can see."
                "<p>A sentence that is going to move."
                "<p>One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
                "eighteen nineteen twenty, all of which came today, behind what was there before, to make the page a good deal longer, and many more words than there were: one two three four five six seven eight nine "
                "ten eleven twelve thirteen fourteen fifteen sixteen.")),
        STR("  > (moved down) A sentence that is going to move.\n"
            "  + {+One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
            "eighteen nineteen twenty, all of which came today, behind what was there before, to make the page a good deal longer, and many more words than there were: one two three four five six seven eight nine "
            "ten eleven twelve thirteen fourteen fifteen sixteen.+}\n"),
        "down is behind what stayed, however long the page has become");
}

static void test_kinds(void)
{
    AUTO(arena) a = { 0 };

    eq_str(shown(&a, STR("<p>Prices start at 10 euro."), STR("<p>Prices start at 12 euro.")),
           STR(HEAD "  ~ Prices start at [-10-]{+12+} euro.\n"
                    "1 change: 1 update. Words: 1 of 6 deleted, 1 of 6 inserted (17 %), 0 moved.\n"),
           "an update above the first heading, and the summary");
    eq_str(shown(&a, STR("<p>red"), STR("<p>blue")),
           STR(HEAD
               "  ~ [-red-]{+blue+}\n"
               "1 change: 1 update. Words: 1 of 1 deleted, 1 of 1 inserted (100 %), 0 moved. The pages have little in common.\n"),
           "all of it");
    eq_str(text_lines(&a, STR("<h2>All</h2><div><div><h3>One</h3><p>first text</div><div><h3>Two</h3><p>other words</div></div>"),
                      STR("<h2>All</h2><div><div><h3>One</h3><p>first text</div></div>")),
           STR("@@ All\n  - [-Two · other words-]\n"), "what is gone does not stand under its neighbour's title");
    eq_str(text_lines(&a, STR("<h2>All</h2><div><div><h3>One</h3><p>first text</div><div><p>other words</div></div>"),
                      STR("<h2>All</h2><div><div><h3>One</h3><p>first text</div><div><p>other things</div></div>")),
           STR("@@ All\n  ~ other [-words-]{+things+}\n"), "nor does what has no title");
    eq_str(text_lines(&a, STR("<h2>Shop</h2><p>Prices start at 10 euro."), STR("<h2>Shop</h2><p>Prices now start at 10 euro.")),
           STR("@@ Shop\n  ~ Prices {+now+} start at 10 euro.\n"), "an insert, under its heading");
    eq_str(text_lines(&a, STR("<h2>Shop</h2><p>Prices now start at 10 euro."), STR("<h2>Shop</h2><p>Prices start at 10 euro.")),
           STR("@@ Shop\n  ~ Prices [-now-] start at 10 euro.\n"), "a delete");
    eq_str(text_lines(&a, STR("<h2>S</h2><p>It was red, and blue"), STR("<h2>S</h2><p>It was red and blue")),
           STR("@@ S\n  ~ It was red[-,-] and blue\n"), "no space is made where there is none");
    eq_str(text_lines(&a, STR("<title>Old one</title><p>x"), STR("<title>New one</title><p>x")),
           STR("  ~ title: [-Old one-]{+New one+}\n"), "the title");
    eq_str(text_lines(&a, STR("<h2>S</h2><p>a b c</p><p>Gone with the wind.</p><h2>T</h2><p>d"),
                      STR("<h2>S</h2><p>a b c</p><h2>T</h2><p>d")),
           STR("@@ S\n  - [-Gone with the wind.-]\n"), "a paragraph deleted before a heading stands under the one before");
    eq_str(text_lines(&a, STR("<h2>S</h2><table><tr><td>1<td>red<td>x<tr><td>2<td>blue<td>y</table>"),
                      STR("<h2>S</h2><table><tr><td>1<td>red<td>x<tr><td>2<td>blue<td>z</table>")),
           STR("@@ S\n  ~ 2 | blue | [-y-]{+z+}\n"), "a cell is shown with its row");
    eq_str(text_lines(&a, STR("<h2>S</h2><p>One two.</p>"), STR("<h2>S</h2><p>One two.</p><p>Three<br>four.</p><p>five")),
           STR("@@ S\n  + {+Three · four. · five+}\n"), "short blocks stand on one line");
    eq_str(
        text_lines(
            &a, STR("<h2>S</h2><p>One two.</p>"),
            STR("<h2>S</h2><p>One two.</p><h3>New</h3><p>This is a paragraph that has more than a dozen words in it, as most have.")),
        STR("@@ S\n  + {+New+}\n    {+This is a paragraph that has more than a dozen words in it, as most have.+}\n"),
        "a long one has a line of its own");
    eq_str(shown(&a, STR("<p>x"), STR("<p>x")), STR(""), "equal pages give nothing");
    eq_str(shown(&a, STR("<p>x y"), STR("<p>x\n\ny</p>")), STR(""), "nor does white space");
}

static void test_passages(void)
{
    AUTO(arena) a = { 0 };

    eq_str(text_lines(&a, STR("<h2>S</h2><p>The lecture on Monday begins at ten in the old hall."),
                      STR("<h2>S</h2><p>The lecture on Tuesday begins at noon in the new hall.")),
           STR("@@ S\n  ~ The lecture on [-Monday-]{+Tuesday+} begins at [-ten-]{+noon+} in the [-old-]{+new+} hall.\n"),
           "a sentence is there once, with all its changes");
    eq_str(text_lines(&a, STR("<h2>S</h2><p>This is one sentence. That is another sentence."),
                      STR("<h2>S</h2><p>This is a sentence. That is the other sentence.")),
           STR("@@ S\n  ~ This is [-one-]{+a+} sentence. That is [-another-]{+the other+} sentence.\n"),
           "sentences that changed next to each other stand together");
    eq_str(text_lines(&a, STR("<h1>P</h1><h2>S</h2><h3>T</h3><p>Costs 1 euro today.</p><h2>U</h2><p>Costs 2 euro today."),
                      STR("<h1>P</h1><h2>S</h2><h3>T</h3><p>Costs 3 euro today.</p><h2>U</h2><p>Costs 4 euro today.")),
           STR("@@ S › T\n  ~ Costs [-1-]{+3+} euro today.\n@@ U\n  ~ Costs [-2-]{+4+} euro today.\n"),
           "headings, outermost first");
    eq_str(text_lines(&a, STR("<h2>S</h2><p>Read <a href=/a>the old report</a> here."),
                      STR("<h2>S</h2><p>Read <a href=/b>the new report</a> here.")),
           STR("@@ S\n  ~ Read the [-old-]{+new+} report here. (link \"the new report\": [-/a-]{+/b+})\n"),
           "a link with its address");
    eq_str(text_lines(&a, STR("<h2>S</h2><p>Read <a href=/a>it</a>.<p>See <img src=a.png alt='A map'>"),
                      STR("<h2>S</h2><p>Read <a href=/b>it</a>.<p>See <img src=b.png alt='A map'>")),
           STR("@@ S\n  ~ link \"it\": [-/a-]{+/b+}\n  ~ picture \"A map\": [-a.png-]{+b.png+}\n"), "addresses alone");
    eq_str(text_lines(&a,
                      STR("<h1>S</h1><p>See <a href='https://example.org/get/146.0/notes/?from=www.example.org&at=foot'>it</a>"),
                      STR("<h1>S</h1><p>See <a href='https://example.org/get/154.0/notes/?from=www.example.org&at=foot'>it</a>")),
           STR("@@ S\n  ~ link \"it\": https://example.org/get/[-146.0-]{+154.0+}/notes/?from=www.example…\n"),
           "what two long addresses have in common is told once");
    eq_str(text_lines(&a, STR("<h1>S</h1><ul><li>A b c. Do come.<li>F g h i j.<li>P q r s t.<li>K l m n.</ul>"),
                      STR("<h1>S</h1><ul><li>F g h i j.<li>P q r s t.<li>A b c.<li>K x m n.</ul>")),
           STR("@@ S\n  > (moved down) A b c. [-Do come.-]\n  ~ K [-l-]{+x+} m n.\n"),
           "what went from the end of a thing that moved is told with it");
    eq_str(text_lines(&a, STR("<h1>S</h1><ul><li><h3>Oak desk</h3><p>280 EUR<p>5 left<li><h3>Lamp</h3><p>35 EUR<p>7 left</ul>"),
                      STR("<h1>S</h1><ul><li><h3>Oak desk</h3><p>290 EUR<p>4 left<li><h3>Lamp</h3><p>39 EUR<p>7 left</ul>")),
           STR("@@ S\n  ~ Oak desk · [-280-]{+290+} EUR · [-5-]{+4+} left\n  ~ Lamp · [-35-]{+39+} EUR · 7 left\n"),
           "a small card is one passage");
}

static void test_look(void)
{
    AUTO(arena) a = { 0 };
    struct str old = STR("<h2>S</h2><p>See <b>this</b> one"), new = STR("<h2>S</h2><p>See this one");
    struct show_options all = { .all = true };

    eq_str(shown(&a, old, new), STR(HEAD "No changes of content, and 1 change of look.\n"), "look is counted");
    ok(str_find(pair_show(&a, show_text, all, old, new), STR("@@ S\n  * b removed: \"this\"\n1 change: 1 format."), 0) != SIZE_MAX,
       "and told where all is asked for");
}

static void test_move(void)
{
    AUTO(arena) a = { 0 };
    struct str got = text_lines(&a,
                                STR("<h2>First</h2><p>The moved sentence has quite some words in it.</p><p>Stays here for ever.</p>"
                                    "<h2>Second</h2><p>Something that stays, too, and is long enough to anchor.</p>"),
                                STR("<h2>First</h2><p>Stays here for ever.</p>"
                                    "<h2>Second</h2><p>Something that stays, too, and is long enough to anchor.</p>"
                                    "<p>The moved sentence has quite some words in it.</p>"));

    eq_str(got, STR("@@ Second\n  > (moved from \"First\") The moved sentence has quite some words in it.\n"),
           "a move says where from");
    got = text_lines(&a, STR("<ul><li>The first of three things<li>The second one of them<li>At last the third, which is longer"),
                     STR("<ul><li>The second one of them<li>At last the third, which is longer<li>The first of three things"));
    eq_str(got, STR("  > (moved down) The first of three things\n"), "or in which direction");
}

static void test_context(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) before = BUF(KIB(4));
    AUTO(buf) after = BUF(KIB(4));

    for (unsigned i = 0; i < 40; i++) {
        buf_addf(&before, "a%u ", i);
        buf_addf(&after, " b%u", i);
    }
    struct str old = arena_printf(&a, "<h2>S</h2><p>%.*sred%.*s blue", STR_ARG(buf_str(&before)), STR_ARG(buf_str(&after)));
    struct str new = arena_printf(&a, "<h2>S</h2><p>%.*sgreen%.*s white", STR_ARG(buf_str(&before)), STR_ARG(buf_str(&after)));
    eq_str(text_lines(&a, old, new),
           STR("@@ S\n  ~ … a31 a32 a33 a34 a35 a36 a37 a38 a39 [-red-]{+green+} b0 b1 b2 b3 b4 b5 b6 b7 b8 … "
               "b31 b32 b33 b34 b35 b36 b37 b38 b39 [-blue-]{+white+}\n"),
           "of a long sentence what stands beside the changes");
    struct str evil = shown(&a, STR("<h2>S\033[2J</h2><p>x"), STR("<h2>S\033[2J</h2><p>x \033]0;owned\007"));
    ok(evil.len && !memchr(evil.ptr, 033, evil.len) && !memchr(evil.ptr, 7, evil.len), "no control character comes through");
    AUTO(buf) b = BUF(MIB(1));
    for (unsigned i = 0; i < 500; i++)
        buf_addf(&b, "w%u ", i);
    struct str got =
        text_lines(&a, STR("<h2>S</h2><p>x</p>"), arena_printf(&a, "<h2>S</h2><p>x</p><p>%.*s</p>", STR_ARG(buf_str(&b))));
    ok(str_find(got, STR(" w79 … (380 words) … w460 "), 0) != SIZE_MAX, "of a long passage the start and the end");
}

static unsigned columns(struct str line)
{
    unsigned n = 0;

    for (const char *at = line.ptr, *end = at + line.len; at < end;) {
        uint32_t character;
        at += utf8_next(at, end, &character);
        n += char_class(character) != CHAR_MARK;
    }
    return n;
}

static void test_width(void)
{
    struct random r = { 40 };
    unsigned too_long = 0, escapes = 0, open = 0, invalid = 0;

    for (unsigned i = 0; i < 300; i++) {
        AUTO(arena) a = { 0 };
        struct sketch *page = random_page(&a, &r, 60);
        struct str old = sketch_html(&a, page), new = sketch_html(&a, mutate_page(&a, &r, page, 8, EDIT_ANY));
        struct str plain = pair_show(&a, show_text, (struct show_options){ .width = 60 }, old, new);
        struct str color = pair_show(&a, show_text, (struct show_options){ .width = 60, .color = true }, old, new);
        escapes += plain.len && memchr(plain.ptr, 033, plain.len) != NULL;
        invalid += !utf8_valid(plain) || !utf8_valid(color);
        while (plain.len) {
            struct str line = str_cut(&plain, '\n');
            /* A single word may be longer than the line; the longest of the generator has under 20 columns and its brackets. */
            too_long += columns(line) > 60 && str_find(str_trim(line), STR(" "), 30) != SIZE_MAX;
        }
        while (color.len) {
            struct str line = str_cut(&color, '\n');
            size_t last = SIZE_MAX;
            for (size_t at = str_find(line, STR("\033["), 0); at != SIZE_MAX; at = str_find(line, STR("\033["), at + 1))
                last = at;
            open += last != SIZE_MAX && !str_starts(str_sub(line, last, line.len), STR("\033[0m"));
        }
    }
    eq_int(too_long, 0, "no line is longer than the terminal is wide");
    eq_int(escapes, 0, "without colours there are no escapes");
    eq_int(open, 0, "every line ends in plain text");
    eq_int(invalid, 0, "all of it is UTF-8");
}

static void test_plain_words(void)
{
    AUTO(arena) a = { 0 };

    ok(str_find(text_lines(&a, STR("<p title='It rains'>a b</p>"), STR("<p title='It snows'>a b</p>")),
                STR("tooltip \"a b\": [-It rains-]{+It snows+}"), 0)
           != SIZE_MAX,
       "an attribute with words has a name that people know");
    ok(str_find(text_lines(&a, STR("<p>x</p>"), STR("<p>x</p><p>one<br>two</p><hr>")), STR("{+one · two+}"), 0) != SIZE_MAX,
       "line breaks and rules are not read out");
    struct str got = text_lines(&a, STR("<title>A</title><p>x y"), STR("<title>B</title><p>x z"));
    ok(str_find(got, STR("title:"), 0) < str_find(got, STR("[-y-]"), 0), "the title comes first");
}

static void test_parts(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) rows = BUF(1 << 16);

    eq_str(text_lines(&a, STR("<h1>Shop</h1><p>x y z</p>"),
                      STR("<h1>Shop</h1><p>x y z</p><table><tr><th>Name<th>Price<tr><td>Oak bench<td>149</table>")),
           STR("@@ Shop\n  + {+Name | Price+}\n    {+Oak bench | 149+}\n"), "a row of a table that came is a line");
    ok(str_find(text_lines(&a, STR("<p>x</p>"), STR("<p>x</p><div><span>In stock</span><button>Add to basket</button></div>")),
                STR("{+In stock Add to basket+}"), 0)
           != SIZE_MAX,
       "a button stands apart from the words before it");
    ok(str_find(text_lines(&a, STR("<p>x</p>"),
                           STR("<p>x</p><div><label>Qty</label><label>Size</label><meter></meter><b>4 %</b></div>")),
                STR("{+Qty Size [meter] 4 %+}"), 0)
           != SIZE_MAX,
       "labels and bars stand apart, too");
    eq_str(text_lines(&a, STR("<p>Now 5<sup>99</sup> €"), STR("<p>Now 6<sup>49</sup> €")), STR("  ~ Now [-5⁹⁹-]{+6⁴⁹+} €\n"),
           "raised cents stay raised");
    buf_add(&rows, STR("<p>x</p><table>"));
    for (int k = 0; k < 60; k++)
        buf_addf(&rows, "<tr><td>Row number %d<td>%d", k, 2 * k);
    struct str got = text_lines(&a, STR("<p>x</p>"), buf_str(&rows));
    ok(str_find(got, STR("    {+… ("), 0) != SIZE_MAX && str_find(got, STR(" words) …+}\n    {+Row number"), 0) != SIZE_MAX,
       "what is left out of a long table is whole rows");
    eq_str(
        text_lines(
            &a,
            STR("<div><p><a href=/1>Rain is on its way to us</a></p><p><img src=a.png></p><p><a href=/2>A bridge was opened today</a></p><p>One more thing that is here to stay</p>"
                "<p>and another thing that is here to stay</p></div><img src=b.png>"),
            STR("<div><p>One more thing that is here to stay</p><p>and another thing that is here to stay</p><p><a href=/1>Rain is on its way to us</a></p><p><img src=a.png></p>"
                "<p><a href=/2>A bridge was opened today</a></p></div><img src=b.png>")),
        STR("  > (moved down) Rain is on its way to us · [img a.png] · A bridge was opened today\n"),
        "what moved together is told together");
}

static void test_several_attributes(void)
{
    AUTO(arena) a = { 0 };

    eq_str(text_lines(&a, STR("<form>Name <input name=n value=Ann></form>"),
                      STR("<form>Name <input name=n value=Bob placeholder='Your name'></form>")),
           STR("  ~ field \"Your name\": value was \"Ann\", is now \"Bob\"; hint in the field added: \"Your name\"\n"),
           "two things that changed in one field are both told");
    eq_str(
        text_lines(&a, STR("<select><option>S<option>M</select>"), STR("<select><option>S<option disabled>M (sold out)</select>")),
        STR("  ~ [-[option M]-]{+[option M (sold out)]+}\n"), "the words of a choice that is disabled now are told");
    eq_str(text_lines(&a, STR("<div style='background-image:url(a.jpg)'>Sale now</div>"),
                      STR("<div style='background-image:url(\"b.jpg\")'>Sale now</div>")),
           STR("  ~ picture \"Sale now\": [-a.jpg-]{+b.jpg+}\n"), "the picture behind a box is a picture");
    eq_str(text_lines(&a, STR("<p>x</p><img src=c.jpg srcset='a.jpg 2x' alt=Chart>"),
                      STR("<p>x</p><img src=c.jpg srcset='b.jpg 2x' alt=Chart>")),
           STR("  ~ picture \"Chart\": [-a.jpg 2x-]{+b.jpg 2x+}\n"), "so is one for better screens");
    eq_str(text_lines(&a, STR("<p>x</p><img src=a.jpg>"), STR("<p>x</p><img src=b.jpg>")), STR("  ~ picture: [-a.jpg-]{+b.jpg+}\n"),
           "a picture without description has no name");
    eq_str(text_lines(&a, STR("<h2><img src=a.jpg alt=Logo>News of today</h2><p>one two three four</p>"),
                      STR("<h2><img src=a.jpg alt=Logo>News of today</h2><p>one two three five</p>")),
           STR("@@ News of today\n  ~ one two three [-four-]{+five+}\n"), "a picture is not part of the name of a heading");
}

static void test_sections(void)
{
    AUTO(arena) a = { 0 };

    eq_str(text_lines(&a, STR("<ul><li><h3>Chair</h3><span>New</span><div>89 euro</div><li><h3>Lamp</h3><div>39 euro</div></ul>"),
                      STR("<ul><li><h3>Chair</h3><div>89 euro</div><li><h3>Lamp</h3><div>39 euro</div></ul>")),
           STR("  ~ Chair · [-New-] · 89 euro\n"), "what went from a card is told with the card");
    eq_str(text_lines(&a, STR("<center><img src=a.gif alt=Logo></center><hr><p>Text stays here."),
                      STR("<img src=b.gif alt=Logo><p>Text stays here.")),
           STR("  ~ [img Logo] [-a.gif-]{+b.gif+}\n"), "two pictures that are described alike are told by their files");
    eq_str(text_lines(
               &a, STR("<p><a href=e.html>One</a><p><a href=e.html#b>Two</a><p><a href=e.html>Three</a><p><a href=e.html>Four</a>"),
               STR("<p><a href=f.html>One</a><p><a href=f.html#b>Two</a><p><a href=f.html>Three</a><p><a href=f.html>Four</a>")),
           STR("  ~ link \"One\": [-e.html-]{+f.html+} (and 3 more like this)\n"), "the same change of many links is told once");
    eq_str(
        text_lines(&a, STR("<h2>March</h2><p>A story of the third month.</p>"),
                   STR("<h2>May</h2><p>E story came in the fifth month.</p><h2>April</h2><p>D story came in the fourth month.</p>"
                       "<h2>March</h2><p>A story of the third month.</p>")),
        STR("  + {+May · E story came in the fifth month.+}\n    {+April · D story came in the fourth month.+}\n"),
        "a heading begins a line");
    eq_str(text_lines(
               &a,
               STR("<h2>Release 3.5</h2><h3>alpha</h3><p>No problems.</p><h3>i386</h3><p>Nothing known yet.</p><h3>vax</h3><p>Slow "
                   "but fine.</p>"),
               STR("<h2>Release 3.6</h2><h3>i386</h3><p>Nothing known yet.</p><h3>alpha</h3><p>No problems.</p><h3>vax</h3><p>Slow "
                   "but fine.</p>")),
           STR("  ~ Release [-3.5-]{+3.6+}\n@@ Release 3.6\n  > (moved down) alpha · No problems.\n"),
           "nothing moved from a section that only has another name now");
}

int main(void)
{
    test_sections();
    test_several_attributes();
    test_parts();
    test_plain_words();
    test_wide_rows();
    test_start_of_cell();
    test_kinds();
    test_directions();
    test_descriptions();
    test_passages();
    test_look();
    test_move();
    test_context();
    test_width();
    return tap_done();
}
