/* Lines that were edited in a card that moved: they changed, and are not new. */
#include "judge/moved_edits.h"
#include "tests/judge/judged.h"

#define CARD(name, stars, price) "<li><h3>" name "</h3><p>Rated " stars " by our guests</p><p>" price " euro</p></li>"
#define LIST(cards) "<main><h1>Boats</h1><ul>" cards "</ul></main>"
#define SWAN(stars, price) CARD("Red swan with two oars", stars, price)
#define PIKE(stars, price) CARD("Long pike for four people", stars, price)
#define DUCK(stars, price) CARD("Small duck with a motor", stars, price)

static const struct judge_piece *piece_that_says(const struct judged *j, const char *words)
{
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        const struct judge_piece *p = &j->pieces.item[i];
        const struct page *page = p->old ? &j->old : &j->new;
        AUTO(buf) line = BUF(256);
        if (p->sentence == NONE)
            continue;
        page_words_line(page, page->sentence[p->sentence].word, page->sentence[p->sentence].end, &line);
        if (str_eq(buf_str(&line), str_of(words)))
            return p;
    }
    return NULL;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged(&a, LIST(SWAN("12", "20") PIKE("31", "35") DUCK("7", "50")),
                                    LIST(DUCK("8", "50") SWAN("12", "20") PIKE("31", "35")));
    const struct judge_piece *stars = piece_that_says(j, "Rated 8 by our guests");
    ok(stars && stars->kind == PIECE_CHANGED, "a line that was edited in a card that moved has changed");
    eq_int(stars ? stars->came[SHAPE_NUMBER] + stars->came[SHAPE_COUNT] : 0, 1, "only its figure came");
    eq_int(stars ? stars->kept : 0, 4, "its other words stayed");
    const struct judge_piece *price = piece_that_says(j, "50 euro");
    ok(price && price->kind == PIECE_MOVED, "a line of that card that says the same has moved");
    ok(!piece_that_says(j, "Rated 7 by our guests"), "what it said before is not gone by itself");
    const struct moved_partners same = moved_partners_of(&a, &judged(&a, LIST(SWAN("1", "2")), LIST(SWAN("1", "3")))->delta);
    ok(same.new_to_old, "where nothing moved the partners are those of the comparison");

    struct moved_partners p = moved_partners_of(&a, &j->delta);
    bool inverse = true, equal = true;
    for (uint32_t w = 0; w < j->new.n_words; w++)
        if (p.new_to_old[w] != NONE) {
            inverse &= p.old_to_new[p.new_to_old[w]] == w;
            equal &= j->new.symbol[w] == j->old.symbol[p.new_to_old[w]];
        }
    ok(inverse, "partners are each other's");
    ok(equal, "partners are the same word");
    return tap_done();
}
