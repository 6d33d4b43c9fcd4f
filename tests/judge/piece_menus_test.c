/* A menu that a page has twice. */
#include "tests/judge/judged.h"

#define PAGE(menu, other) \
    "<nav><p>" menu \
    "</p></nav><main><h1>The harbour</h1><p>The council has decided on the new bridge after a debate of six hours, and work " \
    "begins in the spring of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people.</p>" \
    "</main><div class=drawer><p>" other "</p></div>"

static unsigned count(struct arena *a, const char *old, const char *new, enum judge_place place)
{
    const struct judged *j = judged(a, old, new);
    unsigned n = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        n += j->pieces.item[i].place == place;
    return n;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    const char *old = PAGE("Boats and ropes, sails, nets", "Boats and ropes, sails, nets"),
               *both = PAGE("Boats and ropes, sails, tar, nets", "Boats and ropes, sails, tar, nets"),
               *one = PAGE("Boats and ropes, sails, nets", "Boats and ropes, sails, tar, nets");
    eq_int(count(&a, old, both, PLACE_MENU), 2, "what both copies say stands in the menu");
    eq_int(count(&a, old, both, PLACE_OTHER), 0, "and nowhere else");
    eq_int(count(&a, old, one, PLACE_OTHER), 1, "a line by itself stands where it is");
    return tap_done();
}
