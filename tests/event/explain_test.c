/* The graph as text, for Graphviz and as a picture: names of all operators, what is shared, what is left out, and where boxes stand. */
#include "base/limits.h"
#include "tests/event/graphs.h"

#define TEXT \
    "create sentinel a on \"https://x.example/\" monitor links and images within 2 hours; " \
    "create sentinel b on \"https://x.example/\" monitor links; create sentinel c on \"y\" monitor plus(words, 1 day) " \
    "or any(2, table 1, list 1, phrase 'a \"b\" <c>') or links seq not images seq words context chronicle compare moving 2;"

static unsigned count(struct str text, const char *part)
{
    unsigned n = 0;
    for (size_t at = 0; (at = str_find(text, str_of(part), at)) != SIZE_MAX; at++)
        n++;
    return n;
}

static bool has(const struct buf *b, const char *part)
{
    return count(buf_str(b), part) > 0;
}

/* The lines of one sentinel that asks for this on the page x. */
static void test_nodes(void)
{
    static const char *const rows[][2] = {
        { "links", "s\n  links of x\n" },
        { "links and images", "s\n  AND\n    links of x\n    images of x\n" },
        { "links or images", "s\n  OR\n    links of x\n    images of x\n" },
        { "links seq images", "s\n  SEQ\n    links of x\n    images of x\n" },
        { "links and not images", "s\n  AND NOT\n    links of x\n    images of x\n" },
        { "plus(links, 90 minutes)", "s\n  PLUS 90 minutes\n    links of x\n" },
        { "any(2, links, images, words)", "s\n  ANY 2 of 3\n    links of x\n    words of x\n    images of x\n" },
        { "links and images within 2 hours", "s\n  AND WITHIN 2 hours\n    links of x\n    images of x\n" },
        { "links seq images context cumulative", "s\n  SEQ CUMULATIVE\n    links of x\n    images of x\n" },
        { "links compare fixed 1", "s\n  links COMPARE FIXED 1 of x\n" },
        { "table 2", "s\n  table 2 of x\n" },
        { "keywords(tea)", "s\n  keywords(\"tea\") of x\n" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(graph_text) g = { 0 };
        AUTO(buf) out = BUF(MIB(1));
        struct str text = arena_printf(&g.arena, "create sentinel s on \"x\" monitor %s", rows[i][0]);
        graph_text_open(&g, text.ptr);
        detection_text(&g.graph, STR("s"), &out);
        eq_str(buf_str(&out), str_of(rows[i][1]), rows[i][0]);
    }
}

static void test_text(struct graph_text *g)
{
    AUTO(buf) all = BUF(MIB(1)), one = BUF(MIB(1)), none = BUF(MIB(1));
    detection_text(&g->graph, STR("a"), &one);
    eq_str(buf_str(&one),
           STR("a\n  AND WITHIN 2 hours\n    images of https://x.example/\n    links of https://x.example/ (shared by 2)\n"),
           "one sentinel, and what it shares");
    detection_text(&g->graph, STR("nobody"), &none);
    eq_str(buf_str(&none), STR(""), "one that is not there has no graph");
    detection_text(&g->graph, STR(""), &all);
    ok(str_starts(buf_str(&all), STR("a\n")) && has(&all, "\nb\n  links of https://x.example/ (shared by 2)\n"),
       "all of them, in their order");
    ok(has(&all, "SEQ NOT SEQ CHRONICLE") && has(&all, "PLUS 1 day") && has(&all, "COMPARE MOVING 2"),
       "every operator has its name");
    ok(has(&all, "3 sentinels, 2 pages, "), "and all are counted");
}

static void test_single_counts(void)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) out = BUF(MIB(1));
    graph_text_open(&g, "create sentinel s on \"x\" monitor links");
    detection_text(&g.graph, STR(""), &out);
    eq_str(buf_str(&out), STR("s\n  links of x\n1 sentinel, 1 page, 1 node\n"), "one of each is one");
}

static void test_dot(struct graph_text *g)
{
    AUTO(buf) one = BUF(MIB(1)), all = BUF(MIB(1));
    detection_dot(&g->graph, STR("b"), &one);
    eq_str(buf_str(&one),
           STR("digraph sentinels {\n  rankdir=LR;\n  node [shape=box];\n  p0 [shape=note, label=\"https://x.example/\"];\n"
               "  n0 [label=\"links\"];\n  p0 -> n0;\n  s1 [shape=ellipse, label=\"b\"];\n  n0 -> s1;\n}\n"),
           "Graphviz, of one");
    detection_dot(&g->graph, STR(""), &all);
    eq_int(count(buf_str(&all), "shape=note"), 2, "of all: their pages");
    eq_int(count(buf_str(&all), "shape=ellipse"), 3, "the sentinels");
    eq_int(count(buf_str(&all), "label="), 2 + 3 + g->graph.n, "and each node once");
    ok(has(&all, "phrase 'a \\\"b\\\" <c>'"), "with quotes as Graphviz wants them");
}

