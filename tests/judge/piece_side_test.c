/* One page of a change: which sentence holds a word, and what places are called. */
#include "judge/piece_side.h"

#include "judge/past.h"
#include "judge/piece_part.h"
#include "tests/judge/course.h"
#include "tests/judge/judged.h"

static void test_sentences(struct arena *a)
{
    struct judged *j = judged(a, "<p>One is here. Two is there.<p>Three<p>Four is the last one.", "<p>x");
    const struct page *p = &j->old;
    uint32_t last = 0, wrong = 0;
    for (uint32_t w = 0; w < p->n_words; w++) {
        uint32_t found = sentence_near(p, w, &last);
        wrong += w < p->sentence[found].word || w >= p->sentence[found].end;
    }
    for (uint32_t w = p->n_words; w-- > 0;) {
        uint32_t found = sentence_near(p, w, &last);
        wrong += w < p->sentence[found].word || w >= p->sentence[found].end;
    }
    eq_int(wrong, 0, "each word is found in its sentence, in any order");
    ok(piece_is_gap(&judged(a, "<?xml version='1.0'?><a><b>one</b></a>", "<p>x")->old) && !piece_is_gap(p),
       "elements part a page, not a feed");
}

/* The same place is found again, whatever stands there; another sentence is another place. */
static void test_keys(struct arena *a)
{
    struct judged *one = judged(a, "<p class=n>3 users online<p>x", "<p class=n>4 users online<p>x");
    struct judged *two = judged(a, "<p class=n>9 users online<p>x", "<p class=n>7 users online<p>x");
    struct judged *other = judged(a, "<p class=n>9 books sold<p>x", "<p class=n>7 books sold<p>x");
    ok(one->pieces.item[0].place_key == two->pieces.item[0].place_key, "a counter keeps its place");
    ok(one->pieces.item[0].place_key != other->pieces.item[0].place_key, "another counter has another");
    ok(one->pieces.item[0].text_key != two->pieces.item[0].text_key, "texts differ");
    one = judged(a, "<x-box><p>3 users online</x-box>", "<x-box><p>4 users online</x-box>");
    two = judged(a, "<h1>Some other words before</h1><x-box><p>9 users online</x-box>",
                 "<h1>Some other words before</h1><x-box><p>7 users online</x-box>");
    ok(one->pieces.item[0].place_key == two->pieces.item[0].place_key, "also in an element of the page's own making");
    one = judged(a, "<p class=n>3 users online<p>x", "<p class=n>4 users online<p>x");
    struct judged *back = judged(a, "<p class=n>4 users online<p>x", "<p class=n>3 users online<p>x");
    ok(one->pieces.item[0].gone_key == back->pieces.item[0].text_key, "what went is known when it comes back");
}

/* The end of a line is not what a text stands by: two people of a list are two places. */
static void test_lines(struct arena *a)
{
    struct judged *one =
        judged(a, "<p>Ada<br>Baker<br><p>Bob<br>Baker<br>", "<p>Ada<br>Master of the guild<br><p>Bob<br>Baker<br>");
    struct judged *two =
        judged(a, "<p>Ada<br>Baker<br><p>Bob<br>Baker<br>", "<p>Ada<br>Baker<br><p>Bob<br>Master of the guild<br>");
    const struct judge_piece *p = piece_of(one, PIECE_ADDED), *q = piece_of(two, PIECE_ADDED);
    ok(p && q && p->place_key != q->place_key, "lines behind two names are two places");
}

#define GOODS(a, b) "{\"took\":" a ",\"goods\":[" b "]}"
#define PAN(price, code) "{\"name\":\"Copper pan\",\"price\":" price ",\"image\":\"/p/pan.jpg?v=" code "\"}"
#define POT(price, code) "{\"name\":\"Iron pot\",\"price\":" price ",\"image\":\"/p/pot.jpg?v=" code "\"}"

