/* Where changes stand: what they are about, the elements that hold them, the headings above them, the words around them. */
#include "show/location.h"

#include "tests/generate.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

static struct pair_of_pages *read_pair(struct arena *a, struct str old, struct str new)
{
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(a, old, new, &e);

    ok(p && p->delta.n_changes > 0, "two pages that differ");
    return p;
}

static void test_about(void)
{
    AUTO(arena) a = { 0 };
    static const struct {
        const char *old, *new;
        enum about about;
        bool owns;
        const char *what;
    } rows[] = {
        { "<p>one two", "<p>one three", ABOUT_WORDS, true, "words" },
        { "<p>one <b>two</b>", "<p>one two", ABOUT_MARKUP, false, "formatting" },
        { "<p>see <a href=a>it</a>", "<p>see <a href=b>it</a>", ABOUT_MARKUP, false, "a link" },
        { "<p>see <img src=a>", "<p>see <img src=b>", ABOUT_MARKUP, true, "a picture" },
        { "<p>take <select><option>red</select>", "<p>take <select><option>blue</select>", ABOUT_WORDS, true, "an option" },
        { "<title>a</title><p>x", "<title>b</title><p>x", ABOUT_TITLE, false, "the title" },
        { "<meta name=description content=a><p>x", "<meta name=description content=b><p>x", ABOUT_DESCRIPTION, false,
          "the description" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct pair_of_pages *p = read_pair(&a, str_of(rows[i].old), str_of(rows[i].new));
        eq_int(location_about(&p->delta, &p->delta.change[0]), rows[i].about, rows[i].what);
        eq_int(location_owns_words(&p->delta, &p->delta.change[0]), rows[i].owns, "owns words or not");
    }
}

static void test_element(void)
{
    AUTO(arena) a = { 0 };
    struct page *p = &read_pair(&a, STR("<div><p>a <b>b c</b></p><p>d</p></div>e"), STR(""))->old;

    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 1)), STR("/html/body/div/p[1]"), "one word");
    eq_str(dom_path(&a, &p->dom, location_element(p, 1, 2)), STR("/html/body/div/p[1]/b"), "a word in bold");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 3)), STR("/html/body/div/p[1]"), "in and out of it");
    eq_str(dom_path(&a, &p->dom, location_element(p, 2, 4)), STR("/html/body/div"), "two paragraphs");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 5)), STR("/html/body"), "all");
    eq_str(dom_path(&a, &p->dom, location_element(p, 2, 2)), STR("/html/body/div/p[1]/b"), "between two words");
    eq_str(dom_path(&a, &p->dom, location_element(p, 3, 3)), STR("/html/body/div"), "between two paragraphs");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 0)), STR("/html/body/div/p[1]"), "before the first");
    eq_str(dom_path(&a, &p->dom, location_element(p, 5, 5)), STR("/html/body"), "behind the last");
    p = &read_pair(&a, STR("x"), STR(""))->new;
    eq_int(location_element(p, 0, 0), p->body, "without words the body");
    p = &read_pair(&a, STR("<p><img src=a><img src=b>"), STR(""))->old;
    eq_str(dom_path(&a, &p->dom, location_element(p, 1, 2)), STR("/html/body/p/img[2]"), "an atom is its own element");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 2)), STR("/html/body/p"), "two of them are not");
}

static struct str heading_of(struct arena *a, struct str old, struct str new)
{
    struct pair_of_pages *p = read_pair(a, old, new);
    uint32_t heading = location_heading(&p->delta, &p->delta.change[p->delta.n_changes - 1]);

    return heading == NONE ? STR("(none)") : location_heading_text(a, &p->new, heading);
}