/* ---- The picture ---- */

#define BOX(class, x, y, label) \
    "<g class=\"" class "\"><rect x=\"" #x "\" y=\"" #y "\" width=\"230\" height=\"34\" rx=\"6\"/><text x=\""

static void test_small_picture(void)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) svg = BUF(MIB(1));
    graph_text_open(&g, "create sentinel s on \"x\" monitor links and images");
    detection_svg(&g.arena, &g.graph, STR(""), &svg);
    ok(str_starts(buf_str(&svg), STR("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1180\" height=\"136\"")),
       "a picture is as large as its columns and rows");
    ok(has(&svg, BOX("page", 20, 20, "x")), "pages stand on the left");
    ok(has(&svg, BOX("change", 310, 20, "images")) && has(&svg, BOX("change", 310, 68, "links")),
       "what may change behind them, one below the other");
    ok(has(&svg, BOX("operator", 600, 20, "AND")), "then what they are together");
    ok(has(&svg, BOX("sentinel", 890, 20, "s")), "and the sentinel on the right");
    eq_int(count(buf_str(&svg), "<path d="), 5, "with lines between them");
    ok(has(&svg, "<path d=\"M250 37C280 37 280 37 310 37\"/>") && has(&svg, "<path d=\"M540 85C570 85 570 37 600 37\"/>"),
       "from the right side of one to the left of the next");
    ok(str_ends(buf_str(&svg), STR("</svg>\n")), "and an end");
}

static void test_labels(void)
{
    static const struct {
        const char *address, *shown;
    } rows[] = {
        { "123456789012345678901234567890", "123456789012345678901234567890</text><title>123456789012345678901234567890</title>" },
        { "1234567890123456789012345678901",
          "123456789012345678901234567890…</text><title>1234567890123456789012345678901</title>" },
        { "12345678901234567890123456789ä1",
          "12345678901234567890123456789…</text><title>12345678901234567890123456789ä1</title>" },
        { "<a&b>", "&lt;a&amp;b&gt;</text><title>&lt;a&amp;b&gt;</title>" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(graph_text) g = { 0 };
        AUTO(buf) svg = BUF(MIB(1));
        graph_text_open(&g, arena_printf(&g.arena, "create sentinel s on \"%s\" monitor links", rows[i].address).ptr);
        detection_svg(&g.arena, &g.graph, STR(""), &svg);
        ok(has(&svg, rows[i].shown), "%s is shown as far as it fits, and whole where one points", rows[i].address);
    }
}

static void test_picture_of_one(struct graph_text *g)
{
    AUTO(buf) all = BUF(MIB(1)), one = BUF(MIB(1));
    detection_svg(&g->arena, &g->graph, STR(""), &all);
    detection_svg(&g->arena, &g->graph, STR("b"), &one);
    eq_int(count(buf_str(&all), "class=\"sentinel\""), 3, "all sentinels");
    eq_int(count(buf_str(&one), "class=\"sentinel\""), 1, "or one");
    eq_int(count(buf_str(&one), "<g class="), 3, "with what is below it alone");
    ok(has(&all, "&lt;c&gt;") && !has(&all, "<c>"), "text is escaped");
}

/* More boxes than anybody reads. */
static void test_large_picture(void)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) text = BUF(MIB(1)), svg = BUF(MIB(8));
    for (unsigned i = 0; i < 401; i++)
        buf_addf(&text, "create sentinel s%u on \"x%u\" monitor links;", i, i);
    graph_text_open(&g, arena_str(&g.arena, buf_str(&text)).ptr);
    detection_svg(&g.arena, &g.graph, STR(""), &svg);
    ok(has(&svg, "too many nodes for a picture") && count(buf_str(&svg), "<g class=") == 1, "401 nodes are too many for a picture");
    svg.len = 0;
    detection_svg(&g.arena, &g.graph, STR("s7"), &svg);
    eq_int(count(buf_str(&svg), "<g class="), 3, "one of them is not");
}

int main(void)
{
    AUTO(graph_text) g = { 0 };
    graph_text_open(&g, TEXT);
    test_nodes();
    test_text(&g);
    test_single_counts();
    test_dot(&g);
    test_small_picture();
    test_labels();
    test_picture_of_one(&g);
    test_large_picture();
    return tap_done();
}
