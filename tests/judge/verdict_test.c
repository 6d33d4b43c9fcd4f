/* A new body against the one before: what it means, and for whom. */
#include "judge/verdict.h"

#include "base/limits.h"
#include "judge/verdict_concern.h"
#include "tests/tap.h"

static const char long_page[] =
    "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags "
    "of one hundred grams, and we send them to you within two days.<p>Seen 1 times";

static struct verdict judged(struct arena *a, const char *old, const char *new, const char *type, const char *select)
{
    struct str chosen = str_of(select ? select : "");
    struct interest interest = { .select = &chosen, .n_select = select != NULL };
    struct verdict v = { 0 };
    struct err e = { 0 };
    struct str url = STR("http://h/");
    struct body before = { .bytes = str_of(old), .content_type = str_of(type), .url = url };
    struct verdict_facts facts = { .new = { .bytes = str_of(new), .content_type = str_of(type), .url = url },
                                   .old = old ? &before : NULL,
                                   .interest = &interest,
                                   .n_interests = 1 };
    if (verdict_make(a, &facts, &v, &e))
        ok(false, "%s", e.text);
    return v;
}

static void test_pages(struct arena *a)
{
    const char *more = arena_printf(a, "%s<p>Now with mint.", long_page).ptr;
    struct verdict v = judged(a, long_page, more, "text/html", NULL);
    ok(v.any && v.concern[0].concerns && v.readable && v.suspect.len == 0, "a change counts");
    ok(v.concern[0].words_inserted == 4 && v.concern[0].words_deleted == 0 && v.concern[0].n_changes == 1, "its words are counted");
    eq_str(v.concern[0].headline.text, STR("New: Now with mint."), "and cited");
    v = judged(a, long_page, arena_printf(a, "%s<h2>Mint</h2><p>is new", long_page).ptr, "text/html", NULL);
    eq_str(v.concern[0].headline.text, STR("New: Mint; is new"), "on one line");
    v = judged(a, more, long_page, "text/html", NULL);
    eq_str(v.concern[0].headline.text, STR("Removed from “Prices of tea”: Now with mint."), "what is gone is cited as such");
    v = judged(a, long_page, more, "text/html", "h1");
    ok(!v.any && !v.concern[0].concerns, "elsewhere it does not");
    v = judged(a, long_page, more, "text/html", "p[");
    ok(v.any && v.note.len, "one that cannot be read hides nothing");
    v = judged(a, long_page, arena_printf(a, "%s\n<!-- 2 -->", long_page).ptr, "text/html", NULL);
    ok(!v.any && v.concern[0].n_changes == 0, "a comment is no change");
    v = judged(a, "<p class=a>one two three four</p>", "<p class=b data-x=1>one two three four</p>", "text/html", NULL);
    ok(!v.any && v.concern[0].n_changes == 0 && v.concern[0].changes[CLASS_LOOK] == 1,
       "a change of look is kept and not announced");
}

/* What is announced is said, and be it a choice of a form, which stands in no sentence. */
static void test_choices(struct arena *a)
{
    static const char form[] =
        "<title>Linen shirt</title><h1>Linen shirt</h1><p>A shirt of fine linen, made by hand in the old mill by the "
        "river.</p><form><select>%s</select></form><p>We send it in a box of paper.</p>";
    const char *two = arena_printf(a, form, "<option>Small</option><option>Large</option>").ptr,
               *three = arena_printf(a, form, "<option>Small</option><option>Medium size</option><option>Large</option>").ptr,
               *other = arena_printf(a, form, "<option>Small</option><option>Huge</option>").ptr,
               *turned = arena_printf(a, form, "<option>Large</option><option>Small</option>").ptr,
               *empty = arena_printf(a, form, "<option>Small</option><option>Large</option><option></option>").ptr;
    struct verdict v = judged(a, two, three, "text/html", NULL);
    eq_str(v.concern[0].headline.text, STR("Choice: Medium size (new)"), "a choice more");
    v = judged(a, three, two, "text/html", NULL);
    eq_str(v.concern[0].headline.text, STR("Choice removed: Medium size"), "one that is gone");
    v = judged(a, two, other, "text/html", NULL);
    ok(v.any, "one in the place of another is told");
    eq_str(v.concern[0].headline.text, STR("Choice: Huge (was Large)"), "and said");
    v = judged(a, two, turned, "text/html", NULL);
    ok(!v.any, "another order is not");
    v = judged(a, two, empty, "text/html", NULL);
    ok(!v.any || v.concern[0].headline.text.len, "nothing to say is nothing to tell");
    ok(!v.concern[0].concerns && !v.whole.concerns && v.whole.excerpts.n == 0, "to nobody");
}

