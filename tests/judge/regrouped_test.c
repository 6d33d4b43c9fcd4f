/* Entries of a plan that go below another heading. */
#include "judge/regrouped.h"

#include "tests/judge/course.h"

static const char *page_of(struct arena *a, const char *planned, const char *started, const char *done)
{
    return arena_printf(a,
                        "<header><a href=/>Elm</a></header><main><h1>What we build</h1><p>This is what we plan for the next "
                        "year, and what is ready to be used.</p><h2>Planned</h2><ul>%s</ul><h2>Started</h2><ul>%s</ul><h2>Done</h2>"
                        "<ul>%s</ul></main>",
                        planned, started, done)
        .ptr;
}

#define ENTRY(words) "<li><a href=/plan/" words ">" words "</a>"
#define NOTES ENTRY("Notes without a network")
#define SEARCH ENTRY("Search that finds old notes")
#define FOLDERS ENTRY("Folders shared with a team")

static void test_told(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    visit(&c, page_of(&c.kept, NOTES SEARCH, FOLDERS, ENTRY("Letters in large print")), NULL);
    ok(!visit(&c, page_of(&c.kept, SEARCH NOTES, FOLDERS, ENTRY("Letters in large print")), NULL), "another order says nothing");
    ok(visit(&c, page_of(&c.kept, SEARCH, NOTES FOLDERS, ENTRY("Letters in large print")), &headline), "another heading does");
    ok(str_eq(headline, STR("Moved to “Started”: Notes without a network")), "and it is named: %.*s", STR_ARG(headline));
    ok(visit(&c, page_of(&c.kept, SEARCH, NOTES, FOLDERS ENTRY("Letters in large print")), &headline), "so it is further on");
    ok(str_eq(headline, STR("Moved to “Done”: Folders shared with a team")), "with its name: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* What is over goes to the past by itself. */
static void test_days(void)
{
    struct course c = { 0 };
#define FAIR "<li>3 May 2031: fair of old books on the square"
    visit(&c, page_of(&c.kept, FAIR NOTES, SEARCH, FOLDERS), NULL);
    ok(!visit(&c, page_of(&c.kept, NOTES, SEARCH, FOLDERS FAIR), NULL), "an entry with a day that went to another list is no news");
    arena_drop(&c.kept);
}

/* A heading that is put above entries moves none of them. */
static void test_new_heading(void)
{
    struct course c = { 0 };
    struct str headline = STR("");
    visit(&c, page_of(&c.kept, NOTES SEARCH FOLDERS, ENTRY("One more thing"), ENTRY("Letters in large print")), NULL);
    ok(visit(&c,
             page_of(&c.kept, NOTES "</ul><h2>Soon</h2><ul>" SEARCH FOLDERS, ENTRY("One more thing"),
                     ENTRY("Letters in large print")),
             &headline),
       "a new heading is told");
    ok(str_find(headline, STR("Moved"), 0) == SIZE_MAX, "and nothing else: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
}

/* Where entries go to and fro on each visit, as in a list of who is there, it is a habit. */
static void test_habit(void)
{
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < 12; i++)
        told += visit(
            &c, page_of(&c.kept, i % 2 ? NOTES SEARCH : SEARCH, i % 2 ? FOLDERS : NOTES FOLDERS, ENTRY("Letters in large print")),
            NULL);
    ok(told > 0 && told <= 5, "entries that go to and fro are told some times: %u", told);
    arena_drop(&c.kept);
}

int main(void)
{
    test_told();
    test_days();
    test_new_heading();
    test_habit();
    return tap_done();
}
