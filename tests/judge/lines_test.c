/* One line changes on a page that was the same for some visits: is it news? By what the line says, in many languages; and lines that stand
 * in lists and cards which are in another order, or others, on each load. */
#include "tests/judge/course.h"

enum { VISITS = 7 };

/* ---- One line ---- */

#define PAGE \
    "<!DOCTYPE html><title>The house by the river</title><body><nav><a href=/>Home</a></nav><main><h1>The house by the river</h1><p>It was " \
    "built of brick and timber by a miller, and has been a home to painters since.</p>%s<p>A ramp leads to the door at the back of the " \
    "building.</p></main></body>"

static bool is_told(const char *old, const char *new)
{
    struct course c = { 0 };
    bool told = false;
    for (unsigned i = 0; i < VISITS; i++)
        visit(&c, arena_printf(&c.kept, PAGE, old).ptr, NULL);
    told = visit(&c, arena_printf(&c.kept, PAGE, new).ptr, NULL);
    arena_drop(&c.kept);
    return told;
}

static void test_lines(void)
{
    static const char *const news[][2] = {
        { "<p>Applications are due on 1 December 2026.", "<p>Applications are due on 15 December 2026." },
        { "<p>Friday 12 March 2027, 20:00", "<p>Saturday 13 March 2027, 20:00" },
        { "<p>Opening hours: 9:00 - 17:00", "<p>Opening hours: 10:00 - 16:00" },
        { "<table><tr><td>Market<td>08:15</table>", "<table><tr><td>Market<td>08:25</table>" },
        { "<p>You may send it back within 30 days.", "<p>You may send it back within 14 days." },
        { "<p>Die Frist endet am 20. November 2026.", "<p>Die Frist endet am 27. November 2026." },
        { "<p>Travaux jusqu’au 20 novembre", "<p>Travaux jusqu’au 18 décembre" },
        { "<p>El plazo termina el 20 de noviembre", "<p>El plazo termina el 4 de diciembre" },
        { "<p>Le domande scadono il 20 novembre", "<p>Le domande scadono il 4 dicembre" },
        { "<p>Wnioski do 20 listopada", "<p>Wnioski do 4 grudnia" },
        { "<p>Приём документов до 20 ноября", "<p>Приём документов до 4 декабря" },
        { "<p>Son başvuru 20 Kasım", "<p>Son başvuru 4 Aralık" },
        { "<p>締め切りは11月20日です。", "<p>締め切りは12月4日です。" },
        { "<p>The lift will be checked on Saturday, 28 November.", "<p>The lift will be checked on Sunday, 29 November." },
        { "<p>Die Sitzung findet am 24. November im Saal statt.", "<p>Die Sitzung findet am 1. Dezember im Saal statt." },
        { "<p>Rovers - United 2:1", "<p>Rovers - United 2:2" },
        { "<p>Dogs may swim here.", "<p>Dogs may not swim here." },
        { "<p>Minimum age: 16", "<p>Minimum age: 18" },
        { "<p>The old series is mended until 31 March 2027; last commit 5 hours ago.",
          "<p>The old series is mended until 30 June 2027; last commit 5 hours ago." },
        { "<p>Today is Monday, 9 November 2026: the soup costs 4.50 euro.",
          "<p>Today is Tuesday, 10 November 2026: the soup costs 5.50 euro." },
        { "<p>Lieferzeit 3–5 Werktage – 17 Personen sehen sich das gerade an",
          "<p>Lieferzeit 10–14 Werktage – 17 Personen sehen sich das gerade an" },
    };
    static const char *const noise[][2] = {
        { "<p>Today is Monday, 9 November 2026: sun, 12 degrees, 95.4 % of boats on time.",
          "<p>Today is Tuesday, 10 November 2026: sun, 9 degrees, 92.1 % of boats on time." },
        { "<p>開催まであと14日。", "<p>開催まであと13日。" },
        { "<p>vom 5. November 2026, 1.088 Aufrufe", "<p>vom 5. November 2026, 1.094 Aufrufe" },
        { "<p>Updated: 12 November 2026", "<p>Updated: 16 November 2026" },
        { "<p>Updated | 12 November 2026 | the mill", "<p>Updated | 16 November 2026 | the mill" },
        { "<p>Stand: 12.11.2026", "<p>Stand: 16.11.2026" },
        { "<p>Mis à jour le 12 novembre 2026", "<p>Mis à jour le 16 novembre 2026" },
        { "<p>Posted 3 hours ago", "<p>Posted 5 hours ago" },
        { "<p>Publié il y a 3 heures", "<p>Publié il y a 5 heures" },
        { "<p>Обновлено 2 ч. назад", "<p>Обновлено 3 ч. назад" },
        { "<p>Dodano 3 godziny temu", "<p>Dodano 4 godziny temu" },
        { "<p>2 saat önce", "<p>3 saat önce" },
        { "<p>14 people are reading this", "<p>9 people are reading this" },
        { "<p>2小时前更新", "<p>3小时前更新" },
        { "<p>12 people are viewing this", "<p>7 people are viewing this" },
        { "<p>You are visitor number 81,332", "<p>You are visitor number 81,377" },
        { "<p>44 of 58 people found it useful", "<p>45 of 60 people found it useful" },
        { "<p>Просмотров: 5012", "<p>Просмотров: 5024" },
        { "<p>Pubblicato 23 minuti fa", "<p>Pubblicato 41 minuti fa" },
        { "<p>Přidáno před 2 hodinami", "<p>Přidáno před 5 hodinami" },
        { "<p>För 3 timmar sedan", "<p>För 8 timmar sedan" },
        { "<p>منذ 5 دقائق", "<p>منذ 9 دقائق" },
        { "<p>120 me gusta", "<p>131 me gusta" },
        { "<p>47 отметок «Нравится»", "<p>58 отметок «Нравится»" },
        { "<p>310 keer bekeken", "<p>322 keer bekeken" },
        { "<p>98 beğeni", "<p>99 beğeni" },
        { "<p>41回視聴", "<p>57回視聴" },
        { "<p>浏览次数：7033", "<p>浏览次数：7099" },
        { "<dl><dt>Views<dd>1,204</dl>", "<dl><dt>Views<dd>1,377</dl>" },
        { "<p>© 2025 The house by the river", "<p>© 2026 The house by the river" },
    };
    for (size_t i = 0; i < ARRAY_LEN(news); i++)
        ok(is_told(news[i][0], news[i][1]), "news: %s", news[i][1]);
    for (size_t i = 0; i < ARRAY_LEN(noise); i++)
        ok(!is_told(noise[i][0], noise[i][1]), "noise: %s", noise[i][1]);
}

