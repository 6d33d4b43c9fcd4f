/* What a line that changed says at a glance, and what that makes it weigh. */
#include "judge/units.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "judge/changed.h"
#include "judge/weigh.h"
#include "tests/tap.h"

#define TEXT \
    "The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. "

static struct page *read_page(struct arena *a, struct symbols *symbols, struct str html)
{
    struct page *p = NEW(a, struct page);
    if (page_read(a, symbols, &(struct parse_source){ .bytes = html }, STR(""), p, NULL))
        abort();
    return p;
}

/* ---- Units of one line ---- */

struct found_word {
    enum judge_unit_kind kind;
    double weight;
};

/* Of a word in a paragraph all of whose words changed, below a label or none. */
static struct found_word word_in(const char *paragraph, const char *word)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct weigh_version version;
    struct units_finder f;
    symbols_open(&symbols, &a);
    struct str html =
        arena_printf(&a, "<title>The bridge</title><main><h1>The bridge</h1><p>" TEXT "<p>" TEXT "%s<p>" TEXT "</main>", paragraph);
    struct page *p = read_page(&a, &symbols, html);
    if (weigh_version_of(&a, NULL, p, STR(""), &version, NULL))
        abort();
    struct judge_words row = version.words;
    uint32_t at = 0, first, end;
    while (at < row.n && !(row.item[at].word != NONE && str_eq(row.item[at].text, str_of(word))))
        at++;
    for (first = at; first && row.item[first - 1].line == row.item[at].line;)
        first--;
    for (end = at; end < row.n && row.item[end].line == row.item[at].line;)
        end++;
    uint8_t *fate = NEW_ARRAY(&a, uint8_t, row.n + 1);
    memset(fate + first, FATE_CHANGED, end - first);
    units_open(&f, &a, &row, fate);
    const struct judge_word *w = units_of_line(&f, first, end) + (at - first);
    return (struct found_word){ f.unit.item[w->unit].kind, (double)w->weight };
}

