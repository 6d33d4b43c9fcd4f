/* Which nodes a round keeps whole. */
#include "segment/rules.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

static struct str pieces(struct arena *a, const char *html, unsigned round)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct rule_pool pool = { .arena = a };
    struct layout layout;
    struct scene scene;
    struct str out = STR("");

    if (layout_estimate(a, p, &layout, NULL) || scene_build(a, p, &layout, &scene, NULL))
        abort();
    rules_extract(&scene, &p->body, 1, round, &pool);
    for (uint32_t i = 0; i < pool.piece.n; i++) {
        uint32_t node = pool.piece.item[i].node;
        struct str id = STR("?");
        if (p->dom.node[node].kind == NODE_TEXT)
            id = str_trim(node_text(&p->dom.node[node]));
        else if (!dom_attr(&p->dom, node, STR("id"), &id))
            id = tag_name(p->dom.symbols, p->dom.node[node].tag);
        out = arena_printf(a, "%.*s%s%.*s", STR_ARG(out), out.len ? " " : "", STR_ARG(id));
    }
    return out;
}

int main(void)
{
    AUTO(arena) a = { 0 };

    eq_str(pieces(&a, "<p id=a>one</p><p id=b>two</p>", 0), STR("a b"), "the only root is divided, text stays");
    eq_str(pieces(&a, "<div><div><p id=a>one</p></div></div>", 0), STR("a"), "an only child is gone into");
    eq_str(pieces(&a, "<p id=a>one</p><p id=b></p><script>x</script>", 0), STR("a"), "what is empty is dropped");
    eq_str(pieces(&a, "<div id=a>one <b>two</b></div>three", 0), STR("a three"), "text beside a block is a piece");
    eq_str(pieces(&a, "<div id=a><p id=b>x</p><p id=c>y</p></div><p id=d>z</p>", 0), STR("a d"),
           "small things stay whole at first");
    eq_str(pieces(&a, "<div id=a><p id=b>x</p><p id=c>y</p></div><p id=d>z</p>", 9), STR("b c d"), "and are divided in the end");
    eq_str(pieces(&a, "<div id=a><p id=b>x</p><hr id=h><p id=c>y</p></div><p id=d>z</p>", 0), STR("b h c d"), "a rule divides");
    eq_str(pieces(&a, "<div id=a><p id=b style='background:red'>x</p><p id=c>y</p></div><p id=d>z</p>", 0), STR("b c d"),
           "a colour divides");
    eq_str(pieces(&a, "<table id=t><tr><td>x<td>y<tr><td>x<td>y</table><p id=d>z</p>", 0), STR("tbody d"),
           "a small table stays whole");
    eq_str(pieces(&a, "<img id=i width=90 height=90><select id=s><option>x</select>", 0), STR("i s"), "pictures and controls");
    return tap_done();
}
