/* What one person taught of a page: the next change at the same place, in the same part, and elsewhere. */
#include "judge/lessons.h"

#include "judge/verdict.h"
#include "tests/judge/judged.h"

#define PAGE(news, weather) \
    "<title>Town</title><main><h1>News of the town</h1><p class=n>" news "</p><h2>Weather</h2><p class=w>" weather "</p></main>"

static const char *const days[] = {
    PAGE("The old bridge was opened again by the mayor.", "It is 20 degrees and sunny here"),
    PAGE("The old bridge was opened again by the mayor.", "It is 12 degrees and sunny here"),
    PAGE("The old bridge was opened again by the mayor.", "It is 7 degrees and sunny here"),
    PAGE("The old bridge was opened again by the queen.", "It is 7 degrees and sunny here"),
    PAGE("The old bridge was opened again by the queen.", "Nobody knows what tomorrow will bring to our town"),
};

static struct lessons *taught(struct arena *a, enum lesson_kind kind, const struct judged *j)
{
    struct lessons *l = NEW(a, struct lessons);
    lessons_open(l, a);
    lessons_add(l, kind, lessons_keys(a, &j->delta, &j->pieces, kind));
    return l;
}

static enum noise_kind noise(const struct judged *j, const struct lessons *l, bool *asked)
{
    static const struct past none;
    AUTO(arena) a = { 0 };
    struct evidence_context c = evidence_open(&j->delta, &none, &j->pieces);
    evidence_heed(&c, &a, l);
    struct evidence e = evidence_of(&c, &j->pieces.item[0]);
    *asked = e.amount[EVIDENCE_ASKED] > 0;
    return e.noise;
}

/* The very sentence that an act spoke of is known wherever it stands: what is new since one looked may be named by other places. */
static void test_sentences(struct arena *a)
{
    bool asked;
    const char *there = PAGE("Nobody knows what tomorrow will bring to our town", "It is 7 degrees and sunny here");
    struct judged *fresh = judged(a, days[3], days[4]), *elsewhere = judged(a, days[3], there),
                  *queen = judged(a, days[2], days[3]);
    struct lessons *l = taught(a, LESSON_DISMISSED, fresh);
    eq_int(noise(fresh, l, &asked), NOISE_TAUGHT, "a new sentence that was dismissed");
    eq_int(noise(elsewhere, l, &asked), NOISE_TAUGHT, "also where it stands elsewhere");
    l = taught(a, LESSON_TOLD, fresh);
    ok(noise(elsewhere, l, &asked) == NOISE_NONE && asked, "one that was told is wanted there");
    ok(noise(queen, l, &asked) == NOISE_NONE && !asked, "another sentence is not");
    eq_int(lessons_count(lessons_keys(a, &fresh->delta, &fresh->pieces, LESSON_TOLD)), 1, "a place and its sentence are one place");
}

/* Who was told of an evening in a box is told of the next one there, though it has other words. */
static void test_next_entry(struct arena *a)
{
#define BOX(event) PAGE("The old bridge was opened.", "Today") "<div class=next><h4>Evenings</h4><p>" event "</p></div>"
    bool asked;
    struct judged *songs = judged(a, BOX("Nothing is planned"), BOX("Old songs, 7 June 2027 18:30")),
                  *tales = judged(a, BOX("Nothing is planned"), BOX("Tales by the fire, 22 November 2027 20:00"));
    struct lessons *l = taught(a, LESSON_TOLD, songs);
    ok(noise(tales, l, &asked) == NOISE_NONE && asked, "the next entry at the place");
    l = taught(a, LESSON_DISMISSED, songs);
    ok(noise(tales, l, &asked) != NOISE_TAUGHT, "who dismisses one means no other");
}

/* Who wants to hear of the price does not ask for the counter in its line; who asks for the counter gets it. */
static void test_counters(struct arena *a)
{
#define LINE(price, views) PAGE("The old bridge was opened.", "Boat for a day, " price " euro, " views " views")
    bool asked;
    struct judged *price = judged(a, LINE("12", "300"), LINE("14", "310")),
                  *views = judged(a, LINE("14", "310"), LINE("14", "333"));
    struct lessons *l = taught(a, LESSON_TOLD, price);
    ok(noise(views, l, &asked) == NOISE_COUNT && !asked, "a counter in a line of which something else was told");
    ok(noise(price, l, &asked) == NOISE_NONE && asked, "... which is told");
    l = taught(a, LESSON_TOLD, views);
    ok(noise(views, l, &asked) == NOISE_NONE && asked, "a counter that was told is told");
}

