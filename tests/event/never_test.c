/* What a sentinel asks for and cannot happen. */
#include "event/never.h"

#include "tests/tap.h"

static void eq_never(const char *changes, const char *want)
{
    AUTO(arena) a = { 0 };
    struct grammar g;
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct err e;
    grammar_open(&a, &g);
    struct str text = arena_printf(&a, "create sentinel a on \"x\" monitor %s", changes);
    if (!ok(sentinel_read(&a, &g, text, &file, &faults, &e) == 0 && file.n == 1, "%s", changes))
        return;
    eq_str(sentinel_never(&a, &file.item[0].sentinel), str_of(want), changes);
}

int main(void)
{
    eq_never("links", "");
    eq_never("links and not images", "");
    eq_never("links and images within 2 hours", "");
    eq_never("links and not links", "links AND NOT links cannot happen");
    eq_never("words or (table a and not (images or table a))", "");
    eq_never("words or (table a and not table a)", "table \"a\" AND NOT table \"a\" cannot happen");
    eq_never("links within 2 hours",
             "WITHIN says nothing of a single change: it needs two that lie apart, such as a AND b WITHIN 2 hours");
    return tap_done();
}
