/* The flat tree: attributes, paths, and a check that finds every broken invariant. */
#include "parse/dom.h"
#include "tests/tap.h"

/* <html><p class=x>Hi <b>you</b>!</p><p><!--c--></p></html> */
struct sample {
    struct arena arena;
    struct symbols symbols;
    struct node node[8];
    struct attr attr[1];
    struct dom dom;
};

static void sample_drop(struct sample *s)
{
    arena_drop(&s->arena);
}

static void set_node(struct sample *s, uint32_t i, struct node node, uint32_t tag)
{
    node.tag = tag;
    if (node.kind != NODE_ELEMENT) {
        node.text = "text";
        node.len = 4;
    }
    s->node[i] = node;
}

static void sample_open(struct sample *s)
{
    symbols_open(&s->symbols, &s->arena);
    s->attr[0] = (struct attr){ .name = symbols_add(&s->symbols, STR("class")), .len = 1, .value = "x" };
    set_node(s, 0, (struct node){ .parent = 0, .end = 8, .depth = 0 }, TAG_HTML);
    set_node(s, 1, (struct node){ .parent = 0, .end = 6, .depth = 1, .n_attr = 1 }, TAG_P);
    set_node(s, 2, (struct node){ .parent = 1, .end = 3, .depth = 2, .kind = NODE_TEXT }, TAG_NONE);
    set_node(s, 3, (struct node){ .parent = 1, .end = 5, .depth = 2 }, TAG_B);
    set_node(s, 4, (struct node){ .parent = 3, .end = 5, .depth = 3, .kind = NODE_TEXT }, TAG_NONE);
    set_node(s, 5, (struct node){ .parent = 1, .end = 6, .depth = 2, .kind = NODE_TEXT }, TAG_NONE);
    set_node(s, 6, (struct node){ .parent = 0, .end = 8, .depth = 1 }, TAG_P);
    set_node(s, 7, (struct node){ .parent = 6, .end = 8, .depth = 2, .kind = NODE_COMMENT }, TAG_NONE);
    s->dom = (struct dom){ .symbols = &s->symbols, .node = s->node, .n = 8, .attr = s->attr, .n_attr = 1 };
}

static void test_attr(void)
{
    AUTO(sample) s = { 0 };
    struct str value = { "", 0 };
    sample_open(&s);
    ok(dom_attr(&s.dom, 1, STR("class"), &value) && str_eq(value, STR("x")), "the value of an attribute");
    ok(!dom_attr(&s.dom, 1, STR("id"), &value), "a name that no element has");
    ok(!dom_attr(&s.dom, 6, STR("class"), &value) && !dom_attr(&s.dom, 2, STR("class"), &value), "elements without it, and text");
}

static void test_path(void)
{
    AUTO(sample) s = { 0 };
    sample_open(&s);
    eq_str(dom_path(&s.arena, &s.dom, 0), STR("/html"), "the root");
    eq_str(dom_path(&s.arena, &s.dom, 1), STR("/html/p[1]"), "one of two");
    eq_str(dom_path(&s.arena, &s.dom, 3), STR("/html/p[1]/b"), "the only one has no position");
    eq_str(dom_path(&s.arena, &s.dom, 5), STR("/html/p[1]/text()[2]"), "text among text");
    eq_str(dom_path(&s.arena, &s.dom, 7), STR("/html/p[2]/comment()"), "a comment");
}

#define BREAK(change, what) \
    do { \
        AUTO(sample) s = { 0 }; \
        sample_open(&s); \
        change; \
        ok(dom_check(&s.dom) != NULL, "%s", what); \
    } while (0)

static void test_check(void)
{
    AUTO(sample) whole = { 0 };
    sample_open(&whole);
    ok(dom_check(&whole.dom) == NULL, "the sample is whole");
    BREAK(s.dom.n = 0, "no root");
    BREAK(s.node[0].end = 7, "a root that ends too early");
    BREAK(s.node[0].parent = 1, "a root with a parent");
    BREAK(s.node[3].parent = 4, "a parent behind its child");
    BREAK(s.node[4].end = 4, "an end before the node");
    BREAK(s.node[3].end = 7, "an end past the parent's");
    BREAK(s.node[4].depth = 2, "a wrong depth");
    BREAK(s.node[4].parent = 2, "a child of a text");
    BREAK(s.node[2].end = 4, "a text with content");
    BREAK(s.node[2].tag = TAG_P, "a text with a tag");
    BREAK(s.node[6].parent = 1, "a child outside its parent");
    BREAK(s.node[1].n_attr = 2, "attributes past their array");
    BREAK((s.node[3].kind = NODE_TEXT, s.node[3].tag = TAG_NONE, s.node[3].end = 4, s.node[4].parent = 1, s.node[4].depth = 2),
          "neighbouring texts");
}

int main(void)
{
    test_attr();
    test_path();
    test_check();
    return tap_done();
}
