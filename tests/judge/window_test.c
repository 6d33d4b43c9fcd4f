/* What falls off the end of a list that shows the latest is not news; what goes from elsewhere is. */
#include "judge/window.h"
#include "tests/judge/judged.h"

#define NOTHING "<p>No incidents were reported on this day.</p>"
#define DAY(date, text) "<div><h3>" date "</h3>" text "</div>"
#define STATUS(days) "<main><h1>Status of the ferry office</h1><p>All boats go as planned.</p>" days "</main>"

#define MAY_4 DAY("May 4, 2026", NOTHING)
#define MAY_5 DAY("May 5, 2026", NOTHING)
#define MAY_6 DAY("May 6, 2026", "<p>The ticket machine at the pier was out of order until noon.</p>")
#define MAY_7 DAY("May 7, 2026", NOTHING)
#define MAY_3 DAY("May 3, 2026", "<p>Boats were late after a storm in the outer bay.</p>")
#define MAY_8 DAY("May 8, 2026", NOTHING)

/* How many pieces of the old page made room. */
static unsigned ends(const struct judged *j)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        n += j->pieces.item[i].end;
    return n;
}

static bool has_piece(const struct judged *j, enum piece_kind kind, bool end, const char *text)
{
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        const struct judge_piece *p = &j->pieces.item[i];
        const struct page *page = p->old ? &j->old : &j->new;
        if (p->kind != kind || p->end != end || p->sentence == NONE)
            continue;
        const struct sentence *s = &page->sentence[p->sentence];
        for (uint32_t w = s->word; w < s->end; w++)
            if (str_eq(page_word(page, w), str_of(text)))
                return true;
    }
    return false;
}

static void test_days(struct arena *a)
{
    struct judged *j = judged(a, STATUS(MAY_7 MAY_6 MAY_5 MAY_4 MAY_3), STATUS(MAY_8 MAY_7 MAY_6 MAY_5 MAY_4));
    ok(has_piece(j, PIECE_REMOVED, true, "storm"), "what stood below the oldest day made room with it");
    ok(!has_piece(j, PIECE_ADDED, false, "incidents"), "that nothing happened on the new day either was said before");

    j = judged(a, STATUS(MAY_7 MAY_6 MAY_5 MAY_4 MAY_3), STATUS(MAY_7 MAY_6 MAY_5 MAY_4));
    ok(ends(j) == 0 && has_piece(j, PIECE_REMOVED, false, "storm"), "where no day came it was taken away");

    j = judged(a, STATUS(MAY_7 MAY_6 MAY_5 MAY_4 MAY_3), STATUS(MAY_8 MAY_7 DAY("May 6, 2026", NOTHING) MAY_5 MAY_4));
    ok(has_piece(j, PIECE_REMOVED, true, "storm"), "the list moved on");
    ok(!has_piece(j, PIECE_REMOVED, true, "machine") && !has_piece(j, PIECE_CHANGED, true, "machine"),
       "what went from a day that stays did not make room");

    j = judged(a, STATUS(MAY_6 MAY_5 MAY_3), STATUS(MAY_7 MAY_6 MAY_5));
    eq_int(ends(j), 0, "two days that stay may be dates of something else");
}

#define CARD(title, date) "<article><a href=/x><p>" title "</p><p>" date "</p></a></article>"
#define LOG(date, title) "<li><b>" date "</b> <a href=/y>" title "</a></li>"
#define TWO_LISTS(cards, log) \
    "<main><h1>The harbour</h1><h2>News</h2><div>" cards "</div><h2>What changed on this site</h2><ul>" log "</ul></main>"

/* Each list has its own days, and a card may have its day below its title. */
static void test_lists(struct arena *a)
{
    struct judged *j = judged(
        a,
        TWO_LISTS(CARD("Crane mended", "2026/05/04") CARD("Pier swept", "2026/05/03") CARD("Lamps lit", "2026/05/02")
                      CARD("Boats counted", "2026/05/01"),
                  LOG("2026/05/05", "Prices") LOG("2026/05/04", "Contact") LOG("2026/05/03", "Imprint") LOG("2026/05/02", "Tides")),
        TWO_LISTS(CARD("Ferry sold", "2026/05/06") CARD("Crane mended", "2026/05/04") CARD("Pier swept", "2026/05/03")
                      CARD("Lamps lit", "2026/05/02"),
                  LOG("2026/05/06", "Jobs") LOG("2026/05/05", "Prices") LOG("2026/05/04", "Contact") LOG("2026/05/03", "Imprint")));
    ok(has_piece(j, PIECE_REMOVED, true, "counted") && has_piece(j, PIECE_REMOVED, true, "Tides"), "both lists moved on");
    unsigned latest = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        latest += j->pieces.item[i].latest;
    ok(latest >= 2 && has_piece(j, PIECE_ADDED, false, "Ferry"), "what came with a new day is the latest: %u", latest);
}

#define ITEM(name) "<item><title>" name "</title></item>"
#define FEED(items) "<?xml version=\"1.0\"?><rss><channel><title>The harbour</title>" items "</channel></rss>"

static void test_feed(struct arena *a)
{
    struct judged *j = judged(a, FEED(ITEM("Oak boat sold") ITEM("New crane works") ITEM("Pier painted blue")),
                              FEED(ITEM("Lamp on the mole") ITEM("Oak boat sold") ITEM("New crane works")));
    ok(has_piece(j, PIECE_REMOVED, true, "painted"), "the last entry of a feed made room");
    j = judged(a, FEED(ITEM("Oak boat sold") ITEM("New crane works") ITEM("Pier painted blue")),
               FEED(ITEM("Oak boat sold") ITEM("Pier painted blue")));
    ok(ends(j) == 0 && has_piece(j, PIECE_REMOVED, false, "crane"), "one from its middle was taken away");
}

#define TEXT_LOG(lines) "<main><h1>Log of the ferry office</h1><pre>" lines "</pre></main>"
#define LINE(day, text) "May " day ", 2026: " text "\n"

/* Several days in one text: what went from a day that stays did not make room for another. */
static void test_log(struct arena *a)
{
    const struct judged *j =
        judged(a,
               TEXT_LOG(LINE("7", "a new rope came") LINE("6", "the horn was mended") "The spare horn lies in the hut\n" LINE(
                   "5", "two masts were painted") LINE("4", "a quiet day on the lake")),
               TEXT_LOG(LINE("8", "the bell was hung") LINE("7", "a new rope came") LINE("6", "the horn was mended")
                            LINE("5", "two masts were painted")));
    ok(has_piece(j, PIECE_REMOVED, true, "quiet"), "the oldest day made room");
    ok(has_piece(j, PIECE_REMOVED, false, "spare"), "a line of a day that stays did not");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_days(&a);
    test_lists(&a);
    test_feed(&a);
    test_log(&a);
    return tap_done();
}
