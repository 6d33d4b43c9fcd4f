/* When a place that changes is a habit: by how many visits, on what share of them, and by what stands there. */
#include "judge/habit.h"
#include "tests/judge/judged.h"

#define STORY \
    "<main><h1>The harbour</h1><p>The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring " \
    "of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people.</p>"

/* What stands below the story on one visit. */
typedef const char *part_at(struct arena *a, unsigned visit);

static struct habit habit_in(const struct judged *j, const struct judge_piece *piece, const struct past *past, bool exempt)
{
    struct evidence_context context = evidence_open(&j->delta, past, &j->pieces);
    return habit_of(&context, piece, exempt);
}

/* What is left of the last of so many changes, when something changes on every `every`-th visit. */
static float left_probed(struct arena *a, part_at *part, unsigned changes, unsigned every, unsigned probes)
{
    struct past *past = NEW(a, struct past);
    float left = -1;
    past->probes = probes;
    for (unsigned i = 0; i < changes; i++) {
        struct judged *j = judged(a, arena_printf(a, STORY "%s", part(a, i)).ptr, arena_printf(a, STORY "%s", part(a, i + 1)).ptr);
        left = j->pieces.n ? habit_in(j, &j->pieces.item[0], past, false).factor : -1;
        evidence_learn(past, &j->pieces, false);
        for (unsigned same = 1; same < every; same++)
            past_visit(past);
    }
    return left;
}

static float left_after(struct arena *a, part_at *part, unsigned changes, unsigned every)
{
    return left_probed(a, part, changes, every, 0);
}

static const char *version(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>The current version of the program is 2.4.%u, for all systems.</p>", visit).ptr;
}

static const char *named_version(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>The latest release is 2.%u, for all systems.</p>", visit).ptr;
}

static const char *rating(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>Version 2.4.0, rated 4.%u by its users.</p>", visit).ptr;
}

/* A release that is taken back, and made again. */
static const char *taken_back(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>The latest release is 4.2.0.rc%u, for all systems.</p>", visit == 12 ? 10 : visit).ptr;
}

static const char *two_servers(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>The latest release is 4.2.0.rc%u, for all systems.</p>", 1 + visit % 2).ptr;
}

static const char *decimal(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>The water is 2.%u metres high.</p>", visit).ptr;
}

static const char *thousands(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>This bell was rung 1.234.%u times.</p>", 500 + visit).ptr;
}

static const char *address(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>You come from 192.168.0.%u today.</p>", 20 + visit).ptr;
}

static const char *counter(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>This bell was rung %u times.</p>", 500 + visit).ptr;
}

static const char *date(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>Last change on %u May 2026.</p>", 1 + visit).ptr;
}

static const char *cell(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<table><tr><td>Ships in the harbour<td>%u</table>", 500 + visit).ptr;
}

static const char *edited(struct arena *a, unsigned visit)
{
    static const char *const names[] = { "Anna",  "Bert",  "Carla", "Dora", "Emil", "Frida",
                                         "Georg", "Hanna", "Igor",  "Jana", "Karl", "Lena" };
    return arena_printf(a, "<p>The guard on the northern tower of the harbour is %s until the morning.</p>", names[visit % 12]).ptr;
}

static void test_numbers(struct arena *a)
{
    ok(left_after(a, version, 3, 1) >= 1 && left_after(a, version, 12, 1) >= 1, "a version is news, however often it changes");
    ok(left_after(a, named_version, 12, 1) >= 1, "one of two parts, too, where the sentence speaks of releases");
    ok(left_after(a, rating, 12, 1) <= 0, "but not a rating beside a version that stays");
    ok(left_after(a, taken_back, 12, 1) >= 1, "and one that was there before");
    ok(left_after(a, two_servers, 12, 1) <= 0, "but not where two take turns: servers say which of them answered");
    ok(left_after(a, decimal, 12, 1) <= 0, "another number of two parts is not a version");
    ok(left_after(a, thousands, 12, 1) <= 0 && left_after(a, address, 12, 1) <= 0, "nor are thousands and addresses of hosts");
    ok(left_after(a, counter, 2, 1) >= 1 && left_after(a, counter, 3, 1) >= 1, "a number that changed twice is not a counter yet");
    ok(left_after(a, counter, 6, 1) <= 0, "after five changes on five visits it is");
    ok(left_after(a, date, 2, 1) >= 1 && left_after(a, date, 4, 1) < 0.5f, "a date is one change sooner");
    ok(left_after(a, cell, 12, 1) >= 1, "a number alone in its cell is what the table is for");
}

