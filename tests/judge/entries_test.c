/* Entries of lists and tables that came or went as a whole. */
#include "judge/entries.h"

#include <stdlib.h>

#include "judge/changed.h"
#include "judge/weigh.h"
#include "page/body.h"
#include "tests/tap.h"

/* The entries of the new page that the old one does not have, parted by "|". */
static struct str entries_of(struct arena *a, const char *old, const char *new, const char *type)
{
    AUTO(buf) out = BUF(1024);
    struct symbols symbols;
    struct page page[2];
    struct judge_places places[2];
    struct judge_words words[2];
    struct judge_changed changed;
    struct judge_entries entries;
    struct body body[2] = { { .bytes = str_of(old), .content_type = str_of(type) },
                            { .bytes = str_of(new), .content_type = str_of(type) } };
    symbols_open(&symbols, a);
    if (body_read_pair(a, &symbols, body, page, NULL) || places_find(a, &page[0], NULL, &places[0], NULL)
        || places_find(a, &page[1], &places[0], &places[1], NULL))
        abort();
    judge_words_of_changes(a, &places[0], &places[1], &words[0], &words[1]);
    judge_changed_find(a, &words[0], &words[1], &changed);
    entries_find(a, &words[1], changed.new, &entries);
    for (uint32_t i = 0; i < entries.n; i++) {
        buf_add(&out, i ? STR("|") : STR(""));
        for (uint32_t k = entries.item[i].first; k < entries.item[i].end; k++) {
            const struct judge_word *w = &words[1].item[k];
            buf_add(&out, k > entries.item[i].first && w->space ? STR(" ") : STR(""));
            buf_add(&out, w->thing ? STR("") : w->text);
        }
    }
    return arena_str(a, buf_str(&out));
}

static void gives(const char *what, const char *old, const char *new, const char *want)
{
    AUTO(arena) a = { 0 };
    eq_str(entries_of(&a, old, new, "text/html"), str_of(want), what);
}

#define LIST(items) "<main><h1>Open jobs</h1><ul>" items "</ul></main>"
#define TABLE(rows) "<main><h1>Ferries</h1><table>" rows "</table></main>"
#define CARD(name, role) "<div class=card><div class=name>" name "</div><div class=role>" role "</div></div>"

static void test_html(void)
{
    gives("an item", LIST("<li>Baker<li>Cashier"), LIST("<li>Baker<li>Driver<li>Cashier"), "Driver");
    gives("two items", LIST("<li>Baker<li>Cashier"), LIST("<li>Baker<li>Driver<li>Cashier<li>Pastry chef"), "Driver|Pastry chef");
    gives("not one that mostly stays", LIST("<li>Baker of bread and rolls"), LIST("<li>Baker of bread and cakes"), "");
    gives("a row", TABLE("<tr><td>Norton<td>9:15<td>daily"),
          TABLE("<tr><td>Norton<td>9:15<td>daily<tr><td>Ulm<td>7:40<td>weekends"), "Ulm 7:40 weekends");
    gives("not a cell", TABLE("<tr><td>Norton<td>pier<td>daily"), TABLE("<tr><td>Norton<td>pier<td>weekends"), "");
    gives("a card in a cell", TABLE("<tr><td><div>Ann Smith<div>Baker</div></div>"),
          TABLE("<tr><td><div>Ann Smith<div>Baker</div></div><td><div>Tom Reed<div>Driver</div></div>"), "Tom Reed Driver");
    gives("a card", "<main>" CARD("Ann Smith", "Baker") CARD("Joe Dale", "Cashier") "</main>",
          "<main>" CARD("Ann Smith", "Baker") CARD("Tom Reed", "Driver") CARD("Joe Dale", "Cashier") "</main>", "Tom Reed Driver");
    gives("a link that is a line", "<main><p><a href=/a>Bitland</a><br><a href=/b>Norcoin</a></main>",
          "<main><p><a href=/a>Bitland</a><br><a href=/c>Ripley</a><br><a href=/b>Norcoin</a></main>", "Ripley");
    gives("a choice of a form", "<main><form><select><option>Small size<option>Large size</select></form></main>",
          "<main><form><select><option>Small size<option>Medium size<option>Large size</select></form></main>", "Medium size");
    gives("not a link in a sentence", "<main><p>We like <a href=/a>bread</a> and <a href=/b>rolls</a>.</main>",
          "<main><p>We like <a href=/a>bread</a>, <a href=/c>cakes</a> and <a href=/b>rolls</a>.</main>", "");
    gives("not a paragraph", "<main><p>First of all.<p>Last of all.</main>",
          "<main><p>First of all.<p>In between.<p>Last of all.</main>", "");
    gives("not an item of a menu", "<nav><ul><li><a href=/>Home</a></ul></nav>" LIST("<li>Baker"),
          "<nav><ul><li><a href=/>Home</a><li><a href=/c>Contact</a></ul></nav>" LIST("<li>Baker"), "");
    gives("not a heading", "<main><h2>Bread</h2><h2>Cakes</h2></main>", "<main><h2>Bread</h2><h2>Rolls</h2><h2>Cakes</h2></main>",
          "");
}

static void test_long(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) html = BUF(4096);
    buf_add(&html, STR("<main><ul><li>Baker<li>"));
    for (unsigned i = 0; i < 41; i++)
        buf_addf(&html, "word%u ", i);
    buf_add_char(&html, 0);
    eq_str(entries_of(&a, "<main><ul><li>Baker", buf_str(&html).ptr, "text/html"), STR(""),
           "a long one has enough words of its own");
}

static void test_json(void)
{
    AUTO(arena) a = { 0 };
    eq_str(entries_of(&a, "{\"a\":\"one\"}", "{\"a\":\"one\",\"b\":\"two\"}", "application/json"), STR(""),
           "a member of JSON is not one");
}

int main(void)
{
    test_html();
    test_long();
    test_json();
    return tap_done();
}
