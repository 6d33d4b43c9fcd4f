/* Lines of which one part is another on every visit: what changes beside that part is told, and quoted without it. */
#include "tests/judge/course.h"

enum { VISITS = 13 };

#define STORY \
    "<header><p>%s</p></header><main><h1>The harbour</h1><p>The council has decided on the new bridge after a debate of six hours, and work on " \
    "it begins in the spring of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people.</p>" \
    "<p>%s</p></main><footer><p>%s</p></footer>"

enum spot { HEADER, MAIN, FOOTER };

struct line {
    enum spot spot;
    unsigned every;             /* visits between those that find another number; 0: each does */
    const char *before, *after; /* the visit's number stands where %u is */
    const char *quoted;         /* in the headline; NULL: nobody is told */
};

static const char *page_of(struct arena *a, const struct line *l, unsigned visit)
{
    static const char *const still[] = { "The town of Quay", "Boats leave from pier four.", "The harbour office" };
    const char *text[ARRAY_LEN(still)];
    memcpy(text, still, sizeof still);
    AUTO(buf) changing = BUF(512);
    const char *form = visit + 1 < VISITS ? l->before : l->after;
    unsigned number = 11 + visit / MAX(l->every, 1u) * 7;
    for (const char *at = form; *at; at++)
        if (*at == '#')
            buf_addf(&changing, "%u", number);
        else
            buf_add_char(&changing, *at);
    text[l->spot] = arena_str(a, buf_str(&changing)).ptr;
    return arena_printf(a, STORY, text[HEADER], text[MAIN], text[FOOTER]).ptr;
}

static void play(const struct line *l)
{
    struct course c = { 0 };
    struct str headline = STR("");
    bool told = false;
    for (unsigned i = 0; i < VISITS; i++)
        told = visit(&c, page_of(&c.kept, l, i), &headline);
    if (!l->quoted)
        ok(!told, "nobody is told: %s", l->after);
    else
        eq_str(told ? headline : STR("(nothing)"), str_of(l->quoted), l->before);
    arena_drop(&c.kept);
}

int main(void)
{
    static const struct line all[] = {
        { FOOTER, 0, "Harbour office, phone 01234 5678 - page made in 0.# s",
          "Harbour office, phone 01234 9999 - page made in 0.# s", "Harbour office, phone 01234 9999 (was 5678)" },
        { HEADER, 0, "<span>Free crossing for groups over 40</span> <span>Order within # mins for the next boat</span>",
          "<span>Free crossing for groups over 60</span> <span>Order within # mins for the next boat</span>",
          "Free crossing for groups over 60 (was 40)" },
        { MAIN, 0, "Applications are taken until 12 December (# days are left)",
          "Applications are taken until 31 December (# days are left)",
          "Applications are taken until 31 December (was 12 December)" },
        { MAIN, 0, "# guests are looking at berths now, and dogs are welcome on all boats",
          "# guests are looking at berths now, and dogs are forbidden on all boats",
          "and dogs are forbidden on all boats (was welcome)" },
        { MAIN, 0, "Delivery in 3 to 5 days - # people look at this now", "Delivery in 10 to 14 days - # people look at this now",
          "Delivery in 10 to 14 days (was 3 to 5)" },
        { MAIN, 0, "Carts stand below the hall, the first hour is free of charge; just now # places are empty",
          "Carts stand below the hall; just now # places are empty",
          "Carts stand below the hall (removed: the first hour is free of charge)" },
        { MAIN, 0, "Tender 31 | open | closes: 30 November | views: #", "Tender 31 | open | closes: 15 December | views: #",
          "Tender 31 | open | closes: 15 December (was 30 November)" },
        { MAIN, 0, "It is # past noon and the ticket is good for the gardens as well as the tower; # guests are in the hall",
          "It is # past noon and the ticket is good for the gardens; # guests are in the hall",
          "past noon and the ticket is good for the gardens (removed: as well as the tower)" },
        { MAIN, 2, "The next race begins on Tuesday, 24 November, at 7 in the great hall (# days left)",
          "The next race begins on Tuesday, 1 December, at 7 in the great hall (# days left)",
          "The next race begins on Tuesday, 1 December (was Tuesday, 24 November)" },
        { MAIN, 0, "This boat was seen # times and hired by three guests; it came back # minutes ago",
          "This boat was seen # times and hired by seven guests; it came back # minutes ago",
          "times and hired by seven guests (was three)" },
        { MAIN, 0, "Newest guest: Ada#", "Newest guest: Ada# · No boats may land at night", "No boats may land at night" },
        { MAIN, 0, "<span>Newest guest: Ada#</span>", "<b>No boats may land at night</b> <span>Newest guest: Ada#</span>",
          "No boats may land at night" },
        { MAIN, 0, "Boats may land at any time · newest guest: Ada#", "Newest guest: Ada#",
          "Removed from “The harbour”: Boats may land at any time" },
        { HEADER, 0, "8:# · fog", "8:# · fog · Tap water: boil it well for an hour", "Tap water: boil it well for an hour" },
        { MAIN, 0, "Seen # minutes ago. Open from 9:00 to 17:00.", "Seen # minutes ago. Open from 9:00 to 12:30.",
          "Open from 9:00 to 12:30 (was 17:00)" }, /* a sentence is no label of the next */
        { MAIN, 0, "Newest guest: Ada# · berths: free", "Newest guest: Ada# · berths: taken", "berths: taken (was free)" },
        { FOOTER, 0, "Harbour office, phone 01234 5678 - page made in 0.# s",
          "Harbour office, phone 01234 5678 - page made in 9.# s", NULL },
        { MAIN, 0, "Boats at sea: Sunday # November 2025", "Boats at sea: Monday # December 2025", NULL },
        { MAIN, 0, "Put out 2025-10-24 at 10:#:07 by the office", "Put out 2025-10-25 at 10:#:07 by the office", NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        play(&all[i]);
    return tap_done();
}