/* A total above the rows that it is the sum of. */
static const char *total(struct arena *a, unsigned visit)
{
    return arena_printf(a,
                        "<p>Baskets landed so far: %u</p><table><tr><td>North quay<td>%u<tr><td>South quay<td>%u<tr><td>Old "
                        "quay<td>%u</table>",
                        900 + 6 * visit, 300 + visit, 300 + 2 * visit, 300 + 3 * visit)
        .ptr;
}

/* A sentence with several figures. */
static const char *report(struct arena *a, unsigned visit)
{
    return arena_printf(a, "<p>In all %u baskets were landed at the quays of the town, of which %u had fish in them.</p>",
                        900 + visit, 300 + visit)
        .ptr;
}

/* Adverts that come back in turn, one of which names a state. */
static const char *in_turn(struct arena *a, unsigned visit)
{
    static const char *const adverts[] = { "Rooms by the pier with places available", "Does your knee hurt on the stairs",
                                           "Learn to sail in fifteen lessons" };
    return arena_printf(a, "<div><p>%s</p></div>", adverts[visit % 3]).ptr;
}

static float left_of_state(struct arena *a, unsigned visits)
{
    struct past *past = NEW(a, struct past);
    float left = -1;
    for (unsigned i = 0; i < visits; i++) {
        struct judged *j =
            judged(a, arena_printf(a, STORY "%s", in_turn(a, i)).ptr, arena_printf(a, STORY "%s", in_turn(a, i + 1)).ptr);
        left = habit_in(j, &j->pieces.item[0], past, true).factor;
        evidence_learn(past, &j->pieces, false);
    }
    return left;
}

static void test_data(struct arena *a)
{
    ok(left_of_state(a, 3) >= 1 && left_of_state(a, 12) <= 0, "a state in a line that is shown in turn with others is no news");
    ok(left_after(a, report, 12, 1) >= 1, "several figures in a sentence are a report");
    ok(left_after(a, total, 12, 1) >= 1, "a total that changes with the rows below it is data");
    ok(left_probed(a, counter, 12, 1, 2) >= 1, "and so is a number on a page of which two loads never differed");
}

/* What the page is about now: the first words stay. */
static const char *rewritten(struct arena *a, unsigned visit)
{
    char c = (char)('a' + visit);
    return arena_printf(a,
                        "<p>In our rooms we show you bread%c, sails%c, ropes%c, lamps%c, nets%c, oars%c, masts%c and bells%c.</p>",
                        c, c, c, c, c, c, c, c)
        .ptr;
}

/* Services of which each has the time of its last test beside its state. */
static const char *status(struct arena *a, unsigned visit)
{
    const char *web = visit == 9 ? "down" : "fine";
    return arena_printf(a,
                        "<ul><li>Web: %s, tested at 0%u:13<li>Mail: fine, tested at 0%u:13<li>Print: fine, tested at 0%u:13</ul>",
                        web, visit, visit, visit)
        .ptr;
}

static void test_words(struct arena *a)
{
    ok(left_after(a, status, 8, 1) <= 0 && left_after(a, status, 9, 1) >= 1, "times that run do not hide the word beside them");
    ok(left_after(a, rewritten, 10, 1) <= 0 && left_probed(a, rewritten, 10, 1, 2) >= 1,
       "a sentence of which most is another each time is told where probes have shown that it is not another on each load");
    ok(left_after(a, edited, 4, 1) >= 1, "a sentence that was edited on three visits of three is told");
    ok(left_after(a, edited, 10, 1) <= 0, "after nine of nine it is a habit");
    ok(left_after(a, edited, 10, 2) >= 1, "not where it changes on every other visit");
}

