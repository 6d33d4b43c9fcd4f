/* What speaks for telling a change: amounts by kind, what the past leaves of them, and laws of the odds. */
#include <math.h>

#include "judge/wishes.h"
#include "tests/judge/judged.h"

#define STORY \
    "<main><h1>The bridge</h1><p>The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring " \
    "of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people.</p>"

static double odds_of(const struct judged *j, const struct past *past)
{
    struct evidence_context context = evidence_open(&j->delta, past, &j->pieces);
    float amount[EVIDENCES] = { 0 };
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        struct evidence e = evidence_of(&context, &j->pieces.item[i]);
        for (unsigned k = 0; k < EVIDENCES; k++)
            amount[k] += e.amount[k];
    }
    return evidence_odds(amount);
}

/* The day and minute in a row that came or went are of what takes place then; beside no row a machine wrote them. */
static void test_rows(struct arena *a)
{
#define BOAT(name, when) "<tr><td>" name "<td>" when
    struct past *none = NEW(a, struct past);
    struct judged *row =
        judged(a, STORY "<table>" BOAT("Ash", "2027/03/04 13:37") BOAT("sep-02.ics", "2027/03/04 13:39") "</table>",
               STORY "<table>" BOAT("Ash", "2027/03/04 13:37") "</table>");
    struct judged *line = judged(a, STORY "<p>2027/03/04 13:37</p>", STORY);
    struct evidence_context rows = evidence_open(&row->delta, none, &row->pieces),
                            lines = evidence_open(&line->delta, none, &line->pieces);
    bool counter = false;
    for (uint32_t i = 0; i < row->pieces.n; i++)
        counter |= evidence_of(&rows, &row->pieces.item[i]).noise == NOISE_COUNT;
    ok(row->pieces.n == 2 && !counter, "a row with its time is no counter");
    eq_int(evidence_of(&lines, &line->pieces.item[0]).noise, NOISE_COUNT, "a time by itself runs");
    struct judged *show = judged(a, STORY "<p><img src=a.png alt='Boats'> Next race: 3 May 2027 9:25</p>",
                                 STORY "<p><img src=b.png alt='Ein Boot vor einem Haus'> Next race: 10 May 2027 9:25</p>");
    struct evidence_context shows = evidence_open(&show->delta, none, &show->pieces);
    ok(evidence_of(&shows, &show->pieces.item[0]).noise != NOISE_COUNT, "what a picture shows does not make it one");
}

