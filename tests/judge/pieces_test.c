/* A difference cut into sentences, with the words of each counted by shape. */
#include "tests/judge/judged.h"

static void test_kinds(struct arena *a)
{
    const struct judge_piece *p =
        piece_of(judged(a, "<p>The shop opens at noon. Bring a bag.", "<p>The shop opens at dawn. Bring a bag."), PIECE_CHANGED);
    ok(p && p->came[SHAPE_LETTERS] == 1 && p->went[SHAPE_LETTERS] == 1 && p->kept == 4, "another word in a sentence");
    p = piece_of(judged(a, "<p>The camp costs 80 crowns with lunch for all.", "<p>The camp costs 80 crowns for all."),
                 PIECE_CHANGED);
    ok(p && p->went[SHAPE_LETTERS] == 2 && p->kept >= 4, "a sentence that only lost words kept the others");
    p = piece_of(judged(a, "<p>The mill grinds the the wheat of all.", "<p>The mill grinds the wheat of all."), PIECE_CHANGED);
    ok(p && p->went[SHAPE_LETTERS] == 0 && p->went[SHAPE_MARK] == 1, "a word that was written twice");
    struct judged *j = judged(a, "<p>One is here.", "<p>One is here.<p>Two came later.");
    p = piece_of(j, PIECE_ADDED);
    ok(j->pieces.n == 1 && p && p->came[SHAPE_LETTERS] == 3 && p->kept == 0, "a sentence that is new");
    j = judged(a, "<p>One is here.<p>Two came later.", "<p>One is here.");
    p = piece_of(j, PIECE_REMOVED);
    ok(j->pieces.n == 1 && p && p->old && p->went[SHAPE_LETTERS] == 3, "one that is gone");
    j = judged(a, "<ul><li>apples and pears<li>plums and figs<li>nuts and dates</ul>",
               "<ul><li>nuts and dates<li>apples and pears<li>plums and figs</ul>");
    ok(j->pieces.n && !piece_of(j, PIECE_ADDED) && !piece_of(j, PIECE_REMOVED) && !piece_of(j, PIECE_CHANGED), "another order");
    j = judged(a, "<title>A shop</title><p>x y z", "<title>The shop</title><p>x y z");
    ok(piece_of(j, PIECE_TITLE) != NULL, "a title");
    j = judged(a, "<p>see <a href=/a>there</a> now", "<p>see <a href=/b>there</a> now");
    ok(piece_of(j, PIECE_LINK) != NULL, "a link");
    j = judged(a, "<p><a title=x href=/a>one</a> two", "<p><a title=y href=/b>one</a> two");
    ok(piece_of(j, PIECE_LINK) != NULL, "a link with a tooltip before its address");
    j = judged(a, "<p>one <img alt=Cat src=a.png>", "<p>one <img alt=Dog src=b.png>");
    ok(piece_of(j, PIECE_PICTURE) != NULL, "a picture with its description before its address");
    j = judged(a, "<p>one <img src=a.png alt=Cat>", "<p>one <img src=a.png alt=Dog>");
    ok(piece_of(j, PIECE_PICTURE) != NULL, "a picture of which another thing is said");
    j = judged(a, "<p title='a'>one two", "<p title='link to \"b\" added'>one two");
    ok(piece_of(j, PIECE_NOTE) != NULL, "a label, whatever it says");
    ok(judged(a, "<p>same words", "<p>same words")->pieces.n == 0, "nothing");
}

#define FOUR(text) text text text text
#define CRANE FOUR(FOUR("where the crane of the old harbour lifts sacks of barley onto the ships that lie there, "))
#define MILL FOUR(FOUR("while behind its wall seven millers grind whatever farmers brought in carts before noon; "))

#define OPEN(one, other) \
    "<table><tr><th>Ferry<th>Runs<tr><td>North quay<td>" one "<tr><td>South quay<td>" other \
    "<tr><td>Mill<td>on no day of the week</table>"

/* What two cells said is exchanged: each says something else of its row. Rows in another order say the same as before. */
static void test_exchanged(struct arena *a)
{
    const char *was = OPEN("open every day until dusk", "closed until the ice melts");
    struct judged *j = judged(a, was, OPEN("closed until the ice melts", "open every day until dusk"));
    unsigned changed = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        changed += j->pieces.item[i].kind != PIECE_MOVED && j->pieces.item[i].came[SHAPE_LETTERS] && j->pieces.item[i].old_end;
    ok(changed >= 2, "words that two cells exchanged have not moved");
    j = judged(
        a, was,
        "<table><tr><th>Ferry<th>Runs<tr><td>South quay<td>closed until the ice melts<tr><td>North quay<td>open every day until dusk"
        "<tr><td>Mill<td>on no day of the week</table>");
    ok(j->pieces.n && !piece_of(j, PIECE_CHANGED) && !piece_of(j, PIECE_ADDED) && !piece_of(j, PIECE_REMOVED),
       "rows that did have");
}

