/* What tells records apart. */
#include "compare/likeness.h"

#include "tests/example.h"
#include "tests/tap.h"

/* The likeness of an old and a new item of two lists, in percent. */
static uint32_t likeness_of(const char *old, const char *new, uint32_t a, uint32_t b)
{
    AUTO(example) x = { 0 };
    likely_list found = { 0 };
    uint32_t percent = 0;
    example_pages(&x, old, new);
    struct compare c = example_steps(&x);
    struct likeness l = { .c = &c };

    compare_units(&c);
    likeness_pairs(&l, &c.old_records.container[0], (struct list_records){ &a, 1 }, &c.new_records.container[0],
                   (struct list_records){ &b, 1 }, &found);
    for (uint32_t k = 0; k < found.n; k++)
        percent = found.item[k].percent;
    return percent;
}

int main(void)
{
    static const char three[] = "<ul><li>ash Read more<li>oak Read more<li>fir Read more</ul>";
    static const char links[] = "<ul><li><a href=1>new</a><li><a href=2>new</a><li><a href=3>new</a></ul>";

    eq_int(likeness_of(three, three, 1, 1), 100, "the same words");
    eq_int(likeness_of(three, three, 1, 2), 0, "what all records have weighs nothing");
    eq_int(likeness_of(links, links, 0, 0), 100, "an address is a word");
    eq_int(likeness_of(links, links, 0, 1), 0, "and tells apart");
    ok(likeness_of("<ul><li>ash tree of May<li>b<li>c</ul>", "<ul><li>ash tree of June<li>b<li>c</ul>", 0, 0) > 50, "most of it");
    return tap_done();
}
