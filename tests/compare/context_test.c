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

/* What stands around the first change: "before|behind|more before, more behind". */
static void test_around(void)
{
    static const struct {
        const char *name, *old, *new;
        uint32_t n;
        const char *want;
    } cases[] = {
        { "the first word of a block", "<p>x y<p>one two three", "<p>x y<p>new two three", 2, "|two three|00" },
        { "the last word", "<p>one two three<p>x y", "<p>one two new<p>x y", 2, "one two||00" },
        { "the whole block", "<p>x y<p>one two<p>z", "<p>x y<p>red blue<p>z", 2, "||00" },
        { "a word that came", "<p>one two three four", "<p>one two new three four", 1, "two|three|11" },
        { "a word that went", "<p>one two old three four", "<p>one two three four", 1, "two|three|11" },
        { "what went at the start of its block", "<p>x<p>old one two three", "<p>x<p>one two three", 2, "|one two|01" },
        { "what went at the end of its block", "<p>one two three old<p>x", "<p>one two three<p>x", 2, "two three||10" },
        { "a block that went stands between its neighbours", "<p>one two<p>gone now<p>three", "<p>one two<p>three", 2, "||00" },
        { "a name with points in it is one word", "<p>see a.b.c old here", "<p>see a.b.c new here", 1, "a.b.c|here|10" },
        { "the last cell of a row", "<table><tr><td>Tea<td>hot<td>10<tr><td>a<td>b<td>c</table>",
          "<table><tr><td>Tea<td>hot<td>12<tr><td>a<td>b<td>c</table>", 5, "Tea hot||00" },
        { "of a long row as many words as asked for", "<table><tr><td>a<td>b<td>c<td>10<td>d<td>e<td>f</table>",
          "<table><tr><td>a<td>b<td>c<td>12<td>d<td>e<td>f</table>", 2, "b c|d e|11" },
        { "a cell of which a word changed has its own words", "<table><tr><td>Tea<td>hot and old<td>10</table>",
          "<table><tr><td>Tea<td>hot and new<td>10</table>", 5, "hot and||00" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        example_open(&x, cases[i].old, cases[i].new);
        eq_str(around(&x, cases[i].n), str_of(cases[i].want), cases[i].name);
    }
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
    test_around();
    return tap_done();
}