/* A list of JSON that is in another order at each answer: what a probe saw there says nothing of its values. */
static void test_shuffled(void)
{
    struct course c = { .type = "application/json" };
    struct str headline;
    visit(&c, GOODS("3", PAN("64", "4352") "," POT("31", "4352")), NULL);
    probe(&c, GOODS("9", POT("31", "998") "," PAN("64", "998")));
    bool quiet = !visit(&c, GOODS("4", POT("31", "1077") "," PAN("64", "1077")), NULL);
    probe(&c, GOODS("8", PAN("64", "61") "," POT("31", "61")));
    quiet &= !visit(&c, GOODS("5", PAN("64", "7352") "," POT("31", "7352")), NULL);
    ok(quiet, "another order is no news");
    bool told = visit(&c, GOODS("2", POT("31", "8811") "," PAN("69", "8811")), &headline);
    ok(told && str_find(headline, STR("69"), 0) != SIZE_MAX, "a price is, though all around it moved: %.*s", STR_ARG(headline));
    ok(!visit(&c, GOODS("7", PAN("69", "552") "," POT("31", "552")), NULL), "another order is none after it");
    arena_drop(&c.kept);
}

#define RULES(fee, hour) \
    "RULES\n\n1. You may leave within 14 days.\n2. The fee is " fee " EUR.\n\nLast generated: 2026-11-17 0" hour ":00\n"

/* A line that changes on each visit, and what is written behind it, are two places. */
static void test_behind(void)
{
    struct course c = { .type = "text/plain" };
    struct str headline;
    visit(&c, RULES("5", "1"), NULL);
    bool quiet = !visit(&c, RULES("5", "2"), NULL);
    quiet &= !visit(&c, RULES("5", "3"), NULL);
    quiet &= !visit(&c, RULES("5", "4"), NULL);
    ok(quiet, "when a text was generated is no news");
    bool told = visit(&c, RULES("6", "5") "3. Disputes go to arbitration.\n", &headline);
    ok(told && str_find(headline, STR("6 EUR"), 0) != SIZE_MAX && str_find(headline, STR("arbitration"), 0) != SIZE_MAX,
       "a clause behind that line is, beside a fee: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* Names are kept in the past of pages: what they are made of stays as it is. */
static void test_kept(struct arena *a)
{
    struct judged *j =
        judged(a, "<p>We bake bread<p class=n>The oven 3 is warm today", "<p>We bake bread<p class=n>The oven 4 is cold today");
    const struct judge_piece *p = &j->pieces.item[0];
    struct piece_parts parts = piece_parts_open(a, &j->delta);
    struct past_spot spot = { .id = 17 };
    eq_int(p->place_key >> 32, 0x96350bdc, "the place");
    eq_int(p->shelf_key >> 32, 0xebb649e4, "all at its path");
    eq_int(p->stem_key >> 32, 0x1133b66c, "the words it begins with");
    eq_int(p->text_key >> 32, 0xb2e50cd2, "its words of letters");
    eq_int(piece_part_key(&parts, p) >> 32, 0x99d21429, "its part");
    eq_int(piece_line_key(&parts, p) >> 32, 0x78565ddf, "its line");
    eq_int(past_spot_key(&spot) >> 32, 0x9a74fd6a, "a spot");
    j = judged(a, "<p>We bake bread", "<p>We bake bread<p>Now we sell cakes and pies as well, 3 of each");
    p = &j->pieces.item[0];
    eq_int(p->place_key >> 32, 0x6e9363db, "a place behind a line");
    eq_int(p->text_key >> 32, 0xc80248b8, "a long sentence");
    eq_int(piece_like_key(&j->delta, p) >> 32, 0x9667a2a5, "lines like it");
    j = judged(a, "<p><a href=/a>one</a> two", "<p><a href=/b>one</a> two");
    eq_int(j->pieces.item[0].place_key >> 32, 0x15852cf4, "a link that leads elsewhere");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_sentences(&a);
    test_keys(&a);
    test_behind();
    test_lines(&a);
    test_shuffled();
    test_kept(&a);
    return tap_done();
}
