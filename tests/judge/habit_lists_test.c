/* Lists and boxes that change on each visit, and the news among them. */
#include "tests/judge/course.h"

#define STORY \
    "<h1>The harbour</h1><p>The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring " \
    "of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people.</p>"

static const char *const things[] = { "Ropes", "Lamps", "Sails", "Crane", "Piers", "Tides",
                                      "Boats", "Nets",  "Masts", "Oars",  "Buoys", "Docks" };

/* A list of the latest changes that each visit finds moved on: names of one word are news nevertheless. */
static void test_latest(void)
{
    struct course c = { 0 };
    unsigned told = 0, named = 0;
    for (unsigned i = 0; i < 8; i++) {
        AUTO(buf) b = BUF(1 << 14);
        struct str headline = STR("");
        buf_addf(&b, "<main>%s<h2>Pages that changed</h2><ul>", STORY);
        for (unsigned k = 5; k-- > 0;)
            buf_addf(&b, "<li><b>2026/05/%02u</b> <a href='/p/%u'>%s</a></li>", 1 + i + k, i + k, things[i + k]);
        buf_add(&b, STR("</ul></main>"));
        buf_add_char(&b, '\0');
        bool is_told = visit(&c, b.ptr, &headline);
        told += is_told;
        named += is_told && str_find(headline, str_of(things[i + 4]), 0) != SIZE_MAX;
    }
    ok(told == 7 && named == 7, "each new entry is told and named: %u, %u", told, named);
    arena_drop(&c.kept);
}

/* A section that comes with a heading and a text is called by its heading, where other headings came and went before. */
static void test_sections(void)
{
    struct course c = { 0 };
    unsigned named = 0;
    for (unsigned i = 0; i < 10; i++) {
        AUTO(buf) b = BUF(1 << 14);
        struct str headline = STR("");
        buf_addf(&b, "<main>%s", STORY);
        for (unsigned k = i % 4 == 3 ? 0 : i / 4 * 4; k <= i && i % 4 != 3; k++)
            buf_addf(&b, "<h3>%u May - %s and no other</h3>The %s of the harbour are looked at by its master before winter.<p>",
                     1 + k, things[k], things[k]);
        buf_addf(&b, "%s</main>", i % 4 == 3 ? "<h3>No entries yet for now</h3>Look again later, if you please." : "");
        buf_add_char(&b, '\0');
        if (visit(&c, b.ptr, &headline))
            named += str_find(headline, arena_printf(&c.kept, "%s and no other", things[i]), 0) != SIZE_MAX;
    }
    ok(named >= 7, "a new section is called by its heading: %u", named);
    arena_drop(&c.kept);
}

/* A day with dots is not a version, unless a file beside it is named so. */
static void test_days(void)
{
    for (unsigned l = 0; l < 2; l++) { /* a line without a file, and one with it */
        struct course c = { 0 };
        unsigned told = 0;
        for (unsigned i = 0; i < 12; i++) {
            AUTO(buf) b = BUF(1 << 14);
            buf_addf(&b, "<main>%s", STORY);
            if (l)
                buf_addf(&b, "<p>Latest: %u.03.2026 <a href='/get/mill-%u.03.2026.zip'>Mill</a></p>", i + 1, i + 1);
            else
                buf_addf(&b, "<p>Made %u.03.2026 at 9 in %u ms</p>", i + 1, 40 + i * 7);
            buf_add(&b, STR("</main>"));
            buf_add_char(&b, '\0');
            told += visit(&c, b.ptr, NULL) && i >= 5;
        }
        ok(told == (l ? 7 : 0), "%s: %u", l ? "a release that is named by its day is news" : "a day is not a version", told);
        arena_drop(&c.kept);
    }
}

/* Threads of a forum: who wrote last is a picture in a cell, and how long ago it was an age in another. */
static void test_ages(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned told = 0;
    for (unsigned i = 0; i < 16; i++) {
        AUTO(buf) b = BUF(1 << 14);
        buf_add(&b, STR("<main><h1>Threads</h1><table><tr><th>Thread<th><th>Activity"));
        for (unsigned k = 0; k < 12; k++)
            buf_addf(&b, "<tr><td><a href='/t/%u'>%s that %s in the winter%s</a><td><img src='/face/%u.png' alt=''><td>%u%s", k,
                     things[k], k % 2 ? "leak" : "break", k == 3 && i == 15 ? ", solved" : "", 100 + (i * 7 + k) * 37 % 800,
                     i + k % 5 + 1, k < 6 ? "d" : "h");
        buf_add(&b, STR("</table></main>"));
        buf_add_char(&b, '\0');
        bool is_told = visit(&c, b.ptr, &headline);
        told += is_told && i >= 6;
    }
    ok(told == 1 && str_find(headline, STR("solved"), 0) != SIZE_MAX, "ages and faces are noise, a title is not: %u, %.*s", told,
       STR_ARG(headline));
    arena_drop(&c.kept);
}