/* What is told is not said to be held back, though a number alone says little. */
static void test_held(struct arena *a)
{
    static const char *const page[] = { "<h1>Results</h1><p>Found for you: thing number 0 is here now.",
                                        "<h1>Results</h1><p>Found for you: thing number 5 is here now." };
    struct verdict v = judged(a, page[0], page[1], "text/html", NULL);
    ok(v.whole.concerns && v.held.n == 0, "a number that is told is not held back: %u", v.held.n);
    v = judged(a, "<h1>Bread</h1><p>Fresh at noon.<p>$Id: bread.html,v 1.3 2026/05/03 10:11:12 anna Exp $",
               "<h1>Bread</h1><p>Fresh at noon.<p>We have no cake any more.<p>$Id: bread.html,v 1.4 2026/05/04 10:11:12 anna Exp $",
               "text/html", NULL);
    ok(v.whole.concerns && v.held.n == 1, "a code beside what is told is held back: %u", v.held.n);
}

/* What is held back is named, with a reason that is true of it. */
static void test_reasons(struct arena *a)
{
    static const struct {
        const char *old, *new, *what, *why;
    } row[] = {
        { "<h1>Shop</h1><h2>OUR FEES</h2><p>Bread costs little.", "<h1>Shop</h1><h2>Our fees</h2><p>Bread costs little.",
          "Our fees (was OUR FEES)", "only capital letters changed" },
        { "<h1>Shop</h1><p>Your ticket is 18.cdb01302.1783816643.17dadec5 today.",
          "<h1>Shop</h1><p>Your ticket is 18.c4b01302.1783773440.3f817147 today.",
          "Your ticket is 18.c4b01302.1783773440.3f817147 today (was 18.cdb01302.1783816643.17dadec5)",
          "only a code in it changed" },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct verdict v = judged(a, row[i].old, row[i].new, "text/html", NULL);
        ok(!v.any && v.held.n == 1, "%s is held back: %u", row[i].what, v.held.n);
        eq_str(v.held.item[0].what, str_of(row[i].what), "it is named");
        eq_str(v.held.item[0].why, str_of(row[i].why), "and its reason");
    }
}

/* While nobody has seen the page itself, another answer that is not the page is not news. */
static void test_blocked(struct arena *a)
{
    static const char *const wall[] = {
        "<title>Error</title><h1>Something went wrong</h1><p>Please try again later. Case 17.",
        "<title>Error</title><h1>Something went wrong</h1><p>Please call our friends in Leeds. Case 18."
    };
    struct body before = { .bytes = str_of(wall[0]), .content_type = STR("text/html") };
    struct interest interest = { 0 };
    struct verdict_facts facts = { .new = { .bytes = str_of(wall[1]), .content_type = STR("text/html") },
                                   .old = &before,
                                   .interest = &interest,
                                   .n_interests = 1,
                                   .blocked = true };
    struct verdict v = { 0 };
    struct err e = { 0 };
    ok(verdict_make(a, &facts, &v, &e) == 0 && !v.any && v.wall.len, "another wall in the place of one is held back");
    eq_str(v.held.n ? v.held.item[0].what : STR(""), STR("the whole page"), "and said to be");
    facts.new.bytes = str_of(long_page);
    ok(verdict_make(a, &facts, &v, &e) == 0 && v.any && v.wall.len == 0, "the page that comes at last is not");
}

