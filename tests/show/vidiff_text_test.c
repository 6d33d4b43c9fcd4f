/* What Vi-DIFF found on two pages, as lines: only what a reader sees, in words that show it. */
#include "show/vidiff.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "judge/weigh.h"
#include "tests/page/pages.h"
#include "tests/tap.h"
#include "visual/vidiff.h"

struct shown {
    struct str text;
    struct vidiff_told told;
};

static struct shown show(struct arena *a, struct str old_html, struct str new_html)
{
    struct weigh_version *v = NEW_ARRAY(a, struct weigh_version, 2);
    struct videlta *d = NEW(a, struct videlta);
    struct importance importance = { 0 };
    struct shown out;
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    if (weigh_version_of(a, NULL, page_from(a, old_html, STR("")), STR(""), &v[0], NULL)
        || weigh_version_of(a, NULL, page_from(a, new_html, STR("")), STR(""), &v[1], NULL))
        abort();
    vidiff(a, &v[0].document, &v[1].document, &(struct vidiff_options){ VI_SAME_NAME }, d);
    vidiff_told_find(a, &(struct told_input){ &v[0].document, &v[1].document, d, &v[0].words, &v[1].words, true }, &out.told);
    struct vidiff_view view = {
        .old = &v[0].document, .new = &v[1].document, .delta = d, .importance = &importance, .told = &out.told
    };
    vidiff_text(a, &view, &text);
    out.text = arena_str(a, buf_str(&text));
    return out;
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

static struct str repeat(struct arena *a, const char *text, unsigned n)
{
    AUTO(buf) b = BUF(1 << 20);
    for (unsigned i = 0; i < n; i++)
        buf_add(&b, str_of(text));
    return arena_str(a, buf_str(&b));
}

/* The word that changed stands far behind what both texts begin with. */
static void test_far_behind(void)
{
    AUTO(arena) a = { 0 };
    struct str head = repeat(&a, "Words that stand here in both versions. ", 30);
    struct shown s = show(&a, arena_printf(&a, "<p>%.*sIts version is 4.1.0 since May.", STR_ARG(head)),
                          arena_printf(&a, "<p>%.*sIts version is 4.2.0 since May.", STR_ARG(head)));
    ok(has(s.text, "Its version is [-4.1.0-]{+4.2.0+} since May."), "the words that differ are shown, with those around them");
    ok(str_starts(s.text, STR("~ text \"… ")), "and that something stands before");
    eq_int(s.told.n, 1, "one operation");
}

static void test_cut(void)
{
    AUTO(arena) a = { 0 };
    unsigned good = 0;
    for (unsigned i = 0; i < 4; i++) {
        struct str long_word = repeat(&a, "слово", 100);
        struct shown s = show(&a, STR("<p>Some words"),
                              arena_printf(&a, "<p>Some words %.*s%.*s and <a href=/a>%.*s</a>", (int)i, "abcd", STR_ARG(long_word),
                                           STR_ARG(long_word)));
        good += utf8_valid(s.text) && has(s.text, "…");
    }
    eq_int(good, 4, "what is cut is cut between characters, and says so");
}

#define LINK(n) "<p><a href=/" n ">Headline number " n " of the day</a>"

/* The same headlines, one more, and other gaps: the page is cut in other places. */
static void test_regrouped(void)
{
    AUTO(arena) a = { 0 };
    const char *list = LINK("1") LINK("2") LINK("3") LINK("4") LINK("5") LINK("6");
    struct str loose = STR("<div>" LINK("1") LINK("2") "</div><div style='margin-top:90px;background:#eee'>" LINK("3")
                               LINK("4") "</div><div style='margin-top:90px'>" LINK("5") LINK("6") "</div>");
    struct shown s = show(&a, str_of(list), loose);
    ok(str_starts(s.text, STR("Not visible to a reader: ")) && s.told.n == 0, "the same words in other blocks: %.*s",
       STR_ARG(s.text));
    s = show(&a, str_of(list), arena_printf(&a, "%s%.*s", LINK("0"), STR_ARG(loose)));
    ok(has(s.text, "+ link \"Headline number 0 of the day\" /0 in block ") && !has(s.text, "Headline number 1"),
       "one more headline: %.*s", STR_ARG(s.text));
}

static void test_links_in_text(void)
{
    AUTO(arena) a = { 0 };
    struct shown s = show(&a, STR("<p>A flaw was found in <a href=/x>the library</a> which affects all."),
                          STR("<p>A flaw was found in <a href=/x>the library</a> which affects many."));
    ok(has(s.text, "found in the library which affects [-all-]{+many+}."), "words of links stand where they are read: %.*s",
       STR_ARG(s.text));
}

/* A block that changed places with another is told, and what went stands where it stood. */
static void test_places(void)
{
    AUTO(arena) a = { 0 };
#define PART(name, words) "<div style='margin:80px 0;border:1px solid'><h2>" name "</h2><p>" words "</p></div>"
#define SUN PART("Weather", "The sun shines on all hills of the north today and tomorrow.")
#define SHIP PART("Harbour", "Two ships left the harbour in the morning for the islands.")
#define BALL PART("Sport", "The club won three games and lost none of them this month.")
    struct shown s = show(&a, STR(SUN SHIP BALL), STR(BALL SUN SHIP));
    ok(has(s.text, "> block ") && has(s.text, "\"Sport\" moved") && s.told.n == 1, "a block that moved: %.*s", STR_ARG(s.text));
    s = show(&a, STR(SUN SHIP BALL), STR(SUN BALL PART("Imprint", "Published by nobody.")));
    size_t gone = str_find(s.text, STR("\"Harbour\" deleted"), 0), come = str_find(s.text, STR("\"Imprint\" inserted"), 0);
    ok(gone < come && come != SIZE_MAX && has(s.text, "- old block "), "lines are in the order of the page: %.*s", STR_ARG(s.text));
}

int main(void)
{
    test_far_behind();
    test_cut();
    test_regrouped();
    test_links_in_text();
    test_places();
    return tap_done();
}
