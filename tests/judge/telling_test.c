/* What somebody is told of a version after all: which changes they may choose from, and what is said of those they chose. */
#include "judge/telling.h"

#include "tests/judge/judged.h"

#define TOWN(menu, body) \
    "<title>Town</title><nav><a href=/>Home</a> " menu \
    "</nav><main><h1>News of the town</h1><p>The old bridge was opened again by the mayor.</p>" body "</main>"

int main(void)
{
    AUTO(arena) a = { 0 };
    static const struct past none;
    struct judged *j =
        judged(&a, TOWN("<a href=/j>Jobs</a>", ""), TOWN("<a href=/j>Work</a>", "<p>A market is held on the square each Friday."));
    struct held_changes all = telling_parts(&a, &j->delta, &none, &j->pieces, false);
    if (!ok(all.n == 2, "two changes: %u", all.n))
        return tap_done();
    eq_str(all.item[0].what, STR("New: A market is held on the square each Friday."), "the content first");
    eq_str(all.item[0].why, STR("too little to announce"), "which was too little");
    struct held_changes rest = telling_parts(&a, &j->delta, &none, &j->pieces, true);
    ok(rest.n == 1 && str_eq(rest.item[0].what, all.item[1].what), "of what was announced only the rest");
    const struct held_change *both[] = { &all.item[0], &all.item[1] };
    struct telling t = telling_make(&a, &j->delta, both, 2);
    eq_str(t.headline, arena_printf(&a, "%.*s; %.*s", STR_ARG(all.item[0].what), STR_ARG(all.item[1].what)), "all of it is said");
    ok(t.n_changes == 2 && t.excerpts.n == 2 && lessons_count(t.keys) == 2, "and taught");
    t = telling_make(&a, &j->delta, both + 1, 1);
    ok(t.n_changes == 1 && t.words_inserted == 1 && t.words_deleted == 1, "one of them alone: +%u -%u", t.words_inserted,
       t.words_deleted);
    j = judged(&a, TOWN("<a href=/j>Jobs</a>", "<p>The town has 340 wells."),
               TOWN("<a href=/j>Work</a>", "<p>The town has 341 wells."));
    rest = telling_parts(&a, &j->delta, &none, &j->pieces, true);
    ok(rest.n == 1 && str_find(rest.item[0].what, STR("Work"), 0) != SIZE_MAX, "a number in the content was announced, too: %u",
       rest.n);
    j = judged(&a, TOWN("", ""), TOWN("", "<p>A market is held on the square each Friday."));
    rest = telling_parts(&a, &j->delta, &none, &j->pieces, true);
    ok(rest.n == 1, "where all was announced, that is left to teach");
    j = judged(&a, TOWN("", ""), TOWN("", ""));
    ok(telling_parts(&a, &j->delta, &none, &j->pieces, false).n == 0, "nothing changed");
    return tap_done();
}