/* A span of months in a table says so from the second visit on; hours run there as often. */
static void test_terms(void)
{
#define TERM(name, span) "<table><tr><td>" name "<td>" span "<tr><td>Seats<td>12</table>"
    struct course c = { 0 };
    visit(&c, arena_printf(&c.kept, PAGE, TERM("Warranty", "3 years")).ptr, NULL);
    ok(visit(&c, arena_printf(&c.kept, PAGE, TERM("Warranty", "5 years")).ptr, NULL), "another term is news");
    visit(&c, arena_printf(&c.kept, PAGE, TERM("Running", "3 hours")).ptr, NULL);
    ok(!visit(&c, arena_printf(&c.kept, PAGE, TERM("Running", "5 hours")).ptr, NULL), "hours may run");
    arena_drop(&c.kept);
}

/* A figure beside a state is not the state. */
static void test_state(void)
{
    struct course c = { 0 };
    visit(&c, arena_printf(&c.kept, PAGE, "<p>Mail: Operational, 99.980 % of the time").ptr, NULL);
    probe(&c, arena_printf(&c.kept, PAGE, "<p>Mail: Operational, 99.969 % of the time").ptr);
    ok(!visit(&c, arena_printf(&c.kept, PAGE, "<p>Mail: Operational, 99.977 % of the time").ptr, NULL),
       "a figure that differs on each load");
    ok(visit(&c, arena_printf(&c.kept, PAGE, "<p>Mail: Degraded, 99.977 % of the time").ptr, NULL), "the state beside it is news");
    arena_drop(&c.kept);
}

/* ---- Lists ---- */

#define JOBS(first, second, third, more) \
    "<ul><li>" first " posted 3 hours ago<li>" second " posted 9 hours ago<li>" third " posted 5 hours ago" more "</ul>"

