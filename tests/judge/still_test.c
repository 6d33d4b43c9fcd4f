/* Lines around the content, buttons, checksums and rankings: news where they change for the first time, else noise. */
#include "judge/still.h"

#include "tests/judge/course.h"

enum { VISITS = 5 };

struct parts {
    const char *top, *main, *aside, *foot;
};

static const char *page_of(struct course *c, const struct parts *p, unsigned visit_number)
{
    return arena_printf(
               &c->kept,
               "<!DOCTYPE html><title>Riverside house</title><body>%s<header><a href=/>Riverside house</a><nav><ul><li><a "
               "href=/>Home</a></ul></nav></header><main><h1>Riverside house</h1><p>The house stands by the river and was built "
               "of brick and timber long ago. It has twelve rooms and a garden.</p>%s<p>There is a ramp at the back, and a lift "
               "to the first floor.</p></main><aside><h3>Side notes</h3><p>Breakfast is included.</p>%s</aside><footer>"
               "<p>Riverside house</p>%s<p>Token %u</p></footer></body>",
               p->top ? p->top : "", p->main ? p->main : "", p->aside ? p->aside : "", p->foot ? p->foot : "",
               visit_number * 7919 + 1000)
        .ptr;
}

/* After some visits that found the old one. */
static bool is_told(const struct parts *old, const struct parts *new, unsigned visits)
{
    struct course c = { 0 };
    for (unsigned i = 0; i < visits; i++)
        visit(&c, page_of(&c, old, i), NULL);
    bool told = visit(&c, page_of(&c, new, visits), NULL);
    arena_drop(&c.kept);
    return told;
}

