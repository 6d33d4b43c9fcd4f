/* Times that are spans, and dates. */
#include "judge/periods.h"

#include "tests/judge/judged.h"

#define STORY \
    "<main><h1>Returns</h1><p>What you have bought can be sent back, and we pay for the parcel if something was wrong with it.</p>" \
    "<p>The shop is in the old mill, and whoever comes by may leave things at the desk.</p>"

static void test_changed(struct arena *a)
{
    static const struct {
        const char *old, *new;
        bool period;
    } row[] = {
        { "Send it back within 30 days", "Send it back within 14 days", true },
        { "Send it back within 4 weeks", "Send it back within 30 days", true },
        { "Delivery takes 2 to 3 days", "Delivery takes 3 to 5 days", true },
        { "Kündigung mit einer Frist von 3 Monaten", "Kündigung mit einer Frist von 2 Wochen", true },
        { "Vous disposez d’un délai de 24 heures", "Vous disposez d’un délai de 12 heures", true },
        { "Send it back by 3 May 2031", "Send it back by 9 June 2031", false },
        { "Send it back by 3 May, 30 days at most", "Send it back by 9 May, 14 days at most", false },
        { "The desk opens at 9:00", "The desk opens at 10:30", false },
        { "返品は14日以内にお願いします", "返品は30日以内にお願いします", true },
        { "返品は5月14日にお願いします", "返品は5月30日にお願いします", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct judged *j =
            judged(a, arena_printf(a, STORY "<p>%s", row[i].old).ptr, arena_printf(a, STORY "<p>%s", row[i].new).ptr);
        ok(j->pieces.n == 1 && periods_changed(&j->delta, &j->pieces.item[0]) == row[i].period, "%s", row[i].new);
    }
}

/* Lines that came or went have their words on one page alone. */
static void test_whole(struct arena *a)
{
    struct judged *came = judged(a, STORY, STORY "<p>Send it back within 14 days."),
                  *went = judged(a, STORY "<p>Send it back within 14 days.", STORY),
                  *lost = judged(a, STORY "<p>You may send it back to us within 14 days.", STORY "<p>You may send it back to us.");
    ok(periods_changed(&came->delta, &came->pieces.item[0]), "a new line");
    ok(periods_changed(&went->delta, &went->pieces.item[0]), "one that is gone");
    ok(periods_changed(&lost->delta, &lost->pieces.item[0]), "and one that lost its time limit");
    struct judged *none = judged(a, STORY, STORY "<p>Send it back.");
    ok(!periods_changed(&none->delta, &none->pieces.item[0]), "a line without a time has none");
}

static void test_clock(struct arena *a)
{
    struct judged *clock = judged(a, STORY "<div>12</div><div>days</div><div>4</div><div>hours</div>",
                                  STORY "<div>11</div><div>days</div><div>9</div><div>hours</div>"),
                  *days = judged(a, STORY "<div>12</div><div>days</div>", STORY "<div>11</div><div>days</div>"),
                  *plans = judged(a, STORY "<div>12</div><div>months</div><div>24</div><div>months</div>",
                                  STORY "<div>10</div><div>months</div><div>20</div><div>months</div>");
    ok(clock->pieces.n == 2 && clock->pieces.item[0].came[SHAPE_COUNT] && clock->pieces.item[1].came[SHAPE_COUNT], "a clock");
    ok(days->pieces.n == 1 && !days->pieces.item[0].came[SHAPE_COUNT], "one figure is none");
    ok(plans->pieces.n == 2 && !plans->pieces.item[0].came[SHAPE_COUNT], "nor are two of one unit");
}

static void test_count_down(struct arena *a)
{
    static const struct {
        const char *old, *new;
        bool runs;
    } row[] = {
        { "The fair begins in 20 days and 14 hours", "The fair begins in 20 days and 2 hours", true },
        { "Troc aux plantes dans 20 jours et 14 heures", "Troc aux plantes dans 19 jours et 2 heures", true },
        { "Left: 3 days, 11 hours", "Left: 2 days, 3 hours", true },
        { "Send it back within 30 days", "Send it back within 14 days", false },
        { "It takes 1 year and 6 months", "It takes 1 year and 3 months", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct judged *j =
            judged(a, arena_printf(a, STORY "<p>%s", row[i].old).ptr, arena_printf(a, STORY "<p>%s", row[i].new).ptr);
        ok(j->pieces.n == 1 && periods_count_down(&j->delta, &j->pieces.item[0]) == row[i].runs, "%s: %s", row[i].new,
           row[i].runs ? "runs" : "does not run");
    }
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_clock(&a);
    test_count_down(&a);
    test_changed(&a);
    test_whole(&a);
    return tap_done();
}