/* "$Id$" lines are written by programs, and versions are what people wait for. */
static void test_order(struct arena *a)
{
#define RELEASES(id, version, word) \
    "<p>$Id: index.html,v " id \
    " anna Exp $</p><h1>The program</h1><p>A program that draws maps of old towns, with their walls, towers and " word \
    ", from lists of what was found there.</p><p>The current version is " version ", for all systems that we know.</p>"
    const char *old = RELEASES("1.3 2026/05/03", "2.4.0", "briges");
    struct verdict v = judged(a, old, RELEASES("1.4 2026/06/09", "2.4.1", "briges"), "text/html", NULL);
    const struct excerpts *quoted = &v.concern[0].excerpts;
    ok(v.any && quoted->n == 1 && str_eq(quoted->item[0].new, STR("2.4.1")), "a line of a program is not quoted beside a release");
    double version = v.importance;
    v = judged(a, old, RELEASES("1.3 2026/05/03", "2.4.1", "briges"), "text/html", NULL);
    ok(version < v.importance + 0.01, "and adds next to nothing to its importance: %g, %g", version, v.importance);
    v = judged(a, old, RELEASES("1.3 2026/05/03", "2.4.0", "bridges"), "text/html", NULL);
    ok(v.any && version > 2 * v.importance, "a release matters more than a spelling: %g, %g", version, v.importance);
    ok(v.whole.chance < 0.5 && v.n_reasons == 1 && str_starts(v.reason[0], STR("words spelled differently")),
       "and people care far less for a spelling, which is said: %g", v.whole.chance);
}