static void test_heading(void)
{
    AUTO(arena) a = { 0 };

    eq_str(heading_of(&a, STR("<p>a</p><h2>One</h2>"), STR("<p>b</p><h2>One</h2>")), STR("(none)"), "above the first heading");
    eq_str(heading_of(&a, STR("<h2>One</h2><p>a</p><h2>Two</h2><p>b c"), STR("<h2>One</h2><p>a</p><h2>Two</h2><p>b d")), STR("Two"),
           "under the second");
    eq_str(heading_of(&a, STR("<h2>One thing</h2><p>a"), STR("<h2>One matter</h2><p>a")), STR("One matter"), "in a heading");
    eq_str(heading_of(&a, STR("<h2>One</h2><p>a</p><p>gone</p><h2>Two</h2>"), STR("<h2>One</h2><p>a</p><h2>Two</h2>")), STR("One"),
           "deleted before the second");
    eq_str(heading_of(&a, STR("<h2>One</h2><p>a</p><h2>Very Two</h2><p>c"), STR("<h2>One</h2><p>a</p><h2>Two</h2><p>c")),
           STR("Two"), "deleted at its start");
    eq_str(heading_of(&a, STR("<h2>One</h2><h2><img></h2><p>a b"), STR("<h2>One</h2><h2></h2><p>a c")), STR("One"),
           "a heading without words does not count");
    eq_str(heading_of(&a, STR("<h2>News</h2><article><h3>Lead</h3>a</article><div class=more><p>b c</div>"),
                      STR("<h2>News</h2><article><h3>Lead</h3>a</article><div class=more><p>b d</div>")),
           STR("News"), "an article's heading is not about what stands behind the article");
    eq_str(heading_of(&a, STR("<article><h3>Lead</h3></article><div class=more><p>b c</div>"),
                      STR("<article><h3>Lead</h3></article><div class=more><p>b d</div>")),
           STR("Lead"), "unless the article is only a wrapper of the heading");
    struct pair_of_pages *p = read_pair(&a, STR("x"), STR("<h1>Two<br>lines</h1>"));
    eq_str(location_heading_text(&a, &p->new, 0), STR("Two lines"), "a heading is told on one line");
}

static void test_atoms(void)
{
    AUTO(arena) a = { 0 };
    struct page *p =
        &read_pair(&a, STR("<img src='/a/disk.png' alt='A disk'><img src='/a/disk.png'><br><hr><input type=text><img src='/'>"),
                   STR(""))
             ->old;
    static const char *const want[] = { "[img A disk]", "[img disk.png]", "[line break]", "[rule]", "[input]", "[img /]" };

    for (uint32_t w = 0; w < p->n_words && w < ARRAY_LEN(want); w++) {
        AUTO(buf) b = BUF(1000);
        location_atom_text(p, w, &b);
        eq_str(buf_str(&b), str_of(want[w]), "an atom in words");
    }
}

/* NULL, or what does not hold of a change's place. */
static const char *broken(const struct delta *d, const struct change *c)
{
    const struct page *p = d->new;
    struct context x = context_around(d, c, 5);
    uint32_t node = location_element(p, c->new_word, c->new_end);

    if (x.from > c->new_word || x.to < c->new_end || x.to > p->n_words)
        return "the words around lie around";
    if (c->new_word - x.from > 5)
        return "they are not more than asked for";
    for (uint32_t w = c->new_end + 5; w < x.to; w++)
        if (p->word[w].flags & (WORD_SPACE | WORD_BREAK))
            return "behind the change only what touches them is more than asked for";
    if (p->dom.node[node].kind != NODE_ELEMENT)
        return "the place is an element";
    if (c->new_word < c->new_end && (p->first_word[node] > c->new_word || p->first_word[p->dom.node[node].end] < c->new_end))
        return "the element holds the words";
    uint32_t heading = location_heading(d, c);
    if (heading != NONE && p->first_word[p->heading[heading].node] > c->new_word)
        return "the heading stands before";
    return NULL;
}

static void test_law(void)
{
    struct random r = { 50 };
    const char *fault = NULL;

    for (unsigned i = 0; i < 500 && !fault; i++) {
        AUTO(arena) a = { 0 };
        struct err e = { 0 };
        struct sketch *page = random_page(&a, &r, 5 + random_below(&r, 100));
        struct pair_of_pages *p =
            pair_read(&a, sketch_html(&a, page), sketch_html(&a, mutate_page(&a, &r, page, random_below(&r, 10), EDIT_ANY)), &e);
        for (uint32_t k = 0; p && k < p->delta.n_changes && !fault; k++)
            fault = broken(&p->delta, &p->delta.change[k]);
    }
    ok(!fault, "500 generated pairs: %s", fault ? fault : "places hold");
}

/* The number of the first word that reads `word`. */
static uint32_t word_at(const struct page *p, const char *word)
{
    uint32_t w = 0;

    while (w < p->n_words && !str_eq(page_word(p, w), str_of(word)))
        w++;
    return w;
}

static struct page *one_page(struct arena *a, const char *html)
{
    return &read_pair(a, str_of(html), STR("<p>quite another page"))->old;
}

#define SMALL_CARD(class, words) "<div class=" class "><h3>" words "</h3><p>" words " text</div>"