/* What is said of one item of a list says nothing of the others. */
static void test_items(struct arena *a)
{
#define CARD(state, name, price, button) \
    "<li class='card" state "'><h3>" name "</h3><p>Made of wood, and oiled by hand</p><p class=p>" price "</p><button" button \
    ">Add to cart</button></li>"
#define SHOP(oak, elm) \
    "<title>Shop</title><main><h1>What we make</h1><p>All that we make here, by hand, of wood from the hills near our town.</p><ul>" oak \
        elm "</ul></main>"
    static const char *const both = SHOP(CARD("", "Oak table", "340 euro", ""), CARD("", "Elm bench", "120 euro", ""));
    bool asked;
    struct judged *oak = judged(a, both, SHOP(CARD("", "Oak table", "300 euro", ""), CARD("", "Elm bench", "120 euro", ""))),
                  *again = judged(a, both, SHOP(CARD("", "Oak table", "290 euro", ""), CARD("", "Elm bench", "120 euro", ""))),
                  *elm = judged(a, both, SHOP(CARD("", "Oak table", "340 euro", ""), CARD("", "Elm bench", "110 euro", "")));
    struct lessons *l = taught(a, LESSON_DISMISSED, oak);
    eq_int(noise(again, l, &asked), NOISE_TAUGHT, "the price of a table whose price was dismissed");
    eq_int(noise(elm, l, &asked), NOISE_NONE, "that of a bench is another");
    const char *sold_out = SHOP(CARD(" sold-out", "Oak table", "340 euro", " disabled"), CARD("", "Elm bench", "120 euro", ""));
    struct judged *gone = judged(a, both, sold_out), *back = judged(a, sold_out, both),
                  *other =
                      judged(a, both,
                             SHOP(CARD("", "Oak table", "340 euro", ""), CARD(" sold-out", "Elm bench", "120 euro", " disabled")));
    l = taught(a, LESSON_DISMISSED, gone);
    eq_int(noise(back, l, &asked), NOISE_TAUGHT, "a table that can be ordered again, whatever its class was");
    eq_int(noise(other, l, &asked), NOISE_NONE, "a bench that cannot be ordered any more");
}

/* A log without elements around its entries: each has a heading of its own. */
static void test_entries(struct arena *a)
{
#define LOG(entries) \
    "<title>Ferry</title><main><h1>Ferry</h1><p class=i>It goes each hour.</p><h2>Log</h2>" entries \
    "<h2>Fares</h2><p class=f>A day is 9 euro.</p></main>"
#define ENTRY(head, text) "<h3>" head "</h3><p>" text "</p>"
#define FIRST ENTRY("New ropes", "All ropes were bought new from the maker in town.")
#define SECOND ENTRY("Paint on the hull", "The hull was painted green, as it was before.")
#define THIRD ENTRY("A second bell", "There is a bell at the stern for fog.")
    bool asked;
    struct judged *
        came = judged(a, LOG(FIRST), LOG(SECOND FIRST)),
       *next = judged(a, LOG(SECOND FIRST), LOG(THIRD SECOND FIRST)), *gone = judged(a, LOG(THIRD SECOND FIRST), LOG(THIRD SECOND)),
       *intro =
           judged(a, "<title>Ferry</title><main><h1>Ferry</h1><p class=i>It goes each hour.</p><h2>Log</h2>" FIRST "</main>",
                  "<title>Ferry</title><main><h1>Ferry</h1><p class=i>It goes twice a day, and not on Sunday.</p><h2>Log</h2>" FIRST
                  "</main>"),
       *fares = judged(a, LOG(FIRST),
                       "<title>Ferry</title><main><h1>Ferry</h1><p class=i>It goes each hour.</p><h2>Log</h2>" FIRST
                       "<h2>Fares</h2><p class=f>A day is 12 euro.</p></main>");
    struct lessons *l = taught(a, LESSON_PART, came);
    eq_int(noise(next, l, &asked), NOISE_TAUGHT, "the next entry of a log whose entry was dismissed with its part");
    eq_int(noise(gone, l, &asked), NOISE_TAUGHT, "and one that is dropped");
    eq_int(noise(fares, l, &asked), NOISE_NONE, "another section is no entry of it");
    eq_int(noise(intro, l, &asked), NOISE_NONE, "nor is what stands above");
    l = taught(a, LESSON_PART, fares);
    eq_int(noise(next, l, &asked), NOISE_NONE, "who dismisses a section that stays means no other");
}

