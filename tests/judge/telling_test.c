/* What somebody is told of a version after all: which changes they may choose from, and what is said of those they chose. */
#include "judge/telling.h"

#include "tests/judge/judged.h"

#define TOWN(menu, body) \
    "<title>Town</title><nav><a href=/>Home</a> " menu \
    "</nav><main><h1>News of the town</h1><p>The old bridge was opened again by the mayor.</p>" body "</main>"

/* Which parts somebody means who names none: "2, 3 of 4". */
static struct str chosen(struct arena *a, const char *old, const char *new, const struct past *past, bool announced)
{
    struct judged *j = judged(a, old, new);
    struct held_changes all = telling_parts(a, &j->delta, past, NULL, &j->pieces);
    bool *is = NEW_ARRAY(a, bool, all.n + 1);
    AUTO(buf) out = BUF(4096);
    telling_choose(&all, announced, is);
    for (uint32_t i = 0; i < all.n; i++)
        if (is[i])
            buf_addf(&out, "%s%.*s", out.len ? "; " : "", STR_ARG(all.item[i].what));
    return arena_printf(a, "%.*s, of %u", STR_ARG(buf_str(&out)), all.n);
}

#define CLUB(text, code, advert, boats, visitors) \
    "<title>Club</title><main><h1>Rowing club</h1><p>" text "</p><p>We row on the canal every Saturday.</p><p>Request id: " code \
    "</p></main><aside><div class=ad><p>" advert "</p></div></aside><footer><p>Boats in the water: " boats "</p><p>" visitors \
    " visitors so far</p></footer>"
#define OLD CLUB("Beginners are welcome.", "91b7584a2265b1f5", "Buy cheap shoes today at Zapp", "9", "100")

static const struct {
    const char *new, *want;
} choices[] = {
    { CLUB("Beginners pay nothing.", "7311d8a3c2ce6f44", "Fly to Rome for 39 euro", "10", "112"),
      "Beginners pay nothing (was are welcome), of 5" },
    { CLUB("Beginners are welcome.", "7311d8a3c2ce6f44", "Fly to Rome for 39 euro", "10", "112"),
      "Boats in the water: 10 (was 9), of 4" },
    { CLUB("Beginners are welcome.", "7311d8a3c2ce6f44", "Fly to Rome for 39 euro", "9", "112"),
      "Fly to Rome for 39 euro (was Buy cheap shoes today at Zapp), of 3" },
    { CLUB("Beginners are welcome.", "7311d8a3c2ce6f44", "Buy cheap shoes today at Zapp", "9", "112"),
      "112 visitors so far (was 100), of 2" },
    { CLUB("Beginners are welcome.", "7311d8a3c2ce6f44", "Buy cheap shoes today at Zapp", "9", "100"),
      "Request id: 7311d8a3c2ce6f44 (was 91b7584a2265b1f5), of 1" },
    { OLD, ", of 0" },
};

/* What was asked for before was announced with the version, wherever it stands. */
static void test_taught(struct arena *a)
{
    static const struct past none;
    struct judged *j = judged(a, OLD, choices[1].new);
    struct held_changes all = telling_parts(a, &j->delta, &none, NULL, &j->pieces);
    uint32_t at = 0;
    struct lessons taught;
    while (at + 1 < all.n && !str_starts(all.item[at].what, STR("Boats")))
        at++;
    const struct held_change *boats = &all.item[at];
    ok(!all.item[at].told, "boats in the footer are held back");
    lessons_open(&taught, a);
    lessons_add(&taught, LESSON_TOLD, telling_make(a, &j->delta, &boats, 1).keys);
    all = telling_parts(a, &j->delta, &none, &taught, &j->pieces);
    ok(all.n == 4 && all.item[0].told && str_starts(all.item[0].what, STR("Boats")), "but not from those who asked");
}

/* A picture that the page is about, though it is another on each visit. */
static void test_picture(struct arena *a)
{
    static const char old[] = "<main><h1>Comic</h1><img src=3.png alt=Rain><p><a href=/c/2>Previous</a></main>",
                      new[] = "<main><h1>Comic</h1><img src=4.png alt=Snow><p><a href=/c/3>Previous</a></main>";
    struct judged *j = judged(a, old, new);
    struct past *past = NEW(a, struct past);
    for (unsigned i = 0; i < 6; i++)
        evidence_learn(past, &j->pieces, false);
    struct str is = chosen(a, old, new, past, false);
    ok(str_starts(is, STR("Picture: Snow (was Rain), of ")), "%.*s", STR_ARG(is));
}