/* Items in another order on each load, each with a time that runs: what is new among them is news. */
static void test_shuffled(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    const char *a = JOBS("Baker, part time, Whitby", "Carpenter, full time, Bradford", "Nurse, nights, Hull", "");
    const char *b = JOBS("Nurse, nights, Hull", "Baker, part time, Whitby", "Carpenter, full time, Bradford", "");
    const char *d = JOBS("Carpenter, full time, Bradford", "Nurse, nights, Hull", "Baker, part time, Whitby", "");
    const char *more = JOBS("Nurse, nights, Hull", "Carpenter, full time, Bradford", "Baker, part time, Whitby",
                            "<li>Librarian, full time, York posted 1 hours ago");
    visit(&c, arena_printf(&c.kept, PAGE, a).ptr, NULL);
    probe(&c, arena_printf(&c.kept, PAGE, b).ptr);
    ok(!visit(&c, arena_printf(&c.kept, PAGE, d).ptr, NULL), "another order is not news");
    ok(visit(&c, arena_printf(&c.kept, PAGE, more).ptr, &headline) && str_find(headline, STR("Librarian"), 0) != SIZE_MAX,
       "a new item is: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

#define CARDS(first, price, second, other) \
    "<div class=pick><a href=/1>" first "</a> <span>" price "</span></div><div class=pick><a href=/2>" second "</a> <span>" other \
    "</span></div>"

/* Goods that are others on each load have other prices. */
static void test_cards(void)
{
    struct course c = { 0 };
    visit(&c, arena_printf(&c.kept, PAGE, CARDS("Garden hose", "54.00 GBP", "Iron pan", "30.00 GBP")).ptr, NULL);
    probe(&c, arena_printf(&c.kept, PAGE, CARDS("Wall clock", "16.00 GBP", "Linen cushion", "23.00 GBP")).ptr);
    ok(!visit(&c, arena_printf(&c.kept, PAGE, CARDS("Garden hose", "88.00 GBP", "Oak stool", "41.00 GBP")).ptr, NULL),
       "a price among them is not news");
    arena_drop(&c.kept);
}

#define CONCERTS(tag, state, other) \
    "{\"items\": [{\"title\": \"Spring concert\", \"state\": \"" state "\", \"etag\": \"" tag \
    "5f3bf1b74d19\"}, {\"title\": \"Reading\", " \
    "\"state\": \"open\", \"etag\": \"" other "ce18ee07f888\"}]}"

/* Each value of an object has a label, also inside a list: a code that is another on each load does not hide what stands beside it. */
static void test_json(void)
{
    struct course c = { .type = "application/json" };
    struct str headline = STR("");
    visit(&c, CONCERTS("a1", "open", "b2"), NULL);
    probe(&c, CONCERTS("c3", "open", "d4"));
    ok(!visit(&c, CONCERTS("e5", "open", "f6"), NULL), "codes are not news");
    ok(visit(&c, CONCERTS("07", "cancelled", "18"), &headline) && str_find(headline, STR("cancelled"), 0) != SIZE_MAX,
       "a value beside them is: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* A value of JSON with a key is learnt as a number with a label is; a price is not. */
static void test_json_values(void)
{
    struct course c = { .type = "application/json" };
    unsigned late = 0;
    bool priced = false;
    for (unsigned i = 0; i < 12; i++) {
        struct str text =
            arena_printf(&c.kept, "{\"name\": \"acme\", \"took\": %u, \"price\": %u}", 31 + i * 17 % 23, i < 11 ? 40u : 35u);
        bool told = visit(&c, text.ptr, NULL);
        late += i > 4 && i < 11 && told;
        priced = told;
    }
    ok(late == 0 && priced, "a value that is another on every visit, and a price beside it");
    arena_drop(&c.kept);
}

/* Lines of one form, each with a time that runs: the comparison takes some for others, and yet they say nothing new. */
static void test_running_lines(void)
{
    static const char *const form =
        "The files of the town\n\nmaps/\n  %u files, looked at %u minutes ago\n%spapers/\n  %u files, looked at %u "
        "minutes ago\nletters/\n  %u files, looked at %u minutes ago\n%s";
    struct course c = { .type = "text/plain" };
    unsigned late = 0;
    bool told = false;
    for (unsigned i = 0; i < 14; i++) {
        const char *more = i % 3 ? "" : "\nWe are two.\n\n", *new = i < 13 ? "" : "\nThe house is closed in May for repairs.\n";
        told = visit(&c,
                     arena_printf(&c.kept, form, 1000 + i * 3, 7 + i * 5 % 50, more, 700 + i * 2, 3 + i * 31 % 50, 90 + i,
                                  2 + i * 17 % 50, new)
                         .ptr,
                     NULL);
        late += i > 5 && i < 13 && told;
    }
    ok(late == 0 && told, "lines with a time that runs, told %u times after the fifth visit", late);
    arena_drop(&c.kept);
}

/* A telephone number that was put right again, and each new entry of a list that only grows. */
static void test_returns_and_growth(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    unsigned told = 0;
    visit(&c, arena_printf(&c.kept, PAGE, "<p>Telephone: 01632 960041").ptr, NULL);
    ok(visit(&c, arena_printf(&c.kept, PAGE, "<p>Telephone: 01632 960052").ptr, NULL), "another number");
    ok(visit(&c, arena_printf(&c.kept, PAGE, "<p>Telephone: 01632 960041").ptr, &headline), "%.*s", STR_ARG(headline));
    arena_drop(&c.kept);
    c = (struct course){ 0 };
    for (unsigned i = 0; i < 12; i++) {
        AUTO(buf) list = BUF(4096);
        for (unsigned k = 0; k <= i; k++)
            buf_addf(&list, "<li>Course of %u", 2010 + i - k);
        told +=
            visit(&c, arena_printf(&c.kept, PAGE, arena_printf(&c.kept, "<ul>%.*s</ul>", STR_ARG(buf_str(&list))).ptr).ptr, NULL);
    }
    eq_int(told, 11, "entries of a list that only grows");
    arena_drop(&c.kept);
}

static bool tells(const char *old, const char *new)
{
    struct course c = { .type = "application/json" };
    visit(&c, old, NULL);
    bool told = visit(&c, new, NULL);
    arena_drop(&c.kept);
    return told;
}

/* All rows of a table have the day of the visit; the one that goes is not taken for it. */
static void test_rows(void)
{
    struct course c = { .type = "text/csv" };
    struct str headline = STR("");
    bool told = false;
    for (unsigned i = 1; i < 9; i++)
        told = visit(&c,
                     arena_printf(&c.kept, "item,price,asked\ntea,2.10,2026-11-0%u\n%smilk,1.20,2026-11-0%u\n", i,
                                  i < 8 ? arena_printf(&c.kept, "cocoa,3.00,2026-11-0%u\n", i).ptr : "", i)
                         .ptr,
                     &headline);
    ok(told && str_starts(headline, STR("Removed: cocoa")), "%.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* The key says which day it is. One by itself may be that of the visit, and machines write times to the second. */
static void test_json_days(void)
{
    ok(tells("{\"ferry\": {\"start\": \"2024-01-02\", \"repair\": \"2024-04-06\"}}",
             "{\"ferry\": {\"start\": \"2024-01-02\", \"repair\": \"2024-10-08\"}}"),
       "the repair was put off");
    ok(!tells("{\"name\": \"ferry\", \"date\": \"2024-04-06\"}", "{\"name\": \"ferry\", \"date\": \"2024-10-08\"}"),
       "a date that nothing is said of");
    ok(!tells("{\"name\": \"ferry\", \"repair\": \"2024-04-06T10:11:12\"}",
              "{\"name\": \"ferry\", \"repair\": \"2024-10-08T10:11:13\"}"),
       "a time to the second");
    ok(!tells(
           "[{\"boat\": \"Ada\", \"sighted\": \"2024-04-06 10:11:12\"}, {\"boat\": \"Bea\", \"sighted\": \"2024-04-06 10:11:15\"}, "
           "{\"boat\": \"Cid\", \"sighted\": \"2024-04-06 10:12:31\"}]",
           "[{\"boat\": \"Ada\", \"sighted\": \"2024-04-08 11:01:43\"}, {\"boat\": \"Bea\", \"sighted\": \"2024-04-08 11:02:09\"}, "
           "{\"boat\": \"Cid\", \"sighted\": \"2024-04-08 11:04:27\"}]"),
       "several of them");
}

/* "最終更新日時" and "更新时间" say when a page was written, in words that "日時" and "时间" of an event are made of, too. */
static void test_stamps(void)
{
#define FERRY(line) "<h1>渡し船</h1><p>この渡し船は毎日正午に出て、山羊は卵一つで乗れます。雨の日は出ません。</p><p>" line "</p>"
    struct course c = { .type = "text/html; charset=utf-8" };
    visit(&c, FERRY("最終更新日時: 2024年4月6日 10時11分12秒"), NULL);
    ok(!visit(&c, FERRY("最終更新日時: 2024年4月9日 21時50分33秒"), NULL), "when the page was written");
    ok(visit(&c, FERRY("開催日時: 2024年5月9日 21時50分"), NULL), "when the feast is held");
    ok(visit(&c, FERRY("開催日時: 2024年6月1日 20時30分"), NULL), "it was put off");
    arena_drop(&c.kept);
#undef FERRY
}

/* The last entry of a feed makes room. */
static void test_feed(void)
{
#define FEED(items) "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Quay</title>" items "</channel></rss>"
#define ENTRY(title, text) "<item><title>" title "</title><description>" text "</description></item>"
    static const char lamp[] =
        FEED(ENTRY("The lighthouse gets a new lamp", "It shines twice as far.") ENTRY("Regatta starts on Sunday", "Forty boats."));
    static const char less[] = FEED(ENTRY("The lighthouse gets a new lamp", "It shines twice as far."));
    static const char last[] = FEED(ENTRY("Regatta starts on Sunday", "Forty boats."));
    struct course c = { .type = "application/rss+xml" };
    visit(&c, lamp, NULL);
    ok(!visit(&c, less, NULL), "the last entry is gone: not news");
    struct course other = { .type = "application/rss+xml" };
    visit(&other, lamp, NULL);
    ok(visit(&other, last, NULL), "the first one is: news");
    static const char shuffled[] = FEED(ENTRY("Regatta starts on Sunday", "Forty boats.") ENTRY(
        "The mill has a new miller", "He is from Ghent.") ENTRY("The lighthouse gets a new lamp", "It shines twice as far."));
    static const char fewer[] =
        FEED(ENTRY("The mill has a new miller", "He is from Ghent.") ENTRY("Regatta starts on Sunday", "Forty boats."));
    struct course third = { .type = "application/rss+xml" };
    struct str headline;
    visit(&third, shuffled, NULL);
    visit(&third,
          FEED(ENTRY("The lighthouse gets a new lamp", "It shines twice as far.") ENTRY("Regatta starts on Sunday", "Forty boats.")
                   ENTRY("The mill has a new miller", "He is from Ghent.")),
          NULL);
    bool told = visit(&third, fewer, &headline);
    ok(told && str_find(headline, STR("lamp"), 0) != SIZE_MAX, "an entry is gone, and others stand in its place: %.*s",
       STR_ARG(headline));
    arena_drop(&c.kept);
    arena_drop(&other.kept);
    arena_drop(&third.kept);
}

/* Feeds with an advert in each entry, all of them in another order at each answer. */
static void test_feed_adverts(void)
{
#define WITH(ad, a, b, c) \
    FEED(ENTRY(a, "Some words on it.&lt;p&gt;" ad "&lt;/p&gt;") ENTRY(b, "Other words on it.&lt;p&gt;" ad "&lt;/p&gt;") \
             ENTRY(c, "More was not said.&lt;p&gt;" ad "&lt;/p&gt;"))
#define LAMP "The lighthouse gets a new lamp"
#define MILL "The mill has a new miller"
#define BOAT "Regatta starts on Sunday"
    struct course c = { .type = "application/rss+xml" };
    visit(&c, WITH("Beds by Norland are soft", LAMP, MILL, BOAT), NULL);
    probe(&c, WITH("Boots that last for years", MILL, LAMP, BOAT));
    visit(&c, WITH("Oysters fresh every morning", BOAT, MILL, LAMP), NULL);
    probe(&c, WITH("Boots that last for years", LAMP, BOAT, MILL));
    bool quiet = !visit(&c, WITH("Learn the lute at home", MILL, BOAT, LAMP), NULL);
    quiet &= !visit(&c, WITH("Rent a cart for a day", BOAT, LAMP, MILL), NULL);
    ok(quiet, "a line that every entry has is not an entry");
    ok(visit(&c, WITH("Fine cheese at your door", BOAT, LAMP, "Storm closes the quay"), NULL), "another entry is one");
    arena_drop(&c.kept);
}

/* An entry of a shuffled list that is gone: what stands in its place now only moved there. */
static void test_gone(void)
{
#define ITEMS(a) "<?xml version=\"1.0\"?><set>" a "</set>"
#define ITEM(name, s) "<item><loc>https://kettles.example/" name "?session=" s "</loc></item>"
    struct course c = { .type = "application/xml" };
    struct str headline;
    visit(&c,
          ITEMS(ITEM("contact", "b502589964d1ea67") ITEM("news/opening", "b502589964d1ea67") ITEM("about", "b502589964d1ea67")
                    ITEM("prices", "b502589964d1ea67")),
          NULL);
    bool told = visit(
        &c, ITEMS(ITEM("prices", "028d42be3af818ad") ITEM("about", "028d42be3af818ad") ITEM("news/opening", "028d42be3af818ad")),
        &headline);
    ok(told && str_find(headline, STR("contact"), 0) != SIZE_MAX, "an address is gone from a list: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* When a machine wrote the page, in words that no list has. */
static void test_moments(void)
{
#define NOTE(line) \
    "<main><h1>The mill</h1><p>The mill grinds corn of all farms around the town, and has done so for two hundred years.</p><p>" line \
    "</p></main>"
    static const struct {
        const char *old, *new;
        bool told;
    } row[] = {
        { NOTE("Zuletzt gelüftet 3. März 2031 09:39"), NOTE("Zuletzt gelüftet 4. März 2031 11:02"), false },
        { NOTE("Last updated 3 March 2031 10:30"), NOTE("Last updated 4 March 2031 10:45"), false },
        { NOTE("The miller speaks on 3 March 2031 at 19:30"), NOTE("The miller speaks on 5 April 2031 at 19:30"), true },
        { NOTE("Departure 3 March 2031 09:39"), NOTE("Departure 5 April 2031 11:02"), true },
        { NOTE("On Sundays we open at 09:40"), NOTE("On Sundays we open at 11:05"), true },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct course c = { .type = "text/html; charset=utf-8" };
        visit(&c, row[i].old, NULL);
        ok(visit(&c, row[i].new, NULL) == row[i].told, "%stold: %s", row[i].told ? "" : "not ", row[i].new + 130);
        arena_drop(&c.kept);
    }
}

#define ROADS(north, south) "{\"roads\":[{\"name\":\"North\",\"open\":\"" north "\"},{\"name\":\"South\",\"open\":\"" south "\"}]}"

/* The same key in all records names their days alike: that one or the other is put off on each visit is no habit of theirs. */
static void test_json_days_of_many(void)
{
    struct course c = { .type = "application/json" };
    static const char *const pages[] = { ROADS("2026-04-20", "2026-05-01"), ROADS("2026-04-22", "2026-05-01"),
                                         ROADS("2026-04-22", "2026-05-09"), ROADS("2026-04-27", "2026-05-09"),
                                         ROADS("2026-04-27", "2026-05-11"), ROADS("2026-05-02", "2026-05-11"),
                                         ROADS("2026-05-02", "2026-05-17"), ROADS("2026-05-03", "2026-05-17") };
    for (size_t i = 0; i < ARRAY_LEN(pages); i++)
        ok(visit(&c, pages[i], NULL) == (i > 0), "days of JSON, visit %zu", i);
    arena_drop(&c.kept);
    struct course one = { .type = "application/json" };
    static const char *const days[] = { "20", "21", "22", "23", "24", "25", "26", "27" };
    unsigned told = 0;
    for (size_t i = 0; i < ARRAY_LEN(days); i++) {
        AUTO(buf) page = BUF(256);
        buf_addf(&page, "{\"name\":\"North\",\"expires\":\"2026-04-%s\"}%c", days[i], 0);
        told += visit(&one, page.ptr, NULL) && i > 4;
    }
    ok(told == 0, "one day that runs is a habit");
    arena_drop(&one.kept);
}

/* Lines of a plain text that begin with a label: what stands behind it differs at each answer. */
static void test_labels(void)
{
#define NEWS(load, hosts, read) \
    "Welcome to the mill, " load "\n\nHOSTS\nalder is up\nbirch is up\n" hosts "\nYou might read: " read "\nThe keeper is in.\n"
    struct course c = { .type = "text/plain" };
    struct str headline;
    visit(&c, NEWS("load 3", "", "A month without salt / The slow train"), NULL);
    probe(&c, NEWS("load 7", "", "Painting with mud / A month without salt"));
    visit(&c, NEWS("load 4", "", "The slow train / Cold porridge contests"), NULL);
    probe(&c, NEWS("load 9", "", "Cold porridge contests / Painting with mud"));
    bool quiet = !visit(&c, NEWS("load 5", "", "The ladder museum / Cold porridge contests"), NULL);
    quiet &= !visit(&c, NEWS("load 8", "", "What the miller knows / The ladder museum"), NULL);
    ok(quiet, "what stands behind a label is known by the label");
    bool told =
        visit(&c, NEWS("load 2", "dogwood grinds the corn of two farms\n", "Painting with mud / The slow train"), &headline);
    ok(told && str_find(headline, STR("dogwood"), 0) != SIZE_MAX, "a line that comes beside it is told: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* An answer in JSON with the keys that it always had is the page, though a value speaks of repairs. */
static void test_repairs(void)
{
#define HALL(request, note) "{\"request\":\"" request "\",\"hall\":\"De Golf\",\"note\":\"" note "\",\"tip\":\"" request "\"}"
    struct course c = { .type = "application/json" };
    struct str headline;
    visit(&c, HALL("one two three four five six seven", "Children swim for free."), NULL);
    bool told = visit(&c, HALL("nine ten eleven twelve some more words", "Gesloten tot zondag wegens onderhoud."), &headline);
    ok(told && str_find(headline, STR("onderhoud"), 0) != SIZE_MAX, "a value that speaks of repairs: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* Two answers of one moment differ in a figure, and the next build gives the elements other names. */
static void test_builds(void)
{
#define BUILT(class, n) \
    "<main><h1>The mill</h1><p>The mill grinds corn of all farms around the town, and has done so for two hundred years.</p>" \
    "<div class=" class "><p>" n " sacks came in since noon</p></div></main>"
    struct course c = { .type = "text/html" };
    visit(&c, BUILT("kEzd", "14"), NULL);
    probe(&c, BUILT("kEzd", "27"));
    visit(&c, BUILT("bbdF", "31"), NULL);
    ok(!visit(&c, BUILT("bbdF", "45"), NULL), "a line is known by its own words, whatever its elements are called");
    arena_drop(&c.kept);
}

/* A shop shows visitors from another country other prices: the first time is told. */
static void test_markets(void)
{
#define SHOP(small, large, button) \
    "<main><h1>The lamp</h1><p>A lamp of brass that burns for three days, with a hook to hang it up in a boat.</p><section><h2>Small</h2><p>" small \
    "</p></section><section><h2>Large</h2><p>" large "</p><p>" button "</p></section></main>"
    struct course c = { .type = "text/html" };
    struct str headline;
    visit(&c, SHOP("$30.00", "$45.00", "Buy now"), NULL);
    ok(visit(&c, SHOP("£25.00", "£40.00", "Buy now"), NULL), "prices in another currency");
    ok(!visit(&c, SHOP("$30.00", "$45.00", "Buy now"), NULL), "those of before");
    ok(!visit(&c, SHOP("£25.00", "£40.00", "Buy now"), NULL), "and again");
    bool told = visit(&c, SHOP("£25.00", "£38.00", "Buy now"), &headline);
    ok(told && str_find(headline, STR("38"), 0) != SIZE_MAX, "another price: %.*s", STR_ARG(headline));
    ok(visit(&c, SHOP("£25.00", "£40.00", "Buy now"), NULL), "the price of before in the same currency");
    arena_drop(&c.kept);
}

int main(void)
{
    test_markets();
    test_feed();
    test_feed_adverts();
    test_gone();
    test_moments();
    test_labels();
    test_builds();
    test_repairs();
    test_lines();
    test_terms();
    test_state();
    test_shuffled();
    test_cards();
    test_json();
    test_json_values();
    test_running_lines();
    test_returns_and_growth();
    test_rows();
    test_json_days();
    test_json_days_of_many();
    test_stamps();
    return tap_done();
}