/* Boards of a forum: who wrote last stands above how long ago, and posts are counted below the head of their column. */
static void test_boards(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned told = 0;
    for (unsigned i = 0; i < 14; i++) {
        AUTO(buf) b = BUF(1 << 14);
        buf_add(&b, STR("<main><h1>Boards</h1><table><tr><th>Board<th>Posts<th>Last post"));
        for (unsigned k = 0; k < 12; k++)
            buf_addf(&b, "<tr><td><a href='/b/%u'>%s%s</a><td>%u<td>by %s<br>%u hours ago", k, things[k],
                     k == 3 && i == 13 ? ", read only" : " and more", 700 * k + 13 * i, things[(i * 5 + k * 7) % 12],
                     (i * 7 + k * 3) % 20 + 2);
        buf_add(&b, STR("</table></main>"));
        buf_add_char(&b, '\0');
        told += visit(&c, b.ptr, &headline) && i >= 6;
    }
    ok(told == 1 && str_find(headline, STR("read only"), 0) != SIZE_MAX,
       "who wrote last is noise, the name of a board is not: %u, %.*s", told, STR_ARG(headline));
    arena_drop(&c.kept);
}

/* Four of ten lines at the end of a text: each comes back in turn, and now and then behind one that stays. */
static void test_picks(void)
{
    static const char *const reads[] = { "Net menders wanted for the summer",
                                         "A walk around the upper lake",
                                         "Old photographs of the quay",
                                         "Cheese market moves indoors",
                                         "How the clock tower was saved",
                                         "Swans on the mill pond",
                                         "The last basket maker",
                                         "Bells for the chapel",
                                         "Cycling to the lighthouse",
                                         "Recipes with rhubarb" };
    struct course c = { .type = "text/plain" };
    unsigned told = 0, turn = 1;
    for (unsigned i = 0; i < 40; i++) {
        AUTO(buf) b = BUF(1 << 14);
        unsigned taken = 0, n = 0;
        buf_add(
            &b,
            STR("WATER BOARD\n===========\n\nThe water of the upper town comes from three springs below the moor. It is looked at "
                "each week, and what is found is written here.\n\nRead also:\n"));
        while (n < 4) {
            turn = turn * 1103515245 + 12345;
            unsigned pick = turn / 65536 % ARRAY_LEN(reads);
            if (taken & 1u << pick)
                continue;
            taken |= 1u << pick;
            buf_addf(&b, "  * %s\n", reads[pick]);
            n++;
        }
        buf_add_char(&b, '\0');
        told += visit(&c, b.ptr, NULL) && i >= 12;
    }
    ok(told == 0, "lines that take turns in a text are noise once they have all been seen: %u", told);
    arena_drop(&c.kept);
}

/* The page of a small place, drawn as a table, of which nearly every line gives way to others on each load. */
static const char *small_place(struct course *c, unsigned load, const char *phone)
{
    static const char *const says[] = { "A pleasant hour.", "My children loved it.", "Bring a coat.", "Ask for the old keys.",
                                        "Too short." };
    return arena_printf(
               &c->kept,
               "<table><tr><td colspan=2><font>%s of the day: %s<tr><td>" STORY "<td><font><b>Piece of the day</b><br>%s"
               "<br><i>%s by an unknown hand</i><hr><b>Guests say</b><br>%s</font><tr><td colspan=2><font>Mill Lane, telephone "
               "of the house 04 555 %s<br>Page made in 0.%u seconds</font></table>",
               things[load * 5 % 12], says[load * 3 % 5], things[load * 7 % 12], things[load * 11 % 12], says[load * 7 % 5], phone,
               1000 + load * 137 % 8999)
        .ptr;
}

