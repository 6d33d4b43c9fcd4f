/* Sentences and rows as units, equal ones with equal ids. */
#include "tests/example.h"
#include "tests/tap.h"

static void test_rows(void)
{
    AUTO(example) x = { 0 };
    example_pages(&x, "<p>One. Two.<table><tr><td>a<td>b c<tr><td>d<td>e</table>",
                  "<p>Two.<table><tr><td>a<td>b c</table><table><tr><td>One.</table>");
    struct compare c = example_steps(&x);

    compare_units(&c);
    eq_int(c.old.n, 4, "two sentences and two rows");
    ok(c.old.item[0].row == NONE && c.old.item[2].row != NONE, "a row of two cells is a row");
    eq_int(c.old.item[2].end - c.old.item[2].word, 3, "with all its words");
    eq_int(c.new.n, 3, "a row of one cell is its sentence");
    eq_int(c.old.item[1].id, c.new.item[0].id, "equal sentences have equal ids");
    eq_int(c.old.item[2].id, c.new.item[1].id, "equal rows too");
    eq_int(c.old.item[0].id, c.new.item[2].id, "wherever they stand");
    ok(c.old.item[0].id != c.old.item[1].id, "others have others");
    eq_int(c.old.of_word[x.old.n_words - 1], 3, "every word knows its unit");
}

static void test_layout(void)
{
    AUTO(example) x = { 0 };
    example_pages(&x, "<table><tr><td>Menu<td><table><tr><td>k<td>v</table></table>", "<p>");
    struct compare c = example_steps(&x);

    compare_units(&c);
    eq_int(c.old.n, 2, "a row with a table inside falls apart");
    ok(c.old.item[0].row == NONE && c.old.item[1].row != NONE, "the row inside does not");
    eq_int(c.new.n, 0, "no words, no units");
}

int main(void)
{
    test_rows();
    test_layout();
    return tap_done();
}
