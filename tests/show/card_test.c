/* What cards are called. */
#include "show/card.h"

#include "base/limits.h"
#include "tests/tap.h"

/* The name of the card around the first word that reads `word`. */
static struct str name_at(struct arena *a, const char *html, const char *word)
{
    AUTO(buf) out = BUF(KIB(64));
    struct symbols symbols;
    struct page page;
    struct cards cards;
    struct card_name name;
    uint32_t w = 0;

    symbols_open(&symbols, a);
    if (page_read(a, &symbols, &(struct parse_source){ .bytes = str_of(html) }, STR(""), &page, NULL))
        return STR("(not read)");
    cards_open(&cards, a, &page);
    while (w < page.n_words && !str_eq(page_word(&page, w), str_of(word)))
        w++;
    if (!card_name(&cards, w, w + 1, &name))
        return STR("(none)");
    page_words_line(&page, name.word, name.end, &out);
    return arena_str(a, buf_str(&out));
}

/* A list of two things, each with what stands in the macro. */
#define ITEMS(one, two) "<ul><li>" one "<p>hot<p>five<li>" two "<p>cold<p>six</ul>"

static void test_names(void)
{
    static const struct {
        const char *name, *html, *word, *want;
    } cases[] = {
        { "the first line", ITEMS("Tea", "Milk"), "five", "Tea" },
        { "of the card that the word stands in", ITEMS("Tea", "Milk"), "six", "Milk" },
        { "the second line where the first is the same in both", ITEMS("New<p>Tea", "New<p>Milk"), "five", "Tea" },
        { "the third where two are", ITEMS("New<p>Hot<p>Tea", "New<p>Hot<p>Milk"), "five", "Tea" },
        { "a fourth line is too far down", ITEMS("New<p>Hot<p>Now<p>Tea", "New<p>Hot<p>Now<p>Milk"), "five", "(none)" },
        { "a picture is no name", ITEMS("<img src=a><p>Tea", "<img src=b><p>Milk"), "five", "Tea" },
        { "nor is a single letter", ITEMS("A<p>Tea", "B<p>Milk"), "five", "Tea" },
        { "a line of sixteen words is a name", ITEMS("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 b6 b7", "Milk"), "five",
          "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 b6 b7" },
        { "a longer one is text", ITEMS("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 b6 b7 b8", "Milk"), "five", "hot" },
        { "what stands in no card has none", "<p>one<p>five", "five", "(none)" },
        { "a row by its first cell", "<table><tr><td>Tea<td>hot<td>five<tr><td>Milk<td>cold<td>six</table>", "five", "Tea" },
        { "a line break ends the name", ITEMS("Tea<br>black", "Milk<br>white"), "five", "Tea" },
        { "a heading in the card says it already", ITEMS("<h3>Tea</h3>", "<h3>Milk</h3>"), "five", "(none)" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(name_at(&a, cases[i].html, cases[i].word), str_of(cases[i].want), cases[i].name);
    }
}

/* A card of more than 150 words is a chapter: its first line is not about all of it. */
static void test_long_card(void)
{
    for (unsigned n = 148; n <= 150; n++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) html = BUF(KIB(16));

        buf_add(&html, STR("<ul><li>Tea<p>"));
        for (unsigned i = 0; i < n; i++)
            buf_addf(&html, "w%u ", i);
        buf_add(&html, STR("<p>five<li>Milk<p>cold<p>six</ul>"));
        buf_add_char(&html, '\0');
        eq_str(name_at(&a, html.ptr, "five"), n + 2 > 150 ? STR("(none)") : STR("Tea"),
               n + 2 > 150 ? "more than 150 words have no name" : "150 words have one");
    }
}

int main(void)
{
    static const char shop[] =
        "<div><div class=c><div>New</div><div>RS 8000<br><span>51 euro</span></div><ul><li>16 cores<li>ten disks</ul><p>order</div>"
        "<div class=c><div>New</div><div>VPS 200<br><span>9 euro</span></div><ul><li>2 cores<li>two disks</ul><p>order</div></div>";
    AUTO(arena) a = { 0 };

    eq_str(name_at(&a, shop, "51"), STR("RS 8000"), "a card is called by its first line, which a line break ends");
    eq_str(name_at(&a, shop, "9"), STR("VPS 200"), "and not by a label that all cards have");
    eq_str(name_at(&a, shop, "ten"), STR("RS 8000"), "an item in a card says what it is itself: the card around it is told");
    eq_str(name_at(&a, shop, "RS"), STR("(none)"), "a name does not stand under itself");
    eq_str(name_at(&a,
                   "<div><div class=r><div class=k><p>First<p>5</div><div class=k><p>Last<p>6</div></div>"
                   "<div class=r><div class=k><p>Some<p>7</div><div class=k><p>All<p>8</div></div></div>",
                   "Last"),
           STR("(none)"), "nor under the card before it");
    eq_str(name_at(&a, "<ul><li><h3>Tea</h3><p>hot<p>5<li><h3>Milk</h3><p>cold<p>6</ul>", "6"), STR("(none)"),
           "a heading says it already");
    test_names();
    test_long_card();
    return tap_done();
}
