/* Pictures that are news: those that a page is about. */
#include "judge/pictures.h"

#include "tests/judge/course.h"

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

int main(void)
{
    eq_int(told_daily(true), 11, "a comic is told each day");
    ok(told_daily(false) <= 4, "what nobody looked at twice may be an advert");
    told("the picture of the day", "<img src=/d/16.png alt=Moon>", "<img src=/d/17.png alt=Moon>", "Picture: 17.png (was 16.png)");
    told("with words that say what it shows", "<img src=/d/16.png alt=Moon>", "<img src=/d/17.png alt='A dog in space'>",
         "Picture: A dog in space (was Moon)");
    told("beside a text", PROSE "<img src=/d/16.png alt=Moon>", PROSE "<img src=/d/17.png alt=Moon>", NULL);
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