static void test_kinds(struct arena *a)
{
    struct past *none = NEW(a, struct past);
    double nothing = evidence_odds((float[EVIDENCES]){ 0 });
    double story = odds_of(judged(a, STORY, STORY "<p>The old ferry will stay for another summer."), none);
    double menu =
        odds_of(judged(a, STORY "</main><footer>Imprint</footer>", STORY "</main><footer>Imprint and forum</footer>"), none);
    double stock = odds_of(judged(a, STORY "<p>Tickets: in stock", STORY "<p>Tickets: sold out"), none);
    double link = odds_of(judged(a, STORY "<p><a href=/a>more</a>", STORY "<p><a href=/b>more</a>"), none);
    ok(story > 0 && stock > 0, "a new sentence and a state are told: %g, %g", story, stock);
    ok(menu < -1.5 && link < -1.5, "a footer and an address are not: %g, %g", menu, link);
    ok(fabs(odds_of(judged(a, STORY, STORY), none) - nothing) < 1e-9, "nothing speaks for nothing");
    struct judged *legal = judged(a, "<title>Terms of use</title>" STORY "<p>Last revised: May 3, 2024",
                                  "<title>Terms of use</title>" STORY "<p>Last revised: June 9, 2024");
    struct judged *plain = judged(a, STORY "<p>Last revised: May 3, 2024", STORY "<p>Last revised: June 9, 2024");
    ok(odds_of(legal, none) > odds_of(plain, none), "the date of a legal text says more than another");
#define HEADER(text) "<title>Terms of use</title><header><p>" text "</header>" STORY
    double header = odds_of(judged(a, HEADER("In force since May 3, 2024"), HEADER("In force since June 9, 2024")), none);
    double offer =
        odds_of(judged(a, HEADER("Boats"), HEADER("Boats<p>Join us on May 3, 2024 for a walk around the old mill")), none);
    ok(header > 0 && offer < -1.5, "in a header the day is that of the text where little else is said: %g, %g", header, offer);
    struct judged *guard = judged(a, "<title>The GNU Privacy Guard</title>" STORY "<p>Last revised: May 3, 2024",
                                  "<title>The GNU Privacy Guard</title>" STORY "<p>Last revised: June 9, 2024");
    ok(odds_of(guard, none) < odds_of(legal, none), "a program for privacy is not a legal text");
    const double told = log(0.2 / 0.8); /* as wishes.c has it */
    ok(odds_of(judged(a, STORY "<p>Opening ceremony begins on May 3, 2024", STORY "<p>Opening ceremony begins on June 9, 2024"),
               none)
               > told
           && odds_of(judged(a, STORY "<dl><dt>When:<dd>May 3, 2024</dl>", STORY "<dl><dt>When:<dd>June 9, 2024</dl>"), none)
                  > told,
       "the date of an event that was put off is told");
    ok(odds_of(plain, none) < told, "and that of the page is not");
    struct judged *stamps = judged(a, STORY "<p>Races, updated 2026-04-20<p>Boats, updated 2026-04-20",
                                   STORY "<p>Races, updated 2026-04-21<p>Boats, updated 2026-04-21");
    ok(fabs(odds_of(stamps, none) - nothing) < 1e-9, "however many parts of it say so");
    struct judged *said =
        judged(a, STORY "<p>These conditions hold from May 3, 2024", STORY "<p>These conditions hold from June 9, 2024");
    ok(odds_of(said, none) > odds_of(plain, none), "also where only the sentence calls itself one");
    struct judged *named = judged(a, "<title>Terms of May 2024</title>" STORY, "<title>Terms of June 2024</title>" STORY);
    struct judged *other = judged(a, "<title>Notes of May 2024</title>" STORY, "<title>Notes of June 2024</title>" STORY);
    ok(odds_of(named, none) > odds_of(other, none), "and where its title names the version");
}

/* "Today" becomes the date of that day by itself. */
static void test_days(struct arena *a)
{
    struct past *none = NEW(a, struct past);
    const double told = log(0.2 / 0.8); /* as wishes.c has it */
#define FILM(day) STORY "<h2>The mill</h2><p>" day "</p><p>Doors at 20:30</p>"
    ok(odds_of(judged(a, FILM("Today"), FILM("Monday, 12 January")), none) < told, "the date stands where today stood");
    ok(odds_of(judged(a, FILM("Tomorrow"), FILM("Today")), none) < told, "and today where tomorrow did");
    ok(odds_of(judged(a, FILM("Today"), FILM("Cancelled")), none) > told, "another word is news");
#undef FILM
}

/* A list below a heading of the content is content, though nobody takes it for prose. */
static void test_headed(struct arena *a)
{
#define GUILD(second) \
    "<div><article><h1>The guild</h1><p>The guild of this town has met at the mill since the bridge was built, and it keeps the roads in " \
    "order.</p></article><article><p>Whoever has carried stones for a year and a day may join it, and pays two coins in spring.</p>" \
    "</article><h2>Members of the guild</h2><ul><li><a href=/a>Ada Miller</a>" second "<li><a href=/c>Cid Mason</a></ul></div>"
    struct past *none = NEW(a, struct past);
    const struct judged *j = judged(a, GUILD("<li><a href=/b>Bob Carter</a>"), GUILD(""));
    const struct judge_piece *gone = piece_of(j, PIECE_REMOVED);
    struct evidence_context context = evidence_open(&j->delta, none, &j->pieces);
    ok(gone && gone->headed && evidence_of(&context, gone).amount[EVIDENCE_MAIN_GONE] == 2, "a member who left the guild");
    const struct judged *menu = judged(a, "<nav><ul><li><a href=/a>Ada Miller</a><li><a href=/b>Bob Carter</a></ul></nav>" STORY,
                                       "<nav><ul><li><a href=/a>Ada Miller</a></ul></nav>" STORY);
    gone = piece_of(menu, PIECE_REMOVED);
    ok(gone && !gone->headed, "an item of a menu is not below a heading");
#undef GUILD
}

