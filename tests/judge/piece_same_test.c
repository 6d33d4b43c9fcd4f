/* Words that say the same in another form are words that stay. */
#include "judge/piece_same.h"

#include "tests/judge/judged.h"

static void changed(const char *old, const char *new, bool want)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged(&a, arena_printf(&a, "<p>%s</p>", old).ptr, arena_printf(&a, "<p>%s</p>", new).ptr);
    uint32_t words = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        words += piece_has_words(&j->pieces.item[i]);
    ok((words > 0) == want, "%s, then %s: %s", old, new, want ? "another" : "the same");
}

static void respelled(const char *old, const char *new, bool want)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged(&a, arena_printf(&a, "<p>%s</p>", old).ptr, arena_printf(&a, "<p>%s</p>", new).ptr);
    const struct judge_piece *p = piece_of(j, PIECE_CHANGED);
    ok(p && p->respelled == want, "%s, then %s: %s", old, new, want ? "spelled differently" : "another");
}

/* What hangs on a code changes with it, as a whole, but the number in it is what it was. */
static void test_beside_code(void)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged_as(&a, KIND_JSON, "{\"poster\":\"https://img.stage.example/26.jpg?sig=64533e0f3cb14c7b4cf0\"}",
                                       "{\"poster\":\"https://img.stage.example/26.jpg?sig=84533e0f3cb14c7b4c11\"}");
    ok(j->pieces.n == 1 && j->pieces.item[0].came[SHAPE_TOKEN] && !j->pieces.item[0].came[SHAPE_NUMBER],
       "only the code is another");
}

int main(void)
{
    test_beside_code();
    respelled("The comittee will recieve it on that day", "The committee will receive it on that day", true);
    respelled("The committee may sell it on that day", "The committee must sell it on that day", false);
    respelled("The comittee will meet on 4 chairs", "The committee will meet on 5 chairs", false);
    changed("Fees of the school", "FEES of the School", false);
    changed("Fees of the school", "Fines of the school", true);
    changed("It costs 98 euro a month", "It costs 98.00 euro a month", false);
    changed("It costs 98 euro a month", "It costs 98.50 euro a month", true);
    changed("Uptime 98.5 percent so far", "Uptime 98.500 percent so far", false);
    changed("The tool is at 2.1 for all", "The tool is at 2.10 for all", true);
    changed("Open until 2031/6/7 for all", "Open until 2031/06/07 for all", false);
    changed("Open until 2031/6/7 for all", "Open until 2031/6/8 for all", true);
    changed("We have 44 of 58 rooms", "We have 45 of 60 rooms", true);
    changed("It weighs 12kg in all", "It weighs 12 kg in all", false);
    changed("It costs 1200 euro a month", "It costs 1 200 euro a month", false);
    changed("It has the rooms 1 2 for all", "It has the rooms 12 for all", true);
    changed("Opendaily for all of us", "Open daily for all of us", false);
    changed("It leaves at noon today", "It leaves at noon\u200e today", false);
    changed("The first office of all", "The \ufb01rst o\ufb03ce of all", false);
    changed("See ABC 123 for it all", "See \uff21\uff22\uff23 \uff11\uff12\uff13 for it all", false);
    changed("It is 4 x 5 metres wide", "It is 4 \u00d7 5 metres wide", false);
    changed("<span style=\"white-space:pre\">do it now for us", "<span style=\"white-space:pre\">doit now for us", true);
    changed("We can not sail in it", "We can sail in it", true);
    return tap_done();
}