static void test_units(void)
{
    static const struct {
        const char *paragraph, *word;
        enum judge_unit_kind kind;
    } row[] = {
        { "<p>Tickets cost 340 euro, said 2 hours ago", "340", UNIT_PRICE },
        { "<p>Out of stock", "stock", UNIT_STATE },
        { "<p>Available sizes:", "Available", UNIT_NONE },
        { "<p>The current version is 2.4.0", "2.4.0", UNIT_VERSION },
        { "<p>The current version is 2.4.0.rc2", "rc2", UNIT_VERSION },
        { "<p>Get v2.4.0-beta.3 here", "beta", UNIT_VERSION },
        { "<p>A beta of the program", "beta", UNIT_NONE },
        { "<h3>Harbour 2.4.0 is out</h3>", "2.4.0", UNIT_VERSION },
        { "<h3>Harbour 2.4.0 is out</h3>", "Harbour", UNIT_HEADING },
        { "<p>As of noon on 3 May 2026, in all 4711 people of the town have been seen.", "4711", UNIT_AMOUNT },
        { "<p>Updated 4711 times", "4711", UNIT_NONE },
        { "<h3>4711</h3><p>Cases in the town", "4711", UNIT_AMOUNT },
        { "<h3><a href=http://example.org/cases>4711</a></h3><p>Cases in the town", "4711", UNIT_AMOUNT },
        { "<h3>8. Fees of the ferry</h3>", "8", UNIT_HEADING },
        { "<h3>$26,432</h3><p>Stocks", "26,432", UNIT_PRICE },
        { "<p>2025.02.14 <a href=/tool-2025.02.14.tar.gz>Source</a>", "2025.02.14", UNIT_VERSION },
        { "<p>2025.02.14 <a href=/news/2025.02.14>Minutes</a>", "2025.02.14", UNIT_AMOUNT },
        { "<table><tr><td>2025.02.14<td><a href=/tool-2025.02.14.tar.gz>Source</a></table>", "2025.02.14", UNIT_VERSION },
        { "<ul><li>2025.02.14<p><a href=/tool-2025.02.14.tar.gz>Source</a></ul>", "2025.02.14", UNIT_VERSION },
        { "<p>2025.02.14<p>See <a href=/tool-2025.02.14.tar.gz>what was there</a>", "2025.02.14", UNIT_AMOUNT },
        { "<p>The deadline is 15 December 2026.", "December", UNIT_EVENT },
        { "<p>You may keep up to 5 servers.", "5", UNIT_AMOUNT },
        { "<p>The festival of 2018 drew many people.", "2018", UNIT_NONE },
        { "<p>We will not sell it.", "not", UNIT_TURN },
        { "<p>Hunde sind nicht erlaubt.", "nicht", UNIT_TURN },
        { "<p>Смена не возможна.", "не", UNIT_TURN },
        { "<p>A second bug was found in the parser of the library.", "bug", UNIT_SENTENCE },
        { "<p>It was said.", "said", UNIT_NONE },
        { "<p>Seen by 1,377 visitors", "1,377", UNIT_NONE },
        { "<p>© 2026 Riverside", "2026", UNIT_NONE },
        { "<ul><li>CVE-2026-4711, in the parser</ul>", "4711", UNIT_NAME },
        { "<ul><li>CVE-2026-4711, in the parser</ul>", "2026", UNIT_NAME },
        { "<p>It began in COVID-19 times.", "COVID", UNIT_NONE },
        { "<h3>Notice NM-20261 of the town</h3>", "20261", UNIT_NAME },
        { "<p>Phone: +44 1632 960787", "960787", UNIT_CONTACT },
        { "<p>Tel. (030) 1234-567", "567", UNIT_CONTACT },
        { "<p>Call 555-123-4567 now", "4567", UNIT_CONTACT },
        { "<p>People meet on 05-11-2026 in the hall of the town", "11", UNIT_EVENT },
        { "<p>(05/11/2026)", "05", UNIT_AMOUNT },
        { "<p>$Ash: ferry.html,v 1.123 2026/05/11 08:20:01 ash Exp $", "1.123", UNIT_NONE },
        { "<p>$Ash: ferry.html,v 1.123 2026/05/11 08:20:01 ash Exp $", "08:20:01", UNIT_NONE },
        { "<p>$port: 4711 people of the town have been seen in it", "4711", UNIT_AMOUNT },
        { "<p>Between 1200 1300 and 1400", "1300", UNIT_AMOUNT },
        { "<p>Rooms 12 and 14", "14", UNIT_AMOUNT },
        { "<p>Write to anna@riverside.example today", "anna", UNIT_CONTACT },
        { "<p>Write to anna@riverside.example today", "today", UNIT_NONE },
        { "<p>Read https://riverside.example/plan first", "plan", UNIT_CONTACT },
        { "<p>Note: it is open", "Note", UNIT_NONE },
        { "<table><tr><td>Mail<td>Outgoing<td>58 ms</table>", "58", UNIT_NONE },
        { "<table><tr><td>Mail<td>Outgoing<td>58 km</table>", "58", UNIT_AMOUNT },
        { "<table><tr><td>Mail<td>Delayed<td>58 km</table>", "Delayed", UNIT_VALUE },
        { "<table><tr><td>Mail<td>This takes far longer<td>58 km</table>", "longer", UNIT_NONE },
        { "<p>Delayed", "Delayed", UNIT_NONE },
        { "<h3>CANCELLED: Folk dance</h3>", "CANCELLED", UNIT_STATE },
        { "<h3>Folk dance</h3>", "dance", UNIT_HEADING },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(word_in(row[i].paragraph, row[i].word).kind == row[i].kind, "%s in %s", row[i].word, row[i].paragraph);
    ok(word_in("<h3>2020/10/07 - No entries yet</h3>", "2020").weight < 0.5, "the date of a heading weighs little");
    ok(word_in("<p>Said 2 hours ago", "ago").weight < 0.5, "so does a time that runs");
    ok(word_in("<p>The deadline is 15 December 2026.", "December").weight == 1, "the date of an event does not");
}

/* ---- What they weigh on a long page ---- */

static double between(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) around = BUF(KIB(64));
    struct symbols symbols;
    struct judge_places places[2];
    const char *text[] = { old, new };
    symbols_open(&symbols, &a);
    for (unsigned i = 0; i < 60; i++)
        buf_add(&around, STR("<p>" TEXT));
    for (unsigned i = 0; i < 2; i++) {
        struct str html = arena_printf(&a, "<title>Terms</title><main><h1>Terms</h1>%.*s<p>%s%.*s</main><footer>%s</footer>",
                                       STR_ARG(buf_str(&around)), text[i], STR_ARG(buf_str(&around)), text[i]);
        if (places_find(&a, read_page(&a, &symbols, html), NULL, &places[i], NULL))
            abort();
    }
    return weigh_places(&a, &places[0], &places[1], NULL);
}

