/* weft's own importance: its laws over generated documents, and what a reader would say of pages. */
#include "judge/importance.h"

#include <math.h>

#include "judge/churn.h"
#include "judge/weigh.h"
#include "page/body.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"
#include "tests/visual/vidocs.h"
#include "visual/simulate.h"
#include "visual/vidiff.h"

static void weigh(struct arena *a, const struct vixml *old, const struct vixml *new, struct importance *out)
{
    struct videlta *d = NEW(a, struct videlta);
    struct judge_words *was = NEW(a, struct judge_words), *is = NEW(a, struct judge_words);
    vidiff(a, old, new, &(struct vidiff_options){ VI_SAME_NAME }, d);
    judge_words_of_document(a, old, was);
    judge_words_of_document(a, new, is);
    importance_of(a, &(struct importance_pair){ old, new, d, was, is, &importance_weights }, out);
}

static double value_of(struct arena *a, const struct vixml *old, const struct vixml *new)
{
    struct importance e;
    weigh(a, old, new, &e);
    return e.value;
}

/* A copy in which one more word of one text is new. */
static struct vixml *edited(struct arena *a, struct random *r, const struct vixml *x, unsigned number)
{
    struct vixml *made = NEW(a, struct vixml);
    *made = *x;
    made->block = NEW_ARRAY(a, struct vixml_block, x->n);
    memcpy(made->block, x->block, x->n * sizeof *x->block);
    for (uint32_t tries = 0; tries < 100; tries++) {
        struct vixml_block *b = &made->block[random_below(r, x->n)];
        struct str rest = b->text, first;
        if (!b->text.len)
            continue;
        first = str_cut(&rest, ' ');
        b->text = number % 3 == 0 ? arena_printf(a, "%.*s fresh%u", STR_ARG(b->text), number)
                  : rest.len      ? arena_printf(a, "%.*s %.*s%u", STR_ARG(rest), STR_ARG(first), number)
                                  : b->text;
        break;
    }
    vixml_seal(a, made);
    return made;
}

static void test_monotone(void)
{
    unsigned good = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        AUTO(arena) a = { 0 };
        struct random r = { .state = seed };
        struct vixml *old = random_document(&a, &r, 3 + seed % 20, 6), *new = old;
        double last = 0;
        bool rises = true;
        for (unsigned i = 1; i <= 12; i++) {
            new = edited(&a, &r, new, i);
            double value = value_of(&a, old, new);
            rises &= value >= last - 1e-12 && value <= 1;
            last = value;
        }
        good += rises;
    }
    eq_int(good, 100, "more changes never weigh less");
}

static void test_laws(void)
{
    unsigned good = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        AUTO(arena) a = { 0 };
        struct random r = { .state = seed };
        struct vixml *old = random_document(&a, &r, 3 + seed % 40, 8), new;
        struct videlta truth;
        struct importance e;
        double sum = 0;
        bool told = true;
        simulate(&a, old, &(struct simulate_options){ 0.2, 0.2, 0.2, 0.2, seed % 2 ? 0.2 : 0, seed }, &new, &truth);
        weigh(&a, old, &new, &e);
        for (uint32_t i = 0; i < e.n; i++) {
            sum += e.block[i].share;
            told &= e.block[i].amount <= 1 && e.block[i].weight <= 1 && e.block[i].why.len;
        }
        good += e.value > 0 && e.value <= 1 && fabs(sum - e.value) < 1e-9 && told && value_of(&a, old, old) == 0;
    }
    eq_int(good, 200, "between 0 and 1, the sum of its shares, and 0 where nothing changed");
}

#define T(ref, text) "<Block Ref='" ref "'><Txts Txt='" text "'/></Block>"
#define LONG "one two three four five six seven eight nine ten eleven twelve"

static double between(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    return value_of(&a, document_of(&a, old), document_of(&a, new));
}

static void test_documents(void)
{
    double order = between(T("1", LONG) T("2", "a b c d e"), T("1", "a b c d e") T("2", LONG));
    double words = between(T("1", LONG) T("2", "a b c d e"), T("1", LONG) T("2", "v w x y z"));
    ok(order > 0 && order < words, "another order weighs less than other words: %.4f, %.4f", order, words);
    double whole = between(T("1", LONG), T("1", "one two NEW four five six seven eight nine ten eleven twelve"));
    double cut = between(T("1", LONG), T("1", "one two NEW four five six") T("2", "seven eight nine ten eleven twelve"));
    ok(whole > 0 && fabs(whole - cut) < 1e-9, "a change inside a block that was split weighs as without the cut: %.4f, %.4f", whole,
       cut);
    ok(between(T("1", LONG), T("1", "one two three four five six") T("2", "seven eight nine ten eleven twelve")) == 0,
       "the cut itself weighs nothing");
    ok(between(T("1", LONG), T("1", "other")) > 0.5, "all of it matters much");
    ok(between("", "") == 0, "no blocks at all");
}

