/* Where nearly everything at a path came or went. */
#include "tests/judge/judged.h"

/* Where all that stands at a path is different. */
static void test_paths(struct arena *a)
{
    struct judged *j =
        judged(a, "<p>The shop<div class=card><b>Oak table</b></div>", "<p>The shop<div class=card><b>Tin kettle</b></div>");
    ok(j->pieces.n && j->pieces.item[0].shelf, "one thing in the place of another");
    j = judged(a, "<p>The shop<div class=card><b>Oak table</b></div><div class=card><b>Salt mill</b></div>",
               "<p>The shop<div class=card><b>Tin kettle</b></div><div class=card><b>Salt mill</b></div>");
    ok(j->pieces.n && !j->pieces.item[0].shelf, "not where another beside it stays");
    j = judged(a, "<table><tr><td>North<td>on time</table>", "<table><tr><td>North<td>too late</table>");
    ok(j->pieces.n && !j->pieces.item[0].shelf, "nor a cell of a table: it has its row");
    j = judged(a, "<p>The shop<div class=card><b>Oak table</b></div>", "<p>The shop");
    ok(j->pieces.n && j->pieces.item[0].old && j->pieces.item[0].shelf, "what went, by the page it went from");
}

/* A path with more than twelve sentences is that of the content. */
static void test_long(struct arena *a)
{
    AUTO(buf) old = BUF(1 << 16), new = BUF(1 << 16);
    for (unsigned i = 0; i < 13; i++) {
        buf_addf(&old, "<p>Boat %c%c sails today", 'a' + i, 'a' + i);
        buf_addf(&new, "<p>Cart %c%c rolls there", 'n' + i, 'n' + i);
    }
    buf_add_char(&old, 0);
    buf_add_char(&new, 0);
    struct judged *j = judged(a, old.ptr, new.ptr);
    ok(j->pieces.n && !j->pieces.item[0].shelf, "a text that was rewritten is none");
    j = judged_as(a, KIND_TEXT, "Oak table", "Tin kettle");
    ok(j->pieces.n && !j->pieces.item[0].shelf, "nor is a text without elements");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_paths(&a);
    test_long(&a);
    return tap_done();
}