/* What no letter or number says: signs, documents behind the same words, words that do not hold any more. */
static void test_signs(struct arena *a)
{
#define HOUSE(part) \
    "<title>House</title><main><h1>The house</h1><p>The house stands by the river and was built of brick and timber long ago. It has " \
    "twelve rooms, a garden and a small bar.</p>" part "<p>There is a ramp at the back of the building, and a lift to the first " \
    "floor.</p></main>"
    static const struct {
        const char *old, *new, *headline; /* NULL: not told */
    } rows[] = {
        { HOUSE("<p>North lift 🟢</p>"), HOUSE("<p>North lift 🔴</p>"), "North lift 🔴 (was 🟢)" },
        { HOUSE("<p>Our rating: ★★★★☆</p>"), HOUSE("<p>Our rating: ★★★☆☆</p>"), "Our rating: ★★★☆☆ (was ★★★★☆)" },
        { HOUSE("<table><tr><td>Export<td>✓</table>"), HOUSE("<table><tr><td>Export<td>✗</table>"), "Export ✗ (was ✓)" },
        { HOUSE("<p>Balance: 500 euro</p>"), HOUSE("<p>Balance: −500 euro</p>"), "Balance: −500 euro" },
        { HOUSE("<p>Open Monday – Friday</p>"), HOUSE("<p>Open Monday — Friday</p>"), NULL },
        { HOUSE("<p>Read the <a href=/r/2026-10.pdf>report</a>.</p>"), HOUSE("<p>Read the <a href=/r/2026-11.pdf>report</a>.</p>"),
          "report: 2026-11.pdf (was 2026-10.pdf)" },
        { HOUSE("<p>Read the <a href=/a/r.pdf?v=1>report</a>.</p>"), HOUSE("<p>Read the <a href=/b/r.pdf?v=2>report</a>.</p>"),
          NULL },
        { HOUSE("<p><a href=/app-1.0.zip>Download</a></p>"), HOUSE("<p><a href=/app-1.1.zip>Download</a></p>"),
          "Download: app-1.1.zip (was app-1.0.zip)" },
        { HOUSE("<p>Write to <a href=mailto:a@h.org>us</a>.</p>"), HOUSE("<p>Write to <a href=mailto:b@h.org>us</a>.</p>"),
          "us: b@h.org (was a@h.org)" },
        { HOUSE("<p>Book <a href=/x?sid=8a7f6e>here</a>.</p>"), HOUSE("<p>Book <a href=/x?sid=11bb22>here</a>.</p>"), NULL },
        { HOUSE("<p>Sauna on Mondays.</p>"), HOUSE("<p><s>Sauna on Mondays.</s></p>"), "Sauna on Mondays: struck out" },
        /* in whichever order the attributes stand */
        { HOUSE("<p>Read the <a title=Old href=/r/10.pdf>report</a>.</p>"),
          HOUSE("<p>Read the <a title=New href=/r/11.pdf>report</a>.</p>"), "report: 11.pdf (was 10.pdf)" },
        { HOUSE("<p>Read the <a href=/r/10.pdf title=Old>report</a>.</p>"),
          HOUSE("<p>Read the <a href=/r/11.pdf title=New>report</a>.</p>"), "report: 11.pdf (was 10.pdf)" },
        /* words of the page that read as words of ours */
        { HOUSE("<p title=old>Sauna on Mondays.</p>"), HOUSE("<p title='struck out'>Sauna on Mondays.</p>"), NULL },
        { HOUSE("<p>Sauna <button title=Book>Book</button></p>"),
          HOUSE("<p>Sauna <button title='can be used again'>Book</button></p>"), NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct verdict v = judged(a, rows[i].old, rows[i].new, "text/html", NULL);
        if (ok(v.any == (rows[i].headline != NULL), "told: %s", rows[i].headline ? rows[i].headline : "nothing") && v.any)
            eq_str(v.concern[0].headline.text, str_of(rows[i].headline), "with a headline that says so");
    }
#undef HOUSE
}

static void test_suspect(struct arena *a)
{
    struct verdict v = judged(a, long_page, "<html></html>", "text/html", NULL);
    ok(v.suspect.len > 0, "an empty page is suspect: %.*s", STR_ARG(v.suspect));
    v = judged(a, NULL, long_page, "text/html", NULL);
    ok(v.suspect.len == 0 && v.readable, "a first page is not");
}

static void test_other_types(struct arena *a)
{
    struct verdict v = judged(a, "one\ntwo\n", "one\nthree\n", "text/plain", NULL);
    ok(v.any && v.readable && v.concern[0].words_inserted == 1 && v.concern[0].words_deleted == 1, "text is compared by words");
    v = judged(a, "a < b\n", "a < c\n", "text/plain", NULL);
    ok(v.any && v.concern[0].words_inserted == 1, "as text, not as markup");
    v = judged(a, "\x89PNG 1", "\x89PNG 2", "image/png", "main");
    ok(v.any && !v.readable, "a picture by its bytes");
}

static struct delta compared(struct arena *a, const char *old, const char *new)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *page = NEW_ARRAY(a, struct page, 2);
    struct body pair[2] = { { .bytes = str_of(old), .url = STR_INIT("http://h/") },
                            { .bytes = str_of(new), .url = STR_INIT("http://h/") } };
    struct delta d = { 0 };
    struct err e = { 0 };
    symbols_open(symbols, a);
    if (body_read_pair(a, symbols, pair, page, &e) || compare_pages(a, &page[0], &page[1], &d, &e))
        ok(false, "%s", e.text);
    return d;
}

/* That nothing was ever different there is known, too: a line of the footer that changes for the first time is told, the banner beside it
 * is not, and neither becomes the other when somebody looks again. */
