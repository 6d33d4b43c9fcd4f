/* What two items or two rows exchange is said of them anew; what moved with its item is not. */
#include "judge/piece_owner.h"

#include "tests/judge/judged.h"

#define STORY "<main><h1>The shop</h1><p>All that is made here is made of wood from the valley, and by hand.</p>"
#define GOOD(name, state) "<li><p>" name "<p>" state
#define ROW(name, state) "<tr><td>" name "<td>" state

/* Whether anything is told but that lines moved. */
static bool says_more(struct arena *a, const char *old, const char *new)
{
    const struct judged *j = judged(a, old, new);
    bool more = false;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        more |= j->pieces.item[i].kind != PIECE_MOVED;
    return j->pieces.n > 0 && more;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    const char *old =
        STORY "<ul>" GOOD("Oak table", "Add to cart") GOOD("Elm bench", "Sold out") GOOD("Ash chair", "Sold out") "</ul>";
    ok(says_more(&a, old,
                 STORY "<ul>" GOOD("Oak table", "Sold out") GOOD("Elm bench", "Add to cart") GOOD("Ash chair", "Sold out") "</ul>"),
       "states that two items exchange");
    ok(!says_more(&a, old,
                  STORY "<ul>" GOOD("Ash chair", "Sold out") GOOD("Oak table", "Add to cart")
                      GOOD("Elm bench", "Sold out") "</ul>"),
       "items in another order");
    const char *rows =
        STORY "<table>" ROW("Mill", "open every day") ROW("Bakery", "closed for now") ROW("Shop", "open on Sunday") "</table>";
    ok(says_more(&a, rows,
                 STORY "<table>" ROW("Mill", "closed for now") ROW("Bakery", "open every day")
                     ROW("Shop", "open on Sunday") "</table>"),
       "what two rows exchange");
    return tap_done();
}