/* ---- Pages ---- */

#define TEXT \
    "The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. "

struct story {
    const char *heading, *word, *year, *menu, *ago;
};

static struct str story_page(struct arena *a, const struct story *s)
{
    return arena_printf(
        a,
        "<title>The bridge</title><nav><a href=/>Home</a> <a href=/n>%s</a> <a href=/s>Sport</a></nav><main><h1>The bridge "
        "%s built</h1><p class=date>%s</p><p>" TEXT "<p>It %s said. " TEXT "<p>" TEXT "</main><footer><p>Town council "
        "press office, %s</footer>",
        s->menu, s->heading, s->ago, s->word, s->year);
}

/* With a table of symbols for both pages, as in a watch, or with one for each, as for files. */
static double weight_with(struct arena *a, const struct body pair[2], unsigned tables)
{
    struct symbols *symbols = NEW_ARRAY(a, struct symbols, 2);
    struct page *page = NEW_ARRAY(a, struct page, 2);
    struct weighed w = { -1, STR("") };
    struct err e;
    bool readable;
    symbols_open(&symbols[0], a);
    symbols_open(&symbols[1], a);
    if (body_read(a, &symbols[0], &pair[0], &page[0], &readable, &e)
        || body_read(a, &symbols[tables - 1], &pair[1], &page[1], &readable, &e)
        || weigh_pages(a, &(struct weigh_input){ &page[0], &page[1], NULL, NULL }, &w, &e))
        ok(false, "%s", e.text);
    return w.importance;
}

static double weight_between(struct arena *a, const struct body pair[2])
{
    return weight_with(a, pair, 1);
}

static double pages(struct arena *a, struct str old, struct str new)
{
    struct str type = STR("text/html");
    return weight_between(a, (struct body[]){ { .bytes = old, .content_type = type }, { .bytes = new, .content_type = type } });
}

static void test_places(void)
{
    AUTO(arena) a = { 0 };
    struct story base = { "will be", "was", "2023", "News", "1 hour ago" };
    struct str old = story_page(&a, &base);
    struct story s[] = { base, base, base, base, base };
    s[0].heading = "will not be";
    s[1].word = "is";
    s[2].year = "2024";
    s[3].menu = "Newest";
    s[4].ago = "2 hours ago";
    double v[5];
    for (unsigned i = 0; i < 5; i++)
        v[i] = pages(&a, old, story_page(&a, &s[i]));
    ok(v[0] > v[1] && v[1] > v[2] && v[2] >= v[3] && v[3] > 0, "heading %.4f > body %.4f > footer %.4f >= menu %.4f", v[0], v[1],
       v[2], v[3]);
    ok(v[4] > 0 && v[4] < v[1], "a time weighs less than a word of the body: %.4f", v[4]);
    struct story both = s[0];
    both.word = "is";
    ok(pages(&a, old, story_page(&a, &both)) > v[0], "both weigh more than one");
    struct str markup = arena_printf(&a, "<div class=x>%.*s</div>", STR_ARG(old));
    ok(pages(&a, old, markup) == 0, "markup alone weighs nothing");
}

