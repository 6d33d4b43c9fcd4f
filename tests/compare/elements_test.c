/* Which element is which. */
#include "tests/example.h"
#include "tests/tap.h"

static uint32_t nth(const struct page *p, uint32_t tag, unsigned n)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == tag && n-- == 0)
            return i;
    return NONE;
}

static bool are_partners(const struct example *x, uint32_t tag, unsigned old, unsigned new)
{
    return x->delta.old_node[nth(&x->old, tag, old)] == nth(&x->new, tag, new);
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<div><p>one two</p><p>three four</p></div>", "<div><p>new here</p><p>one two</p><p>three five</p></div>");
    ok(are_partners(&x, TAG_P, 0, 1) && are_partners(&x, TAG_P, 1, 2), "through the words they hold");
    ok(are_partners(&x, TAG_DIV, 0, 0) && are_partners(&x, TAG_BODY, 0, 0), "and what is around them");
    ok(x.delta.new_node[nth(&x.new, TAG_P, 0)] == NONE, "a new one has no partner");
    AUTO(example) cell = { 0 };
    example_open(&cell, "<table><tr><td>tea<td>10</table>", "<table><tr><td>tea<td>12</table>");
    ok(are_partners(&cell, TAG_TD, 1, 1), "a cell whose text was replaced");
    AUTO(example) crossed = { 0 };
    example_open(&crossed, "<p>alpha beta</p><div>gamma delta</div>", "<div><p>alpha beta</p>gamma delta</div>");
    ok(!delta_check(&crossed.delta), "pairs keep ancestors");
    AUTO(example) empty = { 0 };
    example_open(&empty, "<p><i class=x></i>word</p><hr>", "<p><i class=y></i>word</p><hr>");
    ok(are_partners(&empty, TAG_I, 0, 0) && are_partners(&empty, TAG_HR, 0, 0), "elements without words, by their place");
    AUTO(example) picture = { 0 };
    example_open(&picture, "<p>words<p><a href=/a><img src=a.png alt=a></a>", "<p>words<p><a href=/b><img src=b.png alt=b></a>");
    ok(are_partners(&picture, TAG_A, 0, 0), "a link with another picture in it");
    AUTO(example) beside = { 0 };
    example_open(&beside, "<p>tea<p>Old gift <a href=/a><img src=a.png></a><p>last",
                 "<p>tea<p><a href=/b><img src=b.png></a><p>last");
    ok(are_partners(&beside, TAG_A, 0, 0), "even where more was replaced with it");
    AUTO(example) card = { 0 };
    example_open(&card, "<p>tea<p><a href=/a><img src=a.png> Old gift</a><p>last",
                 "<p>tea<p><a href=/b><img src=b.png> Another thing</a><p>last");
    ok(!are_partners(&card, TAG_A, 0, 0), "not where nothing of a card stayed");
    return tap_done();
}
