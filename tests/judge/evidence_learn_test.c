/* What a visit leaves in the past of its page, and what a probe does. */
#include "judge/evidence.h"
#include "tests/judge/judged.h"

static const struct past_place *place_after(const struct past *past, const struct judged *j)
{
    return past_find(past, j->pieces.item[0].place_key);
}

static void test_visits(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    const struct judged *j = judged(a, "<p>The mill at the lake sells bread", "<p>The forge near town mends old kettles");
    evidence_learn(past, &j->pieces, false);
    eq_int(past->visits, 1, "a visit is counted");
    ok(place_after(past, j) && place_after(past, j)->changed == 1, "and so is the place that changed");
    ok(past_was_there(past, j->pieces.item[0].gone_key), "the text that went is remembered");
    ok(!past_was_there(past, j->pieces.item[0].text_key), "the one that came is not gone");
    eq_int(place_after(past, j)->probed, 0, "no probe has been made");
    evidence_learn(past, &j->pieces, true);
    eq_int(past->visits, 1, "a probe is no visit");
    eq_int(past->probes, 1, "it is counted apart");
    ok(place_after(past, j)->probed > 0, "the place differs between two answers of one moment");
}

static void test_returns(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    const char *mill = "<p>The mill at the lake sells bread", *forge = "<p>The forge near town mends old kettles";
    const struct judged *there = judged(a, mill, forge), *back = judged(a, forge, mill);
    evidence_learn(past, &there->pieces, false);
    eq_int(place_after(past, there)->returned, 0, "nothing came back yet");
    evidence_learn(past, &back->pieces, false);
    eq_int(place_after(past, back)->returned, 1, "a visit that brings a text back is one of returns");
}

/* Where nothing but figures change, the words of the line are its name; where words do, the line is one that changes. */
static void test_figures(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    const struct judged *figures = judged(a, "<p>Seen by 10 people", "<p>Seen by 11 people");
    evidence_learn(past, &figures->pieces, false);
    ok(place_after(past, figures) && place_after(past, figures)->changed == 1, "the place of a figure is learnt");
    const struct judged *moved = judged(a, "<p>One old house<p>Two new barns", "<p>Two new barns<p>One old house");
    struct past *none = NEW(a, struct past);
    evidence_learn(none, &moved->pieces, false);
    eq_int(none->n_places + none->n_texts, 0, "what only moved teaches nothing");
}

/* In two answers of one moment a line of a list that is shuffled may be taken for the next one: of it another figure is no other text. */
static void test_shuffled(struct arena *a)
{
#define GOODS(lamp, jug) \
    "<main><ul><li><h3>Lamp</h3>" lamp "<li><h3>Jug</h3><p>12,00 €</p>" jug "<li><h3>Pot</h3><p>9,00 €</p></ul></main>"
    const struct {
        const char *old, *new, *what;
        bool probed;
    } rows[] = {
        { GOODS("<p>seen by 4 people today</p>", "<p>seen by 7 people today</p>"), GOODS("<p>seen by 8 people today</p>", ""),
          "a line that stands there with another figure", false },
        { GOODS("<p>made of glass</p>", "<p>seen by 7 people today</p>"), GOODS("<p>made of glass</p>", ""), "a line that is gone",
          true },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct past *past = NEW(a, struct past);
        const struct judged *j = judged(a, rows[i].old, rows[i].new);
        const struct judge_piece *p = NULL;
        for (uint32_t k = 0; k < j->pieces.n; k++)
            p = j->pieces.item[k].kind == PIECE_REMOVED ? &j->pieces.item[k] : p;
        evidence_learn(past, &j->pieces, true);
        const struct past_place *zone = p && p->zone_key != p->place_key ? past_find(past, p->zone_key) : NULL;
        ok(p && (zone && zone->probed) == rows[i].probed, "in a probe %s", rows[i].what);
    }
}

/* What is kept of a change for a later look says as much as what was known when it came. */
static void test_known(struct arena *a)
{
    struct past *past = NEW(a, struct past), *known = NEW(a, struct past);
    const struct judged *j = judged(a, "<p>Our shop had visits yesterday: 4", "<p>Our shop had visits yesterday: 7");
    for (unsigned i = 0; i < 6; i++)
        evidence_learn(past, &j->pieces, false);
    past_read(known, evidence_known(a, past, &j->pieces));
    uint64_t key = j->pieces.item[0].place_key;
    eq_int(known->clock, past->clock, "when it was known");
    eq_int(past_worth(known, past_find(known, key)), past_worth(past, past_find(past, key)), "what its place is worth");
    ok(past_worth(past, past_find(past, key)) > 0, "which is something");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_visits(&a);
    test_returns(&a);
    test_figures(&a);
    test_shuffled(&a);
    test_known(&a);
    return tap_done();
}