static void test_news(void)
{
    static const struct {
        const char *what;
        struct parts old, new;
    } row[] = {
        { "a banner", { 0 }, { .top = "<div class=banner>We are closed until 3 January because of flood damage.</div>" } },
        { "a notice beside the text", { 0 }, { .aside = "<p>The bar stays closed in December.</p>" } },
        { "a telephone number", { .foot = "<p>Phone 01234 5678</p>" }, { .foot = "<p>Phone 01234 9999</p>" } },
        { "the owner", { .foot = "<p>Run by Riverside Ltd.</p>" }, { .foot = "<p>Run by Global Hotels Inc.</p>" } },
        { "opening hours beside what runs by itself",
          { .aside = "<p>The house is closed now. Opening times: Monday to Friday 8:00 to 18:00." },
          { .aside = "<p>The house is open now. Opening times: Monday to Friday 8:00 to 19:30." } },
        { "the day of the next race",
          { .top = "<header><p>23 June 2026</p></header>" },
          { .top = "<header><p>22 June 2027</p></header>" } },
        { "an address", { .foot = "<p>Find us at 4 Mill Lane.</p>" }, { .foot = "<p>Find us at 90 Harbour Street.</p>" } },
        { "a button", { .main = "<button>Add to cart</button>" }, { .main = "<button>Notify me</button>" } },
        { "a button that is off", { .main = "<button>Book now</button>" }, { .main = "<button disabled>Book now</button>" } },
        { "a document in a menu", { 0 }, { .top = "<nav><a href=/prices-2027.pdf>Prices</a></nav>" } },
        { "a checksum", { .main = "<p>SHA256: 3f2a90b1c4d5e6f7" }, { .main = "<p>SHA256: 9bb1d0e2a774c3f8" } },
        { "a checksum below the head of its column",
          { .main = "<table><tr><th>File<th>Size<th>SHA-256<tr><td>elm.zip<td>8 MB<td>41bb07d5e19a0c38</table>" },
          { .main = "<table><tr><th>File<th>Size<th>SHA-256<tr><td>elm.zip<td>8 MB<td>9f31c0aa72de4b61</table>" } },
        { "a bank account in a window",
          { .main = "<div class=modal><p>IBAN: AT12 3456 7890 1234 5678</p></div>" },
          { .main = "<div class=modal><p>IBAN: AT11 3418 0000 0144 3597</p></div>" } },
        { "the name of a text that goes with the terms",
          { .top = "<nav><a href=/t>Groups agreement</a></nav>", .main = "<h1>Terms of use</h1>" },
          { .top = "<nav><a href=/t>Clubs agreement</a></nav>", .main = "<h1>Terms of use</h1>" } },
        { "what a partner charges",
          { .aside = "<div class=partner-sponsor><p>Boats of the mill, from 45 euro for a day.</p></div>" },
          { .aside = "<div class=partner-sponsor><p>Boats of the mill, from 60 euro for a day.</p></div>" } },
        { "until when the lift is out",
          { .top = "<div class=modal><p>The lift is out of use until 9 May.</p><a href=/lift>More</a></div>" },
          { .top = "<div class=modal><p>The lift is out of use until 30 June.</p><a href=/lift>More</a></div>" } },
        { "a message in a window",
          { 0 },
          { .top = "<div class=popup><p>The sauna stays closed from 3 to 9 May.</p><button>Close</button></div>" } },
        { "a line beside the text that is gone", { .top = "<p>Guests of the mill park for free.</p>" }, { 0 } },
        { "a ranking", { .main = "<ol><li>Tea room<li>Bar<li>Sauna</ol>" }, { .main = "<ol><li>Sauna<li>Tea room<li>Bar</ol>" } },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(is_told(&row[i].old, &row[i].new, VISITS), "news: %s", row[i].what);
    ok(!is_told(&row[2].old, &row[2].new, 2), "a page that is hardly known may have it differ on every visit");
}

static void test_noise(void)
{
    static const struct {
        const char *what;
        struct parts old, new;
    } row[] = {
        { "an advert", { 0 }, { .aside = "<div class=ad><p>Cheap flights to Lisbon for all of you.</p></div>" } },
        { "another advert of the same sponsor",
          { .aside = "<div class=sponsor><p>Umbrellas for two at the price of one.</p></div>" },
          { .aside = "<div class=sponsor><p>Boats and oars for every one of you.</p></div>" } },
        { "a question about cookies in other words",
          { .top = "<div id=cookie-bar><p>View our policy on cookies for more info on them</p><button>Accept</button></div>" },
          { .top = "<div id=cookie-bar><p>View our policy on cookies for all details on them</p><button>Accept</button></div>" } },
        { "how many shared it",
          { .aside = "<div class=share><p>Shared by 1,204 guests so far</p></div>" },
          { .aside = "<div class=share><p>Shared by 1,310 guests so far</p></div>" } },
        { "a window that sells",
          { 0 },
          { .top = "<div class=popup><p>Stay for three nights and pay for two of them.</p><a href=/offer>Book now</a></div>" } },
        { "a question about cookies",
          { 0 },
          { .top = "<div id=cookie-bar><p>We use cookies to give you the best experience.</p><button>Accept</button></div>" } },
        { "a post", { 0 }, { .aside = "<div class=feed><p>@riverside: what a lovely sunset we had tonight!</p></div>" } },
        { "the year", { .foot = "<p>Copyright 2025 Riverside.</p>" }, { .foot = "<p>Copyright 2026 Riverside.</p>" } },
        { "when it was written",
          { .foot = "<p>Last updated by Ann in May.</p>" },
          { .foot = "<p>Last updated by Bob in May.</p>" } },
        { "an item of a menu", { 0 }, { .top = "<nav><a href=/w>Weddings</a></nav>" } },
        { "another name in a menu of any page",
          { .top = "<nav><a href=/t>Groups agreement</a></nav>" },
          { .top = "<nav><a href=/t>Clubs agreement</a></nav>" } },
        { "releases in a menu",
          { .top = "<nav><a href=/a>Release 3.9.1</a> <a href=/b>Release 3.8.4</a></nav>" },
          { .top = "<nav><a href=/a>Release 3.9.2</a> <a href=/b>Release 3.8.4</a></nav>" } },
        { "a date in a footer", { .foot = "<p>23 June 2026</p>" }, { .foot = "<p>22 June 2027</p>" } },
        { "when a part was written", { .aside = "<p>Checked on 3 May 2026</p>" }, { .aside = "<p>Checked on 4 June 2026</p>" } },
        { "a clock", { .foot = "<p>18 H 08 M 14 S" }, { .foot = "<p>14 H 22 M 56 S" } },
        { "links to other pages in a footer",
          { .foot = "<ul><li><a href=/a>Amsterdam</a><li><a href=/u>Utrecht</a></ul>" },
          { .foot = "<ul><li><a href=/a>Boat rental Amsterdam</a><li><a href=/u>Boat rental Utrecht</a></ul>" } },
        { "a date beside the text that is gone", { .top = "<p>Edited 3 May 2026</p>" }, { 0 } },
        { "a link beside the text that is gone", { .top = "<p><a href=/w>Rooms for all your weddings</a></p>" }, { 0 } },
        { "a code without a label", { .main = "<p>3f2a90b1c4d5e6f7" }, { .main = "<p>9bb1d0e2a774c3f8" } },
        { "a list in another order",
          { .main = "<ul><li>Tea room<li>Bar<li>Sauna</ul>" },
          { .main = "<ul><li>Sauna<li>Tea room<li>Bar</ul>" } },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(!is_told(&row[i].old, &row[i].new, VISITS), "noise: %s", row[i].what);
}

/* Clauses of a long text, of which those at `late` and after it changed places. */
static const char *terms(struct arena *a, unsigned late)
{
    enum { CLAUSES = 40 };
    AUTO(buf) html = BUF(1 << 14);
    buf_add(&html, STR("<h1>Terms of rental</h1>"));
    for (unsigned i = 0; i < CLAUSES; i++) {
        unsigned n = i < late || late == 0 ? i : i == late ? CLAUSES - 1 : i - 1;
        buf_addf(&html, "<p>A guest who takes boat %u brings it back to pier %u before the lamps are lit.", 3 + 7 * n, 5 + 11 * n);
    }
    return arena_str(a, buf_str(&html)).ptr;
}

/* Who reads terms hears of the text, not of the site around it. */
static void test_around_terms(void)
{
    struct course c = { 0 };
    const char *text = terms(&c.kept, 0), *moved = terms(&c.kept, 9);
    const char *edited = arena_printf(&c.kept, "%s<p>Dogs stay on land.", moved).ptr;
    struct {
        const char *what;
        struct parts old, new;
        bool told;
    } row[] = {
        { "the telephone of the house", { .foot = "<p>Phone 01234 5678" }, { .foot = "<p>Phone 01234 9999" }, false },
        { "a banner", { 0 }, { .top = "<div class=banner>We are closed until 3 January because of flood damage.</div>" }, false },
        { "what the site runs on", { .foot = "<p>Version 4.2.10" }, { .foot = "<p>Version 4.2.11" }, false },
        { "the name of another text",
          { .foot = "<p>See the rental agreement for sailors" },
          { .foot = "<p>See the rental agreement for rowers" },
          true },
        { "where money is sent to",
          { .foot = "<p>IBAN: AT12 3456 7890 1234 5678" },
          { .foot = "<p>IBAN: AT11 3418 0000 0144 3597" },
          true },
        { "a clause that stands elsewhere", { .main = text }, { .main = moved }, true },
        { "a clause that is new", { .main = moved }, { .main = edited }, true },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        row[i].old.main = row[i].old.main ? row[i].old.main : text;
        row[i].new.main = row[i].new.main ? row[i].new.main : text;
        ok(is_told(&row[i].old, &row[i].new, VISITS) == row[i].told, "around terms: %s", row[i].what);
    }
    arena_drop(&c.kept);
}

/* A line that is another on each visit is learnt on the first visits, and stays noise. */
static void test_habit(void)
{
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < 12; i++) {
        struct parts p = { .foot = arena_printf(&c.kept, "<p>Hotline of the week 0%u %u</p>", 1000 + i * 37, 4000 + i * 91).ptr };
        told += visit(&c, page_of(&c, &p, i), NULL);
    }
    eq_int(told, 0, "a line that changes on every visit is noise");
    arena_drop(&c.kept);
}

/* A sentence beside what takes turns in a side column is told; what takes turns is not. */
static void test_further(void)
{
    static const char *const turns[] = { "The shop sells old postcards.", "Our cook bakes cakes as in old times.",
                                         "Guests may borrow bicycles." };
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned told = 0;
    for (unsigned i = 0; i < 14; i++) {
        const char *more = i < 13 ? "" : "<p>The lift is out of use until the end of the month.</p>";
        struct parts p = { .aside = arena_printf(&c.kept, "<p>%s</p>%s", turns[i % 3], more).ptr };
        bool now = visit(&c, page_of(&c, &p, i), &headline);
        told += i < 13 && i > 3 && now;
        if (i == 13)
            ok(now && str_find(headline, STR("lift"), 0) != SIZE_MAX, "news beside what takes turns: %.*s", STR_ARG(headline));
    }
    eq_int(told, 0, "what takes turns is noise");
    arena_drop(&c.kept);
}

/* The day of the visit runs by itself, and so does its week, though that is another on one visit of seven. */
static void test_week(void)
{
    static const char *const days[] = { "Monday 2", "Tuesday 3",  "Wednesday 4", "Thursday 5",
                                        "Friday 6", "Saturday 7", "Sunday 8",    "Monday 9" };
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < ARRAY_LEN(days); i++)
        told += visit(
            &c,
            arena_printf(&c.kept,
                         "<header><p>Today is %s March 2026, week %u.</p></header><main><h1>The harbour</h1><p>The council has "
                         "decided on the new bridge after a debate of six hours, and work on it begins in the spring.</p></main>",
                         days[i], i < 7 ? 10u : 11u)
                .ptr,
            NULL);
    eq_int(told, 0, "nobody is told which week it is");
    arena_drop(&c.kept);
}