/* The pieces of one change, after a place was like that on every visit. */
static float left_of_texts(struct arena *a, unsigned sentences)
{
    static const char *const words[] = { "harbour", "market", "bridge", "council", "ferry",
                                         "tower",   "quay",   "garden", "school",  "museum" };
    struct past *past = NEW(a, struct past);
    float left = -1;
    for (unsigned i = 0; i < 7; i++) {
        AUTO(buf) old = BUF(1 << 14), new = BUF(1 << 14);
        for (unsigned k = 0; k < sentences; k++) {
            buf_addf(&old, "<p>%s%u %s%u %s%u %s%u %s%u.</p>", words[k], i, words[(k + 3) % 10], i, words[(k + 5) % 10], i,
                     words[(k + 7) % 10], i, words[(k + 9) % 10], i);
            buf_addf(&new, "<p>%s%u %s%u %s%u %s%u %s%u.</p>", words[k], i + 1, words[(k + 3) % 10], i + 1, words[(k + 5) % 10],
                     i + 1, words[(k + 7) % 10], i + 1, words[(k + 9) % 10], i + 1);
        }
        struct judged *j = judged(a, arena_printf(a, STORY "%.*s", STR_ARG(buf_str(&old))).ptr,
                                  arena_printf(a, STORY "%.*s", STR_ARG(buf_str(&new))).ptr);
        left = habit_in(j, &j->pieces.item[j->pieces.n / 3], past, false).factor;
        evidence_learn(past, &j->pieces, false);
    }
    return left;
}

/* Lists have kinds of things beside their items, and kinds come back. */
static void test_returns(struct arena *a)
{
    static const char *const kinds[] = { "Other", "Youth", "Other", "Youth", "Other", "Youth", "Other" };
    struct past *past = NEW(a, struct past);
    float left = -1;
    for (unsigned i = 0; i < 6; i++) {
        struct judged *j = judged(a, arena_printf(a, STORY "<ul class=news><li>%s<li>The boats race</ul>", kinds[i]).ptr,
                                  arena_printf(a, STORY "<ul class=news><li>%s<li>The boats race</ul>", kinds[i + 1]).ptr);
        evidence_learn(past, &j->pieces, false);
    }
    struct judged *j = judged(a, STORY "<ul class=news><li>Other<li>The boats race</ul>",
                              STORY "<ul class=news><li>Other<li>The boats race<li>Museum of scouts</ul>");
    left = habit_in(j, &j->pieces.item[0], past, false).factor;
    ok(left >= 1, "short names that come back do not make new items of the list noise: %g", (double)left);
}

/* A log whose entries all end in the same sentence. */
static void test_phrases(struct arena *a)
{
#define PATCH "A patch exists which remedies this problem."
    struct past *past = NEW(a, struct past);
    const char *shorter = STORY "<ul><li>The pump failed. " PATCH "<li>The gate stuck. " PATCH "</ul>";
    const char *longer = STORY "<ul><li>The pump failed. " PATCH "<li>The lamp broke. " PATCH "<li>The gate stuck. " PATCH "</ul>";
    for (unsigned i = 0; i < 8; i++) {
        struct judged *j = judged(a, i % 2 ? longer : shorter, i % 2 ? shorter : longer);
        for (uint32_t n = 0; n < j->pieces.n; n++) /* the entry itself is new each time, only the phrase comes back */
            if (j->pieces.item[n].came[SHAPE_LETTERS] == 3)
                j->pieces.item[n].text_key += i;
        evidence_learn(past, &j->pieces, false);
    }
    struct judged *j = judged(a, STORY "<ul><li>The pump failed. " PATCH "</ul>",
                              STORY "<ul><li>A crane fell into the water at noon. " PATCH "<li>The pump failed. " PATCH "</ul>");
    const struct judge_piece *added = piece_of(j, PIECE_ADDED);
    ok(added && habit_in(j, added, past, false).factor >= 1, "a phrase that stands everywhere does not make a log rotate");
}

static const char *rows(struct arena *a, unsigned north, unsigned south)
{
    return arena_printf(a, STORY "<table><tr><td>North</td><td>%u</td></tr><tr><td>South</td><td>%u</td></tr></table>", north,
                        south)
        .ptr;
}