/* What somebody dismissed weighs nothing to them. */
static void test_dismissed_importance(struct arena *a)
{
#define FARES(day, night) \
    "<title>Ferry</title><main><h1>Ferry</h1><p>The ferry crosses the river each hour, and takes dogs, bicycles and carts.</p><h2>By day</h2>" \
    "<p>A crossing by day costs " day " euro.</p><h2>By night</h2><p>A crossing by night costs " night " euro.</p></main>"
    struct body was = { .bytes = STR(FARES("3", "5")), .content_type = STR("text/html"), .url = STR("http://h/") }, one = was,
                both = was;
    struct judged *day = judged_as(a, KIND_MARKUP, FARES("2", "5"), FARES("3", "5"));
    struct lessons lessons;
    one.bytes = STR(FARES("3", "6"));
    both.bytes = STR(FARES("4", "6"));
    lessons_open(&lessons, a);
    lessons_add(&lessons, LESSON_DISMISSED, lessons_keys(a, &day->delta, &day->pieces, LESSON_DISMISSED));
    struct interest asked[] = { { 0 }, { .lessons = &lessons } };
    struct verdict v[2];
    struct err e;
    if (verdict_make(a, &(struct verdict_facts){ .new = one, .old = &was, .interest = asked, .n_interests = 2 }, &v[0], &e)
        || verdict_make(a, &(struct verdict_facts){ .new = both, .old = &was, .interest = asked, .n_interests = 2 }, &v[1], &e))
        ok(false, "%s", e.text);
    double alone = verdict_importance(&v[0], &v[0].concern[0]), own = verdict_importance(&v[1], &v[1].concern[1]);
    ok(v[1].concern[1].concerns && own > alone * 0.99 && own < alone * 1.01, "a fare that was dismissed adds nothing: %g, %g", own,
       alone);
    ok(verdict_importance(&v[1], &v[1].concern[0]) > own * 1.2, "to others it does: %g", v[1].importance);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    bool asked;
    test_sentences(&a);
    test_items(&a);
    test_dismissed_importance(&a);
    test_entries(&a);
    test_next_entry(&a);
    test_counters(&a);
    struct judged *colder = judged(&a, days[0], days[1]), *cold = judged(&a, days[1], days[2]),
                  *queen = judged(&a, days[2], days[3]), *fresh = judged(&a, days[3], days[4]);
    struct lessons *l = taught(&a, LESSON_DISMISSED, colder);
    eq_int(noise(cold, NULL, &asked), NOISE_PLACE, "nobody taught anything: it is the weather of the hour");
    eq_int(noise(cold, l, &asked), NOISE_TAUGHT, "the next change at the place is noise");
    eq_int(noise(queen, l, &asked), NOISE_NONE, "elsewhere it is not");
    eq_int(noise(fresh, l, &asked), NOISE_NONE, "nor is a new sentence there");
    l = taught(&a, LESSON_PART, colder);
    eq_int(noise(cold, l, &asked), NOISE_TAUGHT, "in a part that was dismissed a change is noise");
    eq_int(noise(fresh, l, &asked), NOISE_TAUGHT, "even a new sentence");
    eq_int(noise(queen, l, &asked), NOISE_NONE, "below another heading it is not");
    l = taught(&a, LESSON_TOLD, colder);
    ok(noise(cold, l, &asked) == NOISE_NONE && asked, "what was told is wanted");
    ok(noise(queen, l, &asked) == NOISE_NONE && !asked, "elsewhere nothing is said");
    lessons_add(l, LESSON_DISMISSED, lessons_keys(&a, &colder->delta, &colder->pieces, LESSON_DISMISSED));
    eq_int(noise(cold, l, &asked), NOISE_TAUGHT, "a later lesson overrules");
    lessons_open(l, &a);
    lessons_add(l, LESSON_PART, STR("not sixteen digits and more"));
    ok(l->kind.n == 0 && noise(cold, l, &asked) == NOISE_PLACE, "what cannot be read teaches nothing");
    eq_int(lessons_count(lessons_keys(&a, &colder->delta, &colder->pieces, LESSON_TOLD)), 1, "one place is one key");
    return tap_done();
}