/* Which element around a word is a card: one of several things that stand side by side. */
static void test_cards(void)
{
    static const struct {
        const char *name, *html, *word;
        uint32_t tag; /* of the element around the word that is asked about */
        bool card;
    } cases[] = {
        { "an item", "<ul><li>one</ul>", "one", TAG_LI, true },
        { "an article", "<article>one</article>", "one", TAG_ARTICLE, true },
        { "details", "<details><summary>one</summary>two</details>", "two", TAG_DETAILS, true },
        { "a figure", "<figure><img src=a><figcaption>one</figcaption></figure>", "one", TAG_FIGURE, true },
        { "a paragraph is not", "<p>one", "one", TAG_P, false },
        { "a section is not", "<section>one</section><section>two</section>", "one", TAG_SECTION, false },
        { "a box like the one behind it", SMALL_CARD("c", "one") SMALL_CARD("c", "two"), "one", TAG_DIV, true },
        { "a box like the one before it", SMALL_CARD("c", "one") SMALL_CARD("c", "two"), "two", TAG_DIV, true },
        { "a box like the first beside it", "<div>" SMALL_CARD("c", "one") "<p>x</p>" SMALL_CARD("c", "two") "</div>", "two",
          TAG_DIV, true },
        { "a box without class is not", "<div><h3>one</h3></div><div><h3>two</h3></div>", "one", TAG_DIV, false },
        { "a box alone is not", "<section>" SMALL_CARD("c", "one") "</section>", "one", TAG_DIV, false },
        { "a box beside one of another class is not", SMALL_CARD("c", "one") SMALL_CARD("d", "two"), "one", TAG_DIV, false },
        { "the first class tells, others may differ", SMALL_CARD("'c big'", "one") SMALL_CARD("'c small'", "two"), "one", TAG_DIV,
          true },
        { "a box beside one with a heading of another level is not",
          "<div class=c><h2>one</h2></div><div class=c><h3>two</h3></div>", "one", TAG_DIV, false },
        { "a box beside a paragraph of its class is not", "<div class=c>one</div><p class=c>two", "one", TAG_DIV, false },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        const struct page *p = one_page(&a, cases[i].html);
        uint32_t node = p->word[word_at(p, cases[i].word)].node;

        while (node && p->dom.node[node].tag != cases[i].tag)
            node = p->dom.node[node].parent;
        eq_int(location_is_card(p, node), cases[i].card, cases[i].name);
    }
}

/* What a word starts: a block, a cell beside another one, a row of several cells. */
static void test_starts(void)
{
    static const struct {
        const char *name, *html, *word;
        bool block, cell, row;
    } cases[] = {
        { "the first cell of a row starts the row, and stands beside none yet", "<table><tr><td>one<td>two</table>", "one", true,
          false, true },
        { "the second cell starts a cell", "<table><tr><td>one<td>two</table>", "two", true, true, false },
        { "a head is a cell", "<table><tr><th>one<th>two</table>", "two", true, true, false },
        { "the only cell of a row starts neither", "<table><tr><td>one<tr><td>two</table>", "two", true, false, false },
        { "a cell behind an empty one starts the row", "<table><tr><td><td>one<td>two</table>", "one", true, false, true },
        { "the last cell of a row of which the others are empty starts none", "<table><tr><td><td>one</table>", "one", true, false,
          false },
        { "a second paragraph of a cell starts a block", "<table><tr><td><p>one<p>two<td>three</table>", "two", true, false,
          false },
        { "a later word of a cell starts nothing", "<table><tr><td>one two<td>three</table>", "two", false, false, false },
        { "a paragraph", "<p>one<p>two", "two", true, false, false },
        { "a word in bold starts nothing", "<p>one <b>two</b>", "two", false, false, false },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        const struct page *p = one_page(&a, cases[i].html);
        uint32_t w = word_at(p, cases[i].word);

        ok(location_starts_block(p, w) == cases[i].block && location_starts_cell(p, w) == cases[i].cell
               && location_starts_row(p, w) == cases[i].row,
           "%s: block %d, cell %d, row %d", cases[i].name, location_starts_block(p, w), location_starts_cell(p, w),
           location_starts_row(p, w));
    }
    AUTO(arena) a = { 0 };
    const struct page *p = one_page(&a, "<p>one");
    ok(location_starts_block(p, p->n_words) && !location_starts_cell(p, p->n_words) && !location_starts_row(p, p->n_words),
       "past the last word a block starts, but no cell and no row");
}

