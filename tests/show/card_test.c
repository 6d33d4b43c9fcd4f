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
    return tap_done();
}
