/* Lines that begin with the same words on every visit, and end in others: when they are noise, and when they are what people wait for. */
#include "tests/judge/course.h"

#define STORY \
    "<main><h1>The harbour</h1><p>The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring " \
    "of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people.</p>"
#define SEEN(when) STORY "<p>Latest boat moored here " when "</p></main>"

/* How many of the visits are told, and whether the last one is. */
struct outcome {
    unsigned told;
    bool last;
};

static struct outcome play(const char *type, const char *const *text, size_t n, bool probed)
{
    struct course c = { .type = type };
    struct outcome out = { 0 };
    for (size_t i = 0; i < n; i++) {
        out.last = visit(&c, text[i], NULL);
        out.told += out.last;
        if (probed && i == 0)
            probe(&c, text[n - 1]);
    }
    arena_drop(&c.kept);
    return out;
}

#define PLAY(type, text, probed) play(type, text, ARRAY_LEN(text), probed)

static void test_probed(void)
{
    static const char *const words[] = { SEEN("yesterday"), SEEN("before dusk"), SEEN("at noon today"), SEEN("a week since"),
                                         SEEN("last night") };
    static const char *const content[] = { SEEN("yesterday"), STORY "<p>Latest boat sank off the sands</p></main>",
                                           SEEN("last night") };
    ok(PLAY("text/html", words, true).told == 0, "a line that ended in other words in two answers of one moment");
    ok(PLAY("text/html", words, false).told > 0, "without a probe people are told");
    ok(PLAY("text/html", content, true).told > 0, "another word among those it begins with is told");
}

/* A program's line of which now a word changes, now only figures: the words that stay are others on each visit. */
static void test_visits(void)
{
#define FILE_OF(day, host, ms, vpn) \
    "STATE OF SERVICES\n\nmade 2031-03-" day " 10:41:07 on host " host ", took " ms " ms\n\nSERVICES\n\n  mail up\n  vpn " vpn \
    "\n\nAsk the desk.\n"
    static const char *const text[] = {
        FILE_OF("02", "ash", "12", "up"), FILE_OF("03", "elm", "71", "up"), FILE_OF("04", "elm", "33", "up"),
        FILE_OF("05", "oak", "48", "up"), FILE_OF("06", "ash", "22", "up"), FILE_OF("07", "ash", "90", "up"),
        FILE_OF("08", "elm", "14", "up"), FILE_OF("09", "oak", "65", "up"), FILE_OF("10", "oak", "31", "up"),
        FILE_OF("11", "ash", "82", "up"), FILE_OF("12", "elm", "27", "up"), FILE_OF("13", "elm", "58", "up"),
    };
    struct outcome all = play("text/plain", text, ARRAY_LEN(text), false), first = play("text/plain", text, 8, false);
    ok(all.told == first.told, "after some visits the line is known by the words it begins with: %u, %u", all.told, first.told);
    const char *then[ARRAY_LEN(text) + 1];
    memcpy(then, text, sizeof text);
    then[ARRAY_LEN(text)] = FILE_OF("14", "ash", "19", "down");
    ok(play("text/plain", then, ARRAY_LEN(then), false).last, "what stands in another line is told");
}

/* What comes back where things are calm. */
static void test_returns(void)
{
#define ROWS(state) \
    "SERVICES\n\nmail up, no known problems\nvpn " state "\nweb up, no known problems\n\nAsk at the desk on any day but Sunday.\n"
    static const char *const back[] = { ROWS("up, all tunnels work"),      ROWS("up, all tunnels work"),
                                        ROWS("up, all tunnels work"),      ROWS("down, certificate expired"),
                                        ROWS("down, certificate expired"), ROWS("down, certificate expired"),
                                        ROWS("up, all tunnels work") };
    ok(PLAY("text/plain", back, false).last, "a service that is up again");
    static const char *const turn[] = { ROWS("one"),   ROWS("two"), ROWS("three"), ROWS("one"), ROWS("two"),
                                        ROWS("three"), ROWS("one"), ROWS("three"), ROWS("two"), ROWS("one") };
    ok(!PLAY("text/plain", turn, false).last, "texts that come in turn on every visit");
}

/* Codes, orders and times in the same words. */
static void test_forms(void)
{
#define BUILT(code) STORY "<p>Put together on 4 March 2031 from sources " code "</p></main>"
    static const char *const codes[] = { BUILT("9f9b721c"), BUILT("aacdbefa"), BUILT("00371842"), BUILT("3c55d0ae") };
    ok(PLAY("text/html", codes, false).told == 0, "letters or digits in the place of a code are one, too");
#define ORDER(a, b, c) STORY "<p><span>" a "</span> <span>" b "</span> <span>" c "</span></p></main>"
    static const char *const orders[] = { ORDER("Contact", "Press", "Working here"), ORDER("Press", "Working here", "Contact"),
                                          ORDER("Working here", "Contact", "Press") };
    ok(PLAY("text/html", orders, false).told == 0, "elements in one line, in another order");
    static const char *const renamed[] = { ORDER("Contact", "Press", "Working here"),
                                           ORDER("Press", "Working here", "Imprint page") };
    ok(PLAY("text/html", renamed, false).told > 0, "not with another one");
    static const char *const hours[] = { SEEN("3 godz. temu"), SEEN("47 min temu"), SEEN("2 godz. temu") };
    ok(PLAY("text/html", hours, false).told == 0, "in Polish, with hours cut short");
}

