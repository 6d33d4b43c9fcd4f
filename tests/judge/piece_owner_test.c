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

/* A phrase that many rows have came with its row; the name of a row that stands elsewhere now did not. */
static void test_phrases(struct arena *a)
{
#define VOTE(when, how, what) "<tr><td>" when "<td>" how "<td>" what
    const char *old = STORY "<table>" VOTE("3 May, 10:03", "in favour", "On the mill") VOTE("2 May, 9:00", "present", "Roll call")
        VOTE("1 May, 9:00", "present", "Roll call") "</table>";
    const char *new = STORY "<table>" VOTE("5 May, 9:00", "present", "Roll call") VOTE("3 May, 10:03", "in favour", "On the mill")
        VOTE("2 May, 9:00", "present", "Roll call") "</table>";
    const struct judged *j = judged(a, old, new);
    unsigned came = 0, went = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        came += j->pieces.item[i].kind == PIECE_ADDED;
        went += j->pieces.item[i].kind == PIECE_REMOVED;
    }
    ok(came == 3 && went == 3, "all of a row that came and of one that went: %u, %u", came, went);
    old = STORY "<table>" ROW("Mill", "41 tons") ROW("Bakery", "39 tons") ROW("Shop", "12 tons") "</table>";
    new = STORY "<table>" ROW("Shop", "55 tons") ROW("Mill", "42 tons") ROW("Bakery", "38 tons") "</table>";
    j = judged(a, old, new);
    bool name = false;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        name |= j->pieces.item[i].kind == PIECE_ADDED && j->pieces.item[i].came[SHAPE_LETTERS] == 1 && !j->pieces.item[i].cell
                && j->pieces.item[i].came[SHAPE_NUMBER] == 0;
    ok(!name, "no name of a row that moved is new");
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
    test_phrases(&a);
    return tap_done();
}