/* Another part of a line around the content in which a counter counts; and a sentence behind the one of a few that take turns, in the same
 * paragraph. */
static void test_same_line(void)
{
    static const char *const turns[] = { "Water your plants at dusk.", "Oil the hinge of the gate in spring.",
                                         "Dry your herbs in the shade.", "Prune the old roses in March." };
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned told = 0, n = 20;
    for (unsigned i = 0; i < n; i++) {
        const char *water = i < n - 2 ? "" : " · Tap water: boil it well until Sunday",
                   *more = i < n - 1 ? "" : " <b>The garden opens at ten from May on.</b>";
        struct parts p = {
            .top = arena_printf(&c.kept, "<header><p>Readers so far: %u%s</p></header>", 1200 + 37 * i, water).ptr,
            .main = arena_printf(&c.kept, "<p>%s%s</p>", turns[i % 4], more).ptr,
        };
        bool now = visit(&c, page_of(&c, &p, i), &headline);
        told += i > 4 && i < n - 2 && now;
        if (i == n - 2)
            ok(now && str_find(headline, STR("Tap water"), 0) != SIZE_MAX, "in the line of a counter: %.*s", STR_ARG(headline));
        if (i == n - 1)
            ok(now && str_find(headline, STR("garden"), 0) != SIZE_MAX, "behind what takes turns: %.*s", STR_ARG(headline));
    }
    eq_int(told, 0, "the rest is noise");
    arena_drop(&c.kept);
}