/* People were told that the line went: that it is back is news, where two loads of one moment had the same in that place. */
static void test_announced_returns(void)
{
#define FERRY(service) \
    "<main><h1>Ferry to the island</h1><p>Boats leave from pier four behind the fish market all year round.</p><h2>Service today</h2>" service \
    "<h2>Tickets</h2><p>Tickets are sold on board, and dogs travel free.</p></main>"
#define RUNS FERRY("<p>The ferry runs every hour from six to nine.</p>")
#define STORM FERRY("<p>No boats today because of the storm.</p>")
#define RULES FERRY("<p>The ferry runs every hour from six to nine.</p><p>Children below twelve need an adult beside them.</p>")
    static const char *const instead[] = { RUNS, RUNS, RUNS, RUNS, RUNS, STORM, RUNS };
    static const char *const besides[] = { RULES, RULES, RULES, RULES, RULES, RUNS, RULES };
    static const char *const rotates[] = { RUNS, STORM, RUNS, STORM, RUNS, STORM, RUNS, STORM, RUNS };
    for (unsigned i = 0; i < 2; i++) {
        struct course c = { 0 };
        const char *const *text = i ? besides : instead;
        unsigned told = 0;
        for (size_t k = 0; k < ARRAY_LEN(instead); k++) {
            told += visit(&c, text[k], NULL);
            if (k == 0)
                probe(&c, text[k]);
        }
        ok(told == 2, "a line that %s: %u", i ? "went and came again" : "gave way to another for a while", told);
        arena_drop(&c.kept);
    }
    ok(!PLAY("text/html", rotates, false).last, "what is there and not there by turns is no news");
}

/* What counts on beside the date of an event, in its own line or in others, on each load and visit. */
static void test_events_beside_counters(void)
{
#define CONCERTS "<main><h1>Concerts of the house by the river</h1>%s<p>%u users online</p></main>"
#define LINE \
    "<p>The Millers, %s March 2027, old cellar, seen %u times</p><p>Choir of the town, 21 March 2027, church, seen %u times</p>"
#define CARD \
    "<div class=c><h3>The Millers</h3><p>%s March 2027</p><p>%u interested</p></div><div class=c><h3>Choir</h3><p>21 March 2027</p><p>%u interested</p></div>"
    for (unsigned i = 0; i < 2; i++)
        for (unsigned visits = 4; visits < 14; visits += 3) {
            struct course c = { 0 };
            bool told = false;
            for (unsigned k = 0; k <= visits; k++) {
                struct str line = arena_printf(&c.kept, i ? CARD : LINE, k < visits ? "12" : "19", 40 + 7 * k, 80 + 3 * k);
                told = visit(&c, arena_printf(&c.kept, CONCERTS, line.ptr, 900 + 11 * k).ptr, NULL);
                line = arena_printf(&c.kept, i ? CARD : LINE, "12", 41 + 7 * k, 81 + 3 * k);
                if (k == 0 || k == 1)
                    probe(&c, arena_printf(&c.kept, CONCERTS, line.ptr, 901 + 11 * k).ptr);
            }
            ok(told, "%s: an event that was put off after %u visits", i ? "in a card" : "in a line", visits);
            arena_drop(&c.kept);
        }
}

/* Who looks once a week finds another topic on each visit, and that is the news; a quote of the day is drawn by a program. */
static void test_topics(void)
{
    static const char *const name[] = { "Thema der Woche: ", "Topic of the week: ", "今週の話題：",
                                        "Der Film zeigt diese Woche: ", "Quote of the day: " };
    static const char *const topic[] = { "bricks and clay", "winter bicycles", "town gardens", "bread ovens", "deer parks",
                                         "old bridges",     "river boats",     "rain barrels", "work songs" };
    for (size_t i = 0; i < ARRAY_LEN(name); i++) {
        struct course c = { 0 };
        bool told = false;
        for (size_t k = 0; k < ARRAY_LEN(topic); k++)
            told = visit(&c, arena_printf(&c.kept, STORY "<p>%s%s</p></main>", name[i], topic[k]).ptr, NULL);
        ok(told == (i < 4), "after some weeks: %s", name[i]);
        arena_drop(&c.kept);
    }
}

/* Of a report of the day the words come back and the figures do not; a small figure of it comes back by chance. */
static void test_reports(void)
{
#define GUESTS(change) STORY "<p>" change " guests in the inns.</p></main>"
    static const char *const guests[] = { GUESTS("Up by 12 since Monday, 539"), GUESTS("Down by 16 since Monday, 523"),
                                          GUESTS("Up by 9 since Monday, 532") };
    ok(PLAY("text/html", guests, false).last, "words that were there before, with other figures");
#define FIRES(n) STORY "<h2>Fires today</h2><p>" n "</p></main>"
    static const char *const fires[] = { FIRES("0"), FIRES("1"), FIRES("0"), FIRES("2"), FIRES("1") };
    ok(PLAY("text/html", fires, false).told == 4, "a small number that comes back");
    static const char *const servers[] = { FIRES("0"), FIRES("1"), FIRES("0"), FIRES("1"), FIRES("0") };
    ok(!PLAY("text/html", servers, false).last, "but not one of two that take turns");
    static const char *const away[] = { FIRES("1183/2004."), FIRES("1183/2004."), STORY "</main>",
                                        FIRES("1183/2004."), STORY "</main>",     FIRES("1183/2004.") };
    ok(!PLAY("text/html", away, false).last, "nor one that comes and goes with its text");
}

int main(void)
{
    test_reports();
    test_topics();
    test_events_beside_counters();
    test_probed();
    test_visits();
    test_returns();
    test_announced_returns();
    test_forms();
    return tap_done();
}