static void test_still_again(struct arena *a)
{
#define SHOP(menu, phone) \
    "<title>Shop</title><nav><a href=/>Home</a> <a href=/tea>Tea</a>" menu \
    "</nav><main><h1>Shop</h1><p>Green tea costs ten euro a bag, and we send it to you within two days.</p></main><footer><p>Phone " phone \
    "</p></footer>"
    const char *old = SHOP("", "01234 5678"), *new = SHOP(" <a href=/new>Our new shop</a>", "01234 9999");
    struct interest whole = { 0 };
    struct verdict v = { 0 };
    struct err e = { 0 };
    struct body before = { .bytes = str_of(old), .url = STR_INIT("http://h/") };
    struct str past = STR("");
    for (int i = 0; i < 4; i++)
        past = past_same(a, past);
    struct verdict_facts facts = { .new = { .bytes = str_of(new), .url = STR_INIT("http://h/") },
                                   .old = &before,
                                   .interest = &whole,
                                   .n_interests = 1,
                                   .past = past };
    ok(verdict_make(a, &facts, &v, &e) == 0 && v.any && v.concern[0].n_changes == 1, "a telephone number alone is told");
    struct delta d = compared(a, old, new);
    struct verdict_again again = { .delta = &d, .interest = &whole };
    struct verdict_view view;
    past_read(&again.past, v.known);
    ok(verdict_look(a, &again, &view, &e) == 0, "it is looked at again");
    eq_int(view.concern.n_changes, v.concern[0].n_changes, "the same changes are shown");
    eq_int(view.concern.words_inserted, v.concern[0].words_inserted, "the same words");
    eq_int(view.n_noise, 1, "the item of the menu is noise");
#undef SHOP
}

/* What somebody selected is what the page is about to them; what they do not look at adds nothing to it. */
static void test_own_importance(struct arena *a)
{
#define OFFER(text, price, note) \
    "<title>Shop</title><main><h1>Shop</h1><p>" text "</p></main><aside><p id=price>Price: " price \
    " euro</p></aside><p id=note>" note "</p>"
#define TEA "We sell green tea, black tea and white tea, each in bags of one hundred grams, and send them to you within two days. "
    const char *old = OFFER(TEA TEA TEA, "12.50", "Parking is free"), *new = OFFER(TEA TEA TEA, "11.00", "Parking is free");
    struct verdict part = judged(a, old, new, "text/html", "#price");
    double own = verdict_importance(&part, &part.concern[0]);
    ok(part.any && own > 0.2 && own < 0.5, "a price that was selected is not one of many words: %g", own);
    const char *more = OFFER(TEA TEA TEA "There is coffee now, from Peru and from Java.", "11.00", "Parking costs two euro");
    part = judged(a, old, more, "text/html", "#price");
    ok(verdict_importance(&part, &part.concern[0]) == own, "whatever changes beside it: %g",
       verdict_importance(&part, &part.concern[0]));
    ok(part.importance > 0 && part.importance != own, "the version as a whole has its own: %g", part.importance);
    const char *other = OFFER(TEA TEA TEA "There is coffee now, from Peru and from Java.", "12.50", "Parking is free");
    part = judged(a, old, other, "text/html", "#price");
    ok(!part.any, "nothing that was selected changed");
#undef OFFER
#undef TEA
}

/* So it is with what changes and no words say so. */
static void test_own_facts(struct arena *a)
{
#define BOATS "<p>The boats leave each hour from the old pier, in all weathers and on all days of the week but for holidays."
#define COMIC(picture) "<title>Boats</title><main><h1>Boats</h1><div id=day>" BOATS BOATS BOATS picture BOATS "</div></main>"
    struct verdict part = judged(a, COMIC(""), COMIC("<img src=/7.png alt='A green boat lies in the snow before the old pier'>"),
                                 "text/html", "#day");
    double own = verdict_importance(&part, &part.concern[0]);
    ok(part.any && own > 0.1, "a picture that came to what was selected: %g", own);
#undef COMIC
#define LEAD \
    "<title>Boats</title><main><h1>Boats</h1><p>Boats leave each hour from the old pier, in all weathers and on all days.</p></main>"
    part = judged(a, LEAD "<aside id=order><p>The green boat<p><button>Order</button></aside>",
                  LEAD "<aside id=order><p>The green boat<p><button disabled>Order</button></aside>", "text/html", "#order");
    double beside = verdict_importance(&part, &part.concern[0]);
    ok(part.any && beside > 0.2, "an order that was selected, beside what the page is about: %g", beside);
#undef LEAD
}