/* An item of a list that says more, beside items that say nearly what it said. */
static void test_longer_item(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned told = 0, n = 16, last = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned now = 10 + i * 37 % 80;
        const char *more = i + 1 < n ? "" : ", no boats may land there at night";
        struct parts p = {
            .main = arena_printf(&c.kept, "<ul><li>Mill: made in %u ms%s<li>Quay: made in %u ms</ul>", last, more, now).ptr
        };
        bool heard = visit(&c, page_of(&c, &p, i), &headline);
        told += i > 4 && i + 1 < n && heard;
        if (i + 1 == n)
            ok(heard && str_find(headline, STR("boats"), 0) != SIZE_MAX, "it is told: %.*s", STR_ARG(headline));
        last = now;
    }
    eq_int(told, 0, "figures of the items are noise");
    arena_drop(&c.kept);
}

#define CLUB(head, events) \
    "<main><h1>" head \
    "</h1><p>The club meets in the old boathouse at the lake, where its members mend their boats and tell each other of " \
    "the winds of the week.</p></main><aside class=sidebar><h2>Events</h2>" events "</aside>"
#define EVENT(at, name) "<a href=/events/" at "><div><span>" name "</span> <span>" at ".2024</span></div></a>"

/* A new entry with its day beside the content is told, but not beside terms. */
static void test_entries(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    visit(&c, CLUB("The rowing club", EVENT("04.03", "Boats are painted")), NULL);
    ok(visit(&c, CLUB("The rowing club", EVENT("11.03", "Evening of songs") EVENT("04.03", "Boats are painted")), &headline)
           && str_find(headline, STR("Evening of songs"), 0) != SIZE_MAX,
       "an event in a side column is told: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
    c = (struct course){ 0 };
    visit(&c, CLUB("Terms of use", EVENT("04.03", "Boats are painted")), NULL);
    ok(!visit(&c, CLUB("Terms of use", EVENT("11.03", "Evening of songs") EVENT("04.03", "Boats are painted")), NULL),
       "beside terms it is not");
    arena_drop(&c.kept);
}

/* How many boats there are is said around the content: another number after many visits is news, the second time as well. */
static void test_edited_again(void)
{
    static const char page[] = "<header><p>Boats of the club in all: %u of wood.</p></header>" CLUB("The rowing club", "");
    struct course c = { 0 };
    unsigned told = 0, ticks = 0;
    for (unsigned i = 0; i < 26; i++)
        told += visit(&c, arena_printf(&c.kept, page, 40 + i / 9).ptr, NULL);
    eq_int(told, 2, "a line that hardly ever changes");
    arena_drop(&c.kept);
    c = (struct course){ 0 };
    for (unsigned i = 0; i < 26; i++)
        ticks += visit(&c, arena_printf(&c.kept, page, 40 + i / 2).ptr, NULL);
    ok(ticks <= 1, "not one that changes on every other visit: %u", ticks);
    arena_drop(&c.kept);
}

/* A club plans one evening after the other, and its column says so each time; one that is another on every visit is a ticker. */
static void test_more_entries(void)
{
#define NOTHING "<p>There is nothing planned for the next weeks.</p>"
#define EVENING(at, name) "<a href=/events/" at "><div><span>" name "</span> <span>" at ".2024 20:00</span></div></a>"
#define POST(at, name) "<a href=/posts/" at "><div><p>" name "!</p><p>" at ".2024</p></div></a>"
    static const char *const events[] = { NOTHING, EVENING("04.03", "Evening of songs"),
                                          NOTHING, EVENING("11.04", "Vollversammlung"),
                                          NOTHING, POST("12.05", "Thanks to all who painted boats with us") };
    static const char *const names[] = { "Boats", "Songs", "Ropes", "Tar", "Nets", "Rain", "Fog", "Ice", "Sails", "Masts" };
    struct course c = { 0 };
    bool told = false;
    for (size_t i = 0; i < ARRAY_LEN(events); i++) {
        const char *page = arena_printf(&c.kept, CLUB("The rowing club", "%s"), events[i]).ptr;
        told = visit(&c, page, NULL);
        visit(&c, page, NULL);
        visit(&c, page, NULL);
        ok(i % 2 == 0 || told, "entry %zu, after others", i);
    }
    arena_drop(&c.kept);
    c = (struct course){ 0 };
    for (unsigned i = 0; i < ARRAY_LEN(names); i++)
        told = visit(&c,
                     arena_printf(&c.kept,
                                  CLUB("The rowing club", "<a href=/n/%u><div><p>%s and more for sale %02u.03.2024</p></div></a>"),
                                  i, names[i], i + 1)
                         .ptr,
                     NULL);
    ok(!told, "one of many that stands there on every visit is not told");
    arena_drop(&c.kept);
}

int main(void)
{
    test_news();
    test_noise();
    test_around_terms();
    test_habit();
    test_further();
    test_week();
    test_same_line();
    test_longer_item();
    test_entries();
    test_more_entries();
    test_edited_again();
    return tap_done();
}