/* A counter in the main content, visit by visit. */
static void test_past(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    double first = 0, last = 0;
    for (unsigned i = 0; i < 9; i++) {
        struct judged *j = judged(a, arena_printf(a, STORY "<p>Seen by %u people", 100 + i).ptr,
                                  arena_printf(a, STORY "<p>Seen by %u people", 101 + i).ptr);
        last = odds_of(j, past);
        first = i ? first : last;
        evidence_learn(past, &j->pieces, false);
    }
    ok(last < first - 1, "a counter is learnt: %g, then %g", first, last);
    struct judged *both =
        judged(a, STORY "<p>Seen by 300 people", STORY "<p>Seen by 301 people<p>The old ferry will stay for another summer.");
    ok(odds_of(both, past) > 0, "what is new beside it is told");
    struct past *flips = NEW(a, struct past);
    struct judged *j = judged(a, STORY "<p>Buy a red bicycle", STORY "<p>Eat fresh herring now");
    evidence_learn(flips, &j->pieces, false);
    j = judged(a, STORY "<p>Eat fresh herring now", STORY "<p>Buy a red bicycle");
    ok(odds_of(j, flips) < odds_of(j, NEW(a, struct past)) - 1, "what was there before is not new");
    struct past *probe = NEW(a, struct past);
    evidence_learn(probe, &j->pieces, true);
    j = judged(a, STORY "<p>Buy a red bicycle", STORY "<p>Learn to play the violin");
    ok(odds_of(j, NEW(a, struct past)) > 0, "an advert is told once");
    j = judged(a, STORY "<p>Seen by 1 people", STORY "<p>Seen by 2 people");
    evidence_learn(probe, &j->pieces, true);
    ok(fabs(odds_of(j, probe) - evidence_odds((float[EVIDENCES]){ 0 })) < 0.5, "what a probe found is never told");
}

/* Whether a page that nobody has visited before has put off an event. */
static bool puts_off(struct arena *a, const char *old, const char *new)
{
    struct judged *j = judged(a, old, new);
    struct evidence_context c = evidence_open(&j->delta, NEW(a, struct past), &j->pieces);
    float n = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        struct evidence e = evidence_of(&c, &j->pieces.item[i]);
        n += e.amount[EVIDENCE_EVENT_TIME] + e.amount[EVIDENCE_TEXT_TIME];
    }
    return n > 0;
}

/* What a time is called that takes the place of another. */
static void test_times(struct arena *a)
{
#define TERMS "<title>Terms of use</title>" STORY
    static const struct {
        const char *old, *new;
        enum evidence_kind kind;
    } row[] = {
        { STORY "<p>The concert begins on May 3", STORY "<p>The concert begins on June 9", EVIDENCE_EVENT_TIME },
        { STORY "<p>The road is blocked until May 3", STORY "<p>The road is blocked until June 9", EVIDENCE_TEXT_TIME },
        { STORY "<p>You can return it within 30 days", STORY "<p>You can return it within 14 days", EVIDENCE_PERIOD },
        { STORY "<p>The delivery takes 30 days", STORY "<p>The delivery takes 14 days", EVIDENCE_PERIOD },
        { TERMS "<p>You can cancel it within 30 days", TERMS "<p>You can cancel it within 14 days", EVIDENCE_PERIOD },
        { TERMS "<p>Last revised: May 3, 2024", TERMS "<p>Last revised: June 9, 2024", EVIDENCE_LEGAL_TIME },
        { STORY, STORY "<p>May 22, 2002: Under certain conditions the door of the lift does not open.", EVIDENCE_TEXT_TIME },
    };
    static const enum evidence_kind kinds[] = { EVIDENCE_EVENT_TIME, EVIDENCE_TEXT_TIME, EVIDENCE_PERIOD, EVIDENCE_LEGAL_TIME };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct judged *j = judged(a, row[i].old, row[i].new);
        struct evidence_context c = evidence_open(&j->delta, NEW(a, struct past), &j->pieces);
        struct evidence e = evidence_of(&c, &j->pieces.item[0]);
        bool fits = true;
        for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
            fits &= (e.amount[kinds[k]] > 0) == (kinds[k] == row[i].kind);
        ok(fits && evidence_names_times(e.amount), "%s: %s", evidence_words(row[i].kind), row[i].new + strlen(STORY));
    }
}