#define FLIGHTS(state) \
    STORY "<table><tr><td>LH 123</td><td>Rome</td><td>" state \
          "</td></tr><tr><td>BA 77</td><td>Oslo</td><td>On time</td></tr></table>"

/* A table in which one row comes to a number that another had: what is data in one row is data in the other. */
static void test_table(struct arena *a)
{
    static const unsigned north[] = { 120, 125, 131, 140 }, south[] = { 90, 104, 120, 125 };
    struct past *past = NEW(a, struct past);
    float left = -1;
    for (unsigned i = 0; i < 3; i++) {
        struct judged *j = judged(a, rows(a, north[i], south[i]), rows(a, north[i + 1], south[i + 1]));
        for (uint32_t k = 0; k < j->pieces.n; k++)
            left = habit_in(j, &j->pieces.item[k], past, false).factor;
        evidence_learn(past, &j->pieces, false);
    }
    ok(left >= 1, "a number that another row of the table had before is new in its row: %g", (double)left);
    struct judged *late = judged(a, FLIGHTS("On time"), FLIGHTS("Delayed")),
                  *back = judged(a, FLIGHTS("Delayed"), FLIGHTS("On time"));
    evidence_learn(past, &late->pieces, false);
    ok(habit_in(back, &back->pieces.item[0], past, false).factor >= 1 && back->pieces.item[0].kind != PIECE_MOVED,
       "a state that is as it was, and as that of another row, is news");
}

/* A page of mirrors to which rows come on every visit, each between others that came too. */
static void test_growing(struct arena *a)
{
    static const char *const towns[] = { "Rome", "Oslo", "Bern", "Riga", "Kyiv", "Lima", "Cork", "Nice", "Graz", "Pisa", "Split" };
    struct past *past = NEW(a, struct past);
    float left = -1;
    for (unsigned i = 0; i < 9; i++) {
        AUTO(buf) old = BUF(4096), new = BUF(4096);
        for (unsigned k = 0; k <= i + 1; k++) {
            buf_addf(k <= i ? &old : &new, "<div class=row>%s harbour.</div>", towns[k]);
            if (k <= i)
                buf_addf(&new, "<div class=row>%s harbour.</div>", towns[k]);
        }
        buf_addf(&new, "<div class=row>%s quay.</div>", towns[i]);
        struct judged *j = judged(a, arena_printf(a, STORY "%.*s", STR_ARG(buf_str(&old))).ptr,
                                  arena_printf(a, STORY "%.*s", STR_ARG(buf_str(&new))).ptr);
        left = habit_in(j, &j->pieces.item[j->pieces.n - 1], past, false).factor;
        evidence_learn(past, &j->pieces, false);
    }
    ok(left >= 1, "rows that come with others beside them are not a habit of their list: %g", (double)left);
}

/* Cards of goods that were others in two answers of one moment, and the price of one that stays. */
static void test_cards(struct arena *a)
{
#define CARD(name, price) STORY "<p class=price>Bench 90 euro</p><div class=card><b>" name "</b> <i>" price "</i></div>"
    struct past *past = NEW(a, struct past);
    struct judged *two = judged(a, CARD("Oak table", "340 euro"), CARD("Tin kettle", "20 euro"));
    evidence_learn(past, &two->pieces, true);
    struct judged *j = judged(a, CARD("Salt mill", "12 euro"), CARD("Clay jug", "19 euro"));
    ok(habit_in(j, &j->pieces.item[0], past, true).noise == NOISE_PROBED, "the price of another thing is noise, too");
    j = judged(a, STORY "<p class=price>Bench 90 euro</p>", STORY "<p class=price>Bench 95 euro</p>");
    ok(habit_in(j, &j->pieces.item[0], past, true).factor >= 1, "that of the page is not");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_growing(&a);
    test_cards(&a);
    test_table(&a);
    test_numbers(&a);
    test_data(&a);
    test_words(&a);
    float advert = left_of_texts(&a, 1), text = left_of_texts(&a, 9);
    ok(advert <= 0 && text >= 1, "one sentence in the place of another on every visit is an advert, a whole text is not: %g, %g",
       (double)advert, (double)text);
    test_returns(&a);
    test_phrases(&a);
    return tap_done();
}