static void test_telephone(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned vain = 0, load = 0;
    for (unsigned i = 0; i < 14; i++) {
        bool told = visit(&c, small_place(&c, load++, "4410"), NULL);
        if (i == 0 || i == 1 || i == 7)
            probe(&c, small_place(&c, load++, "4410"));
        vain += told && i > 1;
    }
    ok(vain == 0, "the things of the day are noise: %u", vain);
    ok(visit(&c, small_place(&c, load, "4417"), &headline) && str_find(headline, STR("4417"), 0) != SIZE_MAX,
       "another telephone number beside them is not: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* A cell that holds a part of the page is not one of data, also where the page was never asked for twice. */
static void test_layout(void)
{
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < 24; i++) {
        const char *page =
            arena_printf(&c.kept,
                         "<table><tr><td><p>" STORY "<td><font><b>Seen today</b><br>%s<br><i>made of %s by hand</i><hr><b>Said "
                         "by</b><br>%s<br>from %s</font></table>",
                         things[i * 5 % 12], things[i * 7 % 12], things[i * 11 % 12], things[(i * 5 + 3) % 12])
                .ptr;
        told += visit(&c, page, NULL) && i >= 8;
    }
    ok(told == 0, "what takes turns in a table that lays out a page is noise: %u", told);
    arena_drop(&c.kept);
}

/* Figures and names that each load finds different, one below the other. */
static const char *statistics(struct course *c, unsigned load, const char *notice)
{
    return arena_printf(
               &c->kept,
               "<main>" STORY
               "<h2>Boards</h2><p>One board for all that float, and one for those on wheels.</p><div><h3>Here</h3><p>In "
               "total there are %u of us here.</p><p>Of those: %s, %s, %s</p></div><div><h3>Figures</h3><p>All of us wrote %u "
               "notes so far.%s This page was made in %u ms.</p></div></main>",
               load * 37 % 90 + 5, things[load * 5 % 12], things[load * 7 % 12], things[(load * 11 + 3) % 12], 9000 + load * 31,
               notice, load * 137 % 899)
        .ptr;
}

static void test_statistics(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned vain = 0, load = 0;
    for (unsigned i = 0; i < 14; i++) {
        bool told = visit(&c, statistics(&c, load++, ""), NULL);
        if (i == 0 || i == 1 || i == 7)
            probe(&c, statistics(&c, load++, ""));
        vain += told && i > 1;
    }
    ok(vain == 0, "figures and names are noise: %u", vain);
    ok(visit(&c, statistics(&c, load, " Nobody new may join us until the first of June."), &headline)
           && str_find(headline, STR("Nobody new"), 0) != SIZE_MAX,
       "a sentence among them that was never there is not: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* The name of an index that a server makes for each answer, and a value beside it that people wait for. */
static void test_builds(void)
{
    static const char *const build[] = { "idx-a41c07", "idx-0b93fe", "idx-77ade1", "idx-c0ffee", "idx-3b1d5a",
                                         "idx-e9a2b4", "idx-58cd0f", "idx-b99826", "idx-2159cf", "idx-d3a7e8",
                                         "idx-3276db", "idx-f05562", "idx-9e41aa" };
    struct course c = { .type = "application/json" };
    unsigned told = 0;
    for (unsigned i = 0; i < ARRAY_LEN(build); i++) {
        const char *text =
            arena_printf(&c.kept,
                         "{\"index_build\": \"%s\", \"notice\": \"%s\", \"rooms\": [\"upper\", \"lower\"],\n"
                         "\"links\": {\"self\": \"/rooms?sid=%x\"}}",
                         build[i], i + 1 < ARRAY_LEN(build) ? "All rooms are open." : "The upper room is closed.", i * 7919 + 11)
                .ptr;
        bool is_told = visit(&c, text, NULL);
        told += i > 4 && i + 1 < ARRAY_LEN(build) && is_told;
        ok(i + 1 < ARRAY_LEN(build) || is_told, "what changes beside it is told");
    }
    eq_int(told, 0, "an index that is built for each answer");
    arena_drop(&c.kept);
}

/* An advert stands in another place of a list on each visit. An entry that is gone is none of it. */
static void test_beside_advert(void)
{
    static const char *const advert[] = { "Ropes and knots by the yard", "A lamp for every cabin", "Sails mended in a day",
                                          "Oars of ash" };
    static const char *const entry[] = {
        "<h3>The lock is shut</h3><p>Boats wait below the mill until the water falls again.</p>",
        "<h3>Quay under water</h3><p>Walkers take the path behind the houses for now.</p>",
        "<h3>Ferry tied up</h3><p>The last ferry went at noon, the next one goes when the wind drops.</p>",
        "<h3>Bread for all</h3><p>The baker hands out loaves at the market hall from six.</p>"
    };
    enum { VISITS = 14, DROPPED = 12 };
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < VISITS; i++) {
        AUTO(buf) b = BUF(1 << 14);
        struct str headline = STR("");
        buf_addf(&b, "<main>%s<ol>", STORY);
        for (unsigned k = 0; k < ARRAY_LEN(entry); k++) {
            if (k == 1 + i * 5 % 3)
                buf_addf(&b, "<li><a href='http://adverts.example/%u'>%s</a></li>", i * 7 % 4, advert[i * 7 % 4]);
            if (k != 1 || i < DROPPED)
                buf_addf(&b, "<li>%s</li>", entry[k]);
        }
        buf_add(&b, STR("</ol></main>"));
        buf_add_char(&b, '\0');
        bool is_told = visit(&c, b.ptr, &headline);
        told += is_told && i > 4 && i != DROPPED;
        if (i == DROPPED)
            ok(is_told && str_find(headline, STR("Quay under water"), 0) != SIZE_MAX, "an entry that is gone is told: %.*s",
               STR_ARG(headline));
    }
    ok(told <= 1, "the advert is not: %u", told);
    arena_drop(&c.kept);
}

int main(void)
{
    test_days();
    test_ages();
    test_boards();
    test_picks();
    test_telephone();
    test_layout();
    test_statistics();
    test_beside_advert();
    test_builds();
    test_latest();
    test_sections();
    return tap_done();
}