/* A time that runs is one of a short line: that of a long one is a deadline like any other, also where the line has moved. */
static void test_long_lines(struct arena *a)
{
    const char *old =
        arena_printf(a, "<p>Hand in the form, %suntil 3 May.<p>Bring %sa bag.<p>Carry %sa hat.", CRANE, MILL, MILL).ptr;
    const char *new =
        arena_printf(a, "<p>Bring %sa bag.<p>Carry %sa hat.<p>Hand in the form, %suntil 9 June.", MILL, MILL, CRANE).ptr;
    struct judged *j = judged(a, old, new);
    bool told = false;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        told |= j->pieces.item[i].kind != PIECE_MOVED && j->pieces.item[i].came[SHAPE_TIME];
    ok(told, "a long line with another deadline has not only moved");
}

static void test_shapes(struct arena *a)
{
    struct judged *j =
        judged(a, "<p>The list of today has", "<p>The list of today has 12 items for 3 euro since 12:30 or 3f9ac21b77.");
    const struct judge_piece *p = piece_of(j, PIECE_CHANGED);
    ok(p && p->came[SHAPE_NUMBER] == 1 && p->came[SHAPE_PRICE] == 2 && p->came[SHAPE_TIME] && p->came[SHAPE_TOKEN] == 1,
       "words by their shape");
    j = judged(a, "<p>$Id: a.html,v 1.1 2001/02/03 jo Exp $", "<p>$Id: a.html,v 1.2 2001/02/04 jo Exp $");
    p = piece_of(j, PIECE_CHANGED);
    ok(p && p->came[SHAPE_TOKEN] && !p->came[SHAPE_NUMBER], "the mark of a program is a code");
    ok(judged(a, "<h2>Old heading", "<h2>New heading")->pieces.item[0].heading == 2, "a heading is known");
}

/* What stands below a heading is not content where a program put it there until it has something to show. */
static void test_headed(struct arena *a)
{
#define WARE(name, price) "<li><a href=/p/" price "><h3>" name "</h3></a><p>" price ",00 €</p>"
#define WARES(line) \
    "<main><h1>Table ware</h1><p>Free delivery from 50 euro</p><ul>" WARE("Tea pot", "38") WARE("Milk jug", "19") \
        WARE("Bread board", "24") WARE("Salt cellar", "12") "</ul>" line "</main><footer><p>Lamp House, Mill Lane 4</p></footer>"
    const struct judge_piece *p = piece_of(judged(a, WARES(""), WARES("<p>Loading…</p>")), PIECE_ADDED);
    ok(p && p->place == PLACE_NOTICE && !p->headed, "a line that stands for what is loaded");
    p = piece_of(judged(a, WARES(""), WARES("<p>Ask inside</p>")), PIECE_ADDED);
    ok(p && p->place == PLACE_OTHER && p->headed, "a line that says something");
}

static void test_zeros(struct arena *a)
{
    const struct judge_piece *p =
        piece_of(judged(a, "<p>Told on 2031/6/7 in the hall.", "<p>Told on 2031/06/07 in the hall."), PIECE_CHANGED);
    ok(!p || !p->came[SHAPE_TIME], "the same day with zeros");
    p = piece_of(judged(a, "<p>Told on 2031/6/7 in the hall.", "<p>Told on 2031/06/08 in the hall."), PIECE_CHANGED);
    ok(p && p->came[SHAPE_TIME], "another day");
}

static void check_amount(struct arena *a, const char *old, const char *new, bool same)
{
    const struct judge_piece *p = piece_of(judged(a, old, new), PIECE_CHANGED);
    ok(p && (p->came[SHAPE_NUMBER] + p->came[SHAPE_PRICE] == 0) == same, "%s, then %s: %s", old, new,
       same ? "the same" : "another");
}

