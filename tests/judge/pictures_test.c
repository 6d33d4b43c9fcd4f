/* Pictures that are news: those that a page is about. */
#include "judge/pictures.h"

#include "judge/wishes.h"
#include "tests/judge/course.h"
#include "tests/judge/judged.h"

#define PROSE \
    "<p>The harbour of the town is old, and much of what stands there was built before the railway came. Boats leave for the islands four " \
    "times a day, and twice on Sundays, from the pier behind the fish market. Whoever wants to take a bicycle should be there half an hour " \
    "before the boat leaves, as there is room for only eight of them. Tickets are sold on board, and in the small hall beside the tower, " \
    "where one can also wait in bad weather. Children under six travel for free, and so do dogs that are kept on a lead.</p>"

/* What is told of the second page, in one line; NULL: nobody is told. */
static void told(const char *what, const char *old, const char *new, const char *want)
{
    struct course c = { 0 };
    struct str headline = STR("");
    visit(&c, arena_printf(&c.kept, "<main><h1>The harbour</h1>%s</main>", old).ptr, NULL);
    bool any = visit(&c, arena_printf(&c.kept, "<main><h1>The harbour</h1>%s</main>", new).ptr, &headline);
    eq_str(any ? headline : STR("(nothing)"), str_of(want ? want : "(nothing)"), what);
    arena_drop(&c.kept);
}

/* Each visit finds another one, with an answer of the same moment that has the same, or without. */
static unsigned told_daily(bool probed)
{
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < 12; i++) {
        const char *page =
            arena_printf(&c.kept, "<main><h1>The comic</h1><img src=/%u.png alt='Number %u'></main>", 100 + i, i).ptr;
        told += visit(&c, page, NULL);
        if (probed && i == 0)
            probe(&c, page);
    }
    arena_drop(&c.kept);
    return told;
}

/* How likely a reader wants to know that the picture of a long text is another. */
static double chance_of(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    static const struct past none;
    struct judged *j = judged(&a, arena_printf(&a, "<main><h1>The harbour</h1>" PROSE "%s</main>", old).ptr,
                              arena_printf(&a, "<main><h1>The harbour</h1>" PROSE "%s</main>", new).ptr);
    struct evidence_context c = evidence_open(&j->delta, &none, &j->pieces);
    float amount[EVIDENCES] = { 0 };
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        struct evidence e = evidence_of(&c, &j->pieces.item[i]);
        for (unsigned k = 0; k < EVIDENCES; k++)
            amount[k] += e.amount[k];
    }
    return evidence_chance(evidence_odds(amount));
}

static void test_replaced(void)
{
    static const char *const another[][2] = {
        { "<img src=/i/hall-summer.jpg alt=Hall>", "<img src=/i/garden.jpg alt=Hall>" },
        { "<p><img src=/i/IMG_2301.jpg></p>", "<p><img src=/i/IMG_2417.jpg></p>" },
        { "<img src=/i/plan-20260503.png>", "<img src=/i/plan-20260611.png>" },
    };
    static const char *const same[][2] = {
        { "<img src=/i/hall.jpg?v=1>", "<img src=/i/hall.jpg?v=2>" },
        { "<img src=/i/hall.3f9ac21b.jpg>", "<img src=/i/hall.77acd21b.jpg>" },
        { "<img src=/i/arrow.svg>", "<img src=/i/star.svg>" },
        { "<img src=/i/hall.jpg width=16>", "<img src=/i/garden.jpg width=16>" },
    };
    for (size_t i = 0; i < ARRAY_LEN(another); i++) {
        double chance = chance_of(another[i][0], another[i][1]);
        ok(chance >= sensitivity_chance(SENSITIVITY_HIGH) && chance < sensitivity_chance(SENSITIVITY_NORMAL),
           "for who wants to hear much: %s, %.2f", another[i][1], chance);
    }
    for (size_t i = 0; i < ARRAY_LEN(same); i++)
        ok(chance_of(same[i][0], same[i][1]) < sensitivity_chance(SENSITIVITY_HIGH), "for nobody: %s", same[i][1]);
}

int main(void)
{
    test_replaced();
    eq_int(told_daily(true), 11, "a comic is told each day");
    ok(told_daily(false) <= 4, "what nobody looked at twice may be an advert");
    told("the picture of the day", "<img src=/d/16.png alt=Moon>", "<img src=/d/17.png alt=Moon>", "Picture: 17.png (was 16.png)");
    told("with words that say what it shows", "<img src=/d/16.png alt=Moon>", "<img src=/d/17.png alt='A dog in space'>",
         "Picture: A dog in space (was Moon)");
    told("beside a text", PROSE "<img src=/d/16.png alt=Moon>", PROSE "<img src=/d/17.png alt=Moon>", NULL);
    told("one of a strip of logos",
         "<p><img src=b.png alt=Baker><img src=s.png alt='Logo of the smith'><img src=c.png alt=Carter></p>",
         "<p><img src=b.png alt=Baker><img src=t.png alt='Logo of the tailor'><img src=c.png alt=Carter></p>", NULL);
    told("beside a text, with words", PROSE, PROSE "<p><img src=plan.png alt='Plan of the new wing'>",
         "Picture: Plan of the new wing (new)");
    told("beside a text, with words that no blanks part", PROSE, PROSE "<p><img src=plan.png alt='新館の案内図を公開しました'>",
         "Picture: 新館の案内図を公開しました (new)");
    told("whose address is the picture itself", "<img src=data:image/png;base64,AAAA>", "<img src=data:image/png;base64,BBBB>",
         NULL);
    told("by another address", "<img src=/d/16.png?v=1>", "<img src=/d/16.png?v=2>", NULL);
    told("small ones", "<img src=/d/16.png width=32>", "<img src=/d/17.png width=32>", NULL);
    told("drawings", "<img src=/d/16.svg>", "<img src=/d/17.svg>", NULL);
    told("adverts", "<a href=//ads.example/1><img src=/d/16.png></a>", "<a href=//ads.example/2><img src=/d/17.png></a>", NULL);
    told("in another order", "<p><img src=a.png><p><img src=b.png>", "<p><img src=b.png><p><img src=a.png>", NULL);
    told("one more", "<img src=a.png>", "<img src=a.png><p><img src=b.png>", NULL);
    return tap_done();
}
