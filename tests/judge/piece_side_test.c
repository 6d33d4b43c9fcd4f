/* One page of a change: which sentence holds a word, and what places are called. */
#include "judge/piece_side.h"
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

int main(void)
{
    AUTO(arena) a = { 0 };
    test_sentences(&a);
    test_keys(&a);
    test_lines(&a);
    return tap_done();
}