static void test_weights(void)
{
    double word = between("It was said on the square.", "It was told on the square."),
           capital = between("It was said on the square.", "It was Said on the square.");
    static const struct {
        const char *what, *old, *new;
    } row[] = {
        { "a deadline", "Comments are due on 15 November 2026.", "Comments are due on 30 November 2026." },
        { "a period", "Refunds are paid within 30 days.", "Refunds are paid within 14 days." },
        { "a limit", "You may rent up to 10 servers.", "You may rent up to 5 servers." },
        { "a negation", "We sell your data.", "We do not sell your data." },
        { "a release", "The current version is 2.4.0.", "The current version is 2.4.1." },
        { "a price", "The fee is 60 euro a year.", "The fee is 75 euro a year." },
        { "a new sentence", "", "Another bug has been found in the library that reads certificates." },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        double weight = between(row[i].old, row[i].new);
        ok(weight >= 0.05 && weight > 3 * word, "%s on a page of 3000 words: %.4f, a word %.4f", row[i].what, weight, word);
    }
    double shut = between("The platform of the square is closed.", "The platform of the square is available.");
    ok(between("The platform of the square is closed.", "The fountain of the square is closed.") < shut / 3,
       "a state whose own words stay has not changed: %.4f", shut);
    double plural = between("The platform of the square is wide.", "The platforms of the square is wide."),
           other = between("The platform of the square is wide.", "The fountain of the square is wide.");
    ok(plural > 0 && plural < other / 2, "another form of a word weighs less than another word: %.5f, %.5f", plural, other);
    static const struct {
        const char *what, *old, *new;
    } set[] = {
        { "two words written as one", "It can not be taken home.", "It cannot be taken home." },
        { "typography", "It's \"his\" - not &lt;hers&gt; ...", "It’s “his” – not &lt;hers&gt; …" },
        { "a word without its hyphen", "Write an e-mail on it.", "Write an email on it." },
        { "a name that was spoilt", "It was said by Rath√© on it.", "It was said by Rathé on it." },
    };
    for (size_t i = 0; i < ARRAY_LEN(set); i++) {
        double weight = between(set[i].old, set[i].new);
        ok(weight > 0 && weight < word, "%s weighs less than another word: %.5f, %.5f", set[i].what, weight, word);
    }
#define PUT_IN " and both banks will be kept open for boats"
    double alone = between(TEXT, TEXT "<p>" PUT_IN), put_in = between(TEXT, TEXT PUT_IN);
    ok(put_in > 0 && put_in < alone, "words put into a paragraph weigh less than a new one: %.4f, %.4f", put_in, alone);
#define SAID "The ferry was seen by the people of the old town on its way."
#define NOTED "The ferry was noticed by the folk of the old town on its trip."
    double reworded = between(SAID " " SAID " " SAID, NOTED " " NOTED " " NOTED),
           added = between(SAID " " SAID " " SAID,
                           SAID " " SAID " " SAID " From June on the house will be shut for two weeks of each year.");
    ok(added > 2 * reworded, "a sentence put into a paragraph weighs more than the paragraph reworded: %.4f, %.4f", added,
       reworded);
    ok(judge_word_share(STR("word")) >= 1 && judge_word_share(STR("言")) < 1
           && judge_word_share(STR("ก")) < judge_word_share(STR("言")),
       "a character of a script without spaces is a part of a word");
    ok(capital > 0 && capital < word / 10, "other capitals weigh next to nothing: %.5f", capital);
}

/* The value is the same whether or not the page was cut into blocks. */
static void test_alone(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct judge_places old, new;
    struct weighed cut;
    symbols_open(&symbols, &a);
    struct page *was = read_page(&a, &symbols, STR("<nav><a href=/>Home</a></nav><main><h1>Bridge</h1><p>" TEXT "</main>")),
                *is = read_page(&a, &symbols,
                                STR("<nav><a href=/a>Start</a></nav><main><h1>Bridge</h1><p>" TEXT "<p>It costs 5 euro.</main>"));
    if (places_find(&a, was, NULL, &old, NULL) || places_find(&a, is, &old, &new, NULL)
        || weigh_pages(&a, &(struct weigh_input){ was, is, NULL, NULL }, &cut, NULL))
        abort();
    double alone = weigh_places(&a, &old, &new, NULL);
    ok(alone > 0 && alone == cut.importance, "with blocks %.6f, without %.6f", cut.importance, alone);
}

/* What a fact weighs in a box beside the text. */
static double beside(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct judge_places places[2];
    const char *text[] = { old, new };
    symbols_open(&symbols, &a);
    for (unsigned i = 0; i < 2; i++)
        if (places_find(&a,
                        read_page(&a, &symbols,
                                  arena_printf(&a,
                                               "<title>Tool</title><div><article><h1>Tool</h1><p>" TEXT "<p>" TEXT "<p>" TEXT
                                               "<p>" TEXT "</article><div><p>%s</div></div>",
                                               text[i])),
                        NULL, &places[i], NULL))
            abort();
    return weigh_places(&a, &places[0], &places[1], NULL);
}

static void test_beside(void)
{
    double price = beside("60 euro", "75 euro"), version = beside("2.4.0-rc1", "2.4.1-rc1"), state = beside("In stock", "Sold out");
    ok(price > 0.1 && version > price * 0.8, "a release beside the text weighs as a price there does: %.3f, %.3f", version, price);
    ok(state > price * 0.8, "and so does a state: %.3f", state);
}

int main(void)
{
    test_units();
    test_beside();
    test_weights();
    test_alone();
    return tap_done();
}
