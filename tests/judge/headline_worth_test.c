/* What a piece is worth as a headline by itself. */
#include "judge/headline_worth.h"

#include "tests/judge/judged.h"

/* The worth of the first piece of a kind. */
static struct headline_worth worth_of(struct arena *a, const char *old, const char *new, enum piece_kind kind)
{
    const struct judged *j = judged(a, old, new);
    const struct headline_worth *worth = headline_worths(a, &j->delta, &j->pieces);
    const struct judge_piece *piece = piece_of(j, kind);
    return worth[piece - j->pieces.item];
}

static double came(struct arena *a, const char *html)
{
    return worth_of(a, "<p>The ferry leaves at noon.", html, PIECE_ADDED).value;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    static const char sentence[] = "<p>The ferry leaves at noon.<p>A new bridge opens next week.";
    ok(came(&a, "<p>The ferry leaves at noon.<h2>A bridge</h2>") > came(&a, sentence), "a heading stands for what is below it");
    ok(came(&a, sentence) > came(&a, "<p>The ferry leaves at noon.<p>Bridge"), "more words say more");
    ok(came(&a, sentence) > worth_of(&a, sentence, "<p>The ferry leaves at noon.", PIECE_REMOVED).value,
       "what is gone is only missed");
    ok(came(&a, sentence) > came(&a, "<p>The ferry leaves at noon.<p>[en] [de] [fr] [it]"), "codes say little");
    struct headline_worth was = worth_of(&a, "<p>Old mill: open!<p>x", "<p>x", PIECE_REMOVED),
                          is = worth_of(&a, "<p>x", "<p>x<p>old “Mill” open", PIECE_ADDED);
    ok(was.letters && was.letters != worth_of(&a, "<p>x", "<p>x<p>New mill open", PIECE_ADDED).letters, "letters tell lines apart");
    ok(is.letters && was.letters == worth_of(&a, "<p>x", "<p>x<p>old mill, open", PIECE_ADDED).letters,
       "marks and capitals do not");
    ok(worth_of(&a, "<ul><li>Oak", "<ul><li>Oak<li>Elm", PIECE_ADDED).record != NONE
           && worth_of(&a, "<p>The ferry leaves at noon.", sentence, PIECE_ADDED).record == NONE,
       "an item that came is a record");
    ok(worth_of(&a, "<h2>Conclusions of the contract</h2>", "<h2>Conclusion of the contract</h2>", PIECE_CHANGED).slight
           && !worth_of(&a, "<h2>Conclusions of the contract</h2>", "<h2>Conclusions of the court</h2>", PIECE_CHANGED).slight,
       "a heading that lost a letter says nothing new");
    return tap_done();
}
