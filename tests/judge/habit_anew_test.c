/* Pages that a program makes anew for each load: what changed on the visit before is noise there, and what people wait for is not. */
#include "tests/judge/course.h"

enum { VISITS = 12 };

#define TOWN \
    "<header><p>The town of Quay</p></header><main><h1>The harbour</h1><p>The council has decided on the new bridge after a debate of six " \
    "hours, and work on it begins in the spring of next year.</p><p>It will be the third bridge of the town, wide enough for two carts " \
    "and a row of people.</p>"

/* What stands on the page on one visit, beside what differs on each load. */
typedef const char *part_at(struct arena *a, unsigned visit);

static const char *page_of(struct arena *a, part_at *part, unsigned visit, unsigned load)
{
    static const char *const guests[] = { "an owl", "two larks", "three cranes", "a wren" };
    return arena_printf(a, TOWN "%s</main><aside><p>Now on the lake: %s and %u ducks</p></aside>", part(a, visit),
                        guests[load % ARRAY_LEN(guests)], 10 + 7 * load)
        .ptr;
}

/* How many visits are told after the first change, with or without loads that differ; the last of them. */
struct outcome {
    unsigned told;
    bool last;
};

static struct outcome play(part_at *part, bool anew)
{
    struct course c = { 0 };
    struct outcome out = { 0 };
    for (unsigned i = 0; i < VISITS; i++) {
        bool told = visit(&c, page_of(&c.kept, part, i, anew ? 2 * i : 0), NULL);
        out.told += i > 1 && told;
        out.last = told;
        if (i < 2)
            probe(&c, page_of(&c.kept, part, i, anew ? 2 * i + 1 : 0));
    }
    arena_drop(&c.kept);
    return out;
}

static const char *quotation(struct arena *a, unsigned visit)
{
    static const char *const all[VISITS] = {
        "Nets that are mended dry by noon",     "No oven cools before May is over",       "Wheels turn late on muddy ground",
        "Bells ring twice for every monk",      "Looms hum low when weavers sing",        "Slack sails bring nobody home again",
        "Anvils never rest at full moon",       "Stones grind slow and very fine",        "Empty barrels make a louder noise",
        "Tailors bend needles over thick wool", "Walls lean east after wet winters here", "Dyers know why vats turn blue",
    };
    return arena_printf(a, "<p>%s</p>", all[visit]).ptr;
}

static const char *poll(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>Ferry or bridge? Ferry: %u, bridge: %u</p>", 300 + 7 * visit, 200 + 5 * visit).ptr;
}

static const char *clerk(struct arena *a, unsigned visit)
{
    static const char *const states[] = { "available", "offline", "about to close", "busy" };
    return arena_printf(a, "<p>The clerk is %s</p>", states[visit % ARRAY_LEN(states)]).ptr;
}

static const char *lead(struct arena *a, unsigned visit)
{
    static const char *const all[VISITS] = {
        "Bakers may sell bread on Sunday",      "Flood at the harbour after storm",  "School choir wins a third prize",
        "Museum finds some long lost painting", "Ferry line stops over one weekend", "New trees along every main street",
        "Mayor wants another term in office",   "Fire destroys two barns near Elm",  "Doctors ask for more night nurses",
        "Old cinema opens its doors again",     "Teachers strike until next Monday", "Snow closes roads up north today",
    };
    return arena_printf(a, "<p><a href=/story/%u>%s</a></p>", visit, all[visit]).ptr;
}

static const char *price(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>A berth for the night: %u euro</p>", 20 + visit).ptr;
}

/* A list that shows three of many in turn, and gets a line of its own at the end. */
static const char *picks(struct arena *a, unsigned visit)
{
    static const char *const pool[] = { "Mussels need clean water and time", "Herring swims in the deep by day",
                                        "Crabs walk sideways on the sand", "Eels cross the fields at night",
                                        "Cod likes the cold of the north" };
    const char *note = visit + 1 < VISITS ? "" : "<li>The lock stays shut until the gate is mended";
    return arena_printf(a, "<ul><li>%s%s<li>%s<li>%s</ul>", pool[visit % 5], note, pool[(visit + 1) % 5], pool[(visit + 3) % 5])
        .ptr;
}

/* A sentence that stays beside one that does not, and is another in the end. */
static const char *beside(struct arena *a, unsigned visit)
{
    static const char *const tips[] = { "Tip: the old mill.", "Tip: the round tower.", "Tip: the salt cellar." };
    return arena_printf(a, "<p>Tickets are sold at the gate. %s %s</p>",
                        visit + 1 < VISITS ? "The bath is open from noon to dusk." : "Nobody may swim in the bath for now.",
                        tips[visit % ARRAY_LEN(tips)])
        .ptr;
}

int main(void)
{
    ok(play(quotation, true).told == 0, "another text each time is noise after the first change");
    ok(play(quotation, false).told == VISITS - 2, "where two loads never differ, it is what the page is for");
    ok(play(poll, true).told == 0, "figures of a poll likewise");
    ok(play(clerk, true).told <= 4, "a state that is another on each visit is told a few times");
    ok(play(lead, true).told == VISITS - 2, "a lead story that leads to a page is told each time");
    ok(play(price, true).told == VISITS - 2, "a price is told each time");
    ok(play(picks, true).last, "a sentence that makes a list of picks longer is told");
    ok(play(beside, true).last, "a sentence that changes beside a restless one is told");
    return tap_done();
}
