/* The words around a change: of its block, or of its row where it fills the cell. The law for all pages: tests/show/location_test.c. */
#include "compare/context.h"

#include "tests/example.h"
#include "tests/tap.h"

static struct str around(struct example *x, uint32_t n)
{
    AUTO(buf) out = BUF(KIB(4));
    const struct change *c = &x->delta.change[0];
    struct context at = context_around(&x->delta, c, n);

    page_words_line(x->delta.new, at.from, c->new_word, &out);
    buf_add(&out, STR("|"));
    page_words_line(x->delta.new, c->new_end, at.to, &out);
    buf_addf(&out, "|%d%d", at.more_before, at.more_after);
    return arena_str(&x->arena, buf_str(&out));
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>Before.<p>The price of tea is ten euro since this morning at last.<p>Behind.",
                 "<p>Before.<p>The price of tea is twelve euro since this morning at last.<p>Behind.");
    eq_str(around(&x, 3), STR("of tea is|euro since this|11"), "three words of the block on each side, which goes on");
    eq_str(around(&x, 20), STR("The price of tea is|euro since this morning at last.|00"), "all of the block, and no more");
    ok(context_starts_block(&x.new, 0) && !context_starts_block(&x.new, x.delta.change[0].new_word)
           && context_starts_block(&x.new, x.new.n_words),
       "a block starts where a line does, and behind the last word");

    AUTO(example) y = { 0 };
    example_open(&y, "<table><tr><td>Tea</td><td>10</td><td>in stock</td></tr></table>",
                 "<table><tr><td>Tea</td><td>12</td><td>in stock</td></tr></table>");
    eq_str(around(&y, 5), STR("Tea|in stock|00"), "of a cell that changed the row");
    return tap_done();
}