/* What comes nearest to news and nothing else: who wants to hear of the boats does not want the counter below them. */
static void test_choice(struct arena *a)
{
    static const struct past none;
    for (size_t i = 0; i < ARRAY_LEN(choices); i++)
        eq_str(chosen(a, OLD, choices[i].new, &none, false), str_of(choices[i].want), choices[i].want);
    eq_str(chosen(a, OLD, choices[0].new, &none, true), STR("Boats in the water: 10 (was 9), of 5"),
           "of what was announced the rest, without the content and the code that stands in it");
    eq_str(chosen(a, OLD, CLUB("Beginners pay nothing.", "91b7584a2265b1f5", "Buy cheap shoes today at Zapp", "9", "112"), &none,
                  true),
           STR("112 visitors so far (was 100), of 2"), "and where that is a counter, the counter");
    eq_str(chosen(a, CLUB("Rows 1234 miles.", "1", "", "9", "1"), CLUB("Rows 1 234 miles.", "1", "", "10", "1"), &none, false),
           STR("Boats in the water: 10 (was 9), of 2"), "other blanks are no other words");
    test_taught(a);
}

/* Of a sentence that is gone its own words, not what came in the place of its paragraph. */
static void test_gone(struct arena *a)
{
    static const struct past none;
    struct judged *j = judged(a, "<p>Boats sail at noon. Bikes are lent below the old bridge.<p>x", "<p>All is closed now.<p>x");
    struct held_changes all = telling_parts(a, &j->delta, &none, NULL, &j->pieces);
    const struct held_change *part = NULL;
    for (uint32_t i = 0; i < all.n; i++)
        part = str_find(all.item[i].what, STR("Bikes"), 0) != SIZE_MAX ? &all.item[i] : part;
    if (!ok(part && part->piece[0]->old, "a sentence is gone"))
        return;
    struct telling t = telling_make(a, &j->delta, &part, 1);
    eq_str(t.excerpts.item[0].old, STR("Bikes are lent below the old bridge."), "what it said");
    eq_str(t.excerpts.item[0].new, STR(""), "and nothing that came");
    eq_int(t.excerpts.item[0].kind, CHANGE_DELETE, "it went");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    static const struct past none;
    struct judged *j =
        judged(&a, TOWN("<a href=/j>Jobs</a>", ""), TOWN("<a href=/j>Work</a>", "<p>A market is held on the square each Friday."));
    struct held_changes all = telling_parts(&a, &j->delta, &none, NULL, &j->pieces);
    if (!ok(all.n == 2, "two changes: %u", all.n))
        return tap_done();
    eq_str(all.item[0].what, STR("New: A market is held on the square each Friday."), "the content first");
    eq_str(all.item[0].why, STR("too little to announce"), "which was too little");
    ok(all.item[0].told && !all.item[1].told, "who was told of the version was told of that alone");
    eq_int(lessons_count(telling_keys(&a, &j->delta, (const struct held_change *[]){ &all.item[1] }, 1, LESSON_DISMISSED)), 1,
           "one of them can be dismissed alone");
    const struct held_change *both[] = { &all.item[0], &all.item[1] };
    struct telling t = telling_make(&a, &j->delta, both, 2);
    eq_str(t.headline, arena_printf(&a, "%.*s; %.*s", STR_ARG(all.item[0].what), STR_ARG(all.item[1].what)), "all of it is said");
    ok(telling_says(STR("New: Boats; Bikes; 3 (was 2)"), STR("New: Bikes")), "a label is said once");
    ok(!telling_says(STR("Removed: Boats"), STR("New: Boats")), "another one is another");
    ok(t.n_changes == 2 && t.excerpts.n == 2 && lessons_count(t.keys) == 2, "and taught");
    t = telling_make(&a, &j->delta, both + 1, 1);
    ok(t.n_changes == 1 && t.words_inserted == 1 && t.words_deleted == 1, "one of them alone: +%u -%u", t.words_inserted,
       t.words_deleted);
    j = judged(&a, TOWN("<a href=/j>Jobs</a>", "<p>The town has 340 wells."),
               TOWN("<a href=/j>Work</a>", "<p>The town has 341 wells."));
    all = telling_parts(&a, &j->delta, &none, NULL, &j->pieces);
    ok(all.n == 2 && all.item[0].told && !all.item[1].told && str_find(all.item[1].what, STR("Work"), 0) != SIZE_MAX,
       "a number in the content was announced, too");
    eq_str(chosen(&a, TOWN("", ""), TOWN("", "<p>A market is held on the square each Friday."), &none, true),
           STR("New: A market is held on the square each Friday., of 1"), "where all was announced, that is left to teach");
    eq_str(chosen(&a, TOWN("", ""), TOWN("", ""), &none, false), STR(", of 0"), "nothing changed");
    eq_str(chosen(&a, TOWN("", "<table><tr><th>Thing<th>Price<tr><td>Rake<td>9.00</table>"),
                  TOWN("", "<table><tr><th>Thing<th>Price<tr><td>Rake<td>9.00<tr><td>Hose<td>20.00</table>"), &none, false),
           STR("New: Hose 20.00, of 1"), "a row is one thing, though its cells have other reasons");
    test_gone(&a);
    test_choice(&a);
    test_picture(&a);
    return tap_done();
}
