/* Lines and tables as trees. */
#include "page/plain.h"

#include "base/buf.h"
#include "tests/tap.h"

/* The body as one line: "pre(div'one' div)". */
static void add_node(const struct dom *d, uint32_t i, struct buf *out)
{
    const struct node *n = &d->node[i];

    if (n->kind == NODE_TEXT) {
        buf_addf(out, "'%.*s'", STR_ARG(node_text(n)));
        return;
    }
    buf_add(out, tag_name(d->symbols, n->tag));
    if (i + 1 == n->end)
        return;
    buf_add_char(out, '(');
    for (uint32_t child = i + 1; child < n->end; child = d->node[child].end) {
        add_node(d, child, out);
        if (d->node[child].end < n->end)
            buf_add_char(out, ' ');
    }
    buf_add_char(out, ')');
}

static void check(bool table, const char *name, const char *text, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(1 << 16);
    struct symbols symbols;
    struct dom dom = { 0 };
    struct plain_source source = { str_of(text), str_of(name) };

    symbols_open(&symbols, &a);
    struct dom_builder b = { .arena = &a, .symbols = &symbols };
    (table ? plain_table : plain_lines)(&b, &source);
    ok(dom_finish(&b, &dom, NULL) == 0 && !dom_check(&dom), "%s: a whole tree", want);
    add_node(&dom, dom.node[1].end + 1, &out); /* past html, head, body */
    eq_str(buf_str(&out), str_of(want), "... as it should be");
}

int main(void)
{
    check(false, "", "", "pre");
    check(false, "", "  one\n\ntwo", "pre(div('  one') div div('two'))");
    check(false, "", "one\r\ntwo\rthree\n", "pre(div('one') div('two') div('three'))");
    check(false, "x.c", "# no heading", "pre(div('# no heading'))");
    check(false, "x.md", "# One\n#hash\n```\n# a comment\n```\n### Three",
          "pre(h1('# One') div('#hash') div('```') div('# a comment') "
          "div('```') h3('### Three'))");
    check(false, "x.md", "[One](a)\n```\n[a](b)\n```", "pre(div(a('One')) div('```') div('[a](b)') div('```'))");
    check(false, "x.md", "---\nlayout: wide\ntitle: One\nslug: one\n---\ntwo",
          "pre(header(div('---') div('layout: wide')) div('title: One') header(div('slug: one') div('---')) div('two'))");
    check(false, "x.md", "rules\n---\nslug: one\n---\ntwo",
          "pre(div('rules') header(div('---') div('slug: one') div('---')) div('two'))");
    check(false, "x.md", "[One](a) [Two](b)\n\n[One](a)[Two](b) [Three](c)",
          "pre(div(a('One') ' ' a('Two')) div ul(li(a('One')) li(a('Two')) li(a('Three'))))");
    check(false, "x.md", "See [one\nand two](a-\nb) now\nthree\n\nfour",
          "pre(div('See ' a('one and two') ' now three') div div div div div('four'))");
    check(false, "x.md", "<style>\n.a{b:c}\n</style>\none\n.d{e:f}",
          "pre(div(template('<style>')) div(template('.a{b:c}')) div(template('</style>')) div('one') div(template('.d{e:f}')))");
    check(false, "x.txt", "<style>\n.a{b:c}", "pre(div('<style>') div('.a{b:c}'))");
    check(true, "", "name,price\nx,1\n", "table(tbody(tr(th('name') th('price')) tr(td('x') td('1'))))");
    check(true, "", "2020,1\nx", "table(tbody(tr(td('2020') td('1')) tr(td('x'))))");
    check(true, "", "a\tb, c\n\td\n", "table(tbody(tr(th('a') th('b, c')) tr(td td('d'))))");
    check(true, "", "1;\"a \"\"b\"\";\nc\";\r\n2;3;4",
          "table(tbody(tr(td('1') td('a \"b\";\nc') td) tr(td('2') td('3') td('4'))))");
    check(true, "", "1,\"never closed\n2,3", "table(tbody(tr(td('1') td('never closed\n2,3'))))");
    check(true, "", "1,\"\"", "table(tbody(tr(td('1') td)))");
    return tap_done();
}
