/* Equal specifications are shared: nodes counted, and the work of 10,000 sentinels over 1,000 pages. */
#include "event/observe.h"

#include "tests/event/graphs.h"
#include "tests/example.h"

static void eq_nodes(const char *text, uint32_t n, const char *what)
{
    AUTO(graph_text) g = { 0 };
    graph_text_open(&g, text);
    eq_int(g.graph.n, n, what);
    for (uint32_t i = 0; i < g.graph.n; i++)
        for (uint32_t k = 0; k < g.graph.node[i].n_parts; k++)
            if (g.graph.node[i].part[k] >= i)
                ok(false, "parts have lower numbers");
}

#define ON(name, changes) "create sentinel " name " on \"x\" monitor " changes " from 2026-01-01;"
#define LATER(name, changes) "create sentinel " name " on \"x\" monitor " changes " from 2026-02-01;"

static void test_sharing(void)
{
    eq_nodes(ON("a", "links") ON("b", "links"), 1, "equal changes");
    eq_nodes(ON("a", "links and images") ON("b", "images and links"), 3, "the order of AND means nothing");
    eq_nodes(ON("a", "links seq images") ON("b", "images seq links"), 4, "that of SEQ does");
    eq_nodes(ON("a", "links or links") ON("b", "links and links"), 1, "the same twice is the same");
    eq_nodes(ON("a", "links and images") ON("b", "(links and images) seq words"), 5, "a part of another");
    eq_nodes(ON("a", "links and images") LATER("b", "links and images"), 3, "whoever comes later shares what is recent");
    eq_nodes(ON("a", "links and images context chronicle") LATER("b", "links and images context chronicle"), 4,
             "but not what is used up; the changes all the same");
    eq_nodes(ON("a", "links and images context chronicle") ON("b", "links and images context chronicle"), 3, "together they do");
    eq_nodes(ON("a", "keywords(x)") ON("b", "keywords(y)"), 2, "other words");
    eq_nodes(ON("a", "links compare moving 2") ON("b", "links compare moving 3"), 2, "other references");
    eq_nodes(
        "create set s as \"x\", \"y\"; create sentinel a on s monitor links; create sentinel b on \"y\" or \"x\" monitor links", 3,
        "a set is any of its pages");
    eq_nodes("create set s as \"x\", \"y\", \"z\"; create sentinel a on any(2, s) monitor links", 4,
             "ANY counts the pages of a set");
    eq_nodes(ON("a", "links") ON("b", "images") "create sentinel c using a and b", 3, "sentinels stand for their events");
}

/* A hundred sets of ten pages, and for each a hundred sentinels that ask for the same. */
static void add_sentinels(struct buf *out)
{
    static const char *const changes[] = { "links",
                                           "images",
                                           "words",
                                           "any change",
                                           "keywords(tea)",
                                           "links and images",
                                           "links seq words",
                                           "any(2, links, images, words)",
                                           "any change and not links",
                                           "table 1 or list 1" };
    for (unsigned set = 0; set < 100; set++) {
        buf_addf(out, "create set set%u as ", set);
        for (unsigned i = 0; i < 10; i++)
            buf_addf(out, "%s\"https://p%u.example/\"", i ? ", " : "", set * 10 + i);
        for (unsigned i = 0; i < 100; i++)
            buf_addf(out, "; create sentinel s%u-%u on set%u monitor %s", set, i, set, changes[set % 10]);
        buf_add(out, STR(";\n"));
    }
}

static void test_many(void)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) text = BUF(1 << 24);
    AUTO(example) x = { 0 };
    struct observed observed;
    struct err e;
    add_sentinels(&text);
    if (!ok(graph_text_read(&g, buf_str(&text)), "10,000 sentinels are read"))
        return;
    eq_int(g.graph.n_roots, 10000, "all are in the graph");
    eq_int(g.graph.n_pages, 1000, "a thousand pages");
    eq_int(g.graph.n, 1600 + 500 + 100, "1,600 changes, 500 operators over them, and one OR for each set");
    example_open(&x, "<p>one <a href=/a>a</a></p>", "<p>two <a href=/a>a</a> <a href=/b>b</a></p>");
    const struct page *versions[] = { &x.old, &x.new };
    const int64_t at[] = { 0, 1000 };
    uint32_t n_leaves = 0, n_compared = 0;
    for (uint32_t i = 0; i < g.graph.n_pages; i++) {
        struct observation in = { .graph = &g.graph, .page = i, .version = versions, .at = at, .n = 2 };
        if (observe(&x.arena, &in, &observed, &e) == 0) {
            n_leaves += observed.n_leaves;
            n_compared += observed.n_compared;
        }
    }
    eq_int(n_compared, 1000, "each page is compared once");
    eq_int(n_leaves, 1600, "each change is looked for once, not once for each of the hundred who ask");
}

int main(void)
{
    test_sharing();
    test_many();
    return tap_done();
}
