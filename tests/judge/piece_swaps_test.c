/* Which pieces took the place of others. */
#include "judge/piece_swaps.h"

#include "tests/judge/judged.h"

/* Whether the first line of the list that came as a whole took the place of another. */
static bool is_swapped(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    static const char list[] = "<p>Guests of the mills and the quays:</p><ul>%s</ul>";
    const struct judged *j = judged(&a, arena_printf(&a, list, old).ptr, arena_printf(&a, list, new).ptr);
    const struct judge_piece *p = piece_of(j, PIECE_ADDED);
    ok(p != NULL, "a line came");
    return p && p->swapped;
}

int main(void)
{
    ok(is_swapped("<li>Umbrellas for two", "<li>Bread from the hill"), "one line for another");
    ok(!is_swapped("<li>Mill 7", "<li>Mill 3, and the quay stays closed at night"), "a line that says more");
    ok(!is_swapped("<li>Umbrellas for two", "<li>Umbrellas for two<li>Bread from the hill"), "one line more");
    return tap_done();
}