/* Whether a reader sees a gap before a word. */
static void test_gaps(void)
{
    static const struct {
        const char *name, *html, *word;
        bool gap;
    } cases[] = {
        { "a space", "<p>one two", "two", true },
        { "none before the first word", "<p>one two", "one", false },
        { "none between a word and its comma", "<p>one, two", ",", false },
        { "none between letters in bold and others", "<p>one<b>two</b>", "two", false },
        { "the edge of a button", "<p><span>one</span><button>two</button>", "two", true },
        { "between two buttons", "<p><button>one</button><button>two</button>", "two", true },
        { "behind a label", "<p><label>one</label><span>two</span>", "two", true },
        { "not inside a button", "<p><button><b>one</b><i>two</i></button>", "two", false },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        const struct page *p = one_page(&a, cases[i].html);

        eq_int(location_has_gap(p, word_at(p, cases[i].word)), cases[i].gap, cases[i].name);
    }
    AUTO(arena) a = { 0 };
    const struct page *p = one_page(&a, "<p>one");
    ok(!location_has_gap(p, p->n_words), "nor is there one behind the last word");
}

#define FAIR "The summer fair opens in the park on the first of May."
#define SNOW "Snow fell on the hills last night and closed the pass."
#define BRIDGE "The old bridge was painted red by the people of the town."

/* The heading that what moved stood under, where it is another one now. */
static void test_heading_left(void)
{
    static const struct {
        const char *name, *old, *new, *want;
    } cases[] = {
        { "from one section to another", "<h2>News</h2><p>" FAIR "<p>" SNOW "<h2>Past</h2><p>" BRIDGE,
          "<h2>News</h2><p>" SNOW "<h2>Past</h2><p>" BRIDGE "<p>" FAIR, "News" },
        { "within a section", "<h2>News</h2><p>" FAIR "<p>" SNOW "<p>" BRIDGE, "<h2>News</h2><p>" SNOW "<p>" BRIDGE "<p>" FAIR,
          "(none)" },
        { "under a heading of which a word changed", "<h2>News of May</h2><p>" FAIR "<p>" SNOW "<p>" BRIDGE,
          "<h2>News of June</h2><p>" SNOW "<p>" BRIDGE "<p>" FAIR, "(none)" },
        { "from above all headings", "<p>" FAIR "<p>" SNOW "<h2>Past</h2><p>" BRIDGE,
          "<p>" SNOW "<h2>Past</h2><p>" BRIDGE "<p>" FAIR, "(none)" },
        { "to above all headings", "<p>" SNOW "<h2>Past</h2><p>" BRIDGE "<p>" FAIR, "<p>" FAIR "<p>" SNOW "<h2>Past</h2><p>" BRIDGE,
          "Past" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct pair_of_pages *p = read_pair(&a, str_of(cases[i].old), str_of(cases[i].new));
        uint32_t k = 0;

        while (k < p->delta.n_changes && p->delta.change[k].kind != CHANGE_MOVE)
            k++;
        uint32_t left = k < p->delta.n_changes ? location_heading_left(&p->delta, &p->delta.change[k]) : p->old.n_headings;
        eq_str(left == NONE                ? STR("(none)")
               : left == p->old.n_headings ? STR("(no move)")
                                           : location_heading_text(&a, &p->old, left),
               str_of(cases[i].want), cases[i].name);
    }
}

/* A heading in words: without the picture before them, on one line, and no more than forty. */
static void test_heading_text(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) words = BUF(KIB(4));

    eq_str(location_heading_text(&a, one_page(&a, "<h2><img src=a alt=Logo> News</h2>"), 0), STR("News"),
           "a picture is not part of the name");
    eq_str(location_heading_text(&a, one_page(&a, "<h2><img src=a alt=Logo></h2>"), 0), STR("[img Logo]"),
           "unless it is all there is");
    buf_add(&words, STR("<h2>"));
    for (unsigned i = 1; i <= 40; i++)
        buf_addf(&words, " w%u", i);
    buf_add_char(&words, '\0');
    struct str got = location_heading_text(&a, one_page(&a, words.ptr), 0);
    ok(str_ends(got, STR(" w40")), "forty words are whole");
    buf_clear(&words);
    buf_add(&words, STR("<h2>"));
    for (unsigned i = 1; i <= 41; i++)
        buf_addf(&words, " w%u", i);
    buf_add_char(&words, '\0');
    got = location_heading_text(&a, one_page(&a, words.ptr), 0);
    ok(str_ends(got, STR(" w40 …")), "of more the first forty");
}