/* A front page: `lead` on top, and below it stories with the time that passed since. */
static struct str front_page(struct arena *a, const char *lead, const char *ago)
{
    AUTO(buf) b = BUF(KIB(64));
    struct str out = STR("");
    buf_addf(&b, "<title>Town news</title><nav><a href=/>Home</a></nav><main><article><h2><a href='/%s'>%s</a></h2><p>%s</article>",
             lead, lead, TEXT);
    for (unsigned i = 0; i < 15; i++)
        buf_addf(&b,
                 "<article><h3><a href='/s%u'>Story number %u of the town and its people</a></h3><p class=date>%s</p></article>", i,
                 i, ago);
    buf_add(&b, STR("</main>"));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static void test_front_page(void)
{
    AUTO(arena) a = { 0 };
    struct str old = front_page(&a, "Bakers may not sell bread on Sunday", "1 hour ago");
    double lead = pages(&a, old, front_page(&a, "Flood at the harbour after the storm", "1 hour ago"));
    double dates = pages(&a, old, front_page(&a, "Bakers may not sell bread on Sunday", "2 hours ago"));
    ok(lead > dates && dates > 0, "a new lead story weighs more than all dates: %.4f, %.4f", lead, dates);
}

/* Ten headings, `changed` of which are others: not the first. */
static struct str list_page(struct arena *a, unsigned changed)
{
    AUTO(buf) b = BUF(KIB(64));
    struct str out = STR("");
    buf_add(&b, STR("<title>Town clubs</title><main><h1>Town clubs</h1>"));
    for (unsigned i = 0; i < 10; i++)
        buf_addf(&b, "<h3>%s</h3><p>" TEXT, i && i <= changed ? "Enquiries" : "Questions");
    buf_add(&b, STR("</main>"));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static void test_like_units(void)
{
    AUTO(arena) a = { 0 };
    struct str old = list_page(&a, 0);
    double last = 0, first = pages(&a, old, list_page(&a, 1));
    bool rises = true;
    for (unsigned i = 1; i <= 9; i++) {
        double value = pages(&a, old, list_page(&a, i));
        rises &= value > last;
        last = value;
    }
    ok(rises, "each further heading adds something");
    ok(last < 4 * first, "nine of them weigh less than four: %.4f, one %.4f", last, first);
}

#define STOCK(bread, milk, eggs) \
    "<main><h1>The shop</h1><p>" TEXT "<table><tr><td>Bread<td>" bread "<tr><td>Milk<td>" milk "<tr><td>Eggs<td>" eggs \
    "</table></main>"
#define SHELF(items) "<main><h1>The shop</h1><p>" TEXT "<ul>" items "</ul></main>"

/* What stands in another row now is not the same in another order. */
static void test_exchange(void)
{
    AUTO(arena) a = { 0 };
    struct str old = STR(STOCK("in stock", "sold out", "4 euro"));
    double one = pages(&a, old, STR(STOCK("sold out", "sold out", "4 euro"))),
           both = pages(&a, old, STR(STOCK("sold out", "in stock", "4 euro")));
    ok(both > one, "two states that change places weigh more than one: %.4f, %.4f", both, one);
    double order = pages(&a, STR(SHELF("<li>Bread<li>Milk<li>Eggs")), STR(SHELF("<li>Eggs<li>Milk<li>Bread"))),
           other = pages(&a, STR(SHELF("<li>Bread<li>Milk<li>Eggs")), STR(SHELF("<li>Rolls<li>Milk<li>Cakes")));
    ok(order > 0 && order < other / 3, "items in another order weigh less than other items: %.4f, %.4f", order, other);
}

/* The pages' own numbers of words say nothing of the other page. */
static void test_tables(void)
{
    AUTO(arena) a = { 0 };
    struct str type = STR("text/html");
    struct body pair[] = { { .bytes = STR(SHELF("<li>Bread<li>Milk<li>Eggs")), .content_type = type },
                           { .bytes = STR(SHELF("<li>Rolls<li>Milk<li>Eggs")), .content_type = type } };
    double shared = weight_with(&a, pair, 1), own = weight_with(&a, pair, 2);
    ok(fabs(shared - own) < 1e-9, "a change weighs the same whether the pages share a table: %.4f, %.4f", shared, own);
}

/* "n hours ago" inside a paragraph, other at every visit while all around it stays. */
static void test_history(void)
{
    enum { VISITS = 6 };
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page[VISITS];
    struct churn_version version[VISITS];
    struct weighed plain, known;
    struct err e;
    symbols_open(&symbols, &a);
    for (unsigned i = 0; i < VISITS; i++) {
        struct str text = arena_printf(&a, "<main><p>" TEXT "seen by %u readers " TEXT "</main>", 1234 + 77 * i);
        if (page_read(&a, &symbols, &(struct parse_source){ .bytes = text }, STR(""), &page[i], &e))
            ok(false, "%s", e.text);
        version[i] = (struct churn_version){ &page[i], 3600 * 1000 * (int64_t)i };
    }
    struct page *old = &page[VISITS - 2], *new = &page[VISITS - 1];
    float *was = NEW_ARRAY(&a, float, old->n_words + 1), *is = NEW_ARRAY(&a, float, new->n_words + 1);
    churn_words(&a, version, VISITS, was, is);
    struct weigh_history history = { .noise = NEW_ARRAY(&a, bool, new->dom.n), .old_factor = was, .new_factor = is };
    if (weigh_pages(&a, &(struct weigh_input){ old, new, NULL, NULL }, &plain, &e)
        || weigh_pages(&a, &(struct weigh_input){ old, new, &history, NULL }, &known, &e))
        ok(false, "%s", e.text);
    ok(known.importance > 0 && known.importance < plain.importance / 3, "a number that always changes weighs little: %.4f, %.4f",
       known.importance, plain.importance);
    unsigned lowered = 0;
    for (uint32_t w = 0; w < new->n_words; w++)
        lowered += is[w] < 1;
    eq_int(lowered, 1, "and nothing else in its paragraph does");
}

/* In data a key says what a day is of; a day that nothing is said of may be that of the visit. */
static void test_data(void)
{
    AUTO(arena) a = { 0 };
#define DATA(end, date) "{\"bridge\":{\"begin\":\"2026-04-20\",\"end\":\"" end "\",\"name\":\"North\"},\"date\":\"" date "\"}"
    struct body old = { .bytes = STR(DATA("2028-04-30", "2026-11-02")), .content_type = STR("application/json") };
    struct body later = old, visited = old;
    later.bytes = STR(DATA("2027-09-11", "2026-11-02"));
    visited.bytes = STR(DATA("2028-04-30", "2026-11-03"));
    double end = weight_between(&a, (struct body[]){ old, later }), date = weight_between(&a, (struct body[]){ old, visited });
    ok(date > 0 && end > 3 * date, "the day on which it ends: %.4f, the day of the file: %.4f", end, date);
}

/* A status page as data: eight services of which the third stands so. */
static struct body status_data(struct arena *a, const char *state, unsigned ms)
{
    AUTO(buf) b = BUF(KIB(4));
    struct body out = { .content_type = STR("application/json") };
    buf_add(&b, STR("{\"page\":\"Riverside\",\"services\":["));
    for (unsigned i = 0; i < 8; i++)
        buf_addf(&b, "%s{\"name\":\"Service %c\",\"status\":\"%s\",\"response_ms\":%u}", i ? "," : "", 'A' + i,
                 i == 2 ? state : "up", ms + 7 * i);
    buf_add(&b, STR("]}"));
    out.bytes = arena_str(a, buf_str(&b));
    return out;
}

static void test_status(void)
{
    AUTO(arena) a = { 0 };
    struct body old = status_data(&a, "up", 120);
    double down = weight_between(&a, (struct body[]){ old, status_data(&a, "down", 120) }),
           slow = weight_between(&a, (struct body[]){ old, status_data(&a, "up", 133) });
    ok(down >= 0.1, "a service that is down weighs as much as a state: %.4f", down);
    ok(slow > 0 && slow < down / 3, "the times of all answers weigh less: %.4f", slow);
}

/* A list of jobs below a text of some length. */
static struct str jobs_page(struct arena *a, const char *jobs)
{
    return arena_printf(
        a, "<title>Jobs</title><main><h1>Jobs</h1><p>" TEXT TEXT "<p>" TEXT TEXT "<h2>Open</h2><ul>%s</ul><p>" TEXT TEXT, jobs);
}

static void test_entries(void)
{
    AUTO(arena) a = { 0 };
    struct str old = jobs_page(&a, "<li>Baker<li>Cashier");
    double one = pages(&a, old, jobs_page(&a, "<li>Baker<li>Driver<li>Cashier")),
           two = pages(&a, old, jobs_page(&a, "<li>Baker<li>Driver<li>Cashier<li>Cook")),
           gone = pages(&a, old, jobs_page(&a, "<li>Baker")), more = pages(&a, old, jobs_page(&a, "<li>Baker, Driver<li>Cashier"));
    ok(one >= 0.04 && one > 2 * more, "an entry of one word weighs more than a word in another: %.4f, %.4f", one, more);
    ok(gone >= 0.04, "so does one that is gone: %.4f", gone);
    ok(two > one && two < 2 * one, "a second one adds less: %.4f", two);
}

/* What can be chosen weighs as an item that says the same does. */
static void test_choices(void)
{
#define SIZES(list, item, name) \
    "<main><h1>Ropes</h1><p>We sell ropes for boats, by the yard, and splice them while you wait at the old pier of the town." \
    "<" list "><" item ">Thin<" item ">" name "<" item ">Strong</" list "></main>"
    AUTO(arena) a = { 0 };
    double item = pages(&a, STR(SIZES("ul", "li", "Thick")), STR(SIZES("ul", "li", "Tarred"))),
           choice = pages(&a, STR(SIZES("select", "option", "Thick")), STR(SIZES("select", "option", "Tarred"))),
           order =
               pages(&a, STR(SIZES("select", "option", "Thin<option>Thick")), STR(SIZES("select", "option", "Thick<option>Thin")));
    ok(choice > item / 2 && choice < item * 2, "a choice that became another: %g, an item: %g", choice, item);
    ok(order < choice / 2, "the same in another order: %g", order);
#undef SIZES
}

static void test_visits(void)
{
    ok(fabs(importance_of_history(0, 10) - 1) < 1e-9 && fabs(importance_of_history(10, 10) - 1.0 / 11) < 1e-9
           && fabs(importance_of_history(0, 0) - 1) < 1e-9,
       "a word that never changed counts in full, one that always did next to nothing");
}

int main(void)
{
    test_monotone();
    test_laws();
    test_documents();
    test_places();
    test_front_page();
    test_like_units();
    test_exchange();
    test_tables();
    test_data();
    test_status();
    test_entries();
    test_history();
    test_choices();
    test_visits();
    return tap_done();
}