/* A difference that is looked at again says what was said at first, also where some of it is noise, whatever was learnt since. */
static void test_again(struct arena *a)
{
    static const char *const visit[] = {
        "<h1>Shop</h1><p>Green tea costs ten euro a bag today.<p>3 lamps are lit now",
        "<h1>Shop</h1><p>Green tea costs ten euro a bag today.<p>7 lamps are lit now",
        "<h1>Shop</h1><p>Green tea costs ten euro a bag today.<p>9 lamps are lit now",
        "<h1>Shop</h1><p>Green tea costs ten euro a bag today.<p>8 lamps are lit now",
        "<h1>Shop</h1><p>Green tea costs twelve euro a bag from Monday.<p>5 lamps are lit now",
    };
    struct interest whole = { 0 };
    struct verdict v = { 0 };
    struct err e = { 0 };
    for (size_t i = 1; i < ARRAY_LEN(visit); i++) {
        struct body before = { .bytes = str_of(visit[i - 1]), .url = STR_INIT("http://h/") };
        struct verdict_facts facts = { .new = { .bytes = str_of(visit[i]), .url = STR_INIT("http://h/") },
                                       .old = &before,
                                       .interest = &whole,
                                       .n_interests = 1,
                                       .past = v.past };
        ok(verdict_make(a, &facts, &v, &e) == 0, "visit %zu", i);
    }
    struct delta d = compared(a, visit[3], visit[4]);
    struct verdict_again again = { .delta = &d, .interest = &whole };
    struct verdict_view view, blank;
    ok(verdict_look(a, &again, &blank, &e) == 0, "without what was known");
    past_read(&again.past, v.known);
    ok(v.known.len && verdict_look(a, &again, &view, &e) == 0, "with it");
    eq_int(view.concern.words_inserted, v.concern[0].words_inserted, "the same words");
    eq_int(view.concern.n_changes, v.concern[0].n_changes, "the same changes");
    eq_str(view.concern.headline.text, v.concern[0].headline.text, "the same headline");
    ok(view.n_noise == 1 && view.n_outside == 0 && blank.n_noise == 0, "the counter is noise, and would not be to a stranger");
    struct str chosen = STR("h1");
    again.interest = &(struct interest){ .select = &chosen, .n_select = 1 };
    ok(verdict_look(a, &again, &view, &e) == 0 && view.concern.n_changes == 0 && view.n_outside == d.n_class[CLASS_CONTENT],
       "who selects another part sees nothing of it");
}

/* What is past a limit while it is judged is judged by its bytes, as what cannot be read is. */
static void test_limit(void)
{
    AUTO(buf) old = BUF(KIB(256));
    AUTO(buf) new = BUF(KIB(256));
    for (unsigned i = 0; i < 400; i++) {
        buf_addf(&old, "<p>Word w%ux stands in this old line of ours.", i);
        buf_addf(&new, "<p>Word v%uy stands in that other line now.", i);
    }
    AUTO(arena) alone = { 0 };
    AUTO(arena) all = { 0 };
    const char *was = arena_str(&alone, buf_str(&old)).ptr, *is = arena_str(&alone, buf_str(&new)).ptr;
    ok(judged(&all, was, is, "text/html", NULL).readable, "there is room");
    AUTO(arena) less = { .budget_bytes = all.used_bytes / 2 };
    struct verdict v = judged(&less, was, is, "text/html", NULL);
    ok(!v.readable && v.any && v.concern[0].concerns && v.importance < 0, "where there is none it is everybody's business");
    ok(str_find(v.note, STR("memory"), 0) != SIZE_MAX, "it is said why: %.*s", STR_ARG(v.note));
    ok(str_starts(v.concern[0].headline.text, STR("its bytes changed")), "and what: %.*s", STR_ARG(v.concern[0].headline.text));
}

