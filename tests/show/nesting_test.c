/* What may stand in what. */
#include "show/nesting.h"

#include "tests/example.h"
#include "tests/tap.h"

static uint32_t nth(const struct page *p, uint32_t tag)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == tag)
            return i;
    return NONE;
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(
        &x, "",
        "<div><p>a<b>c</b></p><ul><li>d</li></ul><a><h1>e</h1></a><table><tr><td>f</table><select><option>g</select></div>");
    struct tree t = { .arena = &x.arena, .delta = &x.delta };
    const struct page *p = &x.new;
    tree_grow(&t);
#define OUT(tag) t.of_node[nth(p, tag)]

    eq_int(part_of(p, nth(p, TAG_LI)), PART_LI, "an item");
    eq_int(part_of(p, nth(p, TAG_TR)), PART_ROW, "a row");
    eq_int(part_of(p, nth(p, TAG_B)), PART_INLINE, "bold text");
    eq_int(part_of(p, nth(p, TAG_A)), PART_BLOCK, "a link around a heading");
    ok(takes(&t, OUT(TAG_DIV), PART_BLOCK) && takes(&t, OUT(TAG_DIV), PART_INLINE), "a division takes both");
    ok(!takes(&t, OUT(TAG_P), PART_BLOCK) && takes(&t, OUT(TAG_P), PART_INLINE), "a paragraph takes text");
    ok(takes(&t, OUT(TAG_UL), PART_LI) && !takes(&t, OUT(TAG_UL), PART_INLINE), "a list takes items");
    ok(!takes(&t, OUT(TAG_UL), PART_BLOCK) && takes_back(&t, OUT(TAG_UL), PART_BLOCK), "and what it had before");
    ok(takes(&t, OUT(TAG_TD), PART_BLOCK) && !takes(&t, OUT(TAG_TR), PART_BLOCK), "a cell takes blocks, a row does not");
    ok(!takes(&t, OUT(TAG_DIV), PART_CELL), "a cell needs a row");
    eq_int(inner_tag(&t, OUT(TAG_UL), PART_LI), TAG_LI, "text in a list needs an item");
    eq_int(inner_tag(&t, OUT(TAG_TABLE), PART_ROWS), TAG_TBODY, "in a table the rows first");
    return tap_done();
}