/* A line with nothing but a date may be the day of the visit. Several days are not. */
static void test_events(struct arena *a)
{
    static const struct {
        const char *old, *new;
        bool event;
    } row[] = {
        { STORY "<p>April 6-7, 2024", STORY "<p>October 6-8, 2024", true },
        { STORY "<p>6. – 7. April 2024", STORY "<p>6. – 8. Oktober 2024", true },
        { STORY "<p>April 6 - May 7, 2024", STORY "<p>October 6 - November 8, 2024", true },
        { STORY "<p>April 6, 2024 - May 7, 2024", STORY "<p>October 6, 2024 - November 8, 2024", true },
        { STORY "<p>April 6, 2024", STORY "<p>October 8, 2024", false },
        { STORY "<p>2024-04-06", STORY "<p>2024-10-08", false },
        { STORY "<ul><li>April 6, 2024<li>May 9, 2024</ul>", STORY "<ul><li>April 6, 2024<li>May 12, 2024</ul>", true },
        { STORY "<ul><li>11:25<li>11:55</ul>", STORY "<ul><li>11:25<li>12:55</ul>", false },
        { STORY "<p>11:25-11:55", STORY "<p>12:25-12:55", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(puts_off(a, row[i].old, row[i].new) == row[i].event, "%s", row[i].new);
}

/* How much of a state the change has. */
static double states_of(struct arena *a, const char *old, const char *new)
{
    struct judged *j = judged(a, old, new);
    struct evidence_context c = evidence_open(&j->delta, NEW(a, struct past), &j->pieces);
    double n = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        n += (double)evidence_of(&c, &j->pieces.item[i]).amount[EVIDENCE_STATE];
    return n;
}

/* A state counts where it changed, not where it stands at the other end of the line. */
static void test_states(struct arena *a)
{
#define SHOP(text) STORY "<p>" text "</p>"
    ok(states_of(a, SHOP("In stock · last bought by somebody in Leeds"), SHOP("In stock · last bought by somebody in Wales")) == 0,
       "what stands elsewhere in the line stays");
    ok(states_of(a, SHOP("In stock · last bought by somebody in Leeds"), SHOP("Sold out · last bought by somebody in Leeds")) > 0,
       "another state is news");
    ok(states_of(a, SHOP("Oak table: not available"), SHOP("Oak table: available")) > 0, "also where only a small word went");
    ok(states_of(a, SHOP("Oak table: available"), SHOP("Oak table: available again")) > 0, "or came");
#undef SHOP
    const double told = log(0.2 / 0.8); /* as wishes.c has it */
    struct past *none = NEW(a, struct past);
    ok(odds_of(judged(a, STORY "<p>The groups of the council adjourned the debate yesterday in the hall",
                      STORY "<p>The groups of the council adjourned the debate on Sunday in the hall"),
               none)
           < told,
       "the same day in other words is not told");
#define WALK "<p>A walk by night with the miller, the baker, two cats and all who can carry a lantern, a loaf or a ladder"
    ok(states_of(a, WALK, WALK " (sold out)") > 0, "a state in brackets behind a long line");
    ok(states_of(a, "<p>(To be released) Walk with the miller, the baker, two cats and all who can carry a loaf or a ladder",
                 "<p>Walk with the miller, the baker, two cats and all who can carry a loaf or a ladder")
           > 0,
       "one that is gone from before it");
    ok(states_of(a, WALK " until it is made available to all", WALK " until it was made available to all") <= 0,
       "not a word in a long sentence");
}

#define GOODS(oak, elm, ash) \
    "<main><h1>The shop</h1><p>All that is made here is made of wood from the valley, and by hand.</p><ul><li><p>Oak table<p>" oak \
    "<li><p>Elm bench<p>" elm "<li><p>Ash chair<p>" ash "</ul></main>"
#define ALL(button) GOODS(button, button, button)

/* A shop that speaks another language sells what it sold. */
static void test_buttons(struct arena *a)
{
    ok(states_of(a, ALL("Add to cart"), ALL("In den Warenkorb")) <= 0, "all buttons in other words are no other state");
    ok(states_of(a, ALL("Add to cart"), ALL("Sold out")) > 0, "sold out is one");
    ok(states_of(a, GOODS("Add to cart", "Sold out", "Sold out"), GOODS("Sold out", "Add to cart", "Sold out")) > 0,
       "and so is one that another thing has now");
    struct judged *j = judged(a, ALL("Add to cart"), ALL("Buy now"));
    ok(evidence_chance(odds_of(j, NEW(a, struct past))) < sensitivity_chance(SENSITIVITY_NORMAL),
       "nobody is told of the other words");
    j = judged(a, STORY "<p>3 days ago · 24 candidates · 2,013 views", STORY);
    ok(evidence_chance(odds_of(j, NEW(a, struct past))) < sensitivity_chance(SENSITIVITY_NORMAL), "nor of a tally that is gone");
    j = judged(a, ALL("Add to cart"), ALL("Sold out"));
    ok(evidence_chance(odds_of(j, NEW(a, struct past))) >= sensitivity_chance(SENSITIVITY_NORMAL),
       "but people are that all is sold");
}

static void test_laws(void)
{
    float amount[EVIDENCES] = { 0 };
    bool grows = true, positive = true;
    double before = evidence_odds(amount);
    for (unsigned i = 0; i < EVIDENCE_NONE; i++) {
        positive &= evidence_part(i, 1) >= 0;
        for (unsigned k = 0; k < 10; k++) {
            amount[i] += (float)k;
            double now = evidence_odds(amount);
            grows &= now >= before;
            before = now;
        }
    }
    ok(grows && positive, "more of anything never makes it less likely");
    ok(evidence_chance(0) > 0.49 && evidence_chance(0) < 0.51 && evidence_chance(-50) >= 0 && evidence_chance(50) <= 1,
       "a chance lies between 0 and 1");
    float price[EVIDENCES] = { [EVIDENCE_PRICE] = 2 };
    float legal[EVIDENCES] = { [EVIDENCE_LEGAL_TIME] = 1 }, spelling[EVIDENCES] = { [EVIDENCE_SPELLING] = 2 };
    ok(evidence_chance(evidence_odds(legal)) > 0.6, "the date of a legal text is the version in force");
    ok(evidence_chance(evidence_odds(spelling)) >= sensitivity_chance(SENSITIVITY_NORMAL)
           && evidence_chance(evidence_odds(spelling)) < 0.5,
       "a corrected spelling is hardly news");
    ok(evidence_chance(evidence_odds(price)) >= sensitivity_chance(SENSITIVITY_LOW),
       "one price in the place of another surely matters");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_kinds(&a);
    test_rows(&a);
    test_days(&a);
    test_past(&a);
    test_headed(&a);
    test_events(&a);
    test_times(&a);
    test_states(&a);
    test_buttons(&a);
    test_laws();
    return tap_done();
}