/* A picture without description is told by its file; of a long name the start. */
static void test_file_names(void)
{
    static const struct {
        const char *name, *html, *want;
    } cases[] = {
        { "the last part of the address", "<img src=https://example.org/a/b/cat.png>", "[img cat.png]" },
        { "an address without parts", "<img src=cat.png>", "[img cat.png]" },
        { "one that ends in a slash is told whole", "<img src=/a/b/>", "[img /a/b/]" },
        { "32 bytes are whole", "<img src=/i/abcdefghijklmnopqrstuvwxyz01.png>", "[img abcdefghijklmnopqrstuvwxyz01.png]" },
        { "of more the start", "<img src=/i/abcdefghijklmnopqrstuvwxyz012.png>", "[img abcdefghijklmnopqrstuvwxyz012.pn…]" },
        { "an empty address tells nothing", "<img src=''>", "[img]" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) out = BUF(KIB(4));

        location_atom_text(one_page(&a, cases[i].html), 0, &out);
        eq_str(buf_str(&out), str_of(cases[i].want), cases[i].name);
    }
}

/* What a limit left out of a page is told, of each page. */
static void test_left_out(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(4));
    struct pair_of_pages *p = read_pair(&a, STR("<p>a"), STR("<p>b"));

    location_left_out(&p->delta, &out);
    eq_str(buf_str(&out), STR(""), "of two whole pages nothing is said");
    p->old.dom.truncated = STR("what is deeper than 512 <elements>");
    p->new.dom.truncated = STR("attributes");
    location_left_out(&p->delta, &out);
    eq_str(
        buf_str(&out),
        STR("<p>Left out of the old page: what is deeper than 512 &lt;elements&gt;.</p><p>Left out of the new page: attributes.</p>"),
        "else a paragraph for each");
}

/* The heading that is about a word: not the title of a thing beside the one the word stands in. */
static void test_heading_over(void)
{
    static const struct {
        const char *name, *html, *want;
    } cases[] = {
        { "in the same section", "<h2>News</h2><p>here", "News" },
        { "behind a box with a title of its own, in a box of the same kind", "<h2>All</h2><div><h3>One</h3>a</div><div>here</div>",
          "All" },
        { "in a box of another class the title before it may be meant",
          "<h2>All</h2><div><h3>One</h3>a</div><div class=x>here</div>", "One" },
        { "in a box of another kind, too", "<h2>All</h2><div><h3>One</h3>a</div><section>here</section>", "One" },
        { "a box that holds nothing but the title is a wrapper", "<h2>All</h2><div><h3>One</h3></div><div>here</div>", "One" },
        { "behind an item with a title", "<h2>All</h2><ul><li><h3>One</h3>a</ul><p>here", "All" },
        { "behind a cell with a title", "<h2>All</h2><table><tr><td><h3>One</h3>a</table><p>here", "All" },
        { "behind a meaning with a title", "<h2>All</h2><dl><dt>x<dd><h3>One</h3>a</dl><p>here", "All" },
        { "behind a figure with a title", "<h2>All</h2><figure><h3>One</h3>a</figure><p>here", "All" },
        { "behind one of several cards",
          "<h2>All</h2><div><div class=c><h3>One</h3>a</div><div class=c><h3>Two</h3>b</div></div><p>here", "All" },
        { "behind a section", "<h2>All</h2><section><h3>One</h3>a</section><p>here", "One" },
        { "where the outer one is a neighbour's, too, none", "<article><h2>All</h2><h3>One</h3>a</article><p>here", "(none)" },
        { "a title of the same level before it is passed over",
          "<h2>All</h2><article><h3>One</h3>a</article><article><h3>Two</h3>b</article><p>here", "All" },
        { "inside the item itself", "<h2>All</h2><ul><li><h3>One</h3><p>here</ul>", "One" },
        { "a wrapper around the title and a rest of its own", "<h2>All</h2><article><div><h3>One</h3></div>a</article><p>here",
          "All" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        const struct page *p = one_page(&a, cases[i].html);
        uint32_t over = location_heading_over(p, p->n_headings - 1, word_at(p, "here"));

        eq_str(over == NONE ? STR("(none)") : location_heading_text(&a, p, over), str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    test_about();
    test_element();
    test_heading();
    test_atoms();
    test_law();
    test_cards();
    test_starts();
    test_gaps();
    test_heading_left();
    test_heading_text();
    test_file_names();
    test_left_out();
    test_heading_over();
    return tap_done();
}