static void test_amounts(struct arena *a)
{
    check_amount(a, "<p>A share costs 98.5 HKD now", "<p>A share costs 98.50 HKD now", true);
    check_amount(a, "<p>A share costs 98 euro now", "<p>A share costs 98.00 euro now", true);
    check_amount(a, "<p>A share costs 1 euro now", "<p>A share costs 1.000 euro now", false);
    check_amount(a, "<p>A share costs 98.5 euro now", "<p>A share costs 98.51 euro now", false);
    check_amount(a, "<p>The pump lifts 4.5 buckets", "<p>The pump lifts 4.500 buckets", true);
    check_amount(a, "<p>Here is pump 2.1 for wells", "<p>Here is pump 2.10 for wells", false);
}

/* Names that stay however the comparison pairs the words. */
static void test_names(struct arena *a)
{
    struct judged *one = judged(a, "<p class=n>Made in 0.3 seconds by node 7<p>x", "<p class=n>Made in 0.9 seconds by node 12<p>x");
    struct judged *two = judged(a, "<p class=n>Made in 0.3 seconds by node 7<p>x", "<p class=n>Made in 0.5 seconds by node 7<p>x");
    ok(one->pieces.item[0].place_key == two->pieces.item[0].place_key, "one figure or two: the same place");
    struct judged *j = judged(a, "<p>Boats: Anna, Bess, Cora, Dolly<p>x", "<p>Boats: Dolly, Bess, Anna, Cora<p>x");
    ok(j->pieces.n && piece_of(j, PIECE_MOVED) && !piece_of(j, PIECE_CHANGED), "a list in one line in another order");
    j = judged(a, "<p>The dog bit the man<p>x", "<p>The man bit the dog<p>x");
    ok(piece_of(j, PIECE_MOVED) == NULL, "in a sentence the order is what it says");
    j = judged(a, "<p>The clerk wrote 4 days ago to Anna, Bess, Cora, Dolly.<p>One text that stays.",
               "<p>The clerk wrote 5 days ago to Dolly, Bess, Anna, Cora.<p>One text that stays.");
    ok(j->pieces.n && !piece_of(j, PIECE_CHANGED), "also with a time in it that ran on");
    j = judged(a, "<p>Our boats: Anna, Bess, Cora<p>One text that stays.", "<p>Our boats: Cora, Anna, Dora<p>One text that stays.");
    ok(piece_of(j, PIECE_CHANGED) != NULL, "not with another item");
    j = judged(a, "<p>Our boats: Anna, Anna, Cora<p>One text that stays.", "<p>Our boats: Cora, Anna, Cora<p>One text that stays.");
    ok(piece_of(j, PIECE_CHANGED) != NULL, "nor with one as often as another was");
    j = judged(a, "<p class=ad>Two umbrellas for one. Buy today.<p>x", "<p class=ad>Boots of leather here. Order now.<p>x");
    ok(j->pieces.n == 3 && j->pieces.item[0].place_key == j->pieces.item[1].place_key,
       "sentences that came together have one place");
}

/* A paragraph that is gone did not become the advert behind it. */
static void test_apart(struct arena *a)
{
    struct judged *j = judged(
        a, "<main><p>The bridge is open.<p>Boats stay in the harbour.<div class=ad><b>Two umbrellas for one</b></div></main>",
        "<main><p>The bridge is open.<div class=ad><b>Boots of leather here</b></div></main>");
    const struct judge_piece *gone = NULL;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        if (j->pieces.item[i].kind == PIECE_REMOVED && j->pieces.item[i].went[SHAPE_LETTERS] == 5)
            gone = &j->pieces.item[i];
    ok(gone != NULL, "it is a piece by itself");
}

/* What took the place of something else; in a list that has grown nothing did. */
static void test_swapped(struct arena *a)
{
    struct judged *j = judged(a, "<p>News<ul><li>Bakers win in court<li>Rain in May</ul>",
                              "<p>News<ul><li>Smiths lose a hammer<li>Rain in May</ul>");
    ok(piece_of(j, PIECE_ADDED) && piece_of(j, PIECE_ADDED)->swapped, "one text in the place of another");
    j = judged(a, "<h2>June</h2><p>Rain fell.<h2>May</h2><p>Old text here.",
               "<h2>July</h2><p>Sun shone.<p>Bees flew.<p>Cats slept.<h2>June</h2><p>Rain fell.<h2>May</h2><p>None.");
    ok(piece_of(j, PIECE_ADDED) && !piece_of(j, PIECE_ADDED)->swapped, "what a list has grown by");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_kinds(&a);
    test_exchanged(&a);
    test_long_lines(&a);
    test_shapes(&a);
    test_headed(&a);
    test_zeros(&a);
    test_amounts(&a);
    test_names(&a);
    test_apart(&a);
    test_swapped(&a);
    return tap_done();
}
