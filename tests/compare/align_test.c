/* Which unit stands for which. */
#include "tests/example.h"
#include "tests/tap.h"

/* The matches as "0-0 2-1", old-new. */
static struct str matches(struct example *x, const char *old, const char *new)
{
    AUTO(buf) out = BUF(MIB(1));
    struct str text = STR("");
    example_pages(x, old, new);
    struct compare c = example_steps(x);

    compare_units(&c);
    compare_records(&c);
    compare_align(&c);
    for (uint32_t i = 0; i < c.old.n; i++)
        if (c.old.item[i].match != NONE)
            buf_addf(&out, "%s%u-%u", out.len ? " " : "", i, c.old.item[i].match);
    if (buf_take(&out, &x->arena, &text, NULL))
        abort();
    return text;
}

#define EQ_MATCHES(what, old, new, want) \
    do { \
        AUTO(example) x_ = { 0 }; \
        eq_str(matches(&x_, old, new), STR(want), what); \
    } while (0)

/* Many units: the larger gaps go through the index. */
static void test_large(void)
{
    AUTO(example) x = { 0 };
    AUTO(buf) old = BUF(MIB(1));
    AUTO(buf) new = BUF(MIB(1));

    for (unsigned k = 0; k < 300; k++) {
        buf_addf(&old, "<p>alpha%u beta%u gamma%u delta%u\n", k, k, k, k);
        buf_addf(&new, "<p>alpha%u beta%u gamma%u other%u\n", k, k, k, k);
    }
    buf_add_char(&old, '\0');
    buf_add_char(&new, '\0');
    example_pages(&x, old.ptr, new.ptr);
    struct compare c = example_steps(&x);
    compare_units(&c);
    compare_records(&c);
    compare_align(&c);
    uint32_t right = 0;
    for (uint32_t i = 0; i < c.old.n; i++)
        right += c.old.item[i].match == i;
    eq_int(right, 300, "three hundred sentences with a word changed each find their partners");
}

int main(void)
{
    EQ_MATCHES("equal ones", "<p>a b<p>c d", "<p>a b<p>c d", "0-0 1-1");
    EQ_MATCHES("one inserted", "<p>a b<p>c d", "<p>a b<p>x y<p>c d", "0-0 1-2");
    EQ_MATCHES("similar: half of the words", "<p>the tea is hot", "<p>the milk is cold", "0-0");
    EQ_MATCHES("not similar: less than half", "<p>the tea is hot", "<p>some milk was hot", "");
    EQ_MATCHES("too different in length", "<p>a b", "<p>a b c d e f g h", "");
    EQ_MATCHES("the heavier pair wins", "<p>short<p>a much longer sentence here", "<p>a much longer sentence here<p>short", "1-0");
    EQ_MATCHES("a row is known by its first cell", "<table><tr><td>tea<td>1<td>2<td>3</table>",
               "<table><tr><td>tea<td>7<td>8<td>9</table>", "0-0");
    EQ_MATCHES("a row does not stand for a sentence", "<table><tr><td>a<td>b</table>", "<p>a b", "");
    EQ_MATCHES("frequent ones by their neighbours", "<p>more<p>one two<p>more<p>three four<p>more", "<p>more<p>three four<p>more",
               "0-0 3-1 4-2");
    test_large();
    return tap_done();
}