/* A second answer that is past a limit says nothing, and what is known of the first one holds, whatever memory the second one took. */
static void test_second_limit(void)
{
    AUTO(arena) alone = { 0 };
    struct str was = STR("<h1>Shop</h1><p>Tea costs 4 euro."), is = STR("<h1>Shop</h1><p>Tea costs 5 euro.");
    struct body before = { .bytes = was, .content_type = STR_INIT("text/html"), .url = STR_INIT("http://h/") };
    struct interest all = { 0 };
    struct verdict_facts facts = { .new = { .bytes = is, .content_type = STR_INIT("text/html"), .url = STR_INIT("http://h/") },
                                   .old = &before,
                                   .interest = &all,
                                   .n_interests = 1 };
    struct verdict v = { 0 };
    struct err e = { 0 };
    ok(verdict_make(&alone, &facts, &v, &e) == 0 && v.any, "told without a second answer");
    for (unsigned lines = 250; lines <= 2000; lines += 250) {
        AUTO(buf) large = BUF(KIB(256));
        AUTO(arena) little = { .budget_bytes = alone.used_bytes + KIB(16) };
        buf_add(&large, is);
        for (unsigned i = 0; i < lines; i++)
            buf_addf(&large, "<p>Word w%ux of %ux.", i, i * 7);
        struct body second = { .bytes = buf_str(&large), .content_type = STR_INIT("text/html"), .url = STR_INIT("http://h/") };
        facts.second = &second;
        ok(verdict_make(&little, &facts, &v, &e) == 0 && v.readable && v.any, "and with one of %u lines more", lines);
        eq_str(v.whole.headline.text, STR("Tea costs 5 euro (was 4 euro)"), "in the same words");
    }
}

/* What noise weighs is the same for all who watch. */
static void test_weights(struct arena *a)
{
    struct str bytes[] = { STR("<p>It has 4 visitors now"), STR("<p>It has 5 visitors now") };
    struct page page[2];
    struct symbols symbols;
    struct err e = { 0 };
    symbols_open(&symbols, a);
    struct verdict_builder *j = NEW(a, struct verdict_builder);
    *j = (struct verdict_builder){ .arena = a };
    for (unsigned i = 0; i < 2; i++)
        if (page_read(a, &symbols, &(struct parse_source){ .bytes = bytes[i] }, STR(""), &page[i], &e))
            ok(false, "%s", e.text);
    if (compare_pages(a, &page[0], &page[1], &j->delta, &e) || pieces_find(a, &j->delta, &j->pieces, &e))
        ok(false, "%s", e.text);
    j->evidence = NEW_ARRAY(a, struct evidence, j->pieces.n + 1);
    const struct weigh_history *first = concern_weights(j, NULL);
    ok(first == concern_weights(j, NULL), "and found once");
}

/* All files of a list were made again: that is said once, however long the list is. */
static void test_one_day(struct arena *a)
{
    const char *page[2];
    for (unsigned k = 0; k < 2; k++) {
        AUTO(buf) b = BUF(1 << 14);
        buf_add(&b, STR("<title>Plans</title><main><h1>Plans of the rooms</h1><table><tr><th>File</th><th>Made</th></tr>"));
        for (unsigned i = 0; i < 40; i++)
            buf_addf(&b, "<tr><td>room%u.ics</td><td>%u May 2027</td></tr>", 10 + i, k ? 19 : 12);
        buf_add(&b, STR("</table></main>"));
        page[k] = arena_printf(a, "%.*s", STR_ARG(buf_str(&b))).ptr;
    }
    struct verdict v = judged(a, page[0], page[1], "text/html", NULL);
    ok(!v.any && v.whole.chance < 0.2 && v.whole.n_changes >= 40, "one day in all rows is one day: %g, %u", v.whole.chance,
       v.whole.n_changes);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_one_day(&a);
    test_pages(&a);
    test_signs(&a);
    test_order(&a);
    test_suspect(&a);
    test_other_types(&a);
    test_again(&a);
    test_own_importance(&a);
    test_own_facts(&a);
    test_still_again(&a);
    test_choices(&a);
    test_held(&a);
    test_reasons(&a);
    test_blocked(&a);
    test_limit();
    test_second_limit();
    test_weights(&a);
    return tap_done();
}
