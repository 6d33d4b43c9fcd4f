/* Statements one after the other, inheritance, names, moments. */
#include "event/world.h"

#include "base/duration.h"
#include "tests/event/graphs.h"

static void eq_fault(const char *text, const char *want)
{
    AUTO(graph_text) g = { 0 };
    bool good = graph_text_read(&g, str_of(text));
    eq_str(good ? STR("") : g.faults.list.item[0].text, str_of(want), want[0] ? want : text);
}

#define A "create sentinel a on \"x\" monitor links fetch 2 hours notify every day by email anna;"

static void test_faults(void)
{
    eq_fault(A A, "there is a sentinel or set called a already; ALTER changes it, DROP forgets it");
    eq_fault(A "create set a as \"x\"", "there is a sentinel or set called a already; ALTER changes it, DROP forgets it");
    eq_fault("drop sentinel a", "there is no sentinel called a");
    eq_fault("drop set a", "there is no set called a");
    eq_fault("alter sentinel a fetch day", "there is no sentinel called a");
    eq_fault("create sentinel b using a", "there is no sentinel or set called a; an address stands in quotes");
    eq_fault("create sentinel b using \"x\"", "a page needs the changes that count: add MONITOR");
    eq_fault("create set s as \"x\" create sentinel b using s", "a page needs the changes that count: add MONITOR");
    eq_fault("create sentinel b using b", "b stands on itself");
    eq_fault("create sentinel b using c and c; create sentinel c using b", "b stands on itself");
    eq_fault("create sentinel b on \"x\" monitor regex /(/",
             "\"(\" is not a Perl pattern: missing closing parenthesis, at character 2");
    eq_fault("create sentinel b on \"x\" monitor links from start(c)", "there is no sentinel called c");
    eq_fault("create sentinel b on \"x\" monitor links from start(c); create sentinel c on \"x\" monitor links from end(b)",
             "the times of b stand on themselves");
    eq_fault(A "drop sentinel a;" A, "");
    eq_fault(A "create sentinel b using a; drop sentinel a", "b stands on a; drop or alter it first");
    eq_fault("create set s as \"x\" create sentinel b using s monitor links; drop set s", "b stands on s; drop or alter it first");
    eq_fault(A "drop sentinel a; create sentinel b using a", "there is no sentinel or set called a; an address stands in quotes");
    eq_fault(A "create sentinel b using a; drop sentinel a; drop sentinel b", "");
    eq_fault("create sentinel b using a and a;" A, "");
}

static void test_inheritance(void)
{
    AUTO(graph_text) g = { 0 };
    graph_text_open(&g,
                    "create sentinel c using b notify immediate; create sentinel b using a monitor images; " A
                    "alter sentinel a fetch 3 hours changehistory 4; disable sentinel c; disable sentinel a; enable sentinel a");
    const struct world_sentinel *b = world_find(&g.world, STR("b")), *c = world_find(&g.world, STR("c"));
    ok(b->s.changes->type.kind == TYPE_IMAGES && str_eq(b->s.target->name, STR("x")),
       "the heir asks its own changes of the same page");
    ok(b->s.fetch_ms == 3 * DURATION_HOUR_MS && b->s.history == 4, "and has the rest as it is now");
    ok(c->s.changes->type.kind == TYPE_IMAGES && c->s.notify == NOTIFY_IMMEDIATE && c->s.n_ways == 1, "an heir of an heir");
    ok(c->disabled && !world_find(&g.world, STR("a"))->disabled, "disabled and enabled");
    eq_int(g.graph.n_roots, 2, "who is disabled is not in the graph");
}

static void test_windows(void)
{
    AUTO(graph_text) g = { 0 };
    graph_text_open(&g, "create set s as \"x\", \"shop.example/teas\"; create sentinel a on any(2, s) monitor links within 6 hours;"
                        "create sentinel b on \"x\" monitor links within 6 hours");
    const struct world_sentinel *a = world_find(&g.world, STR("a")), *b = world_find(&g.world, STR("b"));
    ok(a->s.target->within_ms == 6 * DURATION_HOUR_MS && a->s.changes->within_ms == 0,
       "the window of one change is that of its pages");
    ok(b->s.target->within_ms == 0 && b->s.changes->within_ms, "unless there is one page alone");
    eq_str(g.world.set[0].address[1], STR("https://shop.example/teas"), "an address without its beginning is completed");
}

static void test_times(void)
{
    AUTO(graph_text) g = { 0 };
    const int64_t day = DURATION_DAY_MS;
    graph_text_open(&g, "create sentinel a on \"x\" monitor links from 1970-01-03 utc to 1970-01-05 utc;"
                        "create sentinel b on \"x\" monitor links from start(a) + 1 day to end(a) + 1 hour;"
                        "create sentinel c on \"x\" monitor links from during(b);"
                        "create sentinel d on \"x\" monitor links from now + 2 hours to 1970-01-03 10:00 utc;"
                        "create sentinel e on \"x\" monitor links from end(d) to end(f); create sentinel f on \"x\" monitor links");
    const struct world_sentinel *w = g.world.item;
    ok(w[0].from_at == 2 * day && w[0].to_at == 5 * day - 1, "a day begins with its first moment and ends with its last");
    ok(w[1].from_at == 3 * day && w[1].to_at == 5 * day - 1 + DURATION_HOUR_MS, "start and end of another");
    ok(w[2].from_at == w[1].from_at && w[2].to_at == w[1].to_at, "during another");
    ok(w[3].from_at == 2 * DURATION_HOUR_MS && w[3].to_at == 2 * day + 10 * DURATION_HOUR_MS, "now, and a time of day");
    ok(w[4].from_at == w[3].to_at && w[4].to_at == NEVER, "without end");
}

int main(void)
{
    test_faults();
    test_inheritance();
    test_windows();
    test_times();
    return tap_done();
}
