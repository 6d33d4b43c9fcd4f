/* The graph as text, for Graphviz and as a picture. */
#include "base/limits.h"
#include "tests/event/graphs.h"

#define TEXT \
    "create sentinel a on \"https://x.example/\" monitor links and images within 2 hours; " \
    "create sentinel b on \"https://x.example/\" monitor links; create sentinel c on \"y\" monitor plus(words, 1 day) " \
    "or any(2, table 1, list 1, phrase 'a \"b\" <c>') or links seq not images seq words context chronicle compare moving 2;"

int main(void)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) text = BUF(MIB(1));
    AUTO(buf) one = BUF(MIB(1));
    AUTO(buf) dot = BUF(MIB(1));
    AUTO(buf) svg = BUF(MIB(1));
    graph_text_open(&g, TEXT);
    detection_text(&g.graph, STR("a"), &one);
    eq_str(buf_str(&one),
           STR("a\n  AND WITHIN 2 hours\n    images of https://x.example/\n    links of https://x.example/ (shared by 2)\n"),
           "one sentinel as text");
    detection_text(&g.graph, STR(""), &text);
    ok(str_find(buf_str(&text), STR("ANY 2 of 3"), 0) != SIZE_MAX
           && str_find(buf_str(&text), STR("SEQ NOT SEQ CHRONICLE"), 0) != SIZE_MAX
           && str_find(buf_str(&text), STR("PLUS 1 day"), 0) != SIZE_MAX
           && str_find(buf_str(&text), STR("COMPARE MOVING 2"), 0) != SIZE_MAX,
       "every operator has its name");
    ok(str_find(buf_str(&text), STR("3 sentinels, 2 pages"), 0) != SIZE_MAX, "and all are counted");
    detection_dot(&g.graph, STR("b"), &dot);
    eq_str(buf_str(&dot),
           STR("digraph sentinels {\n  rankdir=LR;\n  node [shape=box];\n  p0 [shape=note, label=\"https://x.example/\"];\n"
               "  n0 [label=\"links\"];\n  p0 -> n0;\n  s1 [shape=ellipse, label=\"b\"];\n  n0 -> s1;\n}\n"),
           "Graphviz");
    detection_svg(&g.arena, &g.graph, STR(""), &svg);
    ok(str_starts(buf_str(&svg), STR("<svg ")) && str_ends(buf_str(&svg), STR("</svg>\n")), "a picture");
    ok(str_find(buf_str(&svg), STR("&lt;c&gt;"), 0) != SIZE_MAX && str_find(buf_str(&svg), STR("<c>"), 0) == SIZE_MAX,
       "text is escaped");
    return tap_done();
}
